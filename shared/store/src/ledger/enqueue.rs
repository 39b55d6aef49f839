//! Enqueueing tasks, in the transaction of the change that causes them.

use bole_domain::ids::{OrganizationId, TaskId, UserId};
use serde_json::Value;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{Enqueued, NewTask};
use crate::{IdentityTx, StoreError, StoreResult, TenantTx};

/// Enqueues one task. Workers see it after the commit; wake them then.
///
/// # Errors
/// When the database refuses it.
pub async fn enqueue(tx: &mut TenantTx, task: NewTask) -> StoreResult<Enqueued> {
    let mut enqueued = enqueue_many(tx, vec![task]).await?;
    enqueued.pop().ok_or(StoreError::NotFound)
}

/// Enqueues many tasks in one statement and returns them in the given order, which is also the order in which they
/// run.
///
/// # Errors
/// When the database refuses one; then none was added.
pub async fn enqueue_many(tx: &mut TenantTx, tasks: Vec<NewTask>) -> StoreResult<Vec<Enqueued>> {
    let actor = *tx.actor();
    let mut rows = Rows::with_capacity(tasks.len());
    for task in tasks {
        rows.push(actor.organization, actor.user(), task);
    }
    add(tx.conn()?, &rows).await
}

/// Enqueues one task that belongs to no organization.
///
/// # Errors
/// When the database refuses it.
pub async fn enqueue_system(tx: &mut IdentityTx, task: NewTask) -> StoreResult<Enqueued> {
    let mut rows = Rows::with_capacity(1);
    rows.push(OrganizationId::SYSTEM, None, task);
    add(tx.conn()?, &rows).await?.pop().ok_or(StoreError::NotFound)
}

/// Inserts the tasks in one statement and looks up those that already exist under their keys; returns them in order.
async fn add(connection: &mut PgConnection, rows: &Rows) -> StoreResult<Vec<Enqueued>> {
    let added = insert(connection, rows).await?;
    let mut enqueued = rows.ids.iter().map(|&id| Enqueued { id: TaskId(id), existing: false }).collect::<Vec<_>>();
    // Only a unique key can reject a row, so this loop is almost always empty.
    let refused = if added.len() < rows.ids.len() { rows.missing_from(&added) } else { Vec::new() };
    for index in refused {
        enqueued[index] = join_or_insert(connection, &rows.one(index)).await?;
    }
    Ok(enqueued)
}

/// Finds the live task under a row's key, or inserts the row if that task ended meanwhile.
async fn join_or_insert(connection: &mut PgConnection, row: &Rows) -> StoreResult<Enqueued> {
    loop {
        let existing = sqlx::query_scalar!(
            "SELECT task_id FROM task_keys WHERE organization_id = $1 AND kind = $2 AND dedupe_key = $3",
            row.organizations[0],
            row.kinds[0],
            row.dedupe_keys[0],
        )
        .fetch_optional(&mut *connection)
        .await?;
        if let Some(id) = existing {
            return Ok(Enqueued { id: TaskId(id), existing: true });
        }
        if let Some(&id) = insert(connection, row).await?.first() {
            return Ok(Enqueued { id: TaskId(id), existing: false });
        }
    }
}

