//! Provider settings and their test.

use bole_testkit::{Dialect, PROVIDER_KEY, ProviderFailure, TestProvider};
use serde_json::{Value, json};

use super::World;
use crate::support::TestApp;

#[tokio::test]
async fn provider_key_is_stored_and_never_returned() {
    let world = World::new("good").await;
    let path = format!("{}/settings/ai", world.organization);
    let seen = world.owner.get(&path).await.expect(200);
    assert_eq!((&seen["modelName"], &seen["hasApiKey"]), (&json!("good"), &json!(true)));
    assert!(!seen.to_string().contains(PROVIDER_KEY));
    let kept: Vec<u8> = sqlx::query_scalar("SELECT api_key_sealed FROM ai_settings")
        .fetch_one(&mut world.app.database.connection().await)
        .await
        .unwrap();
    assert!(!kept.windows(PROVIDER_KEY.len()).any(|part| part == PROVIDER_KEY.as_bytes()));
    assert_eq!(world.test().await["ok"], true);

    let renamed = world.set(json!({ "modelName": "" })).await;
    assert_eq!((&renamed["modelName"], &renamed["hasApiKey"]), (&json!("gemini-1.5-pro-latest"), &json!(true)));
    assert_eq!((&renamed["isDefaultModel"], &renamed["usedModel"]), (&json!(true), &Value::Null));
    assert_eq!(world.test().await["code"], "ai.model_unknown");
    let removed = world.set(json!({ "apiKey": "" })).await;
    assert_eq!(removed["hasApiKey"], false);
    assert_eq!(world.test().await["code"], "ai.not_configured");
    for private in ["http://169.254.169.254/v1", "https://10.0.0.1/v1", "https://localhost/v1", "http://example.com/v1"]
    {
        let refused = world.owner.put(&path, json!({ "baseUrl": private })).await;
        assert_eq!(refused.problem(422), "ai.base_url_refused", "{private}");
    }
}

#[tokio::test]
async fn provider_key_is_not_sent_to_another_server() {
    let world = World::new("good").await;
    let other = TestProvider::start().await;
    let path = format!("{}/settings/ai", world.organization);
    for elsewhere in [other.base_url(), "https://models.example.com/v1".to_owned(), String::new()] {
        let refused = world.owner.put(&path, json!({ "baseUrl": elsewhere })).await;
        assert_eq!(refused.problem(422), "ai.key_of_other_provider", "{elsewhere}");
    }
    let seen = world.owner.get(&path).await.expect(200);
    assert_eq!((&seen["baseUrl"], &seen["hasApiKey"]), (&json!(world.provider.base_url()), &json!(true)));
    assert_eq!(world.test().await["ok"], true);

    let moved = world.set(json!({ "baseUrl": other.base_url(), "apiKey": PROVIDER_KEY })).await;
    assert_eq!(moved["baseUrl"], other.base_url());
    assert_eq!(world.test().await["ok"], true);
    let same = world.set(json!({ "baseUrl": format!("{}/", other.base_url()) })).await;
    assert_eq!(same["hasApiKey"], true);
    let removed = world.set(json!({ "baseUrl": world.provider.base_url(), "apiKey": "" })).await;
    assert_eq!(removed["hasApiKey"], false);
}

#[tokio::test]
async fn unset_model_settings_have_defaults() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let seen = owner.get(&format!("{organization}/settings/ai")).await.expect(200);
    assert_eq!(seen["modelName"], "gemini-1.5-pro-latest");
    assert_eq!((&seen["baseUrl"], &seen["hasApiKey"], &seen["paused"]), (&Value::Null, &json!(false), &Value::Null));
}

