//! Measurements of the judge on the labelled sample.

use std::time::Duration;

use bole_testkit::ProviderFailure;
use serde_json::{Value, json};

use super::World;
use super::dialects::spoken;
use crate::support::{Client, TestApp, eventually};

/// Measures the judge; the task once it is over.
async fn measured(owner: &Client, organization: &str) -> Value {
    let task = owner.post(&format!("{organization}/judge-measurements"), json!({})).await.expect(202);
    let path = format!("{organization}/tasks/{}", task["id"].as_str().unwrap());
    eventually("the measurement is over", async || {
        let found = owner.get(&path).await.expect(200);
        matches!(found["status"].as_str().unwrap(), "completed" | "failed").then_some(found)
    })
    .await
}

#[tokio::test]
async fn judge_that_always_says_met_is_imprecise_and_comforts_falsely() {
    let world = World::new("obedient").await;
    let _worker = world.app.work();
    // Every resume contains the empty order.
    world.provider.obey([String::new()]);
    world.set(json!({ "promptPrice": 1, "completionPrice": 2 })).await;
    let path = format!("{}/judge-measurements", world.organization);
    let before = world.owner.get(&path).await.expect(200);
    assert_eq!((&before["is_measured"], &before["items"], &before["resumes"]), (&json!(false), &json!([]), &json!(24)));
    assert_eq!((&before["judge"]["engine"], &before["judge"]["model"]), (&json!("model"), &json!("obedient")));
    assert!(before["expected"]["cost"].as_f64().unwrap() > 0.01, "{before}");

    let asked = world.provider.requests().len();
    let task = measured(&world.owner, &world.organization).await;
    assert_eq!(
        (&task["status"], &task["progress"]),
        (&json!("completed"), &json!({ "done": 24, "total": 24 })),
        "{task}"
    );
    assert!(world.provider.requests().len() >= asked + 24);
    let seen = world.owner.get(&path).await.expect(200);
    assert_eq!(seen["is_measured"], true);
    let figures = &seen["items"][0]["figures"];
    let figure = |name: &str| figures[name].as_f64().unwrap();
    // Marks whose quotation proves nothing are dropped, so not all of them stay met.
    assert!(figure("precision") < 0.65 && figure("false_comfort") > 0.6, "{figures}");
    assert!(figure("recall") > 0.7, "{figures}");
    assert!(figure("proof") < 0.5, "{figures}");
    assert!(seen["items"][0]["cost"].as_f64().unwrap() > 0.0, "{seen}");

    let usage = world.owner.get(&format!("{}/ai-usage", world.organization)).await.expect(200);
    assert!(usage["items"].as_array().unwrap().iter().any(|row| row["purpose"] == "measurement"), "{usage}");
    let state = async || world.owner.get(&format!("{}/ai/state", world.organization)).await.expect(200);
    assert_eq!(state().await["is_judge_measured"], true);
    world.set(json!({ "modelName": "good" })).await;
    assert_eq!(state().await["is_judge_measured"], false, "another model was not measured");
}

#[tokio::test]
async fn measurement_ends_with_the_failure_of_the_provider() {
    let world = World::new("broken-json").await;
    let _worker = world.app.work();
    let task = measured(&world.owner, &world.organization).await;
    assert_eq!(
        (&task["status"], &task["error"]["message"]),
        (&json!("failed"), &json!("ai.answer_unusable")),
        "{task}"
    );
    let seen = world.owner.get(&format!("{}/judge-measurements", world.organization)).await.expect(200);
    assert_eq!((&seen["items"], &seen["is_measured"]), (&json!([]), &json!(false)));
}

#[tokio::test]
async fn requests_beside_one_that_fails_are_recorded() {
    let (world, _) = spoken("openai-4.1").await;
    world.provider.fail_next([ProviderFailure::Exhausted]);
    // The others are on their way when it fails.
    world.provider.answer_after(Duration::from_millis(300));
    let _worker = world.app.work();
    let before = world.provider.requests().len();
    let task = measured(&world.owner, &world.organization).await;
    assert_eq!((&task["status"], &task["error"]["message"]), (&json!("failed"), &json!("ai.quota")), "{task}");
    let asked = world.provider.requests().len() - before;
    assert!((2..24).contains(&asked), "{asked} requests");
    let mut connection = world.app.database.connection().await;
    let recorded: i64 = sqlx::query_scalar("SELECT sum(requests) FROM ai_usage WHERE purpose = 'measurement'")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    let kept: i32 = sqlx::query_scalar("SELECT jsonb_array_length(outcomes) FROM judge_measurements")
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(recorded, i64::try_from(asked).unwrap());
    assert!(kept > 0, "{kept} resumes are judged again");
}

#[tokio::test]
async fn built_in_engine_is_measured_without_cost() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let _worker = app.work();
    let path = format!("{organization}/judge-measurements");
    let before = owner.get(&path).await.expect(200);
    assert_eq!((&before["judge"]["engine"], &before["expected"]["cost"]), (&json!("built-in"), &json!(0.0)));
    let task = measured(&owner, &organization).await;
    assert_eq!(task["status"], "completed", "{task}");
    let seen = owner.get(&path).await.expect(200);
    assert_eq!((&seen["is_measured"], &seen["items"][0]["cost"]), (&json!(true), &json!(0.0)));
    let figures = &seen["items"][0]["figures"];
    for name in ["precision", "recall", "proof", "false_comfort", "known_order", "equal_pairs"] {
        let share = figures[name].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&share), "{name} {figures}");
    }
    // Another organization sees its own measurements only.
    let (stranger, theirs) = app.owner("other").await;
    assert_eq!(stranger.get(&format!("{theirs}/judge-measurements")).await.expect(200)["items"], json!([]));
}
