//! Every minute: enqueues polls of mailboxes.

use async_trait::async_trait;
use bole_domain::ids::OrganizationId;
use bole_queue::TaskKind;
use bole_queue::kinds::PollMailbox;
use bole_store::ledger::{self, NewTask};
use bole_store::{Db, StoreResult, TenantTx, inbound};

use crate::OrganizationCron;

pub struct PollMailboxes;

#[async_trait]
impl OrganizationCron for PollMailboxes {
    type Work = ();

    fn name(&self) -> &'static str {
        "poll_mailboxes"
    }

    fn schedule(&self) -> &'static str {
        "* * * * *"
    }

    async fn due(&self, db: &Db) -> StoreResult<Vec<(OrganizationId, ())>> {
        let organizations = inbound::organizations(db).await?;
        Ok(organizations.into_iter().map(|organization| (organization, ())).collect())
    }

    async fn run_in(&self, tx: &mut TenantTx, (): ()) -> StoreResult<()> {
        let task = NewTask { dedupe_key: Some("clock".to_owned()), ..PollMailbox {}.new_task(None)? };
        ledger::enqueue(tx, task).await?;
        Ok(())
    }
}
