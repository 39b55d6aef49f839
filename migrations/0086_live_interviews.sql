-- Planned interviews are live: whoever looks at the calendar sees what others plan, move and call off.
CREATE FUNCTION notify_interview_schedules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('schedule.changed', c.organization_id, a.job_id, array_agg(c.id))
    FROM changed c LEFT JOIN applications a ON a.organization_id = c.organization_id AND a.id = c.application_id
    GROUP BY c.organization_id, a.job_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_added AFTER INSERT ON interview_schedules REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_interview_schedules();
CREATE TRIGGER notify_changed AFTER UPDATE ON interview_schedules REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_interview_schedules();
