//! Hourly: deletes received mail older than ninety days that led to no candidate.

use std::time::Duration;

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

    fn every(&self) -> Duration {
        Duration::from_secs(3600)
    }

    async fn run(&self, db: &Db) -> CronResult {
        while inbound::delete_expired(db, MAX_ROWS).await? > 0 {}
        Ok(())
    }
}
