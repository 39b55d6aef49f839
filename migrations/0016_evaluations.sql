-- Evaluations are rows of their own: a file judged for a job by a rubric, an engine and versions. A batch entry and an
-- application point at theirs; earlier ones stay as history.

CREATE TABLE evaluations (
    id                    uuid NOT NULL,
    organization_id       uuid NOT NULL,
    file_id               uuid NOT NULL,
    job_id                uuid NOT NULL,
    -- SHA-256 of the rubric; empty where it is not known.
    rubric_hash           bytea NOT NULL,
    -- `built-in` or `model`.
    engine                text NOT NULL,
    engine_version        text NOT NULL,
    prompt_version        text,
    reading_version       text NOT NULL,
    ai_eval               jsonb NOT NULL,
    overall_score         double precision NOT NULL,
    recommendation_level  text NOT NULL,
    -- The verdicts in the order of the rubric, one letter each: m met, p partly, n not, u unknown; capital for a must.
    strip                 text NOT NULL CHECK (strip ~ '^[MPNUmpnu]*$'),
    created_at            timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, file_id) REFERENCES files ON DELETE CASCADE,
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE CASCADE
);
CREATE INDEX evaluations_of_file ON evaluations (organization_id, file_id, id);
CREATE INDEX evaluations_of_job ON evaluations (organization_id, job_id);

ALTER TABLE evaluations ENABLE ROW LEVEL SECURITY;
ALTER TABLE evaluations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON evaluations TO bole_app
    USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
CREATE POLICY job_access ON evaluations AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[])) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON evaluations TO bole_app;

-- A job's rubric as each engine read it, and the hash of what it was read from: stale when it differs.
CREATE TABLE job_rubrics (
    organization_id  uuid NOT NULL,
    job_id           uuid NOT NULL,
    engine           text NOT NULL,
    source_hash      bytea NOT NULL,
    rubric           jsonb NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, job_id, engine),
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE CASCADE
);

ALTER TABLE job_rubrics ENABLE ROW LEVEL SECURITY;
ALTER TABLE job_rubrics FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON job_rubrics TO bole_app
    USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
CREATE POLICY job_access ON job_rubrics AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[])) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON job_rubrics TO bole_app;

ALTER TABLE batch_tasks ADD COLUMN evaluation_id uuid;
ALTER TABLE applications ADD COLUMN evaluation_id uuid;
CREATE INDEX batch_tasks_application ON batch_tasks (organization_id, application_id) WHERE application_id IS NOT NULL;

-- What was stored in place becomes rows. An owner that is no superuser is held to the policies too while they are forced.
ALTER TABLE jobs NO FORCE ROW LEVEL SECURITY;
ALTER TABLE resumes NO FORCE ROW LEVEL SECURITY;
ALTER TABLE batch_tasks NO FORCE ROW LEVEL SECURITY;
ALTER TABLE applications NO FORCE ROW LEVEL SECURITY;
ALTER TABLE evaluations NO FORCE ROW LEVEL SECURITY;
ALTER TABLE job_rubrics NO FORCE ROW LEVEL SECURITY;

CREATE FUNCTION pg_temp.strip(ai_eval jsonb) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(string_agg(
        CASE WHEN c.item ->> 'kind' = 'must' THEN upper(left(c.item ->> 'verdict', 1)) ELSE left(c.item ->> 'verdict', 1) END,
        '' ORDER BY c.place), '')
    FROM jsonb_array_elements(coalesce(ai_eval -> 'criteria', '[]')) WITH ORDINALITY AS c (item, place)
$$;

INSERT INTO job_rubrics (organization_id, job_id, engine, source_hash, rubric)
SELECT organization_id, id, 'built-in', rubric_source_hash, rubric FROM jobs
WHERE rubric IS NOT NULL AND rubric_source_hash IS NOT NULL;
ALTER TABLE jobs DROP COLUMN rubric, DROP COLUMN rubric_source_hash;

