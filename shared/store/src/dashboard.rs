//! Figures over a period: what entered each stage, how long it stayed there, and what is there now.
//!
//! Everything is read from the history and the present rows under the actor's own row security, so the figures cover
//! exactly the jobs that the member reaches.

use bole_domain::evaluation::RecommendationLevel;
use bole_domain::ids::{JobId, UserId};
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StageEntries {
    /// The stage.
    pub status: Stage,
    /// Applications that came into it from another stage, or were created in it; each counts once.
    pub entered: i64,
}

/// How many applications stand somewhere now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// The stage.
    pub status: Stage,
    /// The sub-status.
    pub sub_status: SubStatus,
    /// Applications there; of the archived ones only those in the archived stage.
    pub current: i64,
}

/// How long applications stayed in a stage that they left within the period.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StageDuration {
    /// The stage.
    pub status: Stage,
    /// Stays that ended.
    pub count: i64,
    /// Half of them were no longer than this many days.
    pub median_days: f64,
    /// Nine in ten were no longer than this many days.
    pub p90_days: f64,
}

/// A job's figures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobFigures {
    /// The job.
    pub job_id: JobId,
    /// Its title.
    pub title: String,
    /// Applications created within the period.
    pub applied: i64,
    /// Applications in AI review, now.
    pub in_review: i64,
    /// Applications in interviews, now.
    pub in_interviews: i64,
    /// Applications in the offer stage, now.
    pub in_offer: i64,
    /// Applications that entered onboarding within the period.
    pub hired: i64,
}

/// Applications that one source brought within the period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFigures {
    /// `batch`, `email`, `manual`, `import`, `pool` or `careers`.
    pub source: String,
    /// Applications created.
    pub applied: i64,
    /// Those of them that stand beyond AI review now and were not eliminated.
    pub advanced: i64,
}

/// What one member did within the period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberActivity {
    /// The member's user.
    pub user_id: UserId,
    /// Their name.
    pub name: String,
    /// Changes of status they made.
    pub moves: i64,
}

/// The applications that entered each stage, whatever they did afterwards.
///
/// # Errors
/// When the database does not answer.
pub async fn entries(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<StageEntries>> {
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
///
/// # Errors
/// When the database does not answer.
pub async fn standings(tx: &mut TenantTx, job_id: Option<JobId>) -> StoreResult<Vec<Standing>> {
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
///
/// # Errors
/// When the database does not answer.
pub async fn durations(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<StageDuration>> {
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
            Ok(StageDuration {
                status: row.status.parse()?,
                count: row.count,
                median_days: row.median_days,
                p90_days: row.p90_days,
            })
        })
        .collect()
}

/// Every job that has candidates or is open, busiest first.
///
/// # Errors
/// When the database does not answer.
pub async fn jobs(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<JobFigures>> {
    let rows = sqlx::query!(
        r#"SELECT j.id, j.title,
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
        .map(|row| JobFigures {
            job_id: JobId(row.id),
            title: row.title,
            applied: row.applied,
            in_review: row.in_review,
            in_interviews: row.in_interviews,
            in_offer: row.in_offer,
            hired: row.hired,
        })
        .collect())
}

/// Applications created within the period, by recommendation level.
///
/// # Errors
/// When the database does not answer.
pub async fn levels(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<(RecommendationLevel, i64)>> {
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
///
/// # Errors
/// When the database does not answer.
pub async fn score_histogram(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<[i64; 10]> {
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
///
/// # Errors
/// When the database does not answer.
pub async fn sources(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<SourceFigures>> {
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
        .map(|row| SourceFigures { source: row.source, applied: row.applied, advanced: row.advanced })
        .collect())
}

/// How many invitations ran out within the period: online, onsite.
///
/// # Errors
/// When the database does not answer.
pub async fn timeouts(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<(i64, i64)> {
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
///
/// # Errors
/// When the database does not answer.
pub async fn activity(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<MemberActivity>> {
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
        .map(|row| MemberActivity { user_id: UserId(row.user_id), name: row.name, moves: row.moves })
        .collect())
}
