-- When a member dismissed the notice of an email that failed.
ALTER TABLE emails ADD COLUMN dismissed_at timestamptz;
