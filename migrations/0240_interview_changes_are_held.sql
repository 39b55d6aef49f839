-- What participants of an interview were last notified of. A member's change is held while it can be undone, by the
-- version it created; participants are then notified of what still differs.
ALTER TABLE interview_schedules
    ADD COLUMN announced jsonb,
    ADD COLUMN held_version integer;

-- Booked at a booking service while the interviewer has another interview. It exists, so it is kept with its
-- interviewer and shown as a conflict.
ALTER TABLE interview_schedules
    ADD COLUMN may_overlap boolean NOT NULL DEFAULT false,
    DROP CONSTRAINT interview_schedules_member_free,
    ADD CONSTRAINT interview_schedules_member_free EXCLUDE USING gist (
        organization_id WITH =, interviewer_id WITH =, tstzrange(start_time, end_time) WITH &&)
        WHERE (status = 'scheduled' AND interviewer_id IS NOT NULL AND NOT may_overlap);

-- An owner that is no superuser is held to the policies too while they are forced.
ALTER TABLE interview_schedules NO FORCE ROW LEVEL SECURITY;
ALTER TABLE interview_schedules DISABLE TRIGGER notify_changed;
UPDATE interview_schedules SET announced = jsonb_build_object(
    'status', status,
    'start', to_char(start_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'end', to_char(end_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'location', location,
    'meeting_link', meeting_link,
    'interviewer', interviewer_id,
    'has_candidate', application_id IS NOT NULL);
ALTER TABLE interview_schedules ENABLE TRIGGER notify_changed;
ALTER TABLE interview_schedules FORCE ROW LEVEL SECURITY;
