//! Figures over a period: what entered each stage, how long it stayed there, and what is there now.
//!
//! Everything is read from the history and the present rows under the actor's own row security, so the figures cover
//! exactly the jobs that the member reaches.

pub mod candidates;
mod trend;

use bole_domain::dashboard::{
    Dashboard, FunnelStage, InterviewsSummary, JobChoice, JobSummary, LONG_WAIT_DAYS, LevelCount, MemberSummary,
    ScoreSummary, SourceSummary, StageTime, SubStatusCount, TimeoutSummary, UpcomingInterview, WaitingCandidate,
    WaitingSummary,
};
use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{ApplicationId, InterviewScheduleId, JobId, PersonId, UserId};
use bole_domain::stage::{Stage, SubStatus};
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// The period and the job that figures are asked for.
#[derive(Debug, Clone, Copy)]
pub struct DashboardFilter {
    /// The first moment that counts.
    pub from: OffsetDateTime,
    /// The first moment that no longer counts.
    pub to: OffsetDateTime,
    /// Only this job.
    pub job_id: Option<JobId>,
}

/// How many applications entered a stage.
struct StageEntries {
    status: Stage,
    entered: i64,
}

/// How many applications stand somewhere now; of the archived ones only those in the archived stage.
struct Standing {
    status: Stage,
    sub_status: SubStatus,
    current: i64,
}

/// At most so many candidates and interviews are named.
const MAX_NAMED: i64 = 10;

/// The figures of a period.
///
/// # Errors
/// When the database does not answer.
pub async fn read(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Dashboard> {
    let before = DashboardFilter { from: filter.from - (filter.to - filter.from), to: filter.from, ..filter };
    let entries_now = entries(tx, filter).await?;
    let entries_before = entries(tx, before).await?;
    let standings = standings(tx, filter.job_id).await?;
    let durations = durations(tx, filter).await?;
    let levels = levels(tx, filter).await?;
    let (online, onsite) = timeouts(tx, filter).await?;

    let entered =
        |rows: &[StageEntries], status| rows.iter().find(|row| row.status == status).map_or(0, |row| row.entered);
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
            entered: entered(&entries_now, status),
            entered_before: entered(&entries_before, status),
            current: sub_statuses.iter().map(|count| count.current).sum(),
            sub_statuses,
        }
    });
    let stages = Stage::ALL.iter().filter_map(|status| durations.iter().find(|row| row.status == *status)).copied();
    let level_counts = RecommendationLevel::ALL.iter().map(|&level| {
        let count = levels.iter().find(|(found, _)| *found == level).map_or(0, |(_, count)| *count);
        LevelCount { level, count }
    });
    Ok(Dashboard {
        from: filter.from,
        to: filter.to,
        funnel: funnel.collect(),
        stages: stages.collect(),
        scores: ScoreSummary { levels: level_counts.collect(), histogram: score_histogram(tx, filter).await? },
        timeouts: TimeoutSummary {
            online,
            onsite,
            current: at(Stage::OnlineInterview, SubStatus::OnlineInvitationExpired)
                + at(Stage::OnsiteInterview, SubStatus::OnsiteInvitationExpired),
        },
        trend: trend::read(tx, filter).await?,
        jobs: jobs(tx, filter).await?,
        job_choices: job_choices(tx).await?,
        sources: sources(tx, filter).await?,
        members: activity(tx, filter).await?,
        waiting: waiting(tx, filter.job_id).await?,
        interviews: interviews(tx, filter.job_id).await?,
    })
}

