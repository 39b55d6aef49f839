//! The dashboard: a funnel, the time in each stage, jobs, scores, sources, timeouts and activity over a period.

use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{JobId, OrganizationId, UserId};
use bole_domain::permission::Permission;
use bole_domain::stage::{Stage, SubStatus};
use bole_store::TenantTx;
use bole_store::dashboard::{self, DashboardFilter};
use serde::{Deserialize, Serialize};
use time::format_description::well_known::{Iso8601, Rfc3339};
use time::{Date, Duration, OffsetDateTime, Time};
use utoipa::{IntoParams, ToSchema};

use crate::code::Code;
use crate::error::{ApiError, ApiResult};
use crate::extract::{Json, Query, Reading};

/// The period shown where none is asked for.
const DEFAULT_PERIOD: Duration = Duration::days(30);
/// The longest period.
const MAX_PERIOD: Duration = Duration::days(3660);

/// The period and job of the figures.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DashboardQuery {
    /// From when: a time (RFC 3339) or a day (`2026-11-01`, in UTC). Without it, thirty days before `to`.
    from: Option<String>,
    /// Until when: a time, not included, or a day, included. Without it, until now.
    to: Option<String>,
    /// Only this job.
    job_id: Option<JobId>,
}

/// One stage of the funnel.
#[derive(Debug, Serialize, ToSchema)]
pub struct FunnelStage {
    /// The stage.
    status: Stage,
    /// Applications that entered it within the period, each counted once.
    entered: i64,
    /// The same in the period of the same length before.
    entered_before: i64,
    /// Applications in it now.
    current: i64,
    /// Those of `current` by sub-status.
    sub_statuses: Vec<SubStatusCount>,
}

/// How many applications are in a sub-status now.
#[derive(Debug, Serialize, ToSchema)]
pub struct SubStatusCount {
    /// The sub-status.
    sub_status: SubStatus,
    /// How many.
    current: i64,
}

/// How long applications stayed in a stage, of those that left it within the period.
#[derive(Debug, Serialize, ToSchema)]
pub struct StageTime {
    /// The stage.
    status: Stage,
    /// Stays that ended within the period.
    count: i64,
    /// Median, in days.
    median_days: f64,
    /// 90th percentile, in days.
    p90_days: f64,
}

/// One job's figures.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobSummary {
    /// The job.
    job_id: JobId,
    /// Its title.
    title: String,
    /// Applications created within the period.
    applied: i64,
    /// In AI review now.
    in_review: i64,
    /// In interviews now.
    in_interviews: i64,
    /// In the offer stage now.
    in_offer: i64,
    /// Applications that entered onboarding within the period.
    hired: i64,
}

/// Scores of the applications created within the period.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScoreSummary {
    /// By recommendation level, best first.
    levels: Vec<LevelCount>,
    /// In ten classes of ten points, lowest first; 100 is in the last.
    histogram: [i64; 10],
}

/// How many applications have a recommendation level.
#[derive(Debug, Serialize, ToSchema)]
pub struct LevelCount {
    /// The level.
    level: RecommendationLevel,
    /// How many.
    count: i64,
}

/// What one source brought within the period.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceSummary {
    /// `batch`, `email`, `manual`, `import`, `pool` or `careers`.
    source: String,
    /// Applications created.
    applied: i64,
    /// Those of them beyond AI review now.
    advanced: i64,
}

/// Invitations that nobody booked in time.
#[derive(Debug, Serialize, ToSchema)]
pub struct TimeoutSummary {
    /// Online invitations that ran out within the period.
    online: i64,
    /// Onsite invitations that ran out within the period.
    onsite: i64,
    /// Applications that stand at a timed-out invitation now.
    current: i64,
}

/// What one member did within the period.
#[derive(Debug, Serialize, ToSchema)]
pub struct MemberSummary {
    /// The member's user.
    user_id: UserId,
    /// Their name.
    name: String,
    /// Changes of status they made.
    moves: i64,
}

