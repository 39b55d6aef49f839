//! Isolation of transactions on a real database: one organization never sees another's rows, through its SQL or
//! through a connection that another organization used before.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use bole_domain::ids::{OrganizationId, UserId};
use bole_testkit::{Seed, TestDatabase};
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Executor, Row};
use uuid::Uuid;

use crate::{Actor, Db, DbConfig, StoreResult};

/// A database with two organizations that have a row in every tenant table.
struct World {
    database: TestDatabase,
    ours: OrganizationId,
    theirs: OrganizationId,
}

impl World {
    async fn new() -> Self {
        let database = TestDatabase::new().await;
        let mut organizations = Vec::new();
        for _ in 0..2 {
            let seed = Seed::new(&database).await;
            fill(&mut database.connection().await, &seed).await;
            organizations.push(OrganizationId(seed.organization.0));
        }
        Self { database, ours: organizations[0], theirs: organizations[1] }
    }

    fn db(&self, max_connections: u32) -> Db {
        let config = DbConfig { max_connections, max_ledger_connections: 1, ..DbConfig::new(self.database.url()) };
        Db::connect(&config).unwrap()
    }

    /// Tables or views with an organization_id, from the catalogue, so that new ones are tested without being listed
    /// here.
    async fn tenant_relations(&self, kind: &str) -> Vec<String> {
        sqlx::query_scalar(
            "SELECT c.table_name::text FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
             WHERE c.table_schema = 'public' AND c.column_name = 'organization_id' AND t.table_type = $1 ORDER BY 1",
        )
        .bind(kind)
        .fetch_all(&mut self.database.connection().await)
        .await
        .unwrap()
    }

    /// The columns of a table that are neither computed nor numbered.
    async fn stored_columns(&self, table: &str) -> String {
        sqlx::query_scalar(
            "SELECT string_agg(quote_ident(column_name), ', ') FROM information_schema.columns
             WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO'",
        )
        .bind(table)
        .fetch_one(&mut self.database.connection().await)
        .await
        .unwrap()
    }

    /// One of their rows, as the superuser sees it.
    async fn their_row(&self, table: &str) -> serde_json::Value {
        let sql = format!("SELECT to_jsonb(t) FROM {table} t WHERE organization_id = $1 LIMIT 1");
        sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(self.theirs.0)
            .fetch_optional(&mut self.database.connection().await)
            .await
            .unwrap()
            .unwrap_or_else(|| panic!("{table} is new: give each organization a row of it in `fill`"))
    }
}

