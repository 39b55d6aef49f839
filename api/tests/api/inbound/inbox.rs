//! The inbox: what is unread, what members did with it, answers, and whose it is.

use bole_domain::organization::Role;
use bole_testkit::SmtpServer;
use serde_json::{Value, json};

use super::World;
use crate::samples::resume_pdf;
use crate::support::{Client, eventually};

impl World {
    async fn inbox(&self, client: &Client, filter: &str) -> Vec<Value> {
        let page = client.get(&format!("{}/inbound-messages?{filter}", self.organization)).await.expect(200);
        page["items"].as_array().unwrap().clone()
    }

    async fn unread(&self, client: &Client) -> Value {
        client.get(&format!("{}/inbound-messages/unread", self.organization)).await.expect(200)
    }

    /// Invites the candidate; returns the invitation once it is sent.
    async fn invite(&self, application: &str) -> Value {
        let email = json!({ "to": format!("{application}@example.com"), "subject": "Interview", "body": "When would suit you?",
                            "candidateId": application, "currentStatus": "线上面试", "currentSubStatus": "待发线上面试邀请",
                            "emailType": "online_invitation" });
        let emails = json!({ "emails": [email] });
        self.owner.post(&format!("{}/send-email", self.organization), emails).await.expect(202);
        eventually("the invitation is sent", async || {
            let path = format!("{}/emails?application_id={application}", self.organization);
            let page = self.owner.get(&path).await.expect(200);
            Some(page["items"][0].clone()).filter(|email| email["status"] == "sent")
        })
        .await
    }

    /// A candidate who was invited and replied, and the reply.
    async fn replied(&self) -> (String, String, Value) {
        let id = self.app.application(&self.job, "线上面试", "待发线上面试邀请").await;
        let invitation = self.invite(&id).await["message_id"].as_str().unwrap().to_owned();
        self.server.deliver(&format!(
            "From: Lin <{id}@example.com>\nTo: hr@acme.example\nSubject: Re: Interview\nMessage-ID: <re-{id}@x>\n\
             In-Reply-To: {invitation}\n\nTuesday at 10.\n\n> When would suit you?\n"
        ));
        self.poll().await;
        let reply = self.inbox(&self.owner, &format!("kind=reply&application_id={id}")).await.remove(0);
        (id, invitation, reply)
    }

    fn path_of(&self, message: &Value) -> String {
        format!("{}/inbound-messages/{}", self.organization, message["id"].as_str().unwrap())
    }
}

#[tokio::test]
async fn reply_is_unread_until_read_and_answered_in_its_thread() {
    let (world, smtp) = (World::new().await, SmtpServer::start().await);
    world.app.send_mail_to(&smtp);
    let _working = world.work();
    let (id, invitation, reply) = world.replied().await;
    let unread = world.unread(&world.owner).await;
    assert_eq!((&unread["reply"], &unread["application_ids"]), (&json!(1), &json!([id])));
    assert_eq!((&reply["read_at"], &reply["kind"]), (&Value::Null, &json!("reply")));
    assert_eq!(reply["person_email"], json!(format!("{id}@example.com")));

    let path = world.path_of(&reply);
    let at = async || world.owner.get(&format!("{}/applications/{id}", world.organization)).await.expect(200);
    let before = at().await["sub_status"].clone();
    let answer = json!({ "body": "Tuesday at 10 it is." });
    world.owner.post(&format!("{path}/answer"), answer).await.expect(202);
    smtp.wait_for(2).await;
    let sent = smtp.received().remove(1);
    assert_eq!(sent.to, [format!("{id}@example.com")]);
    assert_eq!((sent.subject(), sent.header("In-Reply-To")), ("Re: Interview".to_owned(), format!("<re-{id}@x>")));
    assert_eq!(sent.header("References"), format!("{invitation} <re-{id}@x>"));
    let text = sent.text().replace("\r\n", "\n");
    assert!(text.starts_with("Tuesday at 10 it is.\n\nLin <"), "{text}");
    assert!(text.contains(":\n> Tuesday at 10.\n>\n>> When would suit you?"), "{text}");

    let answered = eventually("the answer is recorded", async || {
        let page = world.owner.get(&format!("{}/emails?application_id={id}", world.organization)).await.expect(200);
        Some(page["items"][0].clone()).filter(|email| email["status"] == "sent")
    })
    .await;
    assert_eq!((&answered["type"], &answered["answered_message_id"]), (&json!("message"), &reply["id"]));
    assert_eq!(at().await["sub_status"], before, "an answer moves nobody");
    let reply = world.owner.get(&path).await.expect(200);
    assert!(reply["read_at"].is_string() && reply["answered_at"].is_string(), "{reply}");
    assert_eq!(world.unread(&world.owner).await["reply"], 0);
}

#[tokio::test]
async fn answer_taken_back_is_not_sent_and_its_message_unanswered() {
    let (world, smtp) = (World::new().await, SmtpServer::start().await);
    world.app.send_mail_to(&smtp);
    let _working = world.work();
    let (id, _, reply) = world.replied().await;
    let path = world.path_of(&reply);
    assert_eq!(
        world.owner.post(&format!("{path}/answer"), json!({ "body": " " })).await.problem(422),
        "request.invalid"
    );
    let later = time::OffsetDateTime::now_utc() + time::Duration::hours(1);
    let later = later.format(&time::format_description::well_known::Rfc3339).unwrap();
    let answer = json!({ "body": "Tuesday.", "send_at": later });
    let task = world.owner.post(&format!("{path}/answer"), answer).await.expect(202);
    assert!(world.owner.get(&path).await.expect(200)["answered_at"].is_string());
    let cancel = format!("{}/tasks/{}/cancel", world.organization, task["id"].as_str().unwrap());
    world.owner.post(&cancel, json!({})).await.expect(200);
    assert_eq!(world.owner.get(&path).await.expect(200)["answered_at"], Value::Null);
    let page = world.owner.get(&format!("{}/emails?application_id={id}", world.organization)).await.expect(200);
    assert_eq!(
        (&page["items"][0]["status"], &page["items"][0]["error"]),
        (&json!("failed"), &json!("email.cancelled"))
    );
    let unsettled = world.owner.get(&format!("{}/emails?unsettled=true", world.organization)).await.expect(200);
    assert_eq!(unsettled["total"], 0, "nobody has to look after it");
    assert_eq!(smtp.received().len(), 1);
}

