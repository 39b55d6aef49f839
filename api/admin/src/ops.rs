//! Operations across organizations: monitoring, and retrying failed tasks. Only counts, ids and reasons, without
//! candidates' data or access to an organization.

use std::time::Duration;

use axum::extract::State;
use bole_ai::provider::{KeyRequests, KeyUsage};
use bole_api_core::code::Code;
use bole_api_core::config::AccountMail;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::{Json, Operator, Page, Paged, Paging, Query};
use bole_api_core::state::ApiState;
use bole_domain::failure::{ErrorCategory, FailureReason};
use bole_domain::ids::{OrganizationId, TaskId};
use bole_domain::organization::Plan;
use bole_domain::task::Lane;
use bole_queue::RedisState;
use bole_queue::kinds::TaskKindName;
use bole_store::crons::{self, ScheduledCron};
use bole_store::operations::{self, HourLoad, TaskScope};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(get_ops_overview))
        .routes(routes!(list_ops_tasks))
        .routes(routes!(redrive_ops_tasks))
}

/// The most organizations listed.
const ORGANIZATIONS: i64 = 50;
/// The most task ids per call.
const MAX_IDS: usize = 1_000;

/// An overview of the installation.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsOverview {
    /// Bole's version.
    version: &'static str,
    /// When this was read.
    #[serde(with = "time::serde::rfc3339")]
    read_at: OffsetDateTime,
    /// The live workers.
    workers: Vec<OpsWorker>,
    /// The lanes of the queue.
    lanes: Vec<OpsLane>,
    /// The tasks of the last 24 hours by the hour in which they ended, oldest first.
    hours: Vec<OpsHour>,
    /// Results of the last day's tasks.
    kinds: Vec<OpsKind>,
    /// Failed tasks that are still stored, by kind and reason.
    failures: Vec<OpsFailure>,
    /// Organizations that asked for a plan, then those with the most work.
    organizations: Vec<OpsOrganization>,
    /// The crons of the schedulers, by name.
    crons: Vec<OpsCron>,
    /// AI models.
    models: OpsModels,
    /// Email.
    mail: OpsMail,
    /// Whether this process reaches Redis; absent without one.
    redis: Option<RedisState>,
}

/// A worker.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsWorker {
    /// Generated at every start.
    id: uuid::Uuid,
    /// Its name in logs.
    name: String,
    /// Its version.
    version: String,
    /// Its slots by lane.
    slots: Vec<OpsSlots>,
    /// When it started.
    #[serde(with = "time::serde::rfc3339")]
    started_at: OffsetDateTime,
    /// When it last reported.
    #[serde(with = "time::serde::rfc3339")]
    seen_at: OffsetDateTime,
}

/// How many tasks of a lane a worker runs at a time.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsSlots {
    /// The lane.
    lane: Lane,
    /// The number of slots.
    slots: i32,
}

/// A lane of the queue.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsLane {
    /// The lane.
    lane: Lane,
    /// Tasks not held by a worker.
    waiting: i64,
    /// Tasks held by a worker.
    running: i64,
    /// When the oldest waiting task was enqueued.
    #[serde(with = "time::serde::rfc3339::option")]
    oldest_waiting_since: Option<OffsetDateTime>,
}

/// The tasks that ended in an hour.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsHour {
    /// When the hour began.
    #[serde(with = "time::serde::rfc3339")]
    start: OffsetDateTime,
    /// How many were completed.
    completed: i64,
    /// How many failed.
    failed: i64,
}

/// The hours of the last day, of which the last one ends now.
fn hours_until(now: OffsetDateTime, hours: [HourLoad; operations::HOURS]) -> Vec<OpsHour> {
    let mut start = now - time::Duration::DAY;
    let hour = |HourLoad { completed, failed }| {
        let hour = OpsHour { start, completed, failed };
        start += time::Duration::HOUR;
        hour
    };
    hours.into_iter().map(hour).collect()
}

/// A cron, and its latest run.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsCron {
    /// Its name in logs.
    name: String,
    /// The seconds between two runs.
    every_seconds: u64,
    /// When the latest run began.
    #[serde(with = "time::serde::rfc3339")]
    started_at: OffsetDateTime,
    /// When a run last ended well.
    #[serde(with = "time::serde::rfc3339::option")]
    finished_at: Option<OffsetDateTime>,
    /// When a run last ended with an error, after which it is tried again within a minute.
    #[serde(with = "time::serde::rfc3339::option")]
    failed_at: Option<OffsetDateTime>,
    /// When the next run is due.
    #[serde(with = "time::serde::rfc3339")]
    next_at: OffsetDateTime,
}

