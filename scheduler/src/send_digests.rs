//! Daily, in the morning of East Asia: enqueues digests for organizations whose members receive them.

use std::time::Duration;

use async_trait::async_trait;
use bole_queue::TaskKind;
use bole_queue::kinds::SendDigest as Send;
use bole_store::ledger::{self, NewTask};
use bole_store::{Actor, Db, digests};

use crate::{Cron, CronResult};

pub struct SendDigests;

#[async_trait]
impl Cron for SendDigests {
    fn name(&self) -> &'static str {
        "send_digests"
    }

    // Slots start at midnight UTC: 7:00 in Jakarta, 8:00 in Shanghai.
    fn every(&self) -> Duration {
        Duration::from_secs(24 * 3600)
    }

    async fn run(&self, db: &Db) -> CronResult {
        for organization in digests::organizations(db).await? {
            let mut tx = db.tenant(&Actor::clock(organization)).await?;
            let task = NewTask { dedupe_key: Some("clock".to_owned()), ..Send {}.new_task(None)? };
            ledger::enqueue(&mut tx, task).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}
