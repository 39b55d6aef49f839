//! Evaluation by an organization's model: settings, provider failures, limits, pause and usage.

use bole_domain::organization::Role;
use bole_domain::task::Lane;
use bole_testkit::{PROVIDER_KEY, TestProvider};
use serde_json::{Value, json};

use crate::samples::{archive, pdf_with, resume, resume_pdf};
use crate::support::{Client, TestApp, eventually};

/// An organization using this model of the test provider, a job, and a worker.
struct World {
    app: TestApp,
    provider: TestProvider,
    owner: Client,
    organization: String,
    job: String,
}

impl World {
    async fn new(model: &str) -> Self {
        let (app, provider) = (TestApp::new().await, TestProvider::start().await);
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let world = Self { app, provider, owner, organization, job };
        world.set(json!({ "modelName": model, "baseUrl": world.provider.base_url(), "apiKey": PROVIDER_KEY })).await;
        world
    }

    async fn set(&self, settings: Value) -> Value {
        self.owner.put(&format!("{}/settings/ai", self.organization), settings).await.expect(200)
    }

    /// Evaluates a batch of this many resumes; its rows, once all are over.
    async fn evaluate(&self, resumes: usize) -> Vec<Value> {
        let names = ["Ann", "Ben", "Cat", "Dan"];
        let files = names.iter().take(resumes).zip(1..).map(|(name, n)| (format!("{name}.pdf"), resume_pdf(name, n)));
        self.evaluate_files(files.collect()).await
    }

    async fn evaluate_files(&self, files: Vec<(String, Vec<u8>)>) -> Vec<Value> {
        let batch = self.owner.evaluate(&self.job, archive(files)).await;
        self.owner.rows(&batch).await
    }

    async fn detail(&self, row: &Value) -> Value {
        self.owner.get(&format!("{}/batch-tasks/{}", self.organization, row["id"].as_str().unwrap())).await.expect(200)
    }

    /// The task once it is over.
    async fn over(&self, task: &str) -> Value {
        eventually("the task is over", async || {
            let found = self.owner.get(task).await.expect(200);
            matches!(found["status"].as_str().unwrap(), "completed" | "failed").then_some(found)
        })
        .await
    }

    /// The task once it is completed.
    async fn done(&self, task: &str) -> Value {
        let over = self.over(task).await;
        assert_eq!(over["status"], "completed", "{over}");
        over
    }

    async fn test(&self) -> Value {
        self.owner.post(&format!("{}/settings/ai/test", self.organization), json!({})).await.expect(200)
    }
}

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
async fn model_evaluation_quotes_the_resume_and_is_metered() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let rows = world.evaluate(2).await;
    for row in &rows {
        assert_eq!(row["status"], "completed", "{row}");
        let eval = world.detail(row).await["ai_eval"].clone();
        assert_eq!((&eval["engine"], &eval["versions"]["model"]), (&json!("model"), &json!("good")));
        assert_eq!(eval["dropped_quotes"], 0, "{eval}");
        let met = eval["criteria"].as_array().unwrap().iter().filter(|criterion| criterion["verdict"] == "met");
        assert!(met.clone().count() > 0 && met.clone().all(|criterion| criterion["quote"].is_string()), "{eval}");
    }
    let usage = world.owner.get(&format!("{}/ai-usage", world.organization)).await.expect(200);
    let (job, batch) = (world.job.rsplit('/').next().unwrap(), rows[0]["batch_id"].as_str().unwrap());
    for of in [format!("job_id={job}"), format!("batch_id={batch}")] {
        let found = world.owner.get(&format!("{}/ai-usage?{of}", world.organization)).await.expect(200);
        assert_eq!(found["total"], usage["total"], "{of}");
    }
    let other = format!("{}/ai-usage?job_id={}", world.organization, uuid::Uuid::now_v7());
    assert_eq!(world.owner.get(&other).await.expect(200)["total"]["requests"], 0);
    let requests = world.provider.requests();
    let (asked, total) = (requests.len(), &usage["total"]);
    assert_eq!((&total["requests"], &total["prompt_tokens"]), (&json!(asked), &json!(asked * 1_000)));
    assert_eq!((&usage["items"][0]["purpose"], &usage["items"][0]["model"]), (&json!("evaluation"), &json!("good")));
    assert!(requests.iter().all(|request| request["temperature"] == 0), "{requests:?}");
}

