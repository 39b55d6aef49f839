//! Every five minutes: deletes the files of deleted organizations.

use std::time::Duration;

use async_trait::async_trait;
use bole_storage::Storage;
use bole_store::{Db, deleted_organizations};

use crate::{Cron, CronResult};

/// How long to wait after the deletion, so that no upload or task of the organization is still running.
const AFTER: Duration = Duration::from_secs(2 * 3600);

/// Deletes the files of deleted organizations.
pub struct PurgeFiles {
    /// Where they are stored.
    pub storage: Storage,
}

impl PurgeFiles {
    pub(crate) const NAME: &str = "purge_files";
}

#[async_trait]
impl Cron for PurgeFiles {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn schedule(&self) -> &'static str {
        "*/5 * * * *"
    }

    async fn run(&self, db: &Db) -> CronResult {
        for organization in deleted_organizations::list(db, AFTER).await? {
            self.storage.delete_all(organization).await?;
            deleted_organizations::delete(db, organization).await?;
            tracing::info!(%organization, "the files of a deleted organization are gone");
        }
        Ok(())
    }
}
