-- Interviewers' bookable hours, and the private links by which candidates book, move and cancel an interview.

CREATE TABLE interview_hours (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    time_zone        text NOT NULL,
    -- [{weekday 1 (Monday) to 7, from, to}], times as HH:MM in the zone.
    weekly           jsonb NOT NULL,
    holidays         date[] NOT NULL DEFAULT '{}',
    slot_minutes     integer NOT NULL CHECK (slot_minutes BETWEEN 10 AND 480),
    buffer_minutes   integer NOT NULL CHECK (buffer_minutes BETWEEN 0 AND 240),
    notice_hours     integer NOT NULL CHECK (notice_hours BETWEEN 0 AND 336),
    location         text NOT NULL DEFAULT '',
    meeting_link     text NOT NULL DEFAULT '',
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, user_id)
);

-- Every invitation carries a link of its own; all links of an application lead to the same booking. Only the hash is kept.
CREATE TABLE booking_links (
    organization_id  uuid NOT NULL,
    token_hash       bytea NOT NULL,
    application_id   uuid NOT NULL,
    interviewer_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    created_at       timestamptz NOT NULL DEFAULT now(),
    expires_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, token_hash),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE CASCADE
);
CREATE INDEX booking_links_of ON booking_links (organization_id, application_id);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['interview_hours', 'booking_links'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;
CREATE POLICY job_access ON booking_links AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs())
           OR EXISTS (SELECT FROM applications a WHERE a.organization_id = booking_links.organization_id
                        AND a.id = booking_links.application_id))
    WITH CHECK (true);
