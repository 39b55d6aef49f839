//! Monitoring across organizations for operators: counts, ids and failure reasons, without the content of tasks.

use std::time::Duration;

use bole_domain::failure::ErrorCategory;
use bole_domain::ids::{OrganizationId, TaskId, UserId};
use bole_domain::organization::Plan;
use bole_domain::task::Lane;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::paging::total;
use crate::tx::Tx;
use crate::{Db, IdentityTx, StoreResult};

/// A worker is considered dead after this long without a report.
const ALIVE: Duration = Duration::from_secs(60);
/// The most tasks retried at a time.
const MAX_REDRIVEN: i64 = 1_000;

/// What a worker reports about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkerPresence {
    /// Generated at every start.
    pub id: Uuid,
    pub name: String,
    pub version: String,
    pub slots: [(Lane, i32); 5],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LivingWorker {
    pub presence: WorkerPresence,
    pub started_at: OffsetDateTime,
    pub seen_at: OffsetDateTime,
}

/// Records that a worker is alive, and deletes those dead for a day.
pub async fn report_presence(db: &Db, worker: &WorkerPresence) -> StoreResult<()> {
    let slots = |lane: Lane| worker.slots.iter().find(|(of, _)| *of == lane).map_or(0, |(_, slots)| *slots);
    let statement = sqlx::query!(
        "WITH dead AS (DELETE FROM workers WHERE seen_at < now() - interval '1 day')
         INSERT INTO workers (id, name, version, documents, models, mail, general, scans)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (id) DO UPDATE SET seen_at = now()",
        worker.id,
        worker.name,
        worker.version,
        slots(Lane::Documents),
        slots(Lane::Models),
        slots(Lane::Mail),
        slots(Lane::General),
        slots(Lane::Scans),
    );
    db.in_queue(async |connection| statement.execute(connection).await).await?;
    Ok(())
}

/// Records that a worker has shut down.
pub async fn end_presence(db: &Db, worker: Uuid) -> StoreResult<()> {
    let statement = sqlx::query!("DELETE FROM workers WHERE id = $1", worker);
    db.in_queue(async |connection| statement.execute(connection).await).await?;
    Ok(())
}

/// The live workers, oldest first.
pub async fn workers(db: &Db) -> StoreResult<Vec<LivingWorker>> {
    let rows = sqlx::query!(
        "SELECT id, name, version, documents, scans, models, mail, general, started_at, seen_at FROM workers
         WHERE seen_at > now() - make_interval(secs => $1) ORDER BY started_at, id",
        ALIVE.as_secs_f64(),
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    let worker = rows.into_iter().map(|row| LivingWorker {
        presence: WorkerPresence {
            id: row.id,
            name: row.name,
            version: row.version,
            slots: [
                (Lane::Documents, row.documents),
                (Lane::Scans, row.scans),
                (Lane::Models, row.models),
                (Lane::Mail, row.mail),
                (Lane::General, row.general),
            ],
        },
        started_at: row.started_at,
        seen_at: row.seen_at,
    });
    Ok(worker.collect())
}

/// Notes since when tasks wait in a lane in which no live worker has slots, or that this is over.
pub async fn note_unserved(db: &Db, lane: Lane) -> StoreResult<()> {
    let statement = sqlx::query!(
        "WITH service AS MATERIALIZED (
             SELECT EXISTS (SELECT FROM workers w
                            WHERE w.seen_at > now() - make_interval(secs => $2)
                              AND (to_jsonb(w) ->> $3::text)::integer > 0)
                    OR NOT EXISTS (SELECT FROM queue WHERE lane = $1 AND lease IS NULL) AS is_there
         ), over AS (
             DELETE FROM unserved_lanes u USING service WHERE u.lane = $1 AND service.is_there
         )
         INSERT INTO unserved_lanes (lane) SELECT $1 FROM service WHERE NOT is_there ON CONFLICT DO NOTHING",
        lane.number(),
        ALIVE.as_secs_f64(),
        lane.as_str(),
    );
    db.in_queue(async |connection| statement.execute(connection).await).await?;
    Ok(())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LaneLoad {
    pub lane: Lane,
    /// Tasks not held by a worker.
    pub waiting: i64,
    /// Tasks held by a worker.
    pub running: i64,
    /// When the oldest waiting task was enqueued.
    pub oldest_waiting_since: Option<OffsetDateTime>,
}

/// All lanes. Reads the whole queue, so call it only every few seconds.
pub async fn lanes(db: &Db) -> StoreResult<Vec<LaneLoad>> {
    let rows = sqlx::query!(
        r#"SELECT lane, count(*) FILTER (WHERE lease IS NULL) AS "waiting!",
                  count(*) FILTER (WHERE lease IS NOT NULL) AS "running!",
                  min(id::text) FILTER (WHERE lease IS NULL) AS oldest
           FROM queue GROUP BY lane"#,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    let load = Lane::ALL.iter().map(|&lane| {
        let row = rows.iter().find(|row| row.lane == lane.number());
        LaneLoad {
            lane,
            waiting: row.map_or(0, |row| row.waiting),
            running: row.map_or(0, |row| row.running),
            oldest_waiting_since: row.and_then(|row| created_at(row.oldest.as_deref()?.parse().ok()?)),
        }
    });
    Ok(load.collect())
}

