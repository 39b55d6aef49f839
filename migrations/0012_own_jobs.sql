-- The jobs assigned to the current user, found once for a statement, and only where they are asked for. Policies that spelt
-- them out as subqueries had every statement planned with all of them, once for each table it names: a page of
-- applications took 3.3 ms to plan, each time, and takes 1.1.
CREATE FUNCTION own_jobs() RETURNS uuid[] LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS
$$
BEGIN
    RETURN ARRAY(SELECT j.job_id FROM member_jobs j
                 JOIN organization_members m ON m.organization_id = j.organization_id AND m.id = j.member_id
                 WHERE m.organization_id = current_organization() AND m.user_id = current_user_id());
END
$$;

ALTER POLICY job_access ON jobs
    USING ((SELECT sees_all_jobs()) OR id = ANY ((SELECT own_jobs())::uuid[]));
ALTER POLICY job_access ON applications
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[]));
ALTER POLICY job_access ON batches
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[]));
ALTER POLICY job_access ON batch_tasks
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[]));