impl From<ScheduledCron> for OpsCron {
    fn from(cron: ScheduledCron) -> Self {
        let ScheduledCron { name, every, slot, started_at, finished_at, failed_at } = cron;
        Self { name, every_seconds: every.as_secs(), started_at, finished_at, failed_at, next_at: slot + every }
    }
}

/// Recent results of one kind of task.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsKind {
    /// The kind.
    kind: TaskKindName,
    /// Completed within the last hour.
    completed_hour: i64,
    /// Completed within the last day.
    completed_day: i64,
    /// Failed within the last day.
    failed_day: i64,
    /// Median duration in seconds.
    median_seconds: Option<f64>,
}

/// Tasks of a kind that failed for a reason.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsFailure {
    /// The kind.
    kind: TaskKindName,
    /// The reason.
    reason: FailureReason,
    /// The number.
    count: i64,
    /// When the latest of them failed.
    #[serde(with = "time::serde::rfc3339::option")]
    last_at: Option<OffsetDateTime>,
}

/// The workload of an organization.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsOrganization {
    /// The organization.
    id: OrganizationId,
    /// Its name.
    name: String,
    /// Its plan.
    plan: Plan,
    /// The plan it asked for and does not have yet.
    requested_plan: Option<Plan>,
    /// Tasks not held by a worker.
    waiting: i64,
    /// Tasks held by a worker.
    running: i64,
    /// Tasks that ended in the last day.
    finished_day: i64,
    /// How many of them failed.
    failed_day: i64,
    /// Emails sent today (UTC) through the server's mail server.
    emails_today: i64,
    /// How many of them are allowed a day.
    emails_limit: i64,
    /// Whether the operator verified it, without which the limit is lower.
    is_verified: bool,
}

/// AI models and the usage of their keys.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsModels {
    /// The server's model; absent if the built-in engine is used.
    server_model: Option<String>,
    /// Keys used within a day, the busiest first.
    keys: Vec<OpsKey>,
}

/// The usage of a key.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsKey {
    /// Prefix of the hash that identifies the key in rate limits; reveals nothing about it.
    account: String,
    /// Requests in progress.
    in_flight: u64,
    /// The most requests at a time.
    concurrency: Option<u32>,
    /// Requests in the last minute; absent if they are not limited, and therefore not counted.
    last_minute: Option<u64>,
    /// The most requests per minute; absent without a limit.
    requests_per_minute: Option<u32>,
    /// Tokens of the last minute, expected ones while a request is in progress; absent if they are not counted.
    tokens_last_minute: Option<u64>,
    /// The most tokens per minute; absent without a limit.
    tokens_per_minute: Option<u32>,
    /// When its pause ends.
    #[serde(with = "time::serde::rfc3339::option")]
    paused_until: Option<OffsetDateTime>,
}

impl From<KeyUsage> for OpsKey {
    fn from(key: KeyUsage) -> Self {
        let (requests, tokens) = key.limits.map_or((None, None), |of| (of.requests_per_minute, of.tokens_per_minute));
        let is_counted = requests.is_some() || tokens.is_some();
        Self {
            account: shown_account(&key.account),
            in_flight: key.in_flight,
            concurrency: key.limits.map(|limits| limits.concurrency),
            last_minute: is_counted.then_some(key.requests),
            requests_per_minute: requests,
            tokens_last_minute: is_counted.then_some(key.tokens),
            tokens_per_minute: tokens,
            paused_until: key.paused_for.map(|rest| OffsetDateTime::now_utc() + rest),
        }
    }
}

/// The beginning of the hash that identifies a key.
pub fn shown_account(account: &str) -> String {
    account.chars().take(12).collect()
}

/// The email service.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsMail {
    /// `server`, or `captured` for the local mailbox.
    service: &'static str,
    /// Waiting emails.
    waiting: i64,
    /// Failed emails that are still stored.
    failed: i64,
}

