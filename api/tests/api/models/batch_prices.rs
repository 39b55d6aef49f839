//! Evaluations that wait for a provider batch: the whole way, and every way back to asking now.

use bole_scheduler::{Clock, Cron, ExchangeModelBatches};
use serde_json::{Value, json};

use super::World;
use crate::samples::{archive, resume_pdf};
use crate::support::eventually;

/// A batch whose entries are evaluated again within a day.
struct Deferred {
    world: World,
    /// Its path under `/api`.
    batch: String,
    /// How many requests were sent live before.
    asked: usize,
    _working: crate::support::Working,
}

impl Deferred {
    /// Entries of two people whose requests are recorded.
    async fn new() -> Self {
        let this = Self::evaluated("good").await;
        this.again("within_a_day").await.expect(200);
        this.recorded(2).await;
        this
    }

    /// Entries that were evaluated at once.
    async fn evaluated(model: &str) -> Self {
        let world = World::new(model).await;
        let working = world.app.work();
        let files = [("Ann.pdf", resume_pdf("Ann", 1)), ("Ben.pdf", resume_pdf("Ben", 2))];
        let batch = world.owner.evaluate(&world.job, archive(files)).await;
        let asked = world.provider.requests().len();
        Self { world, batch, asked, _working: working }
    }

    async fn again(&self, when: &str) -> crate::support::Answer {
        self.world.owner.post(&format!("{}/evaluate-again?when={when}", self.batch), json!({})).await
    }

    /// Waits until this many evaluations wait for their request.
    async fn recorded(&self, count: i64) {
        let sql = "SELECT count(*) FROM model_batch_requests r JOIN tasks t ON t.id = r.task_id
                   WHERE r.state = 'waiting' AND t.state = 'delayed'";
        eventually("the requests are recorded", async || (self.number(sql).await == count).then_some(())).await;
    }

    async fn number(&self, sql: &str) -> i64 {
        sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
            .fetch_one(&mut self.world.app.database.connection().await)
            .await
            .unwrap()
    }

    async fn change(&self, sql: &str) {
        let query = sqlx::query(sqlx::AssertSqlSafe(sql));
        query.execute(&mut self.world.app.database.connection().await).await.unwrap();
    }

    /// Runs the cron at a time from now, and waits for the exchange that it starts.
    async fn exchange_in(&self, offset: time::Duration) {
        let clock = Clock { offset, ..Clock::default() };
        Cron::run(&ExchangeModelBatches { clock }, &self.world.app.db).await.unwrap();
        let sql =
            "SELECT count(*) FROM tasks WHERE kind = 'model_batches.exchange' AND state NOT IN ('completed', 'failed')";
        eventually("the exchange is over", async || (self.number(sql).await == 0).then_some(())).await;
        let failed = "SELECT count(*) FROM tasks WHERE kind = 'model_batches.exchange' AND state = 'failed'";
        assert_eq!(self.number(failed).await, 0);
    }

    async fn exchange(&self) {
        self.exchange_in(time::Duration::minutes(1)).await;
    }

    async fn rows(&self) -> Vec<Value> {
        self.world.owner.rows(&self.batch).await
    }

    /// The rows, once all are evaluated.
    async fn done(&self) -> Vec<Value> {
        eventually("the rows are evaluated", async || {
            let rows = self.rows().await;
            rows.iter().all(|row| row["status"] == "completed").then_some(rows)
        })
        .await
    }

    /// The live requests since the entries were first evaluated.
    fn live(&self) -> usize {
        self.world.provider.requests().len() - self.asked
    }

    fn statuses(&self) -> Vec<String> {
        self.world.provider.batches().into_iter().map(|batch| batch.status).collect()
    }

    async fn usage(&self) -> Value {
        self.world.owner.get(&format!("{}/ai-usage", self.world.organization)).await.expect(200)["total"].clone()
    }
}

