-- Whether a resume is one of the candidates whom the transaction's actor sees: it belongs to an application they can access, or
-- was evaluated for a job of theirs or of such an application. What a person sent for another job is not.
CREATE FUNCTION can_access_resume(resume resumes) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS
$$
    SELECT sees_all_jobs()
        OR EXISTS (SELECT FROM applications a
                   WHERE a.organization_id = resume.organization_id AND a.resume_id = resume.id)
        OR EXISTS (SELECT FROM applications a
                   JOIN evaluations e ON e.organization_id = a.organization_id AND e.job_id = a.job_id
                   WHERE a.organization_id = resume.organization_id AND a.person_id = resume.person_id
                     AND e.file_id = resume.file_id)
$$;
