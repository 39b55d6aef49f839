//! For operators: how the work of all organizations goes, and failed tasks tried again. Counts, ids and reasons; nothing of
//! candidates, and no way into an organization.

use axum::extract::State;
use bole_domain::ids::{OrganizationId, TaskId};
use bole_domain::task::Lane;
use bole_store::operations::{self, OperatorFilter};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use crate::code::Code;
use crate::config::AccountMail;
use crate::error::{ApiError, ApiResult};
use crate::extract::{Json, Operator, Page, Paged, Paging, Query};
use crate::state::ApiState;

/// So many organizations are listed.
const ORGANIZATIONS: i64 = 50;
/// So many tasks are named at a time.
const MAX_IDS: usize = 1_000;

/// How everything goes.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsOverview {
    /// Bole's version.
    version: &'static str,
    /// When this was read.
    #[serde(with = "time::serde::rfc3339")]
    read_at: OffsetDateTime,
    /// The workers that live.
    workers: Vec<OpsWorker>,
    /// The lanes of the queue.
    lanes: Vec<OpsLane>,
    /// What became of the tasks of the last day.
    kinds: Vec<OpsKind>,
    /// Failed tasks that are kept, by kind and reason.
    failures: Vec<OpsFailure>,
    /// Organizations with work, the most first.
    organizations: Vec<OpsOrganization>,
    /// Models.
    models: OpsModels,
    /// Mail.
    mail: OpsMail,
}

/// A worker.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsWorker {
    /// Made anew at every start.
    id: uuid::Uuid,
    /// Its name in logs.
    name: String,
    /// Its version.
    version: String,
    /// Its slots by lane.
    slots: Vec<OpsSlots>,
    /// Since when it runs.
    #[serde(with = "time::serde::rfc3339")]
    started_at: OffsetDateTime,
    /// When it was heard of last.
    #[serde(with = "time::serde::rfc3339")]
    seen_at: OffsetDateTime,
}

/// How many tasks of a lane a worker runs at a time.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsSlots {
    /// The lane.
    lane: Lane,
    /// How many.
    slots: i32,
}

/// A lane of the queue.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsLane {
    /// The lane.
    lane: Lane,
    /// Tasks nobody holds.
    waiting: i64,
    /// Tasks a worker holds.
    running: i64,
    /// Since when the oldest of those that wait has waited.
    #[serde(with = "time::serde::rfc3339::option")]
    oldest_waiting_since: Option<OffsetDateTime>,
}

/// What became of the tasks of a kind.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsKind {
    /// The kind.
    kind: String,
    /// Completed within the last hour.
    completed_hour: i64,
    /// Completed within the last day.
    completed_day: i64,
    /// Failed within the last day.
    failed_day: i64,
    /// Half of them took no longer than this.
    median_seconds: Option<f64>,
}

/// Tasks of a kind that failed for a reason.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsFailure {
    /// The kind.
    kind: String,
    /// The reason.
    reason: String,
    /// How many.
    count: i64,
    /// When the last of them failed.
    #[serde(with = "time::serde::rfc3339::option")]
    last_at: Option<OffsetDateTime>,
}

/// An organization's work.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsOrganization {
    /// The organization.
    id: OrganizationId,
    /// Its name.
    name: String,
    /// Tasks nobody holds.
    waiting: i64,
    /// Tasks a worker holds.
    running: i64,
    /// Tasks that ended within the last day.
    finished_day: i64,
    /// Those of them that failed.
    failed_day: i64,
}

/// Models and the limits of their keys.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsModels {
    /// The server's own model; the built-in engine without one.
    server_model: Option<String>,
    /// Keys that were used lately, where they are counted in the database.
    keys: Vec<OpsKey>,
}

/// How a key is used.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsKey {
    /// The first letters of what its limits are counted by; says nothing of the key.
    account: String,
    /// Requests under way.
    in_flight: i64,
    /// Requests of the last minute.
    last_minute: i64,
    /// Until when it is left alone.
    #[serde(with = "time::serde::rfc3339::option")]
    paused_until: Option<OffsetDateTime>,
}