#[tokio::test]
async fn evaluations_wait_for_a_batch_at_half_the_price() {
    let deferred = Deferred::evaluated("good").await;
    let prices = json!({ "promptPrice": 2.0, "cachedPrice": 2.0, "completionPrice": 2.0 });
    deferred.world.set(prices).await;
    let (before, used) = (deferred.done().await, deferred.usage().await);
    deferred.again("within_a_day").await.expect(200);
    deferred.recorded(2).await;
    for row in deferred.rows().await {
        assert_eq!((&row["status"], &row["at_provider_since"]), (&json!("pending"), &Value::Null), "{row}");
    }

    deferred.exchange_in(time::Duration::ZERO).await;
    assert_eq!(deferred.statuses(), [""; 0], "more requests may come");
    deferred.exchange().await;
    let batches = deferred.world.provider.batches();
    assert_eq!((batches.len(), batches[0].lines.len()), (1, 2));
    let line = &batches[0].lines[0];
    assert_eq!((&line["method"], &line["url"]), (&json!("POST"), &json!("/v1/chat/completions")));
    assert_eq!((&line["body"]["model"], &line["body"]["stream"]), (&json!("good"), &Value::Null));
    for row in deferred.rows().await {
        assert!(row["status"] == "pending" && row["at_provider_since"].is_string(), "{row}");
    }
    deferred.exchange().await;
    assert_eq!(deferred.statuses(), ["in_progress"]);

    deferred.world.provider.end_batches("completed", 0).await;
    deferred.exchange().await;
    let after = deferred.done().await;
    assert_eq!(deferred.live(), 0, "nobody was asked twice");
    for (before, after) in before.iter().zip(&after) {
        assert_eq!((&before["score"], &after["at_provider_since"]), (&after["score"], &Value::Null));
        let eval = deferred.world.detail(after).await["ai_eval"].clone();
        assert_eq!((&eval["engine"], &eval["versions"]["model"]), (&json!("model"), &json!("good")));
    }
    let total = deferred.usage().await;
    let since = |name: &str| total[name].as_f64().unwrap() - used[name].as_f64().unwrap();
    let tokens = since("prompt_tokens") + since("completion_tokens");
    assert_eq!(since("requests"), 2.0);
    assert!((since("cost") - tokens * 2.0 / 1_000_000.0 / 2.0).abs() < 1e-5, "half of {tokens} tokens: {total}");
    let kept = "SELECT count(*) FROM model_batch_requests WHERE body IS NOT NULL OR answer IS NOT NULL";
    assert_eq!(deferred.number(kept).await, 0, "nothing of a resume is kept");
    assert_eq!(deferred.world.provider.batch_files(), 0, "nor at the provider");
}

#[tokio::test]
async fn request_that_fails_in_a_batch_is_asked_now() {
    let deferred = Deferred::new().await;
    deferred.exchange().await;
    deferred.world.provider.end_batches("completed", 1).await;
    deferred.exchange().await;
    deferred.done().await;
    assert_eq!(deferred.live(), 1);
}

#[tokio::test]
async fn batch_without_answers_falls_back_to_now() {
    for status in ["expired", "failed", "cancelled"] {
        let deferred = Deferred::new().await;
        deferred.exchange().await;
        deferred.world.provider.end_batches(status, 2).await;
        deferred.exchange().await;
        deferred.done().await;
        assert_eq!(deferred.live(), 2, "{status}");
    }
}

#[tokio::test]
async fn evaluations_are_asked_now_after_a_day() {
    let deferred = Deferred::new().await;
    deferred.exchange().await;
    deferred.exchange_in(time::Duration::hours(23)).await;
    assert_eq!(deferred.live(), 0);
    deferred.exchange_in(time::Duration::minutes(24 * 60 + 5)).await;
    assert_eq!(deferred.statuses(), ["cancelling"], "before anybody asks now");
    assert_eq!(deferred.live(), 0);
    deferred.exchange_in(time::Duration::minutes(24 * 60 + 6)).await;
    deferred.done().await;
    assert_eq!(deferred.live(), 2);
    assert_eq!(deferred.statuses(), ["cancelled"]);
    assert_eq!(deferred.number("SELECT count(*) FROM model_batches WHERE state = 'ended'").await, 1);
}

#[tokio::test]
async fn what_a_cancelled_batch_has_answered_is_used_and_paid_for_once() {
    let deferred = Deferred::new().await;
    let before = deferred.usage().await["requests"].as_i64().unwrap();
    deferred.exchange().await;
    deferred.exchange_in(time::Duration::minutes(24 * 60 + 5)).await;
    deferred.world.provider.end_batches("cancelled", 1).await;
    deferred.exchange_in(time::Duration::minutes(24 * 60 + 6)).await;
    deferred.done().await;
    assert_eq!(deferred.live(), 1, "only what has no answer is asked again");
    assert_eq!(deferred.usage().await["requests"].as_i64().unwrap() - before, 2);
}

