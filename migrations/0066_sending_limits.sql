-- How many emails an organization's mail server is given in a minute, in all and to one receiving domain; the default of its
-- host where nothing is set.
ALTER TABLE mail_settings
    ADD COLUMN per_minute         integer CHECK (per_minute > 0),
    ADD COLUMN domain_per_minute  integer CHECK (domain_per_minute > 0);
