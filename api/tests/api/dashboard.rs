//! The dashboard: its figures are those of the lists, and cover the jobs that the member reaches.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::{Client, TestApp};

fn stage<'a>(dashboard: &'a Value, status: &str) -> &'a Value {
    dashboard["funnel"].as_array().unwrap().iter().find(|stage| stage["status"] == status).unwrap()
}

/// A job with two candidates in AI review.
async fn with_two_candidates(app: &TestApp) -> (Client, String, String) {
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let zip = archive([("ann.pdf", resume_pdf("Ann", 1)), ("ben.pdf", resume_pdf("Ben", 2))]);
    let batch = owner.evaluate(&job, zip).await;
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    (owner, organization, job)
}

#[tokio::test]
async fn its_figures_are_those_of_the_lists() {
    let app = TestApp::new().await;
    let (owner, organization, job) = with_two_candidates(&app).await;
    let dashboard = owner.get(&format!("{organization}/dashboard")).await.expect(200);
    let review = stage(&dashboard, "AI评审");
    assert_eq!((&review["entered"], &review["entered_before"], &review["current"]), (&json!(2), &json!(0), &json!(2)));
    let by_sub_status: i64 =
        review["sub_statuses"].as_array().unwrap().iter().map(|count| count["current"].as_i64().unwrap()).sum();
    assert_eq!(by_sub_status, 2);
    assert_eq!(stage(&dashboard, "线上面试")["current"], 0);
    assert_eq!(dashboard["sources"], json!([{ "source": "batch", "applied": 2, "advanced": 0 }]));
    let scored: i64 = dashboard["scores"]["histogram"].as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).sum();
    assert_eq!(scored, 2);
    let jobs = dashboard["jobs"].as_array().unwrap();
    assert_eq!((jobs.len(), &jobs[0]["applied"], &jobs[0]["in_review"]), (1, &json!(2), &json!(2)));
    assert!(job.ends_with(jobs[0]["job_id"].as_str().unwrap()));
}

#[tokio::test]
async fn nothing_of_another_period_counts() {
    let app = TestApp::new().await;
    let (owner, organization, _) = with_two_candidates(&app).await;
    let path = format!("{organization}/dashboard?from=2020-01-01&to=2020-12-31");
    let dashboard = owner.get(&path).await.expect(200);
    assert_eq!(
        (&dashboard["from"], &dashboard["to"]),
        (&json!("2020-01-01T00:00:00Z"), &json!("2021-01-01T00:00:00Z"))
    );
    assert_eq!(stage(&dashboard, "AI评审")["entered"], 0);
    // What is there now does not depend on the period.
    assert_eq!(stage(&dashboard, "AI评审")["current"], 2);
    owner.get(&format!("{organization}/dashboard?from=2021-01-01&to=2020-12-31")).await.problem(422);
}

#[tokio::test]
async fn a_member_sees_the_figures_of_their_own_jobs() {
    let app = TestApp::new().await;
    let (owner, organization, job) = with_two_candidates(&app).await;
    let viewer = app.member(&organization, Role::Viewer).await;
    let path = format!("{organization}/dashboard");
    let none = viewer.get(&path).await.expect(200);
    assert_eq!((&stage(&none, "AI评审")["current"], &none["jobs"]), (&json!(0), &json!([])));
    owner.assign(&job, &viewer).await;
    let some = viewer.get(&path).await.expect(200);
    assert_eq!(stage(&some, "AI评审")["current"], 2);
    assert_eq!(stage(&some, "AI评审")["entered"], 2);
}