/// The creation time of a UUIDv7.
fn created_at(id: Uuid) -> Option<OffsetDateTime> {
    let (seconds, nanoseconds) = id.get_timestamp()?.to_unix();
    let begun = OffsetDateTime::from_unix_timestamp(i64::try_from(seconds).ok()?).ok()?;
    Some(begun + Duration::from_nanos(nanoseconds.into()))
}

/// Recent results of one kind of task.
#[derive(Debug, Clone, PartialEq)]
pub struct KindLoad {
    pub kind: String,
    /// Completed within the last hour.
    pub completed_hour: i64,
    /// Completed within the last day.
    pub completed_day: i64,
    /// Failed within the last day.
    pub failed_day: i64,
    /// Median duration of the last attempt, over the last day, in seconds.
    pub median_seconds: Option<f64>,
}

/// Results of the last day's tasks, by kind.
pub async fn kinds(db: &Db) -> StoreResult<Vec<KindLoad>> {
    let mut tx = db.ended_tasks_tx().await?;
    let kinds = sqlx::query_as!(
        KindLoad,
        r#"SELECT kind,
                  count(*) FILTER (WHERE state = 'completed' AND finished_at > now() - interval '1 hour') AS "completed_hour!",
                  count(*) FILTER (WHERE state = 'completed') AS "completed_day!",
                  count(*) FILTER (WHERE state = 'failed') AS "failed_day!",
                  percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM finished_at - started_at)::float8)
                      AS median_seconds
           FROM tasks WHERE finished_at > now() - interval '1 day'
           GROUP BY kind ORDER BY count(*) DESC, kind"#,
    )
    .fetch_all(tx.connection()?)
    .await?;
    tx.release();
    Ok(kinds)
}

/// How many tasks ended in an hour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HourLoad {
    pub completed: i64,
    pub failed: i64,
}

/// The hours of a day.
pub const HOURS: usize = 24;

/// The tasks of the last 24 hours by the hour in which they ended, the last hour last.
pub async fn hours(db: &Db) -> StoreResult<[HourLoad; HOURS]> {
    let mut tx = db.ended_tasks_tx().await?;
    let rows = sqlx::query!(
        r#"SELECT floor(extract(epoch FROM now() - finished_at) / 3600)::integer AS "hours_ago!",
                  count(*) FILTER (WHERE state = 'completed') AS "completed!",
                  count(*) FILTER (WHERE state = 'failed') AS "failed!"
           FROM tasks WHERE finished_at > now() - interval '1 day'
           GROUP BY 1"#,
    )
    .fetch_all(tx.connection()?)
    .await?;
    tx.release();
    let mut hours = [HourLoad::default(); HOURS];
    for row in rows {
        // What ended after this transaction began, by the clock of another, belongs to the last hour.
        let ago = usize::try_from(row.hours_ago).unwrap_or_default();
        if let Some(hour) = hours.iter_mut().rev().nth(ago) {
            hour.completed += row.completed;
            hour.failed += row.failed;
        }
    }
    Ok(hours)
}

/// Tasks of one kind that failed for one reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureCount {
    pub kind: String,
    pub reason: String,
    pub count: i64,
    /// When the latest of them failed.
    pub last_at: Option<OffsetDateTime>,
}

