//! The AI provider of an organization: its settings, its key, and whether it answers.

use bole_testkit::{PROVIDER_KEY, TestProvider};
use serde_json::{Value, json};

use crate::support::{Client, TestApp};

/// An organization with this model at the test provider.
struct World {
    app: TestApp,
    provider: TestProvider,
    owner: Client,
    organization: String,
}

impl World {
    async fn new(model: &str) -> Self {
        let (app, provider) = (TestApp::new().await, TestProvider::start().await);
        let (owner, organization) = app.owner("acme").await;
        let world = Self { app, provider, owner, organization };
        world.set(json!({ "modelName": model, "baseUrl": world.provider.base_url(), "apiKey": PROVIDER_KEY })).await;
        world
    }

    async fn set(&self, settings: Value) -> Value {
        self.owner.put(&format!("{}/settings/ai", self.organization), settings).await.expect(200)
    }

    async fn test(&self) -> Value {
        self.owner.post(&format!("{}/settings/ai/test", self.organization), json!({})).await.expect(200)
    }
}

#[tokio::test]
async fn a_key_is_kept_and_never_sent_back() {
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
        assert_eq!(refused.problem(422), "request.invalid", "{private}");
    }
}

#[tokio::test]
async fn without_settings_there_are_defaults() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let seen = owner.get(&format!("{organization}/settings/ai")).await.expect(200);
    assert_eq!(seen["modelName"], "gemini-1.5-pro-latest");
    assert_eq!((&seen["baseUrl"], &seen["hasApiKey"], &seen["paused"]), (&Value::Null, &json!(false), &Value::Null));
}

#[tokio::test]
async fn a_test_says_why_a_provider_does_not_answer() {
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
async fn nothing_is_used_and_nothing_paused_in_the_beginning() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let usage = owner.get(&format!("{organization}/ai-usage")).await.expect(200);
    assert_eq!((&usage["items"], &usage["total"]["requests"]), (&json!([]), &json!(0)));
    assert_eq!(owner.post(&format!("{organization}/ai/resume"), json!({})).await.expect(200)["retried"], 0);
}
