//! The dashboard: funnel, time in stage, jobs, scores, sources, timeouts and activity over a period.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Claimed, Idempotency, Json, Page, Paging, Query, ReadTenant, RequestId, Tenant};
use bole_api_core::figures::Asked;
use bole_api_core::state::ApiState;
use bole_api_core::tasks::{self, Task};
use bole_domain::application::ApplicationSource;
use bole_domain::dashboard::waits::WaitsFor;
use bole_domain::dashboard::{Dashboard, ExportFormat, Figure, FigureCandidate, FigureKind};
use bole_domain::evaluation::{Language, RecommendationLevel};
use bole_domain::ids::{ExportId, JobId, UserId};
use bole_domain::permission::Permission;
use bole_domain::stage::Stage;
use bole_domain::zone::Zone;
use bole_queue::kinds::{ExportDashboard, FindInsights};
use bole_store::dashboard::candidates::{self, FigurePage};
use bole_store::dashboard::{self, DashboardFilter};
use bole_store::exports::{self, NewExport};
use bole_store::{TenantTx, jobs};
use serde::{Deserialize, Serialize};
use time::format_description::well_known::{Iso8601, Rfc3339};
use time::{Date, Duration, OffsetDateTime};
use utoipa::{IntoParams, ToSchema};

bole_api_core::area! { "dashboard":
    get_dashboard, list_dashboard_candidates, export_dashboard, find_dashboard_insights
}

/// The default period.
const DEFAULT_PERIOD: Duration = Duration::days(30);
/// The maximum period.
const MAX_PERIOD: Duration = Duration::days(3660);

/// The period and job.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DashboardQuery {
    /// Start: a time (RFC 3339) or a day (`2026-11-01`, in the organization's time zone). Defaults to thirty days before `to`.
    from: Option<String>,
    /// End: a time, exclusive, or a day, inclusive. Defaults to now.
    to: Option<String>,
    /// Only this job.
    job_id: Option<JobId>,
}

/// The metrics of a period, over the jobs that the member can access.
///
/// With more than a few thousand candidates they may be ten seconds old; the `Age` header says how old.
#[utoipa::path(get, path = "/dashboard", params(DashboardQuery), responses((status = 200, body = Dashboard)))]
pub async fn get_dashboard(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(query): Query<DashboardQuery>,
) -> ApiResult<impl IntoResponse> {
    tenant.require(Permission::DASHBOARD_VIEW)?;
    let DashboardQuery { from, to, job_id } = query;
    let filter = period(&mut tx, from.as_deref(), to.as_deref(), job_id).await?;
    let (figures, age) = state.figures.of(&tenant, tx, Asked { from, to, filter }).await?;
    let age = [(header::AGE, age.as_secs().to_string())];
    Ok((age, Json(without_names(&tenant, Arc::unwrap_or_clone(figures)))))
}

/// The metric whose candidates are requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FigureQuery {
    /// The metric.
    #[param(inline, required)]
    figure: Option<FigureKind>,
    /// For `entered`, `left`, `current` and `reached`: the stage. For `timed_out`: one interview stage, or both if absent.
    #[param(inline)]
    status: Option<Stage>,
    /// For `waiting`: what they wait for, or anything if absent.
    #[param(inline)]
    waits_for: Option<WaitsFor>,
    /// For `level`: the recommendation level.
    #[param(inline)]
    level: Option<RecommendationLevel>,
    /// For `score_class`: 0 for scores from 0 to under 10, up to 9 for 90 to 100.
    #[param(minimum = 0, maximum = 9)]
    class: Option<u8>,
    /// For `source` and `advanced`: the source.
    #[param(inline)]
    source: Option<ApplicationSource>,
    /// For `moved`, `workload` and `workload_waiting`: the member. For `interviewing`: one interviewer, or all if
    /// absent.
    user_id: Option<UserId>,
    /// Start: a time (RFC 3339) or a day (`2026-11-01`, in the organization's time zone). Defaults to thirty days before `to`.
    from: Option<String>,
    /// End: a time, exclusive, or a day, inclusive. Defaults to now.
    to: Option<String>,
    /// Only this job.
    job_id: Option<JobId>,
}

/// The candidates behind a metric.
#[derive(Debug, Serialize, ToSchema)]
pub struct FigureCandidates {
    /// The page: longest waiting first for current metrics, else latest application first.
    items: Vec<FigureCandidate>,
    /// The total number of candidates.
    total: i64,
    /// The metric's value; above the total if it counts several events of one candidate.
    figure: i64,
}

/// The candidates counted by a dashboard metric, for the same period and job.
#[utoipa::path(get, path = "/dashboard/candidates", params(FigureQuery, Paging),
    responses((status = 200, body = FigureCandidates)))]
pub async fn list_dashboard_candidates(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(query): Query<FigureQuery>,
    page: Page,
) -> ApiResult<Json<FigureCandidates>> {
    tenant.require(Permission::DASHBOARD_VIEW)?;
    tenant.require(Permission::PIPELINE_VIEW)?;
    let filter = period(&mut tx, query.from.as_deref(), query.to.as_deref(), query.job_id).await?;
    let figure = figure(query)?;
    let FigurePage { items, total, figure } =
        candidates::list(&mut tx, &figure, filter, page.limit, page.offset).await?;
    tx.release();
    Ok(Json(FigureCandidates { items, total, figure }))
}

