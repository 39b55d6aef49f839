//! Putting right what was read from resumes: reading again, correcting employments, analyzing working lives.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bole_domain::ids::{JobId, OrganizationId, PersonId, ResumeId, WorkExperienceId};
use bole_domain::period::YearMonth;
use bole_domain::permission::Permission;
use bole_domain::repair::{AnalysisStatus, EmploymentProblem, ReadingFilter};
use bole_queue::TaskKind;
use bole_queue::kinds::{AnalyzeResume, ReprocessResumes};
use bole_store::repairs::{self, EmploymentChange, EmploymentFilter};
use bole_store::{StoreError, TenantTx, jobs, ledger, people};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::{IntoParams, ToSchema};

use super::person_records::RECORD_EDIT;
use super::tasks::{Task, location};
use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, StoreResultExt};
use crate::extract::{Item, Json, Page, Paged, Paging, Query, ReadTenant, Tenant};
use crate::middleware::observe::RequestId;
use crate::state::ApiState;
use crate::totals::List;

/// Which resumes are read again.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReprocessInput {
    /// Which.
    filter: ReprocessFilter,
}

/// Which resumes are read again.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ReprocessFilter {
    /// Those that are old or unfinished, or all.
    #[serde(default = "outdated")]
    state: ReadingFilter,
    /// Only of people who applied for this job.
    job_id: Option<JobId>,
}

const fn outdated() -> ReadingFilter {
    ReadingFilter::Outdated
}

/// Reads resumes again. The task's result is `{read, failed}`.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/resumes/reprocess", operation_id = "reprocess_resumes",
    tag = "repair", params(("organization_id" = OrganizationId, Path)), request_body = ReprocessInput,
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
    enqueue(&state, &tenant, tx, &ReprocessResumes { filter, job_id }, request_id).await
}

/// Analyzes the working life that a resume tells. The task's result is
/// `{resume_id, periodCount, totalYears, hasGaps, hasOverlap, gaps, overlaps}`.
#[utoipa::path(post, path = "/api/organizations/{organization_id}/resumes/{resume_id}/analyze",
    operation_id = "analyze_resume", tag = "repair",
    params(("organization_id" = OrganizationId, Path), ("resume_id" = ResumeId, Path)),
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
    enqueue(&state, &tenant, tx, &AnalyzeResume { resume_id: id }, request_id).await
}

async fn enqueue<K: TaskKind>(
    state: &ApiState,
    tenant: &Tenant,
    mut tx: TenantTx,
    work: &K,
    request_id: String,
) -> ApiResult<Response> {
    let task = work.enqueue(&mut tx, Some(request_id)).await?;
    let view: Task = ledger::get(&mut tx, task.id).await?.into();
    tx.commit().await?;
    state.signals.wake();
    let path = format!("/api/organizations/{}/tasks/{}", tenant.organization(), task.id);
    Ok((StatusCode::ACCEPTED, location(&path), Json(view)).into_response())
}

/// An employment with what is wrong with its dates.
#[derive(Debug, Serialize, ToSchema)]
pub struct EmploymentView {
    /// Its id.
    id: WorkExperienceId,
    /// The resume it was read from.
    resume_id: ResumeId,
    /// Whose it is.
    person_id: PersonId,
    /// Their name.
    person_name: Option<String>,
    /// Employer.
    company_name: Option<String>,
    /// Title.
    position_title: Option<String>,
    /// First month.
    start_date: Option<YearMonth>,
    /// Last month; absent when it goes on or nobody knows.
    end_date: Option<YearMonth>,
    /// Whether it goes on.
    is_current: bool,
    /// What is wrong.
    problems: Vec<EmploymentProblem>,
    /// Counts its changes; a correction names the one it saw.
    version: i32,
    /// Who corrected it last.
    edited_by_name: Option<String>,
    /// When.
    #[serde(with = "time::serde::rfc3339::option")]
    edited_at: Option<OffsetDateTime>,
}

