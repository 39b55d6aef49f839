-- The task ledger.
--
--   tasks       one wide row per task, for as long as people may ask about it
--   queue       one narrow row per task that waits for a worker or is held by one; this is all a claim reads
--   queue_later one narrow row per task that is not due yet; a sweep moves it to queue
--   task_keys   one row per unique key of a task that is not over
--
-- No index of tasks depends on a column that changes, so its updates stay heap-only; the other three are inserted and
-- deleted, never searched by state. The cost of a claim depends neither on the backlog nor on the history.

CREATE TABLE tasks (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    kind             text NOT NULL,
    payload          jsonb NOT NULL,
    -- queued: in queue. delayed, retry: in queue_later. The rest is over.
    state            text NOT NULL CHECK (state IN ('queued', 'delayed', 'retry', 'completed', 'failed', 'cancelled')),
    -- Lower numbers first.
    priority         smallint NOT NULL DEFAULT 0,
    run_at           timestamptz NOT NULL DEFAULT now(),
    attempts         integer NOT NULL DEFAULT 0,
    max_attempts     integer NOT NULL DEFAULT 5 CHECK (max_attempts > 0),
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
) WITH (fillfactor = 80);

-- ids are UUIDv7, so id order is the order of creation. A row is held while its lease is set.
CREATE TABLE queue (
    id               uuid PRIMARY KEY,
    organization_id  uuid NOT NULL,
    priority         smallint NOT NULL,
    attempts         integer NOT NULL,
    lease            uuid,
    lease_until      timestamptz,
    leased_at        timestamptz
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX queue_ready ON queue (organization_id, priority, id) WHERE lease IS NULL;
CREATE INDEX queue_leased ON queue (organization_id) WHERE lease IS NOT NULL;

CREATE TABLE queue_later (
    id               uuid PRIMARY KEY,
    organization_id  uuid NOT NULL,
    run_at           timestamptz NOT NULL
);
CREATE INDEX queue_later_due ON queue_later (run_at);
CREATE INDEX queue_later_of ON queue_later (organization_id);

-- Two live tasks never share a key; the end of one frees it.
CREATE TABLE task_keys (
    organization_id  uuid NOT NULL,
    kind             text NOT NULL,
    dedupe_key       text NOT NULL,
    task_id          uuid NOT NULL,
    CONSTRAINT task_keys_key PRIMARY KEY (organization_id, kind, dedupe_key)
);

-- The narrow tables carry no foreign key: it would cost every enqueue a lock on the row just written. They are written
-- only beside their task, and go with it here.
CREATE FUNCTION forget_deleted_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM queue q USING gone g WHERE q.id = g.id;
    DELETE FROM queue_later l USING gone g WHERE l.id = g.id;
    DELETE FROM task_keys k USING gone g
        WHERE k.organization_id = g.organization_id AND k.kind = g.kind AND k.dedupe_key = g.dedupe_key
          AND k.task_id = g.id;
    RETURN NULL;
END $$;
CREATE TRIGGER tasks_deleted AFTER DELETE ON tasks REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION forget_deleted_tasks();

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['tasks', 'queue', 'queue_later', 'task_keys'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('CREATE POLICY ledger ON %I TO bole_ledger USING (true) WITH CHECK (true)', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app, bole_ledger', name);
    END LOOP;
END $$;

-- What a person sees of a task. Processing is not stored: it is a live lease.
CREATE VIEW task_status WITH (security_invoker = true) AS
SELECT t.organization_id, t.id,
       CASE WHEN t.state = 'queued' AND q.lease IS NOT NULL THEN 'processing'
            WHEN t.state IN ('queued', 'delayed') THEN 'pending'
            WHEN t.state = 'cancelled' THEN 'failed'
            ELSE t.state END AS status,
       greatest(t.attempts, coalesce(q.attempts, 0)) AS attempts,
       coalesce(q.leased_at, t.started_at) AS started_at
FROM tasks t LEFT JOIN queue q ON q.id = t.id AND q.organization_id = t.organization_id;
GRANT SELECT ON task_status TO bole_app;
