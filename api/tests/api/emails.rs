//! Emails to candidates, from the draft to the received text, with a mail server that misbehaves.

use bole_testkit::{Fault, SmtpServer};
use serde_json::{Value, json};
use sqlx::Executor;

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

#[tokio::test]
async fn a_drafted_email_is_sent_and_moves_the_candidate() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let _working = hiring.app.work();
    let generate = json!({
        "tasks": [{ "applicationId": application, "emailType": "online_invitation" },
                  { "applicationId": uuid::Uuid::now_v7(), "emailType": "online_invitation" }],
        "language": "zh", "otherVariables": { "calendarLink": "https://cal.example/x" },
    });
    let task = hiring.post("generate-email-content", generate).await.expect(202);
    let drafted = hiring.result(&task).await;
    assert_eq!((&drafted[0]["status"], &drafted[1]["status"]), (&json!("success"), &json!("failed")));
    assert!(drafted[0]["data"]["body"].as_str().unwrap().contains("https://cal.example/x"), "{drafted}");
    let draft = hiring.email(&application).await;
    assert_eq!((&draft["status"], &draft["body"]), (&json!("draft"), &drafted[0]["data"]["body"]));
    let path = format!("{}/emails/{}", hiring.organization, draft["id"].as_str().unwrap());
    let draft = hiring.owner.patch(&path, json!({ "subject": "换一个标题" })).await.expect(200);
    assert_eq!(draft["subject"], "换一个标题");

    let mut email = invitation(&application);
    email["subject"] = draft["subject"].clone();
    email["body"] = draft["body"].clone();
    let task = hiring.post("send-email", json!({ "emails": [email] })).await.expect(202);
    let result = hiring.result(&task).await;
    let to = format!("{application}@example.com");
    let sent = &result["results"][0];
    assert_eq!(
        (&sent["to"], &sent["status"], &sent["usedPromptType"]),
        (&json!(to), &json!("sent"), &json!("online_invitation"))
    );
    let mail = hiring.server.wait_for(1).await.remove(0);
    assert_eq!((mail.to.as_slice(), mail.subject()), (&[to][..], "换一个标题".to_owned()));
    assert_eq!(mail.text().replace("\r\n", "\n").trim(), draft["body"].as_str().unwrap().trim());
    assert!(mail.html().contains(r#"<a href="https://cal.example/x">"#), "{}", mail.html());
    let email = hiring.email(&application).await;
    assert_eq!(
        (&email["status"], email["message_id"].as_str().unwrap()),
        (&json!("sent"), mail.header("message-id").as_str())
    );
    assert_eq!(hiring.get("emails").await["total"], 1, "the draft became the email");
    assert_eq!(hiring.state(&application).await, "已发线上面试邀请");
    let history = hiring.get(&format!("applications/{application}")).await["history"].clone();
    let last = history.as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["actor"]["kind"], &last["email_id"]), (&json!("person"), &email["id"]), "{history}");
}

#[tokio::test]
async fn a_deferred_mail_is_tried_again_and_a_rejected_one_fails() {
    let hiring = Hiring::new().await;
    let (deferred, rejected) = (hiring.invited().await, hiring.invited().await);
    hiring.server.next([Fault::Recipient(451)]);
    let _working = hiring.app.work();
    let task = hiring.send(std::slice::from_ref(&deferred)).await;
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "sent");
    hiring.server.next([Fault::Body(554)]);
    let task = hiring.send(std::slice::from_ref(&rejected)).await;
    let result = hiring.result(&task).await;
    assert_eq!(result["results"][0]["status"], "failed", "{result}");
    assert!(result["results"][0]["error"].as_str().unwrap().contains("554"), "{result}");
    assert_eq!(hiring.state(&rejected).await, "待发线上面试邀请");
    assert_eq!(hiring.server.received().len(), 1);
    let path = format!("emails/{}/retry", hiring.email(&rejected).await["id"].as_str().unwrap());
    hiring.post(&path, json!({})).await.expect(202);
    hiring.until(&rejected, "sent").await;
    assert_eq!(hiring.state(&rejected).await, "已发线上面试邀请");
}

