-- Programs repeat Message-IDs, so a message is known by its content too. Those taken before have no hash.
ALTER TABLE inbound_messages ADD COLUMN content_hash text;
ALTER TABLE inbound_messages DROP CONSTRAINT inbound_messages_key,
    ADD CONSTRAINT inbound_messages_key UNIQUE NULLS NOT DISTINCT (organization_id, message_id, content_hash);

-- What programs send by themselves is neither an answer nor a failure.
ALTER TABLE inbound_messages DROP CONSTRAINT inbound_messages_state_check,
    ADD CONSTRAINT inbound_messages_state_check CHECK (
        state IN ('accepted', 'reply', 'automatic', 'bounce', 'set_aside', 'unmatched', 'refused'));

-- The files of a message that waits for a person, as a ZIP. They are discarded with their row.
ALTER TABLE inbound_messages ADD COLUMN storage_key text;
CREATE TRIGGER discarded_objects AFTER DELETE ON inbound_messages REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION note_discarded_objects();

-- What expires is named by the statement that deletes it, too.
GRANT SELECT (state, application_id) ON inbound_messages TO bole_ledger;

-- What the mail server said when it refused.
ALTER TABLE inbound_mailboxes ADD COLUMN failure_detail text;
