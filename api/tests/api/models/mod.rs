//! Evaluation by an organization's model: settings, provider failures, limits, pause and usage.

mod batch_prices;
mod budget;
mod dialects;
mod evaluations;
mod failures;
mod follow_ups;
mod measurements;
mod settings;
mod texts;

use bole_testkit::{PROVIDER_KEY, TestProvider};
use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::{Client, TestApp, eventually};

/// An organization using this model of the test provider, a job, and a worker.
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

    /// Evaluates a batch of this many resumes; its rows, once all are over.
    async fn evaluate(&self, resumes: usize) -> Vec<Value> {
        let names = ["Ann", "Ben", "Cat", "Dan"];
        let files = names.iter().take(resumes).zip(1..).map(|(name, n)| (format!("{name}.pdf"), resume_pdf(name, n)));
        self.evaluate_files(files.collect()).await
    }

    async fn evaluate_files(&self, files: Vec<(String, Vec<u8>)>) -> Vec<Value> {
        let batch = self.owner.evaluate(&self.job, archive(files)).await;
        self.owner.rows(&batch).await
    }

    async fn detail(&self, row: &Value) -> Value {
        self.owner.get(&format!("{}/batch-tasks/{}", self.organization, row["id"].as_str().unwrap())).await.expect(200)
    }

    /// The task once it is over.
    async fn over(&self, task: &str) -> Value {
        eventually("the task is over", async || {
            let found = self.owner.get(task).await.expect(200);
            matches!(found["status"].as_str().unwrap(), "completed" | "failed").then_some(found)
        })
        .await
    }

    /// The task once it is completed.
    async fn done(&self, task: &str) -> Value {
        let over = self.over(task).await;
        assert_eq!(over["status"], "completed", "{over}");
        over
    }

    /// Why model work is paused, if it is.
    async fn paused(&self) -> Value {
        self.owner.get(&format!("{}/ai/state", self.organization)).await.expect(200)["paused"].clone()
    }

    async fn test(&self) -> Value {
        self.owner.post(&format!("{}/settings/ai/test", self.organization), json!({})).await.expect(200)
    }
}
