//! Operations: the queue of all organizations, and retrying failed tasks.

use serde_json::json;

use crate::support::{Client, TestApp};

async fn operator(app: &TestApp) -> Client {
    let client = app.user("operator@example.com").await;
    let mut tx = app.db.identity().await.unwrap();
    bole_store::operations::set_operator(&mut tx, "operator@example.com", true).await.unwrap();
    tx.commit().await.unwrap();
    client
}

/// A permanently failed task of the organization.
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
    // A secret payload is deleted, so the task stays failed.
    let rest = operator.post("/api/ops/tasks/redrive", json!({})).await.expect(200);
    assert_eq!(rest["redriven"], 1);
    let waiting = operator.get("/api/ops/tasks?state=waiting").await.expect(200);
    assert_eq!(waiting["total"], 2);
    let lanes = operator.get("/api/ops/overview").await.expect(200)["lanes"].clone();
    let general = lanes.as_array().unwrap().iter().find(|lane| lane["lane"] == "general").unwrap();
    assert_eq!(general["waiting"], 2);
}

/// A task of the mail lane that ended so many minutes ago.
async fn ended_task(app: &TestApp, organization: &str, state: &str, reason: Option<&str>, minutes_ago: f64) {
    let organization: uuid::Uuid = organization.rsplit('/').next().unwrap().parse().unwrap();
    sqlx::query(
        "INSERT INTO tasks (id, organization_id, kind, payload, state, lane, error_reason, finished_at)
         VALUES ($1, $2, 'email.send', '{}', $3, $4, $5, now() - make_interval(mins => 1) * $6)",
    )
    .bind(uuid::Uuid::now_v7())
    .bind(organization)
    .bind(state)
    .bind(bole_domain::task::Lane::Mail.number())
    .bind(reason)
    .bind(minutes_ago)
    .execute(&mut app.database.connection().await)
    .await
    .unwrap();
}

#[tokio::test]
async fn each_figure_of_an_hour_or_a_day_opens_the_tasks_it_counts() {
    let app = TestApp::new().await;
    let (_, organization) = app.owner("acme").await;
    let (_, other) = app.owner("other").await;
    let operator = operator(&app).await;
    let (hours, days) = (60.0, 24.0 * 60.0);
    for (of, state, reason, minutes_ago) in [
        (&organization, "completed", None, 10.0),
        (&organization, "completed", None, 5.0 * hours),
        (&organization, "completed", None, 5.0 * hours),
        (&organization, "completed", None, 3.0 * days),
        (&organization, "failed", Some("mail.refused"), 5.0 * hours),
        (&organization, "failed", None, 3.0 * days),
        (&organization, "cancelled", None, 2.0 * hours),
        (&other, "completed", None, 10.0),
    ] {
        ended_task(&app, of, state, reason, minutes_ago).await;
    }
    let overview = operator.get("/api/ops/overview").await.expect(200);
    let total = async |filter: &str| {
        let list = operator.get(&format!("/api/ops/tasks?{filter}")).await.expect(200);
        assert_eq!(list["items"].as_array().unwrap().len(), usize::try_from(list["total"].as_u64().unwrap()).unwrap());
        list["total"].clone()
    };
    let row = |list: &str, name: &str, value: &str| {
        let rows = overview[list].as_array().unwrap();
        rows.iter().find(|row| row[name] == value).unwrap_or_else(|| panic!("no {value} in {rows:?}")).clone()
    };
    let kind = row("kinds", "kind", "email.send");
    let id = organization.rsplit('/').next().unwrap();
    let mine = row("organizations", "id", id);
    let unnamed = row("failures", "reason", "internal");
    for (figure, expected, filter) in [
        (&kind["completed_hour"], 2, "state=completed&kind=email.send&finished_within=hour".to_owned()),
        (&kind["completed_day"], 4, "state=completed&kind=email.send&finished_within=day".to_owned()),
        (&kind["failed_day"], 1, "state=failed&kind=email.send&finished_within=day".to_owned()),
        (&mine["finished_day"], 5, format!("state=finished&organization_id={id}&finished_within=day")),
        (&mine["failed_day"], 1, format!("state=failed&organization_id={id}&finished_within=day")),
        (&unnamed["count"], 1, "state=failed&kind=email.send&reason=internal".to_owned()),
        (&overview["mail"]["failed"], 2, "state=failed&lane=mail".to_owned()),
    ] {
        assert_eq!((figure, &total(&filter).await), (&json!(expected), &json!(expected)), "{filter}");
    }
    // What is listed is what is tried again.
    let day = json!({ "kind": "email.send", "organization_id": id, "finished_within": "day" });
    assert_eq!(operator.post("/api/ops/tasks/redrive", day).await.expect(200)["redriven"], 1);
    let elsewhere = json!({ "organization_id": other.rsplit('/').next().unwrap() });
    assert_eq!(operator.post("/api/ops/tasks/redrive", elsewhere).await.expect(200)["redriven"], 0);
    assert_eq!(total("state=failed&lane=mail").await, 1);
}

#[tokio::test]
async fn live_workers_are_listed() {
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
