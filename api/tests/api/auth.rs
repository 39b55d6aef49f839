//! Creating, confirming, recovering and changing an account.

use std::time::{Duration, Instant};

use bole_api::Registration;
use insta::assert_json_snapshot;
use serde_json::json;
use sqlx::Executor;

use crate::support::{PASSWORD, TestApp};

fn sign_up(email: &str, password: &str) -> serde_json::Value {
    json!({ "email": email, "password": password, "full_name": "Wang Fang" })
}

fn sign_in(email: &str, password: &str) -> serde_json::Value {
    json!({ "email": email, "password": password })
}

#[tokio::test]
async fn new_visitor_has_no_session() {
    let app = TestApp::new().await;
    let answer = app.anonymous().get("/api/auth/session").await;
    assert_json_snapshot!(answer.expect(401), @r#"
    {
      "code": "auth.unauthenticated",
      "detail": "Sign in first.",
      "status": 401,
      "title": "Unauthorized",
      "type": "urn:bole:problem:auth.unauthenticated"
    }
    "#);
    for (method, path) in [("PATCH", "/api/auth/user"), ("GET", "/api/me/organizations")] {
        let answer = app.anonymous().send(method.parse().unwrap(), path, Some(json!({}))).await;
        assert_eq!(answer.problem(401), "auth.unauthenticated", "{path}");
    }
}

#[tokio::test]
async fn account_is_activated_by_emailed_link() {
    let app = TestApp::new().await;
    let client = app.anonymous();
    let body = client.post("/api/auth/sign-up", sign_up("Wang.Fang@Example.com", PASSWORD)).await.expect(201);
    assert_eq!(body["confirmation_sent"], true);
    assert_eq!(body["user"]["email"], "wang.fang@example.com");
    assert_eq!(body["user"]["full_name"], "Wang Fang");

    let early = client.post("/api/auth/sign-in", sign_in("wang.fang@example.com", PASSWORD)).await;
    assert_eq!(early.problem(403), "auth.email_not_confirmed");
    let wrong = client.post("/api/auth/sign-in", sign_in("wang.fang@example.com", "another one")).await;
    assert_eq!(wrong.problem(401), "auth.invalid_credentials");

    let token = app.mailed_token("wang.fang@example.com").await;
    let opened = client.post("/api/auth/verify", json!({ "type": "signup", "token_hash": token })).await.expect(200);
    assert!(opened["user"]["email_confirmed_at"].is_string());
    assert_eq!(client.get("/api/auth/session").await.expect(200)["user"]["id"], opened["user"]["id"]);

    let again = client.post("/api/auth/verify", json!({ "type": "signup", "token_hash": token })).await;
    assert_eq!(again.problem(422), "auth.token_invalid");
    client.post("/api/auth/sign-in", sign_in(" WANG.FANG@example.com", PASSWORD)).await.expect(200);
}

#[tokio::test]
async fn sign_up_reports_all_field_errors_at_once() {
    let app = TestApp::new().await;
    let answer = app.anonymous().post("/api/auth/sign-up", json!({ "email": "nobody", "password": "short" })).await;
    assert_json_snapshot!(answer.expect(422), @r#"
    {
      "code": "request.invalid",
      "detail": "Some fields were refused.",
      "errors": [
        {
          "code": "field.email_invalid",
          "field": "email"
        },
        {
          "code": "field.required",
          "field": "full_name"
        },
        {
          "code": "field.too_short",
          "field": "password"
        }
      ],
      "status": 422,
      "title": "Unprocessable Entity",
      "type": "urn:bole:problem:request.invalid"
    }
    "#);
}

#[tokio::test]
async fn sign_up_with_known_address_notifies_only_its_owner() {
    let app = TestApp::new().await;
    let fresh = app.anonymous().post("/api/auth/sign-up", sign_up("new@example.com", PASSWORD)).await.expect(201);
    app.user("known@example.com").await;
    let known = app.anonymous().post("/api/auth/sign-up", sign_up("known@example.com", "stolen password")).await;
    let known = known.expect(201);
    let shape = |body: &serde_json::Value| {
        let mut body = body.clone();
        for field in ["id", "email", "created_at"] {
            body["user"][field] = json!(null);
        }
        body
    };
    assert_eq!(shape(&known), shape(&fresh));
    let mail = &app.mails("known@example.com").await[0];
    assert_eq!(mail["links"], json!([format!("{}/login", app.url)]));
    let stolen = app.anonymous().post("/api/auth/sign-in", sign_in("known@example.com", "stolen password")).await;
    assert_eq!(stolen.problem(401), "auth.invalid_credentials");
}

#[tokio::test]
async fn confirmation_link_keeps_the_password_of_its_own_sign_up() {
    let app = TestApp::new().await;
    let client = app.anonymous();
    client.post("/api/auth/sign-up", sign_up("li@example.com", PASSWORD)).await.expect(201);
    let mine = app.mailed_token("li@example.com").await;
    client.post("/api/auth/sign-up", sign_up("li@example.com", "planted by another")).await.expect(201);
    let planted = app.mailed_token("li@example.com").await;

    client.post("/api/auth/verify", json!({ "type": "signup", "token_hash": mine })).await.expect(200);
    client.post("/api/auth/sign-in", sign_in("li@example.com", PASSWORD)).await.expect(200);
    let other = client.post("/api/auth/sign-in", sign_in("li@example.com", "planted by another")).await;
    assert_eq!(other.problem(401), "auth.invalid_credentials");
    let late = client.post("/api/auth/verify", json!({ "type": "signup", "token_hash": planted })).await;
    assert_eq!(late.problem(422), "auth.token_invalid");
}

#[tokio::test]
async fn link_requested_again_after_several_sign_ups_asks_for_a_new_password() {
    let app = TestApp::new().await;
    let client = app.anonymous();
    client.post("/api/auth/sign-up", sign_up("li@example.com", PASSWORD)).await.expect(201);
    client.post("/api/auth/sign-up", sign_up("li@example.com", "planted by another")).await.expect(201);
    client.post("/api/auth/resend", json!({ "email": "li@example.com" })).await.expect(202);
    let mail = &app.mails("li@example.com").await[0];
    assert!(mail["links"][0].as_str().unwrap().contains("/reset-password?type=recovery"), "{mail}");
    let token = app.mailed_token("li@example.com").await;
    let session = client.post("/api/auth/verify", json!({ "type": "recovery", "token_hash": token })).await;
    assert_eq!(session.expect(200)["user"]["needs_password"], true);
    for password in [PASSWORD, "planted by another"] {
        let refused = app.anonymous().post("/api/auth/sign-in", sign_in("li@example.com", password)).await;
        assert_eq!(refused.problem(401), "auth.invalid_credentials", "{password}");
    }
    let chosen = client.patch("/api/auth/user", json!({ "password": "chosen by its owner" })).await.expect(200);
    assert_eq!(chosen["user"]["needs_password"], false);
    app.anonymous().post("/api/auth/sign-in", sign_in("li@example.com", "chosen by its owner")).await.expect(200);
}

#[tokio::test]
async fn email_uses_the_browser_language() {
    let app = TestApp::new().await;
    for (language, subject) in
        [("en-GB,en;q=0.9", "Verify your email"), ("id", "Konfirmasi alamat email Anda"), ("fr", "请确认您的邮箱")]
    {
        let email = format!("{}@example.com", &language[..2]);
        let request = app.anonymous().request(reqwest::Method::POST, "/api/auth/sign-up");
        let request = request.header("accept-language", language).json(&sign_up(&email, PASSWORD));
        crate::support::Answer::of(request).await.expect(201);
        assert_eq!(app.mails(&email).await[0]["subject"], subject);
    }
}

#[tokio::test]
async fn resending_and_resetting_do_not_reveal_accounts() {
    let app = TestApp::new().await;
    let client = app.anonymous();
    for path in ["/api/auth/resend", "/api/auth/reset-password"] {
        client.post(path, json!({ "email": "nobody@example.com" })).await.expect(202);
        assert_eq!(client.post(path, json!({ "email": "" })).await.problem(422), "request.invalid");
    }
    assert!(app.mails("nobody@example.com").await.is_empty());

    client.post("/api/auth/sign-up", sign_up("li@example.com", PASSWORD)).await.expect(201);
    client.post("/api/auth/resend", json!({ "email": "Li@example.com" })).await.expect(202);
    assert_eq!(app.mails("li@example.com").await.len(), 2);
    let token = app.mailed_token("li@example.com").await;
    client.post("/api/auth/verify", json!({ "type": "email", "token_hash": token })).await.expect(200);
    client.post("/api/auth/resend", json!({ "email": "li@example.com" })).await.expect(202);
    assert_eq!(app.mails("li@example.com").await.len(), 2, "there is nothing left to confirm");
}

#[tokio::test]
async fn response_times_do_not_reveal_accounts() {
    let least = Duration::from_millis(300);
    let app = TestApp::with(|config| config.even_answer = least).await;
    app.user("li@example.com").await;
    let client = app.anonymous();
    for path in ["/api/auth/resend", "/api/auth/reset-password"] {
        for email in ["li@example.com", "nobody@example.com"] {
            let begun = Instant::now();
            client.post(path, json!({ "email": email })).await.expect(202);
            assert!(begun.elapsed() >= least, "{path} {email}");
        }
    }
    let begun = Instant::now();
    client.post("/api/auth/sign-up", sign_up("li@example.com", PASSWORD)).await.expect(201);
    assert!(begun.elapsed() >= least);
}

#[tokio::test]
async fn forgotten_password_is_reset_by_emailed_link() {
    let app = TestApp::new().await;
    let elsewhere = app.user("li@example.com").await;
    let client = app.anonymous();
    client.post("/api/auth/reset-password", json!({ "email": "li@example.com" })).await.expect(202);
    let token = app.mailed_token("li@example.com").await;
    let as_signup = client.post("/api/auth/verify", json!({ "type": "signup", "token_hash": token })).await;
    assert_eq!(as_signup.problem(422), "auth.token_invalid");
    client.post("/api/auth/verify", json!({ "type": "recovery", "token_hash": token })).await.expect(200);
    client.patch("/api/auth/user", json!({ "password": "a new password" })).await.expect(200);

    assert_eq!(elsewhere.get("/api/auth/session").await.problem(401), "auth.unauthenticated");
    client.get("/api/auth/session").await.expect(200);
    let old = app.anonymous().post("/api/auth/sign-in", sign_in("li@example.com", PASSWORD)).await;
    assert_eq!(old.problem(401), "auth.invalid_credentials");
    app.anonymous().post("/api/auth/sign-in", sign_in("li@example.com", "a new password")).await.expect(200);
}

#[tokio::test]
async fn address_changes_once_the_link_sent_to_it_is_opened() {
    let app = TestApp::new().await;
    let client = app.user("li@example.com").await;
    app.user("taken@example.com").await;
    let change = async |email: &str, password: &str| {
        client.post("/api/auth/user/email", json!({ "email": email, "current_password": password })).await
    };
    assert_eq!(change("new@example.com", "wrong").await.problem(422), "auth.current_password_wrong");
    assert_eq!(change("li@example.com", PASSWORD).await.problem(422), "request.invalid");
    // Nothing says whether an address has an account, but its owner is told.
    change("taken@example.com", PASSWORD).await.expect(202);
    assert!(!app.mails("taken@example.com").await[0]["links"][0].to_string().contains("token_hash"));
    change(" New@Example.com", PASSWORD).await.expect(202);
    assert_eq!(client.get("/api/auth/session").await.expect(200)["user"]["email"], "li@example.com");
    app.anonymous().post("/api/auth/reset-password", json!({ "email": "li@example.com" })).await.expect(202);
    let recovery = app.mailed_token("li@example.com").await;

    let token = json!({ "type": "email_change", "token_hash": app.mailed_token("new@example.com").await });
    let wrong = json!({ "type": "email", "token_hash": token["token_hash"] });
    assert_eq!(client.post("/api/auth/verify", wrong).await.problem(422), "auth.token_invalid");
    client.post("/api/auth/verify", token.clone()).await.expect(200);
    assert_eq!(client.get("/api/auth/session").await.expect(200)["user"]["email"], "new@example.com");
    assert_eq!(client.post("/api/auth/verify", token).await.problem(422), "auth.token_invalid", "once");
    let former = app.mails("li@example.com").await;
    assert!(former[0]["text"].as_str().unwrap().contains("new@example.com"), "{former:?}");
    let late = app.anonymous().post("/api/auth/verify", json!({ "type": "recovery", "token_hash": recovery })).await;
    assert_eq!(late.problem(422), "auth.token_invalid", "links to the former address no longer work");
    let anonymous = app.anonymous();
    assert_eq!(
        anonymous.post("/api/auth/sign-in", sign_in("li@example.com", PASSWORD)).await.problem(401),
        "auth.invalid_credentials"
    );
    anonymous.post("/api/auth/sign-in", sign_in("new@example.com", PASSWORD)).await.expect(200);
}

#[tokio::test]
async fn address_that_was_taken_meanwhile_is_refused() {
    let app = TestApp::new().await;
    let client = app.user("li@example.com").await;
    client.post("/api/auth/user/email", json!({ "email": "new@example.com" })).await.expect(202);
    let token = app.mailed_token("new@example.com").await;
    app.user("new@example.com").await;
    let late = client.post("/api/auth/verify", json!({ "type": "email_change", "token_hash": token })).await;
    assert_eq!(late.problem(409), "auth.email_taken");
    assert_eq!(client.get("/api/auth/session").await.expect(200)["user"]["email"], "li@example.com");
}

#[tokio::test]
async fn name_change_keeps_sessions() {
    let app = TestApp::new().await;
    let client = app.user("li@example.com").await;
    let elsewhere = app.anonymous();
    elsewhere.post("/api/auth/sign-in", sign_in("li@example.com", PASSWORD)).await.expect(200);
    let changed = client.patch("/api/auth/user", json!({ "full_name": " Li Na " })).await.expect(200);
    assert_eq!(changed["user"]["full_name"], "Li Na");
    assert_eq!(elsewhere.get("/api/auth/session").await.expect(200)["user"]["full_name"], "Li Na");
    let weak = client.patch("/api/auth/user", json!({ "password": "1234567" })).await;
    assert_eq!(weak.problem(422), "request.invalid");
}

#[tokio::test]
async fn password_change_in_old_session_requires_current_password() {
    let app = TestApp::new().await;
    let client = app.user("li@example.com").await;
    client.patch("/api/auth/user", json!({ "password": "a second password" })).await.expect(200);
    let mut connection = app.database.connection().await;
    connection.execute("UPDATE sessions SET created_at = now() - interval '16 minutes'").await.unwrap();

    let change = async |current: Option<&str>| {
        client.patch("/api/auth/user", json!({ "password": "a third password", "current_password": current })).await
    };
    assert_eq!(change(None).await.problem(403), "auth.reauthentication_needed");
    let wrong = change(Some(PASSWORD)).await;
    assert_eq!(wrong.problem(422), "auth.current_password_wrong");
    assert_eq!(wrong.json()["errors"][0]["field"], "current_password");
    client.patch("/api/auth/user", json!({ "full_name": "Li Na" })).await.expect(200);
    change(Some("a second password")).await.expect(200);
    app.anonymous().post("/api/auth/sign-in", sign_in("li@example.com", "a third password")).await.expect(200);

    // An unlocked screen does not allow guessing for long.
    for _ in 0..10 {
        assert_eq!(change(Some("wrong")).await.problem(422), "auth.current_password_wrong");
    }
    assert_eq!(change(Some("a third password")).await.problem(429), "auth.too_many_attempts");
}

#[tokio::test]
async fn closed_registration_creates_no_accounts() {
    let open = TestApp::new().await.anonymous().get("/api/auth/registration").await.expect(200);
    assert_eq!(open, json!({ "open": true }));
    let app = TestApp::with(|config| config.registration = Registration::Invitation).await;
    assert_eq!(app.anonymous().get("/api/auth/registration").await.expect(200), json!({ "open": false }));
    let answer = app.anonymous().post("/api/auth/sign-up", sign_up("li@example.com", PASSWORD)).await;
    assert_eq!(answer.problem(403), "auth.registration_closed");
    assert!(app.mails("li@example.com").await.is_empty());
}

#[tokio::test]
async fn password_guessing_is_limited_per_account() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    app.user("wu@example.com").await;
    let client = app.anonymous();
    for _ in 0..10 {
        let wrong = client.post("/api/auth/sign-in", sign_in("li@example.com", "wrong")).await;
        assert_eq!(wrong.problem(401), "auth.invalid_credentials");
    }
    let slowed = client.post("/api/auth/sign-in", sign_in("li@example.com", PASSWORD)).await;
    assert_eq!(slowed.problem(429), "auth.too_many_attempts");
    assert!(slowed.header("retry-after").parse::<u64>().unwrap() > 500);
    client.post("/api/auth/sign-in", sign_in("wu@example.com", PASSWORD)).await.expect(200);
}

#[tokio::test]
async fn confirmation_link_does_not_switch_the_signed_in_account() {
    let app = TestApp::new().await;
    let victim = app.user("victim@example.com").await;
    let other = app.anonymous();
    other.post("/api/auth/sign-up", sign_up("other@example.com", PASSWORD)).await.expect(201);
    let token = app.mailed_token("other@example.com").await;
    let link = json!({ "type": "signup", "token_hash": token });
    assert_eq!(victim.post("/api/auth/verify", link.clone()).await.problem(409), "auth.other_session");
    assert_eq!(victim.get("/api/auth/session").await.expect(200)["user"]["email"], "victim@example.com");
    // The token was not used.
    other.post("/api/auth/verify", link).await.expect(200);
}

#[tokio::test]
async fn known_browser_is_not_locked_out_by_attempts_elsewhere() {
    let app = TestApp::with(|config| config.behind_proxy = true).await;
    let known = app.user("li@example.com").await;
    known.send(reqwest::Method::POST, "/api/auth/sign-out", None).await.expect(204);
    for source in 0..11 {
        for _ in 0..10 {
            let request = app.anonymous().request(reqwest::Method::POST, "/api/auth/sign-in");
            let request = request.header("x-forwarded-for", format!("192.0.2.{source}"));
            crate::support::Answer::of(request.json(&sign_in("li@example.com", "wrong"))).await;
        }
    }
    let unknown = app.anonymous().post("/api/auth/sign-in", sign_in("li@example.com", PASSWORD)).await;
    assert_eq!(unknown.problem(429), "auth.too_many_attempts");
    known.post("/api/auth/sign-in", sign_in("li@example.com", PASSWORD)).await.expect(200);
}

#[tokio::test]
async fn concurrent_attempts_are_counted_per_network() {
    let app = TestApp::with(|config| config.behind_proxy = true).await;
    app.user("li@example.com").await;
    let attempts = (0..30).map(|host| {
        let request = app.anonymous().request(reqwest::Method::POST, "/api/auth/sign-in");
        let request = request.header("x-forwarded-for", format!("2001:db8::{host:x}"));
        crate::support::Answer::of(request.json(&sign_in("li@example.com", "wrong")))
    });
    let answers = futures_util::future::join_all(attempts).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 401).count(), 10);
    assert_eq!(answers.iter().filter(|answer| answer.status == 429).count(), 20);
}

