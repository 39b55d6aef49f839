-- Whether an application got beyond AI review. It stays true of those archived afterwards; those taken back to review
-- are no longer counted.
ALTER TABLE applications ADD COLUMN has_advanced boolean NOT NULL DEFAULT false;

CREATE FUNCTION remember_advance() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS
$$
BEGIN
    IF NEW.status <> '归档' THEN
        NEW.has_advanced := NEW.status <> 'AI评审';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER remember_advance BEFORE INSERT OR UPDATE OF status ON applications
    FOR EACH ROW EXECUTE FUNCTION remember_advance();

-- An owner that is no superuser is held to the policies too while they are forced.
ALTER TABLE applications NO FORCE ROW LEVEL SECURITY;
ALTER TABLE application_events NO FORCE ROW LEVEL SECURITY;
ALTER TABLE applications DISABLE TRIGGER notify_changed;
UPDATE applications a SET has_advanced = true
WHERE a.status NOT IN ('AI评审', '归档')
   OR a.status = '归档' AND 'AI评审' <> (
          SELECT e.to_status FROM application_events e
          WHERE e.organization_id = a.organization_id AND e.application_id = a.id AND e.to_status <> '归档'
          ORDER BY e.version DESC LIMIT 1);
ALTER TABLE applications ENABLE TRIGGER notify_changed;
ALTER TABLE application_events FORCE ROW LEVEL SECURITY;
ALTER TABLE applications FORCE ROW LEVEL SECURITY;

DROP INDEX applications_created;
CREATE INDEX applications_created ON applications (organization_id, created_at)
    INCLUDE (id, job_id, source, recommendation_level, overall_score, status, is_archived, has_advanced);
