//! Entries of the live queue: retry, delete, clear, and the original file.

use std::sync::Arc;

use async_trait::async_trait;
use bole_ai::{AiError, BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_domain::evaluation::{Engine, Judgements, Rubric};
use bole_domain::failure::AiReason;
use bole_domain::organization::Role;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::samples::{archive, file, resume_pdf};
use crate::support::{Answer, Client, TestApp, eventually};

/// The built-in engine behind a provider that answers when allowed, or not at all.
struct Provider {
    answers: Semaphore,
    refuses: Option<AiReason>,
}

impl Provider {
    fn slow() -> Arc<Self> {
        Arc::new(Self { answers: Semaphore::new(0), refuses: None })
    }

    fn refusing(reason: AiReason) -> Arc<Self> {
        Arc::new(Self { answers: Semaphore::new(1000), refuses: Some(reason) })
    }
}

#[async_trait]
impl Judge for Provider {
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
        self.answers.acquire().await.unwrap().forget();
        match self.refuses {
            Some(reason) => Err(AiError {
                reason: reason.into(),
                detail: "refused".to_owned(),
                retry_after: None,
                is_exhausted: false,
            }),
            None => BuiltIn.judge(job, resume).await,
        }
    }
}

fn path(organization: &str, row: &Value) -> String {
    format!("{organization}/batch-tasks/{}", row["id"].as_str().unwrap())
}

async fn statuses(client: &Client, batch: &str) -> Vec<String> {
    client.rows(batch).await.iter().map(|row| row["status"].as_str().unwrap().to_owned()).collect()
}

fn hostile(name: &str) -> Vec<u8> {
    file(&format!("shared/documents/tests/corpus/hostile/{name}"))
}

#[tokio::test]
async fn failed_evaluation_is_retried_and_succeeds_once_its_cause_is_fixed() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let damaged = hostile("truncated_half.pdf");
    let batch = owner.evaluate(&job, archive([("cv.pdf", damaged.clone())])).await;
    let row = &owner.rows(&batch).await[0];
    assert_eq!((&row["status"], &row["retryable"], &row["attempts"]), (&json!("failed"), &json!(true), &json!(1)));

    let retry = format!("{}/retry", path(&organization, row));
    let queued = owner.post(&retry, json!({})).await.expect(200);
    assert!(matches!(queued["status"].as_str().unwrap(), "pending" | "processing"), "{queued}");
    assert_eq!(owner.finished(&batch).await["counts"]["failed"], 1, "the file is still damaged");

    app.replace_stored(&damaged, &resume_pdf("Ann", 1));
    owner.post(&retry, json!({})).await.expect(200);
    owner.finished(&batch).await;
    let row = &owner.rows(&batch).await[0];
    assert_eq!((&row["status"], &row["failure_reason"]), (&json!("completed"), &Value::Null), "{row}");
    assert_eq!((&row["name"], &row["retryable"]), (&json!("Ann Tan"), &json!(false)));
    assert_eq!(owner.post(&retry, json!({})).await.problem(409), "batch_task.not_retryable");
}

#[tokio::test]
async fn retrying_all_retries_only_failed_tasks() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let damaged = hostile("truncated_half.pdf");
    let zip = archive([
        ("good.pdf", resume_pdf("Ann", 1)),
        ("half.pdf", damaged.clone()),
        ("locked.pdf", hostile("enc_aes256_userpw.pdf")),
        ("empty.pdf", Vec::new()),
    ]);
    let batch = owner.evaluate(&job, zip).await;
    assert_eq!(statuses(&owner, &batch).await, ["completed", "failed", "failed", "failed"]);
    app.replace_stored(&damaged, &resume_pdf("Ben", 2));
    let affected = owner.post(&format!("{batch}/retry-failed"), json!({})).await.expect(200);
    assert_eq!(affected, json!({ "count": 2 }), "an empty entry has no file to try again");
    owner.finished(&batch).await;
    let rows = owner.rows(&batch).await;
    assert_eq!(statuses(&owner, &batch).await, ["completed", "completed", "failed", "failed"]);
    assert_eq!(rows[0]["attempts"], 1);
    let empty = format!("{}/retry", path(&organization, &rows[3]));
    assert_eq!(owner.post(&empty, json!({})).await.problem(409), "batch_task.not_retryable");
}