/// A row in every tenant table that the seed leaves empty.
pub(crate) async fn fill(connection: &mut PgConnection, seed: &Seed) {
    let id = Uuid::now_v7();
    for sql in [
        "INSERT INTO files (id, organization_id, sha256, size, media_type, storage_key)
         VALUES ($1, $2, repeat('0', 64), 1, 'application/pdf', 'key')",
        "INSERT INTO file_texts (file_id, organization_id, text, profile, pages, extraction_version)
         VALUES ($1, $2, 'text', '{}', 1, 'v')",
        "INSERT INTO people (id, organization_id, name) VALUES ($1, $2, 'Wang Fang')",
        "INSERT INTO resumes (id, organization_id, person_id, file_id, file_name) VALUES ($1, $2, $1, $1, 'a.pdf')",
        "INSERT INTO work_experiences (id, organization_id, resume_id, ordinal) VALUES ($1, $2, $1, 0)",
        "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
         SELECT $1, $2, id, $1, 'AI评审', 'AI推荐建联' FROM jobs WHERE organization_id = $2",
        "INSERT INTO application_events (id, organization_id, application_id, to_status, to_sub_status, actor_kind)
         VALUES ($1, $2, $1, 'AI评审', 'AI推荐建联', 'ai')",
        "INSERT INTO timed_out_invitations (organization_id, application_id, job_id, is_online)
         SELECT $2, $1, id, true FROM jobs WHERE organization_id = $2",
        "INSERT INTO update_digests (organization_id, told_until) SELECT $2, now() WHERE $1::uuid IS NOT NULL",
        "INSERT INTO person_notes (id, organization_id, person_id, text) VALUES ($1, $2, $1, 'note')",
        "INSERT INTO person_events (id, organization_id, person_id, changes, actor_kind) VALUES ($1, $2, $1, '{}', 'ai')",
        "INSERT INTO people (id, organization_id, name) SELECT gen_random_uuid(), $2, 'Fang Wang' WHERE $1::uuid IS NOT NULL",
        "INSERT INTO person_merges (id, organization_id, person_id, merged_id, applications, second_applications, resumes,
                                    relinked_applications, relinked_resumes, notes, events, people, changes)
         SELECT $1, $2, $1, id, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}'
         FROM people WHERE organization_id = $2 AND id <> $1",
        "INSERT INTO people_kept_apart (organization_id, person_id, other_id)
         SELECT $2, least($1, id), greatest($1, id) FROM people WHERE organization_id = $2 AND id <> $1",
        "INSERT INTO interview_schedules (id, organization_id, application_id, start_time, end_time, round, interviewer_name)
         VALUES ($1, $2, $1, now(), now() + interval '1 hour', 1, 'Chen')",
        "INSERT INTO interview_sessions (id, organization_id, application_id, round_number, interviewer_name,
                                         question_snapshot, notes_by_question, adhoc_notes, overall_evaluation)
         VALUES ($1, $2, $1, 1, 'Chen', '{}', '{}', '', '')",
        "INSERT INTO interview_drafts (application_id, organization_id, user_id, content)
         SELECT $1, $2, user_id, '{}' FROM organization_members WHERE organization_id = $2",
        "INSERT INTO interview_hours (organization_id, user_id, time_zone, weekly, slot_minutes, buffer_minutes, notice_hours)
         SELECT $2, user_id, 'UTC', '[]', 45, 0, 0 FROM organization_members WHERE organization_id = $2 AND $1::uuid IS NOT NULL",
        "INSERT INTO booking_links (organization_id, token_hash, application_id, interviewer_id, expires_at)
         SELECT $2, '', $1, user_id, now() FROM organization_members WHERE organization_id = $2",
        "INSERT INTO saved_views (organization_id, id, user_id, screen, name, query)
         SELECT $2, $1, user_id, 'pipeline', 'Mine', '' FROM organization_members WHERE organization_id = $2",
        "INSERT INTO translations (organization_id, text_hash, language, translation, model)
         SELECT $2, sha256('text'::bytea), 'en-US', 'text', 'm' WHERE $1::uuid IS NOT NULL",
        "INSERT INTO exports (id, organization_id, format, language, period_from, period_to)
         VALUES ($1, $2, 'pdf', 'en-US', now() - interval '1 day', now())",
        "INSERT INTO onboarding_items (id, organization_id, application_id, title) VALUES ($1, $2, $1, 'Badge')",
        "INSERT INTO offers (id, organization_id, application_id, position, salary) VALUES ($1, $2, $1, 'Engineer', '30k')",
        "INSERT INTO offer_attachments (organization_id, id, offer_id, name, size, storage_key)
         VALUES ($2, $1, $1, 'n', 1, 'k' || $1)",
        "INSERT INTO offer_events (id, organization_id, offer_id, kind, version, snapshot, actor_kind)
         VALUES ($1, $2, $1, 'create', 1, '{}', 'person')",
        "INSERT INTO idempotency_keys (user_id, organization_id, route, key, request_hash) VALUES ($1, $2, 'r', 'k', '')",
        "INSERT INTO tasks (id, organization_id, lane, kind, payload, state) VALUES ($1, $2, 0, 'kind', '{}', 'queued')",
        "INSERT INTO task_texts (organization_id, task_id, text) VALUES ($2, $1, 'text')",
        "INSERT INTO queue (id, organization_id, lane, kind, priority, attempts) VALUES ($1, $2, 0, 'kind', 0, 0)",
        "INSERT INTO queue_later (id, organization_id, run_at) VALUES ($1, $2, now())",
        "INSERT INTO task_keys (task_id, organization_id, kind, dedupe_key) VALUES ($1, $2, 'kind', 'key')",
        "INSERT INTO batches (id, organization_id, job_id, file_name, size, storage_key, unpack_task_id)
         SELECT $1, $2, id, 'a.zip', 1, 'key', $1 FROM jobs WHERE organization_id = $2",
        "INSERT INTO batch_tasks (id, organization_id, batch_id, job_id, position, file_name, task_id)
         SELECT $1, $2, $1, id, 0, 'a.pdf', $1 FROM jobs WHERE organization_id = $2",
        "INSERT INTO evaluations (id, organization_id, file_id, job_id, rubric_hash, engine, engine_version, reading_version,
                                  ai_eval, overall_score, recommendation_level, strip)
         SELECT $1, $2, $1, id, '', 'e', '1', '1', '{}', 1, '推荐', 'M' FROM jobs WHERE organization_id = $2",
        "INSERT INTO evaluation_marks (organization_id, application_id, evaluation_id, position, user_id, job_id, criterion,
                                       judged, verdict, reason)
         SELECT $2, $1, $1, 0, m.user_id, j.id, 'Rust', 'met', 'not', ''
         FROM jobs j JOIN organization_members m USING (organization_id) WHERE j.organization_id = $2 LIMIT 1",
        "INSERT INTO job_rubrics (organization_id, job_id, engine, source_hash, rubric)
         SELECT $2, id, 'e', '', '{}' FROM jobs WHERE organization_id = $2 AND $1::uuid IS NOT NULL",
        "INSERT INTO ai_settings (organization_id, model_name) SELECT $2, 'm' WHERE $1::uuid IS NOT NULL",
        "INSERT INTO ai_pauses (organization_id, reason) SELECT $2, 'ai.quota' WHERE $1::uuid IS NOT NULL",
        "INSERT INTO ai_usage (id, organization_id, purpose, model, requests, prompt_tokens, cached_tokens, completion_tokens)
         VALUES ($1, $2, 'evaluation', 'm', 1, 1, 0, 1)",
        "INSERT INTO ai_spending (organization_id, month, cost_micros) SELECT $2, now(), 1 WHERE $1::uuid IS NOT NULL",
        "INSERT INTO evaluation_prompts (organization_id, version, text) SELECT $2, '2+0', '' WHERE $1::uuid IS NOT NULL",
        "INSERT INTO judge_measurements (organization_id, id, sample) VALUES ($2, $1, '1')",
        "INSERT INTO model_batches (organization_id, id, account, model) VALUES ($2, $1, 'a', 'm')",
        "INSERT INTO model_batch_requests (organization_id, id, task_id, batch_task_id, model_batch_id, account, model,
                                           question_hash, reads_person, body, fall_back_at)
         VALUES ($2, $1, $1, $1, $1, 'a', 'm', '', true, '{}', now())",
        "INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body, language, status)
         SELECT $1, $2, $1, id, $1, 'rejection', '', '', '', 'en', 'draft' FROM jobs WHERE organization_id = $2",
        "INSERT INTO mail_settings (organization_id, host, port, security, username, sender)
         SELECT $2, 'h', 25, 'plain', '', 's' WHERE $1::uuid IS NOT NULL",
        "INSERT INTO email_service (organization_id) SELECT $2 WHERE $1::uuid IS NOT NULL",
        "INSERT INTO organization_invitations (id, organization_id, email, role, expires_at)
         VALUES ($1, $2, 'a@example.com', 'viewer', now())",
        "INSERT INTO invitation_links (invitation_id, organization_id, token_hash, mailed) VALUES ($1, $2, '', true)",
        "INSERT INTO invitation_jobs (invitation_id, organization_id, job_id)
         SELECT $1, $2, id FROM jobs WHERE organization_id = $2",
        "INSERT INTO interview_locations (id, organization_id, name, type, details) VALUES ($1, $2, 'Office', 'onsite', 'Here')",
        "INSERT INTO job_locations (organization_id, job_id, location_id)
         SELECT $2, id, $1 FROM jobs WHERE organization_id = $2",
        "INSERT INTO prompts (id, organization_id, prompt_type, text) VALUES ($1, $2, 'jd', 'text')",
        "INSERT INTO interviewer_calendars (organization_id, user_id, host, address_sealed)
         SELECT $2, user_id, 'h', '' FROM organization_members WHERE organization_id = $2 AND $1::uuid IS NOT NULL",
        "INSERT INTO inbound_mailboxes (organization_id, host, port, security, username, folder, is_active)
         SELECT $2, 'h', 993, 'tls', 'u', 'INBOX', true WHERE $1::uuid IS NOT NULL",
        "INSERT INTO inbound_messages (id, organization_id, message_id, state, sender, sender_name, subject, body)
         VALUES ($1, $2, '<1@x>', 'unmatched', '', '', '', '')",
        "INSERT INTO booking_hooks (organization_id, secret_sealed) SELECT $2, '' WHERE $1::uuid IS NOT NULL",
        "INSERT INTO booking_events (organization_id, event_hash) SELECT $2, '' WHERE $1::uuid IS NOT NULL",
        "INSERT INTO security_events (id, organization_id, kind, status, source, request_id)
         VALUES ($1, $2, 'kind', 200, 'source', 'request')",
        "INSERT INTO daily_usage (organization_id, day, batches, bytes) SELECT $2, now(), 1, 1 WHERE $1::uuid IS NOT NULL",
        "INSERT INTO upload_reservations (organization_id, id, bytes, expires_at) VALUES ($2, $1, 1, now())",
        "INSERT INTO live_events (organization_id, kind, ids) VALUES ($2, 'job.changed', ARRAY[$1])",
        "INSERT INTO released_files (organization_id, file_id) VALUES ($2, $1)",
        "INSERT INTO role_permissions (organization_id, role, resource, actions)
         SELECT $2, 'viewer', 'pages', '{}' WHERE $1::uuid IS NOT NULL",
        "INSERT INTO member_jobs (organization_id, member_id, job_id)
         SELECT $2, m.id, j.id FROM organization_members m JOIN jobs j USING (organization_id)
         WHERE m.organization_id = $2 AND $1::uuid IS NOT NULL LIMIT 1",
    ] {
        sqlx::query(sql).bind(id).bind(seed.organization.0).execute(&mut *connection).await.unwrap();
    }
}

