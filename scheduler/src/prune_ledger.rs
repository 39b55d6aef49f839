//! Hourly: deletes tasks that ended long ago.

use std::time::Duration;

use async_trait::async_trait;
use bole_store::ledger::{self, Pruned};
use bole_store::{Db, crons, rate_limits};
use time::OffsetDateTime;

use crate::{Cron, CronResult};

/// How long a finished task is kept.
const KEEP: Duration = Duration::from_secs(30 * 24 * 3600);
/// Tasks checked per statement, to keep locks short.
const MAX_ROWS: i64 = 1_000;

/// Prunes tasks, cron slots of the same age, and expired counts.
pub struct PruneLedger;

#[async_trait]
impl Cron for PruneLedger {
    fn name(&self) -> &'static str {
        "prune_ledger"
    }

    fn schedule(&self) -> &'static str {
        "0 * * * *"
    }

    async fn run(&self, db: &Db) -> CronResult {
        let (mut pruned, mut ended) = (Pruned::default(), false);
        while !ended {
            (pruned, ended) = ledger::prune(db, pruned, KEEP, MAX_ROWS).await?;
        }
        crons::delete_before(db, OffsetDateTime::now_utc() - KEEP).await?;
        rate_limits::prune(db).await?;
        tracing::info!(pruned = pruned.tasks, "old tasks removed");
        Ok(())
    }
}
