-- Mail that leads to no candidate names people and is of no use after a while.
CREATE POLICY expired ON inbound_messages TO bole_ledger
    USING (state <> 'accepted' AND application_id IS NULL AND received_at < now() - interval '90 days');
GRANT SELECT (organization_id, id, received_at), DELETE ON inbound_messages TO bole_ledger;
CREATE INDEX inbound_messages_of_nobody ON inbound_messages (received_at)
    WHERE state <> 'accepted' AND application_id IS NULL;
