//! Claiming: who gets the next free slot, and the lease that goes with it.

use std::collections::VecDeque;
use std::time::Duration;

use bole_domain::ids::{OrganizationId, TaskId};
use serde_json::Value;
use uuid::Uuid;

use super::Lease;
use crate::{Db, StoreResult};

/// An organization served within this many tasks is not a newcomer.
const RECENTLY: usize = 256;

/// What a claimer asks for.
#[derive(Debug, Clone, Copy)]
pub struct Claim {
    /// At most so many tasks.
    pub slots: usize,
    /// How long the lease lasts unless renewed.
    pub lease_for: Duration,
    /// Most tasks of one organization in progress at a time, over all workers; `None` for no limit.
    pub per_organization: Option<u32>,
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

/// Where a claimer is in its rounds of the organizations.
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
pub async fn claim(db: &Db, cursor: &mut Cursor, claim: Claim) -> StoreResult<Vec<Claimed>> {
    let Claim { slots, lease_for, per_organization } = claim;
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
    // A claim that a crash of the server undoes is only run again, so it need not wait for the disk.
    let mut rows = sqlx::query_as!(
        Row,
        r#"WITH RECURSIVE hasty AS MATERIALIZED (
             SELECT set_config('synchronous_commit', 'off', true) AS set
         ), newcomer AS MATERIALIZED (
             SELECT DISTINCT organization_id AS org FROM (
                 SELECT organization_id FROM queue WHERE $6::bigint > 0 AND lease IS NULL ORDER BY id DESC LIMIT 64
             ) newest WHERE organization_id <> ALL ($7::uuid[]) LIMIT $6
         ), turn(n, org, wrapped) AS (
             SELECT 0, $3::uuid, false
             UNION ALL
             SELECT o.n + 1, coalesce(next.org, first.org), o.wrapped OR next.org IS NULL
             FROM turn o
             CROSS JOIN LATERAL (SELECT (
                 SELECT organization_id FROM queue WHERE lease IS NULL AND organization_id > o.org
                 ORDER BY organization_id LIMIT 1) AS org) next
             CROSS JOIN LATERAL (SELECT CASE WHEN next.org IS NULL AND NOT o.wrapped THEN (
                 SELECT organization_id FROM queue WHERE lease IS NULL
                 ORDER BY organization_id LIMIT 1) END AS org) first
             WHERE o.n < $2::bigint AND o.org IS NOT NULL AND NOT (o.wrapped AND o.org > $3)
         ), round AS MATERIALIZED (
             SELECT n, org FROM turn WHERE n > 0 AND org IS NOT NULL AND NOT (wrapped AND org > $3)
         ), lane AS MATERIALIZED (
             SELECT 0 AS n, org, 1::bigint AS share FROM newcomer
             UNION ALL
             SELECT n, org, ($2 + (SELECT count(*) FROM round) - 1) / (SELECT count(*) FROM round)
             FROM round WHERE org NOT IN (SELECT org FROM newcomer)
         ), pick AS (
             SELECT x.id, lane.n FROM lane CROSS JOIN LATERAL (
                 SELECT id FROM queue q WHERE q.organization_id = lane.org AND q.lease IS NULL
                 ORDER BY q.priority, q.id
                 LIMIT CASE WHEN $5::bigint IS NULL THEN lane.share ELSE least(lane.share, greatest($5 - (
                     SELECT count(*) FROM queue r WHERE r.organization_id = lane.org AND r.lease IS NOT NULL), 0)) END
                 FOR UPDATE SKIP LOCKED
             ) x LIMIT $2
         ), picked AS MATERIALIZED (
             SELECT id, min(n) AS n FROM pick GROUP BY id
         ), taken AS (
             UPDATE queue q
             SET lease = $1, lease_until = now() + make_interval(secs => $4::double precision), leased_at = now(),
                 attempts = attempts + 1
             WHERE q.id = ANY (ARRAY(SELECT id FROM picked)) AND (SELECT set FROM hasty) IS NOT NULL
             RETURNING q.id, q.organization_id, q.attempts
         )
         SELECT taken.id AS "id!", taken.organization_id AS "organization_id!", taken.attempts AS "attempts!",
                picked.n AS "turn!", (SELECT count(*) FROM round) AS "turns!",
                t.kind, t.payload, t.max_attempts, t.request_id
         FROM taken JOIN picked ON picked.id = taken.id
         JOIN tasks t ON t.organization_id = taken.organization_id AND t.id = taken.id"#,
        token,
        i64::try_from(slots).unwrap_or(i64::MAX),
        cursor.last,
        lease_for.as_secs_f64(),
        per_organization.map(i64::from),
        newcomers,
        &recent,
    )
    .fetch_all(db.ledger_pool())
    .await?;
    // Turn by turn, each organization's in their own order.
    rows.sort_by_key(|row| (row.turn, row.id));
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
        let Self { id, organization_id, attempts, kind, payload, max_attempts, request_id, turn: _, turns: _ } = self;
        let lease = Lease { task: TaskId(id), organization: OrganizationId(organization_id), token };
        Claimed { lease, kind, payload, attempt: attempts, max_attempts, request_id }
    }
}

/// Renews leases by one statement and names those that are lost: expired and taken over, or cancelled by a person.
///
/// # Errors
/// When the database does not answer; then nothing is known about them.
pub async fn renew(db: &Db, leases: &[Lease], lease_for: Duration) -> StoreResult<Vec<Lease>> {
    let (ids, tokens) = columns(leases);
    // A row locked by a transaction that is finishing it is skipped, not waited for, and still held.
    let held = sqlx::query_scalar!(
        r#"WITH mine AS MATERIALIZED (
             SELECT q.id FROM queue q JOIN unnest($1::uuid[], $2::uuid[]) AS l(id, lease)
                 ON q.id = l.id AND q.lease = l.lease
         ), free AS MATERIALIZED (
             SELECT q.id FROM queue q WHERE q.id = ANY (ARRAY(SELECT id FROM mine)) ORDER BY q.id FOR UPDATE SKIP LOCKED
         ), renewed AS (
             UPDATE queue q SET lease_until = now() + make_interval(secs => $3::double precision)
             FROM unnest($1::uuid[], $2::uuid[]) AS l(id, lease)
             WHERE q.id = l.id AND q.lease = l.lease AND q.id = ANY (ARRAY(SELECT id FROM free))
         )
         SELECT id AS "id!" FROM mine"#,
        &ids,
        &tokens,
        lease_for.as_secs_f64(),
    )
    .fetch_all(db.ledger_pool())
    .await?;
    let held: std::collections::HashSet<_> = held.into_iter().collect();
    Ok(leases.iter().filter(|lease| !held.contains(&lease.task.0)).copied().collect())
}

/// Gives leases back without counting the attempt: the task was not started, or its worker is shutting down.
///
/// # Errors
/// When the database does not answer; then the tasks come back when their leases expire.
pub async fn release(db: &Db, leases: &[Lease]) -> StoreResult<()> {
    let (ids, tokens) = columns(leases);
    sqlx::query!(
        "UPDATE queue q SET lease = NULL, lease_until = NULL, leased_at = NULL, attempts = q.attempts - 1
         FROM unnest($1::uuid[], $2::uuid[]) AS l(id, lease)
         WHERE q.id = l.id AND q.lease = l.lease",
        &ids,
        &tokens,
    )
    .execute(db.ledger_pool())
    .await?;
    Ok(())
}

fn columns(leases: &[Lease]) -> (Vec<Uuid>, Vec<Uuid>) {
    leases.iter().map(|lease| (lease.task.0, lease.token)).unzip()
}
