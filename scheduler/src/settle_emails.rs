//! Every five minutes: settles emails whose task ended because its worker was killed too often. Those that may have
//! been sent become unknown and need a person; the others failed and can be retried.

use std::time::Duration;

use async_trait::async_trait;
use bole_store::{Actor, Db, emails};

use crate::{Cron, CronResult};

/// Longer than any attempt to send takes.
const ABANDONED: Duration = Duration::from_secs(15 * 60);

/// Settles abandoned emails.
pub struct SettleEmails;

#[async_trait]
impl Cron for SettleEmails {
    fn name(&self) -> &'static str {
        "settle_emails"
    }

    fn every(&self) -> Duration {
        Duration::from_secs(300)
    }

    async fn run(&self, db: &Db) -> CronResult {
        for organization in emails::organizations_underway(db, ABANDONED).await? {
            let mut tx = db.tenant(&Actor::clock(organization)).await?;
            let settled = emails::settle_abandoned(&mut tx, ABANDONED).await?;
            tx.commit().await?;
            if settled > 0 {
                tracing::warn!(%organization, settled, "emails were abandoned; somebody is to look at them");
            }
        }
        Ok(())
    }
}
