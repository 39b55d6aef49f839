//! Cookies, refresh and the end of sessions.

use bole_api::auth::token::SessionToken;
use reqwest::Method;
use reqwest::header::COOKIE;
use serde_json::json;
use sqlx::Executor;

use crate::support::{Answer, PASSWORD, TestApp};

/// The value of a cookie in `Set-Cookie` headers.
fn value(cookies: &[String], name: &str) -> String {
    let cookie = cookies.iter().find(|cookie| cookie.starts_with(&format!("{name}="))).unwrap();
    cookie.split(';').next().unwrap().split_once('=').unwrap().1.to_owned()
}

async fn sign_in(app: &TestApp, email: &str) -> Answer {
    let answer = app.anonymous().post("/api/auth/sign-in", json!({ "email": email, "password": PASSWORD })).await;
    answer.expect(200);
    answer
}

/// A request with only this cookie.
async fn with_cookie(app: &TestApp, method: Method, path: &str, name: &str, value: &str) -> Answer {
    Answer::of(app.anonymous().request(method, path).header(COOKIE, format!("{name}={value}"))).await
}

async fn refresh(app: &TestApp, token: &str) -> Answer {
    with_cookie(app, Method::POST, "/api/auth/refresh", "bole_refresh", token).await
}

async fn session(app: &TestApp, token: &str) -> Answer {
    with_cookie(app, Method::GET, "/api/auth/session", "bole_access", token).await
}

#[tokio::test]
async fn cookies_are_http_only_and_same_site() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    let cookies = sign_in(&app, "li@example.com").await.cookies();
    for (name, life) in [("bole_access", 3600), ("bole_refresh", 400 * 86_400)] {
        let cookie = cookies.iter().find(|cookie| cookie.starts_with(name)).unwrap();
        let attributes: Vec<&str> = cookie.split("; ").skip(1).collect();
        assert_eq!(attributes, ["HttpOnly", "SameSite=Lax", "Path=/", &format!("Max-Age={life}")], "{name}");
    }
}

#[tokio::test]
async fn cookies_are_secure_on_public_origins() {
    let app = TestApp::with(|config| config.public_url = "https://hire.example.com".to_owned()).await;
    app.user("li@example.com").await;
    let cookies = sign_in(&app, "li@example.com").await.cookies();
    assert!(cookies.iter().all(|cookie| cookie.contains("; Secure")), "{cookies:?}");
}

#[tokio::test]
async fn sign_out_invalidates_copied_cookies() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    let cookies = sign_in(&app, "li@example.com").await.cookies();
    let (access, old) = (value(&cookies, "bole_access"), value(&cookies, "bole_refresh"));
    session(&app, &access).await.expect(200);
    let out = with_cookie(&app, Method::POST, "/api/auth/sign-out", "bole_access", &access).await;
    out.expect(204);
    assert!(out.cookies().iter().all(|cookie| cookie.contains("Max-Age=0")), "{:?}", out.cookies());
    session(&app, &access).await.problem(401);
    refresh(&app, &old).await.problem(401);
    app.anonymous().send(Method::POST, "/api/auth/sign-out", None).await.expect(204);
}

#[tokio::test]
async fn sessions_are_ended_from_another_device() {
    let app = TestApp::new().await;
    let user = app.user("li@example.com").await;
    let mut devices = Vec::new();
    for _ in 0..3 {
        devices.push(value(&sign_in(&app, "li@example.com").await.cookies(), "bole_access"));
    }
    let id = |token: &str| SessionToken::parse(token).unwrap().session;
    user.delete(&format!("/api/auth/sessions/{}", id(&devices[0]))).await.expect(204);
    session(&app, &devices[0]).await.problem(401);
    session(&app, &devices[1]).await.expect(200);
    let stranger = app.user("wang@example.com").await;
    let foreign = stranger.delete(&format!("/api/auth/sessions/{}", id(&devices[1]))).await;
    assert_eq!(foreign.problem(404), "auth.session_not_found");

    user.post("/api/auth/sign-out-everywhere", json!({})).await.expect(204);
    for device in &devices {
        session(&app, device).await.problem(401);
    }
    user.get("/api/auth/session").await.problem(401);
    stranger.get("/api/auth/session").await.expect(200);
}

#[tokio::test]
async fn refresh_replaces_both_cookies() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    let before = sign_in(&app, "li@example.com").await.cookies();
    let after = refresh(&app, &value(&before, "bole_refresh")).await;
    after.expect(200);
    let after = after.cookies();
    for name in ["bole_access", "bole_refresh"] {
        assert_ne!(value(&before, name), value(&after, name));
    }
    session(&app, &value(&after, "bole_access")).await.expect(200);
    refresh(&app, &value(&after, "bole_refresh")).await.expect(200);
}

#[tokio::test]
async fn concurrent_refreshes_get_the_same_cookies() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    let before = sign_in(&app, "li@example.com").await.cookies();
    let token = value(&before, "bole_refresh");
    let (one, two) = tokio::join!(refresh(&app, &token), refresh(&app, &token));
    one.expect(200);
    two.expect(200);
    for name in ["bole_access", "bole_refresh"] {
        assert_eq!(value(&one.cookies(), name), value(&two.cookies(), name));
    }
    session(&app, &value(&before, "bole_access")).await.expect(200);
}