#[tokio::test]
async fn unsupported_parameters_are_omitted() {
    for model in ["no-schema", "no-json-mode", "no-sampling", "no-max-tokens"] {
        let world = World::new(model).await;
        let _working = world.app.work();
        let rows = world.evaluate(1).await;
        assert_eq!(rows[0]["status"], "completed", "{model}: {}", rows[0]);
        if model == "no-max-tokens" {
            let refused = |request: &Value| !request["max_tokens"].is_null();
            let first = world.provider.requests().iter().filter(|request| refused(request)).count();
            world.evaluate(2).await;
            let requests = world.provider.requests();
            assert_eq!(requests.iter().filter(|request| refused(request)).count(), first, "it is known by now");
            assert!(requests.iter().any(|request| request["max_completion_tokens"].is_u64()), "{requests:?}");
        }
    }
}

#[tokio::test]
async fn invented_quotations_are_dropped_and_counted() {
    let world = World::new("inventing").await;
    let _working = world.app.work();
    let rows = world.evaluate(1).await;
    let eval = world.detail(&rows[0]).await["ai_eval"].clone();
    let criteria = eval["criteria"].as_array().unwrap();
    assert_eq!(eval["dropped_quotes"], criteria.len());
    assert!(
        criteria.iter().all(|criterion| criterion["verdict"] == "unknown" && criterion["quote"].is_null()),
        "{eval}"
    );
}

#[tokio::test]
async fn provider_errors_map_to_reasons() {
    for (model, reason, category) in [
        ("broken-json", "ai.answer_unusable", "ai_parsing"),
        ("refusing", "ai.answer_unusable", "ai_parsing"),
        ("nobody-knows-it", "ai.model_unknown", "other"),
    ] {
        let world = World::new(model).await;
        let _working = world.app.work();
        let rows = world.evaluate(1).await;
        let of = |field: &str| rows[0][field].as_str().unwrap_or_default().to_owned();
        assert_eq!(
            (of("status"), of("failure_reason"), of("error_category")),
            ("failed".into(), reason.into(), category.into())
        );
    }
}

#[tokio::test]
async fn rate_limited_calls_wait_and_succeed() {
    let world = World::new("limited").await;
    let _working = world.app.work();
    let rows = world.evaluate(3).await;
    assert!(rows.iter().all(|row| row["status"] == "completed"), "{rows:?}");
}

#[tokio::test]
async fn refused_key_pauses_the_organization_until_resumed() {
    let world = World::new("good").await;
    world.set(json!({ "apiKey": "sk-wrong" })).await;
    let _working = world.app.work();
    let rows = world.evaluate(3).await;
    for row in &rows {
        assert_eq!((&row["status"], &row["error_category"]), (&json!("failed"), &json!("authentication")), "{row}");
    }
    assert!(world.provider.requests().len() <= 3);
    let settings = format!("{}/settings/ai", world.organization);
    assert_eq!(world.owner.get(&settings).await.expect(200)["paused"], "ai.key_refused");

    world.set(json!({ "apiKey": PROVIDER_KEY })).await;
    let resumed = world.owner.post(&format!("{}/ai/resume", world.organization), json!({})).await.expect(200);
    assert_eq!(resumed["retried"], 3);
    let batch = rows[0]["batch_id"].as_str().unwrap();
    world.owner.finished(&format!("{}/batches/{batch}", world.organization)).await;
    let rows = world.owner.rows(&format!("{}/batches/{batch}", world.organization)).await;
    assert!(rows.iter().all(|row| row["status"] == "completed"), "{rows:?}");
    assert_eq!(world.owner.get(&settings).await.expect(200)["paused"], Value::Null);
}

#[tokio::test]
async fn provider_test_reports_the_failure() {
    for (model, code) in [
        ("no-sampling", None),
        ("refusing", Some("ai.answer_unusable")),
        ("nobody-knows-it", Some("ai.model_unknown")),
        ("exhausted", Some("ai.quota")),
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
        let expected = json!({ "json": json_by, "streaming": streaming, "repeatable": repeatable });
        assert_eq!(world.test().await["works"], expected, "{model}");
    }
}

