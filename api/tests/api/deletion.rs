//! Deletion removes rows, files and uploads.

use std::time::Duration;

use bole_domain::organization::Role;
use bole_scheduler::{Cron, PruneAccounts, PruneMailbox, RemoveFiles};
use reqwest::Method;
use serde_json::{Value, json};

use crate::samples::{archive, file, resume_pdf};
use crate::support::{Answer, Client, TestApp, eventually, form};

/// Removes files without delay, and ZIPs once they are unpacked.
async fn remove_files(app: &TestApp) {
    let cron = RemoveFiles {
        grace: Duration::ZERO,
        keep_unpacked: Duration::ZERO,
        keep_failed: Duration::from_secs(3600),
        ..RemoveFiles::new(app.storage.clone())
    };
    cron.run(&app.db).await.unwrap();
}

async fn count(app: &TestApp, table: &'static str) -> i64 {
    let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
    sqlx::query_scalar(sql).fetch_one(&mut app.database.connection().await).await.unwrap()
}

async fn evaluated(app: &TestApp, owner: &Client, organization: &str, names: &[&str]) -> (String, String) {
    let job = owner.job(organization).await;
    let working = app.work();
    let files = names.iter().zip(1..).map(|(name, digit)| (format!("{name}.pdf"), resume_pdf(name, digit)));
    let batch = owner.evaluate(&job, archive(files)).await;
    drop(working);
    (job, batch)
}

#[tokio::test]
async fn deleted_entry_and_job_leave_no_files() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (job, batch) = evaluated(&app, &owner, &organization, &["Ann"]).await;
    assert_eq!(app.stored().len(), 2, "the ZIP and the resume");
    remove_files(&app).await;
    assert_eq!(app.stored().len(), 1, "the ZIP goes once it is unpacked, the resume stays while its entry does");

    let entry = owner.rows(&batch).await[0]["id"].as_str().unwrap().to_owned();
    owner.delete(&format!("{organization}/batch-tasks/{entry}")).await.expect(204);
    owner.delete(&job).await.expect(204);
    remove_files(&app).await;
    assert!(app.stored().is_empty());
    for table in ["files", "file_texts", "evaluations", "batches", "discarded_objects", "released_files"] {
        assert_eq!(count(&app, table).await, 0, "{table}");
    }
}

#[tokio::test]
async fn replaced_file_is_deleted_and_its_replacement_kept() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let locked = file("shared/documents/tests/corpus/hostile/enc_aes256_userpw.pdf");
    let batch = owner.evaluate(&job, archive([("cv.pdf", locked.clone())])).await;
    let entry = owner.rows(&batch).await[0]["id"].as_str().unwrap().to_owned();
    let path = format!("{organization}/batch-tasks/{entry}/file?name=ann.pdf");
    Answer::of(owner.request(reqwest::Method::PUT, &path).body(resume_pdf("Ann", 1))).await.expect(200);
    owner.finished(&batch).await;
    remove_files(&app).await;
    assert_eq!((count(&app, "files").await, count(&app, "released_files").await), (1, 0));
    let left: Vec<Vec<u8>> = app.stored().iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert_eq!(left, [resume_pdf("Ann", 1)]);
}

#[tokio::test]
async fn bytes_of_a_refused_replacement_are_deleted() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let locked = file("shared/documents/tests/corpus/hostile/enc_aes256_userpw.pdf");
    let known = resume_pdf("Ann", 1);
    let batch = owner.evaluate(&job, archive([("ann.pdf", known.clone()), ("cv.pdf", locked.clone())])).await;
    let entry = owner.rows(&batch).await[1]["id"].as_str().unwrap().to_owned();
    let path = format!("{organization}/batch-tasks/{entry}/file");
    remove_files(&app).await;
    assert_eq!(app.stored().len(), 2, "the two resumes");

    // The bytes are stored, and then the entry is not changed.
    let refuse = "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                  $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
                  CREATE TRIGGER refuse BEFORE UPDATE OF file_id ON batch_tasks FOR EACH ROW EXECUTE FUNCTION refuse()";
    sqlx::raw_sql(refuse).execute(&mut app.database.connection().await).await.unwrap();
    for bytes in [resume_pdf("Ben", 2), known.clone()] {
        let answer = Answer::of(owner.request(reqwest::Method::PUT, &path).body(bytes)).await;
        assert!(answer.status >= 500, "{}", answer.text);
    }
    assert_eq!(app.stored().len(), 3);
    // Not before they could have been taken.
    RemoveFiles::new(app.storage.clone()).run(&app.db).await.unwrap();
    assert_eq!(app.stored().len(), 3);
    remove_files(&app).await;
    let mut left: Vec<Vec<u8>> = app.stored().iter().map(|path| std::fs::read(path).unwrap()).collect();
    left.sort();
    let mut expected = vec![known, locked];
    expected.sort();
    assert_eq!(left, expected, "what another entry has stays");
    assert_eq!(count(&app, "discarded_objects").await, 0);
}

