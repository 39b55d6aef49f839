-- An interview that is not linked to a candidate belongs to no job: its interviewer sees it, and members who may schedule
-- interviews, for whom the transaction's setting app.interviews is 'all'.
CREATE FUNCTION schedules_interviews() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT current_setting('app.interviews', true) IS NOT DISTINCT FROM 'all' $$;
ALTER POLICY job_access ON interview_schedules
    USING ((SELECT sees_all_jobs()) OR interviewer_id = (SELECT current_user_id())
           OR application_id IS NULL AND (SELECT schedules_interviews())
           OR EXISTS (SELECT FROM applications a WHERE a.organization_id = interview_schedules.organization_id
                        AND a.id = interview_schedules.application_id));
