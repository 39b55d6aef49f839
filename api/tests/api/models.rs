//! Judging by a model of the organization's own: settings, faults of the provider, limits, pause and what it consumed.

use bole_testkit::{PROVIDER_KEY, TestProvider};
use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::{Client, TestApp};

/// An organization with this model at the test provider, a job, and a worker.
struct World {
    app: TestApp,
    provider: TestProvider,
    owner: Client,
    organization: String,
    job: String,
}

impl World {
    async fn new(model: &str) -> Self {
        let (app, provider) = (TestApp::new().await, TestProvider::start().await);
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let world = Self { app, provider, owner, organization, job };
        world.set(json!({ "modelName": model, "baseUrl": world.provider.base_url(), "apiKey": PROVIDER_KEY })).await;
        world
    }

    async fn set(&self, settings: Value) -> Value {
        self.owner.put(&format!("{}/settings/ai", self.organization), settings).await.expect(200)
    }

    /// The rows of a batch of so many resumes once all are over.
    async fn evaluate(&self, resumes: usize) -> Vec<Value> {
        let names = ["Ann", "Ben", "Cat", "Dan"];
        let files = names.iter().take(resumes).zip(1..).map(|(name, n)| (format!("{name}.pdf"), resume_pdf(name, n)));
        let batch = self.owner.evaluate(&self.job, archive(files.collect::<Vec<_>>())).await;
        self.owner.rows(&batch).await
    }

    async fn detail(&self, row: &Value) -> Value {
        self.owner.get(&format!("{}/batch-tasks/{}", self.organization, row["id"].as_str().unwrap())).await.expect(200)
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
        assert_eq!(refused.problem(422), "ai.base_url_refused", "{private}");
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
async fn a_model_judges_with_quotations_of_the_resume_and_is_accounted_for() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let rows = world.evaluate(2).await;
    for row in &rows {
        assert_eq!(row["status"], "completed", "{row}");
        let eval = world.detail(row).await["ai_eval"].clone();
        assert_eq!((&eval["engine"], &eval["versions"]["model"]), (&json!("model"), &json!("good")));
        assert_eq!(eval["dropped_quotes"], 0, "{eval}");
        let met = eval["criteria"].as_array().unwrap().iter().filter(|criterion| criterion["verdict"] == "met");
        assert!(met.clone().count() > 0 && met.clone().all(|criterion| criterion["quote"].is_string()), "{eval}");
    }
    let usage = world.owner.get(&format!("{}/ai-usage", world.organization)).await.expect(200);
    assert_eq!((&usage["total"]["requests"], &usage["total"]["prompt_tokens"]), (&json!(2), &json!(2_000)));
    assert_eq!((&usage["items"][0]["purpose"], &usage["items"][0]["model"]), (&json!("evaluation"), &json!("good")));
    let requests = world.provider.requests();
    assert!(requests.iter().all(|request| request["temperature"] == 0), "{requests:?}");
}

#[tokio::test]
async fn what_a_provider_does_not_understand_is_left_out() {
    for model in ["no-schema", "no-json-mode", "no-sampling"] {
        let world = World::new(model).await;
        let _working = world.app.work();
        let rows = world.evaluate(1).await;
        assert_eq!(rows[0]["status"], "completed", "{model}: {}", rows[0]);
    }
}

#[tokio::test]
async fn invented_quotations_are_dropped_and_counted() {
    let world = World::new("inventing").await;
    let _working = world.app.work();
    let rows = world.evaluate(1).await;
    let eval = world.detail(&rows[0]).await["ai_eval"].clone();
    let criteria = eval["criteria"].as_array().unwrap();
    assert_eq!(eval["dropped_quotes"], criteria.len());
    assert!(
        criteria.iter().all(|criterion| criterion["verdict"] == "unknown" && criterion["quote"].is_null()),
        "{eval}"
    );
}

#[tokio::test]
async fn faults_of_the_provider_have_their_reasons() {
    for (model, reason, category) in [
        ("broken-json", "ai.answer_unusable", "ai_parsing"),
        ("refusing", "ai.answer_unusable", "ai_parsing"),
        ("nobody-knows-it", "ai.model_unknown", "other"),
    ] {
        let world = World::new(model).await;
        let _working = world.app.work();
        let rows = world.evaluate(1).await;
        let of = |field: &str| rows[0][field].as_str().unwrap_or_default().to_owned();
        assert_eq!(
            (of("status"), of("failure_reason"), of("error_category")),
            ("failed".into(), reason.into(), category.into())
        );
    }
}

#[tokio::test]
async fn being_asked_to_wait_slows_and_does_not_fail() {
    let world = World::new("limited").await;
    let _working = world.app.work();
    let rows = world.evaluate(3).await;
    assert!(rows.iter().all(|row| row["status"] == "completed"), "{rows:?}");
}

#[tokio::test]
async fn a_refused_key_pauses_the_organization_until_it_is_resumed() {
    let world = World::new("good").await;
    world.set(json!({ "apiKey": "sk-wrong" })).await;
    let _working = world.app.work();
    let rows = world.evaluate(3).await;
    for row in &rows {
        assert_eq!((&row["status"], &row["error_category"]), (&json!("failed"), &json!("authentication")), "{row}");
    }
    assert!(world.provider.requests().len() <= 3);
    let settings = format!("{}/settings/ai", world.organization);
    assert_eq!(world.owner.get(&settings).await.expect(200)["paused"], "ai.key_refused");

    world.set(json!({ "apiKey": PROVIDER_KEY })).await;
    let resumed = world.owner.post(&format!("{}/ai/resume", world.organization), json!({})).await.expect(200);
    assert_eq!(resumed["retried"], 3);
    let batch = rows[0]["batch_id"].as_str().unwrap();
    world.owner.finished(&format!("{}/batches/{batch}", world.organization)).await;
    let rows = world.owner.rows(&format!("{}/batches/{batch}", world.organization)).await;
    assert!(rows.iter().all(|row| row["status"] == "completed"), "{rows:?}");
    assert_eq!(world.owner.get(&settings).await.expect(200)["paused"], Value::Null);
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
