//! The effect of migrations on existing rows.

use std::path::Path;

use bole_store::Schema;
use bole_testkit::TestDatabase;
use serde_json::Value;
use sqlx::migrate::Migrator;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

/// A database on the tests' server migrated to an older version, and the remaining migrations.
struct Old {
    migrator: Migrator,
    connection: PgConnection,
    // Dropped with the value.
    database: TestDatabase,
}

impl Old {
    async fn at(version: i64) -> Self {
        let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
        let migrator = Migrator::new(migrations).await.unwrap();
        let database = TestDatabase::empty().await;
        let mut connection = PgConnection::connect(database.url()).await.unwrap();
        for migration in migrator.iter().filter(|migration| migration.version < version) {
            connection.execute(sqlx::raw_sql(migration.sql.clone())).await.unwrap();
        }
        Self { migrator, connection, database }
    }

    async fn apply(&mut self, version: i64) {
        let migration = self.migrator.iter().find(|migration| migration.version == version).unwrap();
        self.connection.execute(sqlx::raw_sql(migration.sql.clone())).await.unwrap();
    }

    /// Gives all tables to a user who is no superuser, and continues as that user. Returns the name.
    async fn hand_to_plain_owner(&mut self) -> String {
        let owner = format!("owner_of_{}", self.database.name());
        let tables = format!(
            "CREATE ROLE {owner} NOSUPERUSER;
             GRANT USAGE, CREATE ON SCHEMA public TO {owner};
             DO $$
             DECLARE name text;
             BEGIN
                 FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
                     EXECUTE format('ALTER TABLE %I OWNER TO {owner}', name);
                 END LOOP;
             END $$;
             SET ROLE {owner}"
        );
        self.connection.execute(sqlx::raw_sql(AssertSqlSafe(tables))).await.unwrap();
        owner
    }

    /// Continues as the superuser, without that user.
    async fn remove_owner(&mut self, owner: &str) {
        let removal =
            format!("RESET ROLE; REASSIGN OWNED BY {owner} TO CURRENT_USER; DROP OWNED BY {owner}; DROP ROLE {owner}");
        self.connection.execute(sqlx::raw_sql(AssertSqlSafe(removal))).await.unwrap();
    }
}

#[tokio::test]
async fn schema_is_missing_older_or_current() {
    let database = TestDatabase::empty().await;
    assert_eq!(bole_store::schema(database.url()).await.unwrap(), Schema::Missing);
    bole_store::migrate(database.url()).await.unwrap();
    assert_eq!(bole_store::schema(database.url()).await.unwrap(), Schema::Current);
    // Of a later version.
    let mut connection = database.connection().await;
    let later = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES (999999, '', true, '', 0)";
    connection.execute(later).await.unwrap();
    assert_eq!(bole_store::schema(database.url()).await.unwrap(), Schema::Current);
    connection.execute("DELETE FROM _sqlx_migrations WHERE version > 100").await.unwrap();
    assert_eq!(bole_store::schema(database.url()).await.unwrap(), Schema::Older);
    // As a user who owns nothing.
    connection.execute("CREATE ROLE schema_reader LOGIN PASSWORD 'secret'").await.unwrap();
    let (_, rest) = database.url().split_once("://").unwrap();
    let reader = format!("postgres://schema_reader:secret@{}", rest.rsplit_once('@').map_or(rest, |(_, rest)| rest));
    assert_eq!(bole_store::schema(&reader).await.unwrap(), Schema::Older);
    connection.execute("DROP ROLE schema_reader").await.unwrap();
}