#[tokio::test]
async fn a_mail_whose_answer_was_cut_off_is_unknown_until_a_person_says() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    hiring.server.next([Fault::CutAfter]);
    let _working = hiring.app.work();
    let task = hiring.send(std::slice::from_ref(&application)).await;
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "unknown");
    assert_eq!(hiring.state(&application).await, "待发线上面试邀请");
    let id = hiring.email(&application).await["id"].as_str().unwrap().to_owned();
    assert_eq!(hiring.post(&format!("emails/{id}/retry"), json!({})).await.problem(409), "email.not_retryable");
    let email = hiring.post(&format!("emails/{id}/resolve"), json!({ "sent": true })).await.expect(200);
    assert_eq!(email["status"], "sent");
    assert_eq!(hiring.state(&application).await, "已发线上面试邀请");
    assert_eq!(hiring.server.received().len(), 1, "it was not sent twice");
    assert_eq!(
        hiring.post(&format!("emails/{id}/resolve"), json!({ "sent": false })).await.problem(409),
        "email.not_unknown"
    );
}

#[tokio::test]
async fn what_a_person_writes_is_kept_before_it_is_whole_and_sent_as_it_stands() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let begun = json!({ "applicationId": application, "emailType": "online_invitation", "body": "你好" });
    let draft = hiring.post("emails", begun).await.expect(201);
    assert_eq!((&draft["status"], &draft["subject"], &draft["language"]), (&json!("draft"), &json!(""), &json!("zh")));
    let path = format!("{}/emails/{}", hiring.organization, draft["id"].as_str().unwrap());
    hiring.owner.patch(&path, json!({ "subject": "", "body": "" })).await.expect(200);
    let again = json!({ "applicationId": application, "emailType": "online_invitation", "body": "您好" });
    assert_eq!(hiring.post("emails", again).await.expect(201)["id"], draft["id"], "one of a type for a candidate");
    let drafts = hiring.get("emails?status=draft").await;
    assert_eq!((&drafts["total"], &drafts["items"][0]["body"]), (&json!(1), &json!("您好")));
    assert_eq!(drafts["items"][0]["created_by_name"], "Wang Fang");
    let unknown = json!({ "applicationId": draft["id"], "emailType": "rejection", "body": "x" });
    assert_eq!(hiring.post("emails", unknown).await.problem(404), "application.not_found");
}

#[tokio::test]
async fn one_email_of_a_request_is_taken_back_and_the_others_go_out() {
    let hiring = Hiring::new().await;
    let (kept, withdrawn) = (hiring.invited().await, hiring.invited().await);
    let task = hiring.send(&[kept.clone(), withdrawn.clone()]).await;
    let withdraw = format!("emails/{}/withdraw", hiring.email(&withdrawn).await["id"].as_str().unwrap());
    hiring.post(&withdraw, json!({})).await.expect(204);
    assert_eq!(hiring.email(&withdrawn).await["status"], "draft");
    assert_eq!(hiring.post(&withdraw, json!({})).await.problem(409), "email.not_queued");
    let _working = hiring.app.work();
    let results = hiring.result(&task).await["results"].clone();
    assert_eq!(results.as_array().unwrap().len(), 1, "{results}");
    assert_eq!((&results[0]["applicationId"], &results[0]["status"]), (&json!(kept), &json!("sent")));
    assert_eq!(hiring.server.received().len(), 1);
    assert_eq!(hiring.state(&withdrawn).await, "待发线上面试邀请");
}

