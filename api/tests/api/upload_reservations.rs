//! Uploads in progress count against the organization's limits.

use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::poll_fn;
use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde_json::json;
use sqlx::Executor;
use time::OffsetDateTime;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use crate::support::{Answer, Client, TestApp, eventually};

const GIB: i64 = 1 << 30;
/// Larger than the form around it.
const SIZE: usize = 300_000;

fn zip() -> Vec<u8> {
    let mut zip = b"PK\x03\x04".to_vec();
    zip.resize(SIZE, 7);
    zip
}

/// An upload of a ZIP that announces its length, and whose second half is still to come.
struct Held {
    rest: mpsc::Sender<Result<Bytes, String>>,
    answer: JoinHandle<Answer>,
}

impl Held {
    fn begin(client: &Client, job: &str) -> Self {
        let (rest, mut parts) = mpsc::channel::<Result<Bytes, String>>(2);
        rest.try_send(Ok(Bytes::copy_from_slice(&zip()[..SIZE / 2]))).unwrap();
        let body = reqwest::Body::wrap_stream(poll_fn(move |context| parts.poll_recv(context)));
        let part = Part::stream_with_length(body, SIZE as u64).file_name("resumes.zip");
        let request = client.request(Method::POST, &format!("{job}/batches")).multipart(Form::new().part("file", part));
        Self { rest, answer: tokio::spawn(Answer::of(request)) }
    }

    async fn finish(self) -> Answer {
        self.rest.send(Ok(Bytes::copy_from_slice(&zip()[SIZE / 2..]))).await.unwrap();
        drop(self.rest);
        self.answer.await.unwrap()
    }

    /// Hangs up.
    async fn cancel(self) {
        self.answer.abort();
        assert!(self.answer.await.unwrap_err().is_cancelled());
    }
}

async fn upload(client: &Client, job: &str) -> Answer {
    client.upload(job, zip()).await
}

async fn count(app: &TestApp, table: &'static str) -> i64 {
    let sql = sqlx::AssertSqlSafe(format!("SELECT count(*) FROM {table}"));
    sqlx::query_scalar(sql).fetch_one(&mut app.database.connection().await).await.unwrap()
}

async fn in_progress(app: &TestApp, number: i64) {
    let reached = async || (count(app, "upload_reservations").await == number).then_some(());
    eventually("the uploads are in progress", reached).await;
}

async fn used_today(app: &TestApp, bytes: i64) {
    sqlx::query(
        "INSERT INTO daily_usage (organization_id, day, batches, bytes)
         SELECT id, (now() AT TIME ZONE 'UTC')::date, 0, $1 FROM organizations",
    )
    .bind(bytes)
    .execute(&mut app.database.connection().await)
    .await
    .unwrap();
}

#[tokio::test]
async fn concurrent_uploads_stay_within_the_daily_quota() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let room = 3 * (i64::try_from(SIZE).unwrap() + 1_000);
    used_today(&app, 10 * GIB - room).await;
    let mut held: Vec<Held> = (0..8).map(|_| Held::begin(&owner, &job)).collect();
    let mut refused = 0;
    while refused < 5 {
        let answers = held.iter_mut().map(|upload| &mut upload.answer);
        let (answer, index, _) = futures_util::future::select_all(answers).await;
        assert_eq!(answer.unwrap().problem(409), "batch.uploads_in_progress");
        held.remove(index);
        refused += 1;
    }
    for upload in held {
        upload.finish().await.expect(202);
    }
    let usage = owner.get(&format!("{organization}/usage")).await.expect(200);
    assert_eq!((&usage["batches_today"]["used"], &usage["stored_bytes"]["used"]), (&json!(3), &json!(3 * SIZE)));
    assert_eq!(app.stored().len(), 3);
    assert_eq!(upload(&owner, &job).await.problem(409), "batch.quota_reached", "nobody else has the rest");
    assert_eq!(count(&app, "upload_reservations").await, 0);
    assert_eq!(
        count(&app, "batches JOIN discarded_objects USING (storage_key)").await,
        0,
        "no recorded ZIP is deleted"
    );
}

#[tokio::test]
async fn number_of_concurrent_uploads_is_limited() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let mut held: Vec<Held> = (0..8).map(|_| Held::begin(&owner, &job)).collect();
    in_progress(&app, 8).await;
    assert_eq!(upload(&owner, &job).await.problem(409), "batch.uploads_in_progress");
    let (stranger, elsewhere) = app.owner("other").await;
    upload(&stranger, &stranger.job(&elsewhere).await).await.expect(202);

    held.pop().unwrap().cancel().await;
    in_progress(&app, 7).await;
    upload(&owner, &job).await.expect(202);
    held.pop().unwrap().finish().await.expect(202);
    in_progress(&app, 6).await;
}

#[tokio::test]
async fn uploads_in_progress_count_against_the_storage_limit() {
    let limit = 2 * SIZE as u64 - 1;
    let app = TestApp::with(|config| config.storage_limit = limit).await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let held = Held::begin(&owner, &job);
    in_progress(&app, 1).await;
    assert_eq!(upload(&owner, &job).await.problem(409), "batch.uploads_in_progress");
    held.finish().await.expect(202);
    assert_eq!(upload(&owner, &job).await.problem(409), "storage.full");
}

#[tokio::test]
async fn reservation_is_renewed_while_its_upload_lives_and_expires_after() {
    let app = TestApp::with(|config| config.upload_lease = Duration::from_secs(1)).await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let held = Held::begin(&owner, &job);
    in_progress(&app, 1).await;
    let expiry = async || -> OffsetDateTime {
        let found = sqlx::query_scalar("SELECT expires_at FROM upload_reservations WHERE bytes > 1");
        found.fetch_one(&mut app.database.connection().await).await.unwrap()
    };
    let first = expiry().await;
    eventually("it is renewed twice", async || (expiry().await > first + Duration::from_millis(400)).then_some(()))
        .await;

    // As of a process that was killed.
    let mut connection = app.database.connection().await;
    let dead = "INSERT INTO upload_reservations (organization_id, id, bytes, expires_at)
                SELECT id, gen_random_uuid(), 1, clock_timestamp() + interval '1 second'
                FROM organizations, generate_series(1, 7)";
    connection.execute(dead).await.unwrap();
    assert_eq!(upload(&owner, &job).await.problem(409), "batch.uploads_in_progress");
    eventually("they expire", async || (upload(&owner, &job).await.status == 202).then_some(())).await;
    assert_eq!(count(&app, "upload_reservations").await, 1, "the living one");
    held.finish().await.expect(202);
}
