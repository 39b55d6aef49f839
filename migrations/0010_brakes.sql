-- How often something was tried lately, by key: what slows guessing down, whichever process is asked. Keys are hashes. A
-- crash may forget it, so it costs no log.
CREATE UNLOGGED TABLE brakes (
    key     bytea PRIMARY KEY,
    since   timestamptz NOT NULL DEFAULT now(),
    events  integer NOT NULL DEFAULT 1
);
CREATE INDEX brakes_since ON brakes (since);
GRANT SELECT, INSERT, UPDATE, DELETE ON brakes TO bole_ledger;
