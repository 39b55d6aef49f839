//! What a job asks for, as understood: shown to HR before the first resume is judged by it.

use std::time::Duration;

use axum::extract::State;
use bole_ai::{AiError, JobBrief};
use bole_domain::evaluation::Rubric;
use bole_domain::ids::{JobId, OrganizationId};
use bole_domain::permission::Permission;
use bole_store::rubrics;
use serde::Deserialize;
use tokio::runtime::Handle;
use utoipa::ToSchema;

use crate::auth::throttle::RUBRIC_PREVIEWS;
use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, Problem, StoreResultExt};
use crate::extract::{JobInTenant, Json, Tenant};
use crate::state::ApiState;

/// How long a request waits for a thread to read a job, and then for the reading.
const READING_LIMIT: Duration = Duration::from_secs(10);

/// The rubric of a job, read once and kept until the job says something else.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/jobs/{job_id}/rubric", operation_id = "get_job_rubric",
    tag = "jobs", security(("session" = [])),
    params(("organization_id" = OrganizationId, Path), ("job_id" = JobId, Path)),
    responses((status = 200, body = Rubric), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
pub async fn get_job_rubric(
    State(state): State<ApiState>,
    JobInTenant { tenant, job }: JobInTenant,
) -> ApiResult<Json<Rubric>> {
    tenant.require(Permission::JOBS_VIEW)?;
    let mut tx = tenant.begin().await?;
    let engine = state.judge.engine().as_str();
    let source = rubrics::source(&mut tx, job.id, engine).await.or_not_found(Code::JobNotFound)?;
    tx.release();
    let brief = JobBrief {
        title: source.title,
        core_requirement: source.core_requirement,
        jd: source.jd,
        ai_evaluation_criteria: source.ai_evaluation_criteria,
    };
    let fingerprint = brief.fingerprint(state.judge.version());
    if let Some((rubric, _)) = source.kept.filter(|(_, of)| *of == fingerprint) {
        return Ok(Json(rubric));
    }
    let rubric = read(&state, brief).await?;
    let mut tx = tenant.begin().await?;
    rubrics::keep(&mut tx, job.id, engine, &rubric, &fingerprint).await?;
    tx.commit().await?;
    Ok(Json(rubric))
}

/// A job as it is being written.
#[derive(Debug, Deserialize, ToSchema)]
pub struct JobDraft {
    /// Its title.
    #[serde(default)]
    #[schema(required, max_length = 200)]
    title: String,
    /// What candidates must bring, in short.
    #[serde(default)]
    #[schema(max_length = 50_000)]
    core_requirement: String,
    /// The job description.
    #[serde(default)]
    #[schema(max_length = 50_000)]
    jd: String,
    /// How candidates are to be judged.
    #[serde(default)]
    #[schema(max_length = 50_000)]
    ai_evaluation_criteria: String,
}

/// What a job would be understood to ask for, while it is being written. Nothing is kept.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/job-rubric", operation_id = "preview_rubric",
    tag = "jobs", security(("session" = [])), params(("organization_id" = OrganizationId, Path)),
    request_body = JobDraft,
    responses((status = 200, body = Rubric), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn preview_rubric(
    State(state): State<ApiState>,
    tenant: Tenant,
    Json(draft): Json<JobDraft>,
) -> ApiResult<Json<Rubric>> {
    tenant.require(Permission::JOBS_EDIT)?;
    let JobDraft { title, core_requirement, jd, ai_evaluation_criteria } = draft;
    let mut check = Check::new();
    check.text("title", &title, 200);
    for (field, text) in
        [("core_requirement", &core_requirement), ("jd", &jd), ("ai_evaluation_criteria", &ai_evaluation_criteria)]
    {
        check.at_most(field, text, 50_000);
    }
    check.finish()?;
    let brief = JobBrief { title, core_requirement, jd, ai_evaluation_criteria };
    if let Some(wait) = RUBRIC_PREVIEWS.count(&state.db, &tenant.user_id().to_string()).await? {
        return Err(ApiError::too_many(Code::RequestTooMany, wait));
    }
    Ok(Json(read(&state, brief).await?))
}

/// Reads a job on a thread of its own, when one is free. Whoever waits too long is asked to come back.
async fn read(state: &ApiState, brief: JobBrief) -> ApiResult<Rubric> {
    let waiting = tokio::time::timeout(READING_LIMIT, state.readings.clone().acquire_owned()).await;
    let permit = waiting.map_err(|error| ApiError::unavailable(&error))?;
    let permit = permit.map_err(|error| ApiError::unavailable(&error))?;
    let (judge, runtime) = (state.judge.clone(), Handle::current());
    let reading = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        runtime.block_on(judge.rubric(&brief))
    });
    match tokio::time::timeout(READING_LIMIT, reading).await {
        Ok(Ok(rubric)) => rubric.map_err(|error| unread(&error)),
        Ok(Err(error)) => Err(ApiError::internal(&error)),
        Err(error) => Err(ApiError::unavailable(&error)),
    }
}

fn unread(error: &AiError) -> ApiError {
    if error.category.is_transient() { ApiError::unavailable(error) } else { ApiError::internal(error) }
}