/// What a statement did: the number of rows, or that it was denied.
#[derive(Debug, PartialEq)]
enum Effect {
    Rows(u64),
    Refused,
}

/// Runs a statement as a member of an organization and rolls it back.
async fn try_as(db: &Db, organization: OrganizationId, sql: String, argument: serde_json::Value) -> Effect {
    let actor = Actor::owner(organization, UserId::new());
    let mut tx = db.tenant(&actor).await.unwrap();
    let result = sqlx::query(AssertSqlSafe(sql.clone())).bind(argument).execute(tx.conn().unwrap()).await;
    tx.rollback().await.unwrap();
    match result {
        Ok(done) => Effect::Rows(done.rows_affected()),
        // insufficient_privilege: what row level security and missing grants both answer.
        Err(error) if error.as_database_error().is_some_and(|e| e.code().as_deref() == Some("42501")) => {
            Effect::Refused
        }
        Err(error) => panic!("{sql}: {error}"),
    }
}

/// Tables for operators and crons, without access for members.
const OPERATORS_ALONE: [&str; 3] = ["security_events", "released_files", "live_events"];

#[tokio::test]
async fn tenant_tables_hide_rows_of_other_organizations() {
    let world = World::new().await;
    let db = world.db(2);
    let (tables, views) = (world.tenant_relations("BASE TABLE").await, world.tenant_relations("VIEW").await);
    assert!(tables.len() >= 14 && views.len() >= 2, "{tables:?} {views:?}");
    for relation in tables.iter().chain(&views) {
        let row = world.their_row(relation).await;
        let sql = format!("SELECT * FROM {relation} WHERE organization_id = ($1 ->> 'organization_id')::uuid");
        if OPERATORS_ALONE.contains(&relation.as_str()) {
            assert_eq!(try_as(&db, world.theirs, sql, row).await, Effect::Refused, "{relation}");
            continue;
        }
        let own = try_as(&db, world.theirs, sql.clone(), row.clone()).await;
        assert!(matches!(own, Effect::Rows(1..)), "{relation} to its own: {own:?}");
        assert_eq!(try_as(&db, world.ours, sql, row.clone()).await, Effect::Rows(0), "{relation}");
        let everything =
            format!("SELECT * FROM {relation} WHERE $1::jsonb IS NOT NULL AND organization_id <> '{}'", world.ours);
        assert_eq!(try_as(&db, world.ours, everything, row).await, Effect::Rows(0), "{relation}");
    }
}