/// All failed tasks still stored, by kind and reason, most frequent first.
pub async fn failures(db: &Db) -> StoreResult<Vec<FailureCount>> {
    let mut tx = db.ended_tasks_tx().await?;
    let failures = sqlx::query_as!(
        FailureCount,
        r#"SELECT kind, coalesce(error_reason, 'internal') AS "reason!", count(*) AS "count!", max(finished_at) AS last_at
           -- Any lane: what the index is looked up by.
           FROM tasks WHERE state = 'failed' AND lane >= 0
           GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT 100"#,
    )
    .fetch_all(tx.connection()?)
    .await?;
    tx.release();
    Ok(failures)
}

/// How many tasks of a lane failed and are still kept.
///
/// # Errors
/// When the database does not answer.
pub async fn failed_of(db: &Db, lane: Lane) -> StoreResult<i64> {
    let mut tx = db.ended_tasks_tx().await?;
    let failed = sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM tasks WHERE state = 'failed' AND lane = $1"#,
        lane.number()
    )
    .fetch_one(tx.connection()?)
    .await?;
    tx.release();
    Ok(failed)
}

/// How much work an organization has, and its plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationLoad {
    pub id: OrganizationId,
    pub name: String,
    pub plan: Plan,
    /// The plan it asked for and does not have yet.
    pub requested_plan: Option<Plan>,
    /// Tasks not held by a worker.
    pub waiting: i64,
    /// Tasks held by a worker.
    pub running: i64,
    /// Tasks that ended in the last day.
    pub finished_day: i64,
    /// How many of them failed.
    pub failed_day: i64,
    /// Emails sent today (UTC) through the server's mail server.
    pub emails_today: i64,
    /// How many of them are allowed a day.
    pub emails_limit: i64,
    /// Whether the operator verified it, without which the limit is lower.
    pub is_verified: bool,
}

/// The organizations that asked for a plan, then those with the most work; `unverified` is the most emails a day of those that
/// are not verified, if limited.
pub async fn organizations(db: &Db, unverified: Option<i64>, limit: i64) -> StoreResult<Vec<OrganizationLoad>> {
    let mut tx = db.ended_tasks_tx().await?;
    let rows = sqlx::query!(
        r#"WITH queued AS (
               SELECT organization_id, count(*) FILTER (WHERE lease IS NULL) AS waiting,
                      count(*) FILTER (WHERE lease IS NOT NULL) AS running
               FROM queue GROUP BY 1),
           ended AS (
               SELECT organization_id, count(*) AS finished, count(*) FILTER (WHERE state = 'failed') AS failed
               FROM tasks WHERE finished_at > now() - interval '1 day' GROUP BY 1)
           SELECT o.id, o.name, o.subscription_tier, o.requested_plan, coalesce(q.waiting, 0) AS "waiting!", coalesce(q.running, 0) AS "running!",
                  coalesce(e.finished, 0) AS "finished!", coalesce(e.failed, 0) AS "failed!",
                  coalesce(u.emails, 0) AS "emails!", o.verified_at IS NOT NULL AS "is_verified!"
           FROM organizations o
           LEFT JOIN queued q ON q.organization_id = o.id
           LEFT JOIN ended e ON e.organization_id = o.id
           LEFT JOIN daily_usage u ON u.organization_id = o.id AND u.day = (now() AT TIME ZONE 'UTC')::date
           WHERE q.organization_id IS NOT NULL OR e.organization_id IS NOT NULL OR o.requested_plan IS NOT NULL
           ORDER BY o.requested_plan IS NULL, coalesce(q.waiting, 0) + coalesce(q.running, 0) DESC, coalesce(e.finished, 0) DESC, o.name
           LIMIT $1"#,
        limit,
    )
    .fetch_all(tx.connection()?)
    .await?;
    tx.release();
    let load = rows.into_iter().map(|row| {
        let plan: Plan = row.subscription_tier.parse()?;
        Ok(OrganizationLoad {
            id: OrganizationId(row.id),
            name: row.name,
            plan,
            requested_plan: row.requested_plan.map(|plan| plan.parse()).transpose()?,
            waiting: row.waiting,
            running: row.running,
            finished_day: row.finished,
            failed_day: row.failed,
            emails_today: row.emails,
            emails_limit: plan.max_emails_a_day(row.is_verified, unverified),
            is_verified: row.is_verified,
        })
    });
    load.collect()
}