#[tokio::test]
async fn provider_test_reports_the_failure() {
    for (model, code) in [
        ("no-sampling", None),
        ("refusing", Some("ai.answer_unusable")),
        ("nobody-knows-it", Some("ai.model_unknown")),
        ("exhausted", Some("ai.quota")),
        ("limited", Some("ai.quota")),
        ("late", Some("ai.timeout")),
        ("down", Some("ai.unreachable")),
        ("hung-up", Some("ai.unreachable")),
        ("cut", Some("ai.unreachable")),
    ] {
        let world = World::new(model).await;
        let tested = world.test().await;
        assert_eq!((&tested["ok"], tested["code"].as_str()), (&json!(code.is_none()), code), "{model}");
    }
    let world = World::new("good").await;
    world.set(json!({ "apiKey": "sk-wrong" })).await;
    assert_eq!(world.test().await["code"], "ai.key_refused");
    assert!(world.provider.requests().len() == 1);
}

#[tokio::test]
async fn provider_test_says_why_there_is_no_connection() {
    let world = World::new("good").await;
    let untrusted = bole_testkit::untrusted_tls().await.unwrap();
    for (base_url, code) in [
        ("https://no-such-host.invalid/v1".to_owned(), "ai.host_unknown"),
        (format!("https://{untrusted}/v1"), "ai.certificate_invalid"),
    ] {
        world.set(json!({ "baseUrl": base_url, "apiKey": PROVIDER_KEY })).await;
        let tested = world.test().await;
        assert_eq!((&tested["ok"], &tested["code"]), (&json!(false), &json!(code)), "{tested}");
    }
}

#[tokio::test]
async fn provider_test_says_that_the_text_is_too_long() {
    let (world, _) = super::dialects::spoken("llama-cpp").await;
    world.provider.fail_next([ProviderFailure::Context]);
    let tested = world.test().await;
    assert_eq!((&tested["ok"], &tested["code"]), (&json!(false), &json!("ai.context_too_long")), "{tested}");
}

#[tokio::test]
async fn provider_test_reports_capabilities() {
    for (model, json_by, streaming, repeatable) in [
        ("good", "schema", true, true),
        ("no-schema", "mode", true, true),
        ("no-json-mode", "prompt", true, true),
        ("no-stream", "schema", false, true),
        ("no-sampling", "schema", true, false),
        ("broken-json", "unusable", true, true),
    ] {
        let world = World::new(model).await;
        let tested = world.test().await;
        let works = &tested["works"];
        assert_eq!(
            (&works["json"], &works["streaming"], &works["repeatable"], &works["reasoning"]),
            (&json!(json_by), &json!(streaming), &json!(repeatable), &json!(false)),
            "{model}"
        );
        let is_usable = json_by != "unusable";
        assert_eq!((tested["sample"].is_object(), tested["resume"].is_object()), (is_usable, is_usable), "{tested}");
        assert!(tested["usage"]["requests"].as_u64().unwrap() > 1, "{tested}");
    }
}

#[tokio::test]
async fn sample_is_judged_in_each_language_and_has_its_cost() {
    let world = World::new("good").await;
    for (language, title) in [("en-US", "Payroll specialist"), ("zh-CN", "薪酬专员"), ("id-ID", "Spesialis penggajian")]
    {
        let path = format!("{}/settings/ai/test?language={language}", world.organization);
        let tested = world.owner.post(&path, json!({})).await.expect(200);
        assert_eq!((&tested["sample"]["job"], &tested["resume"]["cost"]), (&json!(title), &Value::Null), "{tested}");
        assert_eq!(tested["sample"]["criteria"].as_array().unwrap().len(), 5, "{tested}");
    }
    world.set(json!({ "promptPrice": 10.0, "completionPrice": 60.0 })).await;
    assert!(world.test().await["resume"]["cost"].as_f64().unwrap() > 0.01);
}