#[tokio::test]
async fn reuse_of_an_old_refresh_cookie_ends_the_session() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    let stolen = value(&sign_in(&app, "li@example.com").await.cookies(), "bole_refresh");
    let current = refresh(&app, &stolen).await.cookies();
    let mut connection = app.database.connection().await;
    connection.execute("UPDATE sessions SET refreshed_at = now() - interval '31 seconds'").await.unwrap();

    session(&app, &value(&current, "bole_access")).await.expect(200);
    refresh(&app, &stolen).await.problem(401);
    session(&app, &value(&current, "bole_access")).await.problem(401);
    refresh(&app, &value(&current, "bole_refresh")).await.problem(401);
}

#[tokio::test]
async fn expired_access_cookie_is_renewed_by_a_refresh() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    let cookies = sign_in(&app, "li@example.com").await.cookies();
    let mut connection = app.database.connection().await;
    connection.execute("UPDATE sessions SET access_until = now() - interval '1 second'").await.unwrap();
    session(&app, &value(&cookies, "bole_access")).await.problem(401);
    let fresh = refresh(&app, &value(&cookies, "bole_refresh")).await.cookies();
    session(&app, &value(&fresh, "bole_access")).await.expect(200);
}

#[tokio::test]
async fn invalid_cookie_is_ignored() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    let cookies = sign_in(&app, "li@example.com").await.cookies();
    let access = value(&cookies, "bole_access");
    // The right session with another secret.
    let mut forged = access.clone();
    let last = if forged.pop() == Some('A') { 'E' } else { 'A' };
    forged.push(last);
    session(&app, &forged).await.problem(401);
    refresh(&app, &forged).await.problem(401);
    session(&app, &access).await.expect(200);
}

#[tokio::test]
async fn database_stores_no_tokens() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    let cookies = sign_in(&app, "li@example.com").await.cookies();
    let mut connection = app.database.connection().await;
    let rows: Vec<String> =
        sqlx::query_scalar("SELECT s::text FROM sessions s").fetch_all(&mut connection).await.unwrap();
    use base64::Engine;
    for name in ["bole_access", "bole_refresh"] {
        let token = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(value(&cookies, name)).unwrap();
        let secret = hex::encode(&token[16..]);
        assert!(rows.iter().all(|row| !row.contains(&secret)));
    }
}

#[tokio::test]
async fn stolen_refresh_cookie_is_detected_after_any_number_of_uses() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    let kept = value(&sign_in(&app, "li@example.com").await.cookies(), "bole_refresh");
    let once = refresh(&app, &kept).await.cookies();
    let twice = refresh(&app, &value(&once, "bole_refresh")).await.cookies();
    session(&app, &value(&twice, "bole_access")).await.expect(200);
    refresh(&app, &kept).await.problem(401);
    session(&app, &value(&twice, "bole_access")).await.problem(401);
    let mut connection = app.database.connection().await;
    let (kind, detail): (String, String) =
        sqlx::query_as("SELECT kind, detail FROM security_events WHERE detail IS NOT NULL")
            .fetch_one(&mut connection)
            .await
            .unwrap();
    assert_eq!((kind.as_str(), detail.as_str()), ("account.refresh", "token_reused"));
}

#[tokio::test]
async fn session_ends_after_maximum_lifetime_or_inactivity() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    let mut connection = app.database.connection().await;
    for age in ["created_at = now() - interval '401 days'", "refresh_until = now() - interval '1 second'"] {
        let cookies = sign_in(&app, "li@example.com").await.cookies();
        let sql = format!("UPDATE sessions SET {age}");
        connection.execute(sqlx::AssertSqlSafe(sql)).await.unwrap();
        refresh(&app, &value(&cookies, "bole_refresh")).await.problem(401);
    }
}

#[tokio::test]
async fn sign_out_with_superseded_cookies_ends_the_session() {
    let app = TestApp::new().await;
    app.user("li@example.com").await;
    let before = sign_in(&app, "li@example.com").await.cookies();
    let after = refresh(&app, &value(&before, "bole_refresh")).await.cookies();
    let old = value(&before, "bole_refresh");
    with_cookie(&app, Method::POST, "/api/auth/sign-out", "bole_refresh", &old).await.expect(204);
    session(&app, &value(&after, "bole_access")).await.problem(401);
}

#[tokio::test]
async fn tls_uses_host_cookies_and_hsts() {
    let app = TestApp::with(|config| config.public_url = "https://hire.example.com".to_owned()).await;
    app.user("li@example.com").await;
    let answer = sign_in(&app, "li@example.com").await;
    assert!(answer.cookies().iter().all(|cookie| cookie.starts_with("__Host-bole_")), "{:?}", answer.cookies());
    assert!(answer.header("strict-transport-security").starts_with("max-age="));
    assert_eq!(answer.header("cache-control"), "no-store");
    let token = value(&answer.cookies(), "__Host-bole_access");
    with_cookie(&app, Method::GET, "/api/auth/session", "__Host-bole_access", &token).await.expect(200);
    with_cookie(&app, Method::GET, "/api/auth/session", "bole_access", &token).await.problem(401);
    let out = with_cookie(&app, Method::POST, "/api/auth/sign-out", "__Host-bole_access", &token).await;
    assert_eq!(out.header("clear-site-data"), "\"cache\"");
}
