//! Finishing tasks: every write names its lease and has no effect once that is lost.

use std::collections::HashSet;

use serde_json::Value;
use uuid::Uuid;

use super::{AttemptOutcome, Finished, Lease, Progress};
use crate::{Db, StoreError, StoreResult, TenantTx};

/// Writes how attempts ended, in one statement. Returns those rejected because their lease is lost.
///
/// # Errors
/// When the database does not answer, or a result cannot be stored; then nothing was written.
pub async fn finish(db: &Db, finished: &[Finished]) -> StoreResult<Vec<Lease>> {
    let rows = Rows::from(finished);
    let statement = sqlx::query!(
        r#"WITH input AS (
             SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::text[], $6::text[], $7::text[],
                                  $8::double precision[], $9::integer[], $10::integer[])
                 AS i(id, lease, state, result, category, reason, detail, wait, done, total)
         ), gone AS (
             DELETE FROM queue q USING input i WHERE q.id = i.id AND q.lease = i.lease
             RETURNING q.id, q.lease, q.organization_id, q.attempts, q.leased_at, i.state, i.result, i.category, i.reason,
                       i.detail, i.done, i.total, now() + make_interval(secs => i.wait) AS run_at
         ), later AS (
             INSERT INTO queue_later (id, organization_id, run_at)
             SELECT id, organization_id, run_at FROM gone WHERE state IN ('retry', 'delayed')
         ), ended AS (
             UPDATE tasks t
             SET state = g.state, attempts = g.attempts - (g.state = 'delayed')::integer, result = g.result,
                 error_category = g.category, error_reason = g.reason, error_detail = g.detail,
                 run_at = coalesce(g.run_at, t.run_at), started_at = g.leased_at,
                 finished_at = CASE WHEN g.state IN ('retry', 'delayed') THEN NULL ELSE now() END,
                 payload = CASE WHEN t.is_secret AND g.state NOT IN ('retry', 'delayed') THEN 'null' ELSE t.payload END,
                 progress_done = coalesce(g.done, t.progress_done), progress_total = coalesce(g.total, t.progress_total)
             FROM gone g WHERE t.organization_id = g.organization_id AND t.id = g.id
             RETURNING t.id, t.organization_id, t.kind, t.dedupe_key, t.state
         ), freed AS (
             DELETE FROM task_keys k USING ended e
             WHERE e.dedupe_key IS NOT NULL AND e.state NOT IN ('retry', 'delayed')
               AND k.organization_id = e.organization_id
               AND k.kind = e.kind AND k.dedupe_key = e.dedupe_key AND k.task_id = e.id
         )
         SELECT id AS "id!", lease AS "lease!" FROM gone"#,
        &rows.ids,
        &rows.leases,
        &rows.states,
        &rows.results as &[Option<Value>],
        &rows.categories as &[Option<String>],
        &rows.reasons as &[Option<String>],
        &rows.details as &[Option<String>],
        &rows.waits as &[Option<f64>],
        &rows.done as &[Option<i32>],
        &rows.total as &[Option<i32>],
    );
    let written = db.in_queue(async |connection| statement.fetch_all(connection).await).await?;
    let written: HashSet<_> = written.into_iter().map(|row| (row.id, row.lease)).collect();
    Ok(finished.iter().map(|f| f.lease).filter(|lease| !written.contains(&(lease.task.0, lease.token))).collect())
}

/// Completes the task in its handler's transaction, so that the handler's changes and the task's end are committed
/// together, exactly once.
///
/// # Errors
/// [`StoreError::Stale`] when the lease is lost: another attempt has the task, and this transaction must not
/// be committed.
pub async fn finish_in(tx: &mut TenantTx, lease: &Lease, result: Value, progress: Option<Progress>) -> StoreResult<()> {
    let lost = finish_all_in(tx, vec![(*lease, result, progress)]).await?;
    if lost.is_empty() { Ok(()) } else { Err(StoreError::Stale) }
}

