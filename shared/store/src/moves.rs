//! Applies moves to many applications at once; each is checked separately and recorded in the history.

use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use utoipa::ToSchema;

use bole_domain::access::Access;
use bole_domain::ids::{ApplicationId, EmailId, JobId, PersonId};
use bole_domain::permission::Permission;
use bole_domain::stage::{ArchiveReason, Move, MoveKind, Placement, Stage, State, SubStatus, Transition};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::applications::state;
use crate::{StoreResult, TenantTx};

/// One application to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveItem {
    pub id: ApplicationId,
    /// The version the caller saw; `None` for any.
    pub version: Option<i32>,
    /// The email sent with it.
    pub email_id: Option<EmailId>,
}

impl MoveItem {
    /// The application at the version the caller saw.
    #[must_use]
    pub const fn seen(id: ApplicationId, version: i32) -> Self {
        Self { id, version: Some(version), email_id: None }
    }

    /// The application at its current version.
    #[must_use]
    pub const fn current(id: ApplicationId) -> Self {
        Self { id, version: None, email_id: None }
    }
}

/// On whose authority a move is made.
#[derive(Debug, Clone, Copy)]
pub enum Authority<'a> {
    /// A member, who needs each transition's permission.
    Member(&'a Access),
    /// The clock, a candidate, or a worker whose task was authorized when requested.
    System,
}

impl Authority<'_> {
    fn allows(self, permission: Permission) -> bool {
        match self {
            Self::Member(access) => access.allows(permission),
            Self::System => true,
        }
    }
}

/// A move of several applications.
#[derive(Debug, Clone, Copy)]
pub struct MoveRequest<'a> {
    pub what: Move,
    /// The applications.
    pub items: &'a [MoveItem],
    /// The reason given; required to override the AI.
    pub reason: Option<&'a str>,
    pub authority: Authority<'a>,
}

/// An application's placement in the pipeline.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = PlacedApplication)]
pub struct Placed {
    pub id: ApplicationId,
    pub job_id: JobId,
    pub person_id: PersonId,
    /// The stage.
    pub status: Stage,
    pub sub_status: SubStatus,
    #[serde(with = "time::serde::rfc3339")]
    pub sub_status_since: OffsetDateTime,
    pub is_archived: bool,
    pub archive_reason: Option<ArchiveReason>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub archived_at: Option<OffsetDateTime>,
    pub version: i32,
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

impl Placed {
    /// Where it is; none if its stage does not have its sub-status.
    #[must_use]
    pub fn placement(&self) -> Option<Placement> {
        let state = State::new(self.status, self.sub_status)?;
        Some(Placement { state, archived: self.archive_reason })
    }
}

/// Why an application was not moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It does not exist or is not accessible.
    NotFound,
    /// It changed since the caller saw it.
    Stale,
    /// The table does not allow this move from its state.
    NotAllowed,
    /// The member lacks the permission for this transition.
    PermissionDenied,
    /// It overrides the AI's recommendation without a reason.
    ReasonRequired,
}

/// The result for one item.
#[derive(Debug, Clone, PartialEq)]
pub enum MoveOutcome {
    /// Moved, with its new placement.
    Moved(Placed),
    /// Not moved, with its current placement if accessible.
    Refused(Refusal, Option<Placed>),
}

impl MoveOutcome {
    /// The application after a successful move.
    #[must_use]
    pub const fn moved(&self) -> Option<&Placed> {
        match self {
            Self::Moved(placed) => Some(placed),
            Self::Refused(..) => None,
        }
    }
}