#[tokio::test]
async fn tenant_tables_refuse_changes_from_other_organizations() {
    let world = World::new().await;
    let db = world.db(2);
    for table in world.tenant_relations("BASE TABLE").await {
        let row = world.their_row(&table).await;
        let theirs = "organization_id = ($1 ->> 'organization_id')::uuid";
        let columns = world.stored_columns(&table).await;
        let insert =
            format!("INSERT INTO {table} ({columns}) SELECT {columns} FROM jsonb_populate_record(NULL::{table}, $1)");
        assert_eq!(try_as(&db, world.ours, insert, row.clone()).await, Effect::Refused, "insert into {table}");
        for sql in [
            format!("UPDATE {table} SET organization_id = organization_id WHERE {theirs}"),
            format!("DELETE FROM {table} WHERE {theirs}"),
        ] {
            let effect = try_as(&db, world.ours, sql.clone(), row.clone()).await;
            assert!(matches!(effect, Effect::Rows(0) | Effect::Refused), "{sql}: {effect:?}");
        }
        let give_away = format!("UPDATE {table} SET {theirs}");
        assert_eq!(try_as(&db, world.ours, give_away, row).await, Effect::Refused, "giving away a row of {table}");
    }
}

#[tokio::test]
async fn organizations_are_isolated() {
    let world = World::new().await;
    let db = world.db(2);
    let them = serde_json::json!({ "id": world.theirs });
    for sql in [
        "SELECT * FROM organizations WHERE id = ($1 ->> 'id')::uuid",
        "UPDATE organizations SET name = 'ours' WHERE id = ($1 ->> 'id')::uuid",
        "DELETE FROM organizations WHERE id = ($1 ->> 'id')::uuid",
        "SELECT id FROM users WHERE $1::jsonb IS NOT NULL AND email LIKE 'owner-%' AND id NOT IN
             (SELECT user_id FROM organization_members)",
    ] {
        assert_eq!(try_as(&db, world.ours, sql.to_owned(), them.clone()).await, Effect::Rows(0), "{sql}");
    }
    for sql in ["SELECT password_hash FROM users WHERE $1::jsonb IS NOT NULL", "SELECT $1::jsonb FROM sessions"] {
        assert_eq!(try_as(&db, world.ours, sql.to_owned(), them.clone()).await, Effect::Refused, "{sql}");
    }
}

