-- Files of figures that members asked for. Each covers the jobs its maker reaches, so others see one only where they reach
-- as much: everybody who sees all jobs, its maker, and whoever reaches the one job it is about.
CREATE TABLE exports (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    format           text NOT NULL CHECK (format IN ('xlsx', 'pdf')),
    language         text NOT NULL CHECK (language IN ('zh-CN', 'en-US', 'id-ID')),
    period_from      timestamptz NOT NULL,
    period_to        timestamptz NOT NULL CHECK (period_from < period_to),
    job_id           uuid,
    -- Where the file lies, once it is made.
    storage_key      text,
    size             bigint,
    created_by       uuid REFERENCES users ON DELETE SET NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    finished_at      timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT exports_made CHECK ((storage_key IS NULL) = (finished_at IS NULL) AND (storage_key IS NULL) = (size IS NULL)),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE SET NULL (job_id)
);
CREATE INDEX exports_job ON exports (organization_id, job_id) WHERE job_id IS NOT NULL;
CREATE INDEX exports_oldest ON exports (created_at);

ALTER TABLE exports ENABLE ROW LEVEL SECURITY;
ALTER TABLE exports FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON exports TO bole_app USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
CREATE POLICY job_access ON exports AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR created_by = (SELECT current_user_id()) OR job_id = ANY ((SELECT own_jobs())::uuid[]))
    WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON exports TO bole_app;

-- The cron that deletes what is older than thirty days sees nothing else.
CREATE POLICY expired ON exports TO bole_ledger USING (created_at < now() - interval '30 days');
GRANT SELECT, DELETE ON exports TO bole_ledger;
