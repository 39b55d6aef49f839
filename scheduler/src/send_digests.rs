//! Daily, in the morning of East Asia: enqueues digests for organizations whose members receive them.

use async_trait::async_trait;
use bole_domain::ids::OrganizationId;
use bole_queue::TaskKind;
use bole_queue::kinds::SendDigest as Send;
use bole_store::ledger::{self, NewTask};
use bole_store::{Db, StoreResult, TenantTx, digests};

use crate::OrganizationCron;

pub struct SendDigests;

#[async_trait]
impl OrganizationCron for SendDigests {
    type Work = ();

    fn name(&self) -> &'static str {
        "send_digests"
    }

    // Slots start at midnight UTC: 7:00 in Jakarta, 8:00 in Shanghai.
    fn schedule(&self) -> &'static str {
        "0 0 * * *"
    }

    async fn due(&self, db: &Db) -> StoreResult<Vec<(OrganizationId, ())>> {
        let organizations = digests::organizations(db).await?;
        Ok(organizations.into_iter().map(|organization| (organization, ())).collect())
    }

    async fn run_in(&self, tx: &mut TenantTx, (): ()) -> StoreResult<()> {
        let task = NewTask { dedupe_key: Some("clock".to_owned()), ..Send {}.new_task(None)? };
        ledger::enqueue(tx, task).await?;
        Ok(())
    }
}
