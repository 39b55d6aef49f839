-- What is kept of a person beside their resume, and the board's lanes by index.

ALTER TABLE people
    -- The favourite mark inside the talent pool; is_in_talent_pool is the star of a card.
    ADD COLUMN starred boolean NOT NULL DEFAULT false,
    ADD COLUMN blacklisted boolean NOT NULL DEFAULT false,
    ADD COLUMN blacklist_reason text NOT NULL DEFAULT '',
    ADD COLUMN expected_salary text NOT NULL DEFAULT '',
    ADD COLUMN current_salary text NOT NULL DEFAULT '',
    ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
    ADD COLUMN version integer NOT NULL DEFAULT 1;

CREATE TABLE person_notes (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL,
    person_id        uuid NOT NULL,
    text             text NOT NULL CHECK (length(text) BETWEEN 1 AND 20000),
    created_by       uuid REFERENCES users ON DELETE SET NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, person_id) REFERENCES people ON DELETE CASCADE
);
CREATE INDEX person_notes_of ON person_notes (organization_id, person_id, id);

-- Append-only record of what members changed of a person: field names with the values before and after.
CREATE TABLE person_events (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL,
    person_id        uuid NOT NULL,
    changes          jsonb NOT NULL,
    actor_kind       text NOT NULL CHECK (actor_kind IN ('person', 'ai', 'clock', 'candidate')),
    actor_user_id    uuid REFERENCES users ON DELETE SET NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, person_id) REFERENCES people ON DELETE CASCADE
);
CREATE INDEX person_events_of ON person_events (organization_id, person_id, id);

DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['person_notes', 'person_events'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('CREATE POLICY job_access ON %I AS RESTRICTIVE TO bole_app USING ((SELECT sees_all_jobs()) '
                       'OR EXISTS (SELECT FROM applications a WHERE a.organization_id = %I.organization_id '
                       'AND a.person_id = %I.person_id)) WITH CHECK (true)', name, name, name);
        EXECUTE format('GRANT SELECT, INSERT ON %I TO bole_app', name);
    END LOOP;
END $$;

-- A page of a lane, or of a job's open candidates, by each order: read from the index, nothing but the page from the table.
-- Those without a score come last.
CREATE INDEX applications_lane_by_score
    ON applications (organization_id, job_id, status, coalesce(overall_score, -1) DESC, id DESC)
    INCLUDE (sub_status, recommendation_level) WHERE NOT is_archived;
CREATE INDEX applications_lane_newest ON applications (organization_id, job_id, status, created_at DESC, id DESC)
    INCLUDE (sub_status) WHERE NOT is_archived;
CREATE INDEX applications_lane_waiting ON applications (organization_id, job_id, status, sub_status_since, id)
    INCLUDE (sub_status) WHERE NOT is_archived;
CREATE INDEX applications_newest ON applications (organization_id, job_id, created_at DESC, id DESC) WHERE NOT is_archived;
DROP INDEX applications_ranked, applications_by_score;
CREATE INDEX applications_by_score
    ON applications (organization_id, job_id, coalesce(overall_score, -1) DESC, id DESC)
    INCLUDE (status, sub_status, recommendation_level) WHERE NOT is_archived;
CREATE INDEX applications_archived ON applications (organization_id, archived_at DESC, id DESC) WHERE is_archived;
-- How many applications a job has, whatever became of them.
CREATE INDEX applications_of_job ON applications (organization_id, job_id) INCLUDE (status, is_archived, updated_at);