#[tokio::test]
async fn model_reads_a_job_once_and_invents_nothing() {
    let world = World::new("good").await;
    let _working = world.app.work();
    world.evaluate(3).await;
    let read = world.provider.requests();
    let readings = read.iter().filter(|request| request["response_format"]["json_schema"]["name"] == "rubric");
    assert_eq!(readings.count(), 1);
    let rubric = world.owner.get(&format!("{}/rubric", world.job)).await.expect(200);
    assert!(rubric["version"].as_str().unwrap().contains("good"), "{rubric}");
    let texts: Vec<&str> = rubric["criteria"].as_array().unwrap().iter().map(|c| c["text"].as_str().unwrap()).collect();
    assert!(texts.contains(&"5 years of backend development") && !texts.contains(&"Invented"), "{texts:?}");
    assert!(rubric["criteria"].as_array().unwrap().iter().all(|criterion| criterion["source"].is_object()), "{rubric}");
}

#[tokio::test]
async fn built_in_engine_replaces_a_failing_provider_only_if_enabled() {
    let world = World::new("broken-json").await;
    let _working = world.app.work();
    assert_eq!(world.evaluate(1).await[0]["status"], "failed");
    let set = world.set(json!({ "fallbackToBuiltIn": true })).await;
    assert_eq!(set["fallbackToBuiltIn"], true);
    let rows = world.evaluate(2).await;
    for row in &rows {
        assert_eq!(row["status"], "completed", "{row}");
        assert_eq!(
            (&row["engine"], &row["fallback_reason"]),
            (&json!("built-in"), &json!("ai.answer_unusable")),
            "{row}"
        );
        let eval = world.detail(row).await["ai_eval"].clone();
        assert_eq!(
            (&eval["engine"], &eval["fallbackReason"]),
            (&json!("built-in"), &json!("ai.answer_unusable")),
            "{eval}"
        );
    }
    // A paused provider is not called.
    world.set(json!({ "apiKey": "sk-wrong", "modelName": "good" })).await;
    let rows = world.evaluate(1).await;
    assert_eq!(world.detail(&rows[0]).await["ai_eval"]["fallbackReason"], "ai.key_refused");
    let asked = world.provider.requests().len();
    let rows = world.evaluate(1).await;
    assert_eq!(world.detail(&rows[0]).await["ai_eval"]["fallbackReason"], "ai.paused");
    assert_eq!(world.provider.requests().len(), asked);
}

#[tokio::test]
async fn budget_warns_and_then_stops_evaluations() {
    let world = World::new("good").await;
    let prices = json!({ "promptPrice": 10.0, "cachedPrice": 0.0, "completionPrice": 60.0, "monthlyBudget": 0.012 });
    let set = world.set(prices).await;
    assert_eq!((&set["budgetState"], &set["spentThisMonth"]), (&json!("ok"), &json!(0.0)));
    let translate = async |text: &str| {
        let body = json!({ "textToTranslate": text, "targetLanguage": "English" });
        let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
        asked.expect(202);
        asked.header("location").to_owned()
    };
    let _working = world.app.work();
    // 400 fresh and 600 cached prompt tokens, 100 completion tokens: one cent.
    world.done(&translate("你好").await).await;
    let path = format!("{}/settings/ai", world.organization);
    let seen = world.owner.get(&path).await.expect(200);
    assert_eq!((&seen["budgetState"], &seen["spentThisMonth"]), (&json!("warning"), &json!(0.01)));
    world.done(&translate("您好").await).await;
    assert_eq!(world.owner.get(&path).await.expect(200)["budgetState"], "spent");
    let asked = world.provider.requests().len();
    let stopped = translate("再见").await;
    let refused = eventually("the budget refuses", async || {
        let task = world.owner.get(&stopped).await.expect(200);
        (!task["error"].is_null()).then_some(task)
    })
    .await;
    assert_eq!(
        (&refused["error"]["category"], &refused["error"]["message"]),
        (&json!("quota"), &json!("ai.budget_spent"))
    );
    assert_eq!(world.provider.requests().len(), asked);
    let usage = world.owner.get(&format!("{}/ai-usage", world.organization)).await.expect(200);
    assert_eq!((&usage["total"]["cost"], &usage["items"][0]["purpose"]), (&json!(0.02), &json!("translation")));
    assert_eq!(world.set(json!({ "monthlyBudget": 0 })).await["monthlyBudget"], Value::Null);
    let completed = world.owner.post(&format!("{stopped}/retry"), json!({})).await.status;
    // It may be waiting for an automatic retry.
    assert!(matches!(completed, 202 | 409), "{completed}");
}

