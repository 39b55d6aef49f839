-- One row per cron and slot: whoever inserts it runs that slot, however many schedulers there are.
CREATE TABLE cron_slots (
    name        text NOT NULL,
    slot        timestamptz NOT NULL,
    claimed_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (name, slot)
);
GRANT SELECT, INSERT, DELETE ON cron_slots TO bole_ledger;