#[tokio::test]
async fn failed_entries_are_counted_listed_and_retried_by_reason() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let zip = archive([
        ("locked-1.pdf", hostile("enc_aes256_userpw.pdf")),
        ("half.pdf", hostile("truncated_half.pdf")),
        ("locked-2.pdf", hostile("enc_aes256_userpw.pdf").into_iter().chain(*b"\n").collect()),
        ("notes.txt", b"call Ann".to_vec()),
        ("empty.pdf", Vec::new()),
    ]);
    let batch = owner.evaluate(&job, zip).await;
    let counted = async |status: &str| {
        let found = owner.get(&format!("{batch}/reasons?status={status}")).await.expect(200);
        let rows = found["items"].as_array().unwrap();
        let row = |row: &Value| (row["reason"].clone(), row["count"].clone(), row["first"]["file_name"].clone());
        rows.iter().map(row).collect::<Vec<_>>()
    };
    let row = |reason: &str, count: i32, first: &str| (json!(reason), json!(count), json!(first));
    assert_eq!(
        counted("failed").await,
        [
            row("document.encrypted", 2, "locked-1.pdf"),
            row("document.truncated", 1, "half.pdf"),
            row("document.empty_file", 1, "empty.pdf"),
        ]
    );
    assert_eq!(counted("skipped").await, [row("entry.not_a_resume", 1, "notes.txt")]);
    assert_eq!(owner.get(&format!("{batch}/reasons?status=pending")).await.problem(422), "request.invalid");

    let locked = owner.get(&format!("{batch}/tasks?status=failed&reason=document.encrypted")).await.expect(200);
    let names: Vec<_> = locked["items"].as_array().unwrap().iter().map(|row| row["file_name"].clone()).collect();
    assert_eq!((&locked["total"], names), (&json!(2), vec![json!("locked-1.pdf"), json!("locked-2.pdf")]));
    assert_eq!(locked["items"][0]["retry_may_help"], false, "its password stays");

    let retry = async |query: &str| {
        owner.post(&format!("{batch}/retry-failed{query}"), json!({})).await.expect(200)["count"].clone()
    };
    assert_eq!(retry("?may_help=true").await, 0, "all causes are in the files");
    sqlx::query("UPDATE tasks SET error_reason = 'document.crashed' WHERE error_reason = 'document.truncated'")
        .execute(&mut app.database.connection().await)
        .await
        .unwrap();
    assert_eq!(retry("?may_help=true").await, 1);
    owner.finished(&batch).await;
    assert_eq!(retry("?reason=document.encrypted").await, 2);
    owner.finished(&batch).await;
    assert_eq!(retry("").await, 3, "an empty entry has no file to try again");
    owner.finished(&batch).await;
}

async fn replace(client: &Client, row: &str, name: &str, bytes: Vec<u8>) -> Answer {
    Answer::of(client.request(Method::PUT, &format!("{row}/file?name={name}")).body(bytes)).await
}

#[tokio::test]
async fn file_of_failed_row_is_replaced_and_evaluated() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let working = app.work();
    let zip = archive([
        ("三月/locked.pdf", hostile("enc_aes256_userpw.pdf")),
        ("good.pdf", resume_pdf("Ann", 1)),
        ("empty.pdf", Vec::new()),
    ]);
    let batch = owner.evaluate(&job, zip).await;
    assert_eq!(statuses(&owner, &batch).await, ["failed", "completed", "failed"]);
    let rows = owner.rows(&batch).await;
    let [locked, good, empty] = [0, 1, 2].map(|at: usize| path(&organization, &rows[at]));
    drop(working);

    let stored = app.stored().len();
    for (refused, status, code) in [
        (
            replace(&owner, &locked, "a.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec()).await,
            415,
            "batch_task.not_a_document",
        ),
        (replace(&owner, &locked, "a.pdf", Vec::new()).await, 415, "batch_task.not_a_document"),
        (replace(&owner, &locked, "a.pdf", vec![b' '; (20 << 20) + 1]).await, 413, "request.too_large"),
        (replace(&owner, &good, "a.pdf", resume_pdf("Ben", 2)).await, 409, "batch_task.not_replaceable"),
        (
            replace(
                &owner,
                &path(&organization, &json!({ "id": uuid::Uuid::now_v7() })),
                "a.pdf",
                resume_pdf("Ben", 2),
            )
            .await,
            404,
            "batch_task.not_found",
        ),
    ] {
        assert_eq!(refused.problem(status), code);
    }
    assert_eq!(app.stored().len(), stored, "what is refused is not stored");

    // Of two people who replace it at once, one does.
    let both = tokio::join!(
        replace(&owner, &locked, "..%2Fben.pdf", resume_pdf("Ben", 2)),
        replace(&owner, &locked, "..%2Fben.pdf", resume_pdf("Ben", 2)),
    );
    let (done, late) = if both.0.status == 200 { both } else { (both.1, both.0) };
    let row = done.expect(200);
    assert_eq!((&row["id"], &row["position"]), (&rows[0]["id"], &rows[0]["position"]));
    assert_eq!((&row["status"], &row["file_name"]), (&json!("pending"), &json!("ben.pdf")));
    assert_eq!((&row["failure_reason"], &row["retryable"]), (&Value::Null, &json!(false)));
    assert_eq!(late.problem(409), "batch_task.not_replaceable");
    // One that could not be taken out of its archive has a file now, under its own name where the other has none.
    let row = replace(&owner, &empty, "", resume_pdf("Cat", 3)).await.expect(200);
    assert_eq!((&row["status"], &row["file_name"]), (&json!("pending"), &json!("empty.pdf")));

    let _working = app.work();
    owner.finished(&batch).await;
    assert_eq!(statuses(&owner, &batch).await, ["completed", "completed", "completed"]);
    let names: Vec<Value> = owner.rows(&batch).await.iter().map(|row| row["name"].clone()).collect();
    assert_eq!(names, ["Ben Tan", "Ann Tan", "Cat Tan"]);
    let file = owner.request(Method::GET, &format!("{locked}/file")).send().await.unwrap();
    assert_eq!(file.headers()["content-type"], "application/pdf");
    assert_eq!(file.bytes().await.unwrap(), resume_pdf("Ben", 2));
    let promotion = owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    assert_eq!(promotion["created"], 3);
}

