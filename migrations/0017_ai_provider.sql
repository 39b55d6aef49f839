-- The AI provider of an organization, what it consumes, and the limits of its key for the whole fleet.

CREATE TABLE ai_settings (
    organization_id      uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
    model_name           text NOT NULL CHECK (length(model_name) BETWEEN 1 AND 200),
    base_url             text CHECK (length(base_url) <= 2000),
    -- Sealed with the server key; never sent back.
    api_key_sealed       bytea,
    requests_per_minute  integer CHECK (requests_per_minute > 0),
    concurrency          integer CHECK (concurrency > 0),
    updated_by           uuid REFERENCES users ON DELETE SET NULL,
    updated_at           timestamptz NOT NULL DEFAULT now()
);

-- A refused key or a spent quota stops an organization's model work until somebody resumes it.
CREATE TABLE ai_pauses (
    organization_id  uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
    reason           text NOT NULL,
    since            timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE ai_usage (
    id                 uuid NOT NULL,
    organization_id    uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    -- The kind of work: evaluation, draft, translation.
    purpose            text NOT NULL,
    model              text NOT NULL,
    job_id             uuid,
    batch_id           uuid,
    requests           integer NOT NULL,
    prompt_tokens      bigint NOT NULL,
    cached_tokens      bigint NOT NULL,
    completion_tokens  bigint NOT NULL,
    created_at         timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE SET NULL (job_id),
    FOREIGN KEY (organization_id, batch_id) REFERENCES batches ON DELETE SET NULL (batch_id)
);
CREATE INDEX ai_usage_by_time ON ai_usage (organization_id, created_at);
CREATE INDEX ai_usage_of_job ON ai_usage (organization_id, job_id) WHERE job_id IS NOT NULL;
CREATE INDEX ai_usage_of_batch ON ai_usage (organization_id, batch_id) WHERE batch_id IS NOT NULL;

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['ai_settings', 'ai_pauses', 'ai_usage'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;
CREATE POLICY job_access ON ai_usage AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[])) WITH CHECK (true);

-- Requests of each key's account lately, whoever sent them. A crash may forget them, so they cost no log.
CREATE UNLOGGED TABLE ai_accounts (
    account       text PRIMARY KEY,
    paused_until  timestamptz
);
CREATE UNLOGGED TABLE ai_requests (
    account  text NOT NULL,
    at       timestamptz NOT NULL
);
CREATE INDEX ai_requests_of ON ai_requests (account, at);
CREATE UNLOGGED TABLE ai_permits (
    id       uuid PRIMARY KEY,
    account  text NOT NULL,
    until    timestamptz NOT NULL
);
CREATE INDEX ai_permits_of ON ai_permits (account);
GRANT SELECT, INSERT, UPDATE, DELETE ON ai_accounts, ai_requests, ai_permits TO bole_ledger;

-- Lets one request of an account begin: 0, or in how many seconds to ask again. Requests arrive a little after they are
-- admitted, so the window is a second longer than a minute.
CREATE FUNCTION ai_admit(of_account text, per_minute integer, at_a_time integer, permit uuid) RETURNS double precision
LANGUAGE plpgsql SET search_path = public, pg_temp AS
$$
DECLARE
    moment  timestamptz;
    paused  timestamptz;
    oldest  timestamptz;
    sent    bigint;
BEGIN
    INSERT INTO ai_accounts (account) VALUES (of_account) ON CONFLICT DO NOTHING;
    SELECT paused_until INTO paused FROM ai_accounts WHERE account = of_account FOR UPDATE;
    moment := clock_timestamp();
    IF paused > moment THEN
        RETURN extract(epoch FROM paused - moment);
    END IF;
    DELETE FROM ai_permits WHERE account = of_account AND until < moment;
    IF (SELECT count(*) FROM ai_permits WHERE account = of_account) >= at_a_time THEN
        RETURN 0.05;
    END IF;
    IF per_minute IS NOT NULL THEN
        DELETE FROM ai_requests WHERE account = of_account AND at <= moment - interval '61 s';
        SELECT count(*), min(at) INTO sent, oldest FROM ai_requests WHERE account = of_account;
        IF sent >= per_minute THEN
            RETURN greatest(0.01, extract(epoch FROM oldest + interval '61 s' - moment));
        END IF;
        INSERT INTO ai_requests (account, at) VALUES (of_account, moment);
    END IF;
    INSERT INTO ai_permits (id, account, until) VALUES (permit, of_account, moment + interval '150 s');
    RETURN 0;
END
$$;
REVOKE EXECUTE ON FUNCTION ai_admit(text, integer, integer, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ai_admit(text, integer, integer, uuid) TO bole_ledger;
