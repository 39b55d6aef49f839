//! Behavior of all requests: ids, headers, ETags, malformed input, probes, and the web app.

use bole_testkit::services::Redis;
use insta::assert_json_snapshot;
use metrics_exporter_prometheus::PrometheusBuilder;
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, HOST, IF_NONE_MATCH};
use serde_json::json;
use tokio::net::TcpListener;

use crate::support::{Answer, MAILBOX_TOKEN, TestApp, eventually};

#[tokio::test]
async fn committed_openapi_document_matches_the_code() {
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json")).unwrap();
    let fresh = bole_api::document().unwrap();
    assert!(committed == fresh, "run: cargo run -p bole-api --example openapi > api/openapi.json");
}

#[tokio::test]
async fn unknown_api_path_returns_a_problem() {
    let app = TestApp::new().await;
    assert_json_snapshot!(app.anonymous().get("/api/nothing").await.expect(404), @r#"
    {
      "code": "request.not_found",
      "detail": "There is no such thing here.",
      "status": 404,
      "title": "Not Found",
      "type": "urn:bole:problem:request.not_found"
    }
    "#);
    let answer = app.anonymous().delete("/api/auth/session").await;
    assert_eq!(answer.problem(405), "request.method_not_allowed");
}

#[tokio::test]
async fn unreadable_bodies_are_refused_with_a_reason() {
    let app = TestApp::new().await;
    let client = app.anonymous();
    let post = |body: &'static str, kind: &'static str| {
        Answer::of(client.request(Method::POST, "/api/auth/sign-in").header(CONTENT_TYPE, kind).body(body))
    };
    assert_eq!(post("{", "application/json").await.problem(400), "request.malformed");
    assert_eq!(post("{}", "text/plain").await.problem(415), "request.unsupported_media_type");
    let typed = post(r#"{"email": 1}"#, "application/json; charset=utf-8").await;
    assert_eq!(typed.problem(422), "request.invalid");
    assert_eq!(typed.json()["errors"], json!([{ "field": "email", "code": "field.invalid" }]));
    let large = format!(r#"{{"email": "{}"}}"#, "a".repeat(3 << 20));
    let request =
        client.request(Method::POST, "/api/auth/sign-in").header(CONTENT_TYPE, "application/json").body(large);
    assert_eq!(Answer::of(request).await.problem(413), "request.too_large");
}

#[tokio::test]
async fn page_size_is_limited() {
    let app = TestApp::new().await;
    let (owner, path) = app.owner("acme").await;
    for (query, field) in [("limit=201", "limit"), ("limit=0", "limit"), ("offset=-1", "offset"), ("limit=x", "limit")]
    {
        let answer = owner.get(&format!("{path}/members?{query}")).await;
        assert_eq!(answer.problem(422), "request.invalid", "{query}");
        assert_eq!(answer.json()["errors"], json!([{ "field": field, "code": "field.invalid" }]), "{query}");
    }
}

#[tokio::test]
async fn request_id_is_returned() {
    let app = TestApp::new().await;
    let client = app.anonymous();
    let given = Answer::of(client.request(Method::GET, "/healthz").header("x-request-id", "from-the-proxy.1")).await;
    assert_eq!(given.header("x-request-id"), "from-the-proxy.1");
    let made = Answer::of(client.request(Method::GET, "/healthz").header("x-request-id", "not sound")).await;
    assert!(made.header("x-request-id").parse::<uuid::Uuid>().is_ok());
}

#[tokio::test]
async fn responses_have_security_headers() {
    let app = TestApp::new().await;
    for path in ["/", "/jobs", "/api/auth/session", "/api/nothing"] {
        let answer = app.anonymous().get(path).await;
        assert!(answer.header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
    }
}

#[tokio::test]
async fn unchanged_resource_returns_304() {
    let app = TestApp::new().await;
    let (owner, path) = app.owner("acme").await;
    let first = owner.get(&path).await;
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with("W/\""));
    assert_eq!(first.header("cache-control"), "no-store");
    let again = || Answer::of(owner.request(Method::GET, &path).header(IF_NONE_MATCH, &tag));
    let unchanged = again().await;
    assert_eq!((unchanged.status, unchanged.text.as_str()), (304, ""));
    owner.patch(&path, json!({ "name": "Other" })).await.expect(200);
    assert_eq!(again().await.expect(200)["name"], "Other");
}

#[tokio::test]
async fn local_mode_answers_only_local_host_names() {
    let app = TestApp::new().await;
    let client = app.anonymous();
    let call = |host: &'static str| Answer::of(client.request(Method::GET, "/healthz").header(HOST, host));
    call("localhost:1").await.expect(200);
    assert_eq!(call("rebound.evil.example").await.problem(421), "request.host_refused");
    let fleet = TestApp::with(|config| config.local = false).await;
    let request = fleet.anonymous().request(Method::GET, "/healthz").header(HOST, "hire.example.com");
    Answer::of(request).await.expect(200);
}

#[tokio::test]
async fn captured_email_is_readable_only_in_local_mode() {
    let app = TestApp::new().await;
    let ask = || app.anonymous().request(Method::GET, "/api/dev/mailbox");
    Answer::of(ask().bearer_auth(MAILBOX_TOKEN)).await.expect(200);
    Answer::of(ask()).await.problem(401);
    Answer::of(ask().bearer_auth("guessed")).await.problem(401);
    Answer::of(ask().bearer_auth(MAILBOX_TOKEN).header("x-forwarded-for", "203.0.113.9")).await.problem(404);
    let fleet = TestApp::with(|config| config.local = false).await;
    fleet.anonymous().get("/api/dev/mailbox").await.problem(404);
}

#[tokio::test]
async fn probes_are_public_and_metrics_require_a_token() {
    let app = TestApp::new().await;
    app.anonymous().get("/healthz").await.expect(200);
    app.anonymous().get("/readyz").await.expect(200);
    app.anonymous().get("/metrics").await.problem(404);
}

#[tokio::test]
async fn process_without_the_api_serves_its_metrics_to_who_has_the_token() {
    let recorder = PrometheusBuilder::new().build_recorder();
    metrics::with_local_recorder(&recorder, || {
        metrics::counter!("bole_tasks_total", "kind" => "job.draft", "end" => "completed").increment(1);
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let router = bole_api::process_router("scrape", recorder.handle());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    bole_outbound::use_ring();
    let http = reqwest::Client::new();
    assert_eq!(http.get(format!("{url}/healthz")).send().await.unwrap().status(), 200);
    let scrape = async |token: &str| http.get(format!("{url}/metrics")).bearer_auth(token).send().await.unwrap();
    assert_eq!(scrape("guessed").await.status(), 401);
    let metrics = scrape("scrape").await.text().await.unwrap();
    let counted = r#"bole_tasks_total{kind="job.draft",end="completed"} 1"#;
    assert!(metrics.lines().any(|line| line == counted), "{metrics}");
}

#[tokio::test]
async fn readiness_fails_without_the_database() {
    let app = TestApp::new().await;
    app.db.close().await;
    assert_eq!(app.anonymous().get("/readyz").await.problem(503), "server.unavailable");
    app.anonymous().get("/healthz").await.expect(200);
}

#[tokio::test]
async fn loss_of_redis_is_said_by_a_process_that_stays_ready() {
    let redis = Redis::start().unwrap();
    let app = TestApp::with_redis(&redis.url()).await;
    let operator = app.user("operator@example.com").await;
    let mut tx = app.db.identity().await.unwrap();
    bole_store::operations::set_operator(&mut tx, "operator@example.com", true).await.unwrap();
    tx.commit().await.unwrap();
    let becomes = async |state: &str| {
        eventually(state, async || {
            let ready = app.anonymous().get("/readyz").await.expect(200);
            let overview = operator.get("/api/ops/overview").await.expect(200);
            (ready["redis"] == state && overview["redis"] == state).then_some(())
        })
        .await;
    };
    becomes("connected").await;
    let port = redis.port();
    redis.kill();
    becomes("unreachable").await;
    let _redis = Redis::start_on(port).unwrap().unwrap();
    becomes("connected").await;
    let without = TestApp::new().await.anonymous().get("/readyz").await.expect(200);
    assert_eq!(without, json!({ "status": "ready" }));
}

#[tokio::test]
async fn missing_asset_does_not_return_the_page() {
    let app = TestApp::new().await;
    app.anonymous().get("/assets/gone-1234.js").await.problem(404);
    assert_eq!(app.anonymous().get("/jobs").await.status, 200);
}
