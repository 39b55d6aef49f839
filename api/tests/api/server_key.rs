//! Secrets that another server key sealed: each test of a connection says so, instead of blaming the provider.

use reqwest::Method;
use serde_json::{Value, json};
use sqlx::Executor;

use crate::support::{TestApp, eventually};

#[tokio::test]
async fn another_server_key_is_named_by_every_test_and_task() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let put = async |setting: &str, body: Value| {
        owner.put(&format!("{organization}/settings/{setting}"), body).await.expect(200);
    };
    put("ai", json!({ "apiKey": "sk-own", "modelName": "m" })).await;
    let smtp = json!({ "host": "127.0.0.1", "port": 9, "security": "plain", "username": "u", "password": "p",
                       "from": "hr@acme.example" });
    put("smtp", smtp).await;
    let mailbox = json!({ "host": "127.0.0.1", "port": 9, "security": "plain", "user": "jobs", "password": "p",
                          "is_active": true });
    put("email_receiver_config", json!({ "value": mailbox })).await;
    owner.post(&format!("{organization}/settings/booking-hook/secret"), json!({})).await.expect(201);
    let calendar = json!({ "address": "https://calendar.example.com/secret.ics" });
    owner.put(&format!("{organization}/interview-calendar"), calendar).await.expect(200);
    let states = async || {
        let get = async |path: &str| owner.get(&format!("{organization}/{path}")).await.expect(200);
        [
            get("settings/ai").await["isApiKeyUnreadable"].clone(),
            get("settings/smtp").await["isPasswordUnreadable"].clone(),
            get("settings/booking-hook").await["is_secret_unreadable"].clone(),
            get("settings/email_receiver_config").await["value"]["failure"].clone(),
            get("interview-calendar").await["failure"].clone(),
        ]
    };
    assert_eq!(states().await, [const { Value::Null }; 5]);
    // As sealed with another key.
    let resealed = "UPDATE ai_settings SET api_key_sealed = sha256('a'::bytea);
                    UPDATE mail_settings SET password_sealed = sha256('b'::bytea);
                    UPDATE inbound_mailboxes SET password_sealed = sha256('c'::bytea);
                    UPDATE booking_hooks SET secret_sealed = sha256('d'::bytea);
                    UPDATE interviewer_calendars SET address_sealed = sha256('e'::bytea)";
    app.database.connection().await.execute(resealed).await.unwrap();
    let expected =
        [json!(true), json!(true), json!(true), json!("mail.server_key_changed"), json!("calendar.server_key_changed")];
    assert_eq!(states().await, expected, "before anything is tried");
    let hook = owner.get(&format!("{organization}/settings/booking-hook")).await.expect(200);
    let path = hook["url"].as_str().unwrap().split_once("/api/").unwrap().1.to_owned();
    let message = owner.request(Method::POST, &format!("/api/{path}")).header("X-Cal-Signature-256", "00".repeat(32));
    assert_eq!(message.body("{}").send().await.unwrap().status(), 401, "refused as unsigned, not an internal error");

    for (test, body, code) in [
        ("ai/test", json!({}), "ai.server_key_changed"),
        ("smtp/test", json!({ "to": "me@acme.example" }), "mail.server_key_changed"),
        ("email_receiver_config/test", json!({}), "mail.server_key_changed"),
    ] {
        let tested = owner.post(&format!("{organization}/settings/{test}"), body).await.expect(200);
        assert_eq!((&tested["ok"], &tested["code"]), (&json!(false), &json!(code)), "{test}");
    }

    let _working = app.work();
    let mailbox = eventually("the mailbox is read", async || {
        let path = format!("{organization}/settings/email_receiver_config");
        let mailbox = owner.get(&path).await.expect(200)["value"].clone();
        mailbox["failure"].is_string().then_some(mailbox)
    });
    let mailbox = mailbox.await;
    assert_eq!(mailbox["failure"], "mail.server_key_changed");
    assert_eq!(mailbox["paused_at"], Value::Null, "it goes on by itself once the key is back");
}
