//! The longest-waiting candidates and the upcoming interviews.

use bole_domain::dashboard::{InterviewsSummary, UpcomingInterview, WaitingCandidate, WaitingSummary};
use bole_domain::ids::{InterviewScheduleId, JobId, PersonId};
use bole_domain::stage::Stage;

use crate::{StoreResult, TenantTx};

/// The most candidates and interviews listed.
const MAX_NAMED: i64 = 10;

/// Open applications before onboarding, by time in their sub-status.
pub(super) async fn waiting(tx: &mut TenantTx, job_id: Option<JobId>, long: i64) -> StoreResult<WaitingSummary> {
    let candidates = sqlx::query_as!(
        WaitingCandidate,
        r#"SELECT a.id AS application_id, a.person_id, p.name, a.job_id, j.title AS job_title, a.status AS "status: _",
                  a.sub_status AS "sub_status: _", a.sub_status_since AS since
           FROM applications a
           JOIN people p ON p.organization_id = a.organization_id AND p.id = a.person_id
           JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
           WHERE a.organization_id = $1 AND NOT a.is_archived AND a.status <> $3 AND ($2::uuid IS NULL OR a.job_id = $2)
           ORDER BY a.sub_status_since, a.id LIMIT $4"#,
        tx.organization().0,
        job_id.map(|job| job.0),
        Stage::Onboarding.as_str(),
        MAX_NAMED,
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(WaitingSummary { long, candidates })
}

/// Interviews in the next seven days.
pub(super) async fn interviews(tx: &mut TenantTx, job_id: Option<JobId>) -> StoreResult<InterviewsSummary> {
    let rows = sqlx::query!(
        r#"SELECT s.id, s.start_time, s.round, s.interviewer_name, a.person_id AS "person_id?",
                  coalesce(p.name, nullif(s.invitee_name, '')) AS name, j.title AS "title?",
                  count(*) OVER () AS "upcoming!", count(a.id) OVER () AS "linked!"
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
    let (upcoming, linked) = rows.first().map_or((0, 0), |row| (row.upcoming, row.linked));
    let next = rows.into_iter().map(|row| UpcomingInterview {
        id: InterviewScheduleId(row.id),
        start_time: row.start_time,
        round: row.round,
        interviewer_name: row.interviewer_name,
        person_id: row.person_id.map(PersonId),
        name: row.name,
        job_title: row.title,
    });
    Ok(InterviewsSummary { upcoming, linked, next: next.collect() })
}
