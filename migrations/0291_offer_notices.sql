-- Whether members are notified by email of offers that wait for them or were answered.
ALTER TABLE users ADD COLUMN offer_updates boolean NOT NULL DEFAULT true;
GRANT SELECT (offer_updates) ON users TO bole_app;

-- Offers that wait for an approval.
CREATE INDEX offers_submitted ON offers (organization_id, id) WHERE status = 'submitted';
