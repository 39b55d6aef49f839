//! Every ten minutes: expires offers that were not answered in time, and notifies their authors.

use async_trait::async_trait;
use bole_domain::ids::OrganizationId;
use bole_domain::offer::OfferAction;
use bole_queue::TaskKind;
use bole_queue::kinds::NotifyOffer;
use bole_store::ledger::{self, NewTask};
use bole_store::{Db, StoreResult, TenantTx, offers};

use crate::{Clock, OrganizationCron};

pub struct ExpireOffers {
    pub clock: Clock,
}

#[async_trait]
impl OrganizationCron for ExpireOffers {
    type Work = ();

    fn name(&self) -> &'static str {
        "expire_offers"
    }

    fn schedule(&self) -> &'static str {
        "*/10 * * * *"
    }

    async fn due(&self, db: &Db) -> StoreResult<Vec<(OrganizationId, ())>> {
        let organizations = offers::organizations_with_expired(db, self.clock.now()).await?;
        Ok(organizations.into_iter().map(|organization| (organization, ())).collect())
    }

    async fn run_in(&self, tx: &mut TenantTx, (): ()) -> StoreResult<()> {
        let expired = offers::expire(tx, self.clock.now()).await?;
        let tasks = expired.into_iter().map(|(offer_id, version)| {
            NotifyOffer { offer_id, version, action: OfferAction::Expire, by: None }.new_task(None)
        });
        ledger::enqueue_many(tx, tasks.collect::<StoreResult<Vec<NewTask>>>()?).await?;
        Ok(())
    }
}
