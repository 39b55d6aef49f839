-- The latest run of each cron, for operators: slots are many, and do not say how often a cron runs.
CREATE TABLE scheduled_crons (
    name           text PRIMARY KEY,
    every_seconds  integer NOT NULL CHECK (every_seconds > 0),
    -- The slot of the latest run, and when that run began.
    slot           timestamptz NOT NULL,
    started_at     timestamptz NOT NULL DEFAULT now(),
    -- When a run last ended well, and with an error.
    finished_at    timestamptz,
    failed_at      timestamptz
);
GRANT SELECT, INSERT, UPDATE ON scheduled_crons TO bole_ledger;
