-- Measurements of an organization's judge on the labelled sample. The judge is known once the first resume is judged; results
-- are comparable only between equal judges and samples.
CREATE TABLE judge_measurements (
    organization_id    uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    id                 uuid NOT NULL,
    -- The version of the sample.
    sample             text NOT NULL,
    engine             text,
    model              text,
    -- Version of the prompt, or of the built-in engine.
    version            text,
    -- One element per resume judged so far, so that a retry pays for none of them again.
    outcomes           jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(outcomes) = 'array'),
    prompt_tokens      bigint NOT NULL DEFAULT 0,
    completion_tokens  bigint NOT NULL DEFAULT 0,
    cost_micros        bigint NOT NULL DEFAULT 0,
    created_by         uuid REFERENCES users ON DELETE SET NULL,
    created_at         timestamptz NOT NULL DEFAULT now(),
    finished_at        timestamptz,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT judge_measurements_judge CHECK (finished_at IS NULL OR (engine IS NOT NULL AND version IS NOT NULL))
);
CREATE INDEX judge_measurements_latest ON judge_measurements (organization_id, finished_at DESC)
    WHERE finished_at IS NOT NULL;
CREATE INDEX judge_measurements_created_by ON judge_measurements (created_by) WHERE created_by IS NOT NULL;

ALTER TABLE judge_measurements ENABLE ROW LEVEL SECURITY;
ALTER TABLE judge_measurements FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON judge_measurements TO bole_app USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE ON judge_measurements TO bole_app;
