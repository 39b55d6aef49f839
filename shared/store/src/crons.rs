//! Cron slots: each runs once, however many schedulers there are.

use time::OffsetDateTime;

use crate::{Db, StoreResult};

/// Claims a slot. True for exactly one caller.
pub async fn claim(db: &Db, name: &str, slot: OffsetDateTime) -> StoreResult<bool> {
    let claimed =
        sqlx::query!("INSERT INTO cron_slots (name, slot) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, slot)
            .execute(&mut *db.ledger().await?)
            .await?;
    Ok(claimed.rows_affected() == 1)
}

/// Deletes slots before `horizon`.
pub async fn delete_before(db: &Db, horizon: OffsetDateTime) -> StoreResult<u64> {
    let deleted =
        sqlx::query!("DELETE FROM cron_slots WHERE slot < $1", horizon).execute(&mut *db.ledger().await?).await?;
    Ok(deleted.rows_affected())
}
