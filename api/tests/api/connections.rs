//! Requests use one database connection at a time, however they end.

use serde_json::json;

use crate::support::{PASSWORD, TestApp, eventually};

async fn invite(app: &TestApp, by: &crate::support::Client, organization: &str, email: &str) -> String {
    let input = json!({ "email": email, "role": "viewer" });
    by.post(&format!("{organization}/invitations"), input).await.expect(201);
    let mails = app.mails(email).await;
    let link = mails[0]["links"][0].as_str().unwrap();
    link.split_once("?token=").unwrap().1.to_owned()
}

#[tokio::test]
async fn invitation_is_accepted_on_one_connection() {
    let app = TestApp::with_connections(1).await;
    let (owner, organization) = app.owner("acme").await;
    let member = app.user("b@example.com").await;
    let accept = |token: &str| format!("/api/invitations/{token}/accept");

    let token = invite(&app, &owner, &organization, "b@example.com").await;
    let refused = app.anonymous().post(&accept(&token), json!({})).await;
    assert_eq!(refused.problem(401), "session.required");
    member.post(&accept(&token), json!({})).await.expect(200);

    let token = invite(&app, &owner, &organization, "new@example.com").await;
    let newcomer = json!({ "full_name": "Siti Rahma", "password": PASSWORD });
    let accepted = app.anonymous().post(&accept(&token), newcomer).await.expect(200);
    assert_eq!(accepted["session"]["user"]["email"], "new@example.com");
}

#[tokio::test]
async fn address_conflict_is_explained_on_one_connection() {
    let app = TestApp::with_connections(1).await;
    let (owner, organization) = app.owner("acme").await;
    let jobs = format!("{organization}/jobs");
    let job = |title: &str| json!({ "title": title, "jd": "CPA", "submission_email": "jobs@example.com" });
    let first = owner.post(&jobs, job("Accountant")).await.expect(201);
    let clash = owner.post(&jobs, job("Auditor")).await;
    assert_eq!(clash.problem(422), "job.submission_email_taken");
    assert_eq!(clash.json()["current"], json!({ "id": first["id"], "title": "Accountant" }));

    let other = owner.post(&jobs, json!({ "title": "Auditor", "jd": "CPA" })).await.expect(201);
    let path = format!("{jobs}/{}", other["id"].as_str().unwrap());
    let clash = owner.patch(&path, json!({ "submission_email": "jobs@example.com" })).await;
    assert_eq!(clash.problem(422), "job.submission_email_taken");
}

#[tokio::test]
async fn invitation_acceptance_is_rate_limited() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    app.user("b@example.com").await;
    let token = invite(&app, &owner, &organization, "b@example.com").await;
    let guest = app.anonymous();
    for _ in 0..30 {
        guest.post(&format!("/api/invitations/{token}/accept"), json!({})).await.expect(401);
    }
    let refused = guest.post(&format!("/api/invitations/{token}/accept"), json!({})).await;
    assert_eq!(refused.problem(429), "request.too_many");
    assert!(!refused.header("retry-after").is_empty());
}

#[tokio::test]
async fn dashboards_wait_for_each_other_without_a_connection() {
    let app = TestApp::with_connections(2).await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    app.application(&job, "线上面试", "已完成面试").await;
    // Whoever reads the history waits here.
    let hold = "CREATE FUNCTION held() RETURNS boolean LANGUAGE plpgsql SET lock_timeout = 0 AS
                $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN true; END $$;
                CREATE POLICY held ON application_events AS RESTRICTIVE USING (held())";
    sqlx::raw_sql(hold).execute(&mut app.database.connection().await).await.unwrap();
    let mut holder = app.database.connection().await;
    sqlx::query("SELECT pg_advisory_lock(1)").execute(&mut holder).await.unwrap();

    let dashboards: Vec<_> = (0..3)
        .map(|_| {
            let (owner, path) = (owner.clone(), format!("{organization}/dashboard"));
            tokio::spawn(async move { owner.get(&path).await })
        })
        .collect();
    eventually("one is being computed", async || {
        let waiting = "SELECT EXISTS (SELECT FROM pg_stat_activity
                                      WHERE datname = current_database() AND wait_event = 'advisory')";
        let is_held: bool = sqlx::query_scalar(waiting).fetch_one(&mut holder).await.unwrap();
        is_held.then_some(())
    })
    .await;
    for _ in 0..50 {
        owner.get(&format!("{organization}/jobs")).await.expect(200);
    }
    sqlx::query("SELECT pg_advisory_unlock(1)").execute(&mut holder).await.unwrap();
    for dashboard in dashboards {
        dashboard.await.unwrap().expect(200);
    }
}