#[tokio::test]
async fn batch_that_is_not_ended_in_time_is_not_waited_for() {
    let deferred = Deferred::new().await;
    deferred.exchange().await;
    // The provider does not end it, whatever it is asked.
    deferred.exchange_in(time::Duration::minutes(24 * 60 + 31)).await;
    deferred.done().await;
    assert_eq!(deferred.live(), 2);
}

#[tokio::test]
async fn person_can_stop_waiting_for_a_batch() {
    let deferred = Deferred::new().await;
    deferred.exchange().await;
    let (world, path) = (&deferred.world, format!("{}/model-batches", deferred.world.organization));
    let listed = world.owner.get(&path).await.expect(200)["items"].clone();
    let (batch, job) = (&listed[0], world.owner.get(&world.job).await.expect(200)["title"].clone());
    assert_eq!((&batch["model"], &batch["waiting"], &batch["jobs"]), (&json!("good"), &json!(2), &json!([job])));
    assert!(batch["at_provider_since"].is_string() && batch["falls_back_at"].is_string(), "{batch}");
    assert_eq!(batch["is_ending"], false);

    world.owner.post(&format!("{path}/{}/withdraw", batch["id"].as_str().unwrap()), json!({})).await.expect(204);
    eventually("it is cancelled there", async || (deferred.statuses() == ["cancelling"]).then_some(())).await;
    assert_eq!(world.owner.get(&path).await.expect(200)["items"][0]["is_ending"], true);
    world.provider.end_batches("cancelled", 1).await;
    deferred.exchange().await;
    deferred.done().await;
    assert_eq!(deferred.live(), 1);
    assert_eq!(world.owner.get(&path).await.expect(200)["items"], json!([]));
    let unknown = format!("{path}/{}/withdraw", batch["id"].as_str().unwrap());
    world.owner.post(&unknown, json!({})).await.expect(404);
}

#[tokio::test]
async fn batches_stay_within_the_monthly_budget() {
    let deferred = Deferred::evaluated("good").await;
    deferred.done().await;
    let prices = json!({ "promptPrice": 200.0, "cachedPrice": 200.0, "completionPrice": 200.0 });
    deferred.world.set(prices).await;
    deferred.again("within_a_day").await.expect(200);
    deferred.recorded(2).await;
    // Room for one and a half of the longer one.
    let bytes = deferred.number("SELECT max(octet_length(body))::bigint FROM model_batch_requests").await;
    let one = (bytes as f64 / 3.0 + 1_000.0) * 100.0 / 1_000_000.0;
    deferred.world.set(json!({ "monthlyBudget": one * 1.5 })).await;
    deferred.exchange().await;
    let lines = || deferred.world.provider.batches().iter().map(|batch| batch.lines.len()).collect::<Vec<_>>();
    assert_eq!(lines(), [1], "the second one would not fit");
    let settings = deferred.world.owner.get(&format!("{}/settings/ai", deferred.world.organization)).await.expect(200);
    let reserved = settings["reservedForBatches"].as_f64().unwrap();
    assert!(reserved > 0.5 * one && reserved < 1.01 * one, "{reserved} of {one}");
    assert_eq!(settings["spentThisMonth"].as_f64(), Some(0.0));

    deferred.world.provider.end_batches("completed", 0).await;
    deferred.exchange().await;
    deferred.world.set(json!({ "monthlyBudget": one * 10.0 })).await;
    deferred.exchange().await;
    assert_eq!(lines(), [1, 1], "the first one's real cost is known");
    deferred.world.provider.end_batches("completed", 0).await;
    deferred.exchange().await;
    deferred.done().await;
    assert_eq!(deferred.live(), 0);
    assert_eq!(deferred.number("SELECT count(*) FROM model_batches WHERE state <> 'ended'").await, 0);
}

#[tokio::test]
async fn batch_is_cancelled_at_the_provider_once_nobody_waits() {
    let deferred = Deferred::new().await;
    deferred.exchange().await;
    let rows = deferred.rows().await;
    let delete = async |row: &Value| {
        let path = format!("{}/batch-tasks/{}", deferred.world.organization, row["id"].as_str().unwrap());
        deferred.world.owner.delete(&path).await.expect(204);
    };
    delete(&rows[0]).await;
    deferred.exchange().await;
    assert_eq!(deferred.statuses(), ["in_progress"], "another one waits");
    delete(&rows[1]).await;
    deferred.exchange().await;
    assert_eq!(deferred.statuses(), ["cancelling"]);
    deferred.exchange().await;
    assert_eq!(deferred.statuses(), ["cancelled"]);
    assert_eq!((deferred.live(), deferred.number("SELECT count(*) FROM model_batch_requests").await), (0, 0));
}