/// Parses the metric and its parameters.
fn figure(query: FigureQuery) -> ApiResult<Figure> {
    let FigureQuery { figure, status, waits_for, level, class, source, user_id, from: _, to: _, job_id: _ } = query;
    Ok(match needed(figure, "figure")? {
        FigureKind::Entered => Figure::Entered(needed(status, "status")?),
        FigureKind::Left => Figure::Left(needed(status, "status")?),
        FigureKind::Arrived => Figure::Arrived,
        FigureKind::CameToInterviews => Figure::CameToInterviews,
        FigureKind::TimedOut => Figure::TimedOut(status),
        FigureKind::Moved => Figure::Moved(needed(user_id, "user_id")?),
        FigureKind::Current => Figure::Current(needed(status, "status")?),
        FigureKind::InInterviews => Figure::InInterviews,
        FigureKind::TimedOutNow => Figure::TimedOutNow,
        FigureKind::Waiting => Figure::Waiting(waits_for),
        FigureKind::Workload => Figure::Workload(needed(user_id, "user_id")?),
        FigureKind::WorkloadWaiting => Figure::WorkloadWaiting(needed(user_id, "user_id")?),
        FigureKind::Interviewing => Figure::Interviewing(user_id),
        FigureKind::Applied => Figure::Applied,
        FigureKind::Reached => Figure::Reached(needed(status, "status")?),
        FigureKind::Level => Figure::Level(needed(level, "level")?),
        FigureKind::ScoreClass => Figure::ScoreClass(needed(class.filter(|class| *class < 10), "class")?),
        FigureKind::Source => Figure::Source(needed(source, "source")?),
        FigureKind::Advanced => Figure::Advanced(needed(source, "source")?),
    })
}

fn needed<T>(value: Option<T>, field: &'static str) -> ApiResult<T> {
    value.ok_or_else(|| ApiError::invalid_field(field, Code::FieldRequired))
}

/// An export to create.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ExportInput {
    /// The file format.
    format: ExportFormat,
    language: Language,
    /// Start: a time (RFC 3339) or a day. Defaults to thirty days before `to`.
    from: Option<String>,
    /// End: a time, exclusive, or a day, inclusive. Defaults to now.
    to: Option<String>,
    /// Only this job.
    job_id: Option<JobId>,
    /// Whether to include the names of waiting and upcoming candidates and, in a workbook, a list of all applicants.
    #[serde(default)]
    names: bool,
}

/// Exports the metrics of a period as a file, over the jobs that the member can access. The task's result is
/// `{export_id, file_url}`.
#[utoipa::path(post, path = "/dashboard/export",
    responses((status = 202, body = Task, headers(("Location" = String))), (status = 404)))]
pub async fn export_dashboard(
    State(state): State<ApiState>,
    tenant: Tenant,
    idempotency: Idempotency,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Json(input): Json<ExportInput>,
) -> ApiResult<Response> {
    tenant.require(Permission::DASHBOARD_EXPORT)?;
    let asked = serde_json::to_vec(&input).map_err(|error| ApiError::internal(&error))?;
    let ExportInput { format, language, from, to, job_id, names: has_names } = input;
    if has_names {
        tenant.require(Permission::PIPELINE_VIEW)?;
    }
    let mut tx = tenant.begin().await?;
    let ticket = match idempotency.claim(&mut tx, &asked).await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok((status, Json(body)).into_response()),
    };
    reaches(&mut tx, job_id).await?;
    let filter = period(&mut tx, from.as_deref(), to.as_deref(), job_id).await?;
    let id = ExportId::new();
    exports::insert(&mut tx, &NewExport { id, format, language, filter, has_names }).await?;
    tasks::begin(&state, tx, Some(ticket), &ExportDashboard { export_id: id }, request_id).await
}

/// The metrics to find insights in.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct InsightsInput {
    /// The language of the text, usually that of the interface.
    language: Language,
    /// Start: a time (RFC 3339) or a day. Defaults to thirty days before `to`.
    from: Option<String>,
    /// End: a time, exclusive, or a day, inclusive. Defaults to now.
    to: Option<String>,
    /// Only this job.
    job_id: Option<JobId>,
}

/// Finds insights in the metrics of a period, each with its cause and the next step. The task's result is
/// `{text, findings, engine}`; `text` is a model's summary, and empty without one.
#[utoipa::path(post, path = "/dashboard/insights",
    responses((status = 202, body = Task, headers(("Location" = String))), (status = 404)))]
