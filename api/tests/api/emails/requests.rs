//! Requests to send emails: refused, scheduled, changed, withdrawn, repeated.

use serde_json::{Value, json};

use super::{Hiring, in_an_hour, invitation};
use crate::support::{Answer, eventually};

#[tokio::test]
async fn request_with_one_unsendable_email_is_refused() {
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
async fn request_is_refused_naming_candidates_moved_meanwhile() {
    let hiring = Hiring::new().await;
    let (there, moved) = (hiring.invited().await, hiring.invited().await);
    let gone = hiring.app.application(&hiring.job, "Offer阶段", "Offer已接受").await;
    let mut elsewhere = invitation(&gone);
    elsewhere["currentStatus"] = json!(null);
    elsewhere["currentSubStatus"] = json!(null);
    let mut late = invitation(&moved);
    late["currentSubStatus"] = json!("已预约线上面试");
    let refused = hiring.post("send-email", json!({ "emails": [invitation(&there), late, elsewhere] })).await;
    assert_eq!((refused.status, &refused.json()["code"]), (409, &json!("request.stale")));
    let named = json!([
        { "field": "emails.1.candidateId", "code": "request.stale" },
        { "field": "emails.2.candidateId", "code": "application.move_not_allowed" },
    ]);
    assert_eq!(refused.json()["errors"], named);
    assert_eq!(hiring.get("emails").await["total"], 0);
}

#[tokio::test]
async fn emails_of_one_request_have_their_own_languages() {
    let hiring = Hiring::new().await;
    let (english, chinese) = (hiring.invited().await, hiring.invited().await);
    let mut letter = invitation(&english);
    letter["language"] = json!("en");
    let later = json!({ "emails": [letter, invitation(&chinese)], "language": "zh", "send_at": in_an_hour() });
    hiring.post("send-email", later).await.expect(202);
    assert_eq!(hiring.email(&english).await["language"], "en");
    assert_eq!(hiring.email(&chinese).await["language"], "zh");
}

#[tokio::test]
async fn one_email_of_a_request_is_cancelled_and_the_rest_are_sent() {
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
async fn cancelled_emails_become_drafts() {
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
    // Sent now, the drafts become the emails; the first request has nothing left to send.
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
async fn email_to_a_candidate_rejected_meanwhile_is_not_sent() {
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
async fn second_email_threads_with_the_first_and_replies_go_to_its_sender() {
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
async fn request_repeated_with_its_key_sends_once() {
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
async fn scheduled_email_is_edited_and_rescheduled() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let later = json!({ "emails": [invitation(&application)], "send_at": in_an_hour() });
    let task = hiring.post("send-email", later).await.expect(202);
    let scheduled = hiring.email(&application).await;
    let path = format!("{}/emails/{}", hiring.organization, scheduled["id"].as_str().unwrap());
    let patch = async |body: Value| hiring.owner.patch(&path, body).await;
    let changed = patch(json!({ "version": 1, "subject": "面试邀请（更新）", "to": "li@gmail" })).await.expect(200);
    assert_eq!((&changed["status"], &changed["version"]), (&json!("queued"), &json!(2)));
    assert_eq!((&changed["send_at"], &changed["to"]), (&scheduled["send_at"], &json!("li@gmail.com")));
    assert_eq!(patch(json!({ "version": 1, "body": "旧" })).await.problem(409), "request.stale");
    patch(json!({ "body": " " })).await.problem(422);

    let _working = hiring.app.work();
    assert!(hiring.server.received().is_empty());
    patch(json!({ "version": 2, "body": "新的正文", "send_at": "2020-01-01T00:00:00Z" })).await.expect(200);
    let result = hiring.result(&task).await;
    assert_eq!(result["results"][0]["status"], "sent", "{result}");
    let mail = hiring.server.wait_for(1).await.remove(0);
    assert_eq!((mail.subject(), mail.text().trim()), ("面试邀请（更新）".to_owned(), "新的正文"));
    assert_eq!(mail.to, ["li@gmail.com"]);
    assert_eq!(patch(json!({ "subject": "too late" })).await.problem(409), "email.not_draft");
    assert_eq!(hiring.server.received().len(), 1);
}

#[tokio::test]
async fn restarting_the_service_sends_no_scheduled_email_before_its_time() {
    let hiring = Hiring::new().await;
    let (scheduled, due) = (hiring.invited().await, hiring.invited().await);
    let later = json!({ "emails": [invitation(&scheduled)], "send_at": in_an_hour() });
    let task = hiring.post("send-email", later).await.expect(202);
    let now = hiring.send(std::slice::from_ref(&due)).await;
    // The task of the email that is due has ended at the stopped service.
    let mut connection = hiring.app.database.connection().await;
    let ended = "DELETE FROM queue WHERE id IN (SELECT task_id FROM emails WHERE send_at IS NULL)";
    sqlx::query(ended).execute(&mut connection).await.unwrap();
    sqlx::query("DELETE FROM task_keys WHERE dedupe_key IN (SELECT id::text FROM emails WHERE send_at IS NULL)")
        .execute(&mut connection)
        .await
        .unwrap();
    hiring.post("email-service/start", json!({})).await.expect(200);
    let delayed = "SELECT count(*) FROM queue_later l JOIN emails e ON e.task_id = l.id WHERE l.run_at >= e.send_at";
    let kept: i64 = sqlx::query_scalar(delayed).fetch_one(&mut connection).await.unwrap();
    assert_eq!(kept, 1, "its task still waits for its time");
    let named = "SELECT count(*) FROM queue q JOIN emails e ON e.task_id = q.id WHERE e.send_at IS NULL";
    let named: i64 = sqlx::query_scalar(named).fetch_one(&mut connection).await.unwrap();
    assert_eq!(named, 1, "the email that is due names its new task");

    // Its task starts too early nevertheless, before that of the email that is due.
    for sql in [
        "WITH early AS (DELETE FROM queue_later l USING emails e WHERE e.task_id = l.id RETURNING l.id, l.organization_id)
         INSERT INTO queue (id, organization_id, lane, kind, priority, attempts)
         SELECT t.id, t.organization_id, t.lane, t.kind, t.priority, 0 FROM tasks t JOIN early USING (id)",
        "UPDATE tasks SET state = 'queued' WHERE id IN (SELECT id FROM queue)",
    ] {
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    }
    let _working = hiring.app.work();
    hiring.result(&now).await;
    eventually("its task waits again", async || {
        let waiting: Option<i32> = sqlx::query_scalar(
            "SELECT t.attempts FROM tasks t JOIN queue_later l USING (id) JOIN emails e ON e.task_id = t.id",
        )
        .fetch_optional(&mut hiring.app.database.connection().await)
        .await
        .unwrap();
        waiting.filter(|attempts| *attempts == 0)
    })
    .await;
    assert_eq!(hiring.email(&scheduled).await["status"], "queued");
    let received: Vec<String> = hiring.server.received().into_iter().flat_map(|mail| mail.to).collect();
    assert_eq!(received, [format!("{due}@example.com")]);
    let patch = format!("{}/emails/{}", hiring.organization, hiring.email(&scheduled).await["id"].as_str().unwrap());
    hiring.owner.patch(&patch, json!({ "send_at": "2020-01-01T00:00:00Z" })).await.expect(200);
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "sent");
}

#[tokio::test]
async fn draft_has_no_scheduled_time() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let draft = json!({ "applicationId": application, "emailType": "online_invitation", "body": "Hello" });
    let draft = hiring.post("emails", draft).await.expect(201);
    let path = format!("{}/emails/{}", hiring.organization, draft["id"].as_str().unwrap());
    let refused = hiring.owner.patch(&path, json!({ "send_at": in_an_hour() })).await;
    assert_eq!(refused.problem(409), "email.not_draft");
}
