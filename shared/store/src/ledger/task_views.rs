//! What members do with tasks: view, cancel, retry.

use std::collections::HashSet;

use bole_domain::batch::TaskStatus;
use bole_domain::failure::{ErrorCategory, FailureReason, TaskReason};
use bole_domain::ids::{TaskId, UserId};
use bole_domain::task::Lane;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Progress, TaskErrorView, TaskView};
use crate::{StoreError, StoreResult, TenantTx};

struct Row {
    id: Uuid,
    kind: String,
    status: String,
    progress_done: i32,
    progress_total: i32,
    result: Option<Value>,
    error_category: Option<String>,
    error_reason: Option<String>,
    attempts: i32,
    created_by: Option<Uuid>,
    created_at: OffsetDateTime,
    started_at: Option<OffsetDateTime>,
    finished_at: Option<OffsetDateTime>,
}

impl TryFrom<Row> for TaskView {
    type Error = StoreError;

    fn try_from(row: Row) -> StoreResult<Self> {
        let error = match (row.error_category, row.error_reason) {
            (Some(category), Some(reason)) => {
                let category = category.parse().unwrap_or(ErrorCategory::Unknown);
                Some(TaskErrorView { category, reason: reason.into() })
            }
            _ => None,
        };
        Ok(Self {
            id: TaskId(row.id),
            kind: row.kind,
            status: row.status.parse()?,
            progress: Progress { done: row.progress_done, total: row.progress_total },
            result: row.result,
            error,
            attempts: row.attempts,
            created_by: row.created_by.map(UserId),
            created_at: row.created_at,
            started_at: row.started_at,
            finished_at: row.finished_at,
        })
    }
}

/// One task.
///
/// # Errors
/// [`StoreError::NotFound`] when the organization has no such task.
pub async fn get(tx: &mut TenantTx, id: TaskId) -> StoreResult<TaskView> {
    let organization = tx.organization();
    sqlx::query_as!(
        Row,
        r#"SELECT t.id, t.kind, s.status AS "status!", t.progress_done, t.progress_total, t.result, t.error_category,
                  t.error_reason, s.attempts AS "attempts!", t.created_by, t.created_at, s.started_at AS "started_at?", t.finished_at
           FROM tasks t JOIN task_status s ON s.organization_id = t.organization_id AND s.id = t.id
           WHERE t.organization_id = $1 AND t.id = $2"#,
        organization.0,
        id.0,
    )
    .fetch_one(tx.conn()?)
    .await?
    .try_into()
}

/// The tasks a member may see.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct TaskVisibility {
    /// Tasks this user requested.
    pub of: Option<UserId>,
    /// Tasks of these kinds, whoever requested them.
    pub kinds: Vec<String>,
}

impl TaskVisibility {
    /// Whether a task is visible.
    #[must_use]
    pub fn includes(&self, task: &TaskView) -> bool {
        (task.created_by.is_some() && task.created_by == self.of) || self.kinds.contains(&task.kind)
    }
}

/// Filter of a list of tasks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct TaskFilter {
    pub kind: Option<String>,
    pub status: Option<TaskStatus>,
    /// Only visible ones; all if `None`.
    pub visible: Option<TaskVisibility>,
}

/// The filter as statement arguments.
struct Arguments<'a> {
    organization: uuid::Uuid,
    kind: Option<&'a str>,
    status: Option<&'static str>,
    of: Option<uuid::Uuid>,
    kinds: Option<&'a [String]>,
}

impl<'a> Arguments<'a> {
    fn of(tx: &TenantTx, filter: &'a TaskFilter) -> Self {
        let TaskFilter { kind, status, visible } = filter;
        Self {
            organization: tx.organization().0,
            kind: kind.as_deref(),
            status: status.map(TaskStatus::as_str),
            of: visible.as_ref().and_then(|visible| visible.of).map(|user| user.0),
            kinds: visible.as_ref().map(|visible| visible.kinds.as_slice()),
        }
    }
}

