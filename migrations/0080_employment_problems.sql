-- What is wrong with the dates of each employment. Another employment of the same resume is looked up by its index, so a
-- page costs what its rows cost, not what the organization has.
CREATE VIEW employment_problems WITH (security_invoker = true) AS
SELECT w.organization_id, w.id, w.resume_id, w.ordinal,
       m.first IS NULL OR m.last IS NULL AS missing,
       coalesce(m.first > m.last, false) AS reversed,
       EXISTS (
           SELECT FROM work_experiences o
           CROSS JOIN LATERAL (
               SELECT month_number(o.start_date) AS first,
                      CASE WHEN o.is_current THEN month_number(to_char(now(), 'YYYY-MM')) ELSE month_number(o.end_date) END
                          AS last) n
           WHERE o.organization_id = w.organization_id AND o.resume_id = w.resume_id AND o.id <> w.id
             AND least(n.last, m.last) - greatest(n.first, m.first) >= 1) AS overlapping
FROM work_experiences w
CROSS JOIN LATERAL (
    SELECT month_number(w.start_date) AS first,
           CASE WHEN w.is_current THEN month_number(to_char(now(), 'YYYY-MM')) ELSE month_number(w.end_date) END AS last) m;
GRANT SELECT ON employment_problems TO bole_app;

-- The talent pool of one job, latest first.
CREATE INDEX applications_archived_of_job ON applications (organization_id, job_id, archived_at DESC, id DESC)
    WHERE is_archived;

-- All batches of an organization, newest first.
CREATE INDEX batches_newest ON batches (organization_id, created_at DESC, id DESC);
