//! Every ten minutes: enqueues reminders for organizations with interviews within a day.

use std::time::Duration;

use async_trait::async_trait;
use bole_queue::TaskKind;
use bole_queue::kinds::RemindInterviews as Remind;
use bole_store::ledger::{self, NewTask};
use bole_store::{Actor, Db, reminders};
use time::OffsetDateTime;

use crate::{Clock, Cron, CronResult};

pub struct RemindInterviews {
    pub clock: Clock,
}

#[async_trait]
impl Cron for RemindInterviews {
    fn name(&self) -> &'static str {
        "remind_interviews"
    }

    fn every(&self) -> Duration {
        Duration::from_secs(600)
    }

    async fn run(&self, db: &Db) -> CronResult {
        for organization in reminders::organizations(db, OffsetDateTime::now_utc() + self.clock.offset).await? {
            let mut tx = db.tenant(&Actor::clock(organization)).await?;
            let task = NewTask { dedupe_key: Some("clock".to_owned()), ..Remind {}.new_task(None)? };
            ledger::enqueue(&mut tx, task).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}
