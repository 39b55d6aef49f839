-- Roles, accounts, organizations, jobs, files, batches, people and applications.
--
-- Every tenant table carries organization_id, has FORCE ROW LEVEL SECURITY and composite (organization_id, id) keys.
-- The application's roles own nothing and bypass nothing:
--   bole_app       tenant work: sees the organization in app.organization_id, and nothing while it is unset
--   bole_identity  accounts, sessions, one-time tokens: taken with SET LOCAL ROLE for those statements alone
--   bole_ledger    the task queue across organizations: claims, leases, sweeps; no other table

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bole_app') THEN CREATE ROLE bole_app NOLOGIN; END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bole_identity') THEN CREATE ROLE bole_identity NOLOGIN; END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bole_ledger') THEN CREATE ROLE bole_ledger NOLOGIN; END IF;
END $$;
GRANT bole_app, bole_identity, bole_ledger TO CURRENT_USER;

-- Both settings are transaction-local; unset or empty reads as NULL, and NULL matches no row.
CREATE FUNCTION current_organization() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('app.organization_id', true), '')::uuid $$;
CREATE FUNCTION current_user_id() RETURNS uuid LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT nullif(current_setting('app.user_id', true), '')::uuid $$;

-- Accounts ------------------------------------------------------------------------------------------------------------