/// Which tasks an operator looks at, whatever their state.
#[derive(Debug, Clone, Default)]
pub struct TaskScope {
    /// Only these.
    pub ids: Option<Vec<TaskId>>,
    /// Only of this lane.
    pub lane: Option<Lane>,
    pub kind: Option<String>,
    pub reason: Option<String>,
    /// Only those that failed for a reason of this category.
    pub category: Option<ErrorCategory>,
    pub organization: Option<OrganizationId>,
    /// Only those that ended within so long ago.
    pub finished_within: Option<Duration>,
}

impl TaskScope {
    fn uuids(&self) -> Option<Vec<Uuid>> {
        self.ids.as_ref().map(|ids| ids.iter().map(|id| id.0).collect())
    }
}

/// A task as shown to operators, without its content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorTask {
    pub id: TaskId,
    /// The nil id for work that belongs to no organization.
    pub organization_id: OrganizationId,
    pub organization_name: Option<String>,
    pub kind: String,
    /// Attempts started.
    pub attempts: i32,
    /// Why the last attempt failed.
    pub reason: Option<String>,
    /// Log message, without personal data.
    pub detail: Option<String>,
    /// Whether its payload was deleted, so that it cannot be retried.
    pub is_secret: bool,
    pub created_at: OffsetDateTime,
    pub finished_at: Option<OffsetDateTime>,
}

/// Tasks of all organizations that are `waiting`, `running`, `later`, `completed`, `failed`, however they ended `finished`, or
/// whatever their state `any`; newest first, and how many there are.
///
/// # Errors
/// When the database does not answer.
pub async fn tasks(
    db: &Db,
    state: &str,
    scope: &TaskScope,
    limit: i64,
    offset: i64,
) -> StoreResult<(Vec<OperatorTask>, i64)> {
    let ids = scope.uuids();
    let rows = sqlx::query!(
        r#"SELECT t.id, t.organization_id, o.name AS "organization_name?", t.kind,
                  greatest(t.attempts, coalesce(q.attempts, 0)) AS "attempts!", t.error_reason, t.error_detail,
                  t.is_secret, t.created_at, t.finished_at
           FROM tasks t
           LEFT JOIN queue q ON q.id = t.id
           LEFT JOIN organizations o ON o.id = t.organization_id
           WHERE CASE $1 WHEN 'waiting' THEN t.state = 'queued' AND q.lease IS NULL
                         WHEN 'running' THEN q.lease IS NOT NULL
                         WHEN 'later' THEN t.state IN ('delayed', 'retry')
                         WHEN 'finished' THEN t.finished_at IS NOT NULL
                         WHEN 'any' THEN true
                         ELSE t.state = $1 END
             AND ($2::smallint IS NULL OR t.lane = $2) AND ($3::text IS NULL OR t.kind = $3)
             AND ($4::text IS NULL OR coalesce(t.error_reason, 'internal') = $4)
             AND ($5::uuid IS NULL OR t.organization_id = $5)
             AND ($6::float8 IS NULL OR t.finished_at > now() - make_interval(secs => $6))
             AND ($7::uuid[] IS NULL OR t.id = ANY ($7)) AND ($8::text IS NULL OR t.error_category = $8)
           ORDER BY t.id DESC LIMIT $9 OFFSET $10"#,
        state,
        scope.lane.map(Lane::number),
        scope.kind,
        scope.reason,
        scope.organization.map(|id| id.0),
        scope.finished_within.map(|within| within.as_secs_f64()),
        ids.as_deref(),
        scope.category.map(ErrorCategory::as_str),
        limit,
        offset,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    let total = total(limit, offset, rows.len(), count_tasks(db, state, scope)).await?;
    let tasks = rows.into_iter().map(|row| OperatorTask {
        id: TaskId(row.id),
        organization_id: OrganizationId(row.organization_id),
        organization_name: row.organization_name,
        kind: row.kind,
        attempts: row.attempts,
        reason: row.error_reason,
        detail: row.error_detail,
        is_secret: row.is_secret,
        created_at: row.created_at,
        finished_at: row.finished_at,
    });
    Ok((tasks.collect(), total))
}

async fn count_tasks(db: &Db, state: &str, scope: &TaskScope) -> StoreResult<i64> {
    let ids = scope.uuids();
    Ok(sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM tasks t LEFT JOIN queue q ON q.id = t.id
           WHERE CASE $1 WHEN 'waiting' THEN t.state = 'queued' AND q.lease IS NULL
                         WHEN 'running' THEN q.lease IS NOT NULL
                         WHEN 'later' THEN t.state IN ('delayed', 'retry')
                         WHEN 'finished' THEN t.finished_at IS NOT NULL
                         WHEN 'any' THEN true
                         ELSE t.state = $1 END
             AND ($2::smallint IS NULL OR t.lane = $2) AND ($3::text IS NULL OR t.kind = $3)
             AND ($4::text IS NULL OR coalesce(t.error_reason, 'internal') = $4)
             AND ($5::uuid IS NULL OR t.organization_id = $5)
             AND ($6::float8 IS NULL OR t.finished_at > now() - make_interval(secs => $6))
             AND ($7::uuid[] IS NULL OR t.id = ANY ($7)) AND ($8::text IS NULL OR t.error_category = $8)"#,
        state,
        scope.lane.map(Lane::number),
        scope.kind,
        scope.reason,
        scope.organization.map(|id| id.0),
        scope.finished_within.map(|within| within.as_secs_f64()),
        ids.as_deref(),
        scope.category.map(ErrorCategory::as_str),
    )
    .fetch_one(&mut *db.ledger().await?)
    .await?)
}

