//! Periodic maintenance: makes due tasks available, reassigns tasks of dead workers, deletes old tasks. Any number of
//! sweeps may run concurrently, because each skips locked rows.

use std::time::Duration;

use bole_domain::failure::TaskReason;
use bole_domain::task::Lane;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{Db, StoreResult};

/// Whether the queue answers.
///
/// # Errors
/// When it does not.
pub async fn ping(db: &Db) -> StoreResult<()> {
    let statement = sqlx::query_scalar!(r#"SELECT EXISTS (SELECT FROM queue) AS "waiting!""#);
    db.in_queue(async |connection| statement.fetch_one(connection).await).await?;
    Ok(())
}

/// Makes delayed and retried tasks available once they are due, at most `limit`. Returns their number.
pub async fn promote(db: &Db, limit: i64) -> StoreResult<u64> {
    let statement = sqlx::query!(
        "WITH due AS (
             DELETE FROM queue_later WHERE id = ANY (ARRAY(
                 SELECT id FROM queue_later WHERE run_at <= now() ORDER BY run_at LIMIT $1 FOR UPDATE SKIP LOCKED))
             RETURNING id, organization_id
         ), ready AS (
             UPDATE tasks t SET state = 'queued' FROM due d
             WHERE t.organization_id = d.organization_id AND t.id = d.id AND t.state IN ('delayed', 'retry')
             RETURNING t.id, t.organization_id, t.lane, t.kind, t.priority, t.attempts
         )
         INSERT INTO queue (id, organization_id, lane, kind, priority, attempts)
         SELECT id, organization_id, lane, kind, priority, attempts FROM ready",
        limit,
    );
    let done = db.in_queue(async |connection| statement.execute(connection).await).await?;
    Ok(done.rows_affected())
}

/// Takes back tasks of workers that stopped renewing, at most `limit`: they wait again, or fail as
/// [`TaskReason::WorkerLost`] if no attempt is left. Returns their number.
pub async fn reclaim(db: &Db, limit: i64) -> StoreResult<u64> {
    let reason = TaskReason::WorkerLost;
    let statement = sqlx::query_scalar!(
        r#"WITH lost AS MATERIALIZED (
             SELECT id, organization_id FROM queue WHERE lease IS NOT NULL AND lease_until < now()
             LIMIT $1 FOR UPDATE SKIP LOCKED
         ), spent AS MATERIALIZED (
             SELECT l.id, t.id IS NULL OR q.attempts >= t.max_attempts AS spent
             FROM lost l JOIN queue q ON q.id = l.id
             LEFT JOIN tasks t ON t.organization_id = l.organization_id AND t.id = l.id
         ), back AS (
             UPDATE queue SET lease = NULL, lease_until = NULL, leased_at = NULL
             WHERE id = ANY (ARRAY(SELECT id FROM spent WHERE NOT spent))
         ), dead AS (
             DELETE FROM queue WHERE id = ANY (ARRAY(SELECT id FROM spent WHERE spent))
             RETURNING id, organization_id, attempts, leased_at
         ), ended AS (
             UPDATE tasks t SET state = 'failed', attempts = d.attempts, error_category = $2, error_reason = $3,
                                error_detail = 'its worker stopped renewing the lease', started_at = d.leased_at,
                                finished_at = now(),
                                payload = CASE WHEN t.is_secret THEN 'null' ELSE t.payload END
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
    );
    let lost = db.in_queue(async |connection| statement.fetch_one(connection).await).await?;
    Ok(u64::try_from(lost).unwrap_or_default())
}

/// Fails waiting tasks of a lane, at most `limit`, if no worker has had slots in it since then. Returns their number.
pub async fn fail_unserved(
    db: &Db,
    lane: Lane,
    since: OffsetDateTime,
    reason: TaskReason,
    limit: i64,
) -> StoreResult<i64> {
    let statement = sqlx::query_scalar!(
        r#"WITH waiting AS MATERIALIZED (
             SELECT id FROM queue
             WHERE lane = $1 AND lease IS NULL AND EXISTS (SELECT FROM unserved_lanes WHERE lane = $1 AND since <= $2)
             LIMIT $3 FOR UPDATE SKIP LOCKED
         ), gone AS (
             DELETE FROM queue WHERE id = ANY (ARRAY(SELECT id FROM waiting)) RETURNING id, organization_id, attempts
         ), ended AS (
             UPDATE tasks t SET state = 'failed', attempts = g.attempts, error_category = $4, error_reason = $5,
                                error_detail = 'no worker has slots in its lane', finished_at = now(),
                                payload = CASE WHEN t.is_secret THEN 'null' ELSE t.payload END
             FROM gone g WHERE t.organization_id = g.organization_id AND t.id = g.id
             RETURNING t.id, t.organization_id, t.kind, t.dedupe_key
         ), freed AS (
             DELETE FROM task_keys k USING ended e
             WHERE e.dedupe_key IS NOT NULL AND k.organization_id = e.organization_id
               AND k.kind = e.kind AND k.dedupe_key = e.dedupe_key AND k.task_id = e.id
         )
         SELECT count(*) AS "failed!" FROM gone"#,
        lane.number(),
        since,
        limit,
        reason.category().as_str(),
        reason.as_str(),
    );
    db.in_queue(async |connection| statement.fetch_one(connection).await).await
}