/// A page of tasks, newest first.
pub async fn list(tx: &mut TenantTx, filter: &TaskFilter, limit: i64, offset: i64) -> StoreResult<Vec<TaskView>> {
    let Arguments { organization, kind, status, of, kinds } = Arguments::of(tx, filter);
    let rows = sqlx::query_as!(
        Row,
        r#"SELECT t.id, t.kind, s.status AS "status!", t.progress_done, t.progress_total, t.result, t.error_category,
                  t.error_reason, s.attempts AS "attempts!", t.created_by, t.created_at, s.started_at AS "started_at?", t.finished_at
           FROM tasks t JOIN task_status s ON s.organization_id = t.organization_id AND s.id = t.id
           WHERE t.organization_id = $1 AND ($2::text IS NULL OR t.kind = $2) AND ($3::text IS NULL OR s.status = $3)
             AND ($5::text[] IS NULL OR t.created_by = $4 OR t.kind = ANY ($5))
           ORDER BY t.id DESC LIMIT $6 OFFSET $7"#,
        organization,
        kind,
        status,
        of,
        kinds,
        limit,
        offset,
    )
    .fetch_all(tx.conn()?)
    .await?;
    rows.into_iter().map(TaskView::try_from).collect()
}

/// The number of tasks, counted up to `limit`.
pub async fn count(tx: &mut TenantTx, filter: &TaskFilter, limit: i64) -> StoreResult<i64> {
    let Arguments { organization, kind, status, of, kinds } = Arguments::of(tx, filter);
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "total!" FROM (
               SELECT FROM tasks t
               WHERE t.organization_id = $1 AND ($2::text IS NULL OR t.kind = $2)
                 AND ($5::text[] IS NULL OR t.created_by = $4 OR t.kind = ANY ($5))
                 AND ($3::text IS NULL OR EXISTS (
                     SELECT FROM task_status s
                     WHERE s.organization_id = t.organization_id AND s.id = t.id AND s.status = $3))
               LIMIT $6) AS counted"#,
        organization,
        kind,
        status,
        of,
        kinds,
        limit,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Cancels a task that is not over. A running one loses its lease, so its worker cannot finish it and is notified
/// with the next renewal.
///
/// # Errors
/// [`StoreError::NotFound`] when there is no such task, [`StoreError::Stale`] when it is over already.
pub async fn cancel(tx: &mut TenantTx, id: TaskId) -> StoreResult<()> {
    let cancelled = cancel_all(tx, &[id.0]).await?;
    exists_or(tx, id, cancelled > 0).await
}

/// Cancels tasks, as [`cancel`] does; those that are over stay unchanged.
pub async fn cancel_many(tx: &mut TenantTx, ids: &[TaskId]) -> StoreResult<()> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    cancel_all(tx, &ids).await.map(drop)
}

/// Returns the number of tasks cancelled.
async fn cancel_all(tx: &mut TenantTx, ids: &[Uuid]) -> StoreResult<u64> {
    let organization = tx.organization();
    let reason = TaskReason::Cancelled;
    // In the order of promotions and of workers, to avoid deadlocks.
    leave_later(tx, ids).await?;
    let (queued, attempts) = leave_queue(tx, ids).await?;
    let cancelled = sqlx::query_scalar!(
        r#"WITH ended AS (
             UPDATE tasks t
             SET state = 'cancelled', error_category = $3, error_reason = $4, error_detail = NULL, finished_at = now(),
                 attempts = coalesce((SELECT q.attempts FROM unnest($5::uuid[], $6::integer[]) AS q (id, attempts)
                                      WHERE q.id = t.id), t.attempts),
                 payload = CASE WHEN t.is_secret THEN 'null' ELSE t.payload END
             WHERE t.organization_id = $1 AND t.id = ANY ($2) AND t.state IN ('queued', 'delayed', 'retry')
             RETURNING t.id, t.kind, t.dedupe_key
         ), freed AS (
             DELETE FROM task_keys k USING ended e
             WHERE k.organization_id = $1 AND k.kind = e.kind AND k.dedupe_key = e.dedupe_key AND k.task_id = e.id
         )
         SELECT count(*) AS "cancelled!" FROM ended"#,
        organization.0,
        ids,
        reason.category().as_str(),
        reason.as_str(),
        &queued,
        &attempts,
    )
    .fetch_one(tx.conn()?)
    .await?;
    // An attempt that ended meanwhile may have put it back.
    leave_later(tx, ids).await?;
    leave_queue(tx, ids).await?;
    Ok(u64::try_from(cancelled).unwrap_or_default())
}

