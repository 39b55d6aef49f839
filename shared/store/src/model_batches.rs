//! Provider batches: requests of evaluations that a provider answers together, at a lower price.
//!
//! The state of each request and batch is in the database before anything is sent, so that a process may end anywhere:
//! the next exchange goes on from there. An evaluation waits for its request as a delayed task of the ledger.

use std::collections::HashMap;

use bole_domain::ai::CANCEL_WINDOW;
use bole_domain::ids::{BatchId, BatchTaskId, JobId, ModelBatchId, ModelBatchRequestId, OrganizationId, TaskId};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{Db, StoreResult, TenantTx};

/// A request to record.
#[derive(Debug, Clone)]
pub struct NewRequest<'a> {
    pub id: ModelBatchRequestId,
    /// The ledger task that waits for it.
    pub task: TaskId,
    /// The entry that it evaluates.
    pub entry: BatchTaskId,
    /// Identifies the provider's key.
    pub account: &'a str,
    pub model: &'a str,
    pub question_hash: &'a [u8],
    /// Whether the question asks for the profile as well.
    pub reads_person: bool,
    /// The request's body, as JSON.
    pub body: &'a str,
    /// When it is asked now instead.
    pub fall_back_at: OffsetDateTime,
}

/// What is known of a recorded request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestState {
    /// Recorded or at the provider until then.
    Waiting(OffsetDateTime),
    /// The completion, as JSON.
    Answered(String),
    /// No answer is to be expected.
    Released,
}

/// The request of an evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    pub question_hash: Vec<u8>,
    pub reads_person: bool,
    pub state: RequestState,
}

/// A batch to create.
#[derive(Debug, Clone)]
pub struct NewBatch<'a> {
    pub id: ModelBatchId,
    /// Identifies the provider's key.
    pub account: &'a str,
    pub model: &'a str,
    pub key: BatchKey,
    /// Its expected cost in millionths of a US dollar.
    pub reserved_micros: i64,
    pub requests: &'a [ModelBatchRequestId],
}

/// The organization's own address and key that a batch is sent with; empty for the server's.
#[derive(Debug, Clone, Default)]
pub struct BatchKey {
    /// The default provider's if `None`.
    pub base_url: Option<String>,
    pub api_key_sealed: Option<Vec<u8>>,
}

/// A batch that is not over.
#[derive(Debug, Clone)]
pub struct OpenBatch {
    pub id: ModelBatchId,
    pub account: String,
    pub model: String,
    pub key: BatchKey,
    /// Whether it was cancelled at the provider.
    pub is_cancelling: bool,
    /// Whether it is to be cancelled there although evaluations wait for it.
    pub is_withdrawn: bool,
    pub input_file_id: Option<String>,
    /// The provider's name of it; `None` while it is being submitted.
    pub provider_id: Option<String>,
    /// Whether an evaluation waits for it.
    pub is_awaited: bool,
    /// Whether its provider has not ended it long after its day.
    pub is_lost: bool,
}

/// Requests that wait to be sent.
#[derive(Debug, Clone)]
pub struct Gathering {
    pub first: OffsetDateTime,
    pub last: OffsetDateTime,
}

/// A request to send.
#[derive(Debug, Clone)]
pub struct Unsent {
    pub id: ModelBatchRequestId,
    pub account: String,
    pub model: String,
    /// The length of its body.
    pub bytes: usize,
}

/// What a request was for.
#[derive(Debug, Clone, Copy)]
pub struct RequestPurpose {
    pub job: JobId,
    pub batch: BatchId,
}