#[tokio::test]
async fn what_failed_asks_for_a_person_until_another_email_replaces_it() {
    let hiring = Hiring::new().await;
    let (failed, cut) = (hiring.invited().await, hiring.invited().await);
    let _working = hiring.app.work();
    hiring.server.next([Fault::Body(554)]);
    hiring.result(&hiring.send(std::slice::from_ref(&failed)).await).await;
    hiring.server.next([Fault::CutAfter]);
    hiring.result(&hiring.send(std::slice::from_ref(&cut)).await).await;
    let unsettled = hiring.get("emails?unsettled=true").await;
    let statuses: Vec<&Value> = unsettled["items"].as_array().unwrap().iter().map(|email| &email["status"]).collect();
    assert_eq!(statuses, ["unknown", "failed"]);
    assert_eq!(unsettled["total"], 2);
    hiring.result(&hiring.send(std::slice::from_ref(&failed)).await).await;
    let left = hiring.get("emails?unsettled=true").await;
    assert_eq!((&left["total"], &left["items"][0]["application_id"]), (&json!(1), &json!(cut)));
}

#[tokio::test]
async fn a_worker_killed_while_sending_leaves_the_mail_unknown_and_sends_it_once() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    hiring.server.always(Some(Fault::Hang));
    let killed = hiring.app.work();
    let task = hiring.send(std::slice::from_ref(&application)).await;
    hiring.server.wait_for(1).await;
    drop(killed);
    // Its lease expires as that of a dead process does.
    let expire = "UPDATE queue SET lease_until = now() - interval '1 second' WHERE lease IS NOT NULL";
    hiring.app.database.connection().await.execute(expire).await.unwrap();
    hiring.server.always(None);
    let _working = hiring.app.work();
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "unknown");
    assert_eq!(hiring.server.received().len(), 1);
}

#[tokio::test]
async fn a_server_that_is_away_stops_the_service_until_a_person_starts_it() {
    let hiring = Hiring::new().await;
    hiring.server.always(Some(Fault::CutBefore));
    let mut applications = Vec::new();
    for _ in 0..6 {
        applications.push(hiring.invited().await);
    }
    let _working = hiring.app.work();
    let task = hiring.send(&applications).await;
    let stopped = eventually("stopped", async || {
        let service = hiring.get("email-service").await;
        (service["status"] == "stopped" && service["queued"] == 6).then_some(service)
    })
    .await;
    assert_eq!(stopped["reason"], "mail.unreachable");
    assert!(hiring.server.received().is_empty());
    hiring.server.always(None);
    let running = hiring.post("email-service/start", json!({})).await.expect(200);
    assert_eq!(running["status"], "running");
    let result = hiring.result(&task).await;
    assert!(result["results"].as_array().unwrap().iter().all(|one| one["status"] == "sent"), "{result}");
    assert_eq!(hiring.server.received().len(), 6);
}

#[tokio::test]
async fn what_cannot_be_sent_is_refused_whole() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let with = |field: &str, value: Value| {
        let mut email = invitation(&application);
        email[field] = value;
        json!({ "emails": [email] })
    };
    let answer = hiring.post("send-email", with("to", json!("no address"))).await;
    assert_eq!((answer.status, answer.json()["errors"][0]["code"].clone()), (422, json!("email.recipient_invalid")));
    hiring.post("send-email", json!({ "emails": [] })).await.problem(422);
    let other_target = json!({ "emails": [invitation(&application)], "targetStatus": "Offer已发送" });
    assert_eq!(hiring.post("send-email", other_target).await.json()["errors"][0]["code"], "email.target_differs");
    let moved = hiring.post("send-email", with("currentSubStatus", json!("已预约线上面试"))).await;
    assert_eq!(moved.problem(409), "request.stale");
    let offer = hiring.post("send-email", with("emailType", json!("offer_sent"))).await;
    assert_eq!(offer.problem(409), "application.move_not_allowed");
    let stranger = hiring.post("send-email", with("candidateId", json!(uuid::Uuid::now_v7()))).await;
    assert_eq!(stranger.problem(404), "application.not_found");
    assert_eq!(hiring.get("emails").await["total"], 0);
}

#[tokio::test]
async fn a_candidate_shows_that_the_letter_on_an_intended_offer_went_out() {
    let hiring = Hiring::new().await;
    let application = hiring.app.application(&hiring.job, "线下面试", "待发Offer意向").await;
    let seen = async || hiring.get(&format!("applications/{application}")).await["intent_sent_at"].clone();
    assert_eq!(seen().await, Value::Null);
    let letter = json!({ "applicationId": application, "emailType": "offer_intent" });
    let email = hiring.post("update-email-tracking", letter).await.expect(200);
    assert_eq!(hiring.state(&application).await, "待发Offer意向", "it reads as before");
    assert_eq!(seen().await, email["sent_at"]);
}

