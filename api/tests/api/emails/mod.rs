//! Emails to candidates, from draft to delivery.

mod delivery;
mod drafts;
mod messages;
mod quota;
mod records;
mod requests;
mod templates;
mod timeouts;

use bole_testkit::SmtpServer;
use serde_json::{Value, json};

use crate::support::{Answer, Client, TestApp, eventually};

struct Hiring {
    app: TestApp,
    server: SmtpServer,
    owner: Client,
    organization: String,
    job: String,
}

impl Hiring {
    async fn new() -> Self {
        let (app, server) = (TestApp::new().await, SmtpServer::start().await);
        app.send_mail_to(&server);
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        Self { app, server, owner, organization, job }
    }

    async fn invited(&self) -> String {
        self.app.application(&self.job, "线上面试", "待发线上面试邀请").await
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        self.owner.post(&format!("{}/{path}", self.organization), body).await
    }

    async fn get(&self, path: &str) -> Value {
        self.owner.get(&format!("{}/{path}", self.organization)).await.expect(200)
    }

    /// The task's result, once it is over.
    async fn result(&self, task: &Value) -> Value {
        let path = format!("tasks/{}", task["id"].as_str().unwrap());
        eventually("the task is over", async || {
            let task = self.get(&path).await;
            matches!(task["status"].as_str(), Some("completed" | "failed")).then_some(task["result"].clone())
        })
        .await
    }

    /// Queues an invitation to an online interview for each.
    async fn send(&self, applications: &[String]) -> Value {
        let emails: Vec<Value> = applications.iter().map(|id| invitation(id)).collect();
        self.post("send-email", json!({ "emails": emails, "targetStatus": "已发线上面试邀请" })).await.expect(202)
    }

    async fn email(&self, application: &str) -> Value {
        self.get(&format!("emails?application_id={application}")).await["items"][0].clone()
    }

    async fn state(&self, application: &str) -> Value {
        self.get(&format!("applications/{application}")).await["sub_status"].clone()
    }

    async fn until(&self, application: &str, status: &str) -> Value {
        eventually(status, async || Some(self.email(application).await).filter(|email| email["status"] == status)).await
    }
}

fn invitation(application: &str) -> Value {
    json!({
        "to": format!("{application}@example.com"), "subject": "面试邀请", "body": "您好，\n\n请选择时间：https://cal.example/x",
        "candidateId": application, "currentStatus": "线上面试", "currentSubStatus": "待发线上面试邀请",
        "emailType": "online_invitation",
    })
}

/// An hour from now, in the API's format.
fn in_an_hour() -> String {
    let later = time::OffsetDateTime::now_utc() + time::Duration::hours(1);
    later.format(&time::format_description::well_known::Rfc3339).unwrap()
}