#[tokio::test]
async fn exhausted_budget_is_announced_and_work_resumes_once_raised() {
    let world = World::new("good").await;
    let viewer = world.app.member(&world.organization, Role::Viewer).await;
    let recruiter = world.app.member(&world.organization, Role::Recruiter).await;
    let state = async |who: &Client| who.get(&format!("{}/ai/state", world.organization)).await.expect(200);
    let told = |budget: Value| json!({ "has_model": true, "paused": null, "budget_state": budget, "fallback_to_built_in": false });
    assert_eq!(state(&viewer).await, told(Value::Null));
    let prices = json!({ "promptPrice": 10.0, "cachedPrice": 0.0, "completionPrice": 60.0, "monthlyBudget": 0.012 });
    world.set(prices).await;
    let translate = async |text: &str| {
        let body = json!({ "textToTranslate": text, "targetLanguage": "English" });
        let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
        asked.expect(202);
        asked.header("location").to_owned()
    };
    let _working = world.app.work();
    for (text, budget) in [("你好", "warning"), ("您好", "spent")] {
        world.done(&translate(text).await).await;
        // Members without access to any job get the same response.
        for who in [&viewer, &recruiter, &world.owner] {
            assert_eq!(state(who).await, told(json!(budget)));
        }
    }
    let stopped = translate("再见").await;
    eventually("the budget refuses", async || {
        let task = world.owner.get(&stopped).await.expect(200);
        (!task["error"].is_null()).then_some(())
    })
    .await;
    world.set(json!({ "monthlyBudget": 1.0 })).await;
    assert_eq!(state(&viewer).await, told(json!("ok")));
    world.done(&stopped).await;

    world.set(json!({ "apiKey": "sk-wrong" })).await;
    world.over(&translate("早").await).await;
    assert_eq!(state(&viewer).await["paused"], "ai.key_refused");
    world.set(json!({ "apiKey": "" })).await;
    let without = json!({ "has_model": false, "paused": null, "budget_state": null, "fallback_to_built_in": false });
    assert_eq!(state(&viewer).await, without);
}

#[tokio::test]
async fn many_stopped_tasks_resume_in_the_background() {
    let world = World::new("good").await;
    let organization: uuid::Uuid = world.organization.rsplit('/').next().unwrap().parse().unwrap();
    let stopped = async |reason: &str, count: i64| {
        // Of a kind that no worker knows, so that they stay as they are once they are queued again.
        sqlx::query(
            "INSERT INTO tasks (id, organization_id, kind, payload, state, lane, error_category, error_reason, finished_at)
             SELECT gen_random_uuid(), $1, 'test.unknown', '{}', 'failed', $2, 'quota', $3, now()
             FROM generate_series(1, $4)",
        )
        .bind(organization)
        .bind(Lane::Models.number())
        .bind(reason)
        .bind(count)
        .execute(&mut world.app.database.connection().await)
        .await
        .unwrap();
    };
    let queued = async || {
        let count = "SELECT count(*) FROM tasks WHERE kind = 'test.unknown' AND state = 'queued'";
        sqlx::query_scalar::<_, i64>(count).fetch_one(&mut world.app.database.connection().await).await.unwrap()
    };
    let resume = format!("{}/ai/resume", world.organization);
    stopped("ai.paused", 500).await;
    let few = world.owner.post(&resume, json!({})).await;
    assert_eq!((few.expect(200)["retried"].clone(), queued().await), (json!(500), 500));

    stopped("ai.paused", 501).await;
    let many = world.owner.post(&resume, json!({})).await;
    many.expect(202);
    assert_eq!(queued().await, 500, "not in the request");
    let _working = world.app.work();
    assert_eq!(world.done(many.header("location")).await["result"]["count"], 501);
    assert_eq!(queued().await, 1_001);

    // A budget that is raised lets them go on as well.
    let spent = json!({ "promptPrice": 10.0, "completionPrice": 60.0, "monthlyBudget": 0.000_001 });
    world.set(spent).await;
    let body = json!({ "textToTranslate": "你好", "targetLanguage": "English" });
    let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
    world.done(asked.header("location")).await;
    stopped("ai.budget_spent", 501).await;
    world.set(json!({ "monthlyBudget": 1.0 })).await;
    eventually("all are queued again", async || (queued().await == 1_502).then_some(())).await;
}

