-- A member whose access changed is announced to the processes with open event streams, before anything that changes later: a
-- stream reads its rights again at once. The ids are those of users; none where a role changed for all who have it.
CREATE FUNCTION notify_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('access.changed', organization_id, NULL, array_agg(user_id))
    FROM changed GROUP BY organization_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_changed AFTER UPDATE ON organization_members REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_members();
CREATE TRIGGER notify_removed AFTER DELETE ON organization_members REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_members();

CREATE FUNCTION notify_member_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('access.changed', c.organization_id, NULL, array_agg(DISTINCT m.user_id))
    FROM changed c JOIN organization_members m ON m.organization_id = c.organization_id AND m.id = c.member_id
    GROUP BY c.organization_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_added AFTER INSERT ON member_jobs REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_member_jobs();
CREATE TRIGGER notify_removed AFTER DELETE ON member_jobs REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_member_jobs();

CREATE FUNCTION notify_role_permissions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('access.changed', organization_id, NULL, '{}')
    FROM changed GROUP BY organization_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_added AFTER INSERT ON role_permissions REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_role_permissions();
CREATE TRIGGER notify_changed AFTER UPDATE ON role_permissions REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_role_permissions();
CREATE TRIGGER notify_removed AFTER DELETE ON role_permissions REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_role_permissions();
