//! Emails written by a model: prompts, rejected answers, and costs.

use bole_domain::organization::Role;
use bole_testkit::{PROVIDER_KEY, TestProvider};
use serde_json::{Value, json};

use crate::support::{Client, TestApp, eventually};

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
        world.settings(model, PROVIDER_KEY, false).await;
        world
    }

    async fn settings(&self, model: &str, key: &str, falls_back: bool) {
        let settings = json!({
            "modelName": model, "baseUrl": self.provider.base_url(), "apiKey": key, "fallbackToBuiltIn": falls_back,
        });
        self.owner.put(&format!("{}/settings/ai", self.organization), settings).await.expect(200);
    }

    async fn candidates(&self, count: usize) -> Vec<String> {
        let mut ids = Vec::new();
        for _ in 0..count {
            ids.push(self.app.application(&self.job, "线上面试", "待发线上面试邀请").await);
        }
        ids
    }

    /// The finished task, for emails of this type.
    async fn generate(&self, client: &Client, ids: &[String], kind: &str, language: &str) -> Value {
        let tasks: Vec<Value> = ids.iter().map(|id| json!({ "applicationId": id, "emailType": kind })).collect();
        let input = json!({
            "tasks": tasks, "language": language, "otherVariables": { "calendarLink": "https://cal.example/x" },
        });
        let path = format!("{}/generate-email-content", self.organization);
        let task = client.post(&path, input).await.expect(202);
        let path = format!("{}/tasks/{}", self.organization, task["id"].as_str().unwrap());
        eventually("the letters are written", async || {
            let task = client.get(&path).await.expect(200);
            matches!(task["status"].as_str(), Some("completed" | "failed")).then_some(task)
        })
        .await
    }

    async fn emails(&self) -> Vec<Value> {
        let page = self.owner.get(&format!("{}/emails?limit=200", self.organization)).await.expect(200);
        page["items"].as_array().unwrap().clone()
    }
}

#[tokio::test]
async fn model_writes_one_anonymous_letter_for_identical_messages() {
    let world = World::new("good").await;
    let ids = world.candidates(3).await;
    let _working = world.app.work();
    let task = world.generate(&world.owner, &ids, "online_invitation", "zh").await;
    assert_eq!(task["progress"], json!({ "done": 3, "total": 3 }), "{task}");
    for (row, id) in task["result"].as_array().unwrap().iter().zip(&ids) {
        assert_eq!(
            (&row["status"], &row["engine"], &row["fallbackReason"]),
            (&json!("success"), &json!("model"), &Value::Null)
        );
        let body = row["data"]["body"].as_str().unwrap();
        assert!(body.contains(&format!("Person {id}，您好")) && body.contains("\nhttps://cal.example/x\n"), "{body}");
        assert!(body.ends_with("acme\n") && !body.contains("{{"), "{body}");
    }
    let requests = world.provider.requests();
    assert_eq!(requests.len(), 1, "the same is said to all three");
    let asked = requests[0].to_string();
    assert!(
        asked.contains("Backend engineer") && !asked.contains("Person ") && !asked.contains("example.com"),
        "{asked}"
    );
    let emails = world.emails().await;
    assert_eq!(emails.len(), 3);
    assert!(emails.iter().all(|email| email["engine"] == "model" && email["status"] == "draft"), "{emails:?}");
    let usage = world.owner.get(&format!("{}/ai-usage", world.organization)).await.expect(200);
    assert!(usage.to_string().contains(r#""purpose":"email""#), "{usage}");
}

#[tokio::test]
async fn letter_with_invented_facts_falls_back_to_the_template() {
    let world = World::new("inventing").await;
    let ids = world.candidates(1).await;
    let _working = world.app.work();
    let task = world.generate(&world.owner, &ids, "online_invitation", "en").await;
    let row = &task["result"][0];
    assert_eq!((&row["status"], &row["engine"]), (&json!("success"), &json!("built-in")), "{row}");
    assert_eq!(row["fallbackReason"], "ai.answer_unusable");
    assert!(!row["data"]["body"].as_str().unwrap().contains("invented"), "{row}");
    assert_eq!(world.provider.requests().len(), 2, "asked once more");
    assert_eq!(world.emails().await[0]["fallback_reason"], "ai.answer_unusable");
}

#[tokio::test]
async fn refused_key_fails_each_letter_or_falls_back_to_templates() {
    let world = World::new("good").await;
    world.settings("good", "sk-wrong", false).await;
    let ids = world.candidates(2).await;
    let _working = world.app.work();
    let task = world.generate(&world.owner, &ids, "rejection", "en").await;
    for row in task["result"].as_array().unwrap() {
        assert_eq!((&row["status"], &row["error"]), (&json!("failed"), &json!("ai.key_refused")), "{row}");
    }
    assert!(world.emails().await.is_empty());
    world.settings("good", "sk-wrong", true).await;
    let task = world.generate(&world.owner, &ids, "rejection", "en").await;
    let row = &task["result"][0];
    assert_eq!((&row["status"], &row["engine"]), (&json!("success"), &json!("built-in")), "{row}");
    assert!(row["fallbackReason"].as_str().unwrap().starts_with("ai."), "{row}");
}

#[tokio::test]
async fn active_prompt_of_the_requesting_member_is_used() {
    let world = World::new("good").await;
    let text = "Write, in {{language}}, to {{candidate_name}} about {{title}}; mention the canteen.";
    let prompt = json!({ "prompt_type": "rejection", "text": text, "is_default": true });
    world.owner.post(&format!("{}/prompts", world.organization), prompt).await.expect(201);
    let ids = world.candidates(1).await;
    let _working = world.app.work();
    world.generate(&world.owner, &ids, "rejection", "en").await;
    let asked = world.provider.requests()[0]["messages"][1]["content"].as_str().unwrap().to_owned();
    assert_eq!(asked, "Write, in English, to {{candidate_name}} about Backend engineer; mention the canteen.");
}

#[tokio::test]
async fn letters_are_limited_to_candidates_of_visible_jobs() {
    let world = World::new("good").await;
    let ids = world.candidates(1).await;
    let recruiter = world.app.member(&world.organization, Role::Recruiter).await;
    let _working = world.app.work();
    let task = world.generate(&recruiter, &ids, "online_invitation", "en").await;
    let row = &task["result"][0];
    assert_eq!(
        (&row["status"], &row["error"], &row["data"]),
        (&json!("failed"), &json!("application.not_found"), &Value::Null)
    );
    assert!(world.emails().await.is_empty() && world.provider.requests().is_empty());
}
