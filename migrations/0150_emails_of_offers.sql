-- An offer's email belongs to its offer: it is taken back with it, and not sent once the offer is closed.
ALTER TABLE emails
    ADD COLUMN offer_id uuid,
    ADD CONSTRAINT emails_offer_fkey FOREIGN KEY (organization_id, offer_id) REFERENCES offers ON DELETE CASCADE;
CREATE INDEX emails_of_offer ON emails (organization_id, offer_id) WHERE offer_id IS NOT NULL;

-- An owner that is no superuser is held to the policies too while they are forced.
ALTER TABLE emails NO FORCE ROW LEVEL SECURITY;
ALTER TABLE offers NO FORCE ROW LEVEL SECURITY;
-- The offer that was open when the email was written; emails written by hand have no private link.
UPDATE emails e
SET offer_id = (SELECT o.id FROM offers o
                WHERE o.organization_id = e.organization_id AND o.application_id = e.application_id AND o.id < e.id
                ORDER BY o.id DESC LIMIT 1)
WHERE e.type = 'offer_sent' AND e.body ~ '/offer/[A-Za-z0-9_-]{64}';
ALTER TABLE emails FORCE ROW LEVEL SECURITY;
ALTER TABLE offers FORCE ROW LEVEL SECURITY;
