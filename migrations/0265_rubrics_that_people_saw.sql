-- Rubrics of the built-in engine in organizations without a model were shown to people, so a model that is set up later
-- changes them only when a person asks for that.
UPDATE job_rubrics r SET is_used = true
WHERE r.engine = 'built-in' AND NOT r.is_used
  AND NOT EXISTS (SELECT 1 FROM ai_settings s WHERE s.organization_id = r.organization_id AND s.api_key_sealed IS NOT NULL);
