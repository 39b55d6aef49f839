//! Provider settings and their test.

use bole_testkit::{PROVIDER_KEY, TestProvider};
use serde_json::{Value, json};

use super::World;
use crate::support::TestApp;

#[tokio::test]
async fn provider_key_is_stored_and_never_returned() {
    let world = World::new("good").await;
    let path = format!("{}/settings/ai", world.organization);
    let seen = world.owner.get(&path).await.expect(200);
    assert_eq!((&seen["modelName"], &seen["hasApiKey"]), (&json!("good"), &json!(true)));
    assert!(!seen.to_string().contains(PROVIDER_KEY));
    let kept: Vec<u8> = sqlx::query_scalar("SELECT api_key_sealed FROM ai_settings")
        .fetch_one(&mut world.app.database.connection().await)
        .await
        .unwrap();
    assert!(!kept.windows(PROVIDER_KEY.len()).any(|part| part == PROVIDER_KEY.as_bytes()));
    assert_eq!(world.test().await["ok"], true);

    let renamed = world.set(json!({ "modelName": "" })).await;
    assert_eq!((&renamed["modelName"], &renamed["hasApiKey"]), (&json!("gemini-1.5-pro-latest"), &json!(true)));
    assert_eq!(world.test().await["code"], "ai.model_unknown");
    let removed = world.set(json!({ "apiKey": "" })).await;
    assert_eq!(removed["hasApiKey"], false);
    assert_eq!(world.test().await["code"], "ai.not_configured");
    for private in ["http://169.254.169.254/v1", "https://10.0.0.1/v1", "https://localhost/v1", "http://example.com/v1"]
    {
        let refused = world.owner.put(&path, json!({ "baseUrl": private })).await;
        assert_eq!(refused.problem(422), "ai.base_url_refused", "{private}");
    }
}

#[tokio::test]
async fn provider_key_is_not_sent_to_another_server() {
    let world = World::new("good").await;
    let other = TestProvider::start().await;
    let path = format!("{}/settings/ai", world.organization);
    for elsewhere in [other.base_url(), "https://models.example.com/v1".to_owned(), String::new()] {
        let refused = world.owner.put(&path, json!({ "baseUrl": elsewhere })).await;
        assert_eq!(refused.problem(422), "ai.key_of_other_provider", "{elsewhere}");
    }
    let seen = world.owner.get(&path).await.expect(200);
    assert_eq!((&seen["baseUrl"], &seen["hasApiKey"]), (&json!(world.provider.base_url()), &json!(true)));
    assert_eq!(world.test().await["ok"], true);

    let moved = world.set(json!({ "baseUrl": other.base_url(), "apiKey": PROVIDER_KEY })).await;
    assert_eq!(moved["baseUrl"], other.base_url());
    assert_eq!(world.test().await["ok"], true);
    let same = world.set(json!({ "baseUrl": format!("{}/", other.base_url()) })).await;
    assert_eq!(same["hasApiKey"], true);
    let removed = world.set(json!({ "baseUrl": world.provider.base_url(), "apiKey": "" })).await;
    assert_eq!(removed["hasApiKey"], false);
}

#[tokio::test]
async fn unset_model_settings_have_defaults() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let seen = owner.get(&format!("{organization}/settings/ai")).await.expect(200);
    assert_eq!(seen["modelName"], "gemini-1.5-pro-latest");
    assert_eq!((&seen["baseUrl"], &seen["hasApiKey"], &seen["paused"]), (&Value::Null, &json!(false), &Value::Null));
}

#[tokio::test]
async fn provider_test_reports_the_failure() {
    for (model, code) in [
        ("no-sampling", None),
        ("refusing", Some("ai.answer_unusable")),
        ("nobody-knows-it", Some("ai.model_unknown")),
        ("exhausted", Some("ai.quota")),
        ("down", Some("ai.unreachable")),
        ("hung-up", Some("ai.unreachable")),
        ("cut", Some("ai.unreachable")),
    ] {
        let world = World::new(model).await;
        let tested = world.test().await;
        assert_eq!((&tested["ok"], tested["code"].as_str()), (&json!(code.is_none()), code), "{model}");
    }
    let world = World::new("good").await;
    world.set(json!({ "apiKey": "sk-wrong" })).await;
    assert_eq!(world.test().await["code"], "ai.key_refused");
    assert!(world.provider.requests().len() == 1);
}

#[tokio::test]
async fn provider_test_reports_capabilities() {
    for (model, json_by, streaming, repeatable) in [
        ("good", "schema", true, true),
        ("no-schema", "mode", true, true),
        ("no-json-mode", "prompt", true, true),
        ("no-stream", "schema", false, true),
        ("no-sampling", "schema", true, false),
        ("broken-json", "unusable", true, true),
    ] {
        let world = World::new(model).await;
        let expected = json!({ "json": json_by, "streaming": streaming, "repeatable": repeatable });
        assert_eq!(world.test().await["works"], expected, "{model}");
    }
}

#[tokio::test]
async fn provider_tests_are_limited_by_organization() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (stranger, other) = app.owner("other").await;
    for _ in 0..30 {
        owner.post(&format!("{organization}/settings/ai/test"), json!({})).await.expect(200);
    }
    let refused = owner.post(&format!("{organization}/settings/ai/test"), json!({})).await;
    assert_eq!(refused.problem(429), "request.too_many");
    stranger.post(&format!("{other}/settings/ai/test"), json!({})).await.expect(200);
}
