//! The employer that candidates read, and the email that a move came with.

use serde_json::json;
use time::{Duration, OffsetDateTime};

use super::{World, document, place};
use crate::support::TestApp;

#[tokio::test]
async fn candidate_reads_the_jobs_company_as_the_employer() {
    let world = World::new().await;
    world.owner.patch(&world.job, json!({ "version": 1, "company_name": "Whale Bay" })).await.expect(200);
    let (id, sent, page) = world.sent().await;
    assert_eq!(sent["employer_name"], "Whale Bay");
    let candidate = world.app.anonymous();
    assert_eq!(candidate.get(&page).await.expect(200)["employer_name"], "Whale Bay");
    let letter = document(&candidate, &format!("{page}/letter")).await;
    assert!(letter.contains("Whale Bay") && !letter.contains("acme"), "{letter}");
    let email = world.email(&id).await;
    assert!(email["body"].as_str().unwrap().contains("Whale Bay"), "{email}");
}

#[tokio::test]
async fn history_names_the_email_that_sent_an_offer() {
    let world = World::new().await;
    let (id, ..) = world.sent().await;
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer已发送"));
    let application = world.owner.get(&format!("{}/applications/{id}", world.organization)).await.expect(200);
    let last = application["history"].as_array().unwrap().last().unwrap();
    assert_eq!(last["email_id"], world.email(&id).await["id"], "{last}");
}

#[tokio::test]
async fn shifted_clock_ends_the_time_to_answer() {
    let app = TestApp::with(|config| config.clock_offset = Duration::days(6)).await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let world = World { app, owner, organization, job };
    let (_, _, page) = world.sent().await;
    sqlx::query("UPDATE offers SET expires_at = $1")
        .bind(OffsetDateTime::now_utc() + Duration::days(5))
        .execute(&mut world.app.database.connection().await)
        .await
        .unwrap();
    let late = world.app.anonymous().post(&format!("{page}/accept"), json!({ "name": "Lin" })).await;
    assert_eq!(late.problem(409), "offer.expired");
}