#[tokio::test]
async fn model_without_a_key_is_asked_without_one() {
    let world = World::new("good").await;
    world.provider.use_dialect(Dialect::of("llama-cpp"));
    let path = format!("{}/settings/ai", world.organization);
    let base_url = world.provider.base_url().replace("/v1", "/");
    let set = world.set(json!({ "modelName": "local", "baseUrl": base_url, "withoutKey": true })).await;
    assert_eq!((&set["withoutKey"], &set["hasApiKey"]), (&json!(true), &json!(false)));
    assert_eq!(world.test().await["ok"], true, "the version is added to a host alone");
    let state = world.owner.get(&format!("{}/ai/state", world.organization)).await.expect(200);
    assert_eq!(state["has_model"], true);
    let with_key = world.set(json!({ "apiKey": PROVIDER_KEY })).await;
    assert_eq!((&with_key["withoutKey"], &with_key["hasApiKey"]), (&json!(false), &json!(true)));
    world.set(json!({ "withoutKey": true })).await;
    let refused = world.owner.put(&path, json!({ "baseUrl": "", "withoutKey": true })).await;
    assert_eq!(refused.expect(422)["errors"][0]["code"], "field.required");
}

#[tokio::test]
async fn effort_and_further_parameters_are_sent() {
    let world = World::new("good").await;
    let path = format!("{}/settings/ai", world.organization);
    for (extra, code) in [
        (json!({ "messages": [] }), "ai.parameter_reserved"),
        (json!({ "max_tokens": 5 }), "ai.parameter_reserved"),
        (json!({ "a": [[[[1]]]] }), "field.invalid"),
        (json!({ "a": "x".repeat(5_000) }), "field.too_long"),
    ] {
        let refused = world.owner.put(&path, json!({ "extraParameters": extra })).await;
        assert_eq!(refused.expect(422)["errors"][0]["code"], code);
    }
    let refused = world.owner.put(&path, json!({ "reasoningEffort": "huge" })).await;
    assert_eq!(refused.expect(422)["errors"][0]["code"], "field.unknown_value");
    let extra = json!({ "chat_template_kwargs": { "enable_thinking": false } });
    let set = world.set(json!({ "reasoningEffort": "high", "extraParameters": extra })).await;
    assert_eq!((&set["reasoningEffort"], &set["extraParameters"]), (&json!("high"), &extra));
    assert_eq!(world.test().await["ok"], true);
    let asked = &world.provider.requests()[0];
    assert_eq!(
        (&asked["reasoning_effort"], &asked["chat_template_kwargs"]["enable_thinking"]),
        (&json!("high"), &json!(false))
    );
    let reset = world.set(json!({ "reasoningEffort": "", "extraParameters": {} })).await;
    assert_eq!((&reset["reasoningEffort"], &reset["extraParameters"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn providers_and_their_models_are_listed() {
    let world = World::new("good").await;
    let path = format!("{}/settings/ai", world.organization);
    let providers = world.owner.get(&format!("{path}/providers")).await.expect(200);
    let ids: Vec<&str> = providers["items"].as_array().unwrap().iter().filter_map(|one| one["id"].as_str()).collect();
    assert_eq!(ids.len(), 10);
    assert!(ids.starts_with(&["gemini", "openai"]), "{ids:?}");
    let list = async |input: Value| world.owner.post(&format!("{path}/models"), input).await;
    let listed = list(json!({})).await.expect(200);
    assert_eq!((&listed["ok"], &listed["items"][0]["id"]), (&json!(true), &json!("another")));
    let refused = list(json!({ "baseUrl": "https://10.0.0.1/v1" })).await;
    assert_eq!(refused.problem(422), "ai.base_url_refused");
    let other = TestProvider::start().await;
    let elsewhere = list(json!({ "baseUrl": other.base_url(), "apiKey": PROVIDER_KEY })).await.expect(200);
    assert_eq!(elsewhere["items"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn provider_tests_are_limited_by_organization() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (stranger, other) = app.owner("other").await;
    for _ in 0..30 {
        owner.post(&format!("{organization}/settings/ai/test"), json!({})).await.expect(200);
    }
    let refused = owner.post(&format!("{organization}/settings/ai/test"), json!({})).await;
    assert_eq!(refused.problem(429), "request.too_many");
    stranger.post(&format!("{other}/settings/ai/test"), json!({})).await.expect(200);
}
