//! Templates that are filled in at once, languages of each candidate, and corrected addresses.

use bole_domain::organization::Role;
use bole_testkit::Fault;
use serde_json::json;

use super::{Hiring, invitation};

#[tokio::test]
async fn template_is_filled_in_without_a_worker_and_without_a_draft() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let asked = json!({
        "applicationId": application, "emailType": "online_invitation", "defaultLanguage": "en",
        "calendarLink": "https://cal.example/x",
    });
    let filled = hiring.post("email-template", asked).await.expect(200);
    assert_eq!(filled["language"], "en");
    let body = filled["body"].as_str().unwrap();
    assert!(body.contains(&format!("Dear Person {application},")) && body.contains("https://cal.example/x"), "{body}");
    assert!(filled["subject"].as_str().unwrap().contains("Backend engineer"), "{filled}");
    let chosen = json!({ "applicationId": application, "emailType": "rejection", "language": "id" });
    assert_eq!(hiring.post("email-template", chosen).await.expect(200)["language"], "id");
    assert_eq!(hiring.get("emails").await["total"], 0, "nothing is saved");
    let unknown = json!({ "applicationId": uuid::Uuid::now_v7(), "emailType": "rejection" });
    assert_eq!(hiring.post("email-template", unknown).await.problem(404), "application.not_found");
}

#[tokio::test]
async fn invitation_template_has_a_booking_link_of_its_own() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let asked = json!({ "applicationId": application, "emailType": "online_invitation", "language": "en" });
    let body = hiring.post("email-template", asked).await.expect(200)["body"].clone();
    assert!(body.as_str().unwrap().contains("/booking/"), "{body}");
    let asked = json!({
        "applicationId": application, "emailType": "online_invitation", "interviewerId": uuid::Uuid::now_v7(),
    });
    hiring.post("email-template", asked).await.problem(422);
}

#[tokio::test]
async fn template_is_in_the_language_of_the_last_email() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    let _working = hiring.app.work();
    let mut email = invitation(&application);
    email["language"] = json!("id");
    hiring.result(&hiring.post("send-email", json!({ "emails": [email] })).await.expect(202)).await;
    let asked = json!({ "applicationId": application, "emailType": "rejection", "defaultLanguage": "zh" });
    assert_eq!(hiring.post("email-template", asked).await.expect(200)["language"], "id");
}

#[tokio::test]
async fn each_email_of_a_batch_is_drafted_in_its_own_language() {
    let hiring = Hiring::new().await;
    let (one, other, rest) = (hiring.invited().await, hiring.invited().await, hiring.invited().await);
    let _working = hiring.app.work();
    let draft = |id: &str, language: Option<&str>| json!({ "applicationId": id, "emailType": "rejection", "language": language });
    let tasks = json!([draft(&one, Some("zh")), draft(&other, Some("id")), draft(&rest, None)]);
    let task = hiring.post("generate-email-content", json!({ "tasks": tasks, "language": "en" })).await.expect(202);
    hiring.result(&task).await;
    for (application, language) in [(&one, "zh"), (&other, "id"), (&rest, "en")] {
        assert_eq!(hiring.email(application).await["language"], language);
    }
}

#[tokio::test]
async fn refused_address_is_corrected_and_the_email_sent_to_it() {
    let hiring = Hiring::new().await;
    let application = hiring.invited().await;
    hiring.server.next([Fault::Recipient(550)]);
    let _working = hiring.app.work();
    hiring.result(&hiring.send(std::slice::from_ref(&application)).await).await;
    let email = hiring.until(&application, "failed").await;
    let path = format!("emails/{}/correct-address", email["id"].as_str().unwrap());
    assert_eq!(hiring.post(&path, json!({ "to": "nowhere" })).await.problem(422), "email.recipient_invalid");
    hiring.post(&path, json!({ "to": "Right@Example.com" })).await.expect(202);
    let sent = hiring.until(&application, "sent").await;
    assert_eq!(sent["to"], "Right@example.com");
    assert_eq!(hiring.server.wait_for(1).await[0].to, ["Right@example.com"]);
    let candidate = hiring.get(&format!("applications/{application}")).await;
    assert_eq!(candidate["person"]["email"], "right@example.com", "the next email goes there too");
    assert_eq!(hiring.post(&path, json!({ "to": "a@example.com" })).await.problem(409), "email.not_retryable");
}

#[tokio::test]
async fn address_of_another_candidate_is_not_taken_over() {
    let hiring = Hiring::new().await;
    let (application, other) = (hiring.invited().await, hiring.invited().await);
    hiring.server.next([Fault::Recipient(550)]);
    let _working = hiring.app.work();
    hiring.result(&hiring.send(std::slice::from_ref(&application)).await).await;
    let email = hiring.until(&application, "failed").await;
    let candidate = hiring.get(&format!("applications/{other}")).await;
    let path = format!("emails/{}/correct-address", email["id"].as_str().unwrap());
    let taken = hiring.post(&path, json!({ "to": candidate["person"]["email"] })).await;
    assert_eq!(taken.problem(422), "person.email_taken");
    assert_eq!(hiring.email(&application).await["status"], "failed");
    let viewer = hiring.app.member(&hiring.organization, Role::Viewer).await;
    viewer.post(&format!("{}/{path}", hiring.organization), json!({ "to": "a@example.com" })).await.problem(403);
}
