//! Messages: emails about anything else, which move no candidate.

use bole_testkit::Fault;
use serde_json::{Value, json};

use super::{Hiring, in_an_hour};
use crate::support::eventually;

fn message(application: &str, body: &str) -> Value {
    json!({
        "to": format!("{application}@example.com"), "subject": "Tuesday", "body": body, "candidateId": application,
        "emailType": "message", "language": "en",
    })
}

#[tokio::test]
async fn message_is_sent_and_moves_no_candidate() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let before = hiring.get(&format!("applications/{application}")).await;
    let _working = hiring.app.work();
    let asked = json!({ "emails": [message(&application, "Tuesday at 10 suits us.")] });
    let result = hiring.result(&hiring.post("send-email", asked).await.expect(202)).await;
    assert_eq!(
        (&result["results"][0]["status"], &result["results"][0]["usedPromptType"]),
        (&json!("sent"), &json!("message"))
    );
    assert_eq!(hiring.server.wait_for(1).await[0].subject(), "Tuesday");
    let after = hiring.get(&format!("applications/{application}")).await;
    for field in ["status", "sub_status", "version", "history"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    let named = json!({ "emails": [message(&application, "x")], "targetStatus": "线上面试" });
    assert_eq!(hiring.post("send-email", named).await.problem(422), "email.target_differs");
}

#[tokio::test]
async fn rejected_candidate_gets_an_answer() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let letter = json!({ "applicationId": application, "emailType": "rejection" });
    hiring.post("update-email-tracking", letter).await.expect(200);
    let state = hiring.state(&application).await;
    let _working = hiring.app.work();
    let asked = json!({ "emails": [message(&application, "You're welcome to apply again.")] });
    let result = hiring.result(&hiring.post("send-email", asked).await.expect(202)).await;
    assert_eq!(result["results"][0]["status"], "sent", "{result}");
    assert_eq!(hiring.state(&application).await, state);
}

#[tokio::test]
async fn message_does_not_wait_for_another_one() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let later = json!({ "emails": [message(&application, "tomorrow")], "send_at": in_an_hour() });
    hiring.post("send-email", later).await.expect(202);
    let _working = hiring.app.work();
    let now = json!({ "emails": [message(&application, "now")] });
    hiring.result(&hiring.post("send-email", now).await.expect(202)).await;
    let path = format!("emails?application_id={application}&type=message&status=queued");
    assert_eq!(hiring.get(&path).await["items"][0]["body"], "tomorrow");
    assert_eq!(hiring.server.received().len(), 1);
}

#[tokio::test]
async fn failed_message_needs_attention_whatever_is_sent_later() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    hiring.server.next([Fault::Body(554)]);
    let _working = hiring.app.work();
    for body in ["first", "second"] {
        let asked = json!({ "emails": [message(&application, body)] });
        hiring.result(&hiring.post("send-email", asked).await.expect(202)).await;
    }
    let unsettled = hiring.get("emails?unsettled=true").await;
    assert_eq!((&unsettled["total"], &unsettled["items"][0]["body"]), (&json!(1), &json!("first")));
    let path = format!("emails/{}/retry", unsettled["items"][0]["id"].as_str().unwrap());
    hiring.post(&path, json!({})).await.expect(202);
    eventually("it was sent", async || (hiring.get("emails?unsettled=true").await["total"] == 0).then_some(())).await;
}

#[tokio::test]
async fn message_begins_with_a_greeting_and_is_not_generated() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let asked = json!({ "applicationId": application, "emailType": "message", "language": "en" });
    let filled = hiring.post("email-template", asked.clone()).await.expect(200);
    assert_eq!(filled["body"], format!("Dear Person {application},\n\nKind regards,\nacme\n"));
    let generate = json!({ "tasks": [{ "applicationId": application, "emailType": "message" }] });
    hiring.post("generate-email-content", generate).await.problem(422);
    hiring.post("update-email-tracking", asked).await.problem(422);
}
