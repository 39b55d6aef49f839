-- Interviews: when they are, what was asked and found, and who conducts them.

-- Equality beside overlap in an exclusion constraint.
CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE interview_schedules (
    id                uuid NOT NULL,
    organization_id   uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    -- NULL for one booked from outside that nobody linked to a candidate yet.
    application_id    uuid,
    start_time        timestamptz NOT NULL,
    end_time          timestamptz NOT NULL,
    round             integer NOT NULL CHECK (round BETWEEN 1 AND 99),
    -- A member, or somebody who is known by name alone.
    interviewer_id    uuid REFERENCES users ON DELETE SET NULL,
    interviewer_name  text NOT NULL,
    status            text NOT NULL DEFAULT 'scheduled' CHECK (status IN ('scheduled', 'completed', 'no_show', 'cancelled')),
    location          text NOT NULL DEFAULT '',
    meeting_link      text NOT NULL DEFAULT '',
    notes             text NOT NULL DEFAULT '',
    -- Whoever booked, where no candidate is linked.
    invitee_name      text NOT NULL DEFAULT '',
    invitee_email     text NOT NULL DEFAULT '',
    version           integer NOT NULL DEFAULT 1,
    created_by        uuid REFERENCES users ON DELETE SET NULL,
    created_at        timestamptz NOT NULL DEFAULT now(),
    updated_at        timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE CASCADE,
    CONSTRAINT interview_schedules_times CHECK (start_time < end_time AND end_time <= start_time + interval '12 hours'),
    CONSTRAINT interview_schedules_member_free EXCLUDE USING gist (
        organization_id WITH =, interviewer_id WITH =, tstzrange(start_time, end_time) WITH &&)
        WHERE (status = 'scheduled' AND interviewer_id IS NOT NULL),
    CONSTRAINT interview_schedules_name_free EXCLUDE USING gist (
        organization_id WITH =, lower(interviewer_name) WITH =, tstzrange(start_time, end_time) WITH &&)
        WHERE (status = 'scheduled' AND interviewer_id IS NULL AND interviewer_name <> '')
);
CREATE INDEX interview_schedules_by_time ON interview_schedules (organization_id, start_time, id);
CREATE INDEX interview_schedules_of ON interview_schedules (organization_id, application_id, start_time DESC);
CREATE INDEX interview_schedules_by_interviewer ON interview_schedules (organization_id, interviewer_id, start_time)
    WHERE interviewer_id IS NOT NULL;

-- One interview as it was conducted. The questions are kept as they were.
CREATE TABLE interview_sessions (
    id                  uuid NOT NULL,
    organization_id     uuid NOT NULL,
    application_id      uuid NOT NULL,
    schedule_id         uuid,
    round_number        integer NOT NULL CHECK (round_number BETWEEN 1 AND 99),
    interviewer_id      uuid REFERENCES users ON DELETE SET NULL,
    interviewer_name    text NOT NULL CHECK (interviewer_name <> ''),
    question_snapshot   jsonb NOT NULL,
    notes_by_question   jsonb NOT NULL,
    adhoc_notes         text NOT NULL,
    overall_evaluation  text NOT NULL,
    started_at          timestamptz,
    ended_at            timestamptz,
    version             integer NOT NULL DEFAULT 1,
    created_by          uuid REFERENCES users ON DELETE SET NULL,
    created_at          timestamptz NOT NULL DEFAULT now(),
    updated_at          timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT interview_sessions_round_key UNIQUE (organization_id, application_id, round_number),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE CASCADE,
    FOREIGN KEY (organization_id, schedule_id) REFERENCES interview_schedules ON DELETE SET NULL (schedule_id)
);
CREATE INDEX interview_sessions_by_interviewer ON interview_sessions (organization_id, interviewer_id)
    WHERE interviewer_id IS NOT NULL;

