//! Repair of readings: rereading, correcting employments, analyzing careers.

use axum::extract::{Extension, State};
use axum::response::Response;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Item, Json, Page, Paged, Paging, Query, ReadTenant, RequestId, Tenant};
use bole_api_core::permissions::RECORD_EDIT;
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{self, Task};
use bole_api_core::totals::List;
use bole_domain::ids::{JobId, ResumeId, WorkExperienceId};
use bole_domain::period::YearMonth;
use bole_domain::permission::Permission;
use bole_domain::repair::{AnalysisStatus, EmploymentProblem, ReadingFilter};
use bole_queue::kinds::{AnalyzeResume, ReprocessResumes};
use bole_store::repairs::{self, Employment, EmploymentChange, EmploymentFilter};
use bole_store::{StoreError, jobs, people};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

bole_api_core::area! { "repair": reprocess_resumes, analyze_resume, list_employment_problems, correct_employment }

/// The resumes to reread.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReprocessInput {
    filter: ReprocessFilter,
}

/// The resumes to reread.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReprocessFilter {
    /// Outdated or incomplete ones, or all.
    #[serde(default = "outdated")]
    state: ReadingFilter,
    /// Only people who applied for this job.
    job_id: Option<JobId>,
}

const fn outdated() -> ReadingFilter {
    ReadingFilter::Outdated
}

/// Rereads resumes. The task's result is `{read, failed}`.
#[utoipa::path(post, path = "/resumes/reprocess",
    responses((status = 202, body = Task, headers(("Location" = String))), (status = 404)))]
pub async fn reprocess_resumes(
    State(state): State<ApiState>,
    tenant: Tenant,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Json(ReprocessInput { filter: ReprocessFilter { state: filter, job_id } }): Json<ReprocessInput>,
) -> ApiResult<Response> {
    tenant.require(Permission::EVALUATE_EXECUTE)?;
    let mut tx = tenant.begin().await?;
    if let Some(job) = job_id {
        jobs::find(&mut tx, job).await.or_not_found(Code::JobNotFound)?;
    }
    tasks::begin(&state, tx, None, &ReprocessResumes { filter, job_id, rest: None }, request_id).await
}

/// Analyzes the career described by a resume. The task's result is `{resume_id, periodCount, totalYears, hasGaps,
/// hasOverlap, gaps, overlaps}`.
#[utoipa::path(post, path = "/resumes/{resume_id}/analyze", params(("resume_id" = ResumeId, Path)),
    responses((status = 202, body = Task, headers(("Location" = String)))))]
pub async fn analyze_resume(
    State(state): State<ApiState>,
    tenant: Tenant,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Item(id): Item<ResumeId>,
) -> ApiResult<Response> {
    tenant.require_any(&RECORD_EDIT)?;
    let mut tx = tenant.begin().await?;
    people::resume(&mut tx, id).await.or_not_found(Code::ResumeNotFound)?;
    repairs::set_analysis(&mut tx, id, AnalysisStatus::Pending, None).await.or_not_found(Code::ResumeNotFound)?;
    tasks::begin(&state, tx, None, &AnalyzeResume { resume_id: id, recognizes: false }, request_id).await
}

/// Filter of a list of employments.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EmploymentQuery {
    /// Only with this problem; with any if absent.
    problem: Option<EmploymentProblem>,
}

/// Employments with missing, reversed or overlapping dates.
#[utoipa::path(get, path = "/work-experiences", params(EmploymentQuery, Paging),
    responses((status = 200, body = Paged<Employment>)))]
pub async fn list_employment_problems(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(EmploymentQuery { problem }): Query<EmploymentQuery>,
    Page { limit, offset }: Page,
) -> ApiResult<Json<Paged<Employment>>> {
    tenant.require_any(&RECORD_EDIT)?;
    let filter = EmploymentFilter { problem };
    let found = repairs::employments(&mut tx, filter, limit, offset).await?;
    let total = state.totals.of_page(&mut tx, List::Employments(filter), Page { limit, offset }, found.len()).await?;
    tx.release();
    Ok(Json(Paged::estimated(found, total)))
}

/// A correction of an employment.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EmploymentInput {
    /// The version the change is based on.
    version: i32,
    /// Employer.
    #[schema(max_length = 200)]
    company_name: Option<String>,
    #[schema(max_length = 200)]
    position_title: Option<String>,
    /// First month, `2019-07`.
    start_date: Option<YearMonth>,
    /// Last month; absent if ongoing.
    end_date: Option<YearMonth>,
    /// Whether it is ongoing.
    #[serde(default)]
    is_current: bool,
}

/// Corrects an employment. The previous values are kept in the person's history.
#[utoipa::path(patch, path = "/work-experiences/{work_experience_id}",
    params(("work_experience_id" = WorkExperienceId, Path)),
    responses((status = 200, body = Employment), (status = 409)))]
pub async fn correct_employment(
    tenant: Tenant,
    Item(id): Item<WorkExperienceId>,
    Json(input): Json<EmploymentInput>,
) -> ApiResult<Json<Employment>> {
    tenant.require_any(&RECORD_EDIT)?;
    let EmploymentInput { version, company_name, position_title, start_date, end_date, is_current } = input;
    let mut check = Check::new();
    check.at_most("company_name", company_name.as_deref().unwrap_or_default(), 200);
    check.at_most("position_title", position_title.as_deref().unwrap_or_default(), 200);
    let is_reversed = start_date.zip(end_date).is_some_and(|(start, end)| end < start);
    check.ensure(!is_reversed, "end_date", Code::FieldEndBeforeStart);
    check.ensure(!(is_current && end_date.is_some()), "end_date", Code::FieldInvalid);
    check.finish()?;
    let change = EmploymentChange { company_name, position_title, start_date, end_date, is_current };
    let mut tx = tenant.begin().await?;
    let corrected = repairs::correct(&mut tx, id, version, &change).await.map_err(|error| match error {
        StoreError::NotFound => ApiError::not_found(Code::ResumeNotFound),
        StoreError::Stale => ApiError::conflict(Code::RequestStale, "It was corrected meanwhile. Load it again."),
        other => other.into(),
    })?;
    tx.commit().await?;
    Ok(Json(corrected))
}
