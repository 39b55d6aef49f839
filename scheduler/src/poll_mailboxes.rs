//! Every minute: enqueues polls of mailboxes.

use std::time::Duration;

use async_trait::async_trait;
use bole_queue::TaskKind;
use bole_queue::kinds::PollMailbox;
use bole_store::ledger::{self, NewTask};
use bole_store::{Actor, Db, inbound};

use crate::{Cron, CronResult};

pub struct PollMailboxes;

#[async_trait]
impl Cron for PollMailboxes {
    fn name(&self) -> &'static str {
        "poll_mailboxes"
    }

    fn every(&self) -> Duration {
        Duration::from_secs(60)
    }

    async fn run(&self, db: &Db) -> CronResult {
        for organization in inbound::organizations(db).await? {
            let mut tx = db.tenant(&Actor::clock(organization)).await?;
            let task = NewTask { dedupe_key: Some("clock".to_owned()), ..PollMailbox {}.new_task(None)? };
            ledger::enqueue(&mut tx, task).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}
