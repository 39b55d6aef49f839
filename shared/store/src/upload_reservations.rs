//! Reservations of uploads in progress: what they may still take of the plan's day and of the storage limit.

use std::time::Duration;

use bole_domain::ids::BatchId;
use bole_domain::organization::Plan;
use bole_domain::upload::UploadUsage;

use crate::{StoreResult, TenantTx};

/// Locks the reservations of the organization for the rest of the transaction, removes expired ones, and returns the
/// plan with its usage.
pub async fn lock(tx: &mut TenantTx) -> StoreResult<(Plan, UploadUsage)> {
    let organization = tx.organization().0;
    // Other transactions of the organization still insert rows that refer to it.
    sqlx::query_scalar!("SELECT id FROM organizations WHERE id = $1 FOR NO KEY UPDATE", organization)
        .fetch_one(tx.conn()?)
        .await?;
    sqlx::query!(
        "DELETE FROM upload_reservations WHERE organization_id = $1 AND expires_at <= clock_timestamp()",
        organization
    )
    .execute(tx.conn()?)
    .await?;
    let row = sqlx::query!(
        r#"SELECT o.subscription_tier, coalesce(u.batches, 0) AS "batches!", coalesce(u.bytes, 0) AS "bytes!",
                  coalesce(s.bytes, 0) AS "stored!", r.in_progress AS "in_progress!", r.reserved AS "reserved!"
           FROM organizations o
           LEFT JOIN daily_usage u ON u.organization_id = o.id AND u.day = (now() AT TIME ZONE 'UTC')::date
           LEFT JOIN storage_usage s ON s.organization_id = o.id
           CROSS JOIN LATERAL (
               SELECT count(*) AS in_progress, coalesce(sum(bytes), 0)::bigint AS reserved
               FROM upload_reservations WHERE organization_id = o.id) r
           WHERE o.id = $1"#,
        organization
    )
    .fetch_one(tx.conn()?)
    .await?;
    let number = |value: i64| u64::try_from(value).unwrap_or_default();
    let usage = UploadUsage {
        batches: number(row.batches),
        bytes: number(row.bytes),
        stored: number(row.stored),
        in_progress: number(row.in_progress),
        reserved: number(row.reserved),
    };
    Ok((row.subscription_tier.parse()?, usage))
}

/// Reserves bytes for the upload of a batch.
pub async fn insert(tx: &mut TenantTx, id: BatchId, bytes: u64, lease: Duration) -> StoreResult<()> {
    sqlx::query!(
        "INSERT INTO upload_reservations (organization_id, id, bytes, expires_at)
         VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))",
        tx.organization().0,
        id.0,
        i64::try_from(bytes).unwrap_or(i64::MAX),
        lease.as_secs_f64()
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Extends the lease of an upload that is still in progress.
pub async fn renew(tx: &mut TenantTx, id: BatchId, lease: Duration) -> StoreResult<()> {
    sqlx::query!(
        "UPDATE upload_reservations SET expires_at = clock_timestamp() + make_interval(secs => $3)
         WHERE organization_id = $1 AND id = $2",
        tx.organization().0,
        id.0,
        lease.as_secs_f64()
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}

/// Ends the reservation of an upload.
pub async fn delete(tx: &mut TenantTx, id: BatchId) -> StoreResult<()> {
    sqlx::query!("DELETE FROM upload_reservations WHERE organization_id = $1 AND id = $2", tx.organization().0, id.0)
        .execute(tx.conn()?)
        .await?;
    Ok(())
}
