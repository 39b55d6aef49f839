//! Cron slots: each is run by one scheduler at a time, until a run ends without an error. The latest run of each cron is kept
//! for operators.

use std::time::Duration;

use time::OffsetDateTime;

use crate::{Db, StoreResult};

/// A slot of a cron.
#[derive(Debug, Clone, Copy)]
pub struct Slot<'a> {
    pub cron: &'a str,
    /// The cron's interval.
    pub every: Duration,
    pub start: OffsetDateTime,
}

/// Claims a slot that is neither finished nor claimed by a run that started within `limit`. True for exactly one caller.
pub async fn claim(db: &Db, slot: Slot<'_>, limit: Duration) -> StoreResult<bool> {
    let claimed = sqlx::query!(
        "WITH claimed AS (
             INSERT INTO cron_slots AS s (name, slot) VALUES ($1, $2)
             ON CONFLICT (name, slot) DO UPDATE SET claimed_at = now()
             WHERE s.finished_at IS NULL AND s.claimed_at < now() - make_interval(secs => $3)
             RETURNING s.name, s.slot
         )
         INSERT INTO scheduled_crons (name, every_seconds, slot) SELECT name, $4::integer, slot FROM claimed
         ON CONFLICT (name) DO UPDATE
             SET every_seconds = excluded.every_seconds, slot = excluded.slot, started_at = excluded.started_at",
        slot.cron,
        slot.start,
        limit.as_secs_f64(),
        i32::try_from(slot.every.as_secs()).unwrap_or(i32::MAX),
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(claimed.rows_affected() == 1)
}

/// Ends a claimed slot for good.
pub async fn finish(db: &Db, slot: Slot<'_>) -> StoreResult<()> {
    sqlx::query!(
        "WITH finished AS (UPDATE cron_slots SET finished_at = now() WHERE name = $1 AND slot = $2)
         UPDATE scheduled_crons SET finished_at = now() WHERE name = $1",
        slot.cron,
        slot.start,
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(())
}

/// Returns a claimed slot after an error, to be claimed again.
pub async fn release(db: &Db, slot: Slot<'_>) -> StoreResult<()> {
    sqlx::query!(
        "WITH released AS (DELETE FROM cron_slots WHERE name = $1 AND slot = $2 AND finished_at IS NULL)
         UPDATE scheduled_crons SET failed_at = now() WHERE name = $1",
        slot.cron,
        slot.start,
    )
    .execute(&mut *db.ledger().await?)
    .await?;
    Ok(())
}

/// The latest run of a cron.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduledCron {
    pub name: String,
    pub every: Duration,
    /// The slot of the run.
    pub slot: OffsetDateTime,
    pub started_at: OffsetDateTime,
    /// When a run last ended well.
    pub finished_at: Option<OffsetDateTime>,
    /// When a run last ended with an error.
    pub failed_at: Option<OffsetDateTime>,
}

/// All crons that were ever run, by name.
pub async fn list(db: &Db) -> StoreResult<Vec<ScheduledCron>> {
    let rows = sqlx::query!(
        "SELECT name, every_seconds, slot, started_at, finished_at, failed_at FROM scheduled_crons ORDER BY name"
    )
    .fetch_all(&mut *db.ledger().await?)
    .await?;
    let cron = rows.into_iter().map(|row| ScheduledCron {
        name: row.name,
        every: Duration::from_secs(u64::try_from(row.every_seconds).unwrap_or_default()),
        slot: row.slot,
        started_at: row.started_at,
        finished_at: row.finished_at,
        failed_at: row.failed_at,
    });
    Ok(cron.collect())
}

/// Deletes slots before `horizon`.
pub async fn delete_before(db: &Db, horizon: OffsetDateTime) -> StoreResult<u64> {
    let deleted =
        sqlx::query!("DELETE FROM cron_slots WHERE slot < $1", horizon).execute(&mut *db.ledger().await?).await?;
    Ok(deleted.rows_affected())
}
