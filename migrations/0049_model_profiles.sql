-- What an organization's model read of a person, beside what the built-in reader did: {version, profile}.
ALTER TABLE file_texts ADD COLUMN model_profile jsonb;
