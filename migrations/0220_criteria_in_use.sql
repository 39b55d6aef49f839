-- A rubric by which resumes were evaluated stays when another engine is chosen, until a person lets that engine read the job.
ALTER TABLE job_rubrics ADD COLUMN is_used boolean NOT NULL DEFAULT false;
-- An owner that is no superuser is held to the policies too while they are forced.
ALTER TABLE job_rubrics NO FORCE ROW LEVEL SECURITY;
ALTER TABLE evaluations NO FORCE ROW LEVEL SECURITY;
UPDATE job_rubrics r SET is_used = true
WHERE EXISTS (SELECT FROM evaluations e
              WHERE e.organization_id = r.organization_id AND e.job_id = r.job_id AND e.engine = r.engine);
ALTER TABLE evaluations FORCE ROW LEVEL SECURITY;
ALTER TABLE job_rubrics FORCE ROW LEVEL SECURITY;

-- The latest evaluation of a job by its own engine: what the others are compared with.
CREATE INDEX evaluations_latest_of_job ON evaluations (organization_id, job_id, id) WHERE NOT ai_eval ? 'fallbackReason';

-- The recommendation level with which an application was added; absent for moves.
ALTER TABLE application_events ADD COLUMN level text;
