//! Private links by which candidates book their interview. All links of an application lead to the same booking.

use bole_domain::ids::{ApplicationId, UserId};
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// What a booking link leads to.
#[derive(Debug, Clone, Copy)]
pub struct BookingLink {
    /// Whose interview is booked.
    pub application_id: ApplicationId,
    /// With whom.
    pub interviewer_id: UserId,
}

/// Adds a link; those made earlier go on working.
///
/// # Errors
/// When the database does not answer.
pub async fn create_link(
    tx: &mut TenantTx,
    token_hash: &[u8],
    link: BookingLink,
    expires_at: OffsetDateTime,
) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO booking_links (organization_id, token_hash, application_id, interviewer_id, expires_at)
         VALUES ($1, $2, $3, $4, $5)",
        tx.organization().0,
        token_hash,
        link.application_id.0,
        link.interviewer_id.0,
        expires_at,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// What the link leads to, until it expires.
///
/// # Errors
/// [`crate::StoreError::NotFound`], or the database does not answer.
pub async fn find_link(tx: &mut TenantTx, token_hash: &[u8]) -> StoreResult<BookingLink> {
    let row = sqlx::query!(
        "SELECT application_id, interviewer_id FROM booking_links
         WHERE organization_id = $1 AND token_hash = $2 AND expires_at > now()",
        tx.organization().0,
        token_hash,
    )
    .fetch_one(&mut *tx.conn()?)
    .await?;
    Ok(BookingLink { application_id: ApplicationId(row.application_id), interviewer_id: UserId(row.interviewer_id) })
}

/// Bookings of one application are made one after the other, until the transaction ends.
///
/// # Errors
/// When the database does not answer.
pub async fn lock_application(tx: &mut TenantTx, application: ApplicationId) -> StoreResult<()> {
    let key = format!("booking:{}:{application}", tx.organization());
    sqlx::query!("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", key).fetch_one(&mut *tx.conn()?).await?;
    Ok(())
}
