//! Interviews that no longer fit their candidates, who were archived, rejected or moved on.

use bole_domain::ids::{ApplicationId, InterviewScheduleId};
use bole_domain::interview::CancelReason;
use bole_domain::stage::SubStatus;
use uuid::Uuid;

use crate::{StoreResult, TenantTx};

/// The sub-statuses with an interview ahead.
const AHEAD: [&str; 2] = [SubStatus::OnlineScheduled.as_str(), SubStatus::OnsiteScheduled.as_str()];

fn uuids(applications: &[ApplicationId]) -> Vec<Uuid> {
    applications.iter().map(|id| id.0).collect()
}

/// Those of the applications with an interview that is still scheduled although they are archived, or not waiting for
/// an interview.
pub async fn with_misplaced(tx: &mut TenantTx, applications: &[ApplicationId]) -> StoreResult<Vec<ApplicationId>> {
    Ok(sqlx::query_scalar!(
        r#"SELECT a.id AS "id: ApplicationId" FROM applications a
         WHERE a.organization_id = $1 AND a.id = ANY ($2) AND (a.is_archived OR a.sub_status <> ALL ($3))
           AND EXISTS (SELECT FROM interview_schedules s
                       WHERE s.organization_id = $1 AND s.application_id = a.id AND s.status = 'scheduled')
         ORDER BY a.id"#,
        tx.organization().0,
        &uuids(applications),
        &AHEAD as _,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// Cancels the upcoming interviews of these applications, if they are still archived or not waiting for an interview.
/// Where a person recorded that the interview took place or was missed, that is true of the one that has begun; one
/// that has not is cancelled, and later ones stay. Returns the cancelled ones.
pub async fn call_off(tx: &mut TenantTx, applications: &[ApplicationId]) -> StoreResult<Vec<InterviewScheduleId>> {
    let (organization, ids) = (tx.organization().0, uuids(applications));
    // Restoring them waits, or is seen below.
    sqlx::query!(
        "SELECT id FROM applications WHERE organization_id = $1 AND id = ANY ($2) ORDER BY id FOR UPDATE",
        organization,
        &ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    let rows = sqlx::query!(
        r#"WITH misplaced AS (
               SELECT s.id, s.start_time > now() AS is_upcoming, a.is_archived,
                      NOT a.is_archived AND a.sub_status IN ($4, $5) AS is_over, a.sub_status = $4 AS took_place,
                      row_number() OVER (PARTITION BY s.application_id ORDER BY s.start_time, s.id) AS place
               FROM interview_schedules s
               JOIN applications a ON a.organization_id = s.organization_id AND a.id = s.application_id
               WHERE s.organization_id = $1 AND s.application_id = ANY ($2) AND s.status = 'scheduled'
                 AND (a.is_archived OR a.sub_status <> ALL ($3)))
           UPDATE interview_schedules s
           SET status = CASE WHEN m.is_upcoming THEN 'cancelled' WHEN m.took_place THEN 'completed' ELSE 'no_show' END,
               cancel_reason = CASE WHEN NOT m.is_upcoming THEN NULL WHEN m.is_archived THEN $6 ELSE $7 END,
               version = s.version + 1, updated_at = now()
           FROM misplaced m
           WHERE s.organization_id = $1 AND s.id = m.id AND CASE WHEN m.is_over THEN m.place = 1 ELSE m.is_upcoming END
           RETURNING s.id, s.status = 'cancelled' AS "is_cancelled!""#,
        organization,
        &ids,
        &AHEAD as _,
        SubStatus::InterviewCompleted.as_str(),
        SubStatus::NoShow.as_str(),
        CancelReason::LeftPipeline.as_str(),
        CancelReason::Colleague.as_str(),
    )
    .fetch_all(tx.conn()?)
    .await?;
    Ok(rows.into_iter().filter(|row| row.is_cancelled).map(|row| InterviewScheduleId(row.id)).collect())
}

/// Those of the applications that wait for an interview that was cancelled while they were away.
pub async fn without_interview(tx: &mut TenantTx, applications: &[ApplicationId]) -> StoreResult<Vec<ApplicationId>> {
    Ok(sqlx::query_scalar!(
        r#"SELECT a.id AS "id: ApplicationId" FROM applications a
         WHERE a.organization_id = $1 AND a.id = ANY ($2) AND NOT a.is_archived AND a.sub_status = ANY ($3)
           AND 'cancelled' = (SELECT s.status FROM interview_schedules s
                              WHERE s.organization_id = $1 AND s.application_id = a.id
                              ORDER BY s.status <> 'scheduled', s.updated_at DESC LIMIT 1)
         ORDER BY a.id"#,
        tx.organization().0,
        &uuids(applications),
        &AHEAD as _,
    )
    .fetch_all(tx.conn()?)
    .await?)
}