#[tokio::test]
async fn a_letter_sent_elsewhere_is_written_down_and_moves_the_candidate() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let letter = |sub_status: &str| {
        json!({ "applicationId": application, "emailType": "online_invitation",
        "status": "线上面试", "subStatus": sub_status })
    };
    hiring.post("update-email-tracking", letter("Offer已发送")).await.problem(422);
    let email = hiring.post("update-email-tracking", letter("已发线上面试邀请")).await.expect(200);
    assert_eq!(email["status"], "sent");
    assert_eq!(hiring.state(&application).await, "已发线上面试邀请");
}

#[tokio::test]
async fn an_organization_sends_through_its_own_server_and_never_sees_its_password_again() {
    let hiring = Hiring::new().await;
    let own = SmtpServer::start().await;
    let path = format!("{}/settings/smtp", hiring.organization);
    let settings =
        json!({ "host": "127.0.0.1", "port": own.port(), "security": "plain", "from": "Acme <hr@acme.example>" });
    let put = hiring.owner.put(&path, settings.clone()).await.expect(200);
    assert_eq!((&put["hasPassword"], &put["from"]), (&json!(false), &json!("Acme <hr@acme.example>")));
    // A server without TLS is not spoken to in plain text where encryption is asked for.
    let mut encrypted = settings.clone();
    encrypted["security"] = json!("starttls");
    hiring.owner.put(&path, encrypted).await.expect(200);
    let tested = hiring.post("settings/smtp/test", json!({ "to": "me@acme.example" })).await.expect(200);
    assert_eq!((&tested["ok"], &tested["code"]), (&json!(false), &json!("mail.unreachable")));
    assert!(own.received().is_empty());
    hiring.owner.put(&path, settings.clone()).await.expect(200);

    let tested = hiring.post("settings/smtp/test", json!({ "to": "me@acme.example" })).await.expect(200);
    assert_eq!((&tested["ok"], &tested["code"]), (&json!(true), &Value::Null));
    own.wait_for(1).await;

    let application = hiring.invited().await;
    let _working = hiring.app.work();
    let task = hiring.send(&[application]).await;
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "sent");
    assert_eq!(own.wait_for(2).await[1].from, "hr@acme.example");
    assert!(hiring.server.received().is_empty());

    let mut with_password = settings;
    with_password["username"] = json!("hr");
    with_password["password"] = json!("geheimnis-42");
    let put = hiring.owner.put(&path, with_password).await.expect(200);
    assert_eq!(put["hasPassword"], true);
    assert!(!hiring.owner.get(&path).await.text.contains("geheimnis-42"));
    let mut connection = hiring.app.database.connection().await;
    let found: bool =
        sqlx::query_scalar("SELECT strpos(encode(password_sealed, 'escape'), 'geheimnis') > 0 FROM mail_settings")
            .fetch_one(&mut connection)
            .await
            .unwrap();
    assert!(!found);
}

