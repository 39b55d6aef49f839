//! The talent pool ranked for a job: many people share a task, and each is still evaluated, retried and deleted alone.

use std::sync::Arc;

use async_trait::async_trait;
use bole_ai::{AiError, BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_domain::evaluation::{Engine, Judgements, Rubric};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::samples::{archive, resume_pdf};
use crate::support::{Client, TestApp, eventually};

/// The built-in engine, as often as it is allowed.
pub struct Allowed(pub Semaphore);

#[async_trait]
impl Judge for Allowed {
    fn engine(&self) -> Engine {
        BuiltIn.engine()
    }

    fn version(&self) -> &str {
        BuiltIn.version()
    }

    async fn rubric(&self, job: &JobBrief) -> Result<Rubric, AiError> {
        BuiltIn.rubric(job).await
    }

    async fn judge(&self, job: &JobContext, resume: &Resume<'_>) -> Result<Judgements, AiError> {
        self.0.acquire().await.unwrap().forget();
        BuiltIn.judge(job, resume).await
    }
}

const PEOPLE: [&str; 4] = ["Ann", "Ben", "Cleo", "Dan"];

struct Pool {
    app: TestApp,
    owner: Client,
    organization: String,
}

impl Pool {
    /// Four people with readings.
    async fn new() -> Self {
        let app = TestApp::new().await;
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let working = app.work();
        let files = (1..).zip(PEOPLE).map(|(digit, name)| (format!("{name}.pdf"), resume_pdf(name, digit)));
        let batch = owner.evaluate(&job, archive(files)).await;
        owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
        let listed = owner.get(&format!("{organization}/applications")).await.expect(200);
        let ids: Vec<&Value> = listed["items"].as_array().unwrap().iter().map(|item| &item["id"]).collect();
        assert_eq!(ids.len(), PEOPLE.len());
        let kept = json!({ "ids": ids, "reason": "人才库" });
        owner.post(&format!("{organization}/applications/archive"), kept).await.expect(200);
        drop(working);
        Self { app, owner, organization }
    }

    /// Ranks the pool for another job; the batch's path under `/api`.
    async fn rank(&self) -> String {
        let job = self.owner.job(&self.organization).await;
        let asked = json!({ "job_id": job.rsplit('/').next().unwrap() });
        let answer = self.owner.post(&format!("{}/talent-pool/rank", self.organization), asked).await;
        answer.expect(202);
        answer.header("location").to_owned()
    }

    /// The same, until all are with the judge, who waits.
    async fn rank_until_judged(&self, batch: &str) {
        eventually("everybody is being judged", async || {
            let found = self.owner.get(batch).await.expect(200);
            (found["counts"]["processing"] == PEOPLE.len()).then_some(())
        })
        .await;
    }

    async fn execute(&self, sql: &'static str) {
        sqlx::query(sql).execute(&mut self.app.database.connection().await).await.unwrap();
    }

    /// The number of tasks of this kind.
    async fn tasks(&self, kind: &str) -> usize {
        let found = self.owner.get(&format!("{}/tasks?kind={kind}&limit=200", self.organization)).await.expect(200);
        found["items"].as_array().unwrap().len()
    }

    fn row(&self, row: &Value) -> String {
        format!("{}/batch-tasks/{}", self.organization, row["id"].as_str().unwrap())
    }

    async fn counts(&self, batch: &str) -> Value {
        self.owner.finished(batch).await["counts"].clone()
    }
}

fn counts(completed: usize, failed: usize) -> Value {
    json!({ "pending": 0, "processing": 0, "completed": completed, "failed": failed, "retry": 0, "skipped": 0 })
}

#[tokio::test]
async fn people_share_a_task_and_failed_ones_get_their_own() {
    let pool = Pool::new().await;
    let before = pool.tasks("resume.evaluate").await;
    pool.execute(
        r#"UPDATE file_texts SET profile = profile || '{"email": null, "phone": null, "work_experiences": [],
                                                       "education": [], "skills": []}' WHERE text LIKE '%Ben Tan%'"#,
    )
    .await;
    let _working = pool.app.work();
    let batch = pool.rank().await;
    assert_eq!(pool.counts(&batch).await, counts(3, 1));
    assert_eq!((pool.tasks("resumes.evaluate").await, pool.tasks("resume.evaluate").await - before), (1, 1));
    let rows = pool.owner.rows(&batch).await;
    for row in &rows {
        let is_ben = row["file_name"] == "Ben.pdf";
        assert_eq!(row["status"], if is_ben { "failed" } else { "completed" }, "{row}");
        assert_eq!(row["failure_reason"] == "document.not_a_resume", is_ben, "{row}");
        assert_eq!(row["score"].is_number(), !is_ben, "{row}");
    }
    let ben = rows.iter().find(|row| row["status"] == "failed").unwrap();
    pool.execute("DELETE FROM file_texts WHERE text LIKE '%Ben Tan%'").await;
    pool.owner.post(&format!("{}/retry", pool.row(ben)), json!({})).await.expect(200);
    assert_eq!(pool.counts(&batch).await, counts(4, 0), "the file was read anew");
}

#[tokio::test]
async fn unread_file_gets_its_own_task() {
    let pool = Pool::new().await;
    let before = pool.tasks("resume.evaluate").await;
    pool.execute("DELETE FROM file_texts WHERE text LIKE '%Cleo Tan%'").await;
    let _working = pool.app.work();
    let batch = pool.rank().await;
    assert_eq!(pool.counts(&batch).await, counts(4, 0));
    assert_eq!((pool.tasks("resumes.evaluate").await, pool.tasks("resume.evaluate").await - before), (1, 1));
}