impl From<repairs::Employment> for EmploymentView {
    fn from(row: repairs::Employment) -> Self {
        let repairs::Employment {
            id,
            resume_id,
            person_id,
            person_name,
            company_name,
            position_title,
            start_date,
            end_date,
            is_current,
            problems,
            version,
            edited_by_name,
            edited_at,
        } = row;
        Self {
            id,
            resume_id,
            person_id,
            person_name,
            company_name,
            position_title,
            start_date,
            end_date,
            is_current,
            problems,
            version,
            edited_by_name,
            edited_at,
        }
    }
}

/// Which employments to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct EmploymentQuery {
    /// Only with this problem; with any of them without it.
    problem: Option<EmploymentProblem>,
}

/// Employments with missing, reversed or overlapping dates.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/work-experiences",
    operation_id = "list_employment_problems", tag = "repair",
    params(("organization_id" = OrganizationId, Path), EmploymentQuery, Paging),
    responses((status = 200, body = Paged<EmploymentView>)))]
pub async fn list_employment_problems(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(EmploymentQuery { problem }): Query<EmploymentQuery>,
    Page { limit, offset }: Page,
) -> ApiResult<Json<Paged<EmploymentView>>> {
    tenant.require_any(&RECORD_EDIT)?;
    let filter = EmploymentFilter { problem };
    let found = repairs::employments(&mut tx, filter, limit, offset).await?;
    let total = state.totals.of(&mut tx, List::Employments(filter)).await?;
    tx.release();
    Ok(Json(Paged::estimated(found, total)))
}

/// What an employment is corrected to.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EmploymentInput {
    /// The version that was seen.
    version: i32,
    /// Employer.
    #[schema(max_length = 200)]
    company_name: Option<String>,
    /// Title.
    #[schema(max_length = 200)]
    position_title: Option<String>,
    /// First month, `2019-07`.
    start_date: Option<YearMonth>,
    /// Last month; none for one that goes on.
    end_date: Option<YearMonth>,
    /// Whether it goes on.
    #[serde(default)]
    is_current: bool,
}

/// Corrects an employment. What it was before is kept in the person's history.
#[utoipa::path(patch, path = "/api/organizations/{organization_id}/work-experiences/{work_experience_id}",
    operation_id = "correct_employment", tag = "repair",
    params(("organization_id" = OrganizationId, Path), ("work_experience_id" = WorkExperienceId, Path)),
    request_body = EmploymentInput,
    responses((status = 200, body = EmploymentView), (status = 409)))]
pub async fn correct_employment(
    tenant: Tenant,
    Item(id): Item<WorkExperienceId>,
    Json(input): Json<EmploymentInput>,
) -> ApiResult<Json<EmploymentView>> {
    tenant.require_any(&RECORD_EDIT)?;
    let EmploymentInput { version, company_name, position_title, start_date, end_date, is_current } = input;
    let mut check = Check::new();
    check.at_most("company_name", company_name.as_deref().unwrap_or_default(), 200);
    check.at_most("position_title", position_title.as_deref().unwrap_or_default(), 200);
    let is_reversed = start_date.zip(end_date).is_some_and(|(start, end)| end < start);
    check.ensure(!(is_reversed || is_current && end_date.is_some()), "end_date", Code::FieldInvalid);
    check.finish()?;
    let change = EmploymentChange { company_name, position_title, start_date, end_date, is_current };
    let mut tx = tenant.begin().await?;
    let corrected = repairs::correct(&mut tx, id, version, &change).await.map_err(|error| match error {
        StoreError::NotFound => ApiError::not_found(Code::ResumeNotFound),
        StoreError::Stale => ApiError::conflict(Code::RequestStale, "It was corrected meanwhile. Load it again."),
        other => other.into(),
    })?;
    tx.commit().await?;
    Ok(Json(corrected.into()))
}
