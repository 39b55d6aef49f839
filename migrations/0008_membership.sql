-- Who belongs to an organization and reaches what in it: invitations, permissions by role, jobs by member.

-- What a member is granted beside what their role gives, as resource:action.
ALTER TABLE organization_members ADD COLUMN permissions text[] NOT NULL DEFAULT '{}';

-- The logo that was uploaded, by the hash of its picture; logo_url then leads to it.
ALTER TABLE organizations ADD COLUMN logo_sha256 text CHECK (logo_sha256 ~ '^[0-9a-f]{64}$');

-- Invitations ---------------------------------------------------------------------------------------------------------

CREATE TABLE organization_invitations (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    email            text NOT NULL CHECK (email = lower(email)),
    role             text NOT NULL CHECK (role IN ('owner', 'admin', 'hr_manager', 'recruiter', 'interviewer', 'viewer')),
    permissions      text[] NOT NULL DEFAULT '{}',
    invited_by       uuid REFERENCES users ON DELETE SET NULL,
    sent_at          timestamptz NOT NULL DEFAULT now(),
    expires_at       timestamptz NOT NULL,
    accepted_at      timestamptz,
    declined_at      timestamptz,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id)
);
-- An address has one open invitation; inviting again after it expired replaces it.
CREATE UNIQUE INDEX organization_invitations_open_key ON organization_invitations (organization_id, email)
    WHERE accepted_at IS NULL AND declined_at IS NULL;
CREATE INDEX organization_invitations_to ON organization_invitations (email)
    WHERE accepted_at IS NULL AND declined_at IS NULL;

-- The links to an invitation: each sending, and each copying, makes one. Only their hashes are stored. A link that was
-- mailed shows that whoever follows it reads that mailbox; one that was copied shows nothing.
CREATE TABLE invitation_links (
    token_hash       bytea NOT NULL,
    organization_id  uuid NOT NULL,
    invitation_id    uuid NOT NULL,
    mailed           boolean NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, token_hash),
    FOREIGN KEY (organization_id, invitation_id) REFERENCES organization_invitations ON DELETE CASCADE
);
CREATE INDEX invitation_links_of ON invitation_links (organization_id, invitation_id);

-- Permissions ---------------------------------------------------------------------------------------------------------

-- What an organization made of a role. No row of a role: its defaults; else exactly its rows, of which there is always
-- one with the resource 'pages', listing page keys. Owner and admin have no rows: they are not for changing.
CREATE TABLE role_permissions (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    role             text NOT NULL CHECK (role IN ('hr_manager', 'recruiter', 'interviewer', 'viewer')),
    resource         text NOT NULL,
    actions          text[] NOT NULL,
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, role, resource)
);

-- The jobs a member below admin works on.
CREATE TABLE member_jobs (
    organization_id  uuid NOT NULL,
    member_id        uuid NOT NULL,
    job_id           uuid NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, member_id, job_id),
    FOREIGN KEY (organization_id, member_id) REFERENCES organization_members ON DELETE CASCADE,
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE CASCADE
);
CREATE INDEX member_jobs_of_job ON member_jobs (organization_id, job_id);

-- A job's candidates by score, whatever their stage.
CREATE INDEX applications_by_score ON applications (organization_id, job_id, overall_score DESC NULLS LAST, id);

-- Row level security --------------------------------------------------------------------------------------------------

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['organization_invitations', 'invitation_links', 'role_permissions', 'member_jobs'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;

-- Before an organization is chosen, a user sees what their roles allow, and the invitations to their confirmed address.
CREATE POLICY own ON role_permissions FOR SELECT TO bole_app
    USING ((SELECT current_organization()) IS NULL
           AND organization_id IN (SELECT m.organization_id FROM organization_members m
                                   WHERE m.user_id = (SELECT current_user_id()) AND m.is_active));
CREATE POLICY own ON organization_invitations FOR SELECT TO bole_app
    USING ((SELECT current_organization()) IS NULL
           AND email = (SELECT u.email FROM users u
                        WHERE u.id = (SELECT current_user_id()) AND u.email_confirmed_at IS NOT NULL));

-- The transaction's setting app.jobs is 'own' for members below admin; then they see what is of their jobs and nothing
-- of the others. Restrictive: on top of what the organization's policy lets through.
CREATE FUNCTION sees_all_jobs() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT current_setting('app.jobs', true) IS DISTINCT FROM 'own' $$;

CREATE POLICY job_access ON jobs AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs())
           OR id IN (SELECT j.job_id FROM member_jobs j
                     JOIN organization_members m ON m.organization_id = j.organization_id AND m.id = j.member_id
                     WHERE m.organization_id = (SELECT current_organization())
                       AND m.user_id = (SELECT current_user_id())))
    WITH CHECK (true);