-- What an interviewer has typed and not saved yet.
CREATE TABLE interview_drafts (
    organization_id  uuid NOT NULL,
    application_id   uuid NOT NULL,
    user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    content          jsonb NOT NULL,
    version          integer NOT NULL DEFAULT 1,
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, application_id, user_id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE CASCADE
);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['interview_schedules', 'interview_sessions', 'interview_drafts'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;

-- The applications that the current user interviews. It runs as the role that may look past the policies, since they ask it.
GRANT SELECT (organization_id, application_id, interviewer_id) ON interview_schedules, interview_sessions TO bole_gate;
GRANT SELECT (organization_id, id, job_id) ON applications TO bole_gate;
CREATE POLICY gate ON interview_schedules FOR SELECT TO bole_gate USING (true);
CREATE POLICY gate ON interview_sessions FOR SELECT TO bole_gate USING (true);
CREATE POLICY gate ON applications FOR SELECT TO bole_gate USING (true);

CREATE FUNCTION own_interviews() RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$
BEGIN
    RETURN ARRAY(
        SELECT s.application_id FROM interview_schedules s
        WHERE s.organization_id = current_organization() AND s.interviewer_id = current_user_id()
          AND s.application_id IS NOT NULL
        UNION
        SELECT s.application_id FROM interview_sessions s
        WHERE s.organization_id = current_organization() AND s.interviewer_id = current_user_id());
END
$$;
-- And the jobs they are for.
CREATE FUNCTION own_interview_jobs() RETURNS uuid[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$
BEGIN
    RETURN ARRAY(SELECT DISTINCT a.job_id FROM applications a
                 WHERE a.organization_id = current_organization() AND a.id = ANY (own_interviews()));
END
$$;
GRANT CREATE ON SCHEMA public TO bole_gate;
ALTER FUNCTION own_interviews() OWNER TO bole_gate;
ALTER FUNCTION own_interview_jobs() OWNER TO bole_gate;
REVOKE CREATE ON SCHEMA public FROM bole_gate;
REVOKE EXECUTE ON FUNCTION own_interviews(), own_interview_jobs() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION own_interviews(), own_interview_jobs() TO bole_app, bole_gate;

-- Interviewers see the candidates they interview, whatever the job, and the job itself; they change nothing of the job.
ALTER POLICY job_access ON applications
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[])
           OR id = ANY ((SELECT own_interviews())::uuid[]));
DROP POLICY job_access ON jobs;
CREATE POLICY job_access ON jobs AS RESTRICTIVE FOR SELECT TO bole_app
    USING ((SELECT sees_all_jobs()) OR id = ANY ((SELECT own_jobs())::uuid[])
           OR id = ANY ((SELECT own_interview_jobs())::uuid[]));
CREATE POLICY job_change ON jobs AS RESTRICTIVE FOR UPDATE TO bole_app
    USING ((SELECT sees_all_jobs()) OR id = ANY ((SELECT own_jobs())::uuid[])) WITH CHECK (true);
CREATE POLICY job_removal ON jobs AS RESTRICTIVE FOR DELETE TO bole_app
    USING ((SELECT sees_all_jobs()) OR id = ANY ((SELECT own_jobs())::uuid[]));

ALTER POLICY job_access ON evaluations
    USING ((SELECT sees_all_jobs()) OR job_id = ANY ((SELECT own_jobs())::uuid[])
           OR EXISTS (SELECT FROM applications a WHERE a.organization_id = evaluations.organization_id
                        AND a.evaluation_id = evaluations.id));

-- A schedule without a candidate belongs to nobody's job yet: those who plan interviews link it.
CREATE POLICY job_access ON interview_schedules AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs()) OR application_id IS NULL OR interviewer_id = (SELECT current_user_id())
           OR EXISTS (SELECT FROM applications a WHERE a.organization_id = interview_schedules.organization_id
                        AND a.id = interview_schedules.application_id))
    WITH CHECK (true);
CREATE POLICY job_access ON interview_sessions AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs())
           OR EXISTS (SELECT FROM applications a WHERE a.organization_id = interview_sessions.organization_id
                        AND a.id = interview_sessions.application_id))
    WITH CHECK (true);
CREATE POLICY job_access ON interview_drafts AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs())
           OR EXISTS (SELECT FROM applications a WHERE a.organization_id = interview_drafts.organization_id
                        AND a.id = interview_drafts.application_id))
    WITH CHECK (true);