/// Keeps the lease until the transaction ends, for changes that a task makes before its end.
///
/// # Errors
/// [`StoreError::Stale`] when the lease is lost: another attempt has the task, and this transaction must not
/// be committed.
pub async fn hold_in(tx: &mut TenantTx, lease: &Lease) -> StoreResult<()> {
    let held = sqlx::query_scalar!(
        "SELECT id FROM queue WHERE organization_id = $1 AND id = $2 AND lease = $3 FOR UPDATE",
        tx.organization().0,
        lease.task.0,
        lease.token,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    if held.is_some() { Ok(()) } else { Err(StoreError::Stale) }
}

/// [`finish_in`] for many tasks in one statement. Returns the lost leases, whose changes must not be in this
/// transaction when it is committed.
pub async fn finish_all_in(tx: &mut TenantTx, ends: Vec<(Lease, Value, Option<Progress>)>) -> StoreResult<Vec<Lease>> {
    let leases: Vec<Lease> = ends.iter().map(|(lease, ..)| *lease).collect();
    let (ids, tokens): (Vec<_>, Vec<_>) = leases.iter().map(|lease| (lease.task.0, lease.token)).unzip();
    let (done, total): (Vec<_>, Vec<_>) =
        ends.iter().map(|(.., progress)| (progress.map(|p| p.done), progress.map(|p| p.total))).unzip();
    let results: Vec<Value> = ends.into_iter().map(|(_, result, _)| storable(result)).collect();
    let held = sqlx::query!(
        // Rows are named by an array, so that they can only be found by key.
        r#"WITH input AS (
             SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::jsonb[], $5::integer[], $6::integer[])
                 AS i (id, lease, result, done, total)
         ), gone AS (
             DELETE FROM queue q USING input i
             WHERE q.organization_id = $1 AND q.id = ANY ($2) AND q.id = i.id AND q.lease = i.lease
             RETURNING q.id, q.lease, q.attempts, q.leased_at, i.result, i.done, i.total
         ), ended AS (
             UPDATE tasks t
             SET state = 'completed', payload = CASE WHEN t.is_secret THEN 'null' ELSE t.payload END, error_category = NULL, error_reason = NULL, error_detail = NULL, finished_at = now(),
                 (attempts, started_at, result, progress_done, progress_total) =
                     (SELECT g.attempts, g.leased_at, g.result, coalesce(g.done, t.progress_done),
                             coalesce(g.total, t.progress_total)
                      FROM gone g WHERE g.id = t.id)
             WHERE t.organization_id = $1 AND t.id = ANY (ARRAY(SELECT id FROM gone))
             RETURNING t.id, t.kind, t.dedupe_key
         ), freed AS (
             DELETE FROM task_keys k USING ended e
             WHERE e.dedupe_key IS NOT NULL AND k.organization_id = $1
               AND k.kind = e.kind AND k.dedupe_key = e.dedupe_key AND k.task_id = e.id
         )
         SELECT id AS "id!", lease AS "lease!" FROM gone"#,
        tx.organization().0,
        &ids,
        &tokens,
        &results,
        &done as &[Option<i32>],
        &total as &[Option<i32>],
    )
    .fetch_all(tx.conn()?)
    .await?;
    let held: HashSet<(Uuid, Uuid)> = held.into_iter().map(|row| (row.id, row.lease)).collect();
    Ok(leases.into_iter().filter(|lease| !held.contains(&(lease.task.0, lease.token))).collect())
}

/// Stores the progress of tasks whose leases are still valid.
pub async fn progress(db: &Db, progress: &[(Lease, Progress)]) -> StoreResult<()> {
    let ids: Vec<_> = progress.iter().map(|(lease, _)| lease.task.0).collect();
    let leases: Vec<_> = progress.iter().map(|(lease, _)| lease.token).collect();
    let done: Vec<_> = progress.iter().map(|(_, progress)| progress.done).collect();
    let total: Vec<_> = progress.iter().map(|(_, progress)| progress.total).collect();
    let statement = sqlx::query!(
        "UPDATE tasks t SET progress_done = p.done, progress_total = p.total
         FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[]) AS p(id, lease, done, total)
         JOIN queue q ON q.id = p.id AND q.lease = p.lease
         WHERE t.organization_id = q.organization_id AND t.id = q.id",
        &ids,
        &leases,
        &done,
        &total,
    );
    db.in_queue(async |connection| statement.execute(connection).await).await?;
    Ok(())
}

/// Ends column by column, for UNNEST.
#[derive(Default)]
struct Rows {
    ids: Vec<Uuid>,
    leases: Vec<Uuid>,
    states: Vec<String>,
    results: Vec<Option<Value>>,
    categories: Vec<Option<String>>,
    reasons: Vec<Option<String>>,
    details: Vec<Option<String>>,
    waits: Vec<Option<f64>>,
    done: Vec<Option<i32>>,
    total: Vec<Option<i32>>,
}

impl From<&[Finished]> for Rows {
    fn from(finished: &[Finished]) -> Self {
        let mut rows = Self::default();
        for Finished { lease, outcome, progress } in finished {
            let (state, result, failure, wait) = match outcome {
                AttemptOutcome::Completed(result) => ("completed", Some(storable(result.clone())), None, None),
                AttemptOutcome::Failed(failure) => ("failed", None, Some(failure), None),
                AttemptOutcome::Retry { failure, after } => ("retry", None, Some(failure), Some(after.as_secs_f64())),
                AttemptOutcome::Postponed { after } => ("delayed", None, None, Some(after.as_secs_f64())),
            };
            rows.ids.push(lease.task.0);
            rows.leases.push(lease.token);
            rows.states.push(state.to_owned());
            rows.results.push(result);
            rows.categories.push(failure.map(|f| f.category.to_string()));
            rows.reasons.push(failure.map(|f| f.reason.to_string()));
            rows.details.push(failure.map(|f| without_nul(&f.detail)));
            rows.waits.push(wait);
            rows.done.push(progress.map(|p| p.done));
            rows.total.push(progress.map(|p| p.total));
        }
        rows
    }
}

/// Removes NUL characters, which PostgreSQL's text and jsonb cannot store.
fn without_nul(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

fn storable(value: Value) -> Value {
    match value {
        Value::String(text) if text.contains('\0') => Value::String(without_nul(&text)),
        Value::Array(items) => Value::Array(items.into_iter().map(storable).collect()),
        Value::Object(fields) => {
            Value::Object(fields.into_iter().map(|(name, value)| (without_nul(&name), storable(value))).collect())
        }
        other => other,
    }
}
