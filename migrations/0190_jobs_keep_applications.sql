-- Deleting a job never deletes applications. Deferrable, because deleting an organization deletes its jobs before its
-- people, and with them the applications.
ALTER TABLE applications
    DROP CONSTRAINT applications_organization_id_job_id_fkey,
    ADD CONSTRAINT applications_job_fkey FOREIGN KEY (organization_id, job_id) REFERENCES jobs DEFERRABLE;