#[tokio::test]
async fn waiting_and_running_rows_are_deleted() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let provider = Provider::slow();
    let _working = app.work_with(provider.clone(), 1);
    let zip =
        archive([("a.pdf", resume_pdf("Ann", 1)), ("b.pdf", resume_pdf("Ben", 2)), ("c.pdf", resume_pdf("Cat", 3))]);
    let answer = owner.upload(&job, zip).await;
    let batch = answer.header("location");
    let rows = eventually("one runs and two wait", async || {
        let rows = owner.rows(batch).await;
        let with = |status: &str| rows.iter().filter(|row| row["status"] == status).count();
        (with("processing") == 1 && with("pending") == 2).then_some(rows)
    })
    .await;
    assert_eq!(owner.get(batch).await.expect(200)["status"], "processing");
    let running = rows.iter().find(|row| row["status"] == "processing").unwrap();
    let mut waiting = rows.iter().filter(|row| row["status"] == "pending");
    let (deleted, kept) = (waiting.next().unwrap(), waiting.next().unwrap());
    let retry = format!("{}/retry", path(&organization, kept));
    assert_eq!(owner.post(&retry, json!({})).await.problem(409), "batch_task.not_retryable");
    for row in [deleted, running] {
        owner.delete(&path(&organization, row)).await.expect(204);
        assert_eq!(owner.get(&path(&organization, row)).await.problem(404), "batch_task.not_found");
        assert_eq!(owner.delete(&path(&organization, row)).await.problem(404), "batch_task.not_found");
    }
    // One answer: the cancelled evaluation does not take it.
    eventually("the kept one runs", async || {
        (owner.get(&path(&organization, kept)).await.expect(200)["status"] == "processing").then_some(())
    })
    .await;
    provider.answers.add_permits(1);
    let found = owner.finished(batch).await;
    assert_eq!(
        found["counts"],
        json!({ "pending": 0, "processing": 0, "completed": 1, "failed": 0, "retry": 0, "skipped": 0 })
    );
    let left = owner.rows(batch).await;
    assert_eq!((left.len(), &left[0]["id"]), (1, &kept["id"]));
}

#[tokio::test]
async fn finished_row_is_deleted_without_its_application() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let batch = owner.evaluate(&job, archive([("a.pdf", resume_pdf("Ann", 1))])).await;
    let again = owner.evaluate(&job, archive([("a.pdf", resume_pdf("Ann", 1))])).await;
    let row = &owner.rows(&batch).await[0];
    assert_eq!(owner.rows(&again).await[0]["duplicate_of"], row["id"]);
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    owner.delete(&path(&organization, row)).await.expect(204);
    assert_eq!(owner.rows(&batch).await.len(), 0);
    assert_eq!(owner.get(&batch).await.expect(200)["status"], "completed");
    assert_eq!(owner.get(&format!("{organization}/applications")).await.expect(200)["total"], 1);
    assert_eq!(
        owner.rows(&again).await[0]["duplicate_of"],
        Value::Null,
        "of a row that is gone nothing is a duplicate"
    );
}

