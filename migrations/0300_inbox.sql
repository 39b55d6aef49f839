-- Received emails are read, and put away, once for the whole organization. Those received before count as read.
ALTER TABLE inbound_messages ADD COLUMN read_at timestamptz, ADD COLUMN done_at timestamptz;
-- An owner that is no superuser is held to the policies too while they are forced.
ALTER TABLE inbound_messages NO FORCE ROW LEVEL SECURITY;
UPDATE inbound_messages SET read_at = received_at;
ALTER TABLE inbound_messages FORCE ROW LEVEL SECURITY;
CREATE INDEX inbound_messages_by_state ON inbound_messages (organization_id, state, id DESC);
CREATE INDEX inbound_messages_unread ON inbound_messages (organization_id, state, application_id)
    WHERE read_at IS NULL AND done_at IS NULL AND state <> 'accepted';

-- The received email that an email answers.
ALTER TABLE emails
    ADD COLUMN answered_message_id uuid,
    ADD CONSTRAINT emails_answered_message_fkey FOREIGN KEY (organization_id, answered_message_id)
        REFERENCES inbound_messages ON DELETE SET NULL (answered_message_id);
CREATE INDEX emails_answers ON emails (organization_id, answered_message_id) WHERE answered_message_id IS NOT NULL;

-- Received emails are live.
CREATE FUNCTION notify_inbound() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('inbound.changed', organization_id, job_id, array_agg(id))
    FROM changed GROUP BY organization_id, job_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_added AFTER INSERT ON inbound_messages REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_inbound();
CREATE TRIGGER notify_changed AFTER UPDATE ON inbound_messages REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_inbound();