UPDATE batch_tasks SET evaluation_id = gen_random_uuid() WHERE ai_eval IS NOT NULL AND file_id IS NOT NULL;
INSERT INTO evaluations (id, organization_id, file_id, job_id, rubric_hash, engine, engine_version, reading_version, ai_eval,
                         overall_score, recommendation_level, strip, created_at)
SELECT evaluation_id, organization_id, file_id, job_id, '', ai_eval ->> 'engine', ai_eval -> 'versions' ->> 'engine',
       ai_eval -> 'versions' ->> 'extraction', ai_eval, score, recommendation, pg_temp.strip(ai_eval),
       coalesce(evaluated_at, created_at)
FROM batch_tasks WHERE evaluation_id IS NOT NULL;

UPDATE applications a SET evaluation_id = (
    SELECT b.evaluation_id FROM batch_tasks b
    WHERE b.organization_id = a.organization_id AND b.application_id = a.id AND b.ai_eval = a.ai_eval
    ORDER BY b.id LIMIT 1)
WHERE a.ai_eval IS NOT NULL;
-- Where the entry was deleted, the application's copy is all there is.
UPDATE applications SET evaluation_id = gen_random_uuid()
WHERE ai_eval IS NOT NULL AND evaluation_id IS NULL AND resume_id IS NOT NULL;
INSERT INTO evaluations (id, organization_id, file_id, job_id, rubric_hash, engine, engine_version, reading_version, ai_eval,
                         overall_score, recommendation_level, strip, created_at)
SELECT a.evaluation_id, a.organization_id, r.file_id, a.job_id, '', a.ai_eval ->> 'engine',
       a.ai_eval -> 'versions' ->> 'engine', a.ai_eval -> 'versions' ->> 'extraction', a.ai_eval, a.overall_score,
       a.recommendation_level, pg_temp.strip(a.ai_eval), a.created_at
FROM applications a JOIN resumes r ON r.organization_id = a.organization_id AND r.id = a.resume_id
WHERE a.evaluation_id IS NOT NULL
  AND NOT EXISTS (SELECT FROM evaluations e WHERE e.organization_id = a.organization_id AND e.id = a.evaluation_id);

DROP FUNCTION pg_temp.strip(jsonb);
ALTER TABLE jobs FORCE ROW LEVEL SECURITY;
ALTER TABLE resumes FORCE ROW LEVEL SECURITY;
ALTER TABLE batch_tasks FORCE ROW LEVEL SECURITY;
ALTER TABLE applications FORCE ROW LEVEL SECURITY;
ALTER TABLE evaluations FORCE ROW LEVEL SECURITY;
ALTER TABLE job_rubrics FORCE ROW LEVEL SECURITY;

-- Score and level stay copied in both, for sorting, filtering and counting.
ALTER TABLE batch_tasks DROP COLUMN ai_eval,
    ADD FOREIGN KEY (organization_id, evaluation_id) REFERENCES evaluations ON DELETE SET NULL (evaluation_id);
ALTER TABLE applications DROP COLUMN ai_eval,
    ADD FOREIGN KEY (organization_id, evaluation_id) REFERENCES evaluations ON DELETE SET NULL (evaluation_id);
CREATE INDEX batch_tasks_evaluation ON batch_tasks (organization_id, evaluation_id) WHERE evaluation_id IS NOT NULL;
CREATE INDEX applications_evaluation ON applications (organization_id, evaluation_id) WHERE evaluation_id IS NOT NULL;

-- A batch is entries for a job, wherever they come from: only an uploaded one has a ZIP.
ALTER TABLE batches
    ADD COLUMN source text NOT NULL DEFAULT 'upload' CHECK (source IN ('upload', 'mail', 'pool', 'reevaluation')),
    ALTER COLUMN storage_key DROP NOT NULL,
    ALTER COLUMN unpack_task_id DROP NOT NULL,
    ADD CONSTRAINT batches_zip CHECK (source <> 'upload' OR storage_key IS NOT NULL AND unpack_task_id IS NOT NULL);
