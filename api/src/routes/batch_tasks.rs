//! One entry of a batch: its evaluation, its file, another try.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use bole_domain::batch::TaskStatus;
use bole_domain::evaluation::{AiEval, Engine, Flag, RecommendationLevel};
use bole_domain::failure::{ErrorCategory, FailureReason};
use bole_domain::ids::{ApplicationId, BatchId, BatchTaskId, JobId, OrganizationId};
use bole_domain::period::Timeline;
use bole_domain::permission::Permission;
use bole_domain::profile::{Profile, WorkExperience};
use bole_domain::strip::StripGlyph;
use bole_store::batch_tasks::{self, BatchTask};
use bole_store::{evaluations, files, ledger};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::code::Code;
use crate::error::{ApiError, ApiResult, StoreResultExt};
use crate::extract::{Item, Json, ReadTenant, Tenant};
use crate::files::serve;
use crate::state::ApiState;

/// A row of the live queue.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchTaskRow {
    /// Its id.
    id: BatchTaskId,
    /// The batch it is in.
    batch_id: BatchId,
    /// The job it is evaluated for.
    job_id: JobId,
    /// Order in the archive.
    position: i32,
    /// The entry's name.
    file_name: String,
    /// Where it stands.
    status: TaskStatus,
    /// The recommendation level, once evaluated.
    recommendation: Option<RecommendationLevel>,
    /// 0–100, once evaluated.
    score: Option<f64>,
    /// Who the resume says it is of.
    name: Option<String>,
    /// Their current or latest title.
    current_position: Option<String>,
    /// Their current or latest employer.
    current_company: Option<String>,
    /// Their years of work, with one decimal.
    years: Option<f64>,
    /// Verdict and kind of each criterion, must-haves first: the evidence strip without its quotations.
    strip: Vec<StripGlyph>,
    /// What a person should know before trusting the score.
    flags: Vec<Flag>,
    /// What kind of judge evaluated.
    engine: Option<Engine>,
    /// Why the built-in engine stood in for the organization's model, where it did.
    fallback_reason: Option<FailureReason>,
    /// Why it failed or was skipped; stable, the web app has a sentence for each.
    failure_reason: Option<FailureReason>,
    /// The group of that reason.
    error_category: Option<ErrorCategory>,
    /// What to do about it, in English.
    suggestion: Option<String>,
    /// Whether trying again can help: there is a file to evaluate.
    retryable: bool,
    /// When it will be tried again by itself.
    #[serde(with = "time::serde::rfc3339::option")]
    retry_at: Option<OffsetDateTime>,
    /// Attempts begun.
    attempts: i32,
    /// The application it was promoted to.
    application_id: Option<ApplicationId>,
    /// The earlier entry that is the same person or file.
    duplicate_of: Option<BatchTaskId>,
    /// When it was found in the archive.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When it was evaluated.
    #[serde(with = "time::serde::rfc3339::option")]
    evaluated_at: Option<OffsetDateTime>,
}

/// One entry with its evaluation.
#[derive(Debug, Serialize, ToSchema)]
pub struct BatchTaskDetail {
    /// The row of the queue.
    #[serde(flatten)]
    row: BatchTaskRow,
    /// The evaluation, once there is one.
    ai_eval: Option<AiEval>,
    /// Who the resume says it is of.
    person: Option<Profile>,
    /// Employments, latest first.
    work_experiences: Vec<WorkExperience>,
    /// Years, gaps and overlaps of the employments.
    timeline: Option<Timeline>,
}

impl From<BatchTask> for BatchTaskRow {
    fn from(task: BatchTask) -> Self {
        let profile = task.profile;
        let of_profile = |field: fn(&Profile) -> Option<String>| profile.as_ref().and_then(field);
        Self {
            id: task.id,
            batch_id: task.batch_id,
            job_id: task.job_id,
            position: task.position,
            file_name: task.file_name,
            status: task.status,
            recommendation: task.recommendation,
            score: task.score,
            name: of_profile(|profile| profile.name.clone()),
            current_position: of_profile(|profile| profile.current_position.clone()),
            current_company: of_profile(|profile| profile.current_company.clone()),
            years: profile.as_ref().and_then(|profile| profile.total_years_of_experience),
            strip: task.strip,
            flags: task.flags,
            engine: task.engine,
            fallback_reason: task.fallback_reason,
            failure_reason: task.reason.clone(),
            error_category: task.category,
            suggestion: task.reason.map(|reason| reason.suggestion().to_owned()),
            retryable: task.status == TaskStatus::Failed && task.task_id.is_some(),
            retry_at: task.retry_at,
            attempts: task.attempts,
            application_id: task.application_id,
            duplicate_of: task.duplicate_of,
            created_at: task.created_at,
            evaluated_at: task.evaluated_at,
        }
    }
}