pub async fn find_dashboard_insights(
    State(state): State<ApiState>,
    tenant: Tenant,
    idempotency: Idempotency,
    Extension(RequestId(request_id)): Extension<RequestId>,
    Json(input): Json<InsightsInput>,
) -> ApiResult<Response> {
    tenant.require(Permission::DASHBOARD_VIEW)?;
    let asked = serde_json::to_vec(&input).map_err(|error| ApiError::internal(&error))?;
    let InsightsInput { language, from, to, job_id } = input;
    let mut tx = tenant.begin().await?;
    let ticket = match idempotency.claim(&mut tx, &asked).await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok((status, Json(body)).into_response()),
    };
    reaches(&mut tx, job_id).await?;
    let filter = period(&mut tx, from.as_deref(), to.as_deref(), job_id).await?;
    let user_id = tenant.user_id();
    let work = FindInsights { user_id, language, from: filter.from, to: filter.to, job_id };
    tasks::begin(&state, tx, Some(ticket), &work, request_id).await
}

/// Requires access to the job.
async fn reaches(tx: &mut TenantTx, job: Option<JobId>) -> ApiResult<()> {
    if let Some(job) = job {
        jobs::find(tx, job).await.or_not_found(Code::JobNotFound)?;
    }
    Ok(())
}

/// The requested period, its days by the organization's calendar.
async fn period(
    tx: &mut TenantTx,
    from: Option<&str>,
    to: Option<&str>,
    job_id: Option<JobId>,
) -> ApiResult<DashboardFilter> {
    let zone = dashboard::zone(tx).await?;
    period_in(zone, from, to, job_id, OffsetDateTime::now_utc())
}

fn period_in(
    zone: Zone,
    from: Option<&str>,
    to: Option<&str>,
    job_id: Option<JobId>,
    now: OffsetDateTime,
) -> ApiResult<DashboardFilter> {
    let to = to.map_or(Ok(now), |text| moment(text, zone, Edge::End, "to"))?;
    let from = from.map_or(Ok(to - DEFAULT_PERIOD), |text| moment(text, zone, Edge::Start, "from"))?;
    if from >= to || to - from > MAX_PERIOD {
        return Err(ApiError::invalid_field("from", Code::FieldInvalid));
    }
    Ok(DashboardFilter { from, to, job_id, zone })
}

/// What of a day is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    /// Its first moment.
    Start,
    /// The first moment after it.
    End,
}

/// Parses a time, or an edge of a day in the zone.
pub(super) fn moment(text: &str, zone: Zone, edge: Edge, field: &'static str) -> ApiResult<OffsetDateTime> {
    if let Ok(time) = OffsetDateTime::parse(text, &Rfc3339) {
        return Ok(time);
    }
    let day = Date::parse(text, &Iso8601::DATE).ok();
    let day = if edge == Edge::End { day.and_then(Date::next_day) } else { day };
    day.and_then(|day| zone.start_of(day)).ok_or_else(|| ApiError::invalid_field(field, Code::FieldInvalid))
}

/// Removes candidates' names for members who may only see metrics.
fn without_names(tenant: &Tenant, mut dashboard: Dashboard) -> Dashboard {
    if !tenant.access.allows(Permission::PIPELINE_VIEW) {
        dashboard.waiting.candidates.clear();
    }
    if !tenant.access.allows(Permission::SCHEDULE_VIEW) {
        dashboard.interviews.next.clear();
    }
    dashboard
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    fn asked(from: Option<&str>, to: Option<&str>) -> ApiResult<(OffsetDateTime, OffsetDateTime)> {
        let filter = period_in(Zone::UTC, from, to, None, datetime!(2026-11-22 10:00 UTC))?;
        Ok((filter.from, filter.to))
    }

    #[test]
    fn period_defaults_to_thirty_days() {
        assert_eq!(asked(None, None).unwrap(), (datetime!(2026-10-23 10:00 UTC), datetime!(2026-11-22 10:00 UTC)));
    }

    #[test]
    fn day_starts_at_midnight_and_last_day_is_included() {
        let found = asked(Some("2026-11-01"), Some("2026-11-02")).unwrap();
        assert_eq!(found, (datetime!(2026-11-01 00:00 UTC), datetime!(2026-11-03 00:00 UTC)));
        let found = asked(Some("2026-11-01T08:00:00+08:00"), Some("2026-11-02T00:00:00Z")).unwrap();
        assert_eq!(found, (datetime!(2026-11-01 00:00 UTC), datetime!(2026-11-02 00:00 UTC)));
    }

    #[test]
    fn days_follow_the_time_zone() {
        let shanghai = Zone::named("Asia/Shanghai").unwrap();
        let now = datetime!(2026-11-22 10:00 UTC);
        let filter = period_in(shanghai, Some("2026-11-01"), Some("2026-11-02"), None, now).unwrap();
        let bounds = (datetime!(2026-11-01 00:00 +08), datetime!(2026-11-03 00:00 +08));
        assert_eq!((filter.from, filter.to), bounds);
    }

    #[test]
    fn invalid_period_is_refused() {
        for (from, to) in [("2026-11-02", "2026-11-01"), ("yesterday", "2026-11-01"), ("1900-01-01", "2026-11-01")] {
            assert!(asked(Some(from), Some(to)).is_err(), "{from} {to}");
        }
    }
}
