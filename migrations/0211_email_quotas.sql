-- How many emails an organization sent on a day (UTC) through the server's mail server, and whether the operator has verified
-- it: until then it may send only a few, so that strangers cannot relay through an installation that is open to all.
ALTER TABLE daily_usage ADD COLUMN emails bigint NOT NULL DEFAULT 0;
ALTER TABLE organizations ADD COLUMN verified_at timestamptz;
-- An owner that is no superuser is held to the policies too while they are forced.
ALTER TABLE organizations NO FORCE ROW LEVEL SECURITY;
UPDATE organizations SET verified_at = now() WHERE subscription_tier <> 'free' AND subscription_status = 'active';
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
