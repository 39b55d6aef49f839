//! Applications: a job's ranked list, and details.

use axum::extract::State;
use axum::response::Response;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, Json, Page, Paging, Query, ReadTenant};
use bole_api_core::files::serve;
use bole_api_core::permissions::CANDIDATE_VIEW;
use bole_api_core::state::ApiState;
use bole_api_core::totals::List;
use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{ApplicationId, JobId};
use bole_domain::period::Timeline;
use bole_domain::permission::Permission;
use bole_domain::profile::WorkExperience;
use bole_domain::repair::AnalysisStatus;
use bole_domain::stage::{Stage, SubStatus};
use bole_store::applications::page::{ApplicationFilter, PageRequest};
use bole_store::applications::{self, Application, ApplicationEvent};
use bole_store::files;
use bole_store::people;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::board::{Sort, check_job, check_search, read_cursor, write_cursor};

bole_api_core::area! { "applications": list_applications, count_tiers, get_application, get_application_resume }

/// Filter of a list of applications.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApplicationQuery {
    /// Only this job.
    job_id: Option<JobId>,
    /// Only in this stage.
    #[param(inline)]
    status: Option<Stage>,
    /// Only in this sub-status.
    #[param(inline)]
    sub_status: Option<SubStatus>,
    /// Only tier 1, 2 or 3.
    #[param(minimum = 1, maximum = 3)]
    tier: Option<u8>,
    /// Search in name, email, phone, company and position.
    search: Option<String>,
    /// Archived or open applications; open ones if absent.
    archived: Option<bool>,
    /// Defaults to `newest` within a stage, else `score`.
    #[param(inline)]
    sort: Option<Sort>,
    /// `next_cursor` of the previous page, instead of an offset.
    cursor: Option<String>,
}

/// A page of applications.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApplicationPage {
    /// The items of the page.
    items: Vec<Application>,
    /// The total number.
    total: i64,
    /// Whether the total may be up to ten seconds old, which only happens above 1,000.
    total_is_estimate: bool,
    /// Cursor of the next page; absent on the last.
    next_cursor: Option<String>,
}

/// With the URL of its resume.
pub(super) fn shown(application: Application) -> Application {
    let Application { id, organization_id, resume_id, .. } = application;
    let url = |_| format!("/api/organizations/{organization_id}/applications/{id}/resume");
    Application { resume_url: resume_id.map(url), ..application }
}

/// An application with all details.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApplicationDetail {
    #[serde(flatten)]
    application: Application,
    /// Employments, latest first.
    work_experiences: Vec<WorkExperience>,
    /// Years, gaps and overlaps of the employments.
    timeline: Timeline,
    /// The status of the career analysis; absent without a resume.
    analysis_status: Option<AnalysisStatus>,
    /// All changes, oldest first.
    history: Vec<ApplicationEvent>,
}

/// The number of a job's candidates in AI review, by tier.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct TierCounts {
    /// 强烈推荐.
    tier_1: i64,
    /// 推荐.
    tier_2: i64,
    /// All others.
    tier_3: i64,
}

/// Applications, highest score first; within a stage newest first.
#[utoipa::path(get, path = "/applications", params(ApplicationQuery, Paging),
    responses((status = 200, body = ApplicationPage)))]
pub async fn list_applications(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(query): Query<ApplicationQuery>,
    page: Page,
) -> ApiResult<Json<ApplicationPage>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let ApplicationQuery { job_id, status, sub_status, tier, search, archived, sort, cursor } = query;
    check_search(search.as_deref())?;
    let is_lane = status.is_some_and(|status| status != Stage::AiReview);
    let sort = sort.unwrap_or(if is_lane { Sort::Newest } else { Sort::Score });
    let after = cursor.map(|cursor| read_cursor(sort, &cursor)).transpose()?;
    let filter = ApplicationFilter {
        job_id,
        status,
        sub_statuses: sub_status.map(|sub_status| vec![sub_status]),
        levels: tier.map(levels_of).transpose()?,
        is_archived: archived.unwrap_or(false),
        search,
    };
    let by_cursor = after.is_some();
    let request = PageRequest { sort: sort.into(), after, limit: page.limit, offset: page.offset };
    let (rows, next) = applications::list(&mut tx, &filter, request).await?;
    let list = List::Applications(filter);
    let total = if by_cursor {
        state.totals.of(&mut tx, list).await?
    } else {
        state.totals.of_page(&mut tx, list, page, rows.len()).await?
    };
    tx.release();
    Ok(Json(ApplicationPage {
        items: rows.into_iter().map(shown).collect(),
        total: total.count,
        total_is_estimate: total.is_estimate,
        next_cursor: next.map(write_cursor),
    }))
}

fn levels_of(tier: u8) -> ApiResult<Vec<RecommendationLevel>> {
    if !(1..=3).contains(&tier) {
        return Err(ApiError::invalid_field("tier", Code::FieldUnknownValue));
    }
    Ok(RecommendationLevel::ALL.iter().copied().filter(|level| level.tier() == tier).collect())
}

/// The number of a job's candidates in AI review, by tier.
#[utoipa::path(get, path = "/jobs/{job_id}/tiers", params(("job_id" = JobId, Path)),
    responses((status = 200, body = TierCounts)))]
pub async fn count_tiers(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(job): Item<JobId>,
) -> ApiResult<Json<TierCounts>> {
    tenant.require(Permission::AI_REVIEW_VIEW)?;
    check_job(&mut tx, job).await?;
    let levels = applications::counts_by_level(&mut tx, job, Stage::AiReview).await?;
    tx.release();
    let mut counts = TierCounts::default();
    for (level, count) in levels {
        match level.tier() {
            1 => counts.tier_1 += count,
            2 => counts.tier_2 += count,
            _ => counts.tier_3 += count,
        }
    }
    Ok(Json(counts))
}

/// One application with its person, evaluation, employments and history.
#[utoipa::path(get, path = "/applications/{application_id}", params(("application_id" = ApplicationId, Path)),
    responses((status = 200, body = ApplicationDetail)))]
pub async fn get_application(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<ApplicationId>,
) -> ApiResult<Json<ApplicationDetail>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let application = applications::find(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?;
    let (work_experiences, analysis_status) = match application.resume_id {
        Some(resume) => {
            (people::work_experiences(&mut tx, resume).await?, people::analysis_status(&mut tx, resume).await?)
        }
        None => (Vec::new(), None),
    };
    let history = applications::events(&mut tx, id).await?;
    tx.release();
    let timeline = crate::people::timeline(&work_experiences);
    let application = shown(application);
    Ok(Json(ApplicationDetail { application, work_experiences, timeline, analysis_status, history }))
}

/// The resume evaluated for an application.
#[utoipa::path(get, path = "/applications/{application_id}/resume", params(("application_id" = ApplicationId, Path)),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "application/msword"), (Vec<u8> = "application/vnd.openxmlformats-officedocument.wordprocessingml.document")))))]
pub async fn get_application_resume(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<ApplicationId>,
) -> ApiResult<Response> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let application = applications::find(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?;
    let resume = application.resume_id.ok_or_else(|| ApiError::not_found(Code::FileMissing))?;
    let resume = people::resume(&mut tx, resume).await?;
    let file = files::find(&mut tx, resume.file_id).await?;
    tx.release();
    serve(&state, file, &resume.file_name).await
}
