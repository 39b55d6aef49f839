//! Failed and unknown emails, and emails sent by other means.

use bole_testkit::Fault;
use serde_json::{Value, json};

use super::Hiring;
use crate::support::eventually;

#[tokio::test]
async fn failed_emails_need_attention_until_replaced() {
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
async fn emails_without_a_task_are_listed_for_attention() {
    let hiring = Hiring::new().await;
    let (cut, lost, waits) = (hiring.invited().await, hiring.invited().await, hiring.invited().await);
    let task = hiring.send(&[cut.clone(), lost.clone()]).await;
    hiring.send(std::slice::from_ref(&waits)).await;
    // Every attempt of the worker was killed, once after the email was started.
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

#[tokio::test]
async fn failed_email_that_was_sent_again_is_withdrawn() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    hiring.server.next([Fault::Body(554)]);
    let working = hiring.app.work();
    let task = hiring.send(std::slice::from_ref(&application)).await;
    assert_eq!(hiring.result(&task).await["results"][0]["status"], "failed");
    drop(working);
    let path = format!("emails/{}", hiring.email(&application).await["id"].as_str().unwrap());
    hiring.post(&format!("{path}/retry"), json!({})).await.expect(202);
    hiring.post(&format!("{path}/withdraw"), json!({})).await.expect(204);
    assert_eq!(hiring.email(&application).await["status"], "draft");
    let request = hiring.get(&format!("tasks/{}", task["id"].as_str().unwrap())).await;
    assert_eq!(request["status"], "completed", "it stays as it ended");
}

#[tokio::test]
async fn candidate_shows_that_the_offer_email_was_sent() {
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
async fn email_sent_elsewhere_is_recorded_and_moves_the_candidate() {
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
async fn request_ends_when_its_interrupted_email_is_resolved() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let task = hiring.send(std::slice::from_ref(&application)).await;
    // Its last attempt was killed after the email was started.
    let mut connection = hiring.app.database.connection().await;
    for sql in [
        "UPDATE emails SET status = 'sending'",
        "DELETE FROM queue WHERE id IN (SELECT task_id FROM emails)",
        "UPDATE tasks SET state = 'failed', error_category = 'unknown', error_reason = 'worker.lost', finished_at = now()
         WHERE id IN (SELECT task_id FROM emails)",
    ] {
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    }
    let path = format!("emails/{}/resolve", hiring.email(&application).await["id"].as_str().unwrap());
    hiring.post(&path, json!({ "sent": true })).await.expect(200);
    let request = hiring.get(&format!("tasks/{}", task["id"].as_str().unwrap())).await;
    assert_eq!(request["status"], "completed");
    assert_eq!(request["result"]["results"][0]["status"], "sent");
}

#[tokio::test]
async fn failed_email_that_is_not_to_be_sent_again_is_dismissed() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    hiring.server.next([Fault::Body(554)]);
    let _working = hiring.app.work();
    let task = hiring.send(std::slice::from_ref(&application)).await;
    hiring.result(&task).await;
    let unsettled = async || hiring.get("emails?unsettled=true").await["total"].clone();
    assert_eq!(unsettled().await, 1);
    let path = format!("emails/{}/dismiss", hiring.email(&application).await["id"].as_str().unwrap());
    hiring.post(&path, json!({})).await.expect(204);
    assert_eq!(unsettled().await, 0);
    assert_eq!(hiring.email(&application).await["status"], "failed");

    // Sent again after all, it needs attention if it fails again.
    hiring.server.next([Fault::Body(554)]);
    hiring.post(&path.replace("dismiss", "retry"), json!({})).await.expect(202);
    eventually("it failed again", async || (unsettled().await == 1).then_some(())).await;
    hiring.post(&path.replace("dismiss", "retry"), json!({})).await.expect(202);
    hiring.until(&application, "sent").await;
    assert_eq!(hiring.post(&path, json!({})).await.problem(409), "email.not_retryable");
}
