//! Every ten minutes: expires offers that were not answered in time.

use std::time::Duration;

use async_trait::async_trait;
use bole_store::{Actor, Db, offers};
use time::OffsetDateTime;

use crate::{Clock, Cron, CronResult};

pub struct ExpireOffers {
    pub clock: Clock,
}

#[async_trait]
impl Cron for ExpireOffers {
    fn name(&self) -> &'static str {
        "expire_offers"
    }

    fn every(&self) -> Duration {
        Duration::from_secs(600)
    }

    async fn run(&self, db: &Db) -> CronResult {
        let now = OffsetDateTime::now_utc() + self.clock.offset;
        for organization in offers::organizations_with_expired(db, now).await? {
            let mut tx = db.tenant(&Actor::clock(organization)).await?;
            offers::expire(&mut tx, now).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}