#[tokio::test]
async fn only_failed_and_skipped_rows_are_cleared() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let zip = archive([
        ("a.pdf", resume_pdf("Ann", 1)),
        ("locked.pdf", hostile("enc_aes256_userpw.pdf")),
        ("empty.pdf", Vec::new()),
        ("notes.txt", b"hello".to_vec()),
    ]);
    let batch = owner.evaluate(&job, zip).await;
    let clear = async |status: &str| owner.delete(&format!("{batch}/tasks?status={status}")).await;
    for refused in ["completed", "pending", "everything"] {
        assert_eq!(clear(refused).await.problem(422), "request.invalid", "{refused}");
    }
    assert_eq!(owner.delete(&format!("{batch}/tasks")).await.status, 422, "clearing everything is never meant");
    assert_eq!(clear("failed").await.expect(200), json!({ "count": 2 }));
    assert_eq!(statuses(&owner, &batch).await, ["completed", "skipped"]);
    assert_eq!(clear("failed").await.expect(200), json!({ "count": 0 }));
    assert_eq!(clear("skipped").await.expect(200), json!({ "count": 1 }));
    assert_eq!(statuses(&owner, &batch).await, ["completed"]);
}

#[tokio::test]
async fn original_file_is_served_unchanged_without_running_scripts() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let zip = archive([("简历/安\".pdf", resume_pdf("Ann", 1)), ("empty.pdf", Vec::new())]);
    let batch = owner.evaluate(&job, zip).await;
    let rows = owner.rows(&batch).await;
    let file = format!("{}/file", path(&organization, &rows[0]));
    let response = owner.request(Method::GET, &file).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let headers = response.headers().clone();
    assert_eq!(headers["content-type"], "application/pdf");
    assert_eq!(headers["content-disposition"], "inline; filename=\"__.pdf\"; filename*=UTF-8''%E5%AE%89%22.pdf");
    assert_eq!(headers["content-security-policy"], "sandbox; default-src 'none'");
    assert_eq!(headers["x-content-type-options"], "nosniff");
    assert_eq!(headers["cache-control"], "no-store");
    assert_eq!(response.bytes().await.unwrap(), resume_pdf("Ann", 1));
    let none = owner.get(&format!("{}/file", path(&organization, &rows[1]))).await;
    assert_eq!(none.problem(404), "batch_task.no_file");
}

#[tokio::test]
async fn provider_failure_shows_its_category_and_is_retried_only_where_useful() {
    for (reason, status) in [(AiReason::KeyRefused, "failed"), (AiReason::Quota, "retry")] {
        let app = TestApp::new().await;
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let _working = app.work_with(Provider::refusing(reason), 1);
        let answer = owner.upload(&job, archive([("a.pdf", resume_pdf("Ann", 1))])).await;
        let batch = answer.header("location");
        let row = eventually("it was refused", async || {
            let row = owner.rows(batch).await.pop()?;
            (row["status"] == status).then_some(row)
        })
        .await;
        assert_eq!(row["failure_reason"], reason.as_str());
        assert_eq!(row["error_category"], reason.category().as_str());
        assert_eq!(row["retry_at"].is_string(), status == "retry", "{row}");
    }
}

#[tokio::test]
async fn queue_is_filtered_by_status_search_score_and_page() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let stray = file("testdata/labelled/en-growth-analyst/resumes/10-elena-vasquez-ortiz.docx");
    let zip = archive([("empty.pdf", Vec::new()), ("stray.docx", stray), ("fitting.pdf", resume_pdf("Ann", 1))]);
    let batch = owner.evaluate(&job, zip).await;
    let list = async |query: &str| {
        let page = owner.get(&format!("{batch}/tasks{query}")).await.expect(200);
        let name = |row: &Value| row["file_name"].as_str().unwrap().to_owned();
        let names: Vec<String> = page["items"].as_array().unwrap().iter().map(name).collect();
        (names.join(" "), page["total"].as_i64().unwrap())
    };
    assert_eq!(list("").await, ("empty.pdf stray.docx fitting.pdf".to_owned(), 3));
    assert_eq!(list("?sort=score").await, ("fitting.pdf stray.docx empty.pdf".to_owned(), 3));
    assert_eq!(list("?status=failed").await, ("empty.pdf".to_owned(), 1));
    assert_eq!(list("?search=FITT").await, ("fitting.pdf".to_owned(), 1), "by the file's name");
    assert_eq!(list("?search=%20vasquez").await, ("stray.docx".to_owned(), 1), "by the candidate's name");
    assert_eq!(list("?search=%25").await, (String::new(), 0), "a sign is no pattern");
    assert_eq!(list("?limit=1&offset=1").await, ("stray.docx".to_owned(), 3));
    assert_eq!(list("?offset=3").await, (String::new(), 3), "past the end there are still three");
    assert_eq!(owner.get(&format!("{batch}/tasks?status=done")).await.problem(422), "request.invalid");
}

