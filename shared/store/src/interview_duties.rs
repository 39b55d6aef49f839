//! The upcoming interviews and booking links of members, to hand over when one leaves.

use bole_domain::ids::{InterviewScheduleId, UserId};
use bole_domain::stage::SubStatus;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{StoreResult, TenantTx};

/// What names a member as interviewer and is not over yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct InterviewDuties {
    /// The member or former member.
    pub user_id: UserId,
    pub name: String,
    /// Whether they are an active member.
    pub is_active: bool,
    /// Upcoming interviews.
    pub interviews: i64,
    /// Candidates who were invited by a booking link to their free slots and have not booked yet.
    pub invitations: i64,
}

/// Sub-statuses of candidates who were invited and have not booked.
fn invited() -> Vec<String> {
    SubStatus::ALL.iter().filter(|status| status.awaits_booking()).map(ToString::to_string).collect()
}

/// Gives access to all interviews and booking links until the transaction ends, for members who hand over their own: those of
/// jobs that are no longer assigned to them as well.
pub async fn see_all(tx: &mut TenantTx) -> StoreResult<()> {
    tx.see_all_jobs_until_end().await
}

/// The duties of this member, else of all who are no longer active members, by name. Those without any are left out.
pub async fn list(tx: &mut TenantTx, user: Option<UserId>) -> StoreResult<Vec<InterviewDuties>> {
    Ok(sqlx::query_as!(
        InterviewDuties,
        r#"SELECT m.user_id, u.full_name AS name, m.is_active, scheduled.count AS "interviews!",
                  invited.count AS "invitations!"
           FROM organization_members m
           JOIN users u ON u.id = m.user_id
           CROSS JOIN LATERAL (
               SELECT count(*) FROM interview_schedules s
               WHERE s.organization_id = $1 AND s.interviewer_id = m.user_id AND s.status = 'scheduled'
                 AND s.start_time > now() - interval '12 hours' AND s.end_time > now()) AS scheduled
           CROSS JOIN LATERAL (
               SELECT count(DISTINCT a.id) FROM booking_links l
               JOIN applications a ON a.organization_id = l.organization_id AND a.id = l.application_id
               WHERE l.organization_id = $1 AND l.interviewer_id = m.user_id AND l.expires_at > now()
                 AND NOT a.is_archived AND a.sub_status = ANY ($3)) AS invited
           WHERE m.organization_id = $1 AND CASE WHEN $2::uuid IS NULL THEN NOT m.is_active ELSE m.user_id = $2 END
             AND (scheduled.count > 0 OR invited.count > 0)
           ORDER BY u.full_name, m.user_id"#,
        tx.organization().0,
        user.map(|user| user.0),
        &invited(),
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// The member's upcoming interviews, earliest first, at most `limit`.
pub async fn upcoming(tx: &mut TenantTx, user: UserId, limit: i64) -> StoreResult<Vec<InterviewScheduleId>> {
    Ok(sqlx::query_scalar!(
        r#"SELECT id AS "id: InterviewScheduleId" FROM interview_schedules
         WHERE organization_id = $1 AND interviewer_id = $2 AND status = 'scheduled'
           AND start_time > now() - interval '12 hours' AND end_time > now()
         ORDER BY start_time, id LIMIT $3"#,
        tx.organization().0,
        user.0,
        limit,
    )
    .fetch_all(tx.conn()?)
    .await?)
}

/// Whether a member has another interview than this one then, of any job.
pub async fn is_busy(
    tx: &mut TenantTx,
    user: UserId,
    start: OffsetDateTime,
    end: OffsetDateTime,
    except: InterviewScheduleId,
) -> StoreResult<bool> {
    tx.see_all_jobs(true).await?;
    let is_busy = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM interview_schedules
                          WHERE organization_id = $1 AND interviewer_id = $2 AND status = 'scheduled' AND id <> $5
                            AND tstzrange(start_time, end_time) && tstzrange($3, $4)) AS "is!""#,
        tx.organization().0,
        user.0,
        start,
        end,
        except.0,
    )
    .fetch_one(tx.conn()?)
    .await?;
    tx.see_all_jobs(false).await?;
    Ok(is_busy)
}

/// Lets the member's booking links lead to another's free slots. Returns for how many candidates who have not booked yet.
pub async fn hand_over_links(tx: &mut TenantTx, from: UserId, to: UserId) -> StoreResult<i64> {
    Ok(sqlx::query_scalar!(
        r#"WITH given AS (
               UPDATE booking_links SET interviewer_id = $3
               WHERE organization_id = $1 AND interviewer_id = $2 AND expires_at > now()
               RETURNING application_id)
           SELECT count(DISTINCT a.id) AS "count!" FROM given
           JOIN applications a ON a.organization_id = $1 AND a.id = given.application_id
           WHERE NOT a.is_archived AND a.sub_status = ANY ($4)"#,
        tx.organization().0,
        from.0,
        to.0,
        &invited(),
    )
    .fetch_one(tx.conn()?)
    .await?)
}
