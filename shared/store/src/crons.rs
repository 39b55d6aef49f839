//! Cron slots: each is run by one scheduler at a time, until a run ends without an error.

use std::time::Duration;

use time::OffsetDateTime;

use crate::{Db, StoreResult};

/// A slot of a cron.
#[derive(Debug, Clone, Copy)]
pub struct Slot<'a> {
    pub cron: &'a str,
    pub start: OffsetDateTime,
}

/// Claims a slot that is neither finished nor claimed by a run that started within `limit`. True for exactly one caller.
pub async fn claim(db: &Db, slot: Slot<'_>, limit: Duration) -> StoreResult<bool> {
    let claimed = sqlx::query!(
        "INSERT INTO cron_slots AS s (name, slot) VALUES ($1, $2)
         ON CONFLICT (name, slot) DO UPDATE SET claimed_at = now()
         WHERE s.finished_at IS NULL AND s.claimed_at < now() - make_interval(secs => $3)",
        slot.cron,
        slot.start,
        limit.as_secs_f64(),
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(claimed.rows_affected() == 1)
}

/// Ends a claimed slot for good.
pub async fn finish(db: &Db, slot: Slot<'_>) -> StoreResult<()> {
    sqlx::query!("UPDATE cron_slots SET finished_at = now() WHERE name = $1 AND slot = $2", slot.cron, slot.start)
        .execute(&mut *db.ledger().await?)
        .await?;
    Ok(())
}

/// Returns a claimed slot after an error, to be claimed again.
pub async fn release(db: &Db, slot: Slot<'_>) -> StoreResult<()> {
    sqlx::query!("DELETE FROM cron_slots WHERE name = $1 AND slot = $2 AND finished_at IS NULL", slot.cron, slot.start)
        .execute(&mut *db.ledger().await?)
        .await?;
    Ok(())
}

/// Deletes slots before `horizon`.
pub async fn delete_before(db: &Db, horizon: OffsetDateTime) -> StoreResult<u64> {
    let deleted =
        sqlx::query!("DELETE FROM cron_slots WHERE slot < $1", horizon).execute(&mut *db.ledger().await?).await?;
    Ok(deleted.rows_affected())
}
