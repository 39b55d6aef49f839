-- Changed settings and emails are live: other tabs and members see them without reloading.
CREATE FUNCTION notify_settings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- NEW is null after a deletion, OLD after an insertion.
    PERFORM notify_live_event('settings.changed', coalesce(NEW.organization_id, OLD.organization_id), NULL, '{}');
    RETURN NULL;
END
$$;
DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['ai_settings', 'ai_pauses', 'mail_settings', 'email_service', 'booking_hooks',
                                'inbound_mailboxes', 'prompts', 'interview_locations'] LOOP
        EXECUTE format('CREATE TRIGGER notify_added AFTER INSERT ON %I FOR EACH ROW EXECUTE FUNCTION notify_settings()', name);
        EXECUTE format('CREATE TRIGGER notify_removed AFTER DELETE ON %I FOR EACH ROW EXECUTE FUNCTION notify_settings()', name);
        CONTINUE WHEN name = 'inbound_mailboxes';
        EXECUTE format('CREATE TRIGGER notify_changed AFTER UPDATE ON %I FOR EACH ROW '
                       'WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION notify_settings()', name);
    END LOOP;
END $$;
-- A mailbox is looked at every minute; only its settings and failures are announced.
CREATE TRIGGER notify_changed AFTER UPDATE ON inbound_mailboxes FOR EACH ROW
    WHEN ((OLD.host, OLD.port, OLD.security, OLD.username, OLD.password_sealed, OLD.folder, OLD.is_active, OLD.failure,
           OLD.failure_detail, OLD.paused_at)
          IS DISTINCT FROM (NEW.host, NEW.port, NEW.security, NEW.username, NEW.password_sealed, NEW.folder, NEW.is_active,
                            NEW.failure, NEW.failure_detail, NEW.paused_at))
    EXECUTE FUNCTION notify_settings();

-- An organization's row is its own setting.
CREATE FUNCTION notify_organization() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('settings.changed', NEW.id, NULL, '{}');
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_changed AFTER UPDATE ON organizations FOR EACH ROW
    WHEN ((OLD.name, OLD.logo_url, OLD.logo_sha256, OLD.settings, OLD.subscription_tier, OLD.subscription_status)
          IS DISTINCT FROM
          (NEW.name, NEW.logo_url, NEW.logo_sha256, NEW.settings, NEW.subscription_tier, NEW.subscription_status))
    EXECUTE FUNCTION notify_organization();

CREATE FUNCTION notify_emails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('email.changed', organization_id, job_id, array_agg(id))
    FROM changed GROUP BY organization_id, job_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_added AFTER INSERT ON emails REFERENCING NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_emails();
CREATE TRIGGER notify_removed AFTER DELETE ON emails REFERENCING OLD TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_emails();

-- The text of a draft is not announced: it is saved while somebody writes.
CREATE FUNCTION notify_email_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM notify_live_event('email.changed', c.organization_id, c.job_id, array_agg(c.id))
    FROM changed c JOIN former f ON f.organization_id = c.organization_id AND f.id = c.id
    WHERE (c.status, c.error, c.send_at, c.dismissed_at) IS DISTINCT FROM (f.status, f.error, f.send_at, f.dismissed_at)
    GROUP BY c.organization_id, c.job_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER notify_changed AFTER UPDATE ON emails REFERENCING OLD TABLE AS former NEW TABLE AS changed
    FOR EACH STATEMENT EXECUTE FUNCTION notify_email_states();
