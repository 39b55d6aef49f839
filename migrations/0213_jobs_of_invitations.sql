-- The jobs that whoever accepts an invitation is assigned to.
CREATE TABLE invitation_jobs (
    organization_id  uuid NOT NULL,
    invitation_id    uuid NOT NULL,
    job_id           uuid NOT NULL,
    PRIMARY KEY (organization_id, invitation_id, job_id),
    FOREIGN KEY (organization_id, invitation_id) REFERENCES organization_invitations ON DELETE CASCADE,
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE CASCADE
);
CREATE INDEX invitation_jobs_of_job ON invitation_jobs (organization_id, job_id);
ALTER TABLE invitation_jobs ENABLE ROW LEVEL SECURITY;
ALTER TABLE invitation_jobs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON invitation_jobs TO bole_app
    USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, DELETE ON invitation_jobs TO bole_app;