#[tokio::test]
async fn evaluation_basis_stays_available_after_changes() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let prompts = format!("{}/prompts", world.organization);
    let own = json!({ "prompt_type": "evaluation", "text": "Read {{title}} strictly.", "is_default": true });
    let own = world.owner.post(&prompts, own).await.expect(201);
    let rows = world.evaluate(1).await;
    let batch = format!("{}/batches/{}", world.organization, rows[0]["batch_id"].as_str().unwrap());
    world.owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let listed = world.owner.get(&format!("{}/applications", world.organization)).await.expect(200);
    let application = listed["items"][0]["id"].as_str().unwrap();

    // The prompt is deleted, the job changed, and another model evaluates.
    world.owner.delete(&format!("{prompts}/{}", own["id"].as_str().unwrap())).await.expect(204);
    world.owner.patch(&world.job, json!({ "ai_evaluation_criteria": "Must: Haskell" })).await.expect(200);
    world.set(json!({ "modelName": "no-schema" })).await;
    let again = world.owner.post(&format!("{}/evaluate-again", world.job), json!({})).await;
    again.expect(202);
    world.done(again.header("location")).await;

    let past = format!("{}/applications/{application}/evaluations", world.organization);
    let past = world.owner.get(&past).await.expect(200);
    let [now, then] = [&past["items"][0], &past["items"][1]];
    assert!(now["prompt"].is_null(), "{now}");
    assert!(then["prompt"].as_str().unwrap().ends_with("strictly."), "{then}");
    let versions = |of: &Value| {
        ["engine", "model", "prompt", "rubric", "reading"].map(|name| of["ai_eval"]["versions"][name].clone())
    };
    assert!(versions(then).iter().all(|version| version.as_str().is_some_and(|text| !text.is_empty())), "{then}");
    let ([_, model_then, prompt_then, rubric_then, _], [_, model_now, prompt_now, rubric_now, _]) =
        (versions(then), versions(now));
    assert_eq!((model_then, model_now), (json!("good"), json!("no-schema")));
    assert_ne!(prompt_then, prompt_now);
    assert_ne!(rubric_then, rubric_now);
    let quotes =
        then["ai_eval"]["criteria"].as_array().unwrap().iter().filter(|criterion| criterion["quote"].is_string());
    assert!(quotes.count() > 0, "{then}");
}

#[tokio::test]
async fn text_is_translated_once() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let translate = async |language: &str| {
        let body = json!({ "textToTranslate": "五年后端经验", "targetLanguage": language });
        let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
        asked.expect(202);
        world.done(asked.header("location")).await["result"]["translatedText"].as_str().unwrap().to_owned()
    };
    assert_eq!(translate("English").await, "Translated: 五年后端经验");
    assert_eq!(translate("en-US").await, "Translated: 五年后端经验");
    assert_eq!(world.provider.requests().len(), 1);
    assert!(world.provider.requests()[0].to_string().contains("Translate into English"));
    translate("Indonesian").await;
    translate("zh-CN").await;
    assert_eq!(world.provider.requests().len(), 3);
    assert!(world.provider.requests()[1].to_string().contains("Translate into Indonesian"));
}

/// An application of the world's job with this evaluation: its path and id.
async fn evaluated(world: &World) -> String {
    let rows = world.evaluate(1).await;
    let batch = rows[0]["batch_id"].as_str().unwrap();
    world.owner.post(&format!("{}/batches/{batch}/promote", world.organization), json!({})).await;
    eventually("the application", async || {
        let job = world.job.rsplit('/').next().unwrap();
        let found = world.owner.get(&format!("{}/applications?job_id={job}", world.organization)).await.expect(200);
        found["items"][0]["id"].as_str().map(ToOwned::to_owned)
    })
    .await
}

