-- An analysis of a resume's working life that waits is another state than one that is under way.
ALTER TABLE resumes
    DROP CONSTRAINT resumes_analysis_status,
    ADD CONSTRAINT resumes_analysis_status CHECK (analysis_status IN ('pending', 'processing', 'completed', 'failed'));
