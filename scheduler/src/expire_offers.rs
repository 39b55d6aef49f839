//! Every ten minutes: expires offers that were not answered in time.

use std::time::Duration;

use async_trait::async_trait;
use bole_domain::ids::OrganizationId;
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

    fn every(&self) -> Duration {
        Duration::from_secs(600)
    }

    async fn due(&self, db: &Db) -> StoreResult<Vec<(OrganizationId, ())>> {
        let organizations = offers::organizations_with_expired(db, self.clock.now()).await?;
        Ok(organizations.into_iter().map(|organization| (organization, ())).collect())
    }

    async fn run_in(&self, tx: &mut TenantTx, (): ()) -> StoreResult<()> {
        offers::expire(tx, self.clock.now()).await?;
        Ok(())
    }
}