#[tokio::test]
async fn follow_up_questions_cover_open_criteria() {
    let world = World::new("inventing").await;
    world.set(json!({ "modelName": "good", "baseUrl": world.provider.base_url(), "apiKey": PROVIDER_KEY })).await;
    let _working = world.app.work();
    let id = evaluated(&world).await;
    let unsettle = r#"UPDATE evaluations SET ai_eval = jsonb_set(ai_eval, '{criteria}',
        (SELECT jsonb_agg(c || '{"verdict": "unknown", "quote": null}') FROM jsonb_array_elements(ai_eval->'criteria') c))"#;
    sqlx::query(unsettle).execute(&mut world.app.database.connection().await).await.unwrap();
    let application = world.owner.get(&format!("{}/applications/{id}", world.organization)).await.expect(200);
    let criteria = application["ai_eval"]["criteria"].as_array().unwrap().clone();
    let is_open = |criterion: &&Value| matches!(criterion["verdict"].as_str(), Some("unknown" | "partly"));
    let open: Vec<String> =
        criteria.iter().filter(is_open).map(|criterion| criterion["criterion"].as_str().unwrap().to_owned()).collect();
    assert!(open.len() > 1, "the resume leaves too little open: {application}");

    // Criteria and questions already covered are not asked again.
    let asked = format!("Which example shows: {}?", open[1]);
    let content = json!({
        "interviewer_name": "Li", "started_at": "2030-01-01T09:00:00Z",
        "sections": [{ "title": "A", "note": "", "questions": [{ "key": "0.0", "text": asked }] }],
        "answers": { "0.0": { "note": "Spoke of an old project", "mark": 2 } }, "verdicts": { open[0].clone(): "met" },
        "adhoc_notes": "", "overall_evaluation": "",
    });
    let draft = format!("{}/interview-drafts/{id}", world.organization);
    world.owner.put(&draft, json!({ "content": content, "version": 0 })).await.expect(200);
    world.set(json!({ "modelName": "inventing", "baseUrl": world.provider.base_url(), "apiKey": PROVIDER_KEY })).await;
    let path = format!("{}/interview-guides/{id}/follow-ups", world.organization);
    let proposed = world.owner.post(&path, json!({})).await;
    proposed.expect(202);
    let questions = world.done(proposed.header("location")).await["result"]["questions"].clone();
    let about: Vec<_> =
        questions.as_array().unwrap().iter().map(|one| one["criterion"].as_str().unwrap().to_owned()).collect();
    assert_eq!(
        about,
        open[2..].iter().take(6).cloned().collect::<Vec<_>>(),
        "neither judged, asked, nor invented: {questions}"
    );
    let told = world.provider.requests().last().unwrap().to_string();
    assert!(told.contains("Spoke of an old project"), "{told}");

    let stranger = world.app.member(&world.organization, Role::Interviewer).await;
    assert_eq!(stranger.post(&path, json!({})).await.problem(404), "application.not_found");
}

#[tokio::test]
async fn follow_up_questions_without_a_model_name_the_missing_setting() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let id = app.application(&job, "线上面试", "已预约线上面试").await;
    let refused = owner.post(&format!("{organization}/interview-guides/{id}/follow-ups"), json!({})).await;
    assert_eq!(refused.problem(409), "ai.key_required");
}

#[tokio::test]
async fn failed_translation_reports_its_reason() {
    let world = World::new("refusing").await;
    let _working = world.app.work();
    let body = json!({ "textToTranslate": "五年后端经验", "targetLanguage": "English" });
    let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
    let failed = world.over(asked.header("location")).await;
    assert_eq!((&failed["status"], &failed["error"]["category"]), (&json!("failed"), &json!("ai_parsing")));
}

/// The events of a task's text: the joined `text` deltas, and the task at the end.
async fn followed(response: reqwest::Response) -> (String, Value) {
    let body = response.text().await.unwrap();
    let (mut text, mut end) = (String::new(), Value::Null);
    for event in body.split("\n\n") {
        let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let Some(data) = field("data:").map(|data| serde_json::from_str::<Value>(data).unwrap()) else { continue };
        match field("event:") {
            Some("text") if data["is_more"] == true => text.push_str(data["text"].as_str().unwrap()),
            Some("text") => data["text"].as_str().unwrap().clone_into(&mut text),
            _ => end = data,
        }
    }
    (text, end)
}

#[tokio::test]
async fn draft_is_streamed_while_the_model_writes() {
    let world = World::new("good").await;
    world.provider.hold(true);
    let _working = world.app.work();
    let input =
        json!({ "kind": "questions", "title": "Accountant", "core_requirement": "CPA", "jd": "Closing the books" });
    let asked = world.owner.post(&format!("{}/job-drafts", world.organization), input).await;
    asked.expect(202);
    let task = asked.header("location").to_owned();
    let mut watching = world.owner.request(reqwest::Method::GET, &format!("{task}/text")).send().await.unwrap();
    assert_eq!(watching.headers()["content-type"], "text/event-stream");
    let mut seen = String::new();
    while !seen.contains("## Writt") {
        let piece = tokio::time::timeout(std::time::Duration::from_secs(60), watching.chunk()).await.unwrap();
        seen.push_str(&String::from_utf8_lossy(&piece.unwrap().unwrap()));
    }
    assert!(!seen.contains("event: end") && !seen.contains("How did it go?"), "{seen}");
    // A later client gets the text so far, and the rest.
    let late = world.owner.request(reqwest::Method::GET, &format!("{task}/text")).send().await.unwrap();
    world.provider.hold(false);
    let (text, end) = followed(late).await;
    assert_eq!((&end["status"], &end["result"]["engine"]), (&json!("completed"), &json!("model")));
    assert!(end["result"]["text"].as_str().unwrap().starts_with(&text) && text.starts_with("## Writt"), "{text}");
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM task_texts")
        .fetch_one(&mut world.app.database.connection().await)
        .await
        .unwrap();
    assert_eq!(left, 0);

    let stranger = world.app.owner("other").await.0;
    assert_eq!(stranger.get(&format!("{task}/text")).await.problem(404), "organization.not_found");
    let nothing = format!("{}/tasks/0190a1b2-0000-7000-8000-000000000000/text", world.organization);
    assert_eq!(world.owner.get(&nothing).await.problem(404), "task.not_found");
}