#[tokio::test]
async fn retry_and_delete_follow_role_permissions() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let _working = app.work();
    let batch = owner.evaluate(&job, archive([("locked.pdf", hostile("enc_aes256_userpw.pdf"))])).await;
    let row = path(&organization, &owner.rows(&batch).await[0]);
    for role in [Role::Viewer, Role::Interviewer] {
        let member = app.member(&organization, role).await;
        owner.assign(&job, &member).await;
        assert_eq!(member.get(&batch).await.problem(403), "permission.denied", "{role}");
        for refused in [
            member.get(&row).await,
            member.get(&format!("{row}/file")).await,
            member.get(&format!("{batch}/tasks")).await,
            member.post(&format!("{row}/retry"), json!({})).await,
            replace(&member, &row, "a.pdf", resume_pdf("Ann", 1)).await,
            member.post(&format!("{batch}/retry-failed"), json!({})).await,
            member.post(&format!("{batch}/promote"), json!({})).await,
            member.delete(&row).await,
            member.delete(&format!("{batch}/tasks?status=failed")).await,
        ] {
            assert_eq!(refused.problem(403), "permission.denied", "{role}");
        }
    }
    owner.get(&row).await.expect(200);
}

/// Puts so many entries into a batch whose evaluation failed, and finds nothing to do the next time.
async fn add_failed(app: &TestApp, batch: &str, count: i32) {
    let batch: uuid::Uuid = batch.rsplit('/').next().unwrap().parse().unwrap();
    sqlx::query(
        "WITH batch AS (SELECT organization_id, id, job_id FROM batches WHERE id = $1),
              task AS (
                  INSERT INTO tasks (id, organization_id, lane, kind, payload, state, error_category, error_reason, finished_at)
                  SELECT gen_random_uuid(), organization_id, 0, 'resume.evaluate',
                         jsonb_build_object('batch_task_id', gen_random_uuid()), 'failed', 'other', 'internal', now()
                  FROM batch, generate_series(1, $2)
                  RETURNING id)
         INSERT INTO batch_tasks (id, organization_id, batch_id, job_id, position, file_name, task_id)
         SELECT gen_random_uuid(), batch.organization_id, batch.id, batch.job_id, 1000 + row_number() OVER (), 'cv.pdf', task.id
         FROM task, batch",
    )
    .bind(batch)
    .bind(count)
    .execute(&mut app.database.connection().await)
    .await
    .unwrap();
}

#[tokio::test]
async fn clear_and_retry_over_500_rows_become_tasks() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let working = app.work();
    let batch = owner.evaluate(&job, archive([("good.pdf", resume_pdf("Ann", 1))])).await;
    drop(working);
    let clear = format!("{batch}/tasks?status=failed");
    let clear_waited = format!("{clear}&ended_seconds_ago=60");
    let retry = format!("{batch}/retry-failed");

    add_failed(&app, &batch, 500).await;
    assert_eq!(owner.delete(&clear_waited).await.expect(200), json!({ "count": 0 }), "they failed while it waited");
    assert_eq!(owner.delete(&clear).await.expect(200), json!({ "count": 500 }));
    add_failed(&app, &batch, 501).await;
    let clearing = owner.delete(&clear).await;
    assert_eq!(clearing.expect(202)["kind"], "batch.clear");
    let _working = app.work();
    assert_eq!(ended(&owner, clearing.header("location")).await["result"], json!({ "count": 501 }));
    assert_eq!(owner.rows(&batch).await.len(), 1);

    add_failed(&app, &batch, 501).await;
    let retrying = owner.post(&retry, json!({})).await;
    assert_eq!(retrying.expect(202)["kind"], "batch.retry");
    let over = ended(&owner, retrying.header("location")).await;
    assert_eq!((&over["result"], &over["progress"]["done"]), (&json!({ "count": 501 }), &json!(501)));
    assert_eq!(owner.finished(&batch).await["counts"]["failed"], 0);
    assert_eq!(owner.post(&retry, json!({})).await.expect(200), json!({ "count": 0 }));
}

/// The task at this address, once it is over.
async fn ended(client: &Client, path: &str) -> Value {
    eventually("the task is over", async || {
        let task = client.get(path).await.expect(200);
        (task["status"] == "completed").then_some(task)
    })
    .await
}
