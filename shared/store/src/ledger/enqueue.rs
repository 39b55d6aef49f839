//! Enqueueing, inside the transaction of the change that causes the work.

use bole_domain::ids::TaskId;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Enqueued, NewTask};
use crate::{StoreError, StoreResult, TenantTx};

/// Adds one task. Workers see it once the caller commits; wake them then.
///
/// # Errors
/// When the database refuses it.
pub async fn enqueue(tx: &mut TenantTx, task: NewTask) -> StoreResult<Enqueued> {
    let mut enqueued = enqueue_many(tx, vec![task]).await?;
    enqueued.pop().ok_or(StoreError::NotFound)
}

/// Adds many tasks by one statement; answers in the order given. Workers take them in that order too.
///
/// # Errors
/// When the database refuses one; then none was added.
pub async fn enqueue_many(tx: &mut TenantTx, tasks: Vec<NewTask>) -> StoreResult<Vec<Enqueued>> {
    let mut rows = Rows::with_capacity(tasks.len());
    for task in tasks {
        rows.push(task);
    }
    let added = insert(tx, &rows).await?;
    let mut enqueued = rows.ids.iter().map(|&id| Enqueued { id: id.into(), existing: false }).collect::<Vec<_>>();
    // Only a unique key keeps a row out, so this loop is empty almost always.
    let refused = if added.len() < rows.ids.len() { rows.missing_from(&added) } else { Vec::new() };
    for index in refused {
        enqueued[index] = join_or_insert(tx, &rows, index).await?;
    }
    Ok(enqueued)
}

/// The live task under the key of row `index`; or the row itself, where that task ended in the meantime.
async fn join_or_insert(tx: &mut TenantTx, rows: &Rows, index: usize) -> StoreResult<Enqueued> {
    let organization = tx.organization();
    let row = rows.only(index);
    loop {
        let existing = sqlx::query_scalar!(
            "SELECT task_id FROM task_keys WHERE organization_id = $1 AND kind = $2 AND dedupe_key = $3",
            organization.0,
            row.kinds[0],
            row.dedupe_keys[0],
        )
        .fetch_optional(tx.conn()?)
        .await?;
        if let Some(id) = existing {
            return Ok(Enqueued { id: TaskId(id), existing: true });
        }
        if let Some(&id) = insert(tx, &row).await?.first() {
            return Ok(Enqueued { id: TaskId(id), existing: false });
        }
    }
}

async fn insert(tx: &mut TenantTx, rows: &Rows) -> StoreResult<Vec<Uuid>> {
    let organization = tx.organization();
    let created_by = tx.actor().user();
    let added = sqlx::query_scalar!(
        "WITH input AS (
             SELECT * FROM unnest($3::uuid[], $4::text[], $5::jsonb[], $6::smallint[], $7::timestamptz[], $8::integer[],
                                  $9::text[], $10::text[])
                 AS i(id, kind, payload, priority, run_at, max_attempts, dedupe_key, request_id)
         ), keyed AS (
             -- In one order everywhere, so that two batches cannot wait for each other.
             INSERT INTO task_keys (organization_id, kind, dedupe_key, task_id)
             SELECT $1, kind, dedupe_key, id FROM input WHERE dedupe_key IS NOT NULL ORDER BY kind, dedupe_key, id
             ON CONFLICT DO NOTHING RETURNING task_id
         ), fresh AS (
             SELECT * FROM input WHERE dedupe_key IS NULL OR id IN (SELECT task_id FROM keyed)
         ), waiting AS (
             INSERT INTO queue (id, organization_id, priority, attempts)
             SELECT id, $1, priority, 0 FROM fresh WHERE run_at IS NULL OR run_at <= now()
         ), later AS (
             INSERT INTO queue_later (id, organization_id, run_at)
             SELECT id, $1, run_at FROM fresh WHERE run_at > now()
         )
         INSERT INTO tasks (id, organization_id, kind, payload, state, priority, run_at, max_attempts, dedupe_key,
                            created_by, request_id)
         SELECT id, $1, kind, payload, CASE WHEN run_at > now() THEN 'delayed' ELSE 'queued' END, priority,
                coalesce(run_at, now()), max_attempts, dedupe_key, $2, request_id
         FROM fresh RETURNING id",
        organization.0,
        created_by.map(|user| user.0) as Option<Uuid>,
        &rows.ids,
        &rows.kinds,
        &rows.payloads,
        &rows.priorities,
        &rows.run_ats as &[Option<OffsetDateTime>],
        &rows.max_attempts,
        &rows.dedupe_keys as &[Option<String>],
        &rows.request_ids as &[Option<String>],
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(added)
}

/// The tasks by column, as UNNEST takes them.
struct Rows {
    ids: Vec<Uuid>,
    kinds: Vec<String>,
    payloads: Vec<Value>,
    priorities: Vec<i16>,
    run_ats: Vec<Option<OffsetDateTime>>,
    max_attempts: Vec<i32>,
    dedupe_keys: Vec<Option<String>>,
    request_ids: Vec<Option<String>>,
}

impl Rows {
    fn with_capacity(n: usize) -> Self {
        Self {
            ids: Vec::with_capacity(n),
            kinds: Vec::with_capacity(n),
            payloads: Vec::with_capacity(n),
            priorities: Vec::with_capacity(n),
            run_ats: Vec::with_capacity(n),
            max_attempts: Vec::with_capacity(n),
            dedupe_keys: Vec::with_capacity(n),
            request_ids: Vec::with_capacity(n),
        }
    }

    fn push(&mut self, task: NewTask) {
        let NewTask { kind, payload, priority, run_at, max_attempts, dedupe_key, request_id } = task;
        self.ids.push(TaskId::new().0);
        self.kinds.push(kind.to_owned());
        self.payloads.push(payload);
        self.priorities.push(priority);
        self.run_ats.push(run_at);
        self.max_attempts.push(max_attempts);
        self.dedupe_keys.push(dedupe_key);
        self.request_ids.push(request_id);
    }

    /// The rows whose id is not in `added`, by index.
    fn missing_from(&self, added: &[Uuid]) -> Vec<usize> {
        let added: std::collections::HashSet<_> = added.iter().collect();
        (0..self.ids.len()).filter(|&index| !added.contains(&self.ids[index])).collect()
    }

    /// One row by itself.
    fn only(&self, index: usize) -> Self {
        Self {
            ids: vec![self.ids[index]],
            kinds: vec![self.kinds[index].clone()],
            payloads: vec![self.payloads[index].clone()],
            priorities: vec![self.priorities[index]],
            run_ats: vec![self.run_ats[index]],
            max_attempts: vec![self.max_attempts[index]],
            dedupe_keys: vec![self.dedupe_keys[index].clone()],
            request_ids: vec![self.request_ids[index].clone()],
        }
    }
}
