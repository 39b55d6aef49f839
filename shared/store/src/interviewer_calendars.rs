//! Interviewers' calendars, subscribed by address, and their busy times.

use std::time::Duration;

use bole_domain::booking::BusyTime;
use bole_domain::ids::{OrganizationId, UserId};
use bole_domain::interview::CalendarFailure;
use time::OffsetDateTime;

use crate::{Db, StoreResult, TenantTx};

/// A member's calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterviewerCalendar {
    /// The host, without the secret part of the address.
    pub host: String,
    /// Its address, encrypted.
    pub address_sealed: Vec<u8>,
    /// Why it could not be read last time, if so.
    pub failure: Option<CalendarFailure>,
    pub read_at: Option<OffsetDateTime>,
}

/// The encryption context of a member's calendar address.
#[must_use]
pub fn address_place(organization: OrganizationId, user: UserId) -> String {
    format!("interviewer_calendars.address:{organization}:{user}")
}

/// A member's calendar, if configured.
pub async fn find(tx: &mut TenantTx, user: UserId) -> StoreResult<Option<InterviewerCalendar>> {
    Ok(sqlx::query_as!(
        InterviewerCalendar,
        r#"SELECT host, address_sealed, failure AS "failure: _", read_at FROM interviewer_calendars
         WHERE organization_id = $1 AND user_id = $2"#,
        tx.organization().0,
        user.0,
    )
    .fetch_optional(tx.conn()?)
    .await?)
}

/// Sets a member's calendar; busy times are unknown until it is read.
pub async fn put(tx: &mut TenantTx, user: UserId, host: &str, address_sealed: &[u8]) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO interviewer_calendars (organization_id, user_id, host, address_sealed) VALUES ($1, $2, $3, $4)
         ON CONFLICT (organization_id, user_id) DO UPDATE
         SET host = $3, address_sealed = $4, busy_from = '{}', busy_to = '{}', read_at = NULL, failure = NULL,
             checked_at = NULL, updated_at = now()",
        tx.organization().0,
        user.0,
        host,
        address_sealed,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Deletes a member's calendar.
pub async fn delete(tx: &mut TenantTx, user: UserId) -> StoreResult<()> {
    sqlx::query!(
        "DELETE FROM interviewer_calendars WHERE organization_id = $1 AND user_id = $2",
        tx.organization().0,
        user.0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The members whose calendar was not checked for this long; four times as long after a failure.
pub async fn due(db: &Db, since: Duration) -> StoreResult<Vec<(OrganizationId, UserId)>> {
    let rows = sqlx::query!(
        "SELECT organization_id, user_id FROM interviewer_calendars
         WHERE checked_at IS NULL
            OR checked_at < now() - make_interval(secs => $1::float8 * CASE WHEN failure IS NULL THEN 1 ELSE 4 END)
         ORDER BY organization_id",
        since.as_secs_f64(),
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    Ok(rows.into_iter().map(|row| (OrganizationId(row.organization_id), UserId(row.user_id))).collect())
}

/// Stores the member's busy times, unless the calendar was replaced meanwhile.
pub async fn note_busy(
    tx: &mut TenantTx,
    user: UserId,
    calendar: &InterviewerCalendar,
    busy: &[BusyTime],
) -> StoreResult<()> {
    let from: Vec<OffsetDateTime> = busy.iter().map(|busy| busy.start).collect();
    let to: Vec<OffsetDateTime> = busy.iter().map(|busy| busy.end).collect();
    sqlx::query!(
        "UPDATE interviewer_calendars
         SET busy_from = $4, busy_to = $5, failure = NULL, read_at = now(), checked_at = now()
         WHERE organization_id = $1 AND user_id = $2 AND address_sealed = $3",
        tx.organization().0,
        user.0,
        calendar.address_sealed,
        &from,
        &to,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Records why the calendar could not be read; earlier busy times stay.
pub async fn note_failure(
    tx: &mut TenantTx,
    user: UserId,
    calendar: &InterviewerCalendar,
    failure: CalendarFailure,
) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE interviewer_calendars SET failure = $4, checked_at = now()
         WHERE organization_id = $1 AND user_id = $2 AND address_sealed = $3",
        tx.organization().0,
        user.0,
        calendar.address_sealed,
        failure.as_str(),
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// The member's busy times, sorted; empty without a calendar.
pub async fn busy_times(tx: &mut TenantTx, user: UserId) -> StoreResult<Vec<BusyTime>> {
    Ok(sqlx::query_as!(
        BusyTime,
        r#"SELECT busy.start AS "start!", busy.finish AS "end!"
           FROM interviewer_calendars c, unnest(c.busy_from, c.busy_to) AS busy(start, finish)
           WHERE c.organization_id = $1 AND c.user_id = $2 AND busy.finish > now()
           ORDER BY busy.start"#,
        tx.organization().0,
        user.0,
    )
    .fetch_all(tx.conn()?)
    .await?)
}
