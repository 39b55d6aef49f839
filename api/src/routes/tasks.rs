//! Tasks, returned by every 202, and their status.

use std::collections::HashSet;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_domain::batch::TaskStatus;
use bole_domain::failure::{ErrorCategory, FailureReason};
use bole_domain::ids::{OrganizationId, TaskId};
use bole_domain::permission::Permission;
use bole_queue::TaskKind;
use bole_queue::kinds::{
    EvaluateResume, EvaluateResumes, RetryBatch, SendEmail, SendEmailRequest, TaskKindName, UnpackBatch,
};
use bole_store::ledger::{self, Progress, TaskFilter, TaskView, TaskVisibility};
use bole_store::{StoreError, TenantTx, emails};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::code::Code;
use crate::error::{ApiError, ApiResult, StoreResultExt};
use crate::extract::{Item, Json, Page, Paged, Paging, Query, ReadTenant, Tenant, Ticket};
use crate::state::ApiState;
use crate::totals::List;

pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(list_tasks))
        .routes(routes!(get_task))
        .routes(routes!(retry_task))
        .routes(routes!(cancel_task))
}

/// More tasks than this are retried by a task.
const MAX_RETRIED: usize = 500;

/// A task.
#[derive(Debug, Serialize, ToSchema)]
pub struct Task {
    /// The id.
    id: TaskId,
    /// The kind of work.
    kind: TaskKindName,
    /// The status.
    status: TaskStatus,
    /// The progress.
    progress: TaskProgress,
    /// The result, once completed.
    #[schema(value_type = Option<Object>)]
    result: Option<Value>,
    /// Why it failed.
    error: Option<TaskError>,
    /// Attempts started.
    attempts: i32,
    /// When it was requested.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When the running or last attempt started.
    #[serde(with = "time::serde::rfc3339::option")]
    started_at: Option<OffsetDateTime>,
    /// When it ended.
    #[serde(with = "time::serde::rfc3339::option")]
    finished_at: Option<OffsetDateTime>,
}

/// Progress in units of the task's own.
#[derive(Debug, Serialize, ToSchema)]
pub struct TaskProgress {
    /// Units done.
    done: i32,
    /// Total units; 0 if unknown.
    total: i32,
}

/// Why a task failed, and a suggestion.
#[derive(Debug, Serialize, ToSchema)]
pub struct TaskError {
    /// The category.
    category: ErrorCategory,
    /// The failure reason; a stable string with a text in the web app.
    message: FailureReason,
    /// A suggestion, in English.
    suggestion: String,
}

impl From<TaskView> for Task {
    fn from(task: TaskView) -> Self {
        let TaskView {
            id,
            kind,
            status,
            progress,
            result,
            error,
            attempts,
            created_at,
            started_at,
            finished_at,
            created_by: _,
        } = task;
        let Progress { done, total } = progress;
        let error = error.map(|error| TaskError {
            category: error.category,
            suggestion: error.reason.suggestion().to_owned(),
            message: error.reason,
        });
        let progress = TaskProgress { done, total };
        let kind = TaskKindName(kind);
        Self { id, kind, status, progress, result, error, attempts, created_at, started_at, finished_at }
    }
}

impl Task {
    /// Whether it is not over.
    pub(crate) const fn is_active(&self) -> bool {
        self.status.is_active()
    }
}

/// The Location header of a task.
pub(crate) fn location(path: &str) -> [(HeaderName, HeaderValue); 1] {
    let value = HeaderValue::from_str(path).unwrap_or_else(|_| HeaderValue::from_static("/"));
    [(header::LOCATION, value)]
}

/// Enqueues work and ends the request by answering with its task; what was asked with an idempotency key is so once.
pub(crate) async fn begin<K: TaskKind>(
    state: &ApiState,
    mut tx: TenantTx,
    ticket: Option<Ticket>,
    work: &K,
    request_id: String,
) -> ApiResult<Response> {
    let task = work.enqueue(&mut tx, Some(request_id)).await?;
    accepted(state, tx, ticket, task.id).await
}

/// Ends the request by answering with a task that was enqueued: 202, and where to ask how it goes.
pub(crate) async fn accepted(
    state: &ApiState,
    mut tx: TenantTx,
    ticket: Option<Ticket>,
    id: TaskId,
) -> ApiResult<Response> {
    let task: Task = ledger::get(&mut tx, id).await?.into();
    if let Some(ticket) = ticket {
        ticket.record(&mut tx, StatusCode::ACCEPTED, &task).await?;
    }
    let path = format!("/api/organizations/{}/tasks/{id}", tx.organization());
    tx.commit().await?;
    state.signals.wake();
    Ok((StatusCode::ACCEPTED, location(&path), Json(task)).into_response())
}

/// How failed tasks are retried.
pub(crate) enum Retried {
    /// These, in this transaction.
    Now(HashSet<TaskId>),
    /// By this task, because they are many.
    Later(TaskId),
}

/// Retries failed tasks: in this transaction or, if they are many, by a task. Wake the workers after the commit.
pub(crate) async fn retry_many(tx: &mut TenantTx, task_ids: Vec<TaskId>, request_id: String) -> ApiResult<Retried> {
    if task_ids.len() > MAX_RETRIED {
        let task = RetryBatch { task_ids }.enqueue(tx, Some(request_id)).await?;
        return Ok(Retried::Later(task.id));
    }
    Ok(Retried::Now(ledger::retry_many(tx, &task_ids).await?))
}

/// Which tasks to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TaskQuery {
    /// Only this kind of work.
    #[param(inline)]
    kind: Option<TaskKindName>,
    /// Only with this status.
    status: Option<TaskStatus>,
    /// Only those requested by the caller.
    #[serde(default)]
    mine: bool,
}

