//! Every five minutes: enqueues refreshes of interviewers' calendars that are due.

use std::collections::BTreeMap;
use std::time::Duration;

use async_trait::async_trait;
use bole_queue::TaskKind;
use bole_queue::kinds::RefreshCalendar;
use bole_store::ledger::{self, NewTask};
use bole_store::{Actor, Db, interviewer_calendars};

use crate::{Cron, CronResult};

/// How long a calendar stays fresh.
const AGE: Duration = Duration::from_secs(15 * 60);

pub struct RefreshCalendars;

#[async_trait]
impl Cron for RefreshCalendars {
    fn name(&self) -> &'static str {
        "refresh_calendars"
    }

    fn every(&self) -> Duration {
        Duration::from_secs(300)
    }

    async fn run(&self, db: &Db) -> CronResult {
        let mut tasks: BTreeMap<_, Vec<NewTask>> = BTreeMap::new();
        for (organization, user_id) in interviewer_calendars::due(db, AGE).await? {
            let task = RefreshCalendar { user_id }.new_task(None)?;
            let task = NewTask { dedupe_key: Some(user_id.to_string()), ..task };
            tasks.entry(organization).or_default().push(task);
        }
        for (organization, tasks) in tasks {
            let mut tx = db.tenant(&Actor::clock(organization)).await?;
            ledger::enqueue_many(&mut tx, tasks).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}