#[tokio::test]
async fn inline_evaluations_are_migrated_to_rows() {
    let mut old = Old::at(16).await;
    old.connection
        .execute(
            r#"
            INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
            VALUES ('00000000-0000-0000-0000-000000000001', 'O', 'o', 'free', 1, 1);
            INSERT INTO jobs (id, organization_id, title, jd, rubric, rubric_source_hash)
            SELECT id, id, 'Job', '', '{"version": "built-in/1"}', '\x01' FROM organizations;
            INSERT INTO files (id, organization_id, sha256, size, media_type, storage_key)
            SELECT id, id, repeat('0', 64), 1, 'application/pdf', 'key' FROM organizations;
            INSERT INTO people (id, organization_id) SELECT id, id FROM organizations;
            INSERT INTO people (id, organization_id) SELECT '00000000-0000-0000-0000-000000000002', id FROM organizations;
            INSERT INTO resumes (id, organization_id, person_id, file_id, file_name)
            SELECT p.id, o.id, p.id, o.id, 'a.pdf' FROM organizations o CROSS JOIN people p;
            INSERT INTO tasks (id, organization_id, lane, kind, payload, state) SELECT id, id, 0, 'k', '{}', 'completed' FROM organizations;
            INSERT INTO batches (id, organization_id, job_id, file_name, size, storage_key, unpack_task_id)
            SELECT id, id, id, 'a.zip', 1, 'key', id FROM organizations;
            CREATE FUNCTION eval(score float) RETURNS jsonb LANGUAGE sql AS $$ SELECT jsonb_build_object(
                'overallScore', score, 'engine', 'built-in', 'versions', '{"engine": "e/1", "rubric": "r", "extraction": "x/1"}'::jsonb,
                'criteria', '[{"kind": "must", "verdict": "met"}, {"kind": "nice", "verdict": "unknown"},
                              {"kind": "must", "verdict": "not"}, {"kind": "nice", "verdict": "partly"}]'::jsonb) $$;
            INSERT INTO applications (id, organization_id, job_id, person_id, resume_id, status, sub_status, ai_eval,
                                      overall_score, recommendation_level)
            SELECT p.id, o.id, o.id, p.id, p.id, 'AI评审', 'AI推荐建联', eval(s.score), s.score, '推荐'
            FROM organizations o CROSS JOIN people p
            JOIN (VALUES (1, 70.0), (2, 61.0)) s (n, score) ON p.id::text LIKE '%' || s.n;
            INSERT INTO batch_tasks (id, organization_id, batch_id, job_id, position, file_name, file_id, task_id, ai_eval,
                                     recommendation, score, application_id)
            SELECT id, id, id, id, 0, 'a.pdf', id, id, eval(70), '推荐', 70, id FROM organizations;
            "#,
        )
        .await
        .unwrap();
    old.apply(16).await;
    let read = "SELECT jsonb_agg(jsonb_build_object('score', e.overall_score, 'level', e.recommendation_level,
                    'strip', e.strip, 'engine', e.engine, 'version', e.engine_version, 'reading', e.reading_version,
                    'entries', (SELECT count(*) FROM batch_tasks b WHERE b.evaluation_id = e.id),
                    'applications', (SELECT count(*) FROM applications a WHERE a.evaluation_id = e.id))
                    ORDER BY e.overall_score DESC) FROM evaluations e";
    let kept: Value = sqlx::query_scalar(read).fetch_one(&mut old.connection).await.unwrap();
    let evaluation = |score: i32, entries: i32| {
        serde_json::json!({
            "score": score, "level": "推荐", "strip": "MuNp", "engine": "built-in", "version": "e/1", "reading": "x/1",
            "entries": entries, "applications": 1,
        })
    };
    assert_eq!(kept, serde_json::json!([evaluation(70, 1), evaluation(61, 0)]), "the second one's entry was deleted");
    let rubrics: (String, Vec<u8>, String) =
        sqlx::query_as("SELECT engine, source_hash, rubric ->> 'version' FROM job_rubrics")
            .fetch_one(&mut old.connection)
            .await
            .unwrap();
    assert_eq!(rubrics, ("built-in".to_owned(), vec![1], "built-in/1".to_owned()));
}

