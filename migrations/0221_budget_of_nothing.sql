-- A budget of 0 allows nothing; none is NULL.
ALTER TABLE ai_settings DROP CONSTRAINT ai_settings_monthly_budget_check;
ALTER TABLE ai_settings ADD CONSTRAINT ai_settings_monthly_budget_check CHECK (monthly_budget >= 0);
