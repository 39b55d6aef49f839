//! Batches of resumes, from ZIP uploads or other sources, and the progress of their evaluation.

use bole_domain::batch::{BatchSource, TaskStatus};
use bole_domain::evaluation::RecommendationLevel;
use bole_domain::failure::FailureReason;
use bole_domain::ids::{BatchId, JobId, TaskId};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{ListCursor, ListPage, StoreResult, TenantTx};

/// A batch to record.
#[derive(Debug, Clone)]
pub struct NewBatch {
    /// Also part of its storage key.
    pub id: BatchId,
    pub job_id: JobId,
    /// The ZIP's file name as sent by the browser, or the batch's display name.
    pub file_name: String,
    pub source: BatchSource,
    /// The uploaded ZIP; none for other sources.
    pub zip: Option<NewZip>,
    /// The ledger task that creates the entries, enqueued in the same transaction; always set for an upload.
    pub unpack_task_id: Option<TaskId>,
}

/// An uploaded ZIP, already stored.
#[derive(Debug, Clone)]
pub struct NewZip {
    /// Size in bytes.
    pub size: i64,
    pub storage_key: String,
}

/// A batch.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Batch {
    pub id: BatchId,
    /// The job its resumes are evaluated for.
    pub job_id: JobId,
    pub job_title: String,
    /// The ZIP's file name, or the batch's display name.
    pub file_name: String,
    /// The source of its entries.
    pub source: BatchSource,
    /// Size of the ZIP in bytes.
    pub size: i64,
    /// `pending` until a worker opens the ZIP; `processing` while any task is active; `completed`; `failed` if the
    /// ZIP could not be read.
    pub status: TaskStatus,
    /// Why the ZIP could not be read.
    pub failure_reason: Option<FailureReason>,
    /// Entries by state.
    pub counts: BatchCounts,
    /// The expected number of entries, if known while they are created.
    pub expected: Option<i64>,
    /// Completed entries that are applications already.
    pub promoted: i64,
    /// Completed entries that can still be added to the pipeline.
    pub promotable: i64,
    /// When it was uploaded.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When the latest entry was evaluated.
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_evaluated_at: Option<OffsetDateTime>,
    #[serde(skip)]
    pub storage_key: Option<String>,
}

/// Entries of a batch by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct BatchCounts {
    /// Waiting for a worker.
    pub pending: i64,
    /// Being evaluated.
    pub processing: i64,
    /// Evaluated.
    pub completed: i64,
    /// Failed; they need a person.
    pub failed: i64,
    /// Scheduled for a retry.
    pub retry: i64,
    /// Not resumes.
    pub skipped: i64,
}

/// Filter of a list of batches.
#[derive(Debug, Clone, Copy, Default)]
pub struct BatchFilter {
    pub job_id: Option<JobId>,
    /// Only batches with unfinished (true) or without unfinished (false) tasks.
    pub active: Option<bool>,
}

/// Whether resumes can be uploaded for a job: not if it is archived.
pub async fn job_is_open(tx: &mut TenantTx, job: JobId) -> StoreResult<bool> {
    let archived = sqlx::query_scalar!(
        "SELECT is_deleted FROM jobs WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        job.0
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(!archived)
}

/// Records a batch.
///
/// # Errors
/// When the job does not exist, or the database does not answer.
pub async fn create(tx: &mut TenantTx, batch: NewBatch) -> StoreResult<()> {
    let NewBatch { id, job_id, file_name, source, zip, unpack_task_id } = batch;
    let (organization, user) = (tx.organization().0, tx.actor().user().map(|user| user.0));
    sqlx::query!(
        r#"INSERT INTO batches (id, organization_id, job_id, file_name, source, size, storage_key, unpack_task_id,
                                created_by)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"#,
        id.0,
        organization,
        job_id.0,
        file_name,
        source.as_str(),
        zip.as_ref().map_or(0, |zip| zip.size),
        zip.map(|zip| zip.storage_key),
        unpack_task_id.map(|id| id.0),
        user,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// Checks that the batch exists.
pub async fn exists(tx: &mut TenantTx, id: BatchId) -> StoreResult<()> {
    sqlx::query_scalar!("SELECT id FROM batches WHERE organization_id = $1 AND id = $2", tx.organization().0, id.0)
        .fetch_one(&mut *tx.conn()?)
        .await?;
    Ok(())
}

/// One batch.
pub async fn find(tx: &mut TenantTx, id: BatchId) -> StoreResult<Batch> {
    find_many(tx, &[id.0]).await?.pop().ok_or(crate::StoreError::NotFound)
}

/// A page of batches, newest first, their total number, and the cursor of the next page, if any.
pub async fn list(
    tx: &mut TenantTx,
    filter: BatchFilter,
    page: ListPage,
) -> StoreResult<(Vec<Batch>, i64, Option<ListCursor>)> {
    let BatchFilter { job_id, active } = filter;
    let (organization, job) = (tx.organization().0, job_id.map(|id| id.0));
    let busy = match active {
        Some(_) => Some(busy(tx).await?),
        None => None,
    };
    let mut ids = sqlx::query_scalar!(
        "SELECT id FROM batches
         WHERE organization_id = $1 AND ($2::uuid IS NULL OR job_id = $2) AND ($3::uuid[] IS NULL OR (id = ANY ($3)) = $4)
           AND ($7::timestamptz IS NULL OR (created_at, id) < ($7, $8::uuid))
         ORDER BY created_at DESC, id DESC LIMIT $5 OFFSET $6",
        organization,
        job,
        busy.as_deref(),
        active,
        page.rows(),
        page.offset,
        page.after.and_then(ListCursor::at),
        page.after.map(|cursor| cursor.id),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let has_next = page.cut(&mut ids);
    let count = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM batches
                   WHERE organization_id = $1 AND ($2::uuid IS NULL OR job_id = $2)
                     AND ($3::uuid[] IS NULL OR (id = ANY ($3)) = $4)"#,
        organization,
        job,
        busy.as_deref(),
        active,
    )
    .fetch_one(&mut *tx.conn()?);
    let total = page.total(ids.len(), count).await?;
    let found = find_many(tx, &ids).await?;
    let next = found.last().filter(|_| has_next).map(|last| ListCursor::by_time(last.created_at, last.id.0));
    Ok((found, total, next))
}

/// The batches with unfinished tasks, found from the queue, because live tasks are few and finished batches many.
async fn busy(tx: &mut TenantTx) -> StoreResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar!(
        r#"WITH live AS (
               SELECT id FROM queue WHERE organization_id = $1 AND lease IS NULL
               UNION ALL SELECT id FROM queue WHERE organization_id = $1 AND lease IS NOT NULL
               UNION ALL SELECT id FROM queue_later WHERE organization_id = $1)
           SELECT e.batch_id AS "id!" FROM batch_tasks e JOIN live ON live.id = e.task_id WHERE e.organization_id = $1
           UNION SELECT b.id FROM batches b JOIN live ON live.id = b.unpack_task_id WHERE b.organization_id = $1"#,
        tx.organization().0,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?)
}