/// Moves the applications and returns one result per item, in order. A repeated application is moved once. The
/// applications stay locked until the transaction ends. Interviews of candidates who leave them are cancelled later, by
/// [`call_off`](crate::called_off_interviews::call_off).
pub async fn apply(tx: &mut TenantTx, request: &MoveRequest<'_>) -> StoreResult<Vec<MoveOutcome>> {
    if request.items.len() > FEW {
        // A plan kept from when the organization was small would read all of its applications. Planning each statement
        // instead would plan the foreign-key checks of each row as well.
        sqlx::query!("DISCARD PLANS").execute(&mut *tx.conn()?).await?;
    }
    let before = lock(tx, request.items).await?;
    let mut changes: HashMap<ApplicationId, (&MoveItem, Transition)> = HashMap::new();
    let mut refused: HashMap<ApplicationId, Refusal> = HashMap::new();
    for item in request.items {
        match judge(request, item, before.get(&item.id)) {
            Ok(transition) => drop(changes.entry(item.id).or_insert((item, transition))),
            Err(refusal) => drop(refused.entry(item.id).or_insert(refusal)),
        }
    }
    // An application named with both the right and a wrong version is not moved.
    changes.retain(|id, _| !refused.contains_key(id));
    let moved = write(tx, request, &before, &changes).await?;
    if matches!(request.what, Move::Archive(_) | Move::SendRejectionAndKeep) {
        keep_in_talent_pool(tx, moved.values()).await?;
    }
    let outcomes = request.items.iter().map(|item| match (moved.get(&item.id), refused.get(&item.id)) {
        (Some(placed), _) => MoveOutcome::Moved(placed.clone()),
        (None, refusal) => {
            let refusal = refusal.copied().unwrap_or(Refusal::NotFound);
            MoveOutcome::Refused(refusal, before.get(&item.id).cloned())
        }
    });
    Ok(outcomes.collect())
}

/// Up to this many items, any plan is fast.
const FEW: usize = 20;

/// For how long the author of a move can undo it.
pub const TAKE_BACK_MINUTES: i32 = 10;

