-- A message to the addresses of several jobs has a row for each of them, numbered in the order of the addresses.
ALTER TABLE inbound_messages ADD COLUMN copy smallint NOT NULL DEFAULT 0;
ALTER TABLE inbound_messages DROP CONSTRAINT inbound_messages_key,
    ADD CONSTRAINT inbound_messages_key UNIQUE NULLS NOT DISTINCT (organization_id, message_id, content_hash, copy);
