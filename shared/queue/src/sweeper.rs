//! The periodic sweep of every worker: makes due tasks available, and reassigns tasks of dead workers.

use std::time::Duration;

use bole_store::ledger;
use bole_store::{Db, StoreResult};

use crate::Signals;

/// The most rows per statement.
const BATCH: i64 = 1000;
/// How often the queue's statistics are collected.
const STATS: Duration = Duration::from_secs(15);

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

/// Sweeps periodically, and collects statistics for the metrics. Never ends.
pub(crate) async fn run(db: Db, signals: Signals, every: Duration) {
    let mut counted = None::<tokio::time::Instant>;
    loop {
        if let Err(error) = sweep(&db, &signals).await {
            tracing::warn!(%error, "cannot sweep the queue; trying again");
        }
        if counted.is_none_or(|at| at.elapsed() >= STATS) {
            counted = Some(tokio::time::Instant::now());
            if let Ok(stats) = ledger::stats(&db).await {
                metrics::gauge!("bole_queue_waiting").set(stats.waiting as f64);
                metrics::gauge!("bole_queue_running").set(stats.running as f64);
                metrics::gauge!("bole_queue_later").set(stats.later as f64);
                metrics::gauge!("bole_queue_oldest_seconds").set(stats.oldest.unwrap_or_default().as_secs_f64());
            }
        }
        // Jitter, so that workers do not sweep at the same moment.
        tokio::time::sleep(every.mul_f64(0.75 + rand::random::<f64>() / 2.0)).await;
    }
}
