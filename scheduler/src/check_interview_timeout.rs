//! Every ten minutes: enqueues the expiry of unanswered invitations.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use bole_domain::email::INVITATION_TIMEOUT;
use bole_queue::TaskKind;
use bole_queue::kinds::CheckInterviewTimeout as Check;
use bole_store::ledger::{self, NewTask};
use bole_store::{Actor, Db, timeouts};
use time::OffsetDateTime;

use crate::{Clock, Cron, CronResult};

/// Expires invitations.
pub struct CheckInterviewTimeout {
    clock: Clock,
    started: Instant,
}

impl CheckInterviewTimeout {
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { clock, started: Instant::now() }
    }
}

#[async_trait]
impl Cron for CheckInterviewTimeout {
    fn name(&self) -> &'static str {
        "check_interview_timeout"
    }

    fn every(&self) -> Duration {
        Duration::from_secs(600)
    }

    async fn run(&self, db: &Db) -> CronResult {
        if self.started.elapsed() < self.clock.quiet {
            return Ok(());
        }
        let due = OffsetDateTime::now_utc() + self.clock.offset - INVITATION_TIMEOUT;
        for organization in timeouts::organizations(db, due).await? {
            let mut tx = db.tenant(&Actor::clock(organization)).await?;
            let task = NewTask { dedupe_key: Some("clock".to_owned()), ..Check::default().new_task(None)? };
            ledger::enqueue(&mut tx, task).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}
