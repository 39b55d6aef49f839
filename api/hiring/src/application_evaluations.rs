//! Re-evaluation of applications, also for another job, and their past evaluations.

use axum::extract::{Extension, State};
use axum::response::Response;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{
    Item, JobInTenant, Json, Page, Paged, Paging, Path, Query, ReadTenant, RequestId, Tenant,
};
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{self, Task};
use bole_domain::ai::EvaluationTiming;
use bole_domain::ids::{ApplicationId, BatchId, JobId};
use bole_domain::permission::Permission;
use bole_queue::TaskKind;
use bole_queue::kinds::EvaluateApplications;
use bole_store::batches;
use bole_store::evaluations::{self, PastEvaluation};
use bole_store::ledger::{self, NewTask};
use bole_store::reevaluations::{self, BatchLevelChange};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::batches::BatchPath;
use crate::timing::{TimingQuery, check_timing};

bole_api_core::area! { "applications":
    evaluate_applications, evaluate_job_again, list_application_evaluations, list_batch_level_changes
}

/// The most applications evaluated at a time.
const MAX_APPLICATIONS: usize = 5_000;

/// The applications to evaluate.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EvaluateInput {
    /// The applications.
    #[schema(min_items = 1, max_items = 5000)]
    ids: Vec<ApplicationId>,
    /// For this job; without it, each for its own.
    job_id: Option<JobId>,
    /// When; `within_a_day` only where `has_batch_prices` of the AI state says so.
    #[serde(default)]
    #[schema(required = false)]
    when: EvaluationTiming,
}

/// Evaluates applications again, or their resumes for another job. The task ends when they are evaluated.
#[utoipa::path(post, path = "/applications/evaluate", responses((status = 202, body = Task)))]
pub async fn evaluate_applications(
    State(state): State<ApiState>,
    tenant: Tenant,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Json(EvaluateInput { mut ids, job_id, when }): Json<EvaluateInput>,
) -> ApiResult<Response> {
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Err(ApiError::invalid_field("ids", Code::FieldRequired));
    }
    if ids.len() > MAX_APPLICATIONS {
        return Err(ApiError::invalid_field("ids", Code::FieldTooLong));
    }
    let mut tx = tenant.begin().await?;
    if let Some(job) = job_id
        && !batches::job_is_open(&mut tx, job).await.or_not_found(Code::JobNotFound)?
    {
        return Err(ApiError::conflict(Code::JobArchived, "The job is archived. Restore it first."));
    }
    check_timing(&state, &mut tx, when).await?;
    let application_ids = reevaluations::visible(&mut tx, &ids).await?;
    if application_ids.is_empty() {
        return Err(ApiError::not_found(Code::ApplicationNotFound));
    }
    let work = EvaluateApplications { application_ids, job_id, everybody_of: None, timing: when };
    tasks::begin(&state, tx, None, &work, request_id).await
}

/// Evaluates all open applications of a job again. While such a task is running, further requests return it.
#[utoipa::path(post, path = "/jobs/{job_id}/evaluate-again", tag = "jobs",
    params(("job_id" = JobId, Path), TimingQuery), responses((status = 202, body = Task)))]
pub async fn evaluate_job_again(
    State(state): State<ApiState>,
    JobInTenant { tenant, job }: JobInTenant,
    Query(TimingQuery { when }): Query<TimingQuery>,
    Extension(RequestId(request_id)): Extension<RequestId>,
) -> ApiResult<Response> {
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    if job.is_deleted {
        return Err(ApiError::conflict(Code::JobArchived, "The job is archived. Restore it first."));
    }
    let mut tx = tenant.begin().await?;
    check_timing(&state, &mut tx, when).await?;
    let (application_ids, everybody_of) = (Vec::new(), Some(job.id));
    let work = EvaluateApplications { application_ids, job_id: None, everybody_of, timing: when };
    let task = NewTask { dedupe_key: Some(job.id.to_string()), ..work.new_task(Some(request_id))? };
    let task = ledger::enqueue(&mut tx, task).await?;
    tasks::accepted(&state, tx, None, task.id).await
}

/// All evaluations of an application's person, for this job and others, newest first.
#[utoipa::path(get, path = "/applications/{application_id}/evaluations",
    params(("application_id" = ApplicationId, Path), Paging), responses((status = 200, body = Paged<PastEvaluation>)))]
pub async fn list_application_evaluations(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<ApplicationId>,
    page: Page,
) -> ApiResult<Json<Paged<PastEvaluation>>> {
    tenant.require(Permission::AI_REVIEW_VIEW)?;
    if reevaluations::visible(&mut tx, &[id]).await?.is_empty() {
        return Err(ApiError::not_found(Code::ApplicationNotFound));
    }
    let found = evaluations::of_application(&mut tx, id, page.limit, page.offset).await?;
    tx.release();
    Ok(Json(Paged::of(found)))
}

/// Applications whose level was changed by a batch, largest change of score first.
#[utoipa::path(get, path = "/batches/{batch_id}/level-changes", tag = "batches",
    params(("batch_id" = BatchId, Path), Paging), responses((status = 200, body = Paged<BatchLevelChange>)))]
pub async fn list_batch_level_changes(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(BatchPath { batch_id }): Path<BatchPath>,
    page: Page,
) -> ApiResult<Json<Paged<BatchLevelChange>>> {
    tenant.require(Permission::EVALUATE_VIEW)?;
    batches::exists(&mut tx, batch_id).await.or_not_found(Code::BatchNotFound)?;
    let found = reevaluations::level_changes(&mut tx, batch_id, page.limit, page.offset).await?;
    tx.release();
    Ok(Json(Paged::of(found)))
}
