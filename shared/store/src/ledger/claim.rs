//! Claiming: fair distribution of free slots, and leases.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use bole_domain::ids::{OrganizationId, TaskId};
use bole_domain::task::Lane;
use serde_json::Value;
use uuid::Uuid;

use super::Lease;
use super::connection::OwnConnection;
use crate::{Db, StoreResult};

/// The statement behind [`claim`], exported so that its plan can be checked.
pub const CLAIM_SQL: &str = include_str!("claim.sql");

/// An organization served within this many tasks is not a newcomer.
const RECENTLY: usize = 256;

/// A claim request.
#[derive(Debug, Clone)]
pub struct Claim {
    pub lane: Lane,
    /// The kinds that have a handler; others are not claimed.
    pub kinds: Vec<String>,
    /// The maximum number of tasks.
    pub slots: usize,
    /// How long the lease lasts without renewal.
    pub lease_for: Duration,
    /// The most tasks of one organization in progress in this lane, over all workers; `None` for no limit.
    pub per_organization: Option<u32>,
    /// The most slots of this worker that one organization may take; `None` for no limit.
    pub share: Option<Share>,
}

/// A limit on the slots one organization may take in a worker's lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// The maximum.
    pub most: u32,
    /// How many each organization holds.
    pub held: Vec<(OrganizationId, u32)>,
}

/// A claimed task with its lease.
#[derive(Debug, Clone, PartialEq)]
pub struct Claimed {
    pub lease: Lease,
    pub kind: String,
    /// The task's data.
    pub payload: Value,
    /// The number of this attempt, from 1.
    pub attempt: i32,
    pub max_attempts: i32,
    /// The request that caused it.
    pub request_id: Option<String>,
}

/// A claimer's position in its round of the organizations, and its connection; a dedicated one, so that the long
/// claim statement is planned only once.
///
/// Each claim serves the organizations after the last one served, an equal share each, and wraps around. An
/// organization that has just appeared does not wait for its turn: every claim first serves organizations among the
/// newest tasks that were not served recently, with at most half of its slots.
#[derive(Debug, Default)]
pub struct Cursor {
    last: Uuid,
    /// Whether there are more organizations than one claim serves; otherwise nobody has to wait for a turn.
    crowded: bool,
    recent: VecDeque<Uuid>,
    /// A claim of one slot cannot be halved, so every second one serves newcomers.
    newcomers_turn: bool,
    connection: OwnConnection,
}

impl Cursor {
    fn served(&mut self, organization: Uuid) {
        if self.recent.len() == RECENTLY {
            self.recent.pop_front();
        }
        self.recent.push_back(organization);
    }
}

struct Row {
    id: Uuid,
    organization_id: Uuid,
    attempts: i32,
    turn: i32,
    place: i64,
    turns: i64,
    kind: String,
    payload: Value,
    max_attempts: i32,
    request_id: Option<String>,
}

/// Leases waiting tasks, at most `claim.slots`: organizations take turns, and within each, priority and age decide.
/// Advances the cursor. An empty result means that no task was available.
///
/// # Errors
/// When the database does not answer in time. Tasks leased by then become available when the lease expires.
pub async fn claim(db: &Db, cursor: &mut Cursor, claim: &Claim) -> StoreResult<Vec<Claimed>> {
    let Claim { lane, ref kinds, slots, lease_for, per_organization, ref share } = *claim;
    let held = share.iter().flat_map(|share| &share.held);
    let (holders, held): (Vec<Uuid>, Vec<i64>) =
        held.map(|(organization, held)| (organization.0, i64::from(*held))).unzip();
    let token = Uuid::new_v4();
    let newcomers = match (cursor.crowded, slots) {
        (false, _) => 0,
        (true, 1) => {
            cursor.newcomers_turn = !cursor.newcomers_turn;
            i64::from(cursor.newcomers_turn)
        }
        (true, _) => i64::try_from(slots / 2).unwrap_or(i64::MAX),
    };
    let recent = cursor.recent.iter().copied().collect::<Vec<_>>();
    let mut connection = cursor.connection.take(db).await?;
    // Without an answer in time the connection is closed, and the leases expire.
    let statement = sqlx::query_file_as!(
        Row,
        "src/ledger/claim.sql",
        token,
        i64::try_from(slots).unwrap_or(i64::MAX),
        cursor.last,
        lease_for.as_secs_f64(),
        per_organization.map(i64::from),
        newcomers,
        &recent,
        lane.number(),
        kinds,
        &holders,
        &held,
        share.as_ref().map(|share| i64::from(share.most)),
    );
    let mut rows = db.answered(async { Ok(statement.fetch_all(&mut connection).await?) }).await?;
    cursor.connection.put(connection);
    // By turn; each organization's tasks in their own order.
    rows.sort_by_key(|row| row.place);
    if let Some(last) = rows.iter().rfind(|row| row.turn > 0) {
        cursor.last = last.organization_id;
    }
    cursor.crowded = rows.first().is_some_and(|row| usize::try_from(row.turns).is_ok_and(|turns| turns >= slots));
    let mut served = None;
    for row in &rows {
        if served.replace(row.organization_id) != Some(row.organization_id) {
            cursor.served(row.organization_id);
        }
    }
    Ok(rows.into_iter().map(|row| row.into_claimed(token)).collect())
}

