-- A change to a draft or a scheduled email names the version it is based on.
ALTER TABLE emails ADD COLUMN version integer NOT NULL DEFAULT 1;

-- What the cockpit and the tray look at every few seconds.
CREATE INDEX emails_drafts ON emails (organization_id, job_id, id) WHERE status = 'draft';
CREATE INDEX emails_unsettled ON emails (organization_id, id) WHERE status IN ('failed', 'unknown');
