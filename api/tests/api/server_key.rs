//! Secrets that another server key sealed: each test of a connection says so, instead of blaming the provider.

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
    // As sealed with another key.
    let resealed = "UPDATE ai_settings SET api_key_sealed = sha256('a'::bytea);
                    UPDATE mail_settings SET password_sealed = sha256('b'::bytea);
                    UPDATE inbound_mailboxes SET password_sealed = sha256('c'::bytea)";
    app.database.connection().await.execute(resealed).await.unwrap();

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