/// Tables whose rows belong to no organization, by whether members have access: to organizations and users by row level
/// security, to captured email for writing only.
const OF_NO_ORGANIZATION: [(&str, bool); 18] = [
    ("ai_accounts", false),
    ("ai_permits", false),
    ("ai_requests", false),
    ("captured_mails", false),
    ("cron_slots", false),
    ("departed_organizations", false),
    ("discarded_objects", false),
    ("known_devices", false),
    ("one_time_tokens", false),
    ("organizations", true),
    ("rate_limits", false),
    ("scheduled_crons", false),
    ("server_key_probe", false),
    ("sessions", false),
    ("stages", true),
    ("unserved_lanes", true),
    ("users", true),
    ("workers", false),
];

#[tokio::test]
async fn tables_without_an_organization_are_listed() {
    let database = TestDatabase::new().await;
    let found: Vec<(String, bool)> = sqlx::query_as(
        "SELECT t.table_name::text, has_any_column_privilege('bole_app', t.table_name::text, 'SELECT')
         FROM information_schema.tables t
         WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND t.table_name <> '_sqlx_migrations'
           AND NOT EXISTS (SELECT FROM information_schema.columns c
                           WHERE c.table_schema = t.table_schema AND c.table_name = t.table_name
                             AND c.column_name = 'organization_id')
         ORDER BY 1",
    )
    .fetch_all(&mut database.connection().await)
    .await
    .unwrap();
    assert_eq!(found, OF_NO_ORGANIZATION.map(|(table, readable)| (table.to_owned(), readable)));
}

#[tokio::test]
async fn accounts_need_no_tenant_table() {
    let world = World::new().await;
    let db = world.db(2);
    for relation in world.tenant_relations("BASE TABLE").await {
        let mut tx = db.identity().await.unwrap();
        let sql = format!("SELECT count(*) FROM {relation}");
        let seen = sqlx::query_scalar::<_, i64>(AssertSqlSafe(sql)).fetch_one(tx.conn().unwrap()).await;
        // Of the ledger, accounts only see their own email tasks.
        let is_ledger = ["tasks", "queue", "queue_later", "task_keys"].contains(&relation.as_str());
        assert!(seen.is_err() || (is_ledger && seen.is_ok_and(|rows| rows == 0)), "{relation}");
        drop(tx);
    }
}

