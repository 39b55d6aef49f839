//! What a job asks for, as understood: shown to HR before the first resume is judged by it.

use axum::extract::State;
use bole_ai::{AiError, JobBrief};
use bole_domain::evaluation::Rubric;
use bole_domain::ids::{JobId, OrganizationId};
use bole_domain::permission::Permission;
use bole_store::rubrics;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, Problem, StoreResultExt};
use crate::extract::{JobInTenant, Json, Tenant};
use crate::state::ApiState;

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
    let engine = state.evaluator.engine();
    let source = rubrics::source(&mut tx, job.id, engine).await.or_not_found(Code::JobNotFound)?;
    tx.release();
    let brief = JobBrief {
        title: source.title,
        core_requirement: source.core_requirement,
        jd: source.jd,
        ai_evaluation_criteria: source.ai_evaluation_criteria,
    };
    let fingerprint = brief.fingerprint(state.evaluator.version());
    if let Some((rubric, _)) = source.kept.filter(|(_, of)| *of == fingerprint) {
        return Ok(Json(rubric));
    }
    let rubric = state.evaluator.rubric(&brief).await.map_err(|error| unread(&error))?;
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
              (status = 404, body = Problem), (status = 422, body = Problem)))]
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
    Ok(Json(state.evaluator.rubric(&brief).await.map_err(|error| unread(&error))?))
}

fn unread(error: &AiError) -> ApiError {
    if error.category.is_transient() { ApiError::unavailable(error) } else { ApiError::internal(error) }
}
