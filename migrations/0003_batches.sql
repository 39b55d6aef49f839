-- Batch evaluation: an uploaded ZIP and its entries. The state of an entry is the state of its ledger task.

CREATE TABLE batches (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL,
    job_id           uuid NOT NULL,
    file_name        text NOT NULL,
    size             bigint NOT NULL,
    storage_key      text NOT NULL,
    unpack_task_id   uuid NOT NULL,
    created_by       uuid REFERENCES users ON DELETE SET NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE CASCADE,
    FOREIGN KEY (organization_id, unpack_task_id) REFERENCES tasks
);
CREATE INDEX batches_of_job ON batches (organization_id, job_id, created_at DESC);

CREATE TABLE batch_tasks (
    id              uuid NOT NULL,
    organization_id uuid NOT NULL,
    batch_id        uuid NOT NULL,
    job_id          uuid NOT NULL,
    -- Order in the archive; with the batch, what makes unpacking twice harmless.
    position        integer NOT NULL,
    file_name       text NOT NULL,
    file_id         uuid,
    -- The ledger task that evaluates it; absent where the entry itself was refused.
    task_id         uuid,
    -- skipped or failed while unpacking, with its reason; NULL for an entry that became a task.
    entry_status    text CHECK (entry_status IN ('skipped', 'failed')),
    entry_reason    text,
    -- The evaluation.
    ai_eval         jsonb,
    profile         jsonb,
    recommendation  text,
    score           double precision,
    -- Who the resume says it is of, for recognising the same person again.
    person_email    text,
    person_phone    text,
    -- The earlier entry or candidate this one repeats: the same file, email or phone.
    duplicate_of    uuid,
    application_id  uuid,
    created_at      timestamptz NOT NULL DEFAULT now(),
    evaluated_at    timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT batch_tasks_position_key UNIQUE (organization_id, batch_id, position),
    CONSTRAINT batch_tasks_outcome CHECK ((entry_status IS NULL) = (task_id IS NOT NULL)),
    FOREIGN KEY (organization_id, batch_id) REFERENCES batches ON DELETE CASCADE,
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE CASCADE,
    FOREIGN KEY (organization_id, file_id) REFERENCES files,
    FOREIGN KEY (organization_id, task_id) REFERENCES tasks,
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE SET NULL (application_id)
);
CREATE INDEX batch_tasks_task ON batch_tasks (organization_id, task_id);
CREATE INDEX batch_tasks_email ON batch_tasks (organization_id, job_id, person_email) WHERE person_email IS NOT NULL;
CREATE INDEX batch_tasks_phone ON batch_tasks (organization_id, job_id, person_phone) WHERE person_phone IS NOT NULL;
CREATE INDEX batch_tasks_file ON batch_tasks (organization_id, job_id, file_id);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['batches', 'batch_tasks'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;

-- An entry with the state a person sees.
CREATE VIEW batch_task_status WITH (security_invoker = true) AS
SELECT b.organization_id, b.id, b.batch_id,
       coalesce(b.entry_status, s.status) AS status,
       coalesce(s.attempts, 0) AS attempts
FROM batch_tasks b LEFT JOIN task_status s ON s.organization_id = b.organization_id AND s.id = b.task_id;
GRANT SELECT ON batch_task_status TO bole_app;

-- Old tasks are pruned, but not those an entry or a batch still points at: the ledger may see that much of them.
CREATE INDEX batches_unpack_task ON batches (organization_id, unpack_task_id);
CREATE POLICY ledger ON batches FOR SELECT TO bole_ledger USING (true);
CREATE POLICY ledger ON batch_tasks FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, unpack_task_id) ON batches TO bole_ledger;
GRANT SELECT (organization_id, task_id) ON batch_tasks TO bole_ledger;