#[tokio::test]
async fn zip_of_deleted_job_is_deleted_and_reuploaded_content_is_kept() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (job, _) = evaluated(&app, &owner, &organization, &["Ann"]).await;
    owner.delete(&job).await.expect(204);
    // The rows are deleted, the stored objects not yet.
    let cron = RemoveFiles::new(app.storage.clone());
    cron.run(&app.db).await.unwrap();
    assert_eq!((count(&app, "files").await, app.stored().len()), (0, 2));

    let (_, batch) = evaluated(&app, &owner, &organization, &["Ann"]).await;
    remove_files(&app).await;
    assert_eq!(app.stored().len(), 1, "the resume that came back");
    let entry = owner.rows(&batch).await[0]["id"].as_str().unwrap().to_owned();
    let file = owner.request(reqwest::Method::GET, &format!("{organization}/batch-tasks/{entry}/file"));
    assert_eq!(file.send().await.unwrap().status(), 200);
}

#[tokio::test]
async fn deleted_person_leaves_no_data_and_others_keep_theirs() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (job, batch) = evaluated(&app, &owner, &organization, &["Ann", "Ben"]).await;
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let list = format!("{organization}/applications?job_id={}", job.rsplit('/').next().unwrap());
    let page = owner.get(&list).await.expect(200);
    let application = page["items"].as_array().unwrap().iter().find(|item| item["person"]["name"] == "Ann Tan");
    let person = application.unwrap()["person"]["id"].as_str().unwrap().to_owned();
    let person = format!("{organization}/people/{person}");
    owner.post(&format!("{person}/notes"), json!({ "text": "Called." })).await.expect(201);

    let manager = app.member(&organization, Role::HrManager).await;
    assert_eq!(manager.delete(&person).await.problem(403), "permission.denied");
    owner.delete(&person).await.expect(204);
    assert_eq!(owner.delete(&person).await.problem(404), "person.not_found");
    assert_eq!(owner.get(&list).await.expect(200)["items"].as_array().unwrap().len(), 1);
    assert_eq!(owner.rows(&batch).await.len(), 1);
    for (table, left) in [("people", 1), ("resumes", 1), ("files", 1), ("evaluations", 1), ("person_notes", 0)] {
        assert_eq!(count(&app, table).await, left, "{table}");
    }
    remove_files(&app).await;
    assert_eq!(app.stored().len(), 1, "the other's resume");

    let logged: Vec<Value> = sqlx::query_scalar(
        "SELECT jsonb_build_array(status, user_id IS NOT NULL, organization_id IS NOT NULL, subject)
         FROM security_events WHERE kind = 'person.deleted' ORDER BY id",
    )
    .fetch_all(&mut app.database.connection().await)
    .await
    .unwrap();
    let id = person.rsplit('/').next().unwrap();
    assert_eq!(logged, [json!([403, true, true, id]), json!([204, true, true, id]), json!([404, true, true, id])]);
}

/// The columns of all tables that contain a word.
async fn mentions(app: &TestApp, word: &str) -> Vec<String> {
    let mut connection = app.database.connection().await;
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT c.table_name::text, c.column_name::text FROM information_schema.columns c
         JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
         WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
           AND c.data_type IN ('text', 'jsonb', 'ARRAY', 'character varying') ORDER BY 1, 2",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let mut found = Vec::new();
    for (table, column) in columns {
        let sql = format!("SELECT EXISTS (SELECT FROM {table} WHERE strpos(lower({column}::text), lower($1)) > 0)");
        let sql = sqlx::query_scalar::<_, bool>(sqlx::AssertSqlSafe(sql)).bind(word);
        if sql.fetch_one(&mut connection).await.unwrap() {
            found.push(format!("{table}.{column}"));
        }
    }
    found
}

