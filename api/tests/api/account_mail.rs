//! Account emails through a mail server: sent with their cause, retried, and deleted once sent.

use bole_api::AccountMail;
use bole_domain::organization::Plan;
use bole_store::{Actor, organizations};
use bole_testkit::{Fault, SmtpServer};
use serde_json::json;

use crate::support::{PASSWORD, TestApp, eventually};

/// An API whose account mail goes to a mail server.
async fn app(server: &SmtpServer) -> TestApp {
    let app = TestApp::with(|config| config.account_mail = AccountMail::Queued).await;
    app.send_mail_to(server);
    app
}

/// How many rows of any table hold a text.
async fn rows_with(app: &TestApp, text: &str) -> i64 {
    let mut connection = app.database.connection().await;
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT table_name::text FROM information_schema.tables
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert!(tables.len() > 20, "{tables:?}");
    let mut rows = 0;
    for table in tables {
        let sql = format!("SELECT count(*) FROM {table} t WHERE strpos(t::text, $1) > 0");
        let found: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(text).fetch_one(&mut connection).await.unwrap();
        rows += found;
    }
    rows
}

fn token_in(text: &str) -> String {
    text.split_once("token_hash=").unwrap().1.split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn confirmation_link_is_erased_after_delivery() {
    let server = SmtpServer::start().await;
    server.next([Fault::Recipient(451)]);
    let app = app(&server).await;
    let client = app.anonymous();
    let input = json!({ "email": "wang@example.com", "password": PASSWORD, "full_name": "Wang Fang" });
    client.post("/api/auth/sign-up", input).await.expect(201);
    let _working = app.work();
    let mail = server.wait_for(1).await.remove(0);
    assert_eq!((mail.from.as_str(), mail.to.as_slice()), ("bole@example.com", &["wang@example.com".to_owned()][..]));
    assert_eq!(mail.header("auto-submitted"), "auto-generated");
    assert!(mail.header("message-id").ends_with("@example.com>"), "{}", mail.data);
    let token = token_in(&mail.text());
    eventually("the token is forgotten", async || (rows_with(&app, &token).await == 0).then_some(())).await;
    client.post("/api/auth/verify", json!({ "type": "signup", "token_hash": token })).await.expect(200);
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn confirmation_link_is_erased_after_failed_delivery() {
    let server = SmtpServer::start().await;
    server.always(Some(Fault::Recipient(550)));
    let app = app(&server).await;
    let input = json!({ "email": "wang@example.com", "password": PASSWORD, "full_name": "Wang Fang" });
    app.anonymous().post("/api/auth/sign-up", input).await.expect(201);
    assert!(rows_with(&app, "token_hash=").await > 0, "it is written with the account");
    let _working = app.work();
    eventually("the link is forgotten", async || (rows_with(&app, "token_hash=").await == 0).then_some(())).await;
    assert!(server.received().is_empty());
}

#[tokio::test]
async fn invitation_email_cannot_be_retried_after_link_is_erased() {
    let server = SmtpServer::start().await;
    let app = app(&server).await;
    let owner = app.account("owner@example.com").await;
    let made = owner.post("/api/organizations", json!({ "name": "Acme", "slug": "acme" })).await.expect(201);
    let organization = format!("/api/organizations/{}", made["id"].as_str().unwrap());
    let invitation = json!({ "email": "li@example.com", "role": "recruiter" });
    owner.post(&format!("{organization}/invitations"), invitation).await.expect(201);
    let waiting = owner.get(&format!("{organization}/tasks?kind=account_mail.send&mine=true")).await.expect(200);
    assert_eq!((&waiting["total"], &waiting["items"][0]["status"]), (&json!(1), &json!("pending")));
    let task = format!("{organization}/tasks/{}", waiting["items"][0]["id"].as_str().unwrap());
    owner.post(&format!("{task}/cancel"), json!({})).await.expect(200);
    assert_eq!(rows_with(&app, "accept-invitation?token=").await, 0);
    assert_eq!(owner.post(&format!("{task}/retry"), json!({})).await.problem(409), "task.not_retryable");
    assert_eq!(owner.post(&format!("{task}/cancel"), json!({})).await.problem(409), "task.over");
}

#[tokio::test]
async fn invitations_of_an_unverified_organization_stop_at_its_daily_quota() {
    let app = TestApp::with(|config| {
        config.account_mail = AccountMail::Queued;
        config.unverified_mail_per_day = Some(1);
    })
    .await;
    let owner = app.account("owner@example.com").await;
    let made = owner.post("/api/organizations", json!({ "name": "Acme", "slug": "acme" })).await.expect(201);
    let invitations = format!("/api/organizations/{}/invitations", made["id"].as_str().unwrap());
    let invite = async |email: &str| owner.post(&invitations, json!({ "email": email, "role": "recruiter" })).await;
    let first = invite("li@example.com").await.expect(201);
    assert_eq!(invite("budi@example.com").await.problem(409), "email.quota_reached");
    let resend = format!("{invitations}/{}/resend", first["id"].as_str().unwrap());
    assert_eq!(owner.post(&resend, json!({})).await.problem(409), "email.quota_reached");
    assert_eq!(owner.get(&invitations).await.expect(200)["total"], 1, "what is not sent is not kept");

    let organization = made["id"].as_str().unwrap().parse().unwrap();
    let mut tx = app.db.tenant(&Actor::clock(organization)).await.unwrap();
    organizations::set_plan(&mut tx, Some(Plan::Pro), None).await.unwrap();
    tx.commit().await.unwrap();
    invite("budi@example.com").await.expect(201);
}
