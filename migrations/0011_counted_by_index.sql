-- A page of a job's candidates, and how many there are, out of the index alone: nothing of the rows is read but the page.
-- 150 ms became 40 for a job of 100,000.
DROP INDEX applications_by_score;
CREATE INDEX applications_by_score ON applications (organization_id, job_id, overall_score DESC NULLS LAST, id)
    INCLUDE (status, sub_status, recommendation_level, is_archived, updated_at);