/// Retries failed tasks of any organization from their first attempt, at most a thousand at a time. Tasks without a payload,
/// or whose unique key another task has taken, are skipped. Wake the workers afterwards. Returns their number.
///
/// # Errors
/// When the database does not answer.
pub async fn redrive(db: &Db, scope: &TaskScope) -> StoreResult<i64> {
    let mut tx = db.ledger_tx().await?;
    let failed = match scope.uuids() {
        Some(ids) => lock_failed_among(&mut tx, &ids, scope).await?,
        None => lock_failed(&mut tx, scope).await?,
    };
    let (organizations, ids): (Vec<Uuid>, Vec<Uuid>) = failed.into_iter().unzip();
    let redriven = sqlx::query_scalar!(
        r#"WITH failed AS MATERIALIZED (
             SELECT t.organization_id, t.id, t.kind, t.dedupe_key
             FROM unnest($1::uuid[], $2::uuid[]) AS f (organization_id, id)
             JOIN tasks t ON t.organization_id = f.organization_id AND t.id = f.id
         ), keyed AS (
             -- A key is given to the first row that asks for it.
             INSERT INTO task_keys (organization_id, kind, dedupe_key, task_id)
             SELECT organization_id, kind, dedupe_key, id FROM failed
             WHERE dedupe_key IS NOT NULL ORDER BY organization_id, kind, dedupe_key, id DESC
             ON CONFLICT DO NOTHING RETURNING organization_id, task_id
         ), again AS (
             UPDATE tasks t SET state = 'queued', attempts = 0, error_category = NULL, error_reason = NULL,
                                error_detail = NULL, progress_done = 0, progress_total = 0, run_at = now(),
                                started_at = NULL, finished_at = NULL
             FROM (SELECT organization_id, id FROM failed WHERE dedupe_key IS NULL
                   UNION ALL SELECT organization_id, task_id FROM keyed) AS f
             WHERE t.organization_id = f.organization_id AND t.id = f.id
             RETURNING t.organization_id, t.id, t.lane, t.priority, t.kind
         ), queued AS (
             INSERT INTO queue (id, organization_id, lane, kind, priority, attempts)
             SELECT id, organization_id, lane, kind, priority, 0 FROM again
             RETURNING id
         )
         SELECT count(*) AS "count!" FROM queued"#,
        &organizations,
        &ids,
    )
    .fetch_one(tx.connection()?)
    .await?;
    tx.commit().await?;
    Ok(redriven)
}