/// An overview of the installation, for operators.
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
        failed: operations::failed_of(db, Lane::Mail).await?,
    };
    // The rest of the overview is of use even if the counter is away.
    let keys = state.providers.key_usage().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "the usage of keys cannot be read");
        Vec::new()
    });
    let read_at = OffsetDateTime::now_utc();
    Ok(Json(OpsOverview {
        version: env!("CARGO_PKG_VERSION"),
        read_at,
        workers: operations::workers(db).await?.into_iter().map(OpsWorker::from).collect(),
        lanes: lanes.into_iter().map(OpsLane::from).collect(),
        hours: hours_until(read_at, operations::hours(db).await?),
        kinds: operations::kinds(db).await?.into_iter().map(OpsKind::from).collect(),
        failures: failures.into_iter().map(OpsFailure::from).collect(),
        organizations: operations::organizations(db, state.config.unverified_mail_per_day, ORGANIZATIONS)
            .await?
            .into_iter()
            .map(OpsOrganization::from)
            .collect(),
        crons: crons::list(db).await?.into_iter().map(OpsCron::from).collect(),
        models: OpsModels {
            server_model: state.providers.server_model().map(str::to_owned),
            keys: keys.into_iter().map(OpsKey::from).collect(),
        },
        mail,
        redis: state.signals.redis(),
    }))
}

/// Which tasks to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OpsTaskQuery {
    /// The state.
    #[serde(default)]
    #[param(inline)]
    state: OpsTaskState,
    /// Only this lane.
    lane: Option<Lane>,
    /// Only this kind.
    #[param(inline)]
    kind: Option<TaskKindName>,
    /// Only with this failure reason.
    #[param(inline)]
    reason: Option<FailureReason>,
    /// Only those that failed for a reason of this category.
    category: Option<ErrorCategory>,
    /// Only this organization.
    organization_id: Option<OrganizationId>,
    /// Only those that ended so lately.
    #[param(inline)]
    finished_within: Option<FinishedWithin>,
    /// Only those that sent requests with this key, named as in the overview.
    account: Option<String>,
    /// Which of the key's requests.
    #[serde(default)]
    #[param(inline)]
    requests: OpsKeyRequests,
}

/// Which requests of a key.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpsKeyRequests {
    /// In progress.
    #[default]
    InProgress,
    /// Of the last minute; none if they are not limited, and therefore not counted.
    LastMinute,
}

impl From<OpsKeyRequests> for KeyRequests {
    fn from(requests: OpsKeyRequests) -> Self {
        match requests {
            OpsKeyRequests::InProgress => Self::InProgress,
            OpsKeyRequests::LastMinute => Self::LastMinute,
        }
    }
}

/// How lately a task ended.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FinishedWithin {
    /// Within the last hour.
    Hour,
    /// Within the last day.
    Day,
}

impl From<FinishedWithin> for Duration {
    fn from(within: FinishedWithin) -> Self {
        Self::from_secs(match within {
            FinishedWithin::Hour => 3_600,
            FinishedWithin::Day => 86_400,
        })
    }
}

/// The state of a task.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpsTaskState {
    /// Not held by a worker.
    Waiting,
    /// Held by a worker.
    Running,
    /// Due later.
    Later,
    /// Completed.
    Completed,
    /// Failed; needs a person.
    #[default]
    Failed,
    /// It ended, well or not.
    Finished,
    /// Any of them.
    Any,
}

impl OpsTaskState {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Later => "later",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Finished => "finished",
            Self::Any => "any",
        }
    }
}

/// A task, without its content.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpsTask {
    /// The id.
    id: TaskId,
    /// The organization; the nil id for work that belongs to none.
    organization_id: OrganizationId,
    /// The organization's name; absent for work that belongs to none.
    organization_name: Option<String>,
    /// The kind of work.
    kind: TaskKindName,
    /// Attempts started.
    attempts: i32,
    /// Why the last attempt failed.
    reason: Option<FailureReason>,
    /// Log message.
    detail: Option<String>,
    /// Whether it can be retried.
    can_redrive: bool,
    /// When it was requested.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When it ended.
    #[serde(with = "time::serde::rfc3339::option")]
    finished_at: Option<OffsetDateTime>,
}

/// Tasks of all organizations, newest first; failed ones by default.
#[utoipa::path(get, path = "/api/ops/tasks", operation_id = "list_ops_tasks", tag = "operations",
    security(("session" = [])),
    params(OpsTaskQuery, Paging), responses((status = 200, body = Paged<OpsTask>), (status = 403)))]
