-- A task may evaluate many entries: what is evaluated is completed, whatever becomes of the rest.
CREATE OR REPLACE VIEW batch_task_status WITH (security_invoker = true) AS
SELECT b.organization_id, b.id, b.batch_id,
       CASE WHEN b.evaluated_at IS NULL THEN coalesce(b.entry_status, s.status) ELSE 'completed' END AS status,
       coalesce(s.attempts, 0) AS attempts
FROM batch_tasks b LEFT JOIN task_status s ON s.organization_id = b.organization_id AND s.id = b.task_id;
