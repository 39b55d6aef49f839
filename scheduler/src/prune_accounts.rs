//! Hourly: removes what accounts leave behind: sessions that ended, used links, old answers and entries of the security log.

use std::time::Duration;

use async_trait::async_trait;
use bole_store::{Db, retention};

use crate::{Cron, CronResult};

/// So many rows of each kind are deleted by one statement, so that no lock lasts.
const MAX_ROWS: i32 = 1_000;

/// Prunes by the ages that the migration states.
pub struct PruneAccounts;

#[async_trait]
impl Cron for PruneAccounts {
    fn name(&self) -> &'static str {
        "prune_accounts"
    }

    fn every(&self) -> Duration {
        Duration::from_secs(3600)
    }

    async fn run(&self, db: &Db) -> CronResult {
        while retention::prune(db, MAX_ROWS).await? > 0 {}
        Ok(())
    }
}