pub async fn list_ops_tasks(
    State(state): State<ApiState>,
    _: Operator,
    Query(query): Query<OpsTaskQuery>,
    Page { limit, offset }: Page,
) -> ApiResult<Json<Paged<OpsTask>>> {
    let OpsTaskQuery {
        state: stands,
        lane,
        kind,
        reason,
        category,
        organization_id,
        finished_within,
        account,
        requests,
    } = query;
    let ids = match account {
        Some(account) => Some(key_tasks(&state, &account, requests.into()).await?),
        None => None,
    };
    let finished_within = finished_within.map(Duration::from);
    let (kind, reason) = (kind.map(|kind| kind.0), reason.map(|reason| reason.to_string()));
    let scope = TaskScope { ids, lane, kind, reason, category, organization: organization_id, finished_within };
    let (tasks, total) = operations::tasks(&state.db, stands.as_str(), &scope, limit, offset).await?;
    let can_redrive = matches!(stands, OpsTaskState::Failed);
    let views: Vec<OpsTask> = tasks
        .into_iter()
        .map(|task| OpsTask {
            id: task.id,
            organization_id: task.organization_id,
            organization_name: task.organization_name,
            kind: TaskKindName(task.kind),
            attempts: task.attempts,
            reason: task.reason.map(FailureReason::from),
            detail: task.detail,
            can_redrive: can_redrive && !task.is_secret,
            created_at: task.created_at,
            finished_at: task.finished_at,
        })
        .collect();
    Ok(Json(Paged::of((views, total))))
}

/// The tasks that sent these requests with a key, by its shown name.
async fn key_tasks(state: &ApiState, account: &str, requests: KeyRequests) -> ApiResult<Vec<TaskId>> {
    let keys = state.providers.key_usage().await.map_err(|error| ApiError::unavailable(&error))?;
    let Some(key) = keys.iter().find(|key| shown_account(&key.account) == account) else { return Ok(Vec::new()) };
    let tasks = state.providers.key_tasks(&key.account, requests).await;
    tasks.map_err(|error| ApiError::unavailable(&error))
}

/// Which failed tasks to try again: those named, or all that the rest describes.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RedriveInput {
    /// Task ids.
    #[schema(max_items = 1000)]
    ids: Option<Vec<TaskId>>,
    /// Only of this lane.
    lane: Option<Lane>,
    /// Only of this kind.
    kind: Option<TaskKindName>,
    /// Only with this failure reason.
    reason: Option<FailureReason>,
    /// Only those that failed for a reason of this category.
    category: Option<ErrorCategory>,
    /// Only of this organization.
    organization_id: Option<OrganizationId>,
    /// Only those that failed so lately.
    finished_within: Option<FinishedWithin>,
}

/// The result of a retry.
#[derive(Debug, Serialize, ToSchema)]
pub struct Redriven {
    /// The number of tasks retried, at most a thousand per call.
    redriven: i64,
}

/// Retries failed tasks from the first attempt.
#[utoipa::path(post, path = "/api/ops/tasks/redrive", operation_id = "redrive_ops_tasks", tag = "operations",
    security(("session" = [])),
    request_body = RedriveInput, responses((status = 200, body = Redriven), (status = 403)))]
pub async fn redrive_ops_tasks(
    State(state): State<ApiState>,
    operator: Operator,
    Json(input): Json<RedriveInput>,
) -> ApiResult<Json<Redriven>> {
    let RedriveInput { ids, lane, kind, reason, category, organization_id, finished_within } = input;
    if ids.as_ref().is_some_and(|ids| ids.len() > MAX_IDS) {
        return Err(ApiError::invalid_field("ids", Code::FieldTooLong));
    }
    let finished_within = finished_within.map(Duration::from);
    let (kind, reason) = (kind.map(|kind| kind.0), reason.map(|reason| reason.to_string()));
    let scope = TaskScope { ids, lane, kind, reason, category, organization: organization_id, finished_within };
    let redriven = operations::redrive(&state.db, &scope).await?;
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
        let kind = TaskKindName(kind);
        Self { kind, completed_hour, completed_day, failed_day, median_seconds }
    }
}

impl From<operations::FailureCount> for OpsFailure {
    fn from(failure: operations::FailureCount) -> Self {
        let operations::FailureCount { kind, reason, count, last_at } = failure;
        let (kind, reason) = (TaskKindName(kind), reason.into());
        Self { kind, reason, count, last_at }
    }
}

impl From<operations::OrganizationLoad> for OpsOrganization {
    fn from(load: operations::OrganizationLoad) -> Self {
        let operations::OrganizationLoad {
            id,
            name,
            plan,
            requested_plan,
            waiting,
            running,
            finished_day,
            failed_day,
            emails_today,
            emails_limit,
            is_verified,
        } = load;
        Self {
            id,
            name,
            plan,
            requested_plan,
            waiting,
            running,
            finished_day,
            failed_day,
            emails_today,
            emails_limit,
            is_verified,
        }
    }
}
