//! Tasks as polled by their creator.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::TestApp;

/// The path of the task that unpacks a batch.
async fn unpacking(app: &TestApp, organization: &str, batch: &str) -> String {
    let batch: uuid::Uuid = batch.rsplit('/').next().unwrap().parse().unwrap();
    let mut connection = app.database.connection().await;
    let id: uuid::Uuid = sqlx::query_scalar("SELECT unpack_task_id FROM batches WHERE id = $1")
        .bind(batch)
        .fetch_one(&mut connection)
        .await
        .unwrap();
    format!("{organization}/tasks/{id}")
}

#[tokio::test]
async fn task_reports_its_progress() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let answer = owner.upload(&job, archive([("a.pdf", resume_pdf("Ann", 1)), ("b.txt", b"b".to_vec())])).await;
    let batch = answer.header("location");
    let path = unpacking(&app, &organization, batch).await;
    let waiting = owner.get(&path).await.expect(200);
    assert_eq!((&waiting["kind"], &waiting["status"]), (&json!("batch.unpack"), &json!("pending")));
    assert_eq!((&waiting["attempts"], &waiting["started_at"]), (&json!(0), &Value::Null));
    assert_eq!((&waiting["result"], &waiting["error"]), (&Value::Null, &Value::Null));

    let _working = app.work();
    owner.finished(batch).await;
    let done = owner.get(&path).await.expect(200);
    assert_eq!((&done["status"], &done["result"]), (&json!("completed"), &json!({ "entries": 2 })));
    assert_eq!((&done["attempts"], &done["error"]), (&json!(1), &Value::Null));
    assert!(done["started_at"].is_string() && done["finished_at"].is_string(), "{done}");
}

#[tokio::test]
async fn failed_task_reports_reason_and_remedy() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let batch = owner.evaluate(&job, b"PK\x03\x04 and nothing that follows from it".to_vec()).await;
    let failed = owner.get(&unpacking(&app, &organization, &batch).await).await.expect(200);
    assert_eq!((&failed["status"], &failed["result"]), (&json!("failed"), &Value::Null));
    assert_eq!(
        failed["error"],
        json!({
            "category": "document_processing",
            "message": "archive.unreadable",
            "suggestion": "Create the ZIP again and re-upload it.",
        })
    );
}

#[tokio::test]
async fn task_is_visible_only_to_its_organization() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let answer = owner.upload(&job, archive([("a.pdf", resume_pdf("Ann", 1))])).await;
    let path = unpacking(&app, &organization, answer.header("location")).await;
    let (stranger, elsewhere) = app.owner("other").await;
    assert_eq!(stranger.get(&path.replace(&organization, &elsewhere)).await.problem(404), "task.not_found");
    assert_eq!(owner.get(&format!("{organization}/tasks/nonsense")).await.status, 404);
    owner.get(&path).await.expect(200);
}

#[tokio::test]
async fn task_is_visible_to_its_creator_and_permitted_members() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let answer = owner.upload(&job, archive([("a.pdf", resume_pdf("Ann", 1))])).await;
    let path = unpacking(&app, &organization, answer.header("location")).await;
    let list = format!("{organization}/tasks");
    let admin = app.member(&organization, Role::Admin).await;
    let viewer = app.member(&organization, Role::Viewer).await;
    assert_eq!(owner.get(&format!("{list}?mine=true")).await.expect(200)["total"], 1);
    assert_eq!(admin.get(&format!("{list}?kind=batch.unpack&status=pending")).await.expect(200)["total"], 1);
    assert_eq!(admin.get(&format!("{list}?mine=true")).await.expect(200)["total"], 0);
    assert_eq!(viewer.get(&list).await.expect(200)["total"], 0);
    assert_eq!(viewer.get(&path).await.problem(404), "task.not_found");
    assert_eq!(viewer.post(&format!("{path}/cancel"), json!({})).await.problem(404), "task.not_found");

    let cancelled = admin.post(&format!("{path}/cancel"), json!({})).await.expect(200);
    assert_eq!((&cancelled["status"], &cancelled["error"]["message"]), (&json!("failed"), &json!("task.cancelled")));
    let again = owner.post(&format!("{path}/retry"), json!({})).await.expect(202);
    assert_eq!(again["status"], "pending");
    assert_eq!(owner.post(&format!("{path}/retry"), json!({})).await.problem(409), "task.not_retryable");
}
