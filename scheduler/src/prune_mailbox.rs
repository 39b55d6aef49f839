//! Hourly: deletes captured email older than a day, because its links are secret.

use std::time::Duration;

use async_trait::async_trait;
use bole_store::{Db, mailbox};
use time::OffsetDateTime;

use crate::{Cron, CronResult};

/// How long captured email is kept.
const KEEP: Duration = Duration::from_secs(24 * 3600);

pub struct PruneMailbox;

#[async_trait]
impl Cron for PruneMailbox {
    fn name(&self) -> &'static str {
        "prune_mailbox"
    }

    fn schedule(&self) -> &'static str {
        "0 * * * *"
    }

    async fn run(&self, db: &Db) -> CronResult {
        let mut tx = db.identity().await?;
        mailbox::delete_before(&mut tx, OffsetDateTime::now_utc() - KEEP).await?;
        tx.commit().await?;
        Ok(())
    }
}
