-- Emails to candidates, what sends them, and how it goes.

-- One row per email, from draft to what became of it. `sending` is written before the wire: whatever is found in it later
-- was cut off, and nobody knows whether it went out.
CREATE TABLE emails (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    application_id   uuid NOT NULL,
    job_id           uuid NOT NULL,
    person_id        uuid NOT NULL,
    type             text NOT NULL
        CHECK (type IN ('online_invitation', 'onsite_invitation', 'offer_intent', 'offer_sent', 'rejection')),
    recipient        text NOT NULL,
    subject          text NOT NULL,
    body             text NOT NULL,
    language         text NOT NULL CHECK (language IN ('zh', 'en', 'id')),
    status           text NOT NULL CHECK (status IN ('draft', 'queued', 'sending', 'sent', 'failed', 'unknown')),
    -- Why it failed or waits: a stable reason, and the server's code.
    error            text,
    message_id       text,
    -- Taken by the local mailbox, where no mail server is set.
    is_captured      boolean NOT NULL DEFAULT false,
    -- Why the candidate is moved against the AI's recommendation.
    reason           text,
    -- The task that sends it, and the task of the request that it was part of.
    task_id          uuid,
    request_task_id  uuid,
    send_at          timestamptz,
    sent_at          timestamptz,
    created_by       uuid,
    created_at       timestamptz NOT NULL DEFAULT now(),
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE CASCADE
);
CREATE INDEX emails_of ON emails (organization_id, application_id, id);
CREATE INDEX emails_newest ON emails (organization_id, id DESC);
CREATE INDEX emails_waiting ON emails (organization_id, id) WHERE status = 'queued';
CREATE INDEX emails_of_request ON emails (organization_id, request_task_id) WHERE request_task_id IS NOT NULL;
-- One draft of a type for a candidate.
CREATE UNIQUE INDEX emails_draft_key ON emails (organization_id, application_id, type) WHERE status = 'draft';
-- And one that is about to be sent: two people who press at the same time do not write twice.
CREATE UNIQUE INDEX emails_pending_key ON emails (organization_id, application_id, type) WHERE status IN ('queued', 'sending');

-- The organization's own mail server. The password is sealed with the server's key.
CREATE TABLE mail_settings (
    organization_id  uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
    host             text NOT NULL,
    port             integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
    security         text NOT NULL CHECK (security IN ('plain', 'starttls', 'tls')),
    username         text NOT NULL,
    password_sealed  bytea,
    sender           text NOT NULL,
    updated_at       timestamptz NOT NULL DEFAULT now()
);

-- Whether the organization's email goes out. A row only where something failed.
CREATE TABLE email_service (
    organization_id  uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
    failures         integer NOT NULL DEFAULT 0,
    reason           text,
    stopped_at       timestamptz
);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['emails', 'mail_settings', 'email_service'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;
CREATE POLICY job_access ON emails AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[])) WITH CHECK (true);

-- Invitations that nobody answered are found across organizations: the clock sees that much of applications.
CREATE INDEX applications_invited ON applications (sub_status_since)
    WHERE sub_status IN ('已发线上面试邀请', '已发线下面试邀请') AND NOT is_archived;
CREATE POLICY ledger ON applications FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, sub_status, sub_status_since, is_archived) ON applications TO bole_ledger;