/// Polls a future up to `polls` times, then drops it.
async fn cancelled_after<F: Future>(polls: usize, future: F) -> Option<F::Output> {
    let mut future = pin!(future);
    let mut left = polls;
    poll_fn(move |context| {
        left -= 1;
        match future.as_mut().poll(context) {
            Poll::Ready(output) => Poll::Ready(Some(output)),
            Poll::Pending if left == 0 => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

/// A request's work for an organization: open, change, read, commit.
async fn work(db: &Db, organization: OrganizationId) -> StoreResult<()> {
    let mut tx = db.tenant(&Actor::clock(organization)).await?;
    tx.conn()?.execute("UPDATE jobs SET title = title || '!'").await?;
    tx.conn()?.fetch_all("SELECT * FROM jobs").await?;
    tx.commit().await
}

#[tokio::test]
async fn cancelled_transaction_is_not_reused() {
    let world = World::new().await;
    // One connection, so that the next user gets the abandoned one if it is returned at all.
    let db = world.db(1);
    // How far the work gets in a number of polls depends on the database's speed, so the sweep is repeated: on an
    // idle machine one poll may complete almost everything.
    let mut cancelled = 0;
    for _ in 0..50 {
        cancelled += cancel_everywhere(&db, world.ours).await;
    }
    assert!(cancelled >= 50, "at least once in each sweep: {cancelled}");
}

/// Cancels the work after one poll, after two, and so on until it completes, and checks what the next user of the
/// connection sees each time. Returns the number of cancellations.
async fn cancel_everywhere(db: &Db, organization: OrganizationId) -> usize {
    for polls in 1..200 {
        let done = cancelled_after(polls, work(db, organization)).await;
        // A user outside any organization: in an abandoned transaction they would see the last tenant's rows.
        let mut next = db.user(UserId::new()).await.unwrap();
        let row = next.conn().unwrap().fetch_one("SELECT count(*) FROM jobs").await.unwrap();
        assert_eq!(row.get::<i64, _>(0), 0, "after {polls} polls the next user sees rows of the one before");
        next.rollback().await.unwrap();
        if let Some(done) = done {
            done.unwrap();
            return polls - 1;
        }
    }
    panic!("the work never ends");
}

#[tokio::test]
async fn cancelled_transaction_changes_nothing() {
    let world = World::new().await;
    let db = world.db(1);
    let actor = Actor::clock(world.ours);
    {
        let mut tx = db.tenant(&actor).await.unwrap();
        tx.conn().unwrap().execute("UPDATE jobs SET title = 'changed'").await.unwrap();
    }
    // The only connection is free again once the rollback succeeded.
    let mut tx = db.tenant(&actor).await.unwrap();
    let title: String =
        sqlx::query_scalar("SELECT title FROM jobs FOR UPDATE").fetch_one(tx.conn().unwrap()).await.unwrap();
    tx.rollback().await.unwrap();
    assert_eq!(title, "Job");
}

#[tokio::test]
async fn connections_have_time_limits() {
    let world = World::new().await;
    let db = world.db(1);
    let show = async |connection: &mut PgConnection, setting: &str| -> String {
        let row = connection.fetch_one(AssertSqlSafe(format!("SHOW {setting}"))).await.unwrap();
        row.get(0)
    };
    let mut tx = db.tenant(&Actor::clock(world.ours)).await.unwrap();
    let connection = tx.conn().unwrap();
    for (setting, value) in
        [("lock_timeout", "3s"), ("statement_timeout", "30s"), ("idle_in_transaction_session_timeout", "1min")]
    {
        assert_eq!(show(connection, setting).await, value, "{setting} of tenant work");
    }
    tx.rollback().await.unwrap();
    let mut ledger = db.ledger().await.unwrap();
    for (setting, value) in [("statement_timeout", "2min"), ("idle_in_transaction_session_timeout", "1min")] {
        assert_eq!(show(&mut ledger, setting).await, value, "{setting} of the ledger");
    }
}

#[tokio::test]
async fn lock_waits_time_out_quickly() {
    let world = World::new().await;
    let db = world.db(2);
    let actor = Actor::clock(world.ours);
    let mut holds = db.tenant(&actor).await.unwrap();
    holds.conn().unwrap().execute("SELECT FROM jobs FOR UPDATE").await.unwrap();
    let mut waits = db.tenant(&actor).await.unwrap();
    let error = waits.conn().unwrap().execute("SELECT FROM jobs FOR UPDATE").await.unwrap_err();
    assert_eq!(error.as_database_error().and_then(|error| error.code()).as_deref(), Some("55P03"), "{error}");
    waits.rollback().await.unwrap();
    holds.rollback().await.unwrap();
}
