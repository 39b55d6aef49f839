-- Calendars that interviewers give by address, and when they are busy by them. Whoever knows such an address can read the
-- calendar: it is sealed with the server's key.
CREATE TABLE interviewer_calendars (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    host             text NOT NULL,
    address_sealed   bytea NOT NULL,
    -- Busy times as they were read last, in order: the n-th begins at the n-th of the first and ends at the n-th of the second.
    busy_from        timestamptz[] NOT NULL DEFAULT '{}',
    busy_to          timestamptz[] NOT NULL DEFAULT '{}',
    read_at          timestamptz,
    -- Why the last attempt failed, and when there was one.
    failure          text,
    checked_at       timestamptz,
    updated_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, user_id),
    CHECK (cardinality(busy_from) = cardinality(busy_to))
);
ALTER TABLE interviewer_calendars ENABLE ROW LEVEL SECURITY;
ALTER TABLE interviewer_calendars FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON interviewer_calendars TO bole_app USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON interviewer_calendars TO bole_app;

-- Those that are due are found across organizations: the clock sees that much of them.
CREATE POLICY ledger ON interviewer_calendars FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, user_id, failure, checked_at) ON interviewer_calendars TO bole_ledger;