async fn leave_later(tx: &mut TenantTx, ids: &[Uuid]) -> StoreResult<()> {
    sqlx::query!("DELETE FROM queue_later WHERE organization_id = $1 AND id = ANY ($2)", tx.organization().0, ids)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}

/// The tasks that left the queue, and their attempts.
async fn leave_queue(tx: &mut TenantTx, ids: &[Uuid]) -> StoreResult<(Vec<Uuid>, Vec<i32>)> {
    let left = sqlx::query!(
        "DELETE FROM queue WHERE organization_id = $1 AND id = ANY ($2) RETURNING id, attempts",
        tx.organization().0,
        ids,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(left.into_iter().map(|row| (row.id, row.attempts)).unzip())
}

/// Retries a failed or cancelled task, from its first attempt. Wake the workers after the commit.
///
/// # Errors
/// [`StoreError::NotFound`] when there is no such task, [`StoreError::Stale`] when it did not fail or its
/// payload was deleted, and the constraint `task_keys_key` when another task has taken its unique key meanwhile.
pub async fn retry(tx: &mut TenantTx, id: TaskId) -> StoreResult<()> {
    let organization = tx.organization();
    let again = sqlx::query_scalar!(
        "WITH again AS (
             UPDATE tasks SET state = 'queued', attempts = 0, error_category = NULL, error_reason = NULL,
                              error_detail = NULL, progress_done = 0, progress_total = 0, run_at = now(),
                              started_at = NULL, finished_at = NULL
             WHERE organization_id = $1 AND id = $2 AND state IN ('failed', 'cancelled') AND NOT is_secret
             RETURNING id, lane, priority, kind, dedupe_key
         ), keyed AS (
             INSERT INTO task_keys (organization_id, kind, dedupe_key, task_id)
             SELECT $1, kind, dedupe_key, id FROM again WHERE dedupe_key IS NOT NULL
         )
         INSERT INTO queue (id, organization_id, lane, kind, priority, attempts)
         SELECT id, $1, lane, kind, priority, 0 FROM again
         RETURNING id",
        organization.0,
        id.0,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    exists_or(tx, id, again.is_some()).await
}

/// The organization's tasks that failed for one of these reasons.
pub async fn failed_with(tx: &mut TenantTx, reasons: &[FailureReason]) -> StoreResult<Vec<TaskId>> {
    let organization = tx.organization();
    let reasons: Vec<&str> = reasons.iter().map(|reason| reason.as_str()).collect();
    Ok(sqlx::query_scalar!(
        r#"SELECT id AS "id: TaskId" FROM tasks WHERE organization_id = $1 AND state = 'failed' AND error_reason = ANY ($2)"#,
        organization.0,
        &reasons as _,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// The organization's tasks that failed for one of these reasons and are tried again later.
pub async fn retrying_with(tx: &mut TenantTx, reasons: &[FailureReason]) -> StoreResult<Vec<TaskId>> {
    let organization = tx.organization();
    let reasons: Vec<&str> = reasons.iter().map(|reason| reason.as_str()).collect();
    Ok(sqlx::query_scalar!(
        r#"SELECT id AS "id: TaskId" FROM tasks WHERE organization_id = $1 AND state = 'retry' AND error_reason = ANY ($2)"#,
        organization.0,
        &reasons as _,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// Retries failed or cancelled tasks from the first attempt; those that did not fail, whose payload was deleted or
/// whose unique key is taken stay unchanged, and of several with one key the newest is retried. Wake the workers after
/// the commit. Returns those that are retried.
pub async fn retry_many(tx: &mut TenantTx, ids: &[TaskId]) -> StoreResult<HashSet<TaskId>> {
    let organization = tx.organization();
    let ids: Vec<uuid::Uuid> = ids.iter().map(|id| id.0).collect();
    let retried = sqlx::query_scalar!(
        r#"WITH failed AS MATERIALIZED (
             SELECT t.id, t.kind, t.dedupe_key FROM tasks t
             WHERE t.organization_id = $1 AND t.id = ANY ($2) AND t.state IN ('failed', 'cancelled')
               AND NOT t.is_secret
             ORDER BY t.id FOR UPDATE
         ), keyed AS (
             -- A key is given to the first row that asks for it.
             INSERT INTO task_keys (organization_id, kind, dedupe_key, task_id)
             SELECT $1, kind, dedupe_key, id FROM failed
             WHERE dedupe_key IS NOT NULL ORDER BY kind, dedupe_key, id DESC
             ON CONFLICT DO NOTHING RETURNING task_id
         ), again AS (
             UPDATE tasks SET state = 'queued', attempts = 0, error_category = NULL, error_reason = NULL,
                              error_detail = NULL, progress_done = 0, progress_total = 0, run_at = now(),
                              started_at = NULL, finished_at = NULL
             WHERE organization_id = $1
               AND id = ANY (ARRAY(SELECT id FROM failed WHERE dedupe_key IS NULL UNION ALL SELECT task_id FROM keyed))
             RETURNING id, lane, priority, kind
         ), queued AS (
             INSERT INTO queue (id, organization_id, lane, kind, priority, attempts)
             SELECT id, $1, lane, kind, priority, 0 FROM again
             RETURNING id
         )
         SELECT id AS "id!: TaskId" FROM queued"#,
        organization.0,
        &ids,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(retried.into_iter().collect())
}

/// Distinguishes a task in the wrong state from a missing one.
async fn exists_or(tx: &mut TenantTx, id: TaskId, changed: bool) -> StoreResult<()> {
    if changed {
        return Ok(());
    }
    get(tx, id).await?;
    Err(StoreError::Stale)
}

/// Locks a task until the transaction ends.
pub async fn lock_task(tx: &mut TenantTx, id: TaskId) -> StoreResult<()> {
    sqlx::query!("SELECT id FROM tasks WHERE organization_id = $1 AND id = $2 FOR UPDATE", tx.organization().0, id.0)
        .fetch_optional(tx.conn()?)
        .await?;
    Ok(())
}

/// Gives a held task another lane and payload, for when it is run again.
pub async fn move_to(tx: &mut TenantTx, id: TaskId, lane: Lane, payload: &Value) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE tasks SET lane = $3, payload = $4 WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        lane.number(),
        payload,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Writes the progress of a task that no worker runs, and ends it if there is a result. A task that is over stays
/// unchanged.
pub async fn settle(tx: &mut TenantTx, id: TaskId, done: i32, total: i32, result: Option<Value>) -> StoreResult<()> {
    sqlx::query!(
        "WITH gone AS (
             DELETE FROM queue_later WHERE organization_id = $1 AND id = $2 AND $5
         )
         UPDATE tasks
         SET progress_done = $3, progress_total = $4, started_at = coalesce(started_at, created_at),
             state = CASE WHEN $5 THEN 'completed' ELSE state END, result = coalesce($6, result),
             finished_at = CASE WHEN $5 THEN now() ELSE finished_at END
         WHERE organization_id = $1 AND id = $2 AND state = 'delayed'",
        tx.organization().0,
        id.0,
        done,
        total,
        result.is_some(),
        result,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Makes delayed or retrying tasks available now.
pub async fn hasten(tx: &mut TenantTx, ids: &[TaskId]) -> StoreResult<()> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    sqlx::query!(
        "UPDATE queue_later SET run_at = now() WHERE organization_id = $1 AND id = ANY ($2)",
        tx.organization().0,
        &ids,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Reschedules a task that is not due yet.
///
/// # Errors
/// [`StoreError::Stale`] when it is due or over.
pub async fn reschedule(tx: &mut TenantTx, id: TaskId, run_at: OffsetDateTime) -> StoreResult<()> {
    let moved = sqlx::query!(
        "WITH later AS (
             UPDATE queue_later SET run_at = $3 WHERE organization_id = $1 AND id = $2 RETURNING id
         )
         UPDATE tasks t SET run_at = $3 FROM later WHERE t.organization_id = $1 AND t.id = later.id",
        tx.organization().0,
        id.0,
        run_at,
    )
    .execute(tx.conn()?)
    .await?;
    if moved.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Stale) }
}
