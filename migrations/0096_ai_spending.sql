-- What model work has cost, month by month: asked for before each piece of it, so that a budget is not added up anew. Of no
-- job, so that everybody whose work a spent budget stops is told the same.
CREATE TABLE ai_spending (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    -- Its first day, in UTC.
    month            date NOT NULL,
    -- Millionths of a US dollar.
    cost_micros      bigint NOT NULL,
    PRIMARY KEY (organization_id, month)
);

-- An owner that is no superuser is held to the policies too while they are forced.
ALTER TABLE ai_usage NO FORCE ROW LEVEL SECURITY;
INSERT INTO ai_spending (organization_id, month, cost_micros)
SELECT organization_id, date_trunc('month', created_at AT TIME ZONE 'UTC')::date, sum(cost_micros) FROM ai_usage GROUP BY 1, 2;
ALTER TABLE ai_usage FORCE ROW LEVEL SECURITY;

-- What an organization told its model beside the criteria, under the version that evaluations name: a prompt that was changed
-- or deleted since can still be shown with what was judged by it.
CREATE TABLE evaluation_prompts (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    version          text NOT NULL,
    text             text NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, version)
);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['ai_spending', 'evaluation_prompts'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;
