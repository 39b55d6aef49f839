-- The task ledger: a wide row per task that people see, and a narrow row per waiting or running task that workers claim.

CREATE TABLE tasks (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    kind             text NOT NULL,
    payload          jsonb NOT NULL,
    -- queued: has a row in queue. delayed, retry: gets one at run_at. The rest is over.
    state            text NOT NULL CHECK (state IN ('queued', 'delayed', 'retry', 'completed', 'failed', 'cancelled')),
    priority         smallint NOT NULL DEFAULT 0,
    run_at           timestamptz NOT NULL DEFAULT now(),
    attempts         integer NOT NULL DEFAULT 0,
    max_attempts     integer NOT NULL DEFAULT 5,
    progress_done    integer NOT NULL DEFAULT 0,
    progress_total   integer NOT NULL DEFAULT 0,
    result           jsonb,
    error_category   text,
    error_reason     text,
    -- For operators; never sent to a browser.
    error_detail     text,
    dedupe_key       text,
    created_by       uuid,
    request_id       text,
    created_at       timestamptz NOT NULL DEFAULT now(),
    started_at       timestamptz,
    finished_at      timestamptz,
    PRIMARY KEY (organization_id, id)
);
-- Two live tasks never share a key; a finished one frees it.
CREATE UNIQUE INDEX tasks_dedupe_key ON tasks (organization_id, kind, dedupe_key)
    WHERE dedupe_key IS NOT NULL AND state IN ('queued', 'delayed', 'retry');
CREATE INDEX tasks_due ON tasks (run_at) WHERE state IN ('delayed', 'retry');
CREATE INDEX tasks_finished ON tasks (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE queue (
    id               uuid PRIMARY KEY,
    organization_id  uuid NOT NULL,
    priority         smallint NOT NULL,
    attempts         integer NOT NULL,
    lease_owner      uuid,
    lease_until      timestamptz,
    FOREIGN KEY (organization_id, id) REFERENCES tasks ON DELETE CASCADE
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX queue_ready ON queue (organization_id, priority, id) WHERE lease_owner IS NULL;
CREATE INDEX queue_leased ON queue (organization_id) WHERE lease_owner IS NOT NULL;

ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tasks TO bole_app
    USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
CREATE POLICY ledger ON tasks TO bole_ledger USING (true) WITH CHECK (true);
ALTER TABLE queue ENABLE ROW LEVEL SECURITY;
ALTER TABLE queue FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON queue TO bole_app
    USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
CREATE POLICY ledger ON queue TO bole_ledger USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON tasks, queue TO bole_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON tasks, queue TO bole_ledger;

-- What a person sees of a task. Processing is not stored: it is a live lease.
CREATE VIEW task_status WITH (security_invoker = true) AS
SELECT t.organization_id, t.id,
       CASE WHEN t.state = 'queued' AND q.lease_owner IS NOT NULL THEN 'processing'
            WHEN t.state IN ('queued', 'delayed') THEN 'pending'
            WHEN t.state = 'cancelled' THEN 'failed'
            ELSE t.state END AS status,
       greatest(t.attempts, coalesce(q.attempts, 0)) AS attempts
FROM tasks t LEFT JOIN queue q ON q.organization_id = t.organization_id AND q.id = t.id;
GRANT SELECT ON task_status TO bole_app;