#[tokio::test]
async fn forwarded_address_of_untrusted_proxy_is_ignored() {
    let app = TestApp::with(|config| {
        config.behind_proxy = true;
        config.trusted_proxies = "10.0.0.0/8".parse().unwrap();
    })
    .await;
    app.user("li@example.com").await;
    for host in 0..11 {
        let request = app.anonymous().request(reqwest::Method::POST, "/api/auth/sign-in");
        let request = request.header("x-forwarded-for", format!("192.0.2.{host}"));
        let answer = crate::support::Answer::of(request.json(&sign_in("li@example.com", "wrong"))).await;
        assert_eq!(answer.status, if host < 10 { 401 } else { 429 }, "{host}");
    }
}

#[tokio::test]
async fn nul_character_is_not_reported_as_an_outage() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let refused = owner.post("/api/auth/sign-in", json!({ "email": "a\u{0}@x.co", "password": "x" })).await;
    assert_eq!(refused.problem(422), "request.invalid");
    assert_eq!(refused.json()["errors"][0]["field"], "email");
    let refused = owner.get(&format!("{organization}/jobs?search=%00")).await;
    assert_eq!(refused.problem(422), "request.invalid");
    assert_eq!(refused.json()["errors"][0]["field"], "search");
    let settings = json!({ "settings": { "note": "a\u{0}" } });
    assert_eq!(owner.patch(&organization, settings).await.problem(422), "request.invalid");
}

