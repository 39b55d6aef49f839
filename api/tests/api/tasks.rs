//! Long work as its owner polls it.

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
async fn a_task_tells_how_it_goes_from_waiting_to_done() {
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
async fn a_task_that_failed_says_why_and_what_to_do() {
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
            "suggestion": "Make the ZIP again and upload it anew.",
        })
    );
}

#[tokio::test]
async fn a_task_is_known_to_its_organization_alone() {
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
