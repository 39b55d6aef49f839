-- The numbers of a batch's or a job's entries by state and recommendation.
CREATE VIEW batch_task_counts WITH (security_invoker = true) AS
SELECT e.organization_id, e.job_id, e.batch_id, coalesce(e.status, s.status) AS status, e.recommendation, e.entries,
       e.promoted, e.last_evaluated_at
FROM (SELECT organization_id, job_id, batch_id, status, task_id, recommendation, count(*) AS entries,
             count(application_id) AS promoted, max(evaluated_at) AS last_evaluated_at
      -- Once it is evaluated, an entry needs no look at its task.
      FROM (SELECT organization_id, job_id, batch_id, recommendation, application_id, evaluated_at,
                   CASE WHEN evaluated_at IS NULL THEN entry_status ELSE 'completed' END AS status,
                   CASE WHEN evaluated_at IS NULL THEN task_id END AS task_id
            FROM batch_tasks) entry
      GROUP BY organization_id, job_id, batch_id, status, task_id, recommendation) e
-- OFFSET keeps the planner from joining all tasks of the organization, which it may believe to be few.
LEFT JOIN LATERAL (
    SELECT s.status FROM task_status s WHERE s.organization_id = e.organization_id AND s.id = e.task_id OFFSET 0) s ON true;
GRANT SELECT ON batch_task_counts TO bole_app;
