-- How much an organization uploaded on a day (UTC), against what its plan allows.
CREATE TABLE daily_usage (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    day              date NOT NULL,
    batches          bigint NOT NULL,
    -- Of uploads, and of what was unpacked from them.
    bytes            bigint NOT NULL,
    PRIMARY KEY (organization_id, day)
);
ALTER TABLE daily_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE daily_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON daily_usage TO bole_app
    USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE ON daily_usage TO bole_app;