#[tokio::test]
async fn links_to_offers_are_removed_from_stored_texts() {
    let mut old = Old::at(150).await;
    old.connection
        .execute(
            r#"
            INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
            VALUES ('00000000-0000-0000-0000-000000000001', 'O', 'o', 'free', 1, 1);
            INSERT INTO jobs (id, organization_id, title, jd) SELECT id, id, 'Job', '' FROM organizations;
            INSERT INTO people (id, organization_id) SELECT id, id FROM organizations;
            INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
            SELECT id, id, id, id, 'Offer阶段', 'Offer已发送' FROM organizations;
            INSERT INTO offers (id, organization_id, application_id, status, position, salary)
            SELECT i::uuid, o.id, o.id, s, '', '' FROM organizations o CROSS JOIN (VALUES
                ('00000000-0000-0000-0000-000000000010', 'withdrawn'), ('00000000-0000-0000-0000-000000000030', 'sent')) v (i, s);
            INSERT INTO emails (id, organization_id, application_id, job_id, person_id, type, recipient, subject, body, language,
                                status)
            SELECT i::uuid, o.id, o.id, o.id, o.id, t, 'a@example.com', '', b, 'en', s FROM organizations o CROSS JOIN (VALUES
                ('00000000-0000-0000-0000-000000000020', 'offer_sent', 'x/offer/' || repeat('aZ-_', 16) || E'\nBye', 'sent'),
                ('00000000-0000-0000-0000-000000000040', 'offer_sent', 'x/offer/' || repeat('aZ-_', 16), 'queued'),
                ('00000000-0000-0000-0000-000000000050', 'offer_sent', 'x/offer/' || repeat('aZ-_', 16), 'draft'),
                ('00000000-0000-0000-0000-000000000060', 'offer_intent', 'about our /offer/', 'draft')) v (i, t, b, s);
            INSERT INTO inbound_messages (id, organization_id, message_id, state, sender, sender_name, subject, body)
            SELECT id, id, 'm', 'reply', '', '', '', '> x/offer/' || repeat('aZ-_', 16) FROM organizations;
            "#,
        )
        .await
        .unwrap();
    old.apply(150).await;
    old.apply(151).await;
    type Kept = (String, String, Option<String>, Option<String>);
    let emails: Vec<Kept> =
        sqlx::query_as("SELECT body, status, right(offer_id::text, 2), error FROM emails ORDER BY id")
            .fetch_all(&mut old.connection)
            .await
            .unwrap();
    let email = |body: &str, status: &str, offer: Option<&str>, error: Option<&str>| {
        (body.to_owned(), status.to_owned(), offer.map(str::to_owned), error.map(str::to_owned))
    };
    let expected = [
        email("x/offer/{{offer_token}}\nBye", "sent", Some("10"), None),
        email("x/offer/{{offer_token}}", "queued", Some("30"), None),
        email("x/offer/{{offer_token}}", "failed", Some("30"), Some("email.cancelled")),
        email("about our /offer/", "draft", None, None),
    ];
    assert_eq!(emails, expected);
    let quoted: String =
        sqlx::query_scalar("SELECT body FROM inbound_messages").fetch_one(&mut old.connection).await.unwrap();
    assert_eq!(quoted, "> x/offer/{{offer_token}}");
}

#[tokio::test]
async fn customized_recruiters_who_may_email_get_the_page_of_the_composer() {
    let mut old = Old::at(161).await;
    old.connection
        .execute(
            r#"
            INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
            SELECT ('00000000-0000-0000-0000-00000000000' || n)::uuid, 'O', 'o' || n, 'free', 1, 1
            FROM generate_series(1, 3) n;
            INSERT INTO role_permissions (organization_id, role, resource, actions)
            SELECT ('00000000-0000-0000-0000-00000000000' || n)::uuid, role, resource, actions FROM (VALUES
                (1, 'recruiter', 'pages', ARRAY['pipeline']), (1, 'recruiter', 'pipeline', ARRAY['view', 'email']),
                (1, 'viewer', 'pages', ARRAY['dashboard']),
                (2, 'recruiter', 'pages', ARRAY['pipeline']), (2, 'recruiter', 'pipeline', ARRAY['view']),
                (3, 'recruiter', 'pages', ARRAY['batch-email']), (3, 'recruiter', 'pipeline', ARRAY['email'])
            ) v (n, role, resource, actions);
            "#,
        )
        .await
        .unwrap();
    old.apply(161).await;
    let pages: Vec<(String, String)> = sqlx::query_as(
        "SELECT right(organization_id::text, 1) || ' ' || role, array_to_string(actions, ' ') FROM role_permissions
         WHERE resource = 'pages' ORDER BY 1",
    )
    .fetch_all(&mut old.connection)
    .await
    .unwrap();
    let expected = [
        ("1 recruiter", "pipeline batch-email"),
        ("1 viewer", "dashboard"),
        ("2 recruiter", "pipeline"),
        ("3 recruiter", "batch-email"),
    ];
    assert_eq!(pages, expected.map(|(who, opened)| (who.to_owned(), opened.to_owned())));
}

#[tokio::test]
async fn emails_received_before_the_inbox_count_as_read() {
    let mut old = Old::at(300).await;
    old.connection
        .execute(
            "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
             SELECT gen_random_uuid(), 'O' || n, 'o' || n, 'free', 1, 1 FROM generate_series(1, 2) n;
             INSERT INTO inbound_messages (id, organization_id, message_id, state, sender, sender_name, subject, body)
             SELECT id, id, 'm', 'reply', '', '', '', '' FROM organizations",
        )
        .await
        .unwrap();
    let owner = old.hand_to_plain_owner().await;
    old.apply(300).await;
    old.remove_owner(&owner).await;
    let unread: i64 =
        sqlx::query_scalar("SELECT count(*) FROM inbound_messages WHERE read_at IS NULL OR done_at IS NOT NULL")
            .fetch_one(&mut old.connection)
            .await
            .unwrap();
    assert_eq!(unread, 0);
}

