//! The sweep that every worker runs: what is due becomes waiting, what a dead worker held is given to another.

use std::time::Duration;

use bole_store::ledger;
use bole_store::{Db, StoreResult};

use crate::Signals;

/// At most so many rows by one statement.
const BATCH: i64 = 1000;
/// How often the queue is counted.
const STATS: Duration = Duration::from_secs(15);

/// Sweeps once, and wakes workers where there is something for them. Answers how many tasks it moved.
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

/// Sweeps for ever, and counts for the metrics now and then.
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
        // Not all workers at the same moment.
        tokio::time::sleep(every.mul_f64(0.75 + rand::random::<f64>() / 2.0)).await;
    }
}