#[tokio::test]
async fn unanswered_invitations_time_out_after_five_days_by_the_clock() {
    let hiring = Hiring::new().await;
    let (online, onsite) = ("已发线上面试邀请", "已发线下面试邀请");
    let old = hiring.app.application(&hiring.job, "线上面试", online).await;
    let old_onsite = hiring.app.application(&hiring.job, "线下面试", onsite).await;
    let soon = hiring.app.application(&hiring.job, "线上面试", online).await;
    let young = hiring.app.application(&hiring.job, "线上面试", online).await;
    let mut connection = hiring.app.database.connection().await;
    for (id, hours) in [(&old, 121), (&old_onsite, 121), (&soon, 100), (&young, 1)] {
        let age = "UPDATE applications SET sub_status_since = now() - make_interval(hours => $2) WHERE id = $1::uuid";
        sqlx::query(age).bind(id).bind(hours).execute(&mut connection).await.unwrap();
    }
    let working = hiring.app.work();
    let task = hiring.post("check-interview-timeout", json!({})).await.expect(202);
    let expected =
        json!({ "updated_count": 2, "online_timeout_count": 1, "onsite_timeout_count": 1, "warnings_count": 1 });
    assert_eq!(hiring.result(&task).await, expected);
    assert_eq!(hiring.state(&old).await, "超5天未预约线上面试");
    assert_eq!(hiring.state(&old_onsite).await, "超5天未预约线下面试");
    assert_eq!(hiring.state(&soon).await, online);
    let history = hiring.get(&format!("applications/{old}")).await["history"].clone();
    assert_eq!(history.as_array().unwrap().last().unwrap()["actor"]["kind"], "clock");

    drop(working);
    hiring.app.shift_clock(time::Duration::days(6));
    let _later = hiring.app.work();
    let task = hiring.post("check-interview-timeout", json!({})).await.expect(202);
    assert_eq!(hiring.result(&task).await["updated_count"], 2);
}

/// An hour from now, as the API takes it.
fn in_an_hour() -> String {
    let later = time::OffsetDateTime::now_utc() + time::Duration::hours(1);
    later.format(&time::format_description::well_known::Rfc3339).unwrap()
}

#[tokio::test]
async fn what_is_not_sent_yet_is_taken_back_and_is_a_draft_again() {
    let hiring = Hiring::new().await;
    let (first, second) = (hiring.invited().await, hiring.invited().await);
    let later = json!({ "emails": [invitation(&first), invitation(&second)], "send_at": in_an_hour() });
    let task = hiring.post("send-email", later.clone()).await.expect(202);
    assert_eq!(hiring.post("send-email", later).await.problem(409), "email.already_queued");

    let path = format!("tasks/{}/cancel", task["id"].as_str().unwrap());
    hiring.post(&path, json!({})).await.expect(200);
    assert_eq!(hiring.post(&path, json!({})).await.problem(409), "task.over");
    for application in [&first, &second] {
        assert_eq!(hiring.email(application).await["status"], "draft");
    }
    // Sent now, the drafts become the emails; nothing of the first request is left to be sent.
    let _working = hiring.app.work();
    let task = hiring.send(&[first, second]).await;
    let result = hiring.result(&task).await;
    assert!(result["results"].as_array().unwrap().iter().all(|one| one["status"] == "sent"), "{result}");
    assert_eq!(hiring.server.received().len(), 2);
    assert_eq!(hiring.get("emails").await["total"], 2);
    let retried = hiring.post(&format!("tasks/{}/retry", task["id"].as_str().unwrap()), json!({})).await;
    assert_eq!(retried.problem(409), "task.not_retryable");
}

#[tokio::test]
async fn an_email_is_not_sent_to_a_candidate_who_was_eliminated_meanwhile() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let later = json!({ "emails": [invitation(&application)], "send_at": in_an_hour() });
    let task = hiring.post("send-email", later).await.expect(202);
    hiring.post("applications/eliminate", json!({ "ids": [application], "send_email": false })).await.expect(200);
    let path = format!("emails/{}/retry", hiring.email(&application).await["id"].as_str().unwrap());
    hiring.post(&path, json!({})).await.expect(202);
    let _working = hiring.app.work();
    let result = hiring.result(&task).await;
    assert_eq!(result["results"][0]["status"], "failed", "{result}");
    assert_eq!(result["results"][0]["error"], "application.move_not_allowed", "{result}");
    assert!(hiring.server.received().is_empty());
}

#[tokio::test]
async fn a_second_email_follows_on_the_first_and_answers_go_to_whoever_sent_it() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let _working = hiring.app.work();
    let first = hiring.send(std::slice::from_ref(&application)).await;
    hiring.result(&first).await;
    let mut again = invitation(&application);
    again["currentSubStatus"] = json!("已发线上面试邀请");
    let second = hiring.post("send-email", json!({ "emails": [again] })).await.expect(202);
    hiring.result(&second).await;
    let mails = hiring.server.wait_for(2).await;
    assert_eq!(mails[1].header("in-reply-to"), mails[0].header("message-id"));
    assert_eq!(mails[0].header("reply-to"), "acme@example.com");
}

