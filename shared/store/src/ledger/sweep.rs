//! Sweeps: what is due becomes waiting, what a dead worker held is given to another, what is old is forgotten. All are
//! safe to run anywhere at once: a sweep skips what another one holds.

use std::time::Duration;

use bole_domain::batch::FailureReason;
use uuid::Uuid;

use crate::{Db, StoreResult};

/// Whether the queue answers.
///
/// # Errors
/// When it does not.
pub async fn ping(db: &Db) -> StoreResult<()> {
    sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM queue) AS "waiting!""#).fetch_one(db.ledger_pool()).await?;
    Ok(())
}

/// Makes delayed and retried tasks wait for a worker once they are due, at most `limit`. Answers how many.
///
/// # Errors
/// When the database does not answer.
pub async fn promote(db: &Db, limit: i64) -> StoreResult<u64> {
    let done = sqlx::query!(
        "WITH due AS (
             DELETE FROM queue_later WHERE id = ANY (ARRAY(
                 SELECT id FROM queue_later WHERE run_at <= now() ORDER BY run_at LIMIT $1 FOR UPDATE SKIP LOCKED))
             RETURNING id, organization_id
         ), ready AS (
             UPDATE tasks t SET state = 'queued' FROM due d
             WHERE t.organization_id = d.organization_id AND t.id = d.id
             RETURNING t.id, t.organization_id, t.priority, t.attempts
         )
         INSERT INTO queue (id, organization_id, priority, attempts)
         SELECT id, organization_id, priority, attempts FROM ready",
        limit,
    )
    .execute(db.ledger_pool())
    .await?;
    Ok(done.rows_affected())
}

/// Takes tasks back from workers that stopped renewing, at most `limit`: to wait again, or to fail as
/// [`FailureReason::WorkerLost`] where no attempt is left. The attempt of a task that may not have begun does not count,
/// once: from then on it is only taken into a free slot. Answers how many.
///
/// # Errors
/// When the database does not answer.
pub async fn reclaim(db: &Db, limit: i64) -> StoreResult<u64> {
    let reason = FailureReason::WorkerLost;
    let lost = sqlx::query_scalar!(
        r#"WITH lost AS MATERIALIZED (
             SELECT id, organization_id FROM queue WHERE lease IS NOT NULL AND lease_until < now()
             LIMIT $1 FOR UPDATE SKIP LOCKED
         ), spent AS MATERIALIZED (
             SELECT l.id, t.id IS NULL OR NOT q.ahead AND q.attempts >= t.max_attempts AS spent
             FROM lost l JOIN queue q ON q.id = l.id
             LEFT JOIN tasks t ON t.organization_id = l.organization_id AND t.id = l.id
         ), back AS (
             UPDATE queue SET lease = NULL, lease_until = NULL, leased_at = NULL, ahead = false, alone = alone OR ahead,
                              attempts = attempts - ahead::integer
             WHERE id = ANY (ARRAY(SELECT id FROM spent WHERE NOT spent))
         ), dead AS (
             DELETE FROM queue WHERE id = ANY (ARRAY(SELECT id FROM spent WHERE spent))
             RETURNING id, organization_id, attempts, leased_at
         ), ended AS (
             UPDATE tasks t SET state = 'failed', attempts = d.attempts, error_category = $2, error_reason = $3,
                                error_detail = 'its worker stopped renewing the lease', started_at = d.leased_at,
                                finished_at = now()
             FROM dead d WHERE t.organization_id = d.organization_id AND t.id = d.id
             RETURNING t.id, t.organization_id, t.kind, t.dedupe_key
         ), freed AS (
             DELETE FROM task_keys k USING ended e
             WHERE e.dedupe_key IS NOT NULL AND k.organization_id = e.organization_id
               AND k.kind = e.kind AND k.dedupe_key = e.dedupe_key AND k.task_id = e.id
         )
         SELECT count(*) AS "lost!" FROM lost"#,
        limit,
        reason.category().as_str(),
        reason.as_str(),
    )
    .fetch_one(db.ledger_pool())
    .await?;
    Ok(u64::try_from(lost).unwrap_or_default())
}

/// Forgets tasks that were over before `older_than` ago, at most `limit`, unless an uploaded batch still points at them.
/// Answers how many.
///
/// # Errors
/// When the database does not answer.
pub async fn prune(db: &Db, older_than: Duration, limit: i64) -> StoreResult<u64> {
    let done = sqlx::query!(
        "DELETE FROM tasks WHERE (organization_id, id) IN (
             SELECT t.organization_id, t.id FROM tasks t
             WHERE t.finished_at < now() - make_interval(secs => $1::double precision)
               AND NOT EXISTS (SELECT FROM batch_tasks b WHERE b.organization_id = t.organization_id AND b.task_id = t.id)
               AND NOT EXISTS (SELECT FROM batches b WHERE b.organization_id = t.organization_id AND b.unpack_task_id = t.id)
             LIMIT $2 FOR UPDATE SKIP LOCKED)",
        older_than.as_secs_f64(),
        limit,
    )
    .execute(db.ledger_pool())
    .await?;
    Ok(done.rows_affected())
}

/// The queue at a glance, over all organizations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QueueStats {
    /// Tasks that wait for a worker.
    pub waiting: i64,
    /// Tasks a worker holds.
    pub running: i64,
    /// Tasks due later: delayed, or waiting to be retried.
    pub later: i64,
    /// How long ago the oldest task that waits or runs was created.
    pub oldest: Option<Duration>,
}

/// Counts for the operator's dashboards. Reads the whole queue: not more than every few seconds.
///
/// # Errors
/// When the database does not answer.
pub async fn stats(db: &Db) -> StoreResult<QueueStats> {
    let row = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM queue WHERE lease IS NULL) AS "waiting!",
                  (SELECT count(*) FROM queue WHERE lease IS NOT NULL) AS "running!",
                  (SELECT count(*) FROM queue_later) AS "later!",
                  (SELECT id FROM queue ORDER BY id LIMIT 1) AS oldest"#
    )
    .fetch_one(db.ledger_pool())
    .await?;
    Ok(QueueStats { waiting: row.waiting, running: row.running, later: row.later, oldest: row.oldest.and_then(age) })
}

/// How long ago a UUIDv7 was made.
fn age(id: Uuid) -> Option<Duration> {
    let (seconds, nanos) = id.get_timestamp()?.to_unix();
    std::time::UNIX_EPOCH.checked_add(Duration::new(seconds, nanos))?.elapsed().ok()
}