#[tokio::test]
async fn batch_created_before_an_interruption_is_found_again() {
    let deferred = Deferred::new().await;
    deferred.exchange().await;
    // As if the process had died before it recorded what the provider answered.
    deferred.change("UPDATE model_batches SET state = 'submitting', provider_id = NULL, submitted_at = NULL").await;
    deferred.exchange().await;
    assert_eq!(deferred.statuses().len(), 1, "it is not sent twice");
    deferred.world.provider.end_batches("completed", 0).await;
    deferred.exchange().await;
    deferred.done().await;
    assert_eq!(deferred.live(), 0);
}

#[tokio::test]
async fn upload_before_an_interruption_is_used() {
    let deferred = Deferred::new().await;
    deferred.exchange().await;
    let provider = &deferred.world.provider;
    provider.forget_batches();
    deferred.change("UPDATE model_batches SET state = 'submitting', provider_id = NULL, submitted_at = NULL").await;
    deferred.exchange().await;
    assert_eq!((provider.batches().len(), provider.batch_files()), (1, 1), "the file was there already");
    // And where nothing was uploaded yet.
    provider.forget_batches();
    let lost =
        "UPDATE model_batches SET state = 'submitting', provider_id = NULL, submitted_at = NULL, input_file_id = NULL";
    deferred.change(lost).await;
    deferred.exchange().await;
    provider.end_batches("completed", 0).await;
    deferred.exchange().await;
    deferred.done().await;
    assert_eq!(deferred.live(), 0);
}

#[tokio::test]
async fn batch_of_a_former_key_is_asked_now() {
    let deferred = Deferred::new().await;
    deferred.exchange().await;
    let elsewhere = deferred.world.provider.base_url().replace("/v1", "/other/v1");
    deferred.world.set(json!({ "baseUrl": elsewhere, "apiKey": bole_testkit::PROVIDER_KEY })).await;
    deferred.exchange().await;
    assert_eq!(deferred.statuses(), ["cancelling"], "with the key that it was sent with");
    assert_eq!(deferred.live(), 0);
    deferred.world.provider.end_batches("cancelled", 1).await;
    deferred.exchange().await;
    deferred.done().await;
    assert_eq!(deferred.live(), 1, "what was answered until then is used");
    let kept = "SELECT count(*) FROM model_batches WHERE api_key_sealed IS NOT NULL";
    assert_eq!(deferred.number(kept).await, 0, "its key is forgotten");
}

#[tokio::test]
async fn batch_of_a_removed_key_is_cancelled() {
    let deferred = Deferred::new().await;
    deferred.exchange().await;
    deferred.world.set(json!({ "apiKey": "" })).await;
    deferred.exchange().await;
    assert_eq!(deferred.statuses(), ["cancelling"]);
    deferred.exchange().await;
    deferred.done().await;
    assert_eq!((deferred.live(), deferred.statuses()), (0, vec!["cancelled".to_owned()]), "the built-in engine judges");
    assert_eq!(deferred.number("SELECT count(*) FROM model_batches WHERE state <> 'ended'").await, 0);
}

#[tokio::test]
async fn changed_criteria_are_asked_now_when_the_answer_comes() {
    let deferred = Deferred::new().await;
    deferred.exchange().await;
    let criteria = json!({ "ai_evaluation_criteria": "- Must have: Haskell\n- Nice to have: Kubernetes" });
    deferred.world.owner.patch(&deferred.world.job, criteria).await.expect(200);
    deferred.world.provider.end_batches("completed", 0).await;
    deferred.exchange().await;
    deferred.done().await;
    assert!(deferred.live() >= 2, "an answer counts for its question only");
}