/// Locks at most [`MAX_REDRIVEN`] failed tasks of a scope that can be retried; returns their organizations and ids.
async fn lock_failed(tx: &mut Tx, scope: &TaskScope) -> StoreResult<Vec<(Uuid, Uuid)>> {
    let rows = sqlx::query!(
        "SELECT t.organization_id, t.id FROM tasks t
         WHERE t.state = 'failed' AND NOT t.is_secret
           AND ($1::smallint IS NULL OR t.lane = $1) AND ($2::text IS NULL OR t.kind = $2)
           AND ($3::text IS NULL OR coalesce(t.error_reason, 'internal') = $3)
           AND ($4::uuid IS NULL OR t.organization_id = $4)
           AND ($5::float8 IS NULL OR t.finished_at > now() - make_interval(secs => $5))
           AND ($6::text IS NULL OR t.error_category = $6)
           AND (t.dedupe_key IS NULL OR NOT EXISTS (
               SELECT FROM task_keys k
               WHERE k.organization_id = t.organization_id AND k.kind = t.kind AND k.dedupe_key = t.dedupe_key))
         ORDER BY t.organization_id, t.id LIMIT $7 FOR UPDATE",
        scope.lane.map(Lane::number),
        scope.kind,
        scope.reason,
        scope.organization.map(|id| id.0),
        scope.finished_within.map(|within| within.as_secs_f64()),
        scope.category.map(ErrorCategory::as_str),
        MAX_REDRIVEN,
    )
    .fetch_all(tx.connection()?)
    .await?;
    Ok(rows.into_iter().map(|row| (row.organization_id, row.id)).collect())
}

/// [`lock_failed`] of these tasks, which are found by key.
async fn lock_failed_among(tx: &mut Tx, ids: &[Uuid], scope: &TaskScope) -> StoreResult<Vec<(Uuid, Uuid)>> {
    let rows = sqlx::query!(
        "SELECT t.organization_id, t.id FROM tasks t
         WHERE t.id = ANY ($1) AND t.state = 'failed' AND NOT t.is_secret
           AND ($2::smallint IS NULL OR t.lane = $2) AND ($3::text IS NULL OR t.kind = $3)
           AND ($4::text IS NULL OR coalesce(t.error_reason, 'internal') = $4)
           AND ($5::uuid IS NULL OR t.organization_id = $5)
           AND ($6::float8 IS NULL OR t.finished_at > now() - make_interval(secs => $6))
           AND ($7::text IS NULL OR t.error_category = $7)
           AND (t.dedupe_key IS NULL OR NOT EXISTS (
               SELECT FROM task_keys k
               WHERE k.organization_id = t.organization_id AND k.kind = t.kind AND k.dedupe_key = t.dedupe_key))
         ORDER BY t.organization_id, t.id LIMIT $8 FOR UPDATE",
        ids,
        scope.lane.map(Lane::number),
        scope.kind,
        scope.reason,
        scope.organization.map(|id| id.0),
        scope.finished_within.map(|within| within.as_secs_f64()),
        scope.category.map(ErrorCategory::as_str),
        MAX_REDRIVEN,
    )
    .fetch_all(tx.connection()?)
    .await?;
    Ok(rows.into_iter().map(|row| (row.organization_id, row.id)).collect())
}

pub async fn is_operator(tx: &mut IdentityTx, user: UserId) -> StoreResult<bool> {
    let found =
        sqlx::query_scalar!("SELECT is_operator FROM users WHERE id = $1", user.0).fetch_optional(tx.conn()?).await?;
    Ok(found.unwrap_or(false))
}

/// The id of the organization with this slug.
pub async fn organization_by_slug(db: &Db, slug: &str) -> StoreResult<Option<OrganizationId>> {
    let id = sqlx::query_scalar!("SELECT id FROM organizations WHERE slug = lower($1)", slug)
        .fetch_optional(&mut *db.ledger().await?)
        .await?;
    Ok(id.map(OrganizationId))
}

/// The slugs of some organizations, at most `limit`.
pub async fn organization_slugs(db: &Db, limit: i64) -> StoreResult<Vec<String>> {
    let slugs = sqlx::query_scalar!("SELECT slug FROM organizations ORDER BY id LIMIT $1", limit)
        .fetch_all(&mut *db.ledger().await?)
        .await?;
    Ok(slugs)
}

/// Grants or revokes operator rights by address. `false` if there is no such account.
pub async fn set_operator(tx: &mut IdentityTx, email: &str, is_operator: bool) -> StoreResult<bool> {
    let done = sqlx::query!("UPDATE users SET is_operator = $2 WHERE email = lower($1)", email, is_operator)
        .execute(tx.conn()?)
        .await?;
    Ok(done.rows_affected() == 1)
}