#[tokio::test]
async fn message_put_away_leaves_the_inbox_and_comes_back() {
    let world = World::new().await;
    let _working = world.work();
    let (_, _, reply) = world.replied().await;
    let path = world.path_of(&reply);
    let done = world.owner.patch(&path, json!({ "is_done": true })).await.expect(200);
    assert!(done["done_at"].is_string() && done["read_at"].is_null(), "{done}");
    assert_eq!(world.unread(&world.owner).await["reply"], 0, "nobody has to read it any more");
    assert!(world.inbox(&world.owner, "kind=reply&is_done=false").await.is_empty());
    assert_eq!(world.inbox(&world.owner, "kind=reply&is_done=true").await.len(), 1);
    let back = world.owner.patch(&path, json!({ "is_done": false, "is_read": true })).await.expect(200);
    assert!(back["done_at"].is_null() && back["read_at"].is_string(), "{back}");
    world.owner.patch(&path, json!({ "is_read": false })).await.expect(200);
    assert_eq!(world.unread(&world.owner).await["reply"], 1);
}

#[tokio::test]
async fn held_email_is_given_to_a_candidate() {
    let world = World::new().await;
    let _working = world.work();
    let id = world.app.application(&world.job, "线上面试", "已发线上面试邀请").await;
    world.owner.post(&format!("{}/deactivate", world.job), json!({})).await.expect(200);
    world.apply("1@x", &world.address, &[("cv.pdf", resume_pdf("Maria", 3))]);
    world.poll().await;
    let held = world.inbox(&world.owner, "kind=held&is_done=false").await.remove(0);
    let path = world.path_of(&held);
    let answer = json!({ "body": "Hello" });
    assert_eq!(world.owner.post(&format!("{path}/answer"), answer).await.problem(404), "application.not_found");
    let given = json!({ "application_id": id });
    let reply = world.owner.post(&format!("{path}/candidate"), given.clone()).await.expect(200);
    assert_eq!(
        (&reply["kind"], &reply["application_id"], &reply["reason"]),
        (&json!("reply"), &json!(id), &Value::Null)
    );
    let files = world.owner.get(&format!("{path}/files")).await;
    assert!(files.status == 200 && files.text.contains("cv.pdf"));
    assert_eq!(world.owner.post(&format!("{path}/candidate"), given).await.problem(404), "email.not_found");
    assert_eq!(world.inbox(&world.owner, &format!("application_id={id}")).await.len(), 1);
}

#[tokio::test]
async fn files_of_a_reply_are_kept() {
    let world = World::new().await;
    let _working = world.work();
    let id = world.app.application(&world.job, "线上面试", "待发线上面试邀请").await;
    world.invite(&id).await;
    let reply = super::application("1@x", "hr@acme.example", &[("certificate.pdf", b"%PDF".to_vec())]);
    world.server.deliver(&reply.replace("maria@elsewhere.example", &format!("{id}@example.com")));
    world.poll().await;
    let reply = world.inbox(&world.owner, "kind=reply").await.remove(0);
    assert_eq!((&reply["has_files"], &reply["application_id"]), (&json!(true), &json!(id)));
    let files = world.owner.get(&format!("{}/files", world.path_of(&reply))).await;
    assert!(files.status == 200 && files.text.contains("certificate.pdf"));
}

#[tokio::test]
async fn recruiter_has_the_inbox_of_their_own_jobs_only() {
    let world = World::new().await;
    let _working = world.work();
    let (own, _, reply) = world.replied().await;
    let other = world.owner.job(&world.organization).await;
    let recruiter = world.app.member(&world.organization, Role::Recruiter).await;
    world.owner.assign(&other, &recruiter).await;
    world.server.deliver("From: x@y.example\nTo: hr@acme.example\nSubject: Offer\nMessage-ID: <n@x>\n\nBuy.\n");
    world.poll().await;
    assert_eq!(world.unread(&world.owner).await["held"], 1);
    let nothing = json!({ "reply": 0, "bounce": 0, "held": 0, "automatic": 0, "application_ids": [] });
    assert_eq!(world.unread(&recruiter).await, nothing, "mail to nobody is for those who see all jobs");
    assert!(world.inbox(&recruiter, "kind=reply").await.is_empty());
    let path = world.path_of(&reply);
    for answer in [
        recruiter.get(&path).await,
        recruiter.patch(&path, json!({ "is_read": true })).await,
        recruiter.post(&format!("{path}/answer"), json!({ "body": "Hello" })).await,
    ] {
        assert_eq!(answer.problem(404), "email.not_found");
    }
    let refused = recruiter.get(&format!("{}/inbound-messages", world.organization)).await;
    assert_eq!(refused.problem(403), "permission.denied");

    world.owner.assign(&world.job, &recruiter).await;
    assert_eq!(world.unread(&recruiter).await["application_ids"], json!([own]));
    recruiter.patch(&path, json!({ "is_read": true })).await.expect(200);
    assert_eq!(world.unread(&world.owner).await["reply"], 0, "read once for everybody");
}
