//! Failures of a provider: reasons, limits, pauses, and the built-in engine in its place.

use bole_domain::task::Lane;
use bole_testkit::PROVIDER_KEY;
use serde_json::{Value, json};

use super::World;
use crate::samples::file;
use crate::support::{TestApp, eventually};

#[tokio::test]
async fn provider_errors_map_to_reasons() {
    for (model, reason, category) in [
        ("broken-json", "ai.answer_unusable", "ai_parsing"),
        ("refusing", "ai.answer_unusable", "ai_parsing"),
        ("truncating", "ai.answer_unusable", "ai_parsing"),
        ("omitting", "ai.answer_unusable", "ai_parsing"),
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
async fn cut_answer_is_no_judgement_and_can_be_retried() {
    let world = World::new("truncating").await;
    let _working = world.app.work();
    let row = &world.evaluate(1).await[0];
    assert_eq!(
        (&row["status"], &row["score"], &row["retryable"]),
        (&json!("failed"), &Value::Null, &json!(true)),
        "{row}"
    );
    world.set(json!({ "modelName": "good" })).await;
    let path = format!("{}/batch-tasks/{}", world.organization, row["id"].as_str().unwrap());
    world.owner.post(&format!("{path}/retry"), json!({})).await.expect(200);
    world.owner.finished(&format!("{}/batches/{}", world.organization, row["batch_id"].as_str().unwrap())).await;
    assert_eq!(world.detail(row).await["status"], "completed");
}

#[tokio::test]
async fn scan_is_recognised_once_although_the_provider_fails() {
    let mut world = World::new("truncating").await;
    world.app.recognize_scans();
    let _working = world.app.work();
    let scan = file("shared/documents/tests/corpus/hostile/scanned_zh.pdf");
    let row = &world.evaluate_files(vec![("scan.pdf".to_owned(), scan)]).await[0];
    assert_eq!(row["failure_reason"], "ai.answer_unusable", "{row}");
    world.set(json!({ "modelName": "good" })).await;
    let path = format!("{}/batch-tasks/{}", world.organization, row["id"].as_str().unwrap());
    world.owner.post(&format!("{path}/retry"), json!({})).await.expect(200);
    world.owner.finished(&format!("{}/batches/{}", world.organization, row["batch_id"].as_str().unwrap())).await;
    let detail = world.detail(row).await;
    assert_eq!((&detail["status"], &detail["engine"]), (&json!("completed"), &json!("model")), "{detail}");
    let mut connection = world.app.database.connection().await;
    let lanes: Vec<i16> = sqlx::query_scalar("SELECT lane FROM tasks WHERE kind = 'resume.evaluate' ORDER BY id")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    assert_eq!(
        lanes,
        [Lane::Models, Lane::Scans, Lane::Models].map(Lane::number),
        "the model has not waited for a scan"
    );
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
async fn work_that_only_a_person_can_resume_is_not_retried() {
    let world = World::new("exhausted").await;
    let _working = world.app.work();
    let draft = async |of: &World| {
        let input = json!({ "kind": "jd", "title": "Accountant", "core_requirement": "CPA" });
        let asked = of.owner.post(&format!("{}/job-drafts", of.organization), input).await;
        of.over(asked.header("location")).await
    };
    let rows = world.evaluate(1).await;
    assert_eq!((&rows[0]["status"], &rows[0]["failure_reason"]), (&json!("failed"), &json!("ai.quota")), "{rows:?}");
    let asked = world.provider.requests().len();
    assert_eq!(asked, 1);
    let stopped = draft(&world).await;
    assert_eq!(
        (&stopped["error"]["message"], &stopped["error"]["category"], &stopped["attempts"]),
        (&json!("ai.paused"), &json!("quota"), &json!(1))
    );
    world.set(json!({ "fallbackToBuiltIn": true })).await;
    let replaced = draft(&world).await;
    assert_eq!((&replaced["result"]["fallback_reason"], &replaced["attempts"]), (&json!("ai.paused"), &json!(1)));
    assert_eq!(world.provider.requests().len(), asked);

    let other = World::new("exhausted").await;
    let _also_working = other.app.work();
    let refused = draft(&other).await;
    assert_eq!((&refused["error"]["message"], &refused["attempts"]), (&json!("ai.quota"), &json!(1)));
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
async fn new_organizations_have_no_usage_and_no_pause() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let usage = owner.get(&format!("{organization}/ai-usage")).await.expect(200);
    assert_eq!((&usage["items"], &usage["total"]["requests"]), (&json!([]), &json!(0)));
    assert_eq!(owner.post(&format!("{organization}/ai/resume"), json!({})).await.expect(200)["retried"], 0);
}
