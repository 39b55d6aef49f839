//! Crons that do the same in each organization: one's error never keeps the others from theirs.

use async_trait::async_trait;
use bole_domain::ids::OrganizationId;
use bole_store::{Actor, Db, StoreError, StoreResult, TenantTx};

use crate::{Cron, CronResult};

/// How often an organization is tried in a run. A lock that was held for a moment is free the next time.
const MAX_ATTEMPTS: u32 = 2;

/// A periodic job of organizations. Each is run in a transaction of its own.
#[async_trait]
pub trait OrganizationCron: Send + Sync {
    /// What there is to do in an organization.
    type Work: Clone + Send + Sync;

    /// Must not change: slots are claimed by it.
    fn name(&self) -> &'static str;

    /// When it runs unless a setting says otherwise, as [`Cron::schedule`].
    fn schedule(&self) -> &'static str;

    /// The organizations with something to do.
    async fn due(&self, db: &Db) -> StoreResult<Vec<(OrganizationId, Self::Work)>>;

    /// Does it in one of them, in its transaction.
    async fn run_in(&self, tx: &mut TenantTx, work: Self::Work) -> StoreResult<()>;
}

#[async_trait]
impl<C: OrganizationCron> Cron for C {
    fn name(&self) -> &'static str {
        OrganizationCron::name(self)
    }

    fn schedule(&self) -> &'static str {
        OrganizationCron::schedule(self)
    }

    async fn run(&self, db: &Db) -> CronResult {
        let name = Cron::name(self);
        let mut left = self.due(db).await?;
        let found = left.len();
        for attempt in 1..=MAX_ATTEMPTS {
            let mut failed = Vec::new();
            for (organization, work) in left {
                match run_in(self, db, organization, work.clone()).await {
                    Ok(()) => {}
                    // It would fail in every other organization as well.
                    Err(error) if error.is_outage() => return Err(error.into()),
                    Err(error) => {
                        tracing::warn!(cron = name, %organization, attempt, %error, "a cron failed here");
                        failed.push((organization, work));
                    }
                }
            }
            left = failed;
        }
        if !left.is_empty() {
            tracing::error!(cron = name, found, failed = left.len(), "a cron failed in organizations");
        }
        Ok(())
    }
}

async fn run_in<C: OrganizationCron>(
    cron: &C,
    db: &Db,
    organization: OrganizationId,
    work: C::Work,
) -> Result<(), StoreError> {
    let mut tx = db.tenant(&Actor::clock(organization)).await?;
    cron.run_in(&mut tx, work).await?;
    tx.commit().await
}