/// The mail service.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsMail {
    /// `server`, or `captured`: mail goes into the local mailbox.
    service: &'static str,
    /// Mail that waits.
    waiting: i64,
    /// Mail that failed and is kept.
    failed: i64,
}

/// How everything goes, for an operator.
#[utoipa::path(get, path = "/api/ops/overview", operation_id = "get_ops_overview", tag = "operations",
    security(("session" = [])),
    responses((status = 200, body = OpsOverview), (status = 403)))]
pub async fn get_ops_overview(State(state): State<ApiState>, _: Operator) -> ApiResult<Json<OpsOverview>> {
    let db = &state.db;
    let lanes = operations::lanes(db).await?;
    let failures = operations::failures(db).await?;
    let mail = OpsMail {
        service: if matches!(state.config.account_mail, AccountMail::Queued) { "server" } else { "captured" },
        waiting: lanes.iter().filter(|load| load.lane == Lane::Mail).map(|load| load.waiting).sum(),
        failed: failures.iter().filter(|failure| is_mail(&failure.kind)).map(|failure| failure.count).sum(),
    };
    let keys = operations::keys(db).await?.into_iter().map(|key| OpsKey {
        account: key.account.chars().take(12).collect(),
        in_flight: key.in_flight,
        last_minute: key.last_minute,
        paused_until: key.paused_until,
    });
    Ok(Json(OpsOverview {
        version: env!("CARGO_PKG_VERSION"),
        read_at: OffsetDateTime::now_utc(),
        workers: operations::workers(db).await?.into_iter().map(OpsWorker::from).collect(),
        lanes: lanes.into_iter().map(OpsLane::from).collect(),
        kinds: operations::kinds(db).await?.into_iter().map(OpsKind::from).collect(),
        failures: failures.into_iter().map(OpsFailure::from).collect(),
        organizations: operations::organizations(db, ORGANIZATIONS)
            .await?
            .into_iter()
            .map(OpsOrganization::from)
            .collect(),
        models: OpsModels { server_model: state.providers.server_model().map(str::to_owned), keys: keys.collect() },
        mail,
    }))
}

fn is_mail(kind: &str) -> bool {
    kind == "account_mail.send" || kind == "email.send"
}

/// Which tasks to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OpsTaskQuery {
    /// Where they stand.
    #[serde(default)]
    #[param(inline)]
    state: OpsTaskState,
    /// Only of this lane.
    lane: Option<Lane>,
    /// Only of this kind.
    kind: Option<String>,
    /// Only with this reason of failure.
    reason: Option<String>,
    /// Only of this organization.
    organization_id: Option<OrganizationId>,
}

/// Where a task stands.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpsTaskState {
    /// Nobody holds it.
    Waiting,
    /// A worker holds it.
    Running,
    /// It is due later.
    Later,
    /// It ended well.
    Completed,
    /// It failed and waits for somebody.
    #[default]
    Failed,
}

impl OpsTaskState {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Later => "later",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }
}

/// A task, without what it is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsTask {
    /// Its id.
    id: TaskId,
    /// Whose it is.
    organization_id: OrganizationId,
    /// That organization's name; absent for work that belongs to none.
    organization_name: Option<String>,
    /// Which work it is.
    kind: String,
    /// Attempts begun.
    attempts: i32,
    /// Why the last attempt failed.
    reason: Option<String>,
    /// What the log says of it.
    detail: Option<String>,
    /// Whether it can be tried again.
    can_redrive: bool,
    /// When it was asked for.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When it was over.
    #[serde(with = "time::serde::rfc3339::option")]
    finished_at: Option<OffsetDateTime>,
}

/// Tasks of all organizations, newest first; failed ones unless asked otherwise.
#[utoipa::path(get, path = "/api/ops/tasks", operation_id = "list_ops_tasks", tag = "operations",
    security(("session" = [])),
    params(OpsTaskQuery, Paging), responses((status = 200, body = Paged<OpsTask>), (status = 403)))]
