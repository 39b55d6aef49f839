//! Every minute: notes whether any worker reads scans, and fails those that wait in vain, so that a person learns why.

use async_trait::async_trait;
use bole_domain::failure::TaskReason;
use bole_domain::task::Lane;
use bole_store::{Db, ledger, operations};

use crate::{Clock, Cron, CronResult};

/// How long scans wait for a worker that reads them: longer than it takes to replace one.
const PATIENCE: time::Duration = time::Duration::hours(1);
/// The most tasks failed in a transaction.
const MAX_FAILED: i64 = 1_000;

pub struct FailUnreadScans {
    pub clock: Clock,
}

#[async_trait]
impl Cron for FailUnreadScans {
    fn name(&self) -> &'static str {
        "fail_unread_scans"
    }

    fn schedule(&self) -> &'static str {
        "* * * * *"
    }

    async fn run(&self, db: &Db) -> CronResult {
        operations::note_unserved(db, Lane::Scans).await?;
        let since = self.clock.now() - PATIENCE;
        loop {
            let reason = TaskReason::NoScanReader;
            let failed = ledger::fail_unserved(db, Lane::Scans, since, reason, MAX_FAILED).await?;
            if failed > 0 {
                tracing::warn!(failed, "no worker reads scans: start one with the models for recognising text");
            }
            if failed < MAX_FAILED {
                return Ok(());
            }
        }
    }
}
