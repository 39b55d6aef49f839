-- Interview links, jobs' links to them, blind mode, prompts, and settings by key.

CREATE TABLE interview_locations (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    id               uuid NOT NULL,
    name             text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    type             text NOT NULL CHECK (type IN ('online', 'onsite')),
    details          text NOT NULL CHECK (length(details) BETWEEN 1 AND 2000),
    created_at       timestamptz NOT NULL DEFAULT now(),
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id)
);

CREATE TABLE job_locations (
    organization_id  uuid NOT NULL,
    job_id           uuid NOT NULL,
    location_id      uuid NOT NULL,
    PRIMARY KEY (organization_id, job_id, location_id),
    CONSTRAINT job_locations_job_fkey FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE CASCADE,
    CONSTRAINT job_locations_location_fkey
        FOREIGN KEY (organization_id, location_id) REFERENCES interview_locations ON DELETE CASCADE
);
CREATE INDEX job_locations_of_location ON job_locations (organization_id, location_id);

ALTER TABLE jobs ADD COLUMN blind_mode boolean NOT NULL DEFAULT false;

-- A prompt belongs to one member, or to the organization where user_id is null. At most one of a type is in force for each.
CREATE TABLE prompts (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    id               uuid NOT NULL,
    prompt_type      text NOT NULL CHECK (prompt_type IN (
        'jd', 'criteria', 'questions', 'evaluation', 'insights', 'translation',
        'online_invitation', 'onsite_invitation', 'offer_intent', 'offer_sent', 'rejection')),
    text             text NOT NULL CHECK (length(text) BETWEEN 1 AND 20000),
    is_active        boolean NOT NULL DEFAULT true,
    user_id          uuid REFERENCES users ON DELETE CASCADE,
    version          integer NOT NULL DEFAULT 1,
    created_at       timestamptz NOT NULL DEFAULT now(),
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX prompts_active_key ON prompts (organization_id, prompt_type, user_id) NULLS NOT DISTINCT WHERE is_active;

CREATE TABLE system_settings (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    key              text NOT NULL CHECK (key ~ '^[a-z_]{1,64}$'),
    value            jsonb NOT NULL,
    updated_by       uuid REFERENCES users ON DELETE SET NULL,
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, key)
);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['interview_locations', 'job_locations', 'prompts', 'system_settings'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;

-- What hangs on a job is seen with it.
CREATE POLICY job_access ON job_locations AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[])) WITH CHECK (true);
-- Nobody sees what others wrote for themselves.
CREATE POLICY own ON prompts AS RESTRICTIVE TO bole_app
    USING (user_id IS NULL OR user_id = (SELECT current_user_id()))
    WITH CHECK (user_id IS NULL OR user_id = (SELECT current_user_id()));
