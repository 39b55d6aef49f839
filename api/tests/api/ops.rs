//! The operator's view: the queue of all organizations, and failed tasks tried again.

use serde_json::json;

use crate::support::{Client, TestApp};

async fn operator(app: &TestApp) -> Client {
    let client = app.user("operator@example.com").await;
    let mut tx = app.db.identity().await.unwrap();
    bole_store::operations::set_operator(&mut tx, "operator@example.com", true).await.unwrap();
    tx.commit().await.unwrap();
    client
}

/// A task of the organization that failed for good.
async fn failed_task(app: &TestApp, organization: &str, kind: &str, is_secret: bool) -> String {
    let id = uuid::Uuid::now_v7();
    let organization: uuid::Uuid = organization.rsplit('/').next().unwrap().parse().unwrap();
    sqlx::query(
        "INSERT INTO tasks (id, organization_id, kind, payload, state, lane, attempts, error_category, error_reason,
                            error_detail, finished_at, is_secret)
         VALUES ($1, $2, $3, '{}', 'failed', 3, 5, 'unknown', 'internal', 'it broke', now(), $4)",
    )
    .bind(id)
    .bind(organization)
    .bind(kind)
    .bind(is_secret)
    .execute(&mut app.database.connection().await)
    .await
    .unwrap();
    id.to_string()
}

#[tokio::test]
async fn failed_tasks_are_counted_listed_and_tried_again() {
    let app = TestApp::new().await;
    let (_, organization) = app.owner("acme").await;
    let (_, other) = app.owner("other").await;
    let operator = operator(&app).await;
    let first = failed_task(&app, &organization, "job.draft", false).await;
    failed_task(&app, &other, "job.draft", false).await;
    failed_task(&app, &other, "account_mail.send", true).await;

    let overview = operator.get("/api/ops/overview").await.expect(200);
    let drafts = overview["failures"].as_array().unwrap().iter().find(|row| row["kind"] == "job.draft").unwrap();
    assert_eq!((&drafts["reason"], &drafts["count"]), (&json!("internal"), &json!(2)));
    assert_eq!(overview["organizations"].as_array().unwrap().len(), 2);

    let list = operator.get("/api/ops/tasks?kind=job.draft").await.expect(200);
    assert_eq!((&list["total"], &list["items"][0]["detail"]), (&json!(2), &json!("it broke")));
    let one = operator.post("/api/ops/tasks/redrive", json!({ "ids": [first] })).await.expect(200);
    assert_eq!(one["redriven"], 1);
    // A secret's payload is gone: it stays where it is.
    let rest = operator.post("/api/ops/tasks/redrive", json!({})).await.expect(200);
    assert_eq!(rest["redriven"], 1);
    let waiting = operator.get("/api/ops/tasks?state=waiting").await.expect(200);
    assert_eq!(waiting["total"], 2);
    let lanes = operator.get("/api/ops/overview").await.expect(200)["lanes"].clone();
    let general = lanes.as_array().unwrap().iter().find(|lane| lane["lane"] == "general").unwrap();
    assert_eq!(general["waiting"], 2);
}

#[tokio::test]
async fn a_worker_is_seen_while_it_lives() {
    let app = TestApp::new().await;
    let operator = operator(&app).await;
    assert_eq!(operator.get("/api/ops/overview").await.expect(200)["workers"], json!([]));
    let working = app.work();
    crate::support::eventually("the worker tells that it lives", async || {
        let overview = operator.get("/api/ops/overview").await.expect(200);
        (overview["workers"].as_array().unwrap().len() == 1).then_some(())
    })
    .await;
    drop(working);
}
