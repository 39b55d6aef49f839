//! Applications: the ranked list of a job, and one in detail.

use axum::extract::State;
use axum::response::Response;
use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{ApplicationId, JobId, OrganizationId};
use bole_domain::period::Timeline;
use bole_domain::permission::Permission;
use bole_domain::profile::WorkExperience;
use bole_domain::stage::{Stage, SubStatus};
use bole_store::applications::{self, Application, ApplicationEvent, ApplicationFilter};
use bole_store::{files, people};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::code::Code;
use crate::error::{ApiError, ApiResult, Problem, StoreResultExt};
use crate::extract::{Item, Json, Page, Paged, Paging, Query, Reading};
use crate::files::serve;
use crate::state::ApiState;

/// Which applications to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ApplicationQuery {
    /// Only of this job.
    job_id: Option<JobId>,
    /// Only in this stage.
    #[param(inline)]
    status: Option<Stage>,
    /// Only in this sub-status.
    #[param(inline)]
    sub_status: Option<SubStatus>,
    /// Only of tier 1, 2 or 3.
    #[param(minimum = 1, maximum = 3)]
    tier: Option<u8>,
    /// In name, email, phone, company or position.
    search: Option<String>,
    /// Archived ones, or those that are not. Without it, those that are not.
    archived: Option<bool>,
}

/// One application with everything that is known of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ApplicationDetail {
    /// The row of the list.
    #[serde(flatten)]
    application: Application,
    /// Employments, latest first.
    work_experiences: Vec<WorkExperience>,
    /// Years, gaps and overlaps of the employments.
    timeline: Timeline,
    /// Changes of status, oldest first.
    status_history: Vec<ApplicationEvent>,
}

/// How many candidates a job has in AI review, by tier.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct TierCounts {
    /// 强烈推荐.
    tier_1: i64,
    /// 推荐.
    tier_2: i64,
    /// The rest.
    tier_3: i64,
}

/// Applications, best score first.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/applications", operation_id = "list_applications",
    tag = "applications", params(("organization_id" = OrganizationId, Path), ApplicationQuery, Paging),
    responses((status = 200, body = Paged<Application>), (status = 422, body = Problem)))]
pub async fn list_applications(
    Reading { tenant, mut tx }: Reading,
    Query(query): Query<ApplicationQuery>,
    page: Page,
) -> ApiResult<Json<Paged<Application>>> {
    tenant.require(Permission::AI_REVIEW_VIEW)?;
    let ApplicationQuery { job_id, status, sub_status, tier, search, archived } = query;
    let filter = ApplicationFilter {
        id: None,
        job_id,
        status,
        sub_status,
        levels: tier.map(levels_of).transpose()?,
        archived: Some(archived.unwrap_or(false)),
        search,
        limit: page.limit,
        offset: page.offset,
    };
    let found = applications::list(&mut tx, filter).await?;
    tx.release();
    Ok(Json(Paged::of(found)))
}

fn levels_of(tier: u8) -> ApiResult<Vec<RecommendationLevel>> {
    if !(1..=3).contains(&tier) {
        return Err(ApiError::invalid_field("tier", Code::FieldUnknownValue));
    }
    Ok(RecommendationLevel::ALL.iter().copied().filter(|level| level.tier() == tier).collect())
}

/// How many candidates a job has in AI review, by tier.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/jobs/{job_id}/tiers", operation_id = "count_tiers",
    tag = "applications", params(("organization_id" = OrganizationId, Path), ("job_id" = JobId, Path)),
    responses((status = 200, body = TierCounts)))]
pub async fn count_tiers(Reading { tenant, mut tx }: Reading, Item(job): Item<JobId>) -> ApiResult<Json<TierCounts>> {
    tenant.require(Permission::AI_REVIEW_VIEW)?;
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

/// One application with its person, evaluation, working life and history.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/applications/{application_id}",
    operation_id = "get_application", tag = "applications",
    params(("organization_id" = OrganizationId, Path), ("application_id" = ApplicationId, Path)),
    responses((status = 200, body = ApplicationDetail), (status = 404, body = Problem)))]
pub async fn get_application(
    Reading { tenant, mut tx }: Reading,
    Item(id): Item<ApplicationId>,
) -> ApiResult<Json<ApplicationDetail>> {
    tenant.require(Permission::AI_REVIEW_VIEW)?;
    let application = applications::find(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?;
    let work_experiences = match application.resume_id {
        Some(resume) => people::work_experiences(&mut tx, resume).await?,
        None => Vec::new(),
    };
    let status_history = applications::events(&mut tx, id).await?;
    tx.release();
    let timeline = super::people::timeline(&work_experiences);
    Ok(Json(ApplicationDetail { application, work_experiences, timeline, status_history }))
}

/// The resume an application's evaluation read.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/applications/{application_id}/resume",
    operation_id = "get_application_resume", tag = "applications",
    params(("organization_id" = OrganizationId, Path), ("application_id" = ApplicationId, Path)),
    responses((status = 200, content_type = "application/octet-stream"), (status = 404, body = Problem)))]
pub async fn get_application_resume(
    State(state): State<ApiState>,
    Reading { tenant, mut tx }: Reading,
    Item(id): Item<ApplicationId>,
) -> ApiResult<Response> {
    tenant.require(Permission::AI_REVIEW_VIEW)?;
    let application = applications::find(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?;
    let resume = application.resume_id.ok_or_else(|| ApiError::not_found(Code::FileMissing))?;
    let resume = people::resume(&mut tx, resume).await?;
    let file = files::find(&mut tx, resume.file_id).await?;
    tx.release();
    serve(&state, file, &resume.file_name).await
}