CREATE TABLE users (
    id                  uuid PRIMARY KEY,
    email               text NOT NULL CONSTRAINT users_email_key UNIQUE CHECK (email = lower(email)),
    full_name           text NOT NULL,
    user_type           text NOT NULL DEFAULT 'tenant_owner',
    password_hash       text,
    needs_password      boolean NOT NULL DEFAULT false,
    email_confirmed_at  timestamptz,
    language            text,
    created_at          timestamptz NOT NULL DEFAULT now(),
    updated_at          timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
    id              uuid PRIMARY KEY,
    user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    access_hash     bytea NOT NULL CONSTRAINT sessions_access_key UNIQUE,
    access_until    timestamptz NOT NULL,
    refresh_hash    bytea NOT NULL CONSTRAINT sessions_refresh_key UNIQUE,
    refresh_until   timestamptz NOT NULL,
    user_agent      text NOT NULL DEFAULT '',
    created_at      timestamptz NOT NULL DEFAULT now(),
    refreshed_at    timestamptz NOT NULL DEFAULT now(),
    revoked_at      timestamptz
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE one_time_tokens (
    token_hash  bytea PRIMARY KEY,
    user_id     uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    kind        text NOT NULL CHECK (kind IN ('signup', 'invite', 'magiclink', 'recovery', 'email')),
    expires_at  timestamptz NOT NULL,
    used_at     timestamptz,
    created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX one_time_tokens_user ON one_time_tokens (user_id);

-- Mail that no SMTP server is configured for; shown on the machine itself in local mode.
CREATE TABLE captured_mails (
    id          uuid PRIMARY KEY,
    recipient   text NOT NULL,
    subject     text NOT NULL,
    body_text   text NOT NULL,
    body_html   text NOT NULL,
    links       jsonb NOT NULL,
    created_at  timestamptz NOT NULL DEFAULT now()
);

-- Organizations -------------------------------------------------------------------------------------------------------

CREATE TABLE organizations (
    id                   uuid PRIMARY KEY,
    name                 text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
    slug                 text NOT NULL CONSTRAINT organizations_slug_key UNIQUE CHECK (slug ~ '^[a-z0-9-]{1,63}$'),
    logo_url             text,
    settings             jsonb NOT NULL DEFAULT '{}',
    subscription_tier    text NOT NULL CHECK (subscription_tier IN ('free', 'pro', 'enterprise')),
    subscription_status  text NOT NULL DEFAULT 'active'
        CHECK (subscription_status IN ('active', 'inactive', 'trialing', 'expired')),
    max_users            integer NOT NULL,
    max_jobs             integer NOT NULL,
    created_at           timestamptz NOT NULL DEFAULT now(),
    updated_at           timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE organization_members (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    role             text NOT NULL CHECK (role IN ('owner', 'admin', 'hr_manager', 'recruiter', 'interviewer', 'viewer')),
    invited_by       uuid REFERENCES users ON DELETE SET NULL,
    invited_at       timestamptz,
    joined_at        timestamptz NOT NULL DEFAULT now(),
    is_active        boolean NOT NULL DEFAULT true,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT organization_members_user_key UNIQUE (organization_id, user_id)
);
CREATE INDEX organization_members_of_user ON organization_members (user_id) WHERE is_active;

-- Jobs ----------------------------------------------------------------------------------------------------------------

CREATE TABLE jobs (
    id                      uuid NOT NULL,
    organization_id         uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    title                   text NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
    core_requirement        text NOT NULL DEFAULT '',
    jd                      text NOT NULL,
    ai_evaluation_criteria  text NOT NULL DEFAULT '',
    ai_interview_questions  text NOT NULL DEFAULT '',
    company_name            text NOT NULL DEFAULT '',
    recruiter_name          text NOT NULL DEFAULT '',
    submission_email        text,
    is_active               boolean NOT NULL DEFAULT true,
    is_deleted              boolean NOT NULL DEFAULT false,
    deleted_at              timestamptz,
    -- The rubric as last understood, and the text it was read from (title, requirement, JD, criteria): stale when it differs.
    rubric                  jsonb,
    rubric_source_hash      bytea,
    version                 integer NOT NULL DEFAULT 1,
    created_by              uuid REFERENCES users ON DELETE SET NULL,
    created_at              timestamptz NOT NULL DEFAULT now(),
    updated_at              timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX jobs_submission_email_key ON jobs (submission_email) WHERE submission_email IS NOT NULL;
CREATE INDEX jobs_newest ON jobs (organization_id, created_at DESC);

-- Files ---------------------------------------------------------------------------------------------------------------

-- One row per distinct content of an organization: the same resume sent twice is stored once.
CREATE TABLE files (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    sha256           text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    size             bigint NOT NULL,
    media_type       text NOT NULL,
    storage_key      text NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT files_sha256_key UNIQUE (organization_id, sha256)
);

-- The text of a file, kept so that a second evaluation does not read the document again.
CREATE TABLE file_texts (
    organization_id     uuid NOT NULL,
    file_id             uuid NOT NULL,
    text                text NOT NULL,
    hidden_text         jsonb NOT NULL DEFAULT '[]',
    profile             jsonb NOT NULL,
    pages               integer NOT NULL,
    extraction_version  text NOT NULL,
    created_at          timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, file_id),
    FOREIGN KEY (organization_id, file_id) REFERENCES files ON DELETE CASCADE
);

-- People --------------------------------------------------------------------------------------------------------------

CREATE TABLE people (
    id                         uuid NOT NULL,
    organization_id            uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    name                       text,
    email                      text CHECK (email = lower(email)),
    phone                      text,
    contact                    text,
    current_company            text,
    current_position           text,
    education                  jsonb NOT NULL DEFAULT '[]',
    skills                     jsonb NOT NULL DEFAULT '[]',
    total_years_of_experience  double precision,
    is_in_talent_pool          boolean NOT NULL DEFAULT false,
    created_at                 timestamptz NOT NULL DEFAULT now(),
    updated_at                 timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX people_email_key ON people (organization_id, email) WHERE email IS NOT NULL;
CREATE INDEX people_phone ON people (organization_id, phone) WHERE phone IS NOT NULL;

CREATE TABLE resumes (
    id                         uuid NOT NULL,
    organization_id            uuid NOT NULL,
    person_id                  uuid NOT NULL,
    file_id                    uuid NOT NULL,
    file_name                  text NOT NULL,
    analysis_status            text NOT NULL DEFAULT 'completed',
    total_years_of_experience  double precision,
    created_at                 timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT resumes_person_file_key UNIQUE (organization_id, person_id, file_id),
    FOREIGN KEY (organization_id, person_id) REFERENCES people ON DELETE CASCADE,
    FOREIGN KEY (organization_id, file_id) REFERENCES files
);
CREATE INDEX resumes_file ON resumes (organization_id, file_id);

CREATE TABLE work_experiences (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL,
    resume_id        uuid NOT NULL,
    ordinal          integer NOT NULL,
    company_name     text,
    position_title   text,
    start_date       text CHECK (start_date ~ '^\d{4}-\d{2}$'),
    end_date         text CHECK (end_date ~ '^\d{4}-\d{2}$'),
    is_current       boolean NOT NULL DEFAULT false,
    description      text NOT NULL DEFAULT '',
    PRIMARY KEY (organization_id, id),
    CONSTRAINT work_experiences_ordinal_key UNIQUE (organization_id, resume_id, ordinal),
    FOREIGN KEY (organization_id, resume_id) REFERENCES resumes ON DELETE CASCADE
);

-- Applications --------------------------------------------------------------------------------------------------------

CREATE TABLE stages (
    status      text NOT NULL,
    sub_status  text NOT NULL,
    PRIMARY KEY (status, sub_status)
);
INSERT INTO stages (status, sub_status) VALUES
    ('AI评审', 'AI推荐建联'), ('AI评审', 'AI推荐淘汰'),
    ('线上面试', '待发线上面试邀请'), ('线上面试', '已发线上面试邀请'), ('线上面试', '超5天未预约线上面试'),
    ('线上面试', '已预约线上面试'), ('线上面试', '已完成面试'), ('线上面试', '缺席面试'),
    ('线下面试', '待发线下面试邀请'), ('线下面试', '已发线下面试邀请'), ('线下面试', '超5天未预约线下面试'),
    ('线下面试', '已预约线下面试'), ('线下面试', '已完成面试'), ('线下面试', '缺席面试'), ('线下面试', '待发Offer意向'),
    ('Offer阶段', '待发Offer意向'), ('Offer阶段', 'Offer待制作和审批'), ('Offer阶段', 'Offer已发送'),
    ('Offer阶段', 'Offer已查看'), ('Offer阶段', 'Offer已接受'), ('Offer阶段', 'Offer被拒绝'),
    ('入职阶段', '待入职'), ('入职阶段', '已入职'), ('入职阶段', '放弃入职'),
    ('归档', '已发拒信淘汰'), ('归档', '已淘汰');

CREATE TABLE applications (
    id                    uuid NOT NULL,
    organization_id       uuid NOT NULL,
    job_id                uuid NOT NULL,
    person_id             uuid NOT NULL,
    resume_id             uuid,
    status                text NOT NULL,
    sub_status            text NOT NULL,
    ai_eval               jsonb,
    -- Copied out of ai_eval for sorting and filtering.
    overall_score         double precision,
    recommendation_level  text,
    is_archived           boolean NOT NULL DEFAULT false,
    archive_reason        text,
    archived_at           timestamptz,
    source                text NOT NULL DEFAULT 'batch',
    version               integer NOT NULL DEFAULT 1,
    created_at            timestamptz NOT NULL DEFAULT now(),
    updated_at            timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    CONSTRAINT applications_job_person_key UNIQUE (organization_id, job_id, person_id),
    CONSTRAINT applications_stage_fkey FOREIGN KEY (status, sub_status) REFERENCES stages,
    FOREIGN KEY (organization_id, job_id) REFERENCES jobs ON DELETE CASCADE,
    FOREIGN KEY (organization_id, person_id) REFERENCES people ON DELETE CASCADE,
    FOREIGN KEY (organization_id, resume_id) REFERENCES resumes
);
CREATE INDEX applications_ranked ON applications (organization_id, job_id, status, overall_score DESC NULLS LAST, id);

-- Append-only history of every change of status.
CREATE TABLE application_events (
    id               uuid NOT NULL,
    organization_id  uuid NOT NULL,
    application_id   uuid NOT NULL,
    from_status      text,
    from_sub_status  text,
    to_status        text NOT NULL,
    to_sub_status    text NOT NULL,
    actor_kind       text NOT NULL CHECK (actor_kind IN ('person', 'ai', 'clock')),
    actor_user_id    uuid REFERENCES users ON DELETE SET NULL,
    reason           text NOT NULL DEFAULT '',
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, application_id) REFERENCES applications ON DELETE CASCADE
);
CREATE INDEX application_events_of ON application_events (organization_id, application_id, id);

-- Requests that start work, by the key their client chose: the same key gives the first answer again.
CREATE TABLE idempotency_keys (
    organization_id  uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    user_id          uuid NOT NULL,
    route            text NOT NULL,
    key              text NOT NULL CHECK (length(key) BETWEEN 1 AND 200),
    request_hash     bytea NOT NULL,
    response_status  smallint,
    response_body    jsonb,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (organization_id, user_id, route, key)
);

-- Row level security --------------------------------------------------------------------------------------------------

-- Tenant tables: all of a row's life happens inside its organization.
DO $$
DECLARE name text;
BEGIN
    FOREACH name IN ARRAY ARRAY['jobs', 'files', 'file_texts', 'people', 'resumes', 'work_experiences', 'applications',
                                'application_events', 'idempotency_keys'] LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
        EXECUTE format('CREATE POLICY tenant ON %I TO bole_app USING (organization_id = (SELECT current_organization())) '
                       'WITH CHECK (organization_id = (SELECT current_organization()))', name);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO bole_app', name);
    END LOOP;
END $$;
REVOKE UPDATE, DELETE ON application_events FROM bole_app;

-- A user also sees their own memberships, and the organizations they name, before any organization is chosen.
ALTER TABLE organization_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE organization_members FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON organization_members TO bole_app
    USING (organization_id = (SELECT current_organization()))
    WITH CHECK (organization_id = (SELECT current_organization()));
CREATE POLICY own ON organization_members FOR SELECT TO bole_app USING (user_id = (SELECT current_user_id()));
GRANT SELECT, INSERT, UPDATE, DELETE ON organization_members TO bole_app;

ALTER TABLE organizations ENABLE ROW LEVEL SECURITY;
ALTER TABLE organizations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON organizations TO bole_app
    USING (id = (SELECT current_organization())) WITH CHECK (id = (SELECT current_organization()));
CREATE POLICY own ON organizations FOR SELECT TO bole_app
    USING (id IN (SELECT m.organization_id FROM organization_members m
                  WHERE m.user_id = (SELECT current_user_id()) AND m.is_active));
GRANT SELECT, INSERT, UPDATE, DELETE ON organizations TO bole_app;

-- Tenant code reads who its members are, never their password hashes.
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
ALTER TABLE users FORCE ROW LEVEL SECURITY;
CREATE POLICY member ON users FOR SELECT TO bole_app
    USING (id = (SELECT current_user_id())
           OR id IN (SELECT m.user_id FROM organization_members m
                     WHERE m.organization_id = (SELECT current_organization())));
CREATE POLICY identity ON users TO bole_identity USING (true) WITH CHECK (true);
GRANT SELECT (id, email, full_name, user_type, needs_password, email_confirmed_at, language, created_at) ON users TO bole_app;
GRANT SELECT, INSERT, UPDATE ON users TO bole_identity;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions, one_time_tokens, captured_mails TO bole_identity;

GRANT SELECT ON stages TO bole_app;
