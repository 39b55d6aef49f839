-- Who drafted an email: the built-in templates or a model, and why the templates stand in for the model.
ALTER TABLE emails
    ADD COLUMN engine           text CHECK (engine IN ('built-in', 'model')),
    ADD COLUMN fallback_reason  text;
