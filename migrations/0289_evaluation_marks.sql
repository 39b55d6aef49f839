-- People's own verdicts on the criteria of an evaluation. Each belongs to the evaluation it was given to, and keeps what it
-- was about: the criterion's text and the judge's verdict.
CREATE TABLE evaluation_marks (
    organization_id  uuid NOT NULL,
    application_id   uuid NOT NULL,
    evaluation_id    uuid NOT NULL,
    -- The criterion's place in the evaluation.
    position         integer NOT NULL CHECK (position >= 0),
    user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    job_id           uuid NOT NULL,
    criterion        text NOT NULL,
    judged           text NOT NULL CHECK (judged IN ('met', 'partly', 'not', 'unknown')),
    verdict          text NOT NULL CHECK (verdict IN ('met', 'partly', 'not', 'unknown')),
    reason           text NOT NULL CHECK (char_length(reason) <= 200),
    marked_at        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, application_id, evaluation_id, position, user_id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE CASCADE,
    FOREIGN KEY (organization_id, evaluation_id) REFERENCES evaluations ON DELETE CASCADE,
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE CASCADE
);
CREATE INDEX evaluation_marks_of_evaluation ON evaluation_marks (organization_id, evaluation_id);
CREATE INDEX evaluation_marks_of_job ON evaluation_marks (organization_id, job_id);
CREATE INDEX evaluation_marks_with_user_id ON evaluation_marks (user_id);

ALTER TABLE evaluation_marks ENABLE ROW LEVEL SECURITY;
ALTER TABLE evaluation_marks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON evaluation_marks TO bole_app
    USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
-- Interviewers see those of the candidates they interview.
CREATE POLICY job_access ON evaluation_marks AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs())
           OR EXISTS (SELECT FROM applications a WHERE a.organization_id = evaluation_marks.organization_id
                        AND a.id = evaluation_marks.application_id))
    WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON evaluation_marks TO bole_app;

-- Marks are live: whoever looks at the candidate or the rubric sees what others mark.
CREATE FUNCTION notify_evaluation_marks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('mark.changed', organization_id, job_id, array_agg(DISTINCT application_id))
    FROM changed GROUP BY organization_id, job_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_added AFTER INSERT ON evaluation_marks REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_evaluation_marks();
CREATE TRIGGER notify_changed AFTER UPDATE ON evaluation_marks REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_evaluation_marks();
CREATE TRIGGER notify_removed AFTER DELETE ON evaluation_marks REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_evaluation_marks();