-- Whether a person applied for a job that is seen.
CREATE INDEX applications_of_person ON applications (organization_id, person_id);

-- What hangs on a job is seen with it: the subqueries are held to the policy above.
CREATE POLICY job_access ON applications AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR job_id IN (SELECT j.id FROM jobs j)) WITH CHECK (true);
CREATE POLICY job_access ON batches AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR job_id IN (SELECT j.id FROM jobs j)) WITH CHECK (true);
CREATE POLICY job_access ON batch_tasks AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR job_id IN (SELECT j.id FROM jobs j)) WITH CHECK (true);
CREATE POLICY job_access ON application_events AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs())
           OR EXISTS (SELECT FROM applications a
                      WHERE a.organization_id = application_events.organization_id
                        AND a.id = application_events.application_id))
    WITH CHECK (true);

-- Who is asking ---------------------------------------------------------------------------------------------------------

-- The live session with this id, and what its user may do in an organization: what every request begins with, in one
-- statement. It runs as a role of its own, which nobody signs in as or takes: bole_identity sees nothing of organizations,
-- bole_app nothing of sessions, and through this function no more than the one row.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bole_gate') THEN CREATE ROLE bole_gate NOLOGIN; END IF;
END $$;
GRANT bole_gate TO CURRENT_USER;
GRANT SELECT ON sessions TO bole_gate;
GRANT SELECT (id, email, full_name, user_type, needs_password, email_confirmed_at, language, created_at) ON users TO bole_gate;
GRANT SELECT (organization_id, user_id, role, permissions, is_active) ON organization_members TO bole_gate;
GRANT SELECT (organization_id, role, resource, actions) ON role_permissions TO bole_gate;
CREATE POLICY gate ON users FOR SELECT TO bole_gate USING (true);
CREATE POLICY gate ON organization_members FOR SELECT TO bole_gate USING (true);
CREATE POLICY gate ON role_permissions FOR SELECT TO bole_gate USING (true);

CREATE FUNCTION who_is_asking(session uuid, organization uuid)
RETURNS TABLE (
    access_hash bytea, access_until timestamptz, refresh_hash bytea, refresh_until timestamptz, refreshed_at timestamptz,
    previous_access_hash bytea, previous_refresh_hash bytea, rotation_seed bytea,
    user_id uuid, email text, full_name text, user_type text, needs_password boolean, email_confirmed_at timestamptz,
    language text, created_at timestamptz,
    role text, permissions text[], resources text[], actions text[]
)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$
    SELECT s.access_hash, s.access_until, s.refresh_hash, s.refresh_until, s.refreshed_at,
           s.previous_access_hash, s.previous_refresh_hash, s.rotation_seed,
           u.id, u.email, u.full_name, u.user_type, u.needs_password, u.email_confirmed_at, u.language, u.created_at,
           m.role, m.permissions,
           array(SELECT r.resource FROM role_permissions r
                 WHERE r.organization_id = m.organization_id AND r.role = m.role ORDER BY r.resource),
           array(SELECT array_to_string(r.actions, ' ') FROM role_permissions r
                 WHERE r.organization_id = m.organization_id AND r.role = m.role ORDER BY r.resource)
    FROM sessions s
    JOIN users u ON u.id = s.user_id
    LEFT JOIN organization_members m ON m.organization_id = organization AND m.user_id = u.id AND m.is_active
    WHERE s.id = session AND s.revoked_at IS NULL
$$;
GRANT CREATE ON SCHEMA public TO bole_gate;
ALTER FUNCTION who_is_asking(uuid, uuid) OWNER TO bole_gate;
REVOKE CREATE ON SCHEMA public FROM bole_gate;
REVOKE EXECUTE ON FUNCTION who_is_asking(uuid, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION who_is_asking(uuid, uuid) TO bole_app;
