//! Users' profiles and preferences.

use serde_json::json;

use crate::support::TestApp;

#[tokio::test]
async fn profiles_are_validated_and_saved() {
    let app = TestApp::new().await;
    let client = app.user("li@example.com").await;
    let empty = client.get("/api/me/profile").await.expect(200);
    assert_eq!(empty["phone"], json!(null));
    assert_eq!(empty["onboarded_at"], json!(null));
    assert_eq!((&empty["date_format"], &empty["is_operator"]), (&json!("language"), &json!(false)));

    let wrong = client
        .put("/api/me/profile", json!({ "phone": "call me", "timezone": "Mars/Olympus", "bio": "x".repeat(2001) }))
        .await;
    let mut fields: Vec<_> =
        wrong.json()["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    fields.sort_by_key(ToString::to_string);
    assert_eq!(wrong.problem(422), "request.invalid");
    assert_eq!(fields, ["bio", "phone", "timezone"]);

    let mine = json!({ "phone": "+62 812-3456-7890", "job_title": " HR lead ", "timezone": "Asia/Jakarta", "onboarded": true });
    let kept = client.put("/api/me/profile", mine).await.expect(200);
    assert_eq!(kept["job_title"], "HR lead");
    let since = kept["onboarded_at"].clone();
    assert!(since.is_string());
    let again = client.put("/api/me/profile", json!({ "onboarded": true })).await.expect(200);
    assert_eq!((&again["phone"], &again["onboarded_at"]), (&json!(null), &since));
}

#[tokio::test]
async fn preferences_have_defaults_and_the_chosen_language_is_saved() {
    let app = TestApp::new().await;
    let client = app.user("li@example.com").await;
    let mut mine = client.get("/api/me/preferences").await.expect(200);
    assert_eq!(mine["date_format"], "language");
    assert_eq!((&mine["email_notifications"], &mine["candidate_updates"]), (&json!(true), &json!(false)));

    mine["language"] = json!("id-ID");
    mine["date_format"] = json!("iso");
    mine["interview_reminders"] = json!(false);
    assert_eq!(mine["offer_updates"], true);
    mine["offer_updates"] = json!(false);
    assert_eq!(client.put("/api/me/preferences", mine.clone()).await.expect(200), mine);
    // Preferences used by every page in any browser.
    let profile = client.get("/api/me/profile").await.expect(200);
    assert_eq!((&profile["language"], &profile["date_format"]), (&json!("id-ID"), &json!("iso")));
    // Mail to the account as well.
    client.post("/api/auth/reset-password", json!({ "email": "li@example.com" })).await.expect(202);
    let mails = app.mails("li@example.com").await;
    assert!(mails[0]["subject"].as_str().unwrap().contains("kata sandi"), "{}", mails[0]["subject"]);
    mine["language"] = json!(null);
    let kept = client.put("/api/me/preferences", mine.clone()).await.expect(200);
    assert_eq!(kept["language"], "id-ID");
    mine["date_format"] = json!("roman");
    assert_eq!(client.put("/api/me/preferences", mine).await.problem(422), "request.invalid");
}
