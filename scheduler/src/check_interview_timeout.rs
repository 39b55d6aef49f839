//! Every ten minutes: enqueues the expiry of unanswered invitations.

use std::time::Instant;

use async_trait::async_trait;
use bole_domain::email::INVITATION_TIMEOUT;
use bole_domain::ids::OrganizationId;
use bole_queue::TaskKind;
use bole_queue::kinds::CheckInterviewTimeout as Check;
use bole_store::ledger::{self, NewTask};
use bole_store::{Db, StoreResult, TenantTx, timeouts};

use crate::{Clock, OrganizationCron};

/// Expires invitations.
pub struct CheckInterviewTimeout {
    clock: Clock,
    started: Instant,
}

impl CheckInterviewTimeout {
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { clock, started: Instant::now() }
    }
}

#[async_trait]
impl OrganizationCron for CheckInterviewTimeout {
    type Work = ();

    fn name(&self) -> &'static str {
        "check_interview_timeout"
    }

    fn schedule(&self) -> &'static str {
        "*/10 * * * *"
    }

    async fn due(&self, db: &Db) -> StoreResult<Vec<(OrganizationId, ())>> {
        if self.started.elapsed() < self.clock.quiet {
            return Ok(Vec::new());
        }
        let organizations = timeouts::organizations(db, self.clock.now() - INVITATION_TIMEOUT).await?;
        Ok(organizations.into_iter().map(|organization| (organization, ())).collect())
    }

    async fn run_in(&self, tx: &mut TenantTx, (): ()) -> StoreResult<()> {
        let task = NewTask { dedupe_key: Some("clock".to_owned()), ..Check::default().new_task(None)? };
        ledger::enqueue(tx, task).await?;
        Ok(())
    }
}