#[tokio::test]
async fn provider_without_batches_is_refused() {
    let deferred = Deferred::evaluated("good").await;
    let world = &deferred.world;
    let state = async || world.owner.get(&format!("{}/ai/state", world.organization)).await.expect(200);
    assert_eq!(state().await["has_batch_prices"], true);
    let elsewhere = world.provider.base_url().replace("127.0.0.1", "127.0.0.2");
    world.set(json!({ "baseUrl": elsewhere, "apiKey": bole_testkit::PROVIDER_KEY })).await;
    assert_eq!(state().await["has_batch_prices"], false);
    assert_eq!(deferred.again("within_a_day").await.problem(422), "ai.batch_prices_unavailable");
    let job = world.job.rsplit('/').next().unwrap();
    let rank = json!({ "job_id": job, "when": "within_a_day" });
    let refused = world.owner.post(&format!("{}/talent-pool/rank", world.organization), rank).await;
    assert_eq!(refused.problem(422), "ai.batch_prices_unavailable");
    let refused = world.owner.post(&format!("{}/evaluate-again?when=within_a_day", world.job), json!({})).await;
    assert_eq!(refused.problem(422), "ai.batch_prices_unavailable");
    world.owner.post(&format!("{}/promote", deferred.batch), json!({})).await.expect(200);
    let listed = world.owner.get(&format!("{}/applications", world.organization)).await.expect(200);
    let one = json!({ "ids": [listed["items"][0]["id"]], "when": "within_a_day" });
    let refused = world.owner.post(&format!("{}/applications/evaluate", world.organization), one).await;
    assert_eq!(refused.problem(422), "ai.batch_prices_unavailable");
    deferred.again("now").await.expect(200);
}

#[tokio::test]
async fn pool_is_matched_within_a_day_and_uploads_never_wait() {
    let mut deferred = Deferred::evaluated("good").await;
    let (owner, organization) = (deferred.world.owner.clone(), deferred.world.organization.clone());
    assert_eq!(
        deferred.number("SELECT count(*) FROM model_batch_requests").await,
        0,
        "an upload was evaluated at once"
    );
    owner.post(&format!("{}/promote", deferred.batch), json!({})).await.expect(200);
    let listed = owner.get(&format!("{organization}/applications")).await.expect(200);
    let ids: Vec<&Value> = listed["items"].as_array().unwrap().iter().map(|item| &item["id"]).collect();
    let kept = json!({ "ids": ids, "reason": "人才库" });
    owner.post(&format!("{organization}/applications/archive"), kept).await.expect(200);

    let other = owner.job(&organization).await;
    let asked = json!({ "job_id": other.rsplit('/').next().unwrap(), "when": "within_a_day" });
    let answer = owner.post(&format!("{organization}/talent-pool/rank"), asked).await;
    answer.expect(202);
    answer.header("location").clone_into(&mut deferred.batch);
    deferred.recorded(2).await;
    let read = deferred.live();
    deferred.exchange().await;
    // A first evaluation runs beside it.
    let upload = owner.evaluate(&other, archive([("Cat.pdf", resume_pdf("Cat", 3))])).await;
    assert_eq!(owner.rows(&upload).await[0]["status"], "completed");
    let live = deferred.live();
    assert!(live > read);
    deferred.world.provider.end_batches("completed", 0).await;
    deferred.exchange().await;
    assert_eq!(deferred.done().await.len(), 2);
    assert_eq!(deferred.live(), live);
}

#[tokio::test]
async fn applications_are_evaluated_again_within_a_day() {
    let deferred = Deferred::evaluated("good").await;
    let world = &deferred.world;
    world.owner.post(&format!("{}/promote", deferred.batch), json!({})).await.expect(200);
    let asked = world.owner.post(&format!("{}/evaluate-again?when=within_a_day", world.job), json!({})).await;
    asked.expect(202);
    let task = asked.header("location").to_owned();
    deferred.recorded(2).await;
    deferred.exchange().await;
    world.provider.end_batches("completed", 0).await;
    deferred.exchange().await;
    eventually("the evaluations are over", async || {
        world.app.run_postponed("applications.evaluate").await;
        let task = world.owner.get(&task).await.expect(200);
        (task["status"] == "completed").then_some(())
    })
    .await;
    assert_eq!(deferred.live(), 0);
}

#[tokio::test]
async fn paused_organization_sends_no_batch() {
    let deferred = Deferred::new().await;
    deferred.world.set(json!({ "monthlyBudget": 0.0, "promptPrice": 1.0, "completionPrice": 1.0 })).await;
    deferred.exchange().await;
    assert_eq!(deferred.statuses(), [""; 0]);
    let rows = eventually("the rows fail", async || {
        let rows = deferred.rows().await;
        rows.iter().all(|row| row["status"] == "failed").then_some(rows)
    })
    .await;
    assert_eq!(rows[0]["failure_reason"], "ai.budget_spent", "as when they are asked now");
}