#[tokio::test]
async fn no_column_names_a_deleted_person() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (job, batch) = evaluated(&app, &owner, &organization, &["Ann", "Ben"]).await;
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let list = format!("{organization}/applications?job_id={}", job.rsplit('/').next().unwrap());
    let page = owner.get(&list).await.expect(200);
    let application =
        page["items"].as_array().unwrap().iter().find(|item| item["person"]["name"] == "Ann Tan").unwrap();
    let person = format!("{organization}/people/{}", application["person"]["id"].as_str().unwrap());
    owner.post(&format!("{person}/notes"), json!({ "text": "Ann Tan called." })).await.expect(201);
    // What came from outside, before anybody knew whose it was.
    let organization_id: uuid::Uuid = organization.rsplit('/').next().unwrap().parse().unwrap();
    let mut connection = app.database.connection().await;
    for sql in [
        "INSERT INTO inbound_messages (id, organization_id, message_id, state, sender, sender_name, subject, body)
         VALUES (gen_random_uuid(), $1, 'a@b', 'set_aside', 'Ann.Tan@example.com', 'Ann Tan', 'Ann Tan applies', 'Ann Tan')",
        "INSERT INTO interview_schedules (id, organization_id, start_time, end_time, round, interviewer_name, invitee_name,
                                          invitee_email)
         VALUES (gen_random_uuid(), $1, now() + interval '1 day', now() + interval '25 hours', 1, 'Li', 'Ann Tan',
                 'Ann.Tan@example.com')",
    ] {
        sqlx::query(sql).bind(organization_id).execute(&mut connection).await.unwrap();
    }
    let [name, email] = ["Ann Tan", "ann.tan@example.com"];
    let columns = mentions(&app, name).await;
    for column in ["people.name", "person_notes.text", "inbound_messages.body", "interview_schedules.invitee_name"] {
        assert!(columns.iter().any(|found| found == column), "{column} is not in {columns:?}");
    }

    owner.delete(&person).await.expect(204);
    assert_eq!((mentions(&app, name).await, mentions(&app, email).await), (vec![], vec![]));
    assert!(!mentions(&app, "Ben Tan").await.is_empty());
}

#[tokio::test]
async fn large_promotion_runs_as_a_task() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (_, batch) = evaluated(&app, &owner, &organization, &["Ann", "Ben"]).await;
    let mut ids: Vec<String> = owner.rows(&batch).await.iter().map(|row| row["id"].as_str().unwrap().into()).collect();
    ids.extend((0..500).map(|index| format!("0190a1b2-0000-7000-8000-{index:012}")));
    let answer = owner.post(&format!("{batch}/promote"), json!({ "task_ids": ids })).await;
    let task = answer.expect(202);
    assert_eq!(task["kind"], "batch.promote");
    let path = answer.header("location").to_owned();
    let _working = app.work();
    let task = eventually("the task is over", async || {
        let task = owner.get(&path).await.expect(200);
        (task["status"] == "completed").then_some(task)
    })
    .await;
    assert_eq!(task["result"], json!({ "created": 2, "existing": 0, "skipped": 500 }));
    assert_eq!(task["progress"], json!({ "done": 502, "total": 502 }));
}

/// A new table that refers to files must release them as well: see the migration of `released_files`.
#[tokio::test]
async fn every_table_with_file_references_releases_them() {
    let app = TestApp::new().await;
    let referring: Vec<String> = sqlx::query_scalar(
        "SELECT conrelid::regclass::text FROM pg_constraint
         WHERE confrelid = 'files'::regclass AND contype = 'f' AND confdeltype <> 'c' ORDER BY 1",
    )
    .fetch_all(&mut app.database.connection().await)
    .await
    .unwrap();
    assert_eq!(referring, ["batch_tasks", "resumes"]);
}

#[tokio::test]
async fn ended_sessions_links_and_old_records_are_pruned() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let emails = ["li@example.com", "wang@example.com"];
    for email in emails {
        app.user(email).await;
        owner.post("/api/auth/reset-password", json!({ "email": email })).await.expect(202);
        let invitation = json!({ "email": format!("new-{email}"), "role": "viewer" });
        owner.post(&format!("{organization}/invitations"), invitation).await.expect(201);
        let keyed = owner.request(Method::POST, &format!("{}/batches", owner.job(&organization).await));
        let keyed = keyed.header("idempotency-key", email).multipart(form(archive([("a.pdf", resume_pdf("Ann", 1))])));
        Answer::of(keyed).await.expect(202);
    }
    let mut connection = app.database.connection().await;
    let ages = [
        ("sessions", "refresh_until", "30 days"),
        ("one_time_tokens", "expires_at", "0 days"),
        ("known_devices", "last_used_at", "400 days"),
        ("idempotency_keys", "created_at", "7 days"),
        ("organization_invitations", "expires_at", "90 days"),
        ("security_events", "at", "400 days"),
        ("captured_mails", "created_at", "1 day"),
    ];
    let mut before = Vec::new();
    for (table, column, age) in ages {
        before.push(count(&app, table).await);
        // One row is too old, another almost.
        for margin in ["- interval '1 minute'", "+ interval '1 minute'"] {
            let sql = format!(
                "UPDATE {table} SET {column} = now() - interval '{age}' {margin}
                 WHERE ctid = (SELECT ctid FROM {table} WHERE {column} >= now() - interval '{age}' ORDER BY ctid LIMIT 1)"
            );
            let changed = sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
            assert_eq!(changed.rows_affected(), 1, "{table}");
        }
    }
    PruneAccounts.run(&app.db).await.unwrap();
    PruneMailbox.run(&app.db).await.unwrap();
    for ((table, ..), before) in ages.into_iter().zip(before) {
        assert_eq!(count(&app, table).await, before - 1, "{table}");
    }
}