#[tokio::test]
async fn account_is_deleted_by_its_owner_unless_an_organization_depends_on_it() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let refused = owner.send(reqwest::Method::DELETE, "/api/auth/user", Some(json!({}))).await;
    assert_eq!(refused.problem(409), "member.last_owner");
    let member = app.member(&organization, bole_domain::organization::Role::Recruiter).await;
    member.send(reqwest::Method::DELETE, "/api/auth/user", Some(json!({}))).await.expect(204);
    assert_eq!(member.get("/api/auth/session").await.problem(401), "auth.unauthenticated");
    assert_eq!(owner.get(&format!("{organization}/members")).await.expect(200)["total"], 1);
}

#[tokio::test]
async fn sole_owner_of_one_organization_leaves_none() {
    let app = TestApp::new().await;
    let (owner, first) = app.owner("acme").await;
    app.member(&first, bole_domain::organization::Role::Owner).await;
    let second = json!({ "name": "Second", "slug": "second" });
    let second = owner.post("/api/organizations", second).await.expect(201);
    let delete = async || owner.send(reqwest::Method::DELETE, "/api/auth/user", Some(json!({}))).await;
    assert_eq!(delete().await.problem(409), "member.last_owner");
    owner.get(&first).await.expect(200);
    let second = format!("/api/organizations/{}", second["id"].as_str().unwrap());
    owner.delete(&second).await.expect(204);
    delete().await.expect(204);
}

