//! Hourly: deletes exports older than thirty days, the file first.

use async_trait::async_trait;
use bole_storage::{Key, Storage};
use bole_store::{Db, exports};

use crate::{Cron, CronResult};

/// Exports deleted at a time.
const MAX_ROWS: i64 = 200;

/// Prunes exports by the age in the migration.
pub struct PruneExports {
    /// Where their files are stored.
    pub storage: Storage,
}

impl PruneExports {
    pub(crate) const NAME: &str = "prune_exports";
}

#[async_trait]
impl Cron for PruneExports {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn schedule(&self) -> &'static str {
        "0 * * * *"
    }

    async fn run(&self, db: &Db) -> CronResult {
        loop {
            let expired = exports::expired(db, MAX_ROWS).await?;
            if expired.is_empty() {
                return Ok(());
            }
            for key in expired.iter().filter_map(|export| export.storage_key.clone()) {
                self.storage.delete(&Key::stored(key)).await?;
            }
            let ids: Vec<_> = expired.iter().map(|export| export.id).collect();
            exports::delete(db, &ids).await?;
        }
    }
}
