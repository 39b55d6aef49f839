//! An organization with a job, for tests with candidates.

use serde_json::Value;

use crate::support::{Answer, Client, TestApp};

pub struct Board {
    pub app: TestApp,
    pub owner: Client,
    pub organization: String,
    pub job: String,
}

impl Board {
    pub async fn new() -> Self {
        let app = TestApp::new().await;
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        Self { app, owner, organization, job }
    }

    /// A candidate in this state: the application's id.
    pub async fn at(&self, status: &str, sub_status: &str) -> String {
        self.app.application(&self.job, status, sub_status).await
    }

    pub async fn application(&self, id: &str) -> Value {
        self.owner.get(&format!("{}/applications/{id}", self.organization)).await.expect(200)
    }

    pub async fn verb(&self, verb: &str, body: Value) -> Answer {
        self.owner.post(&format!("{}/applications/{verb}", self.organization), body).await
    }

    pub async fn results(&self, verb: &str, body: Value) -> Vec<Value> {
        self.verb(verb, body).await.expect(200)["results"].as_array().unwrap().clone()
    }

    pub async fn patch(&self, id: &str, body: Value) -> Answer {
        self.owner.patch(&format!("{}/applications/{id}", self.organization), body).await
    }

    pub async fn board(&self, query: &str) -> Value {
        self.owner.get(&format!("{}/board{query}", self.job)).await.expect(200)
    }

    pub async fn person(&self, id: &str) -> Value {
        self.owner.get(&format!("{}/people/{id}", self.organization)).await.expect(200)
    }

    pub async fn set(&self, sql: &'static str, id: &str) {
        let id: uuid::Uuid = id.parse().unwrap();
        sqlx::query(sql).bind(id).execute(&mut self.app.database.connection().await).await.unwrap();
    }
}