#[tokio::test]
async fn security_log_records_actor_address_and_action() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let member = app.member(&organization, bole_domain::organization::Role::Viewer).await;
    member.get(&format!("{organization}/jobs")).await.problem(403);
    let path = member.membership(&organization).await;
    owner.patch(&path, json!({ "role": "recruiter" })).await.expect(200);
    app.anonymous().post("/api/auth/sign-in", sign_in("acme@example.com", "wrong")).await.problem(401);
    owner.patch("/api/auth/user", json!({ "full_name": "Wang Li" })).await.expect(200);
    member.get("/api/ops/overview").await.problem(403);
    let invited = app.user("siti@example.com").await;
    let invitation = json!({ "email": "siti@example.com", "role": "viewer" });
    owner.post(&format!("{organization}/invitations"), invitation).await.expect(201);
    invited.post("/api/me/invitations/accept", json!({})).await.expect(200);
    let mut connection = app.database.connection().await;
    let rows: Vec<(String, i16, bool, bool, String, Option<String>)> = sqlx::query_as(
        "SELECT kind, status, user_id IS NOT NULL, organization_id IS NOT NULL, source, detail FROM security_events ORDER BY id",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let has = |kind: &str, status: i16, user: bool, organization: bool, detail: Option<&str>| {
        let wanted = (kind.to_owned(), status, user, organization, "127.0.0.1".to_owned(), detail.map(str::to_owned));
        assert!(rows.contains(&wanted), "{wanted:?} in {rows:?}");
    };
    has("request", 403, true, true, None);
    has("member.changed", 200, true, true, Some("recruiter active"));
    has("account.sign_in", 401, false, false, None);
    has("account.link_used", 200, true, false, None);
    has("account.changed", 200, true, false, None);
    has("organization.created", 201, true, true, None);
    has("request", 403, true, false, None);
    has("invitation.accepted", 200, true, false, organization.rsplit('/').next());
    let tried: Vec<(Option<String>, bool)> = sqlx::query_as(
        "SELECT s.subject, u.email = 'acme@example.com' FROM security_events s JOIN users u ON u.id::text = s.subject
         WHERE kind = 'account.sign_in' AND status = 401",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert!(matches!(&tried[..], [(Some(_), true)]), "{tried:?}");
    let all: String = rows.iter().map(|row| format!("{row:?}")).collect();
    assert!(!all.contains("example.com") && !all.contains("Wang"), "{all}");
}

#[tokio::test]
async fn account_is_emailed_when_its_password_changes() {
    let app = TestApp::new().await;
    let client = app.user("li@example.com").await;
    let notices = async || {
        let mails = app.mails("li@example.com").await;
        let subjects = mails.iter().map(|mail| mail["subject"].as_str().unwrap().to_owned());
        subjects.filter(|subject| subject == "您的密码已更改" || subject == "Your password was changed").count()
    };
    client.patch("/api/auth/user", json!({ "full_name": "Li Wei" })).await.expect(200);
    assert_eq!(notices().await, 0);
    let change = json!({ "password": "another horse battery", "current_password": PASSWORD });
    client.patch("/api/auth/user", change).await.expect(200);
    assert_eq!(notices().await, 1);

    let guest = app.anonymous();
    guest.post("/api/auth/reset-password", json!({ "email": "li@example.com" })).await.expect(202);
    let token = app.mailed_token("li@example.com").await;
    guest.post("/api/auth/verify", json!({ "type": "recovery", "token_hash": token })).await.expect(200);
    guest.patch("/api/auth/user", json!({ "password": "a third horse battery" })).await.expect(200);
    assert_eq!(notices().await, 2);
}
