-- A slot is over when its run ended; one whose scheduler died is run again.
ALTER TABLE cron_slots ADD COLUMN finished_at timestamptz;
UPDATE cron_slots SET finished_at = claimed_at;
GRANT UPDATE (claimed_at, finished_at) ON cron_slots TO bole_ledger;