/// The applications that entered each stage, whatever they did afterwards.
async fn entries(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<StageEntries>> {
    let rows = sqlx::query!(
        r#"SELECT e.to_status, count(DISTINCT e.application_id) AS "entered!"
           FROM application_events e
           WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
             AND e.from_status IS DISTINCT FROM e.to_status
             AND ($4::uuid IS NULL OR EXISTS (SELECT FROM applications a
                    WHERE a.organization_id = e.organization_id AND a.id = e.application_id AND a.job_id = $4))
           GROUP BY e.to_status"#,
        tx.organization().0,
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
    )
    .fetch_all(tx.conn()?)
    .await?;
    rows.into_iter().map(|row| Ok(StageEntries { status: row.to_status.parse()?, entered: row.entered })).collect()
}

/// Where applications stand now, by stage and sub-status.
async fn standings(tx: &mut TenantTx, job_id: Option<JobId>) -> StoreResult<Vec<Standing>> {
    let rows = sqlx::query!(
        r#"SELECT status, sub_status, count(*) AS "current!"
           FROM applications
           WHERE organization_id = $1 AND ($2::uuid IS NULL OR job_id = $2) AND (NOT is_archived OR status = $3)
           GROUP BY status, sub_status"#,
        tx.organization().0,
        job_id.map(|job| job.0),
        Stage::Archived.as_str(),
    )
    .fetch_all(tx.conn()?)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Standing { status: row.status.parse()?, sub_status: row.sub_status.parse()?, current: row.current })
        })
        .collect()
}

/// How long the stays lasted that ended within the period, by stage, from the history.
async fn durations(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<StageTime>> {
    let rows = sqlx::query!(
        r#"WITH left_within AS (
               SELECT DISTINCT e.application_id FROM application_events e
               WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
                 AND e.from_status IS NOT NULL AND e.from_status <> e.to_status
                 AND ($4::uuid IS NULL OR EXISTS (SELECT FROM applications a
                        WHERE a.organization_id = e.organization_id AND a.id = e.application_id AND a.job_id = $4))),
           stays AS (
               SELECT e.to_status AS status, e.created_at AS entered_at,
                      lead(e.created_at) OVER (PARTITION BY e.application_id ORDER BY e.created_at, e.id) AS left_at
               FROM application_events e
               WHERE e.organization_id = $1 AND e.application_id IN (SELECT application_id FROM left_within)
                 AND e.from_status IS DISTINCT FROM e.to_status)
           SELECT status AS "status!", count(*) AS "count!",
                  percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM left_at - entered_at)::float8 / 86400)
                      AS "median_days!",
                  percentile_cont(0.9) WITHIN GROUP (ORDER BY extract(epoch FROM left_at - entered_at)::float8 / 86400)
                      AS "p90_days!"
           FROM stays WHERE left_at >= $2 AND left_at < $3 GROUP BY status"#,
        tx.organization().0,
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
    )
    .fetch_all(tx.conn()?)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(StageTime {
                status: row.status.parse()?,
                count: row.count,
                median_days: row.median_days,
                p90_days: row.p90_days,
            })
        })
        .collect()
}

/// Every job that has candidates or is open, busiest first.
async fn jobs(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<JobSummary>> {
    let rows = sqlx::query!(
        r#"SELECT j.id, j.title, j.is_active,
                  count(a.id) FILTER (WHERE a.created_at >= $2 AND a.created_at < $3) AS "applied!",
                  count(a.id) FILTER (WHERE a.status = $5 AND NOT a.is_archived) AS "in_review!",
                  count(a.id) FILTER (WHERE a.status = ANY($6) AND NOT a.is_archived) AS "in_interviews!",
                  count(a.id) FILTER (WHERE a.status = $7 AND NOT a.is_archived) AS "in_offer!",
                  (SELECT count(DISTINCT e.application_id) FROM application_events e
                   JOIN applications h ON h.organization_id = e.organization_id AND h.id = e.application_id
                   WHERE e.organization_id = $1 AND h.job_id = j.id AND e.created_at >= $2 AND e.created_at < $3
                     AND e.to_status = $8 AND e.from_status IS DISTINCT FROM e.to_status) AS "hired!"
           FROM jobs j LEFT JOIN applications a ON a.organization_id = j.organization_id AND a.job_id = j.id
           WHERE j.organization_id = $1 AND NOT j.is_deleted AND ($4::uuid IS NULL OR j.id = $4)
           GROUP BY j.organization_id, j.id, j.title, j.is_active
           HAVING j.is_active OR count(a.id) > 0
           ORDER BY count(a.id) DESC, j.title, j.id
           LIMIT 200"#,
        tx.organization().0,
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
        Stage::AiReview.as_str(),
        &[Stage::OnlineInterview.as_str().to_owned(), Stage::OnsiteInterview.as_str().to_owned()],
        Stage::Offer.as_str(),
        Stage::Onboarding.as_str(),
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| JobSummary {
            job_id: JobId(row.id),
            title: row.title,
            is_active: row.is_active,
            applied: row.applied,
            in_review: row.in_review,
            in_interviews: row.in_interviews,
            in_offer: row.in_offer,
            hired: row.hired,
        })
        .collect())
}

