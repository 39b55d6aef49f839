-- What models write besides evaluations: translations that are kept, and texts on their way to a screen. Budget, prices,
-- fallback and a limit of tokens beside an organization's key.

CREATE TABLE translations (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    -- SHA-256 of the text that was translated.
    text_hash        bytea NOT NULL CHECK (length(text_hash) = 32),
    language         text NOT NULL CHECK (language IN ('zh-CN', 'en-US', 'id-ID')),
    translation      text NOT NULL,
    model            text NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, text_hash, language)
);
CREATE INDEX translations_by_age ON translations (organization_id, created_at);

-- A text that a task is writing. A crash may forget it: the task then writes it again.
CREATE UNLOGGED TABLE task_texts (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    task_id          uuid NOT NULL,
    text             text NOT NULL,
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, task_id)
);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['translations', 'task_texts'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;

ALTER TABLE ai_settings
    ADD COLUMN tokens_per_minute   integer CHECK (tokens_per_minute > 0),
    -- Whether the built-in engine judges where the provider fails.
    ADD COLUMN falls_back          boolean NOT NULL DEFAULT false,
    -- US dollars.
    ADD COLUMN monthly_budget      double precision CHECK (monthly_budget > 0),
    -- US dollars for a million tokens; the list price of the model where none is set.
    ADD COLUMN prompt_price        double precision CHECK (prompt_price >= 0),
    ADD COLUMN cached_price        double precision CHECK (cached_price >= 0),
    ADD COLUMN completion_price    double precision CHECK (completion_price >= 0);

-- At the prices of its time, in millionths of a US dollar.
ALTER TABLE ai_usage ADD COLUMN cost_micros bigint NOT NULL DEFAULT 0;

ALTER TABLE ai_requests ADD COLUMN id uuid, ADD COLUMN tokens bigint NOT NULL DEFAULT 0;
CREATE INDEX ai_requests_by_id ON ai_requests (id) WHERE id IS NOT NULL;

-- As `ai_admit`, with a limit of tokens. A request that alone needs more than the limit goes when nothing else was sent.
CREATE FUNCTION ai_admit_request(of_account text, per_minute integer, tokens_per_minute bigint, at_a_time integer,
                                 permit uuid, expected_tokens bigint) RETURNS double precision
LANGUAGE plpgsql SET search_path = public, pg_temp AS
$$
DECLARE
    moment  timestamptz;
    paused  timestamptz;
    oldest  timestamptz;
    sent    bigint;
    used    bigint;
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
    IF per_minute IS NOT NULL OR tokens_per_minute IS NOT NULL THEN
        DELETE FROM ai_requests WHERE account = of_account AND at <= moment - interval '61 s';
        SELECT count(*), coalesce(sum(tokens), 0), min(at) INTO sent, used, oldest
        FROM ai_requests WHERE account = of_account;
        IF sent >= per_minute OR (sent > 0 AND used + expected_tokens > tokens_per_minute) THEN
            RETURN greatest(0.01, extract(epoch FROM oldest + interval '61 s' - moment));
        END IF;
        INSERT INTO ai_requests (account, at, id, tokens) VALUES (of_account, moment, permit, expected_tokens);
    END IF;
    INSERT INTO ai_permits (id, account, until) VALUES (permit, of_account, moment + interval '150 s');
    RETURN 0;
END
$$;
REVOKE EXECUTE ON FUNCTION ai_admit_request(text, integer, bigint, integer, uuid, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ai_admit_request(text, integer, bigint, integer, uuid, bigint) TO bole_ledger;
