-- Reminders of interviews, expiry of offers, and what is to be done until somebody's first day.

-- An interview is reminded of once for each time it is set to; not when that was set less than a day ahead.
ALTER TABLE interview_schedules
    ADD COLUMN times_set_at  timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN reminded_for  timestamptz;

-- Both are found across organizations: the clock sees that much of them.
CREATE INDEX interview_schedules_upcoming ON interview_schedules (start_time) WHERE status = 'scheduled';
CREATE POLICY ledger ON interview_schedules FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, status, start_time, times_set_at, reminded_for) ON interview_schedules TO bole_ledger;
CREATE INDEX offers_expiring ON offers (expires_at) WHERE status IN ('sent', 'viewed');
CREATE POLICY ledger ON offers FOR SELECT TO bole_ledger USING (true);
GRANT SELECT (organization_id, status, expires_at) ON offers TO bole_ledger;

CREATE TABLE onboarding_items (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL,
    application_id   uuid NOT NULL,
    title            text NOT NULL CHECK (title <> ''),
    due_date         date,
    owner_id         uuid REFERENCES users ON DELETE SET NULL,
    done_at          timestamptz,
    done_by          uuid REFERENCES users ON DELETE SET NULL,
    version          integer NOT NULL DEFAULT 1,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE CASCADE
);
CREATE INDEX onboarding_items_of ON onboarding_items (organization_id, application_id, id);
ALTER TABLE onboarding_items ENABLE ROW LEVEL SECURITY;
ALTER TABLE onboarding_items FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON onboarding_items TO bole_app USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
GRANT SELECT, INSERT, UPDATE, DELETE ON onboarding_items TO bole_app;
CREATE POLICY job_access ON onboarding_items AS RESTRICTIVE TO bole_app
    USING ((SELECT sees_all_jobs())
           OR EXISTS (SELECT FROM applications a WHERE a.organization_id = onboarding_items.organization_id
                        AND a.id = onboarding_items.application_id))
    WITH CHECK (true);
