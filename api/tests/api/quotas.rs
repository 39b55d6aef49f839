//! Daily quotas of a plan, and the limit of organizations per user.

use serde_json::json;
use sqlx::Executor;

use crate::samples::{archive, resume_pdf};
use crate::support::{TestApp, eventually};

async fn used(app: &TestApp, batches: i64, bytes: i64) {
    sqlx::query(
        "INSERT INTO daily_usage (organization_id, day, batches, bytes)
         SELECT id, (now() AT TIME ZONE 'UTC')::date, $1, $2 FROM organizations
         ON CONFLICT (organization_id, day) DO UPDATE SET batches = excluded.batches, bytes = excluded.bytes",
    )
    .bind(batches)
    .bind(bytes)
    .execute(&mut app.database.connection().await)
    .await
    .unwrap();
}

const GIB: i64 = 1 << 30;

#[tokio::test]
async fn upload_over_the_daily_quota_is_refused_and_leaves_no_files() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let zip = archive([("cv.pdf", resume_pdf("Ann", 1))]);
    for (batches, bytes) in [(200, 0), (0, 10 * GIB), (0, 10 * GIB - 100)] {
        used(&app, batches, bytes).await;
        assert_eq!(owner.upload(&job, zip.clone()).await.problem(409), "batch.quota_reached", "{batches} {bytes}");
    }
    assert!(app.stored().is_empty());
    assert_eq!(owner.get(&format!("{organization}/batches")).await.expect(200)["total"], 0);

    used(&app, 199, 0).await;
    owner.upload(&job, zip.clone()).await.expect(202);
    let usage = owner.get(&format!("{organization}/usage")).await.expect(200);
    assert_eq!(usage["batches_today"], json!({ "used": 200, "limit": 200 }));
    assert_eq!(usage["bytes_today"], json!({ "used": zip.len(), "limit": 10 * GIB }));
    app.database.connection().await.execute("UPDATE organizations SET subscription_tier = 'pro'").await.unwrap();
    owner.upload(&job, zip).await.expect(202);
}

#[tokio::test]
async fn unpacked_files_count_towards_the_quota() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let pdf = resume_pdf("Ann", 1);
    let zip = archive([("cv.pdf", pdf.clone())]);
    // Room for the upload and all but one byte of its content.
    let room = i64::try_from(zip.len() + pdf.len() - 1).unwrap();
    used(&app, 0, 10 * GIB - room).await;
    let batch = owner.upload(&job, zip).await.header("location").to_owned();
    app.database.connection().await.execute("UPDATE tasks SET max_attempts = 1").await.unwrap();
    let _working = app.work();
    let batch = owner.finished(&batch).await;
    assert_eq!((&batch["status"], &batch["failure_reason"]), (&json!("failed"), &json!("archive.quota_reached")));
    assert_eq!(app.stored().len(), 1, "the ZIP alone");
}

#[tokio::test]
async fn files_unpacked_again_after_a_failure_count_once() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let pdf = resume_pdf("Ann", 1);
    let zip = archive([("cv.pdf", pdf.clone())]);
    let mut connection = app.database.connection().await;
    connection
        .execute(
            "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'once' USING ERRCODE = '40001'; END $$;
             CREATE TRIGGER fail BEFORE INSERT ON batch_tasks EXECUTE FUNCTION fail();",
        )
        .await
        .unwrap();
    let batch = owner.upload(&job, zip.clone()).await.header("location").to_owned();
    let working = app.work();
    eventually("unpacking failed", async || {
        let failed = "SELECT count(*) FROM queue_later l JOIN tasks t ON t.id = l.id WHERE t.kind = 'batch.unpack'";
        let failed: i64 = sqlx::query_scalar(failed).fetch_one(&mut connection).await.unwrap();
        (failed == 1).then_some(())
    })
    .await;
    drop(working);
    connection.execute("DROP TRIGGER fail ON batch_tasks; UPDATE queue_later SET run_at = now()").await.unwrap();
    let _working = app.work();
    assert_eq!(owner.finished(&batch).await["status"], "completed");
    let usage = owner.get(&format!("{organization}/usage")).await.expect(200);
    assert_eq!(usage["bytes_today"]["used"], zip.len() + pdf.len());
}

#[tokio::test]
async fn number_of_owned_organizations_is_limited() {
    let app = TestApp::new().await;
    let user = app.user("ann@example.com").await;
    let make = async |slug: String| user.post("/api/organizations", json!({ "name": slug, "slug": slug })).await;
    for index in 0..10 {
        make(format!("o-{index}")).await.expect(201);
    }
    assert_eq!(make("o-10".to_owned()).await.problem(409), "organization.limit_reached");
}

#[tokio::test]
async fn organization_storage_is_limited() {
    let zip = archive([("cv.pdf", resume_pdf("Ann", 1))]);
    let size = u64::try_from(zip.len()).unwrap();
    let app = TestApp::with(|config| config.storage_limit = 2 * size - 1).await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let stored = async || owner.get(&format!("{organization}/usage")).await.expect(200)["stored_bytes"].clone();
    assert_eq!(stored().await, json!({ "used": 0, "limit": 2 * size - 1 }));
    owner.upload(&job, zip.clone()).await.expect(202);
    assert_eq!(stored().await, json!({ "used": size, "limit": 2 * size - 1 }));

    assert_eq!(owner.upload(&job, zip.clone()).await.problem(409), "storage.full");
    assert_eq!(app.stored().len(), 1, "the first ZIP alone");
    // Deleting makes room.
    app.database.connection().await.execute("DELETE FROM batches").await.unwrap();
    assert_eq!(stored().await["used"], 0);
    owner.upload(&job, zip).await.expect(202);
}

#[tokio::test]
async fn unpacked_files_over_the_storage_limit_are_not_stored() {
    let pdf = resume_pdf("Ann", 1);
    let zip = archive([("cv.pdf", pdf.clone())]);
    let whole = u64::try_from(zip.len() + pdf.len()).unwrap();
    for (limit, status, files) in [(whole - 1, "failed", 1), (whole, "completed", 2)] {
        let app = TestApp::with(|config| config.storage_limit = limit).await;
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let _working = app.work();
        let batch = owner.upload(&job, zip.clone()).await.header("location").to_owned();
        let batch = owner.finished(&batch).await;
        let reason = if status == "failed" { json!("storage.full") } else { json!(null) };
        assert_eq!((&batch["status"], &batch["failure_reason"]), (&json!(status), &reason));
        assert_eq!(app.stored().len(), files);
        let usage = owner.get(&format!("{organization}/usage")).await.expect(200);
        let used = if status == "failed" { zip.len() } else { zip.len() + pdf.len() };
        assert_eq!(usage["stored_bytes"]["used"], used);
    }
}
