-- Rubrics of the built-in engine in organizations without a model were shown to people, so a model that is set up later
-- changes them only when a person asks for that. An owner that is no superuser is held to the policies too.
ALTER TABLE ai_settings NO FORCE ROW LEVEL SECURITY;
ALTER TABLE job_rubrics NO FORCE ROW LEVEL SECURITY;
UPDATE job_rubrics r SET is_used = true
WHERE r.engine = 'built-in' AND NOT r.is_used
  AND NOT EXISTS (SELECT 1 FROM ai_settings s WHERE s.organization_id = r.organization_id AND s.api_key_sealed IS NOT NULL);
ALTER TABLE job_rubrics FORCE ROW LEVEL SECURITY;
ALTER TABLE ai_settings FORCE ROW LEVEL SECURITY;