/// Progress of [`prune`]: the task and organization to continue after.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pruned {
    /// The number of tasks deleted so far.
    pub tasks: i64,
    organization: Uuid,
    task: Uuid,
}

/// Checks the next `limit` tasks created before `older_than` ago and deletes those that were over by then, unless an
/// uploaded batch still refers to them. Returns the progress, and whether the end was reached.
pub async fn prune(db: &Db, from: Pruned, older_than: Duration, limit: i64) -> StoreResult<(Pruned, bool)> {
    // Tasks that ended by then were created by then, and ids contain the creation time, so the index skips younger
    // tasks.
    let row = sqlx::query!(
        r#"WITH page AS MATERIALIZED (
             SELECT organization_id, id, finished_at FROM tasks
             WHERE (organization_id, id) > ($1, $2) AND id < $3 ORDER BY organization_id, id LIMIT $5
         ), over AS MATERIALIZED (
             SELECT p.organization_id, p.id FROM page p
             WHERE p.finished_at < now() - make_interval(secs => $4::double precision)
               -- With a limit, so that they are looked up one by one and not joined with all there are.
               AND (SELECT b.task_id FROM batch_tasks b
                    WHERE b.organization_id = p.organization_id AND b.task_id = p.id LIMIT 1) IS NULL
               AND (SELECT b.unpack_task_id FROM batches b
                    WHERE b.organization_id = p.organization_id AND b.unpack_task_id = p.id LIMIT 1) IS NULL
         ), gone AS (
             DELETE FROM tasks t USING over o WHERE t.organization_id = o.organization_id AND t.id = o.id RETURNING t.id
         ), last AS (
             SELECT organization_id, id FROM page ORDER BY organization_id DESC, id DESC LIMIT 1
         )
         SELECT (SELECT count(*) FROM page) AS "seen!", (SELECT count(*) FROM gone) AS "gone!",
                (SELECT organization_id FROM last) AS organization, (SELECT id FROM last) AS task"#,
        from.organization,
        from.task,
        first_id(older_than),
        older_than.as_secs_f64(),
        limit,
    )
    .fetch_one(&mut *db.ledger().await?)
    .await?;
    let pruned = Pruned {
        tasks: from.tasks + row.gone,
        organization: row.organization.unwrap_or(from.organization),
        task: row.task.unwrap_or(from.task),
    };
    Ok((pruned, row.seen < limit))
}

/// The lowest UUIDv7 of this long ago.
fn first_id(ago: Duration) -> Uuid {
    let then = std::time::SystemTime::now() - ago;
    let since = then.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    uuid::Builder::from_unix_timestamp_millis(since.as_millis().try_into().unwrap_or(u64::MAX), &[0; 10]).into_uuid()
}

/// Queue statistics over all organizations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QueueStats {
    /// Tasks waiting for a worker.
    pub waiting: i64,
    /// Tasks held by a worker.
    pub running: i64,
    /// Tasks due later: delayed, or waiting for a retry.
    pub later: i64,
    /// Age of the oldest waiting or running task.
    pub oldest: Option<Duration>,
}

/// Counts for the operator's dashboards. Reads the whole queue, so call it only every few seconds.
pub async fn stats(db: &Db) -> StoreResult<QueueStats> {
    let statement = sqlx::query!(
        r#"SELECT (SELECT count(*) FROM queue WHERE lease IS NULL) AS "waiting!",
                  (SELECT count(*) FROM queue WHERE lease IS NOT NULL) AS "running!",
                  (SELECT count(*) FROM queue_later) AS "later!",
                  (SELECT id FROM queue ORDER BY id LIMIT 1) AS oldest"#
    );
    let row = db.in_queue(async |connection| statement.fetch_one(connection).await).await?;
    Ok(QueueStats { waiting: row.waiting, running: row.running, later: row.later, oldest: row.oldest.and_then(age) })
}

/// The age of a UUIDv7.
fn age(id: Uuid) -> Option<Duration> {
    let (seconds, nanos) = id.get_timestamp()?.to_unix();
    std::time::UNIX_EPOCH.checked_add(Duration::new(seconds, nanos))?.elapsed().ok()
}