/// These batches, newest first; missing ones are left out.
async fn find_many(tx: &mut TenantTx, ids: &[Uuid]) -> StoreResult<Vec<Batch>> {
    let rows = sqlx::query!(
        r#"SELECT b.id, b.job_id, j.title, b.file_name, b.source, b.size, b.storage_key,
                  b.created_at, u.status AS "unpack_status?", t.error_reason AS "error_reason?",
                  CASE WHEN t.finished_at IS NULL AND t.progress_total > 0 THEN t.progress_total END AS expected,
                  c.pending AS "pending!", c.processing AS "processing!", c.completed AS "completed!",
                  c.failed AS "failed!", c.retry AS "retry!", c.skipped AS "skipped!", c.promoted AS "promoted!",
                  c.promotable AS "promotable!", c.last_evaluated_at
           FROM batches b
           JOIN jobs j ON j.organization_id = b.organization_id AND j.id = b.job_id
           LEFT JOIN tasks t ON t.organization_id = b.organization_id AND t.id = b.unpack_task_id
           LEFT JOIN task_status u ON u.organization_id = b.organization_id AND u.id = b.unpack_task_id
           CROSS JOIN LATERAL (
               SELECT coalesce(sum(n.entries) FILTER (WHERE n.status = 'pending'), 0)::bigint AS pending,
                      coalesce(sum(n.entries) FILTER (WHERE n.status = 'processing'), 0)::bigint AS processing,
                      coalesce(sum(n.entries) FILTER (WHERE n.status = 'completed'), 0)::bigint AS completed,
                      coalesce(sum(n.entries) FILTER (WHERE n.status = 'failed'), 0)::bigint AS failed,
                      coalesce(sum(n.entries) FILTER (WHERE n.status = 'retry'), 0)::bigint AS retry,
                      coalesce(sum(n.entries) FILTER (WHERE n.status = 'skipped'), 0)::bigint AS skipped,
                      coalesce(sum(n.promoted) FILTER (WHERE n.status = 'completed'), 0)::bigint AS promoted,
                      coalesce(sum(n.entries - n.promoted)
                               FILTER (WHERE n.status = 'completed' AND n.recommendation <> $3), 0)::bigint AS promotable,
                      max(n.last_evaluated_at) AS last_evaluated_at
               FROM batch_task_counts n WHERE n.organization_id = b.organization_id AND n.batch_id = b.id) c
           WHERE b.organization_id = $1 AND b.id = ANY ($2)
           ORDER BY b.created_at DESC, b.id DESC"#,
        tx.organization().0,
        ids,
        RecommendationLevel::ToBeEvaluated.as_str(),
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    rows.into_iter()
        .map(|row| {
            let counts = BatchCounts {
                pending: row.pending,
                processing: row.processing,
                completed: row.completed,
                failed: row.failed,
                retry: row.retry,
                skipped: row.skipped,
            };
            let unpacking: Option<TaskStatus> = row.unpack_status.map(|status| status.parse()).transpose()?;
            let active =
                unpacking.is_some_and(TaskStatus::is_active) || counts.pending + counts.processing + counts.retry > 0;
            let status = match unpacking {
                // Nothing was unpacked yet.
                Some(status @ (TaskStatus::Pending | TaskStatus::Retry)) if counts == BatchCounts::default() => status,
                Some(TaskStatus::Failed) => TaskStatus::Failed,
                _ if active => TaskStatus::Processing,
                _ => TaskStatus::Completed,
            };
            Ok(Batch {
                id: BatchId(row.id),
                job_id: JobId(row.job_id),
                job_title: row.title,
                file_name: row.file_name,
                source: row.source.parse()?,
                size: row.size,
                status,
                failure_reason: row.error_reason.map(FailureReason::from),
                counts,
                expected: row.expected.map(i64::from),
                promoted: row.promoted,
                promotable: row.promotable,
                created_at: row.created_at,
                last_evaluated_at: row.last_evaluated_at,
                storage_key: row.storage_key,
            })
        })
        .collect()
}