#[tokio::test]
async fn a_request_that_is_repeated_with_its_key_sends_once() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let path = format!("{}/send-email", hiring.organization);
    let body = json!({ "emails": [invitation(&application)] });
    let ask = async || {
        let request = hiring.owner.request(reqwest::Method::POST, &path).header("idempotency-key", "once");
        Answer::of(request.json(&body)).await.expect(202)
    };
    let (first, second) = (ask().await, ask().await);
    assert_eq!(first["id"], second["id"]);
    let _working = hiring.app.work();
    hiring.result(&first).await;
    ask().await;
    assert_eq!(hiring.server.received().len(), 1);
}

#[tokio::test]
async fn of_many_emails_with_workers_killed_each_arrives_once_or_is_unknown() {
    const EMAILS: usize = 40;
    let hiring = Hiring::new().await;
    let mut applications = Vec::with_capacity(EMAILS);
    for _ in 0..EMAILS {
        applications.push(hiring.invited().await);
    }
    let task = hiring.send(&applications).await;
    for killed_after in [3, 11, 19, 27] {
        let worker = hiring.app.work();
        hiring.server.wait_for(killed_after).await;
        drop(worker);
        let expire = "UPDATE queue SET lease_until = now() - interval '1 second' WHERE lease IS NOT NULL";
        hiring.app.database.connection().await.execute(expire).await.unwrap();
    }
    let _working = hiring.app.work();
    let result = hiring.result(&task).await;

    let mut received: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for mail in hiring.server.received() {
        *received.entry(mail.to[0].clone()).or_default() += 1;
    }
    assert!(received.values().all(|&times| times == 1), "{received:?}");
    let results = result["results"].as_array().unwrap();
    assert_eq!(results.len(), EMAILS);
    for one in results {
        let arrived = received.contains_key(one["to"].as_str().unwrap());
        match one["status"].as_str().unwrap() {
            "sent" => assert!(arrived, "{one} is said to be sent"),
            "unknown" => {}
            other => panic!("{one} is {other}"),
        }
    }
}

#[tokio::test]
async fn what_is_over_a_limit_waits_without_an_attempt_and_goes_out_when_the_limit_allows() {
    let hiring = Hiring::new().await;
    let own = SmtpServer::start().await;
    let path = format!("{}/settings/smtp", hiring.organization);
    let limited = |domain: Value| {
        json!({ "host": "127.0.0.1", "port": own.port(), "security": "plain", "from": "hr@acme.example",
                "domainPerMinute": domain })
    };
    hiring.owner.put(&path, limited(json!(0))).await.problem(422);
    let put = hiring.owner.put(&path, limited(json!(2))).await.expect(200);
    assert_eq!(
        (&put["domainPerMinute"], &put["perMinute"], &put["defaultPerMinute"]),
        (&json!(2), &Value::Null, &Value::Null)
    );
    let mut applications = Vec::new();
    for _ in 0..3 {
        applications.push(hiring.invited().await);
    }
    let _working = hiring.app.work();
    let task = hiring.send(&applications).await;
    own.wait_for(2).await;
    let waiting = eventually("one waits", async || {
        let mut emails = hiring.get("emails?status=queued").await["items"].as_array().unwrap().clone();
        emails.retain(|email| email["error"] == "mail.rate_limited");
        emails.pop()
    })
    .await;
    assert_eq!(own.received().len(), 2);
    let attempts = eventually("its task waits", async || {
        let delayed = "SELECT attempts FROM tasks WHERE kind = 'email.send' AND state = 'delayed'";
        let mut connection = hiring.app.database.connection().await;
        sqlx::query_scalar::<_, i32>(delayed).fetch_optional(&mut connection).await.unwrap()
    })
    .await;
    assert_eq!(attempts, 0);
    hiring.owner.put(&path, limited(json!(10))).await.expect(200);
    hiring.post(&format!("emails/{}/retry", waiting["id"].as_str().unwrap()), json!({})).await.expect(202);
    let result = hiring.result(&task).await;
    assert!(result["results"].as_array().unwrap().iter().all(|one| one["status"] == "sent"), "{result}");
    assert_eq!(own.received().len(), 3);
}