#[tokio::test]
async fn entry_deleted_during_evaluation_leaves_the_others() {
    let pool = Pool::new().await;
    let judge = Arc::new(Allowed(Semaphore::new(0)));
    let _working = pool.app.work_with(judge.clone(), 4);
    let batch = pool.rank().await;
    pool.rank_until_judged(&batch).await;
    let rows = pool.owner.rows(&batch).await;
    pool.owner.delete(&pool.row(&rows[1])).await.expect(204);
    judge.0.add_permits(100);
    assert_eq!(pool.counts(&batch).await, counts(3, 0));
}

#[tokio::test]
async fn deleting_a_person_leaves_the_others_their_task() {
    let pool = Pool::new().await;
    let judge = Arc::new(Allowed(Semaphore::new(0)));
    let _working = pool.app.work_with(judge.clone(), 4);
    let batch = pool.rank().await;
    pool.rank_until_judged(&batch).await;
    let listed = pool.owner.get(&format!("{}/applications?archived=true", pool.organization)).await.expect(200);
    let person = listed["items"][0]["person"]["id"].as_str().unwrap();
    pool.owner.delete(&format!("{}/people/{person}", pool.organization)).await.expect(204);
    judge.0.add_permits(100);
    assert_eq!(pool.counts(&batch).await, counts(3, 0));
}

#[tokio::test]
async fn deleting_all_people_ends_the_task() {
    let pool = Pool::new().await;
    let judge = Arc::new(Allowed(Semaphore::new(0)));
    let _working = pool.app.work_with(judge.clone(), 4);
    let batch = pool.rank().await;
    pool.rank_until_judged(&batch).await;
    let listed = pool.owner.get(&format!("{}/applications?archived=true", pool.organization)).await.expect(200);
    for item in listed["items"].as_array().unwrap() {
        let person = item["person"]["id"].as_str().unwrap();
        pool.owner.delete(&format!("{}/people/{person}", pool.organization)).await.expect(204);
    }
    let tasks = pool.owner.get(&format!("{}/tasks?kind=resumes.evaluate", pool.organization)).await.expect(200);
    assert_eq!(tasks["items"][0]["error"]["message"], "task.cancelled");
}

#[tokio::test]
async fn deleting_all_entries_ends_the_task() {
    let pool = Pool::new().await;
    let judge = Arc::new(Allowed(Semaphore::new(0)));
    let _working = pool.app.work_with(judge.clone(), 4);
    let batch = pool.rank().await;
    pool.rank_until_judged(&batch).await;
    for row in pool.owner.rows(&batch).await {
        pool.owner.delete(&pool.row(&row)).await.expect(204);
    }
    let tasks = pool.owner.get(&format!("{}/tasks?kind=resumes.evaluate", pool.organization)).await.expect(200);
    let [task] = &tasks["items"].as_array().unwrap()[..] else { panic!("{tasks}") };
    assert_eq!((&task["status"], &task["error"]["message"]), (&json!("failed"), &json!("task.cancelled")));
}

#[tokio::test]
async fn entries_of_a_cancelled_task_are_retried_singly_or_together() {
    let pool = Pool::new().await;
    let judge = Arc::new(Allowed(Semaphore::new(0)));
    let _working = pool.app.work_with(judge.clone(), 4);
    let batch = pool.rank().await;
    pool.rank_until_judged(&batch).await;
    let tasks = pool.owner.get(&format!("{}/tasks?kind=resumes.evaluate", pool.organization)).await.expect(200);
    let task = tasks["items"][0]["id"].as_str().unwrap();
    pool.owner.post(&format!("{}/tasks/{task}/cancel", pool.organization), json!({})).await.expect(200);
    judge.0.add_permits(100);
    assert_eq!(pool.counts(&batch).await, counts(0, 4), "what is judged after that is not kept");

    let rows = pool.owner.rows(&batch).await;
    pool.owner.post(&format!("{}/retry", pool.row(&rows[2])), json!({})).await.expect(200);
    assert_eq!(pool.counts(&batch).await, counts(1, 3));
    let again = pool.owner.post(&format!("{}/retry", pool.row(&rows[2])), json!({})).await;
    assert_eq!(again.problem(409), "batch_task.not_retryable");
    let retried = pool.owner.post(&format!("{batch}/retry-failed"), json!({})).await.expect(200);
    assert_eq!(retried, json!({ "count": 3 }), "entries, not tasks");
    assert_eq!(pool.counts(&batch).await, counts(4, 0));
}

#[tokio::test]
async fn entries_are_evaluated_singly_after_a_worker_died() {
    let pool = Pool::new().await;
    let before = pool.tasks("resume.evaluate").await;
    let judge = Arc::new(Allowed(Semaphore::new(2)));
    let working = pool.app.work_with(judge.clone(), 4);
    let batch = pool.rank().await;
    pool.rank_until_judged(&batch).await;
    drop(working);
    pool.execute("UPDATE queue SET lease_until = now() WHERE kind = 'resumes.evaluate'").await;
    let _working = pool.app.work();
    assert_eq!(pool.counts(&batch).await, counts(4, 0));
    assert_eq!((pool.tasks("resumes.evaluate").await, pool.tasks("resume.evaluate").await - before), (1, 4));
    let rows = pool.owner.rows(&batch).await;
    assert!(rows.iter().all(|row| row["score"].is_number()), "{rows:?}");
}
