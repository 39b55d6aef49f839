-- A link sent to another address, which becomes the account's once it is opened.
ALTER TABLE one_time_tokens
    ADD COLUMN email text CHECK (email = lower(email)),
    DROP CONSTRAINT one_time_tokens_kind_check,
    ADD CONSTRAINT one_time_tokens_kind_check
        CHECK (kind IN ('signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change')),
    ADD CONSTRAINT one_time_tokens_new_email CHECK ((kind = 'email_change') = (email IS NOT NULL));
