//! Every minute: lets evaluations be asked now that waited for a provider batch for a day, and exchanges provider batches.

use async_trait::async_trait;
use bole_domain::ai::is_gathered;
use bole_domain::ids::OrganizationId;
use bole_queue::TaskKind;
use bole_queue::kinds::ExchangeModelBatches as Exchange;
use bole_store::ledger::{self, NewTask};
use bole_store::{Db, StoreResult, TenantTx, model_batches};

use crate::{Clock, OrganizationCron};

pub struct ExchangeModelBatches {
    pub clock: Clock,
}

#[async_trait]
impl OrganizationCron for ExchangeModelBatches {
    type Work = ();

    fn name(&self) -> &'static str {
        "exchange_model_batches"
    }

    fn schedule(&self) -> &'static str {
        "* * * * *"
    }

    async fn due(&self, db: &Db) -> StoreResult<Vec<(OrganizationId, ())>> {
        let organizations = model_batches::organizations(db).await?;
        Ok(organizations.into_iter().map(|organization| (organization, ())).collect())
    }

    async fn run_in(&self, tx: &mut TenantTx, (): ()) -> StoreResult<()> {
        let now = self.clock.now();
        model_batches::end_overdue(tx, now).await?;
        model_batches::release_unawaited(tx).await?;
        model_batches::resume_evaluations(tx).await?;
        model_batches::prune(tx).await?;
        let gathering = model_batches::gathering(tx).await?;
        let submits = gathering.is_some_and(|gathering| is_gathered(gathering.first, gathering.last, now));
        if submits || model_batches::has_open(tx).await? {
            let task = Exchange { submits }.new_task(None)?;
            ledger::enqueue(tx, NewTask { dedupe_key: Some("clock".to_owned()), ..task }).await?;
        }
        Ok(())
    }
}
