//! Hourly: deletes ended sessions, used links, idempotency keys and old entries of the security log.

use async_trait::async_trait;
use bole_store::{Db, retention};

use crate::{Cron, CronResult};

/// Rows of each kind deleted per statement, to keep locks short.
const MAX_ROWS: i32 = 1_000;

/// Prunes by the ages in the migration.
pub struct PruneAccounts;

#[async_trait]
impl Cron for PruneAccounts {
    fn name(&self) -> &'static str {
        "prune_accounts"
    }

    fn schedule(&self) -> &'static str {
        "0 * * * *"
    }

    async fn run(&self, db: &Db) -> CronResult {
        while retention::prune(db, MAX_ROWS).await? > 0 {}
        Ok(())
    }
}
