//! The dashboard's metrics by job and interviewer, for the causes of findings.

use bole_domain::dashboard::LONG_WAIT_DAYS;
use bole_domain::dashboard::insights::{Breakdown, InterviewerWaits, JobEntries, JobStays, SLOW_DAYS};
use bole_domain::dashboard::waits::WaitsFor;
use bole_domain::ids::JobId;

use super::{DashboardFilter, standing};
use crate::{StoreResult, TenantTx};

/// The metrics of a period by job and interviewer.
pub async fn breakdown(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Breakdown> {
    Ok(Breakdown {
        waiting: standing::standings(tx, filter.job_id).await?.by_job(),
        interviewers: interviewers(tx, filter.job_id).await?,
        entries: entries(tx, filter).await?,
        stays: stays(tx, filter).await?,
    })
}

/// Who waits long for an interview or its result, by the interviewer of their latest interview.
async fn interviewers(tx: &mut TenantTx, job_id: Option<JobId>) -> StoreResult<Vec<InterviewerWaits>> {
    let waiting = WaitsFor::Interview.sub_statuses().iter().chain(WaitsFor::Assessment.sub_statuses());
    let waiting: Vec<String> = waiting.map(|sub_status| sub_status.as_str().to_owned()).collect();
    let rows = sqlx::query!(
        r#"SELECT a.sub_status, latest.interviewer_name AS "name!", count(*) AS "long!"
           FROM applications a
           CROSS JOIN LATERAL (SELECT s.interviewer_name
                               FROM interview_schedules s
                               WHERE s.organization_id = a.organization_id AND s.application_id = a.id
                                 AND s.status IN ('scheduled', 'completed') AND s.interviewer_name <> ''
                               ORDER BY s.start_time DESC LIMIT 1) latest
           WHERE a.organization_id = $1 AND NOT a.is_archived AND a.sub_status = ANY ($2::text[])
             AND a.sub_status_since <= now() - make_interval(days => $3) AND ($4::uuid IS NULL OR a.job_id = $4)
           GROUP BY 1, 2"#,
        tx.organization().0,
        &waiting,
        i32::try_from(LONG_WAIT_DAYS).unwrap_or(i32::MAX),
        job_id.map(|job| job.0),
    )
    .fetch_all(tx.conn()?)
    .await?;
    let waits = rows
        .into_iter()
        .map(|row| Ok(InterviewerWaits { sub_status: row.sub_status.parse()?, name: row.name, long: row.long }));
    waits.collect()
}

/// Entries into each stage by job, each application counted once per period.
async fn entries(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<JobEntries>> {
    Ok(sqlx::query_as!(
        JobEntries,
        r#"WITH known AS MATERIALIZED (
               -- Materialized, so that it is not read in the order of the jobs.
               SELECT a.id, a.job_id FROM applications a
               WHERE a.organization_id = $1 AND ($4::uuid IS NULL OR a.job_id = $4))
           SELECT k.job_id AS "job_id!", e.to_status AS "status: _",
                  count(*) FILTER (WHERE e.created_at >= $5 AND (e.entered_last IS NULL OR e.entered_last < $5))
                      AS "entered!",
                  count(*) FILTER (WHERE e.created_at < $5 AND (e.entered_last IS NULL OR e.entered_last < $2))
                      AS "entered_before!"
           FROM application_events e JOIN known k ON k.id = e.application_id
           WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
             AND e.from_status IS DISTINCT FROM e.to_status
           GROUP BY 1, 2"#,
        tx.organization().0,
        filter.before().from,
        filter.to,
        filter.job_id.map(|job| job.0),
        filter.from,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// Slow stays that ended within the period, by job.
async fn stays(tx: &mut TenantTx, filter: DashboardFilter) -> StoreResult<Vec<JobStays>> {
    let rows = sqlx::query!(
        r#"WITH known AS MATERIALIZED (
               SELECT a.id, a.job_id FROM applications a
               WHERE a.organization_id = $1 AND ($4::uuid IS NULL OR a.job_id = $4))
           SELECT k.job_id AS "job_id!", e.from_status AS "status!", count(*) AS "slow!"
           FROM application_events e JOIN known k ON k.id = e.application_id
           WHERE e.organization_id = $1 AND e.created_at >= $2 AND e.created_at < $3
             AND e.from_status IS DISTINCT FROM e.to_status
             AND e.stage_since <= e.created_at - make_interval(days => $5)
           GROUP BY 1, 2"#,
        tx.organization().0,
        filter.from,
        filter.to,
        filter.job_id.map(|job| job.0),
        SLOW_DAYS,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let stays = rows
        .into_iter()
        .map(|row| Ok(JobStays { job_id: JobId(row.job_id), status: row.status.parse()?, slow: row.slow }));
    stays.collect()
}
