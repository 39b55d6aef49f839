//! Every ten minutes: expires invitations as the clock says. They expire by themselves; a shifted clock is ahead of them.

use async_trait::async_trait;
use bole_domain::ids::OrganizationId;
use bole_store::{Db, StoreResult, TenantTx, invitations};

use crate::{Clock, OrganizationCron};

pub struct ExpireInvitations {
    pub clock: Clock,
}

#[async_trait]
impl OrganizationCron for ExpireInvitations {
    type Work = ();

    fn name(&self) -> &'static str {
        "expire_invitations"
    }

    fn schedule(&self) -> &'static str {
        "*/10 * * * *"
    }

    async fn due(&self, db: &Db) -> StoreResult<Vec<(OrganizationId, ())>> {
        let organizations = invitations::organizations_with_open_before(db, self.clock.now()).await?;
        Ok(organizations.into_iter().map(|organization| (organization, ())).collect())
    }

    async fn run_in(&self, tx: &mut TenantTx, (): ()) -> StoreResult<()> {
        invitations::expire_before(tx, self.clock.now()).await
    }
}