async fn insert(connection: &mut PgConnection, rows: &Rows) -> StoreResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar!(
        "WITH input AS (
             SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::jsonb[], $5::smallint[], $6::timestamptz[],
                                  $7::integer[], $8::text[], $9::text[], $10::uuid[], $11::smallint[], $12::boolean[])
                 AS i(id, organization_id, kind, payload, priority, run_at, max_attempts, dedupe_key, request_id,
                      created_by, lane, is_secret)
         ), keyed AS (
             -- In one order everywhere, so that two batches cannot wait for each other.
             INSERT INTO task_keys (organization_id, kind, dedupe_key, task_id)
             SELECT organization_id, kind, dedupe_key, id FROM input
             WHERE dedupe_key IS NOT NULL ORDER BY organization_id, kind, dedupe_key, id
             ON CONFLICT DO NOTHING RETURNING task_id
         ), fresh AS (
             SELECT * FROM input WHERE dedupe_key IS NULL OR id IN (SELECT task_id FROM keyed)
         ), waiting AS (
             INSERT INTO queue (id, organization_id, lane, kind, priority, attempts)
             SELECT id, organization_id, lane, kind, priority, 0 FROM fresh WHERE run_at IS NULL OR run_at <= now()
         ), later AS (
             INSERT INTO queue_later (id, organization_id, run_at)
             SELECT id, organization_id, run_at FROM fresh WHERE run_at > now()
         )
         INSERT INTO tasks (id, organization_id, lane, kind, payload, state, priority, run_at, max_attempts, dedupe_key,
                            created_by, request_id, is_secret)
         SELECT id, organization_id, lane, kind, payload, CASE WHEN run_at > now() THEN 'delayed' ELSE 'queued' END, priority,
                coalesce(run_at, now()), max_attempts, dedupe_key, created_by, request_id, is_secret
         FROM fresh RETURNING id",
        &rows.ids,
        &rows.organizations,
        &rows.kinds,
        &rows.payloads,
        &rows.priorities,
        &rows.run_ats as &[Option<OffsetDateTime>],
        &rows.max_attempts,
        &rows.dedupe_keys as &[Option<String>],
        &rows.request_ids as &[Option<String>],
        &rows.created_by as &[Option<Uuid>],
        &rows.lanes,
        &rows.secrets,
    )
    .fetch_all(connection)
    .await?)
}

/// Tasks column by column, for UNNEST.
struct Rows {
    ids: Vec<Uuid>,
    organizations: Vec<Uuid>,
    lanes: Vec<i16>,
    kinds: Vec<String>,
    payloads: Vec<Value>,
    priorities: Vec<i16>,
    run_ats: Vec<Option<OffsetDateTime>>,
    max_attempts: Vec<i32>,
    dedupe_keys: Vec<Option<String>>,
    request_ids: Vec<Option<String>>,
    created_by: Vec<Option<Uuid>>,
    secrets: Vec<bool>,
}

impl Rows {
    fn with_capacity(n: usize) -> Self {
        Self {
            ids: Vec::with_capacity(n),
            organizations: Vec::with_capacity(n),
            lanes: Vec::with_capacity(n),
            kinds: Vec::with_capacity(n),
            payloads: Vec::with_capacity(n),
            priorities: Vec::with_capacity(n),
            run_ats: Vec::with_capacity(n),
            max_attempts: Vec::with_capacity(n),
            dedupe_keys: Vec::with_capacity(n),
            request_ids: Vec::with_capacity(n),
            created_by: Vec::with_capacity(n),
            secrets: Vec::with_capacity(n),
        }
    }

    fn push(&mut self, organization: OrganizationId, created_by: Option<UserId>, task: NewTask) {
        let NewTask { lane, kind, payload, priority, run_at, max_attempts, dedupe_key, request_id, is_secret } = task;
        self.ids.push(TaskId::new().0);
        self.organizations.push(organization.0);
        self.created_by.push(created_by.map(|user| user.0));
        self.lanes.push(lane.number());
        self.kinds.push(kind.to_owned());
        self.payloads.push(payload);
        self.priorities.push(priority);
        self.run_ats.push(run_at);
        self.max_attempts.push(max_attempts);
        self.dedupe_keys.push(dedupe_key);
        self.request_ids.push(request_id);
        self.secrets.push(is_secret);
    }

    /// The rows whose id is not in `added`, by index.
    fn missing_from(&self, added: &[Uuid]) -> Vec<usize> {
        let added: std::collections::HashSet<_> = added.iter().collect();
        (0..self.ids.len()).filter(|&index| !added.contains(&self.ids[index])).collect()
    }

    /// One row by itself.
    fn one(&self, index: usize) -> Self {
        Self {
            ids: vec![self.ids[index]],
            organizations: vec![self.organizations[index]],
            lanes: vec![self.lanes[index]],
            kinds: vec![self.kinds[index].clone()],
            payloads: vec![self.payloads[index].clone()],
            priorities: vec![self.priorities[index]],
            run_ats: vec![self.run_ats[index]],
            max_attempts: vec![self.max_attempts[index]],
            dedupe_keys: vec![self.dedupe_keys[index].clone()],
            request_ids: vec![self.request_ids[index].clone()],
            created_by: vec![self.created_by[index]],
            secrets: vec![self.secrets[index]],
        }
    }
}
