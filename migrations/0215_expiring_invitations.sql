-- The clock, which may be shifted, finds organizations with open invitations whose time is over.
CREATE POLICY ledger ON organization_invitations FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, accepted_at, declined_at, expires_at) ON organization_invitations TO bole_ledger;