/// Forced policies hide every row from an owner who is no superuser, so an update would change none of them.
#[tokio::test]
async fn owner_who_is_no_superuser_updates_the_rows_of_every_organization() {
    let mut old = Old::at(260).await;
    old.connection
        .execute(
            "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
             SELECT gen_random_uuid(), 'O' || n, 'o' || n, 'free', 1, 1 FROM generate_series(1, 2) n;
             INSERT INTO jobs (id, organization_id, title, jd) SELECT id, id, 'Job', '' FROM organizations;
             INSERT INTO ai_settings (organization_id, model_name) SELECT id, 'gemini-1.5-pro-latest' FROM organizations;
             INSERT INTO job_rubrics (organization_id, job_id, engine, source_hash, rubric)
             SELECT id, id, 'built-in', '\\x01', '{}' FROM organizations",
        )
        .await
        .unwrap();
    let owner = old.hand_to_plain_owner().await;
    let seen: i64 =
        sqlx::query_scalar("SELECT count(*) FROM ai_settings").fetch_one(&mut old.connection).await.unwrap();
    assert_eq!(seen, 0, "the policies are forced");
    old.apply(260).await;
    old.apply(265).await;
    let seen: i64 =
        sqlx::query_scalar("SELECT count(*) FROM ai_settings").fetch_one(&mut old.connection).await.unwrap();
    assert_eq!(seen, 0, "and again afterwards");
    old.remove_owner(&owner).await;
    let updated: (i64, i64) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM ai_settings WHERE is_default_model), (SELECT count(*) FROM job_rubrics WHERE is_used)",
    )
    .fetch_one(&mut old.connection)
    .await
    .unwrap();
    assert_eq!(updated, (2, 2));
}

#[tokio::test]
async fn stored_bytes_are_recounted_by_an_owner_who_is_no_superuser() {
    let mut old = Old::at(310).await;
    old.connection
        .execute(
            "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
             SELECT gen_random_uuid(), 'O' || n, 'o' || n, 'free', 1, 1 FROM generate_series(1, 3) n;
             INSERT INTO files (id, organization_id, sha256, size, media_type, storage_key)
             SELECT gen_random_uuid(), o.id, repeat(n::text, 64), 10 * n, 'application/pdf', o.slug || n
             FROM organizations o CROSS JOIN generate_series(1, 2) n WHERE o.slug <> 'o3';
             DELETE FROM storage_usage WHERE organization_id = (SELECT id FROM organizations WHERE slug = 'o1');
             INSERT INTO storage_usage (organization_id, bytes) SELECT id, -5 FROM organizations WHERE slug = 'o3'",
        )
        .await
        .unwrap();
    let owner = old.hand_to_plain_owner().await;
    old.apply(310).await;
    let seen: i64 = sqlx::query_scalar("SELECT (SELECT count(*) FROM files) + (SELECT count(*) FROM storage_usage)")
        .fetch_one(&mut old.connection)
        .await
        .unwrap();
    assert_eq!(seen, 0, "the policies are forced again");
    old.remove_owner(&owner).await;
    let counted: Vec<(String, i64)> = sqlx::query_as(
        "SELECT o.slug, u.bytes FROM storage_usage u JOIN organizations o ON o.id = u.organization_id ORDER BY 1",
    )
    .fetch_all(&mut old.connection)
    .await
    .unwrap();
    assert_eq!(counted, [("o1".to_owned(), 30), ("o2".to_owned(), 30)]);
}

/// Statements that need no freedom from the policies, each with its reason.
const HELD_TO_NO_POLICY: [(i64, &str); 5] = [
    // Of no organization.
    (1, "stages"),
    (191, "cron_slots"),
    // An owner without the rows is stopped by SET NOT NULL, so nothing is lost.
    (13, "queue"),
    // Counted again by 310.
    (62, "storage_usage"),
    // Its own policies are forced afterwards.
    (96, "ai_spending"),
];

#[tokio::test]
async fn statements_over_organizations_rows_are_freed_from_forced_policies() {
    let old = Old::at(0).await;
    for migration in old.migrator.iter() {
        // Bodies of functions run as other roles.
        let statements: String = migration.sql.as_str().split("$$").step_by(2).collect();
        for line in statements.lines() {
            let changed = ["UPDATE ", "DELETE FROM ", "INSERT INTO "].iter().find_map(|verb| line.strip_prefix(verb));
            let Some(table) = changed.and_then(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next())
            else {
                continue;
            };
            if HELD_TO_NO_POLICY.contains(&(migration.version, table)) {
                continue;
            }
            for words in ["NO FORCE", "FORCE"] {
                let statement = format!("ALTER TABLE {table} {words} ROW LEVEL SECURITY");
                assert!(statements.contains(&statement), "{}: no {statement}", migration.version);
            }
        }
    }
}