pub async fn list_ops_tasks(
    State(state): State<ApiState>,
    _: Operator,
    Query(query): Query<OpsTaskQuery>,
    Page { limit, offset }: Page,
) -> ApiResult<Json<Paged<OpsTask>>> {
    let OpsTaskQuery { state: stands, lane, kind, reason, organization_id } = query;
    let filter =
        OperatorFilter { state: stands.as_str().to_owned(), lane, kind, reason, organization: organization_id };
    let (tasks, total) = operations::tasks(&state.db, &filter, limit, offset).await?;
    let can_redrive = matches!(stands, OpsTaskState::Failed);
    let views: Vec<OpsTask> = tasks
        .into_iter()
        .map(|task| OpsTask {
            id: task.id,
            organization_id: task.organization_id,
            organization_name: task.organization_name,
            kind: task.kind,
            attempts: task.attempts,
            reason: task.reason,
            detail: task.detail,
            can_redrive: can_redrive && !task.is_secret,
            created_at: task.created_at,
            finished_at: task.finished_at,
        })
        .collect();
    Ok(Json(Paged::of((views, total))))
}

/// Which failed tasks to try again: those named, or all of a kind and reason.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RedriveInput {
    /// These.
    #[schema(max_items = 1000)]
    ids: Option<Vec<TaskId>>,
    /// Only of this kind.
    kind: Option<String>,
    /// Only with this reason of failure.
    reason: Option<String>,
}

/// How many are tried again.
#[derive(Debug, Serialize, ToSchema)]
pub struct Redriven {
    /// So many; a call takes at most a thousand.
    redriven: i64,
}

/// Tries failed tasks again, from their first attempt.
#[utoipa::path(post, path = "/api/ops/tasks/redrive", operation_id = "redrive_ops_tasks", tag = "operations",
    security(("session" = [])),
    request_body = RedriveInput, responses((status = 200, body = Redriven), (status = 403)))]
pub async fn redrive_ops_tasks(
    State(state): State<ApiState>,
    operator: Operator,
    Json(RedriveInput { ids, kind, reason }): Json<RedriveInput>,
) -> ApiResult<Json<Redriven>> {
    if ids.as_ref().is_some_and(|ids| ids.len() > MAX_IDS) {
        return Err(ApiError::invalid_field("ids", Code::FieldTooLong));
    }
    let redriven = operations::redrive(&state.db, ids.as_deref(), kind.as_deref(), reason.as_deref()).await?;
    tracing::info!(user = %operator.session.user_id(), redriven, "an operator tried failed tasks again");
    state.signals.wake();
    Ok(Json(Redriven { redriven }))
}

impl From<operations::LivingWorker> for OpsWorker {
    fn from(worker: operations::LivingWorker) -> Self {
        let operations::LivingWorker { presence, started_at, seen_at } = worker;
        let operations::WorkerPresence { id, name, version, slots } = presence;
        let slots = slots.into_iter().map(|(lane, slots)| OpsSlots { lane, slots }).collect();
        Self { id, name, version, slots, started_at, seen_at }
    }
}

impl From<operations::LaneLoad> for OpsLane {
    fn from(load: operations::LaneLoad) -> Self {
        let operations::LaneLoad { lane, waiting, running, oldest_waiting_since } = load;
        Self { lane, waiting, running, oldest_waiting_since }
    }
}

impl From<operations::KindLoad> for OpsKind {
    fn from(load: operations::KindLoad) -> Self {
        let operations::KindLoad { kind, completed_hour, completed_day, failed_day, median_seconds } = load;
        Self { kind, completed_hour, completed_day, failed_day, median_seconds }
    }
}

impl From<operations::FailureCount> for OpsFailure {
    fn from(failure: operations::FailureCount) -> Self {
        let operations::FailureCount { kind, reason, count, last_at } = failure;
        Self { kind, reason, count, last_at }
    }
}

impl From<operations::OrganizationLoad> for OpsOrganization {
    fn from(load: operations::OrganizationLoad) -> Self {
        let operations::OrganizationLoad { id, name, waiting, running, finished_day, failed_day } = load;
        Self { id, name, waiting, running, finished_day, failed_day }
    }
}
