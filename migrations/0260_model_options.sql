-- A model asked without a key, how much it reasons, further parameters of its requests, and whether a person chose it.
ALTER TABLE ai_settings
    ADD COLUMN without_key boolean NOT NULL DEFAULT false,
    ADD COLUMN reasoning_effort text CHECK (reasoning_effort IN ('none', 'minimal', 'low', 'medium', 'high')),
    ADD COLUMN extra_parameters jsonb CHECK (jsonb_typeof(extra_parameters) = 'object' AND pg_column_size(extra_parameters) <= 16384),
    ADD COLUMN is_default_model boolean NOT NULL DEFAULT false,
    ADD CHECK (NOT without_key OR base_url IS NOT NULL AND api_key_sealed IS NULL);

-- The default so far, which its provider no longer has. An owner that is no superuser is held to the policies too.
ALTER TABLE ai_settings NO FORCE ROW LEVEL SECURITY;
UPDATE ai_settings SET is_default_model = true WHERE model_name = 'gemini-1.5-pro-latest' AND base_url IS NULL;
ALTER TABLE ai_settings FORCE ROW LEVEL SECURITY;