impl Row {
    fn into_claimed(self, token: Uuid) -> Claimed {
        let Self {
            id,
            organization_id,
            attempts,
            kind,
            payload,
            max_attempts,
            request_id,
            turn: _,
            place: _,
            turns: _,
        } = self;
        let lease = Lease { task: TaskId(id), organization: OrganizationId(organization_id), token };
        Claimed { lease, kind, payload, attempt: attempts, max_attempts, request_id }
    }
}

/// Renews leases in one statement and returns the lost ones: taken over after expiry, or cancelled.
///
/// # Errors
/// When the database does not answer; then nothing is known about them.
pub async fn renew(db: &Db, leases: &[Lease], lease_for: Duration) -> StoreResult<Vec<Lease>> {
    let (ids, tokens) = columns(leases);
    // A row locked by the transaction that finishes it is skipped, and still held.
    let statement = sqlx::query!(
        r#"WITH mine AS MATERIALIZED (
             SELECT q.id, q.lease FROM queue q JOIN unnest($1::uuid[], $2::uuid[]) AS l(id, lease)
                 ON q.id = l.id AND q.lease = l.lease
         ), free AS MATERIALIZED (
             SELECT q.id FROM queue q WHERE q.id = ANY (ARRAY(SELECT id FROM mine)) ORDER BY q.id FOR UPDATE SKIP LOCKED
         ), renewed AS (
             UPDATE queue q SET lease_until = now() + make_interval(secs => $3::double precision)
             FROM unnest($1::uuid[], $2::uuid[]) AS l(id, lease)
             WHERE q.id = l.id AND q.lease = l.lease AND q.id = ANY (ARRAY(SELECT id FROM free))
         )
         SELECT id AS "id!", lease AS "lease!" FROM mine"#,
        &ids,
        &tokens,
        lease_for.as_secs_f64(),
    );
    let held = db.in_queue(async |connection| statement.fetch_all(connection).await).await?;
    // One token may hold many tasks, so a lease is identified by task and token.
    let held: HashSet<_> = held.into_iter().map(|row| (row.id, row.lease)).collect();
    Ok(leases.iter().copied().filter(|lease| !held.contains(&(lease.task.0, lease.token))).collect())
}

/// Releases leases without counting the attempt, for tasks that were not started or whose worker is shutting down.
///
/// # Errors
/// When the database does not answer; the tasks then become available when their leases expire.
pub async fn release(db: &Db, leases: &[Lease]) -> StoreResult<()> {
    let (ids, tokens) = columns(leases);
    let statement = sqlx::query!(
        "UPDATE queue q SET lease = NULL, lease_until = NULL, leased_at = NULL, attempts = q.attempts - 1
         FROM unnest($1::uuid[], $2::uuid[]) AS l(id, lease)
         WHERE q.id = l.id AND q.lease = l.lease",
        &ids,
        &tokens,
    );
    db.in_queue(async |connection| statement.execute(connection).await).await?;
    Ok(())
}

fn columns(leases: &[Lease]) -> (Vec<Uuid>, Vec<Uuid>) {
    leases.iter().map(|lease| (lease.task.0, lease.token)).unzip()
}