/// Kinds that others than their creators may view and manage, with the required permissions.
const SHARED_KINDS: [(&str, Permission, Permission); 3] = [
    (UnpackBatch::NAME, Permission::EVALUATE_VIEW, Permission::EVALUATE_EXECUTE),
    (EvaluateResume::NAME, Permission::EVALUATE_VIEW, Permission::EVALUATE_EXECUTE),
    (EvaluateResumes::NAME, Permission::EVALUATE_VIEW, Permission::EVALUATE_EXECUTE),
];

/// The tasks visible to a member: their own, and those of kinds they have permission for. Tasks are not tied to jobs,
/// so members with limited jobs only see their own.
fn visible(tenant: &Tenant) -> TaskVisibility {
    let allowed = SHARED_KINDS.iter().filter(|(_, view, _)| tenant.access.allows(*view));
    let kinds = allowed.filter(|_| tenant.actor().sees_all_jobs()).map(|(kind, ..)| (*kind).to_owned());
    TaskVisibility { of: Some(tenant.user_id()), kinds: kinds.collect() }
}

/// Visible tasks, newest first.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/tasks", operation_id = "list_tasks", tag = "tasks",
    params(("organization_id" = OrganizationId, Path), TaskQuery, Paging),
    responses((status = 200, body = Paged<Task>)))]
pub async fn list_tasks(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(TaskQuery { kind, status, mine }): Query<TaskQuery>,
    Page { limit, offset }: Page,
) -> ApiResult<Json<Paged<Task>>> {
    let mut visible = visible(&tenant);
    if mine {
        visible.kinds.clear();
    }
    let kind = kind.map(|kind| kind.0);
    let filter = TaskFilter { kind, status, visible: Some(visible) };
    let found = ledger::list(&mut tx, &filter, limit, offset).await?;
    let total = state.totals.of_page(&mut tx, List::Tasks(filter), Page { limit, offset }, found.len()).await?;
    tx.release();
    Ok(Json(Paged::estimated(found, total)))
}

/// One task. Poll it while its status is pending, processing or retry.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/tasks/{task_id}", operation_id = "get_task",
    tag = "tasks", params(("organization_id" = OrganizationId, Path), ("task_id" = TaskId, Path)),
    responses((status = 200, body = Task)))]
pub async fn get_task(ReadTenant { tenant, mut tx }: ReadTenant, Item(id): Item<TaskId>) -> ApiResult<Json<Task>> {
    let task = seen(&tenant, &mut tx, id).await?;
    tx.release();
    Ok(Json(task.into()))
}

/// A task visible to the member.
pub(crate) async fn seen(tenant: &Tenant, tx: &mut TenantTx, id: TaskId) -> ApiResult<TaskView> {
    let task = ledger::get(tx, id).await.or_not_found(Code::TaskNotFound)?;
    if visible(tenant).includes(&task) { Ok(task) } else { Err(ApiError::not_found(Code::TaskNotFound)) }
}

/// A task the member may manage: their own, or of a kind they have permission for.
async fn steered(tenant: &Tenant, tx: &mut TenantTx, id: TaskId) -> ApiResult<TaskView> {
    let task = seen(tenant, tx, id).await?;
    if task.created_by != Some(tenant.user_id())
        && let Some((.., execute)) = SHARED_KINDS.iter().find(|(kind, ..)| *kind == task.kind)
    {
        tenant.require(*execute)?;
    }
    Ok(task)
}

/// Retries a failed task from the first attempt.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/tasks/{task_id}/retry", operation_id = "retry_task",
    tag = "tasks", params(("organization_id" = OrganizationId, Path), ("task_id" = TaskId, Path)),
    responses((status = 202, body = Task)))]
pub async fn retry_task(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<TaskId>,
) -> ApiResult<(StatusCode, Json<Task>)> {
    let mut tx = tenant.begin().await?;
    if steered(&tenant, &mut tx, id).await?.kind == SendEmailRequest::NAME {
        return Err(ApiError::conflict(Code::TaskNotRetryable, "Its emails are tried again one by one."));
    }
    ledger::retry(&mut tx, id).await.map_err(|error| match error {
        StoreError::Stale => ApiError::conflict(Code::TaskNotRetryable, "Only a failed task can be tried again."),
        taken if taken.is_constraint("task_keys_key") => {
            ApiError::conflict(Code::TaskAlreadyQueued, "Another task for the same work is not over.")
        }
        other => other.into(),
    })?;
    let task = ledger::get(&mut tx, id).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok((StatusCode::ACCEPTED, Json(task.into())))
}

/// Cancels a task that has not ended.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/tasks/{task_id}/cancel",
    operation_id = "cancel_task", tag = "tasks",
    params(("organization_id" = OrganizationId, Path), ("task_id" = TaskId, Path)),
    responses((status = 200, body = Task)))]
pub async fn cancel_task(tenant: Tenant, Item(id): Item<TaskId>) -> ApiResult<Json<Task>> {
    let mut tx = tenant.begin().await?;
    let over = || ApiError::conflict(Code::TaskOver, "The task is over already.");
    match steered(&tenant, &mut tx, id).await?.kind.as_str() {
        // The email may already be on its way; its request can be cancelled.
        SendEmail::NAME => return Err(ApiError::conflict(Code::TaskOver, "An email is cancelled with its request.")),
        SendEmailRequest::NAME => {
            if !emails::take_back_request(&mut tx, id).await? {
                return Err(over());
            }
        }
        _ => ledger::cancel(&mut tx, id).await.map_err(|error| match error {
            StoreError::Stale => over(),
            other => other.into(),
        })?,
    }
    let task = ledger::get(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(task.into()))
}