#[tokio::test]
async fn a_slow_server_and_a_full_queue_get_each_mail_once() {
    let hiring = Hiring::new().await;
    let (slow, full) = (hiring.invited().await, hiring.invited().await);
    hiring.server.next([Fault::Slow(std::time::Duration::from_millis(300))]);
    let _working = hiring.app.work();
    let task = hiring.send(&[slow]).await;
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "sent");
    hiring.server.next([Fault::Recipient(452), Fault::Body(452)]);
    let task = hiring.send(std::slice::from_ref(&full)).await;
    let waiting = eventually("it waits", async || {
        Some(hiring.email(&full).await)
            .filter(|email| email["error"].as_str().is_some_and(|error| error.contains("452")))
    })
    .await;
    assert_eq!(waiting["status"], "queued", "{waiting}");
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "sent");
    assert_eq!(hiring.server.received().len(), 2);
}

#[tokio::test]
async fn a_broken_encryption_stops_the_service_and_nothing_goes_out_in_plain_text() {
    let hiring = Hiring::new().await;
    let own = SmtpServer::start().await;
    own.break_tls();
    let settings =
        json!({ "host": "127.0.0.1", "port": own.port(), "security": "starttls", "from": "hr@acme.example" });
    hiring.owner.put(&format!("{}/settings/smtp", hiring.organization), settings).await.expect(200);
    let mut applications = Vec::new();
    for _ in 0..6 {
        applications.push(hiring.invited().await);
    }
    let _working = hiring.app.work();
    hiring.send(&applications).await;
    let stopped = eventually("stopped", async || {
        let service = hiring.get("email-service").await;
        (service["status"] == "stopped" && service["queued"] == 6).then_some(service)
    })
    .await;
    assert_eq!(stopped["reason"], "mail.unreachable");
    assert!(own.received().is_empty() && hiring.server.received().is_empty());
}

#[tokio::test]
async fn emails_that_no_task_sends_any_more_are_shown_to_a_person() {
    let hiring = Hiring::new().await;
    let (cut, lost, waits) = (hiring.invited().await, hiring.invited().await, hiring.invited().await);
    let task = hiring.send(&[cut.clone(), lost.clone()]).await;
    hiring.send(std::slice::from_ref(&waits)).await;
    // Their worker was killed at every attempt, once after the mail was begun.
    let mut connection = hiring.app.database.connection().await;
    for sql in [
        "DELETE FROM queue WHERE id IN (SELECT task_id FROM emails WHERE application_id IN ($1::uuid, $2::uuid))",
        "UPDATE emails SET status = 'sending' WHERE application_id = $1::uuid AND $2::uuid IS NOT NULL",
        "UPDATE emails SET updated_at = now() - interval '1 hour' WHERE $1::uuid IS NOT NULL AND $2::uuid IS NOT NULL",
    ] {
        sqlx::query(sql).bind(&cut).bind(&lost).execute(&mut connection).await.unwrap();
    }
    bole_scheduler::Cron::run(&bole_scheduler::SettleEmails, &hiring.app.db).await.unwrap();
    let cut = hiring.email(&cut).await;
    assert_eq!((&cut["status"], &cut["error"]), (&json!("unknown"), &json!("mail.unknown")));
    let lost = hiring.email(&lost).await;
    assert_eq!((&lost["status"], &lost["error"]), (&json!("failed"), &json!("worker.lost")));
    assert_eq!(hiring.email(&waits).await["status"], "queued", "its task waits for a worker");
    let results = hiring.result(&task).await["results"].as_array().unwrap().len();
    assert_eq!(results, 2);
}