/// All figures.
#[derive(Debug, Serialize, ToSchema)]
pub struct Dashboard {
    /// The first moment that counts.
    #[serde(with = "time::serde::rfc3339")]
    from: OffsetDateTime,
    /// The first moment that no longer counts.
    #[serde(with = "time::serde::rfc3339")]
    to: OffsetDateTime,
    /// Every stage, in the order of the pipeline.
    funnel: Vec<FunnelStage>,
    /// Jobs, the one with most candidates first.
    jobs: Vec<JobSummary>,
    /// Time in each stage that somebody left.
    stages: Vec<StageTime>,
    /// Scores.
    scores: ScoreSummary,
    /// Sources, the largest first.
    sources: Vec<SourceSummary>,
    /// Timed-out invitations.
    timeouts: TimeoutSummary,
    /// Members who moved candidates, the busiest first.
    members: Vec<MemberSummary>,
}

/// The figures of a period, over the jobs that the member reaches.
#[utoipa::path(get, path = "/api/organizations/{organization_id}/dashboard", operation_id = "get_dashboard",
    tag = "dashboard", params(("organization_id" = OrganizationId, Path), DashboardQuery),
    responses((status = 200, body = Dashboard)))]
pub async fn get_dashboard(
    Reading { tenant, mut tx }: Reading,
    Query(query): Query<DashboardQuery>,
) -> ApiResult<Json<Dashboard>> {
    tenant.require(Permission::DASHBOARD_VIEW)?;
    let filter = period(&query, OffsetDateTime::now_utc())?;
    let dashboard = read(&mut tx, filter).await?;
    tx.release();
    Ok(Json(dashboard))
}

fn period(query: &DashboardQuery, now: OffsetDateTime) -> ApiResult<DashboardFilter> {
    let to = query.to.as_deref().map_or(Ok(now), |text| moment(text, Duration::DAY, "to"))?;
    let from = query.from.as_deref().map_or(Ok(to - DEFAULT_PERIOD), |text| moment(text, Duration::ZERO, "from"))?;
    if from >= to || to - from > MAX_PERIOD {
        return Err(ApiError::invalid_field("from", Code::FieldInvalid));
    }
    Ok(DashboardFilter { from, to, job_id: query.job_id })
}

/// A time, or a day moved on by `of_day`.
fn moment(text: &str, of_day: Duration, field: &'static str) -> ApiResult<OffsetDateTime> {
    if let Ok(time) = OffsetDateTime::parse(text, &Rfc3339) {
        return Ok(time);
    }
    Date::parse(text, &Iso8601::DATE)
        .ok()
        .and_then(|day| day.with_time(Time::MIDNIGHT).assume_utc().checked_add(of_day))
        .ok_or_else(|| ApiError::invalid_field(field, Code::FieldInvalid))
}

