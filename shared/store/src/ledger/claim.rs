//! Claiming: who gets the next free slot, and the lease that goes with it.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use bole_domain::ids::{OrganizationId, TaskId};
use bole_domain::task::Lane;
use serde_json::Value;
use uuid::Uuid;

use super::Lease;
use super::connection::OwnConnection;
use crate::{Db, StoreResult};

/// The statement behind [`claim`], for looking at its plan.
pub const CLAIM_SQL: &str = include_str!("claim.sql");

/// An organization served within this many tasks is not a newcomer.
const RECENTLY: usize = 256;

/// What a claimer asks for.
#[derive(Debug, Clone)]
pub struct Claim {
    /// The lane whose tasks it takes.
    pub lane: Lane,
    /// The kinds it has handlers for; others are left alone.
    pub kinds: Vec<String>,
    /// At most so many tasks.
    pub slots: usize,
    /// How many of them begin at once, the first ones. The others are taken ahead: should the worker die before they are
    /// known to have begun, their attempt does not count.
    pub free: usize,
    /// How long the lease lasts unless renewed.
    pub lease_for: Duration,
    /// Most tasks of one organization in progress at a time in this lane, over all workers; `None` for no limit.
    pub per_organization: Option<u32>,
    /// What of the worker's own slots one organization may take; `None` where it may take all of them.
    pub share: Option<Share>,
}

/// How many of a worker's slots in a lane one organization may take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// So many.
    pub most: u32,
    /// How many it holds of each.
    pub held: Vec<(OrganizationId, u32)>,
}

/// A task with the lease on one attempt of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Claimed {
    /// The right to finish it.
    pub lease: Lease,
    /// Which handler runs it.
    pub kind: String,
    /// What the handler reads.
    pub payload: Value,
    /// Which attempt this is, from 1.
    pub attempt: i32,
    /// How often it may be tried.
    pub max_attempts: i32,
    /// The request that caused it.
    pub request_id: Option<String>,
}

/// Where a claimer is in its rounds of the organizations, and the connection it claims by: the claim is a long statement,
/// and planned only once there.
///
/// Each claim serves the organizations that come after the last one served, an equal share each, and begins again at
/// the first. An organization that has just appeared does not wait for its turn in the round: every claim begins with
/// those among the newest tasks that were not served lately, for at most half of its slots.
#[derive(Debug, Default)]
pub struct Cursor {
    last: Uuid,
    /// Whether there are more organizations than one claim serves; while there are not, nobody has to wait for a turn.
    crowded: bool,
    recent: VecDeque<Uuid>,
    /// A claim of one slot cannot give half of it: every second one looks for newcomers.
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

/// Leases waiting tasks: at most `claim.slots`, by turns of the organizations, within each by priority and age. The
/// cursor moves on. No task means that none was waiting and free when the database looked.
///
/// # Errors
/// When the database does not answer. What it may have leased by then comes back when the lease expires.
pub async fn claim(db: &Db, cursor: &mut Cursor, claim: &Claim) -> StoreResult<Vec<Claimed>> {
    let Claim { lane, ref kinds, slots, free, lease_for, per_organization, ref share } = *claim;
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
    let mut rows = sqlx::query_file_as!(
        Row,
        "src/ledger/claim.sql",
        token,
        i64::try_from(slots).unwrap_or(i64::MAX),
        cursor.last,
        lease_for.as_secs_f64(),
        per_organization.map(i64::from),
        newcomers,
        &recent,
        i64::try_from(free).unwrap_or(i64::MAX),
        lane.number(),
        kinds,
        &holders,
        &held,
        share.as_ref().map(|share| i64::from(share.most)),
    )
    .fetch_all(&mut connection)
    .await?;
    cursor.connection.put(connection);
    // Turn by turn, each organization's in their own order.
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

/// A lease that goes on.
#[derive(Debug, Clone, Copy)]
pub struct Renewal {
    /// The lease.
    pub lease: Lease,
    /// Its attempt has begun; known from now on, it counts whatever becomes of the worker.
    pub begun: bool,
}

/// Renews leases by one statement and names those that are lost: expired and taken over, or cancelled by a person.
///
/// # Errors
/// When the database does not answer; then nothing is known about them.
pub async fn renew(db: &Db, renewals: &[Renewal], lease_for: Duration) -> StoreResult<Vec<Lease>> {
    let leases = renewals.iter().map(|renewal| renewal.lease).collect::<Vec<_>>();
    let begun = renewals.iter().map(|renewal| renewal.begun).collect::<Vec<_>>();
    let (ids, tokens) = columns(&leases);
    // A row locked by a transaction that is finishing it is skipped, not waited for, and still held.
    let held = sqlx::query!(
        r#"WITH mine AS MATERIALIZED (
             SELECT q.id, q.lease FROM queue q JOIN unnest($1::uuid[], $2::uuid[]) AS l(id, lease)
                 ON q.id = l.id AND q.lease = l.lease
         ), free AS MATERIALIZED (
             SELECT q.id FROM queue q WHERE q.id = ANY (ARRAY(SELECT id FROM mine)) ORDER BY q.id FOR UPDATE SKIP LOCKED
         ), renewed AS (
             UPDATE queue q SET lease_until = now() + make_interval(secs => $3::double precision),
                                ahead = q.ahead AND NOT l.begun
             FROM unnest($1::uuid[], $2::uuid[], $4::boolean[]) AS l(id, lease, begun)
             WHERE q.id = l.id AND q.lease = l.lease AND q.id = ANY (ARRAY(SELECT id FROM free))
         )
         SELECT id AS "id!", lease AS "lease!" FROM mine"#,
        &ids,
        &tokens,
        lease_for.as_secs_f64(),
        &begun,
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    // A task is held by one lease at a time, and a token may hold many tasks: both together tell.
    let held: HashSet<_> = held.into_iter().map(|row| (row.id, row.lease)).collect();
    Ok(leases.into_iter().filter(|lease| !held.contains(&(lease.task.0, lease.token))).collect())
}

/// Gives leases back without counting the attempt: the task was not started, or its worker is shutting down.
///
/// # Errors
/// When the database does not answer; then the tasks come back when their leases expire.
pub async fn release(db: &Db, leases: &[Lease]) -> StoreResult<()> {
    let (ids, tokens) = columns(leases);
    sqlx::query!(
        "UPDATE queue q SET lease = NULL, lease_until = NULL, leased_at = NULL, ahead = false, attempts = q.attempts - 1
         FROM unnest($1::uuid[], $2::uuid[]) AS l(id, lease)
         WHERE q.id = l.id AND q.lease = l.lease",
        &ids,
        &tokens,
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(())
}

fn columns(leases: &[Lease]) -> (Vec<Uuid>, Vec<Uuid>) {
    leases.iter().map(|lease| (lease.task.0, lease.token)).unzip()
}
