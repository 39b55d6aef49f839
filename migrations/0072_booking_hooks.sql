-- Outside booking services report by a signed webhook: the secret is sealed with the server's key.

CREATE TABLE booking_hooks (
    organization_id  uuid PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
    secret_sealed    bytea NOT NULL,
    -- The secret before; it is taken for a while after a rotation.
    former_sealed    bytea,
    rotated_at       timestamptz NOT NULL DEFAULT now(),
    received_at      timestamptz
);

-- Messages that were taken: the same one again changes nothing.
CREATE TABLE booking_events (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    event_hash       bytea NOT NULL,
    received_at      timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, event_hash)
);
CREATE INDEX booking_events_old ON booking_events (organization_id, received_at);

-- The booking at its service.
ALTER TABLE interview_schedules ADD COLUMN outside_id text;
CREATE UNIQUE INDEX interview_schedules_outside_key ON interview_schedules (organization_id, outside_id)
    WHERE outside_id IS NOT NULL;

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['booking_hooks', 'booking_events'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;
