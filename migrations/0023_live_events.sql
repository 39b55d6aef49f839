-- Live events: what changed is told with the commit, one notification per statement and job, ids alone.

CREATE FUNCTION notify_live_event(kind text, organization uuid, job uuid, ids uuid[]) RETURNS void LANGUAGE sql AS $$
    SELECT pg_notify('bole_events', json_build_object(
        'kind', kind, 'organization_id', organization, 'job_id', job,
        'ids', to_json(CASE WHEN cardinality(ids) <= 100 THEN ids ELSE '{}' END))::text)
$$;

CREATE FUNCTION notify_applications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('application.changed', organization_id, job_id, array_agg(id))
    FROM changed GROUP BY organization_id, job_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_added AFTER INSERT ON applications REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_applications();
CREATE TRIGGER notify_changed AFTER UPDATE ON applications REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_applications();

CREATE FUNCTION notify_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('job.changed', organization_id, id, ARRAY[id]) FROM changed;
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_added AFTER INSERT ON jobs REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_jobs();
CREATE TRIGGER notify_changed AFTER UPDATE ON jobs REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_jobs();

CREATE FUNCTION notify_batches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('batch.changed', organization_id, job_id, array_agg(id))
    FROM changed GROUP BY organization_id, job_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_added AFTER INSERT ON batches REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_batches();
