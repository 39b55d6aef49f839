//! Every ten minutes: removes unreferenced and unfinished files, and old ZIPs of unpacked batches.

use std::time::Duration;

use async_trait::async_trait;
use bole_storage::{Key, Storage};
use bole_store::{Db, discarded};

use crate::{Cron, CronError, CronResult};

/// Rows checked per statement, to keep locks short.
const MAX_ROWS: i32 = 500;
/// Objects deleted per transaction.
const MAX_OBJECTS: i64 = 50;
/// Time limit for deleting an object, within the sixty seconds that a transaction may be idle; S3 gives up before.
const DELETE_LIMIT: Duration = Duration::from_secs(50);
const HOUR: Duration = Duration::from_secs(3600);

/// Removes stored files of deleted people, entries and batches.
pub struct RemoveFiles {
    /// Where they are stored.
    pub storage: Storage,
    /// How long after its row an object is deleted, so that its readers have finished.
    pub grace: Duration,
    /// How long a ZIP is kept after it was unpacked.
    pub keep_unpacked: Duration,
    /// How long a ZIP is kept after unpacking failed, for a retry.
    pub keep_failed: Duration,
}

impl RemoveFiles {
    /// With the default times: two hours, a week, a month.
    #[must_use]
    pub const fn new(storage: Storage) -> Self {
        Self {
            storage,
            grace: Duration::from_secs(2 * HOUR.as_secs()),
            keep_unpacked: Duration::from_secs(7 * 24 * HOUR.as_secs()),
            keep_failed: Duration::from_secs(30 * 24 * HOUR.as_secs()),
        }
    }
}

impl RemoveFiles {
    pub(crate) const NAME: &str = "remove_files";
}

#[async_trait]
impl Cron for RemoveFiles {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn schedule(&self) -> &'static str {
        "*/10 * * * *"
    }

    async fn run(&self, db: &Db) -> CronResult {
        while discarded::discard_released_files(db, MAX_ROWS).await? > 0 {}
        while discarded::discard_archives(db, MAX_ROWS, self.keep_unpacked, self.keep_failed).await? > 0 {}
        let mut removed = 0;
        loop {
            let storage = &self.storage;
            let delete = |key| async move { Ok::<(), CronError>(storage.delete(&Key::stored(key)).await?) };
            let more = discarded::delete_objects(db, MAX_OBJECTS, self.grace, DELETE_LIMIT, delete).await?;
            if more == 0 {
                break;
            }
            removed += more;
        }
        if removed > 0 {
            tracing::info!(removed, "files that nothing referred to are gone");
        }
        // An upload that is alive writes far more often.
        let unfinished = self.storage.remove_unfinished(self.grace).await?;
        if unfinished > 0 {
            tracing::info!(unfinished, "files of interrupted uploads are gone");
        }
        Ok(())
    }
}
