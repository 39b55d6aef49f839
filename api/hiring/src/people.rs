//! People's resumes and employments.

use bole_api_core::code::Code;
use bole_api_core::error::{ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, Json, Paged, ReadTenant, Tenant};
use bole_api_core::permissions::CANDIDATE_VIEW;
use bole_domain::ids::{PersonId, ResumeId};
use bole_domain::period::{Period, Timeline, YearMonth};
use bole_domain::profile::WorkExperience;
use bole_store::people::{self, Resume};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;

bole_api_core::area! { "applications": list_resumes, list_work_experiences, analyze_work_experience }

/// Employments to analyze.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AnalyzeInput {
    /// In any order.
    experiences: Vec<Employment>,
}

/// The period of an employment.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Employment {
    /// First month, `2019-07`.
    start_date: Option<YearMonth>,
    /// Last month; absent when current.
    end_date: Option<YearMonth>,
    /// Whether it is ongoing.
    #[serde(default)]
    is_current: bool,
}

/// The result of an analysis.
#[derive(Debug, Serialize, ToSchema)]
pub struct Analysis {
    /// Always true.
    success: bool,
    /// The numbers.
    data: AnalysisData,
}

/// Numbers about a career.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisData {
    /// Whether employments overlap by more than a month.
    has_overlap: bool,
    /// Whether there are gaps of three months or more.
    has_gaps: bool,
    /// Employments with dates.
    period_count: usize,
    /// The union of the periods, in years with one decimal.
    total_years: f64,
}

/// Gaps, overlaps and years of dated employments; an ongoing one lasts until the current month.
pub(crate) fn timeline(experiences: &[WorkExperience]) -> Timeline {
    Timeline::of(&periods(experiences.iter().map(|e| (e.start_date, e.end_date, e.is_current))))
}

fn periods(employments: impl Iterator<Item = (Option<YearMonth>, Option<YearMonth>, bool)>) -> Vec<Period> {
    let now = OffsetDateTime::now_utc();
    let today = YearMonth::new(now.year(), u8::from(now.month()));
    employments
        .filter_map(|(start, end, is_current)| Period::new(start?, if is_current { today? } else { end? }))
        .collect()
}

/// A person's resumes, newest first.
#[utoipa::path(get, path = "/people/{person_id}/resumes", params(("person_id" = PersonId, Path)),
    responses((status = 200, body = Paged<Resume>)))]
pub async fn list_resumes(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<PersonId>,
) -> ApiResult<Json<Paged<Resume>>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let resumes = people::resumes(&mut tx, id).await?;
    tx.release();
    Ok(Json(Paged::all(resumes)))
}

/// The employments of a resume, latest first.
#[utoipa::path(get, path = "/resumes/{resume_id}/work-experiences", params(("resume_id" = ResumeId, Path)),
    responses((status = 200, body = Paged<WorkExperience>)))]
pub async fn list_work_experiences(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Item(id): Item<ResumeId>,
) -> ApiResult<Json<Paged<WorkExperience>>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let resume = people::resume(&mut tx, id).await.or_not_found(Code::ResumeNotFound)?;
    let experiences = people::work_experiences(&mut tx, resume.id).await?;
    tx.release();
    Ok(Json(Paged::all(experiences)))
}

/// Analyzes employments: years, gaps, overlaps.
#[utoipa::path(post, path = "/analyze-work-experience", responses((status = 200, body = Analysis)))]
pub async fn analyze_work_experience(
    tenant: Tenant,
    Json(AnalyzeInput { experiences }): Json<AnalyzeInput>,
) -> ApiResult<Json<Analysis>> {
    tenant.require_any(&CANDIDATE_VIEW)?;
    let periods = periods(experiences.iter().map(|e| (e.start_date, e.end_date, e.is_current)));
    let timeline = Timeline::of(&periods);
    let data = AnalysisData {
        has_overlap: !timeline.overlaps.is_empty(),
        has_gaps: !timeline.gaps.is_empty(),
        period_count: periods.len(),
        total_years: timeline.total_years(),
    };
    Ok(Json(Analysis { success: true, data }))
}