async fn read(tx: &mut TenantTx, filter: DashboardFilter) -> ApiResult<Dashboard> {
    let before = DashboardFilter { from: filter.from - (filter.to - filter.from), to: filter.from, ..filter };
    let entries = dashboard::entries(tx, filter).await?;
    let entries_before = dashboard::entries(tx, before).await?;
    let standings = dashboard::standings(tx, filter.job_id).await?;
    let durations = dashboard::durations(tx, filter).await?;
    let levels = dashboard::levels(tx, filter).await?;
    let (online, onsite) = dashboard::timeouts(tx, filter).await?;

    let entered = |rows: &[dashboard::StageEntries], status| {
        rows.iter().find(|row| row.status == status).map_or(0, |row| row.entered)
    };
    let at = |status, sub_status| {
        standings
            .iter()
            .find(|row| row.status == status && row.sub_status == sub_status)
            .map_or(0, |standing| standing.current)
    };
    let funnel = Stage::ALL.iter().map(|&status| {
        let sub_statuses: Vec<_> = status
            .sub_statuses()
            .iter()
            .map(|&sub_status| SubStatusCount { sub_status, current: at(status, sub_status) })
            .collect();
        FunnelStage {
            status,
            entered: entered(&entries, status),
            entered_before: entered(&entries_before, status),
            current: sub_statuses.iter().map(|count| count.current).sum(),
            sub_statuses,
        }
    });
    let stages = Stage::ALL.iter().filter_map(|status| durations.iter().find(|row| row.status == *status)).map(|row| {
        StageTime { status: row.status, count: row.count, median_days: row.median_days, p90_days: row.p90_days }
    });
    let level_counts = RecommendationLevel::ALL.iter().map(|&level| {
        let count = levels.iter().find(|(found, _)| *found == level).map_or(0, |(_, count)| *count);
        LevelCount { level, count }
    });
    Ok(Dashboard {
        from: filter.from,
        to: filter.to,
        funnel: funnel.collect(),
        stages: stages.collect(),
        scores: ScoreSummary {
            levels: level_counts.collect(),
            histogram: dashboard::score_histogram(tx, filter).await?,
        },
        timeouts: TimeoutSummary {
            online,
            onsite,
            current: at(Stage::OnlineInterview, SubStatus::OnlineInvitationExpired)
                + at(Stage::OnsiteInterview, SubStatus::OnsiteInvitationExpired),
        },
        jobs: dashboard::jobs(tx, filter).await?.into_iter().map(JobSummary::from).collect(),
        sources: dashboard::sources(tx, filter).await?.into_iter().map(SourceSummary::from).collect(),
        members: dashboard::activity(tx, filter).await?.into_iter().map(MemberSummary::from).collect(),
    })
}

impl From<dashboard::JobFigures> for JobSummary {
    fn from(row: dashboard::JobFigures) -> Self {
        let dashboard::JobFigures { job_id, title, applied, in_review, in_interviews, in_offer, hired } = row;
        Self { job_id, title, applied, in_review, in_interviews, in_offer, hired }
    }
}

impl From<dashboard::SourceFigures> for SourceSummary {
    fn from(row: dashboard::SourceFigures) -> Self {
        let dashboard::SourceFigures { source, applied, advanced } = row;
        Self { source, applied, advanced }
    }
}

impl From<dashboard::MemberActivity> for MemberSummary {
    fn from(row: dashboard::MemberActivity) -> Self {
        let dashboard::MemberActivity { user_id, name, moves } = row;
        Self { user_id, name, moves }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    fn asked(from: Option<&str>, to: Option<&str>) -> ApiResult<(OffsetDateTime, OffsetDateTime)> {
        let query = DashboardQuery { from: from.map(str::to_owned), to: to.map(str::to_owned), job_id: None };
        let filter = period(&query, datetime!(2026-11-22 10:00 UTC))?;
        Ok((filter.from, filter.to))
    }

    #[test]
    fn a_period_is_thirty_days_unless_asked_otherwise() {
        assert_eq!(asked(None, None).unwrap(), (datetime!(2026-10-23 10:00 UTC), datetime!(2026-11-22 10:00 UTC)));
    }

    #[test]
    fn a_day_begins_at_midnight_and_the_last_one_is_included() {
        let found = asked(Some("2026-11-01"), Some("2026-11-02")).unwrap();
        assert_eq!(found, (datetime!(2026-11-01 00:00 UTC), datetime!(2026-11-03 00:00 UTC)));
        let found = asked(Some("2026-11-01T08:00:00+08:00"), Some("2026-11-02T00:00:00Z")).unwrap();
        assert_eq!(found, (datetime!(2026-11-01 00:00 UTC), datetime!(2026-11-02 00:00 UTC)));
    }

    #[test]
    fn a_period_that_is_none_is_refused() {
        for (from, to) in [("2026-11-02", "2026-11-01"), ("yesterday", "2026-11-01"), ("1900-01-01", "2026-11-01")] {
            assert!(asked(Some(from), Some(to)).is_err(), "{from} {to}");
        }
    }
}
