//! Hourly: deletes received mail older than ninety days that led to no candidate.

use async_trait::async_trait;
use bole_store::{Db, inbound};

use crate::{Cron, CronResult};

/// The most rows deleted by one statement.
const MAX_ROWS: i64 = 1_000;

/// Deletes received mail; the retention period is in the migration's policy.
pub struct PruneInbound;

#[async_trait]
impl Cron for PruneInbound {
    fn name(&self) -> &'static str {
        "prune_inbound"
    }

    fn schedule(&self) -> &'static str {
        "0 * * * *"
    }

    async fn run(&self, db: &Db) -> CronResult {
        while inbound::delete_expired(db, MAX_ROWS).await? > 0 {}
        Ok(())
    }
}
