-- Operators see the plans of organizations, and the ones that were asked for.
GRANT SELECT (subscription_tier, requested_plan) ON organizations TO bole_ledger;
