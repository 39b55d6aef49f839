-- What the dashboard counts over a year of history, by index alone. History is only added to, so what an event says of the
-- events before it is written with it, once, and holds for good.

ALTER TABLE application_events
    -- Of a change of stage: since when the application had been in the stage it left.
    ADD COLUMN stage_since timestamptz,
    -- When it had entered the same stage the last time before.
    ADD COLUMN entered_last timestamptz,
    -- When it had come to interviews from elsewhere the last time before.
    ADD COLUMN interviewed_last timestamptz;

-- Planned while the table may be empty, when every index looks the same, and kept: without sorts only the one that is in the
-- order of an application's own events is left.
CREATE FUNCTION remember_stage_changes() RETURNS trigger LANGUAGE plpgsql
SET search_path = public, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off AS
$$
BEGIN
    SELECT max(e.created_at),
           max(e.created_at) FILTER (WHERE e.to_status = NEW.to_status),
           max(e.created_at) FILTER (WHERE e.to_status IN ('线上面试', '线下面试')
                                       AND e.from_status NOT IN ('线上面试', '线下面试'))
    INTO NEW.stage_since, NEW.entered_last, NEW.interviewed_last
    FROM (SELECT c.created_at, c.from_status, c.to_status
          FROM application_events c
          WHERE c.organization_id = NEW.organization_id AND c.application_id = NEW.application_id
            AND c.version < NEW.version
          ORDER BY c.version OFFSET 0) e
    WHERE e.from_status IS DISTINCT FROM e.to_status;
    RETURN NEW;
END
$$;
CREATE TRIGGER remember_stage_changes BEFORE INSERT ON application_events FOR EACH ROW
    WHEN (NEW.from_status <> NEW.to_status) EXECUTE FUNCTION remember_stage_changes();

-- An owner that is no superuser is held to the policies too while they are forced.
ALTER TABLE application_events NO FORCE ROW LEVEL SECURITY;
UPDATE application_events e
SET stage_since = known.stage_since, entered_last = known.entered_last, interviewed_last = known.interviewed_last
FROM (SELECT c.organization_id, c.id,
             max(c.created_at) OVER earlier AS stage_since,
             max(c.created_at) OVER (PARTITION BY c.organization_id, c.application_id, c.to_status ORDER BY c.version
                                     ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS entered_last,
             max(c.created_at) FILTER (WHERE c.to_status IN ('线上面试', '线下面试')
                                         AND c.from_status NOT IN ('线上面试', '线下面试')) OVER earlier AS interviewed_last
      FROM application_events c
      WHERE c.from_status IS DISTINCT FROM c.to_status
      WINDOW earlier AS (PARTITION BY c.organization_id, c.application_id ORDER BY c.version
                         ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)) known
WHERE e.organization_id = known.organization_id AND e.id = known.id AND known.stage_since IS NOT NULL;
ALTER TABLE application_events FORCE ROW LEVEL SECURITY;

CREATE INDEX application_events_stage_changes ON application_events (organization_id, created_at)
    INCLUDE (application_id, from_status, to_status, stage_since, entered_last, interviewed_last)
    WHERE from_status IS DISTINCT FROM to_status;
CREATE INDEX application_events_hired ON application_events (organization_id, created_at) INCLUDE (application_id)
    WHERE to_status = '入职阶段' AND from_status IS DISTINCT FROM to_status;
CREATE INDEX application_events_by_member ON application_events (organization_id, created_at)
    INCLUDE (application_id, actor_user_id) WHERE actor_user_id IS NOT NULL AND from_status IS NOT NULL;
CREATE INDEX application_events_expired ON application_events (organization_id, created_at)
    INCLUDE (application_id, from_sub_status, to_sub_status)
    WHERE to_sub_status IN ('超5天未预约线上面试', '超5天未预约线下面试');

-- Where everybody stands now, by job, and who has stood there longest.
CREATE INDEX applications_standing ON applications (organization_id, job_id, status, sub_status)
    INCLUDE (id, sub_status_since, is_archived) WHERE NOT is_archived OR status = '归档';
CREATE INDEX applications_waiting ON applications (organization_id, sub_status_since, id) WHERE NOT is_archived;
-- Who applied in a period.
CREATE INDEX applications_created ON applications (organization_id, created_at)
    INCLUDE (id, job_id, source, recommendation_level, overall_score, status, is_archived);