#[tokio::test]
async fn draft_uses_the_active_prompt_and_falls_back_to_a_template() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let own = json!({ "prompt_type": "jd", "text": "Write a job description for {{title}}, in rhyme." });
    world.owner.post(&format!("{}/prompts", world.organization), own).await.expect(201);
    let draft = async || {
        let input = json!({ "kind": "jd", "title": "Accountant", "core_requirement": "CPA" });
        let asked = world.owner.post(&format!("{}/job-drafts", world.organization), input).await;
        world.over(asked.header("location")).await
    };
    assert_eq!(draft().await["result"]["engine"], "model");
    assert!(world.provider.requests()[0].to_string().contains("for Accountant, in rhyme."));
    world.set(json!({ "modelName": "refusing" })).await;
    assert_eq!(draft().await["error"]["message"], "ai.answer_unusable");
    world.set(json!({ "fallbackToBuiltIn": true })).await;
    let result = draft().await["result"].clone();
    assert_eq!((&result["engine"], &result["fallback_reason"]), (&json!("built-in"), &json!("ai.answer_unusable")));
    assert!(result["text"].as_str().unwrap().contains("CPA"), "{result}");
}

#[tokio::test]
async fn insights_use_the_active_prompt() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let own = json!({ "prompt_type": "insights", "text": "Brief the board in {{language}}, in rhyme:\n{{figures}}" });
    world.owner.post(&format!("{}/prompts", world.organization), own).await.expect(201);
    let asked = json!({ "language": "id-ID" });
    let asked = world.owner.post(&format!("{}/dashboard/insights", world.organization), asked).await;
    let result = world.done(asked.header("location")).await["result"].clone();
    let said = world.provider.requests()[0]["messages"][1]["content"].as_str().unwrap().to_owned();
    assert!(said.starts_with("Brief the board in Indonesian, in rhyme:\n- "), "{said}");
    let finding = result["findings"][0]["text"].as_str().unwrap();
    assert!(said.contains(finding), "{said}");
}

#[tokio::test]
async fn model_evaluations_use_their_own_lane() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let batch = world.owner.evaluate(&world.job, archive([("Ann.pdf", resume_pdf("Ann", 1))])).await;
    world.owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let listed = world.owner.get(&format!("{}/applications", world.organization)).await.expect(200);
    let id = &listed["items"][0]["id"];
    let again =
        world.owner.post(&format!("{}/applications/evaluate", world.organization), json!({ "ids": [id] })).await;
    world.done(again.header("location")).await;
    let kept = json!({ "ids": [id], "reason": "other" });
    world.owner.post(&format!("{}/applications/archive", world.organization), kept).await.expect(200);
    let other = world.owner.job(&world.organization).await;
    let asked = json!({ "job_id": other.rsplit('/').next().unwrap() });
    let ranking = world.owner.post(&format!("{}/talent-pool/rank", world.organization), asked).await;
    world.owner.finished(ranking.header("location")).await;

    let lanes: Vec<(String, i16)> = sqlx::query_as(
        "SELECT b.source, t.lane FROM tasks t
         JOIN batch_tasks bt ON bt.organization_id = t.organization_id AND bt.task_id = t.id
         JOIN batches b ON b.organization_id = bt.organization_id AND b.id = bt.batch_id
         WHERE t.kind = 'resume.evaluate' ORDER BY t.id",
    )
    .fetch_all(&mut world.app.database.connection().await)
    .await
    .unwrap();
    let sources: Vec<&str> = lanes.iter().map(|(source, _)| source.as_str()).collect();
    assert_eq!(sources, ["upload", "reevaluation", "pool"]);
    assert!(lanes.iter().all(|(_, lane)| *lane == Lane::Models.number()), "{lanes:?}");
}

