-- The text of an offer's email has a placeholder for the secret of the candidate's link. The secret is made when the email
-- is sent, and only its hash is stored.
ALTER TABLE emails ADD COLUMN link_hash bytea;
CREATE UNIQUE INDEX emails_link_key ON emails (organization_id, link_hash) WHERE link_hash IS NOT NULL;

-- An owner that is no superuser is held to the policies too while they are forced.
ALTER TABLE emails NO FORCE ROW LEVEL SECURITY;
ALTER TABLE inbound_messages NO FORCE ROW LEVEL SECURITY;
-- A draft of such an email is the email that was taken back, which is sent again as it is.
UPDATE emails
SET body = regexp_replace(body, '/offer/[A-Za-z0-9_-]{64}', '/offer/{{offer_token}}', 'g'),
    error = CASE status WHEN 'draft' THEN 'email.cancelled' ELSE error END,
    status = CASE status WHEN 'draft' THEN 'failed' ELSE status END
WHERE type = 'offer_sent' AND body ~ '/offer/[A-Za-z0-9_-]{64}';
-- Answers quote the email.
UPDATE inbound_messages SET body = regexp_replace(body, '/offer/[A-Za-z0-9_-]{64}', '/offer/{{offer_token}}', 'g')
WHERE body ~ '/offer/[A-Za-z0-9_-]{64}';
ALTER TABLE emails FORCE ROW LEVEL SECURITY;
ALTER TABLE inbound_messages FORCE ROW LEVEL SECURITY;
