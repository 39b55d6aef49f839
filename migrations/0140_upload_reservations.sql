-- What uploads in progress may still take of the plan's day and of the storage limit. The reservation of a process that died
-- expires.
CREATE TABLE upload_reservations (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    -- Of the batch it becomes.
    id               uuid NOT NULL,
    bytes            bigint NOT NULL,
    expires_at       timestamptz NOT NULL,
    PRIMARY KEY (organization_id, id)
);
ALTER TABLE upload_reservations ENABLE ROW LEVEL SECURITY;
ALTER TABLE upload_reservations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON upload_reservations TO bole_app
    USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON upload_reservations TO bole_app;
