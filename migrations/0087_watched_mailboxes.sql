-- Mailboxes whose servers tell of new mail are watched, each by one process at a time; the clock looks into the others.
ALTER TABLE inbound_mailboxes ADD COLUMN watcher uuid, ADD COLUMN watched_until timestamptz;

GRANT SELECT (checked_at, updated_at, watcher, watched_until), UPDATE (watcher, watched_until)
    ON inbound_mailboxes TO bole_ledger;
CREATE POLICY watch ON inbound_mailboxes FOR UPDATE TO bole_ledger USING (true);
