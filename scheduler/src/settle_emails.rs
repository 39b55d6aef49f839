//! Every five minutes: settles emails whose task ended because its worker was killed too often. Those that may have
//! been sent become unknown and need a person; the others failed and can be retried.

use std::time::Duration;

use async_trait::async_trait;
use bole_domain::ids::OrganizationId;
use bole_store::{Db, StoreResult, TenantTx, emails};

use crate::OrganizationCron;

/// Longer than any attempt to send takes.
const ABANDONED: Duration = Duration::from_secs(15 * 60);

/// Settles abandoned emails.
pub struct SettleEmails;

#[async_trait]
impl OrganizationCron for SettleEmails {
    type Work = ();

    fn name(&self) -> &'static str {
        "settle_emails"
    }

    fn schedule(&self) -> &'static str {
        "*/5 * * * *"
    }

    async fn due(&self, db: &Db) -> StoreResult<Vec<(OrganizationId, ())>> {
        let organizations = emails::organizations_underway(db, ABANDONED).await?;
        Ok(organizations.into_iter().map(|organization| (organization, ())).collect())
    }

    async fn run_in(&self, tx: &mut TenantTx, (): ()) -> StoreResult<()> {
        let settled = emails::settle_abandoned(tx, ABANDONED).await?;
        if settled > 0 {
            tracing::warn!(organization = %tx.organization(), settled, "emails were abandoned; somebody is to look at them");
        }
        Ok(())
    }
}
