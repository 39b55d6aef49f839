-- Digests: what members are told by email of what happened without them.

-- Invitations that timed out and that nobody was told of yet; the digest that tells of them takes them away.
CREATE TABLE timed_out_invitations (
    organization_id  uuid NOT NULL,
    application_id   uuid NOT NULL,
    job_id           uuid NOT NULL,
    is_online        boolean NOT NULL,
    PRIMARY KEY (organization_id, application_id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE CASCADE
);

-- Until when an organization's members were told of moves.
CREATE TABLE update_digests (
    organization_id  uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
    told_until       timestamptz NOT NULL
);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['timed_out_invitations', 'update_digests'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;
CREATE POLICY job_access ON timed_out_invitations AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[])) WITH CHECK (true);

-- The clock finds organizations with members who want to be told, and emails that nobody sends any more.
CREATE POLICY ledger ON organization_members FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, user_id, is_active) ON organization_members TO bole_ledger;
CREATE POLICY ledger ON users FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (id, email_notifications, candidate_updates) ON users TO bole_ledger;
CREATE INDEX emails_underway ON emails (updated_at) WHERE status IN ('queued', 'sending');
CREATE POLICY ledger ON emails FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, status, updated_at, send_at) ON emails TO bole_ledger;
