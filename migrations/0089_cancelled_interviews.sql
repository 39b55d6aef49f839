-- Why an interview was cancelled: by a colleague, by the candidate, or because the candidate left the pipeline.
ALTER TABLE interview_schedules ADD COLUMN cancel_reason text
    CHECK (cancel_reason IN ('colleague', 'candidate', 'left_pipeline'));