/// The organizations with requests or batches that are not over, or with old ones to remove.
pub async fn organizations(db: &Db) -> StoreResult<Vec<OrganizationId>> {
    let ids = sqlx::query_scalar!(
        r#"SELECT organization_id AS "organization_id!" FROM model_batch_requests WHERE state = 'waiting'
           UNION
           SELECT organization_id FROM model_batches WHERE state <> 'ended' OR ended_at < now() - interval '7 days'"#,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    Ok(ids.into_iter().map(OrganizationId).collect())
}

/// Records the request of an evaluation, unless the evaluation has one.
pub async fn record(tx: &mut TenantTx, request: &NewRequest<'_>) -> StoreResult<()> {
    let NewRequest { id, task, entry, account, model, question_hash, reads_person, body, fall_back_at } = request;
    sqlx::query!(
        "INSERT INTO model_batch_requests (id, organization_id, task_id, batch_task_id, account, model, question_hash,
                                           reads_person, body, fall_back_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (organization_id, task_id) DO NOTHING",
        id.0,
        tx.organization().0,
        task.0,
        entry.0,
        account,
        model,
        question_hash,
        reads_person,
        body,
        fall_back_at,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The request of an evaluation, if it has recorded one.
pub async fn of_task(tx: &mut TenantTx, task: TaskId) -> StoreResult<Option<Request>> {
    let row = sqlx::query!(
        "SELECT question_hash, reads_person, state, answer, fall_back_at FROM model_batch_requests
         WHERE organization_id = $1 AND task_id = $2",
        tx.organization().0,
        task.0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(row.map(|row| Request {
        question_hash: row.question_hash,
        reads_person: row.reads_person,
        state: match (row.state.as_str(), row.answer) {
            ("waiting", _) => RequestState::Waiting(row.fall_back_at),
            ("answered", Some(answer)) => RequestState::Answered(answer),
            _ => RequestState::Released,
        },
    }))
}

/// Notes that the evaluations of these tasks are stored, so that nothing of their requests is kept.
pub async fn use_up(tx: &mut TenantTx, tasks: &[TaskId]) -> StoreResult<()> {
    let tasks: Vec<Uuid> = tasks.iter().map(|task| task.0).collect();
    sqlx::query!(
        "UPDATE model_batch_requests SET state = 'used', body = NULL, answer = NULL
         WHERE organization_id = $1 AND task_id = ANY ($2)",
        tx.organization().0,
        &tasks,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Withdraws batches whose time is over, and lets evaluations be asked now whose request was never sent, or whose batch was not
/// ended in the time for that.
pub async fn end_overdue(tx: &mut TenantTx, now: OffsetDateTime) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE model_batches b SET withdrawn_at = $2
         WHERE b.organization_id = $1 AND b.state <> 'ended' AND b.withdrawn_at IS NULL
           AND EXISTS (SELECT FROM model_batch_requests r
                       WHERE r.organization_id = $1 AND r.model_batch_id = b.id AND r.state = 'waiting'
                         AND r.fall_back_at <= $2)",
        tx.organization().0,
        now,
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "UPDATE model_batch_requests SET state = 'released', body = NULL
         WHERE organization_id = $1 AND state = 'waiting' AND fall_back_at <= $2
           AND (model_batch_id IS NULL OR fall_back_at <= $3)",
        tx.organization().0,
        now,
        now - CANCEL_WINDOW,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Lets evaluations be asked now whose requests are not in a batch yet, except those for this key.
pub async fn release_unsent(tx: &mut TenantTx, except_account: Option<&str>) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE model_batch_requests SET state = 'released', body = NULL
         WHERE organization_id = $1 AND state = 'waiting' AND model_batch_id IS NULL
           AND ($2::text IS NULL OR account <> $2)",
        tx.organization().0,
        except_account,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Forgets requests whose evaluation was cancelled before they were sent.
pub async fn release_unawaited(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE model_batch_requests r SET state = 'released', body = NULL
         WHERE r.organization_id = $1 AND r.state = 'waiting' AND r.model_batch_id IS NULL
           AND NOT EXISTS (SELECT FROM tasks t WHERE t.organization_id = $1 AND t.id = r.task_id
                             AND t.state IN ('queued', 'delayed', 'retry'))",
        tx.organization().0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Makes the evaluations available now that wait for nothing any more. Wake the workers after the commit.
pub async fn resume_evaluations(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE queue_later l SET run_at = now()
         FROM model_batch_requests r
         WHERE r.organization_id = $1 AND r.state IN ('answered', 'released')
           AND l.organization_id = $1 AND l.id = r.task_id AND l.run_at > now()
           AND EXISTS (SELECT FROM tasks t WHERE t.organization_id = $1 AND t.id = l.id AND t.state = 'delayed')",
        tx.organization().0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// When the first and the last of the requests were recorded that wait to be sent; `None` if there are none.
pub async fn gathering(tx: &mut TenantTx) -> StoreResult<Option<Gathering>> {
    let row = sqlx::query!(
        "SELECT min(created_at) AS first, max(created_at) AS last FROM model_batch_requests
         WHERE organization_id = $1 AND state = 'waiting' AND model_batch_id IS NULL",
        tx.organization().0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(row.first.zip(row.last).map(|(first, last)| Gathering { first, last }))
}

/// The requests that wait to be sent, at most this many, by key and model, the oldest first.
pub async fn unsent(tx: &mut TenantTx, limit: i64) -> StoreResult<Vec<Unsent>> {
    let rows = sqlx::query!(
        r#"SELECT id, account, model, octet_length(body) AS "bytes!" FROM model_batch_requests
           WHERE organization_id = $1 AND state = 'waiting' AND model_batch_id IS NULL
           ORDER BY account, model, id LIMIT $2"#,
        tx.organization().0,
        limit,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let unsent = rows.into_iter().map(|row| Unsent {
        id: ModelBatchRequestId(row.id),
        account: row.account,
        model: row.model,
        bytes: usize::try_from(row.bytes).unwrap_or_default(),
    });
    Ok(unsent.collect())
}

/// Creates a batch of requests, to be submitted.
pub async fn create(tx: &mut TenantTx, batch: NewBatch<'_>) -> StoreResult<()> {
    let NewBatch { id, account, model, key: BatchKey { base_url, api_key_sealed }, reserved_micros, requests } = batch;
    let requests: Vec<Uuid> = requests.iter().map(|id| id.0).collect();
    sqlx::query!(
        "INSERT INTO model_batches (id, organization_id, account, model, base_url, api_key_sealed, reserved_micros)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        id.0,
        tx.organization().0,
        account,
        model,
        base_url,
        api_key_sealed,
        reserved_micros,
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "UPDATE model_batch_requests SET model_batch_id = $2 WHERE organization_id = $1 AND id = ANY ($3)",
        tx.organization().0,
        id.0,
        &requests,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The batches that are not over, the oldest first.
pub async fn open(tx: &mut TenantTx) -> StoreResult<Vec<OpenBatch>> {
    let rows = sqlx::query!(
        r#"SELECT b.id, b.account, b.model, b.base_url, b.api_key_sealed, b.state, b.input_file_id, b.provider_id,
                  b.withdrawn_at IS NOT NULL AS "is_withdrawn!",
                  b.created_at < now() - interval '3 days' AS "is_lost!",
                  EXISTS (SELECT FROM model_batch_requests r
                          JOIN tasks t ON t.organization_id = r.organization_id AND t.id = r.task_id
                          WHERE r.organization_id = b.organization_id AND r.model_batch_id = b.id AND r.state = 'waiting'
                            AND t.state IN ('queued', 'delayed', 'retry')) AS "is_awaited!"
           FROM model_batches b WHERE b.organization_id = $1 AND b.state <> 'ended' ORDER BY b.id"#,
        tx.organization().0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let batches = rows.into_iter().map(|row| OpenBatch {
        id: ModelBatchId(row.id),
        account: row.account,
        model: row.model,
        key: BatchKey { base_url: row.base_url, api_key_sealed: row.api_key_sealed },
        is_cancelling: row.state == "cancelling",
        is_withdrawn: row.is_withdrawn,
        input_file_id: row.input_file_id,
        provider_id: row.provider_id,
        is_awaited: row.is_awaited,
        is_lost: row.is_lost,
    });
    Ok(batches.collect())
}

/// Whether a batch is not over.
pub async fn has_open(tx: &mut TenantTx) -> StoreResult<bool> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM model_batches WHERE organization_id = $1 AND state <> 'ended') AS "has_open!""#,
        tx.organization().0,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// What the batches that are not over are expected to cost, in millionths of a US dollar.
pub async fn reserved(tx: &mut TenantTx) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(
        r#"SELECT coalesce(sum(reserved_micros), 0)::bigint AS "reserved!" FROM model_batches
           WHERE organization_id = $1 AND state <> 'ended'"#,
        tx.organization().0,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// A batch that is not over, as people see it.
#[derive(Debug, Clone)]
pub struct ListedBatch {
    pub id: ModelBatchId,
    pub model: String,
    /// Titles of the jobs whose resumes it has, those that the actor can see.
    pub jobs: Vec<String>,
    /// Evaluations that wait for it.
    pub waiting: i64,
    /// When it was sent; `None` while that is being done.
    pub submitted_at: Option<OffsetDateTime>,
    /// When it is cancelled and the rest is asked now.
    pub falls_back_at: Option<OffsetDateTime>,
    /// Its expected cost in millionths of a US dollar.
    pub reserved_micros: i64,
    /// Whether it is being cancelled.
    pub is_ending: bool,
}

/// The batches that are not over, the oldest first.
pub async fn list(tx: &mut TenantTx) -> StoreResult<Vec<ListedBatch>> {
    let rows = sqlx::query!(
        r#"SELECT b.id, b.model, b.submitted_at, b.reserved_micros,
                  b.withdrawn_at IS NOT NULL OR b.state = 'cancelling' AS "is_ending!",
                  (SELECT count(*) FROM model_batch_requests r
                   WHERE r.organization_id = $1 AND r.model_batch_id = b.id AND r.state = 'waiting') AS "waiting!",
                  (SELECT min(r.fall_back_at) FROM model_batch_requests r
                   WHERE r.organization_id = $1 AND r.model_batch_id = b.id AND r.state = 'waiting') AS falls_back_at,
                  ARRAY (SELECT DISTINCT j.title FROM model_batch_requests r
                         JOIN batch_tasks e ON e.organization_id = r.organization_id AND e.id = r.batch_task_id
                         JOIN jobs j ON j.organization_id = e.organization_id AND j.id = e.job_id
                         WHERE r.organization_id = $1 AND r.model_batch_id = b.id ORDER BY j.title) AS "jobs!"
           FROM model_batches b WHERE b.organization_id = $1 AND b.state <> 'ended' ORDER BY b.id"#,
        tx.organization().0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let listed = rows.into_iter().map(|row| ListedBatch {
        id: ModelBatchId(row.id),
        model: row.model,
        jobs: row.jobs,
        waiting: row.waiting,
        submitted_at: row.submitted_at,
        falls_back_at: row.falls_back_at,
        reserved_micros: row.reserved_micros,
        is_ending: row.is_ending,
    });
    Ok(listed.collect())
}

/// Has a batch cancelled at the provider by the next exchange.
///
/// # Errors
/// [`crate::StoreError::NotFound`] if it is over or unknown.
pub async fn withdraw(tx: &mut TenantTx, batch: ModelBatchId) -> StoreResult<()> {
    sqlx::query_scalar!(
        "UPDATE model_batches SET withdrawn_at = coalesce(withdrawn_at, now())
         WHERE organization_id = $1 AND id = $2 AND state <> 'ended' RETURNING id",
        tx.organization().0,
        batch.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(())
}

/// The waiting requests of a batch with their bodies.
pub async fn bodies(tx: &mut TenantTx, batch: ModelBatchId) -> StoreResult<Vec<(ModelBatchRequestId, String)>> {
    let rows = sqlx::query!(
        r#"SELECT id, body AS "body!" FROM model_batch_requests
           WHERE organization_id = $1 AND model_batch_id = $2 AND state = 'waiting' ORDER BY id"#,
        tx.organization().0,
        batch.0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows.into_iter().map(|row| (ModelBatchRequestId(row.id), row.body)).collect())
}

/// Notes that a batch's file is at the provider.
pub async fn set_input_file(tx: &mut TenantTx, batch: ModelBatchId, file: &str) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE model_batches SET input_file_id = $3 WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        batch.0,
        file,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Notes that a batch is at the provider.
pub async fn set_submitted(tx: &mut TenantTx, batch: ModelBatchId, provider_id: &str) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE model_batches SET state = 'submitted', provider_id = $3, submitted_at = now()
         WHERE organization_id = $1 AND id = $2 AND state = 'submitting'",
        tx.organization().0,
        batch.0,
        provider_id,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Notes that a batch was cancelled at the provider.
pub async fn set_cancelling(tx: &mut TenantTx, batch: ModelBatchId) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE model_batches SET state = 'cancelling' WHERE organization_id = $1 AND id = $2 AND state = 'submitted'",
        tx.organization().0,
        batch.0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Locks a batch that is not over; false if it is.
pub async fn lock_open(tx: &mut TenantTx, batch: ModelBatchId) -> StoreResult<bool> {
    let found = sqlx::query_scalar!(
        "SELECT id FROM model_batches WHERE organization_id = $1 AND id = $2 AND state <> 'ended' FOR UPDATE",
        tx.organization().0,
        batch.0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(found.is_some())
}

/// What these requests were for; deleted ones are left out.
pub async fn purposes(
    tx: &mut TenantTx,
    requests: &[ModelBatchRequestId],
) -> StoreResult<HashMap<ModelBatchRequestId, RequestPurpose>> {
    let requests: Vec<Uuid> = requests.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        "SELECT r.id, e.job_id, e.batch_id FROM model_batch_requests r
         JOIN batch_tasks e ON e.organization_id = r.organization_id AND e.id = r.batch_task_id
         WHERE r.organization_id = $1 AND r.id = ANY ($2)",
        tx.organization().0,
        &requests,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let purpose = |job, batch| RequestPurpose { job: JobId(job), batch: BatchId(batch) };
    Ok(rows.into_iter().map(|row| (ModelBatchRequestId(row.id), purpose(row.job_id, row.batch_id))).collect())
}

/// Ends a batch: stores its answers and releases the requests without one.
pub async fn end(
    tx: &mut TenantTx,
    batch: ModelBatchId,
    outcome: &str,
    answers: &[(ModelBatchRequestId, String)],
) -> StoreResult<()> {
    let ids: Vec<Uuid> = answers.iter().map(|(id, _)| id.0).collect();
    let texts: Vec<&str> = answers.iter().map(|(_, answer)| answer.as_str()).collect();
    sqlx::query!(
        "UPDATE model_batch_requests r SET state = 'answered', body = NULL, answer = a.answer
         FROM unnest($3::uuid[], $4::text[]) AS a (id, answer)
         WHERE r.organization_id = $1 AND r.model_batch_id = $2 AND r.id = a.id AND r.state = 'waiting'",
        tx.organization().0,
        batch.0,
        &ids,
        &texts as _,
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "UPDATE model_batch_requests SET state = 'released', body = NULL
         WHERE organization_id = $1 AND model_batch_id = $2 AND state = 'waiting'",
        tx.organization().0,
        batch.0,
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "UPDATE model_batches SET state = 'ended', outcome = $3, ended_at = now(), api_key_sealed = NULL
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        batch.0,
        outcome,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Removes batches that ended a week ago, with their requests, and requests that were never sent.
pub async fn prune(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!(
        "DELETE FROM model_batches WHERE organization_id = $1 AND ended_at < now() - interval '7 days'",
        tx.organization().0,
    )
    .execute(tx.conn()?)
    .await?;
    sqlx::query!(
        "DELETE FROM model_batch_requests
         WHERE organization_id = $1 AND model_batch_id IS NULL AND state <> 'waiting'
           AND created_at < now() - interval '7 days'",
        tx.organization().0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}