/// Undoes each item's last move if it was a drag or a passed interview made recently by this actor. Returns results
/// as [`apply`] does.
pub async fn take_back(
    tx: &mut TenantTx,
    items: &[MoveItem],
    authority: Authority<'_>,
) -> StoreResult<Vec<MoveOutcome>> {
    let ids: Vec<Uuid> = items.iter().map(|item| item.id.0).collect();
    lock(tx, items).await?;
    let rows = sqlx::query!(
        r#"SELECT a.id AS "id!", last.from_status AS "from_status!", last.from_sub_status AS "from_sub_status!"
           FROM applications a CROSS JOIN LATERAL (
               SELECT e.move, e.from_status, e.from_sub_status, e.actor_user_id, e.created_at
               FROM application_events e
               WHERE e.organization_id = a.organization_id AND e.application_id = a.id
               ORDER BY e.version DESC LIMIT 1) last
           WHERE a.organization_id = $1 AND a.id = ANY ($2) AND last.move = ANY ($3) AND last.actor_user_id = $4
             AND last.from_status IS NOT NULL AND last.created_at > now() - make_interval(mins => $5)"#,
        tx.organization().0,
        &ids,
        &[MoveKind::Drag.as_str(), MoveKind::MarkPassed.as_str()] as _,
        tx.actor().user().map(|user| user.0),
        TAKE_BACK_MINUTES,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let mut origins: HashMap<ApplicationId, State> = HashMap::new();
    for row in rows {
        origins.insert(ApplicationId(row.id), state(&row.from_status, &row.from_sub_status)?);
    }
    // No move leads to the initial state, so other items are rejected by the table.
    let nowhere = State::new(Stage::AiReview, SubStatus::RecommendContact);
    let mut by_origin: BTreeMap<State, Vec<MoveItem>> = BTreeMap::new();
    for item in items {
        if let Some(origin) = origins.get(&item.id).copied().or(nowhere) {
            by_origin.entry(origin).or_default().push(*item);
        }
    }
    let mut outcomes: HashMap<ApplicationId, MoveOutcome> = HashMap::new();
    for (origin, items) in &by_origin {
        let request = MoveRequest { what: Move::TakeBack(*origin), items, reason: None, authority };
        outcomes.extend(items.iter().map(|item| item.id).zip(apply(tx, &request).await?));
    }
    let outcome = |item: &MoveItem| outcomes.get(&item.id).cloned();
    Ok(items.iter().map(|item| outcome(item).unwrap_or(MoveOutcome::Refused(Refusal::NotFound, None))).collect())
}

fn judge(request: &MoveRequest<'_>, item: &MoveItem, before: Option<&Placed>) -> Result<Transition, Refusal> {
    let before = before.ok_or(Refusal::NotFound)?;
    if item.version.is_some_and(|version| version != before.version) {
        return Err(Refusal::Stale);
    }
    let placement = before.placement().ok_or(Refusal::NotAllowed)?;
    let transition = request.what.apply(placement).map_err(|_| Refusal::NotAllowed)?;
    if !request.authority.allows(transition.permission) {
        return Err(Refusal::PermissionDenied);
    }
    let has_reason = request.reason.is_some_and(|reason| !reason.trim().is_empty());
    if transition.overrules_ai && !has_reason {
        return Err(Refusal::ReasonRequired);
    }
    Ok(transition)
}

/// Locks the applications in the order of their ids, so that concurrent calls cannot deadlock.
async fn lock(tx: &mut TenantTx, items: &[MoveItem]) -> StoreResult<HashMap<ApplicationId, Placed>> {
    let ids: Vec<Uuid> = items.iter().map(|item| item.id.0).collect();
    let rows = sqlx::query_as!(
        Placed,
        r#"SELECT id, job_id, person_id, status AS "status: _", sub_status AS "sub_status: _", sub_status_since, is_archived,
                 archive_reason AS "archive_reason: _", archived_at, version, updated_at
         FROM applications WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE"#,
        tx.organization().0,
        &ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    Ok(rows.into_iter().map(|placed| (placed.id, placed)).collect())
}

async fn write(
    tx: &mut TenantTx,
    request: &MoveRequest<'_>,
    before: &HashMap<ApplicationId, Placed>,
    changes: &HashMap<ApplicationId, (&MoveItem, Transition)>,
) -> StoreResult<HashMap<ApplicationId, Placed>> {
    // A statement for each target, of which there are few: joined with a list of changes, the kept plan of a single move
    // would compare every change with every row.
    let mut by_target: HashMap<(Placement, bool), Vec<Uuid>> = HashMap::new();
    for (id, (_, transition)) in changes {
        by_target.entry((transition.to, transition.restarts_clock)).or_default().push(id.0);
    }
    let mut moved = HashMap::with_capacity(changes.len());
    for ((to, restarts_clock), ids) in by_target {
        moved.extend(place(tx, to, restarts_clock, &ids).await?);
    }
    let mut events = Events::default();
    for (id, (item, _)) in changes {
        if let (Some(before), Some(after)) = (before.get(id), moved.get(id)) {
            events.push(before, after, item);
        }
    }
    record(tx, request, &events).await?;
    Ok(moved)
}

/// Writes one placement to the applications and returns them.
async fn place(
    tx: &mut TenantTx,
    to: Placement,
    restarts_clock: bool,
    ids: &[Uuid],
) -> StoreResult<HashMap<ApplicationId, Placed>> {
    let rows = sqlx::query_as!(
        Placed,
        r#"UPDATE applications
         SET status = $3, sub_status = $4, is_archived = $5::text IS NOT NULL, archive_reason = $5,
             archived_at = CASE WHEN $5 IS NULL THEN NULL WHEN $5 = archive_reason THEN archived_at ELSE now() END,
             sub_status_since = CASE WHEN $6 THEN now() ELSE sub_status_since END,
             version = version + 1, updated_at = now()
         WHERE organization_id = $1 AND id = ANY ($2)
         RETURNING id, job_id, person_id, status AS "status: _", sub_status AS "sub_status: _", sub_status_since, is_archived,
                    archive_reason AS "archive_reason: _", archived_at, version, updated_at"#,
        tx.organization().0,
        ids,
        to.state.stage().as_str(),
        to.state.sub_status().as_str(),
        to.archived.map(ArchiveReason::as_str),
        restarts_clock,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    Ok(rows.into_iter().map(|placed| (placed.id, placed)).collect())
}

/// Adds the moves to the history.
async fn record(tx: &mut TenantTx, request: &MoveRequest<'_>, events: &Events) -> StoreResult<()> {
    if events.ids.is_empty() {
        return Ok(());
    }
    let (organization, actor) = (tx.organization().0, *tx.actor());
    sqlx::query!(
        "INSERT INTO application_events (id, organization_id, application_id, move, from_status, from_sub_status, to_status,
                                         to_sub_status, actor_kind, actor_user_id, reason, email_id, letter_sent, version)
         SELECT e.id, $1, e.application_id, $10, e.from_status, e.from_sub_status, e.to_status, e.to_sub_status, $11, $12,
                $13, e.email_id, $14, e.version
         FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::int[])
             AS e (id, application_id, from_status, from_sub_status, to_status, to_sub_status, email_id, version)",
        organization,
        &events.ids,
        &events.application_ids,
        &events.from_statuses as _,
        &events.from_sub_statuses as _,
        &events.to_statuses as _,
        &events.to_sub_statuses as _,
        &events.email_ids as _,
        &events.versions,
        request.what.kind().as_str(),
        actor.event_actor().as_str(),
        actor.user().map(|user| user.0),
        recorded_reason(request.reason, request.what),
        letter_sent(request.what.kind()),
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// The reason recorded in the history: the person's text, else the archive reason.
pub(crate) fn recorded_reason(reason: Option<&str>, what: Move) -> &str {
    match (reason.map(str::trim), what) {
        (Some(reason), _) if !reason.is_empty() => reason,
        (_, Move::Archive(reason)) => reason.as_str(),
        _ => "",
    }
}

pub(crate) const fn letter_sent(kind: MoveKind) -> Option<bool> {
    match kind {
        MoveKind::SendRejection => Some(true),
        MoveKind::Eliminate | MoveKind::Blacklist => Some(false),
        _ => None,
    }
}

/// Marks the people as in the talent pool.
async fn keep_in_talent_pool(tx: &mut TenantTx, moved: impl Iterator<Item = &Placed>) -> StoreResult<()> {
    let people: Vec<Uuid> = moved.map(|placed| placed.person_id.0).collect();
    sqlx::query!(
        "UPDATE people SET is_in_talent_pool = true, updated_at = now()
         WHERE organization_id = $1 AND id = ANY (ARRAY(
             SELECT id FROM people WHERE organization_id = $1 AND id = ANY ($2) AND NOT is_in_talent_pool
             ORDER BY id FOR UPDATE))",
        tx.organization().0,
        &people,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// The events column by column, for `unnest`.
#[derive(Default)]
struct Events {
    ids: Vec<Uuid>,
    application_ids: Vec<Uuid>,
    from_statuses: Vec<&'static str>,
    from_sub_statuses: Vec<&'static str>,
    to_statuses: Vec<&'static str>,
    to_sub_statuses: Vec<&'static str>,
    email_ids: Vec<Option<Uuid>>,
    versions: Vec<i32>,
}

impl Events {
    fn push(&mut self, before: &Placed, after: &Placed, item: &MoveItem) {
        self.ids.push(Uuid::now_v7());
        self.application_ids.push(after.id.0);
        self.from_statuses.push(before.status.as_str());
        self.from_sub_statuses.push(before.sub_status.as_str());
        self.to_statuses.push(after.status.as_str());
        self.to_sub_statuses.push(after.sub_status.as_str());
        self.email_ids.push(item.email_id.map(|id| id.0));
        self.versions.push(after.version);
    }
}
