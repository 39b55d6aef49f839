-- Moves: how long an application is in its sub-status, and what each change of it came with.

ALTER TABLE applications NO FORCE ROW LEVEL SECURITY;
ALTER TABLE applications ADD COLUMN sub_status_since timestamptz NOT NULL DEFAULT now();
UPDATE applications SET sub_status_since = created_at;
ALTER TABLE applications FORCE ROW LEVEL SECURITY;

-- Archived in one way only: with a reason and a time. The stage 归档 is always archived, and the eliminated are in it.
ALTER TABLE applications
    ADD CONSTRAINT applications_archive CHECK (
        is_archived = (archive_reason IS NOT NULL) AND is_archived = (archived_at IS NOT NULL)),
    ADD CONSTRAINT applications_archive_reason CHECK (
        archive_reason IN ('人才库', 'not_suitable_now', 'future_opportunity', 'skill_mismatch',
                           'insufficient_experience', 'high_salary_expectation', 'other', '已发拒信淘汰')),
    ADD CONSTRAINT applications_archived_stage CHECK (
        (status <> '归档' OR is_archived) AND (archive_reason IS DISTINCT FROM '已发拒信淘汰' OR status = '归档'));

ALTER TABLE application_events DROP CONSTRAINT application_events_actor_kind_check;
ALTER TABLE application_events
    ADD CONSTRAINT application_events_actor_kind_check CHECK (actor_kind IN ('person', 'ai', 'clock', 'candidate')),
    -- What was done; NULL for the arrival.
    ADD COLUMN move text,
    -- The version of the application that the change made: their order, and proof that none is missing.
    ADD COLUMN version integer NOT NULL DEFAULT 1,
    ADD COLUMN email_id uuid,
    -- Of a rejection: whether a letter told the candidate.
    ADD COLUMN letter_sent boolean;
DROP INDEX application_events_of;
CREATE UNIQUE INDEX application_events_version_key ON application_events (organization_id, application_id, version);
