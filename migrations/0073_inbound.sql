-- Mail that is received: the organization's mailbox, what came of each message, and the note it leaves with a candidate.

-- The mailbox was a setting by key, which nothing read.
DROP TABLE system_settings;

-- The mailbox, how far it was read, and whether it is read. The password is sealed with the server's key.
CREATE TABLE inbound_mailboxes (
    organization_id  uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
    host             text NOT NULL,
    port             integer NOT NULL CHECK (port BETWEEN 1 AND 65535),
    security         text NOT NULL CHECK (security IN ('plain', 'starttls', 'tls')),
    username         text NOT NULL,
    password_sealed  bytea,
    folder           text NOT NULL,
    is_active        boolean NOT NULL,
    uid_validity     bigint,
    last_uid         bigint,
    -- The last look that failed, and since when none is taken until a person says so.
    failure          text,
    paused_at        timestamptz,
    checked_at       timestamptz,
    updated_at       timestamptz NOT NULL DEFAULT now()
);

-- One row per message, whatever came of it: the same one is never taken twice.
CREATE TABLE inbound_messages (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    message_id       text NOT NULL,
    state            text NOT NULL CHECK (state IN ('accepted', 'reply', 'bounce', 'set_aside', 'unmatched', 'refused')),
    -- Why it was set aside or refused.
    reason           text,
    sender           text NOT NULL,
    sender_name      text NOT NULL,
    subject          text NOT NULL,
    body             text NOT NULL,
    files            integer NOT NULL DEFAULT 0,
    job_id           uuid,
    application_id   uuid,
    batch_id         uuid,
    -- The folder of its files in the batch.
    folder           text,
    received_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT inbound_messages_key UNIQUE (organization_id, message_id),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE CASCADE,
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE CASCADE,
    FOREIGN KEY (organization_id, batch_id) REFERENCES batches ON DELETE SET NULL (batch_id)
);
CREATE INDEX inbound_messages_newest ON inbound_messages (organization_id, id DESC);
CREATE INDEX inbound_messages_of ON inbound_messages (organization_id, application_id, id) WHERE application_id IS NOT NULL;
CREATE INDEX inbound_messages_batch ON inbound_messages (organization_id, batch_id) WHERE batch_id IS NOT NULL;
CREATE INDEX inbound_messages_job ON inbound_messages (organization_id, job_id) WHERE job_id IS NOT NULL;

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['inbound_mailboxes', 'inbound_messages'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;
CREATE POLICY job_access ON inbound_messages AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[])
           OR EXISTS (SELECT FROM applications a WHERE a.organization_id = inbound_messages.organization_id
                        AND a.id = inbound_messages.application_id))
    WITH CHECK (true);

-- Mailboxes that are read are found across organizations: the clock sees that much of them.
CREATE POLICY ledger ON inbound_mailboxes FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, is_active, paused_at) ON inbound_mailboxes TO bole_ledger;

-- Emails are found by the Message-ID that answers and delivery reports name, or by whom they went to.
CREATE INDEX emails_message ON emails (organization_id, message_id) WHERE message_id IS NOT NULL;
CREATE INDEX emails_recipient ON emails (organization_id, lower(recipient)) WHERE status = 'sent';