#[tokio::test]
async fn blind_mode_does_not_send_identities() {
    let world = World::new("good").await;
    world.owner.patch(&world.job, json!({ "blind_mode": true })).await.expect(200);
    let _working = world.app.work();
    let rows = world.evaluate(2).await;
    assert!(rows.iter().all(|row| row["status"] == "completed"), "{rows:?}");
    let sent = serde_json::to_string(&world.provider.requests()).unwrap();
    for withheld in ["Ann", "Ben", "Tan", "tan@example.com", "8123"] {
        assert!(!sent.contains(withheld), "{withheld}");
    }
    assert!(sent.contains("Built payment services in Rust"), "{sent}");
    let person = world.detail(&rows[0]).await["person"].clone();
    assert!(person["name"].as_str().unwrap().ends_with("Tan"), "{person}");
}

#[tokio::test]
async fn model_reading_is_requested_once_and_compared_with_the_built_in_reader() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let rows = world.evaluate(1).await;
    let detail = world.detail(&rows[0]).await;
    assert_eq!(detail["person"]["name"], "Ann Tan");
    let differs = |detail: &Value| -> Vec<Value> {
        let flags = detail["ai_eval"]["flags"].as_array().unwrap().iter();
        flags.filter(|flag| flag["kind"] == "reading_differs").map(|flag| flag["quote"].clone()).collect()
    };
    assert!(differs(&detail).is_empty(), "{detail}");
    let persons = || {
        let requests = world.provider.requests();
        requests.iter().filter(|request| request.to_string().contains("who the resume is of. name")).count()
    };
    assert_eq!(persons(), 1);
    world.evaluate(1).await;
    assert_eq!(persons(), 1, "what was read once is not asked for again");

    let world = World::new("misreading").await;
    let _working = world.app.work();
    let rows = world.evaluate(1).await;
    let detail = world.detail(&rows[0]).await;
    // A name in the text is accepted, an invented address is not.
    assert_eq!((&detail["person"]["name"], &detail["person"]["email"]), (&json!("Tan"), &json!("ann.tan@example.com")));
    assert_eq!(differs(&detail), [json!("Tan")]);
    let told = rows[0]["flags"].as_array().unwrap().iter().any(|flag| flag["kind"] == "reading_differs");
    assert!(told, "{}", rows[0]);
}

#[tokio::test]
async fn inconsistent_provider_keeps_the_order_and_reports_its_spread() {
    let world = World::new("wavering").await;
    let _working = world.app.work();
    let mut orders = Vec::new();
    for _ in 0..5 {
        // Each lacks more requirements than the previous one.
        let lacking = [("Ann", 0), ("Ben", 2), ("Cat", 4)];
        let files = lacking.iter().zip(1..).map(|((name, lines), digit)| {
            let mut resume = resume(name, digit);
            let kept = ["PostgreSQL", "Kubernetes", "Rust", "ackend"];
            for word in kept.iter().take(*lines) {
                resume.iter_mut().for_each(|line| *line = line.replace(word, "work"));
            }
            (format!("{name}.pdf"), pdf_with(&resume, ""))
        });
        let mut rows = world.evaluate_files(files.collect()).await;
        rows.sort_by(|one, other| {
            let score = |row: &Value| row["score"].as_f64().unwrap();
            score(other)
                .total_cmp(&score(one))
                .then_with(|| one["file_name"].as_str().cmp(&other["file_name"].as_str()))
        });
        let names: Vec<String> = rows.iter().map(|row| row["file_name"].as_str().unwrap().to_owned()).collect();
        orders.push(names);
        for row in &rows {
            let eval = world.detail(row).await["ai_eval"].clone();
            if let Some(spread) = eval["spread"].as_object() {
                assert!(spread["opinions"].as_u64().unwrap() >= 2, "{eval}");
                assert!(spread["low"].as_f64() <= eval["overallScore"].as_f64(), "{eval}");
            }
        }
    }
    assert!(orders.iter().all(|order| *order == orders[0]), "{orders:?}");
}

#[tokio::test]
async fn new_organizations_have_no_usage_and_no_pause() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let usage = owner.get(&format!("{organization}/ai-usage")).await.expect(200);
    assert_eq!((&usage["items"], &usage["total"]["requests"]), (&json!([]), &json!(0)));
    assert_eq!(owner.post(&format!("{organization}/ai/resume"), json!({})).await.expect(200)["retried"], 0);
}
