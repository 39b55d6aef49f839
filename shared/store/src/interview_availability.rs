//! When participants of an interview have others. What the caller does not see is not counted.

use bole_domain::booking::BusyTime;
use bole_domain::ids::{ApplicationId, InterviewScheduleId, UserId};
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// The interviews of a member between two moments, without `moved`.
pub async fn of_member(
    tx: &mut TenantTx,
    user: UserId,
    (from, to): (OffsetDateTime, OffsetDateTime),
    moved: Option<InterviewScheduleId>,
) -> StoreResult<Vec<BusyTime>> {
    Ok(sqlx::query_as!(
        BusyTime,
        r#"SELECT start_time AS start, end_time AS "end" FROM interview_schedules
           WHERE organization_id = $1 AND interviewer_id = $2 AND status = 'scheduled' AND id IS DISTINCT FROM $5
             AND start_time < $4 AND start_time > $3::timestamptz - interval '12 hours' AND end_time > $3"#,
        tx.organization().0,
        user.0,
        from,
        to,
        moved.map(|id| id.0),
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// The interviews of an application's person between two moments, without `moved`; for any job.
pub async fn of_candidate(
    tx: &mut TenantTx,
    application: ApplicationId,
    (from, to): (OffsetDateTime, OffsetDateTime),
    moved: Option<InterviewScheduleId>,
) -> StoreResult<Vec<BusyTime>> {
    Ok(sqlx::query_as!(
        BusyTime,
        r#"SELECT s.start_time AS start, s.end_time AS "end"
           FROM applications own
           JOIN applications a ON a.organization_id = own.organization_id AND a.person_id = own.person_id
           JOIN interview_schedules s ON s.organization_id = a.organization_id AND s.application_id = a.id
           WHERE own.organization_id = $1 AND own.id = $2 AND s.status = 'scheduled' AND s.id IS DISTINCT FROM $5
             AND s.start_time < $4 AND s.end_time > $3"#,
        tx.organization().0,
        application.0,
        from,
        to,
        moved.map(|id| id.0),
    )
    .fetch_all(tx.conn()?)
    .await?)
}
