//! Files that go with offers. They are added and taken away while the offer is a draft.

use bole_domain::ids::{OfferAttachmentId, OfferId};
use time::OffsetDateTime;

use crate::{StoreResult, TenantTx};

/// A file that goes with an offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferAttachment {
    /// Its id.
    pub id: OfferAttachmentId,
    /// What it is called; no path.
    pub name: String,
    /// Its bytes.
    pub size: i64,
    /// Where they are.
    pub storage_key: String,
    /// When it was added.
    pub created_at: OffsetDateTime,
}

/// The files of an offer, in the order in which they were added.
///
/// # Errors
/// When the database does not answer.
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

/// Nobody else changes the offer or its files until the transaction ends.
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

/// Adds a file whose bytes are stored.
///
/// # Errors
/// When the database does not answer.
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

/// Takes a file away; its bytes are deleted later. Whether there was one.
///
/// # Errors
/// When the database does not answer.
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
