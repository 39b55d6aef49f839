//! The failed entries of a batch: by reason, and tried again.

use std::collections::HashMap;

use axum::extract::{Extension, State};
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, Json, Paged, Path, Query, ReadTenant, RequestId, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{self, Retried, Task};
use bole_domain::batch::TaskStatus;
use bole_domain::failure::{ErrorCategory, FailureReason};
use bole_domain::ids::{BatchId, BatchTaskId};
use bole_domain::permission::Permission;
use bole_store::batch_tasks::{self, BatchTask, ReasonCount, RetryScope};
use bole_store::batches;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Affected, BatchPath, refuse_unless_over};

/// Entries that failed or were skipped for one reason.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchReason {
    /// The reason; a stable string with a text in the web app.
    reason: FailureReason,
    category: ErrorCategory,
    /// The number of entries.
    count: i64,
    /// How many of them a retry can help.
    retryable: i64,
    /// The first of them in the archive.
    first: BatchTask,
}

/// The state of the entries to count by reason.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReasonQuery {
    /// `failed` or `skipped`.
    #[param(inline)]
    status: TaskStatus,
}

/// A batch's failed or skipped entries by reason, the most frequent first.
#[utoipa::path(get, path = "/batches/{batch_id}/reasons", params(("batch_id" = BatchId, Path), ReasonQuery),
    responses((status = 200, body = Paged<BatchReason>)))]
pub async fn count_batch_reasons(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(BatchPath { batch_id }): Path<BatchPath>,
    Query(ReasonQuery { status }): Query<ReasonQuery>,
) -> ApiResult<Json<Paged<BatchReason>>> {
    tenant.require(Permission::EVALUATE_VIEW)?;
    refuse_unless_over(status)?;
    batches::exists(&mut tx, batch_id).await.or_not_found(Code::BatchNotFound)?;
    let counts = batch_tasks::counts_by_reason(&mut tx, batch_id, status).await?;
    let ids: Vec<BatchTaskId> = counts.iter().map(|counted| counted.first).collect();
    let firsts = batch_tasks::find_many(&mut tx, &ids).await?;
    tx.release();
    let mut firsts: HashMap<BatchTaskId, BatchTask> = firsts.into_iter().map(|entry| (entry.id, entry)).collect();
    let reasons = counts.into_iter().filter_map(|ReasonCount { reason, category, count, retryable, first }| {
        let is_retryable = status == TaskStatus::Failed && reason.retry_may_help();
        let retryable = if is_retryable { retryable } else { 0 };
        Some(BatchReason { reason, category, count, retryable, first: firsts.remove(&first)? })
    });
    Ok(Json(Paged::all(reasons.collect())))
}

/// Which failed entries to retry.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RetryQuery {
    /// Only those that failed for this reason.
    #[param(inline)]
    reason: Option<FailureReason>,
    /// Leaves out those that a retry cannot help, because the cause is in the file itself.
    #[serde(default)]
    #[param(default = false)]
    may_help: bool,
}

/// Retries the failed evaluations of a batch.
#[utoipa::path(post, path = "/batches/{batch_id}/retry-failed", params(("batch_id" = BatchId, Path), RetryQuery),
    responses((status = 200, body = Affected), (status = 202, description = "There are many: the task's result is the count.", body = Task, headers(("Location" = String)))))]
pub async fn retry_failed_batch_tasks(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<BatchId>,
    Query(RetryQuery { reason, may_help }): Query<RetryQuery>,
    Extension(RequestId(request_id)): Extension<RequestId>,
) -> ApiResult<Response> {
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    let mut tx = tenant.begin().await?;
    batches::exists(&mut tx, id).await.or_not_found(Code::BatchNotFound)?;
    let scope = match reason {
        Some(reason) => RetryScope::Reason(reason),
        None if may_help => RetryScope::MayHelp,
        None => RetryScope::All,
    };
    // Entries that could not be unpacked have no task, because a retry would fail again.
    let task_ids = batch_tasks::failed_tasks(&mut tx, id, &scope).await?;
    let retried = match tasks::retry_many(&mut tx, task_ids.clone(), request_id).await? {
        Retried::Now(retried) => retried,
        Retried::Later(task) => return tasks::accepted(&state, tx, None, task).await,
    };
    tx.commit().await?;
    state.signals.wake();
    // Entries may share a task.
    let count = task_ids.iter().filter(|task| retried.contains(task)).count();
    Ok(Json(Affected { count: i64::try_from(count).unwrap_or(i64::MAX) }).into_response())
}