/// Every job that has candidates or is open, by title.
async fn job_choices(tx: &mut TenantTx) -> StoreResult<Vec<JobChoice>> {
    let rows = sqlx::query!(
        "SELECT j.id, j.title FROM jobs j
         WHERE j.organization_id = $1 AND NOT j.is_deleted
           AND (j.is_active OR EXISTS (SELECT FROM applications a
                                       WHERE a.organization_id = j.organization_id AND a.job_id = j.id))
         ORDER BY j.title, j.id LIMIT 1000",
        tx.organization().0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows.into_iter().map(|row| JobChoice { job_id: JobId(row.id), title: row.title }).collect())
}

/// Applications created within the period, by recommendation level.
async fn levels(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<(RecommendationLevel, i64)>> {
    let rows = sqlx::query!(
        r#"SELECT coalesce(recommendation_level, $5) AS "level!", count(*) AS "count!"
           FROM applications
           WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3 AND ($4::uuid IS NULL OR job_id = $4)
           GROUP BY 1"#,
        tx.organization().0,
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
        RecommendationLevel::ToBeEvaluated.as_str(),
    )
    .fetch_all(tx.conn()?)
    .await?;
    rows.into_iter().map(|row| Ok((row.level.parse()?, row.count))).collect()
}

/// Applications created within the period, in ten classes of score: the first 0 to under 10, the last 90 to 100.
async fn score_histogram(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<[i64; 10]> {
    let rows = sqlx::query!(
        r#"SELECT greatest(0, least(9, floor(overall_score / 10)::int)) AS "class!", count(*) AS "count!"
           FROM applications
           WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3 AND ($4::uuid IS NULL OR job_id = $4)
             AND overall_score IS NOT NULL
           GROUP BY 1"#,
        tx.organization().0,
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
    )
    .fetch_all(tx.conn()?)
    .await?;
    let mut classes = [0; 10];
    for row in rows {
        if let Some(class) = usize::try_from(row.class).ok().and_then(|class| classes.get_mut(class)) {
            *class = row.count;
        }
    }
    Ok(classes)
}

/// Where the applications created within the period came from, the largest source first.
async fn sources(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<SourceSummary>> {
    let rows = sqlx::query!(
        r#"SELECT source, count(*) AS "applied!",
                  count(*) FILTER (WHERE NOT is_archived AND status <> ALL($5)) AS "advanced!"
           FROM applications
           WHERE organization_id = $1 AND created_at >= $2 AND created_at < $3 AND ($4::uuid IS NULL OR job_id = $4)
           GROUP BY source ORDER BY 2 DESC, source"#,
        tx.organization().0,
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
        &[Stage::AiReview.as_str().to_owned(), Stage::Archived.as_str().to_owned()],
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| SourceSummary { source: row.source, applied: row.applied, advanced: row.advanced })
        .collect())
}

/// How many invitations ran out within the period: online, onsite.
async fn timeouts(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<(i64, i64)> {
    let row = sqlx::query!(
        r#"SELECT count(*) FILTER (WHERE e.to_sub_status = $5) AS "online!",
                  count(*) FILTER (WHERE e.to_sub_status = $6) AS "onsite!"
           FROM application_events e
           WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
             AND e.to_sub_status IN ($5, $6) AND e.from_sub_status IS DISTINCT FROM e.to_sub_status
             AND ($4::uuid IS NULL OR EXISTS (SELECT FROM applications a
                    WHERE a.organization_id = e.organization_id AND a.id = e.application_id AND a.job_id = $4))"#,
        tx.organization().0,
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
        SubStatus::OnlineInvitationExpired.as_str(),
        SubStatus::OnsiteInvitationExpired.as_str(),
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok((row.online, row.onsite))
}

/// Who moved how many candidates within the period, the busiest first.
async fn activity(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<MemberSummary>> {
    let rows = sqlx::query!(
        r#"SELECT e.actor_user_id AS "user_id!", coalesce(u.full_name, '') AS "name!", count(*) AS "moves!"
           FROM application_events e LEFT JOIN users u ON u.id = e.actor_user_id
           WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
             AND e.actor_user_id IS NOT NULL AND e.from_status IS NOT NULL
             AND ($4::uuid IS NULL OR EXISTS (SELECT FROM applications a
                    WHERE a.organization_id = e.organization_id AND a.id = e.application_id AND a.job_id = $4))
           GROUP BY e.actor_user_id, u.full_name ORDER BY 3 DESC, 2 LIMIT 50"#,
        tx.organization().0,
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| MemberSummary { user_id: UserId(row.user_id), name: row.name, moves: row.moves })
        .collect())
}

/// Who waits for a next step now: open applications before onboarding, by how long they stand where they stand.
async fn waiting(tx: &mut TenantTx, job_id: Option<JobId>) -> StoreResult<WaitingSummary> {
    let organization = tx.organization().0;
    let job = job_id.map(|job| job.0);
    let long = sqlx::query_scalar!(
        r#"SELECT count(*) AS "long!" FROM applications
           WHERE organization_id = $1 AND NOT is_archived AND status <> $3 AND ($2::uuid IS NULL OR job_id = $2)
             AND sub_status_since <= now() - make_interval(days => $4)"#,
        organization,
        job,
        Stage::Onboarding.as_str(),
        i32::try_from(LONG_WAIT_DAYS).unwrap_or(i32::MAX),
    )
    .fetch_one(tx.conn()?)
    .await?;
    let rows = sqlx::query!(
        r#"SELECT a.id, a.person_id, p.name, a.job_id, j.title, a.status, a.sub_status, a.sub_status_since
           FROM applications a
           JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           WHERE a.organization_id = $1 AND NOT a.is_archived AND a.status <> $3 AND ($2::uuid IS NULL OR a.job_id = $2)
           ORDER BY a.sub_status_since, a.id LIMIT $4"#,
        organization,
        job,
        Stage::Onboarding.as_str(),
        MAX_NAMED,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let candidates = rows.into_iter().map(|row| {
        Ok(WaitingCandidate {
            application_id: ApplicationId(row.id),
            person_id: PersonId(row.person_id),
            name: row.name,
            job_id: JobId(row.job_id),
            job_title: row.title,
            status: row.status.parse()?,
            sub_status: row.sub_status.parse()?,
            since: row.sub_status_since,
        })
    });
    Ok(WaitingSummary { long, candidates: candidates.collect::<StoreResult<_>>()? })
}

/// Interviews of the seven days to come.
async fn interviews(tx: &mut TenantTx, job_id: Option<JobId>) -> StoreResult<InterviewsSummary> {
    let rows = sqlx::query!(
        r#"SELECT s.id, s.start_time, s.round, s.interviewer_name, a.person_id AS "person_id?",
                  coalesce(p.name, nullif(s.invitee_name, '')) AS name, j.title AS "title?",
                  count(*) OVER () AS "upcoming!"
           FROM interview_schedules s
           LEFT JOIN applications a ON a.organization_id = s.organization_id AND a.id = s.application_id
           LEFT JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           LEFT JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           WHERE s.organization_id = $1 AND s.status = 'scheduled' AND s.start_time >= now()
             AND s.start_time < now() + interval '7 days' AND ($2::uuid IS NULL OR a.job_id = $2)
             AND a.is_archived IS NOT TRUE
           ORDER BY s.start_time, s.id LIMIT $3"#,
        tx.organization().0,
        job_id.map(|job| job.0),
        MAX_NAMED,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let upcoming = rows.first().map_or(0, |row| row.upcoming);
    let next = rows.into_iter().map(|row| UpcomingInterview {
        id: InterviewScheduleId(row.id),
        start_time: row.start_time,
        round: row.round,
        interviewer_name: row.interviewer_name,
        person_id: row.person_id.map(PersonId),
        name: row.name,
        job_title: row.title,
    });
    Ok(InterviewsSummary { upcoming, next: next.collect() })
}
