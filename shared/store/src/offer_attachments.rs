//! Attachments of offers. They can be added and removed while the offer is a draft.

use bole_domain::ids::{OfferAttachmentId, OfferId};
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferAttachment {
    pub id: OfferAttachmentId,
    /// File name, without a path.
    pub name: String,
    /// Size in bytes.
    pub size: i64,
    pub storage_key: String,
    pub created_at: OffsetDateTime,
}

/// The attachments of an offer, oldest first.
pub async fn list(tx: &mut TenantTx, offer: OfferId) -> StoreResult<Vec<OfferAttachment>> {
    let rows = sqlx::query!(
        "SELECT id, name, size, storage_key, created_at FROM offer_attachments
         WHERE organization_id = $1 AND offer_id = $2 ORDER BY id",
        tx.organization().0,
        offer.0,
    )
    .fetch_all(tx.conn()?)
    .await?;
    let attachments = rows.into_iter().map(|row| OfferAttachment {
        id: OfferAttachmentId(row.id),
        name: row.name,
        size: row.size,
        storage_key: row.storage_key,
        created_at: row.created_at,
    });
    Ok(attachments.collect())
}

/// Locks the offer and its attachments until the transaction ends.
///
/// # Errors
/// [`StoreError::NotFound`](crate::StoreError::NotFound), or the database does not answer.
pub async fn lock_offer(tx: &mut TenantTx, offer: OfferId) -> StoreResult<()> {
    sqlx::query!(
        "SELECT id FROM offers WHERE organization_id = $1 AND id = $2 FOR UPDATE",
        tx.organization().0,
        offer.0
    )
    .fetch_one(tx.conn()?)
    .await?;
    Ok(())
}

/// Adds an attachment whose content is already stored.
pub async fn add(
    tx: &mut TenantTx,
    offer: OfferId,
    id: OfferAttachmentId,
    name: &str,
    size: i64,
    storage_key: &str,
) -> StoreResult<()> {
    let by = tx.actor().user();
    sqlx::query!(
        "INSERT INTO offer_attachments (organization_id, id, offer_id, name, size, storage_key, created_by)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        tx.organization().0,
        id.0,
        offer.0,
        name,
        size,
        storage_key,
        by.map(|user| user.0),
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Removes an attachment; its content is deleted later. Returns whether it existed.
pub async fn remove(tx: &mut TenantTx, offer: OfferId, id: OfferAttachmentId) -> StoreResult<bool> {
    let removed = sqlx::query!(
        "DELETE FROM offer_attachments WHERE organization_id = $1 AND offer_id = $2 AND id = $3",
        tx.organization().0,
        offer.0,
        id.0,
    )
    .execute(tx.conn()?)
    .await?;
    Ok(removed.rows_affected() > 0)
}
