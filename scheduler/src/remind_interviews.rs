//! Every ten minutes: enqueues reminders for organizations with interviews within a day.

use async_trait::async_trait;
use bole_domain::ids::OrganizationId;
use bole_queue::TaskKind;
use bole_queue::kinds::RemindInterviews as Remind;
use bole_store::ledger::{self, NewTask};
use bole_store::{Db, StoreResult, TenantTx, reminders};

use crate::{Clock, OrganizationCron};

pub struct RemindInterviews {
    pub clock: Clock,
}

#[async_trait]
impl OrganizationCron for RemindInterviews {
    type Work = ();

    fn name(&self) -> &'static str {
        "remind_interviews"
    }

    fn schedule(&self) -> &'static str {
        "*/10 * * * *"
    }

    async fn due(&self, db: &Db) -> StoreResult<Vec<(OrganizationId, ())>> {
        let organizations = reminders::organizations(db, self.clock.now()).await?;
        Ok(organizations.into_iter().map(|organization| (organization, ())).collect())
    }

    async fn run_in(&self, tx: &mut TenantTx, (): ()) -> StoreResult<()> {
        let task = NewTask { dedupe_key: Some("clock".to_owned()), ..Remind {}.new_task(None)? };
        ledger::enqueue(tx, task).await?;
        Ok(())
    }
}
