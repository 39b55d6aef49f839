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

/// Adds links, one an application; those made earlier go on working.
///
/// # Errors
/// When the database does not answer.
pub async fn create_links(
    tx: &mut TenantTx,
    links: &[(ApplicationId, [u8; 32])],
    interviewer: UserId,
    expires_at: OffsetDateTime,
) -> StoreResult<()> {
    let ids: Vec<_> = links.iter().map(|(id, _)| id.0).collect();
    let hashes: Vec<Vec<u8>> = links.iter().map(|(_, hash)| hash.to_vec()).collect();
    sqlx::query!(
        "INSERT INTO booking_links (organization_id, token_hash, application_id, interviewer_id, expires_at)
         SELECT $1, hash, id, $4, $5 FROM unnest($2::uuid[], $3::bytea[]) AS link(id, hash)",
        tx.organization().0,
        &ids,
        &hashes,
        interviewer.0,
        expires_at,
    )
    .execute(&mut *tx.conn()?)
    .await?;
    Ok(())
}

/// The outside booking link that each application's job offers, if any.
///
/// # Errors
/// When the database does not answer.
pub async fn outside_links(
    tx: &mut TenantTx,
    ids: &[ApplicationId],
) -> StoreResult<Vec<(ApplicationId, Option<String>)>> {
    let ids: Vec<_> = ids.iter().map(|id| id.0).collect();
    let rows = sqlx::query!(
        "SELECT a.id, (SELECT l.details FROM job_locations jl
                       JOIN interview_locations l ON l.organization_id = jl.organization_id AND l.id = jl.location_id
                       WHERE jl.organization_id = $1 AND jl.job_id = a.job_id AND l.type = 'online'
                       ORDER BY l.name LIMIT 1) AS details
         FROM applications a WHERE a.organization_id = $1 AND a.id = ANY ($2)",
        tx.organization().0,
        &ids,
    )
    .fetch_all(&mut *tx.conn()?)
    .await?;
    Ok(rows.into_iter().map(|row| (ApplicationId(row.id), row.details)).collect())
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