impl BatchTaskDetail {
    fn new(task: BatchTask, ai_eval: Option<AiEval>) -> Self {
        let person = task.profile.clone();
        let work_experiences = person.as_ref().map_or_else(Vec::new, |person| person.work_experiences.clone());
        Self {
            timeline: person.as_ref().map(|_| super::people::timeline(&work_experiences)),
            row: task.into(),
            ai_eval,
            person,
            work_experiences,
        }
    }
}

/// One entry with its evaluation.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/batch-tasks/{task_id}",
    operation_id = "get_batch_task", tag = "batches",
    params(("organization_id" = OrganizationId, Path), ("task_id" = BatchTaskId, Path)),
    responses((status = 200, body = BatchTaskDetail)))]
pub async fn get_batch_task(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<BatchTaskId>,
) -> ApiResult<Json<BatchTaskDetail>> {
    tenant.require(Permission::EVALUATE_VIEW)?;
    let task = batch_tasks::find(&mut tx, id).await.or_not_found(Code::BatchTaskNotFound)?;
    let ai_eval = match task.evaluation_id {
        Some(evaluation) => Some(evaluations::ai_eval(&mut tx, evaluation).await?),
        None => None,
    };
    tx.release();
    Ok(Json(BatchTaskDetail::new(task, ai_eval)))
}

/// Tries a failed evaluation again.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/batch-tasks/{task_id}/retry",
    operation_id = "retry_batch_task", tag = "batches",
    params(("organization_id" = OrganizationId, Path), ("task_id" = BatchTaskId, Path)),
    responses((status = 200, body = BatchTaskRow)))]
pub async fn retry_batch_task(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<BatchTaskId>,
) -> ApiResult<Json<BatchTaskRow>> {
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    let not_failed = || ApiError::conflict(Code::BatchTaskNotRetryable, "Only a failed evaluation can be tried again.");
    let mut tx = tenant.begin().await?;
    let task = batch_tasks::find(&mut tx, id).await.or_not_found(Code::BatchTaskNotFound)?;
    let ledger_task = task.task_id.filter(|_| task.status == TaskStatus::Failed).ok_or_else(not_failed)?;
    ledger::retry(&mut tx, ledger_task).await.map_err(|error| match error {
        bole_store::StoreError::Stale => not_failed(),
        other => other.into(),
    })?;
    let task = batch_tasks::find(&mut tx, id).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(task.into()))
}

/// Deletes an entry from its batch; one that is being evaluated is stopped. An application it became stays.
#[utoipa::path(delete, path = "/api/organizations/{organization_id}/batch-tasks/{task_id}",
    operation_id = "delete_batch_task", tag = "batches",
    params(("organization_id" = OrganizationId, Path), ("task_id" = BatchTaskId, Path)),
    responses((status = 204)))]
pub async fn delete_batch_task(tenant: Tenant, Item(id): Item<BatchTaskId>) -> ApiResult<StatusCode> {
    tenant.require(Permission::EVALUATE_DELETE)?;
    let mut tx = tenant.begin().await?;
    batch_tasks::find(&mut tx, id).await.or_not_found(Code::BatchTaskNotFound)?;
    let tasks = batch_tasks::delete(&mut tx, &[id]).await?;
    ledger::cancel_many(&mut tx, &tasks).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The original file of an entry.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/batch-tasks/{task_id}/file",
    operation_id = "get_batch_task_file", tag = "batches",
    params(("organization_id" = OrganizationId, Path), ("task_id" = BatchTaskId, Path)),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "application/msword"),
        (Vec<u8> = "application/vnd.openxmlformats-officedocument.wordprocessingml.document")))))]
pub async fn get_batch_task_file(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<BatchTaskId>,
) -> ApiResult<Response> {
    tenant.require(Permission::EVALUATE_VIEW)?;
    let task = batch_tasks::find(&mut tx, id).await.or_not_found(Code::BatchTaskNotFound)?;
    let file = task.file_id.ok_or_else(|| ApiError::not_found(Code::BatchTaskNoFile))?;
    let file = files::find(&mut tx, file).await?;
    tx.release();
    serve(&state, file, &task.file_name).await
}
