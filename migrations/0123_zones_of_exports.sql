-- Days of a period are those of the organization's time zone. Exports made so far counted days in UTC.
ALTER TABLE exports ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC';
