//! The webhook for external booking services, and the bookings it receives.

use bole_domain::email::address_key;
use bole_domain::ids::{ApplicationId, InterviewScheduleId, OrganizationId, UserId};
use bole_domain::organization::Role;
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// An organization's webhook.
#[derive(Debug, Clone)]
pub struct BookingHook {
    /// The secret, encrypted.
    pub secret_sealed: Vec<u8>,
    /// The previous secret, encrypted.
    pub former_sealed: Option<Vec<u8>>,
    /// When the secret was last rotated.
    pub rotated_at: OffsetDateTime,
    /// When a message was last received.
    pub received_at: Option<OffsetDateTime>,
}

/// The encryption context of an organization's secret.
#[must_use]
pub fn secret_place(organization: OrganizationId) -> String {
    format!("booking_hooks.secret:{organization}")
}

/// The organization's webhook, if configured.
pub async fn find(tx: &mut TenantTx) -> StoreResult<Option<BookingHook>> {
    Ok(sqlx::query_as!(
        BookingHook,
        "SELECT secret_sealed, former_sealed, rotated_at, received_at FROM booking_hooks WHERE organization_id = $1",
        tx.organization().0,
    )
    .fetch_optional(tx.conn()?)
    .await?)
}

/// Rotates the secret; the previous one stays valid as the former one.
pub async fn rotate(tx: &mut TenantTx, secret_sealed: &[u8]) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO booking_hooks AS h (organization_id, secret_sealed) VALUES ($1, $2)
         ON CONFLICT (organization_id) DO UPDATE
         SET secret_sealed = excluded.secret_sealed, former_sealed = h.secret_sealed, rotated_at = now()",
        tx.organization().0,
        secret_sealed,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Removes the webhook.
pub async fn delete(tx: &mut TenantTx) -> StoreResult<()> {
    sqlx::query!("DELETE FROM booking_hooks WHERE organization_id = $1", tx.organization().0)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}

/// Records a message; false if it was received before. Message ids are kept for a month.
pub async fn take(tx: &mut TenantTx, event_hash: &[u8]) -> StoreResult<bool> {
    let organization = tx.organization().0;
    let taken = sqlx::query!(
        "WITH forgotten AS (
             DELETE FROM booking_events WHERE organization_id = $1 AND received_at < now() - interval '30 days'
         ), seen AS (
             UPDATE booking_hooks SET received_at = now() WHERE organization_id = $1
         )
         INSERT INTO booking_events (organization_id, event_hash) VALUES ($1, $2) ON CONFLICT DO NOTHING",
        organization,
        event_hash,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(taken.rows_affected() == 1)
}

/// The interview of a booking, by any of the booking's ids.
pub async fn schedule_of(tx: &mut TenantTx, outside_ids: &[&str]) -> StoreResult<Option<InterviewScheduleId>> {
    let id = sqlx::query_scalar!(
        "SELECT id FROM interview_schedules WHERE organization_id = $1 AND outside_id = ANY ($2)
         ORDER BY start_time DESC LIMIT 1",
        tx.organization().0,
        outside_ids as _,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(id.map(InterviewScheduleId))
}

/// Stores the booking service's id for an interview.
pub async fn set_outside_id(tx: &mut TenantTx, id: InterviewScheduleId, outside_id: &str) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE interview_schedules SET outside_id = $3 WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        outside_id,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The application an interview is most likely for, by the candidate's address: applications in an interview stage,
/// invited ones first, then the latest.
pub async fn invited(tx: &mut TenantTx, email: &str) -> StoreResult<Option<ApplicationId>> {
    let id = sqlx::query_scalar!(
        "SELECT a.id FROM people p
         JOIN applications a ON a.organization_id = p.organization_id AND a.person_id = coalesce(p.merged_into, p.id)
         WHERE p.organization_id = $1 AND p.email_key = $2 AND NOT a.is_archived
           AND a.status IN ('线上面试', '线下面试') AND a.sub_status NOT IN ('已完成面试', '待发Offer意向')
         ORDER BY a.sub_status IN ('已发线上面试邀请', '已发线下面试邀请', '超5天未预约线上面试', '超5天未预约线下面试') DESC,
                  a.sub_status_since DESC
         LIMIT 1",
        tx.organization().0,
        address_key(email),
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(id.map(ApplicationId))
}

/// Whether a member may see an application, or already interviews it: they can access its job, have or had an interview
/// with it, or own one of its booking links.
pub async fn may_interview(tx: &mut TenantTx, user: UserId, application: ApplicationId) -> StoreResult<bool> {
    let all_jobs: Vec<&str> = Role::ALL.iter().filter(|role| role.sees_all_jobs()).map(|role| role.as_str()).collect();
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (
               SELECT FROM applications a
               JOIN organization_members m ON m.organization_id = a.organization_id AND m.user_id = $3 AND m.is_active
               WHERE a.organization_id = $1 AND a.id = $2
                 AND (m.role = ANY ($4)
                      OR EXISTS (SELECT FROM member_jobs j
                                 WHERE j.organization_id = $1 AND j.member_id = m.id AND j.job_id = a.job_id)
                      OR EXISTS (SELECT FROM interview_schedules s
                                 WHERE s.organization_id = $1 AND s.application_id = a.id AND s.interviewer_id = $3)
                      OR EXISTS (SELECT FROM interview_sessions s
                                 WHERE s.organization_id = $1 AND s.application_id = a.id AND s.interviewer_id = $3)
                      OR EXISTS (SELECT FROM booking_links l
                                 WHERE l.organization_id = $1 AND l.application_id = a.id
                                   AND l.interviewer_id = $3))) AS "may!""#,
        tx.organization().0,
        application.0,
        user.0,
        &all_jobs as _,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// The active member with this address, and their name.
pub async fn member(tx: &mut TenantTx, email: &str) -> StoreResult<Option<(UserId, String)>> {
    let row = sqlx::query!(
        "SELECT u.id, u.full_name FROM users u
         JOIN organization_members m ON m.organization_id = $1 AND m.user_id = u.id AND m.is_active
         WHERE u.email = lower($2)",
        tx.organization().0,
        email,
    )
    .fetch_optional(tx.conn()?)
    .await?;
    Ok(row.map(|row| (UserId(row.id), row.full_name)))
}
