//! Tasks: their status, retrying and cancelling them.

use axum::extract::State;
use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, Json, Page, Paged, Paging, Query, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::Task;
use bole_api_core::totals::List;
use bole_domain::batch::TaskStatus;
use bole_domain::ids::TaskId;
use bole_domain::permission::Permission;
use bole_queue::TaskKind;
use bole_queue::kinds::{EvaluateResume, EvaluateResumes, SendEmail, SendEmailRequest, TaskKindName, UnpackBatch};
use bole_store::ledger::{self, TaskFilter, TaskView, TaskVisibility};
use bole_store::{StoreError, TenantTx, emails};
use serde::Deserialize;
use utoipa::IntoParams;

bole_api_core::area! { "tasks": list_tasks, get_task, retry_task, cancel_task }

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
#[utoipa::path(get, path = "/tasks", params(TaskQuery, Paging), responses((status = 200, body = Paged<Task>)))]
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
#[utoipa::path(get, path = "/tasks/{task_id}", params(("task_id" = TaskId, Path)),
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
#[utoipa::path(post, path = "/tasks/{task_id}/retry", params(("task_id" = TaskId, Path)),
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
#[utoipa::path(post, path = "/tasks/{task_id}/cancel", params(("task_id" = TaskId, Path)),
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
