//! The periodic work of every worker: makes due tasks available, reassigns tasks of dead workers, and keeps the planner's
//! statistics up with the tables that tasks fill.

use std::time::Duration;

use bole_store::{Db, StoreResult, ledger, statistics};
use tokio::time::Instant;

use crate::Signals;

/// The most rows per statement.
const BATCH: i64 = 1000;
/// How often the queue's statistics are collected.
const STATS: Duration = Duration::from_secs(15);
/// How often tables are checked for growth.
const GROWTH: Duration = Duration::from_secs(5);

/// Sweeps once and wakes workers if there is work. Returns the number of tasks it moved.
///
/// # Errors
/// When the database does not answer.
pub async fn sweep(db: &Db, signals: &Signals) -> StoreResult<u64> {
    let mut moved = 0;
    loop {
        let promoted = ledger::promote(db, BATCH).await?;
        let reclaimed = ledger::reclaim(db, BATCH).await?;
        if promoted + reclaimed > 0 {
            signals.wake();
        }
        moved += promoted + reclaimed;
        if promoted.max(reclaimed) < BATCH.unsigned_abs() {
            return Ok(moved);
        }
    }
}

/// Sweeps periodically. Never ends.
pub(crate) async fn run(db: Db, signals: Signals, every: Duration) {
    loop {
        if let Err(error) = sweep(&db, &signals).await {
            tracing::warn!(%error, "cannot sweep the queue; trying again");
        }
        pause(every).await;
    }
}

/// Collects statistics periodically, for the metrics and for the planner: beside the sweeps, which must not wait for an
/// analysis of large tables. Never ends.
pub(crate) async fn collect_statistics(db: Db, every: Duration) {
    let mut counted = None::<Instant>;
    let mut analyzed = None::<Instant>;
    loop {
        if counted.is_none_or(|at| at.elapsed() >= STATS) {
            counted = Some(Instant::now());
            if let Ok(stats) = ledger::stats(&db).await {
                metrics::gauge!("bole_queue_waiting").set(stats.waiting as f64);
                metrics::gauge!("bole_queue_running").set(stats.running as f64);
                metrics::gauge!("bole_queue_later").set(stats.later as f64);
                metrics::gauge!("bole_queue_oldest_seconds").set(stats.oldest.unwrap_or_default().as_secs_f64());
            }
        }
        if analyzed.is_none_or(|at| at.elapsed() >= GROWTH) {
            analyzed = Some(Instant::now());
            if let Err(error) = statistics::analyze_grown_tables(&db).await {
                tracing::warn!(%error, "cannot analyze grown tables; trying again");
            }
        }
        pause(every).await;
    }
}

/// Waits with jitter, so that workers do not sweep at the same moment.
async fn pause(every: Duration) {
    tokio::time::sleep(every.mul_f64(0.75 + rand::random::<f64>() / 2.0)).await;
}
