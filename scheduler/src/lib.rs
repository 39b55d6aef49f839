//! Scheduled jobs: one file per cron; each slot runs once, however many schedulers there are.
//!
//! Time is divided into slots of a cron's interval. A scheduler claims a slot by inserting its row; the primary key
//! lets one of them win. A slot missed while no scheduler ran is made up for once, at the next start; one whose run
//! failed is tried again until it ends.

mod check_interview_timeout;
mod exchange_model_batches;
mod expire_invitations;
mod expire_offers;
mod fail_unread_scans;
mod organizations;
mod poll_mailboxes;
mod prune_accounts;
mod prune_exports;
mod prune_inbound;
mod prune_ledger;
mod prune_mailbox;
mod purge_files;
mod refresh_calendars;
mod remind_interviews;
mod remove_files;
mod send_digests;
mod settle_emails;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bole_storage::{Storage, StorageError};
use bole_store::crons::{self, Slot};
use bole_store::{Db, StoreError};
use time::OffsetDateTime;
use tokio_util::sync::CancellationToken;

pub use check_interview_timeout::CheckInterviewTimeout;
pub use exchange_model_batches::ExchangeModelBatches;
pub use expire_invitations::ExpireInvitations;
pub use expire_offers::ExpireOffers;
pub use fail_unread_scans::FailUnreadScans;
pub use organizations::OrganizationCron;
pub use poll_mailboxes::PollMailboxes;
pub use prune_accounts::PruneAccounts;
pub use prune_exports::PruneExports;
pub use prune_inbound::PruneInbound;
pub use prune_ledger::PruneLedger;
pub use prune_mailbox::PruneMailbox;
pub use purge_files::PurgeFiles;
pub use refresh_calendars::RefreshCalendars;
pub use remind_interviews::RemindInterviews;
pub use remove_files::RemoveFiles;
pub use send_digests::SendDigests;
pub use settle_emails::SettleEmails;

/// The clock of crons that look for expired items.
#[derive(Debug, Clone, Copy, Default)]
pub struct Clock {
    /// Added to the current time.
    pub offset: time::Duration,
    /// How long after the start they do nothing.
    pub quiet: Duration,
}

impl Clock {
    fn now(self) -> OffsetDateTime {
        OffsetDateTime::now_utc() + self.offset
    }
}

/// How soon a failed cron is tried again.
const RETRY: Duration = Duration::from_secs(60);
/// A run that started longer ago was interrupted.
const MAX_RUN: Duration = Duration::from_secs(3600);

/// Why a cron failed; its slot is tried again.
#[derive(Debug, thiserror::Error)]
pub enum CronError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Storage(#[from] StorageError),
}

pub type CronResult = Result<(), CronError>;

/// A periodic job. It may be interrupted anywhere and runs again. What is done per organization is an
/// [`OrganizationCron`].
#[async_trait]
pub trait Cron: Send + Sync {
    /// Must not change: slots are claimed by it.
    fn name(&self) -> &'static str;

    /// The interval between the starts of two slots.
    fn every(&self) -> Duration;

    async fn run(&self, db: &Db) -> CronResult;
}

/// All crons. Without storage, those that handle files are left to schedulers that have it.
#[must_use]
pub fn crons(storage: Option<Storage>, clock: Clock) -> Vec<Arc<dyn Cron>> {
    let mut crons: Vec<Arc<dyn Cron>> = vec![
        Arc::new(PruneLedger),
        Arc::new(PruneMailbox),
        Arc::new(PruneAccounts),
        Arc::new(PruneInbound),
        Arc::new(CheckInterviewTimeout::new(clock)),
        Arc::new(RemindInterviews { clock }),
        Arc::new(ExpireInvitations { clock }),
        Arc::new(ExpireOffers { clock }),
        Arc::new(SendDigests),
        Arc::new(SettleEmails),
        Arc::new(PollMailboxes),
        Arc::new(RefreshCalendars),
        Arc::new(ExchangeModelBatches { clock }),
        Arc::new(FailUnreadScans { clock }),
    ];
    if let Some(storage) = storage {
        crons.push(Arc::new(RemoveFiles::new(storage.clone())));
        crons.push(Arc::new(PruneExports { storage: storage.clone() }));
        crons.push(Arc::new(PurgeFiles { storage }));
    }
    crons
}

/// Runs crons until shutdown; a running one finishes first.
pub async fn run(db: &Db, crons: &[Arc<dyn Cron>], shutdown: &CancellationToken) {
    let loops = crons.iter().map(|cron| keep_running(db, cron.as_ref(), shutdown));
    futures_util::future::join_all(loops).await;
}

async fn keep_running(db: &Db, cron: &dyn Cron, shutdown: &CancellationToken) {
    while !shutdown.is_cancelled() {
        if let Err(error) = tick(db, cron, OffsetDateTime::now_utc()).await {
            tracing::warn!(cron = cron.name(), %error, "a cron failed; it is tried again soon");
        }
        // A slot that failed here or elsewhere is tried again within it.
        let wait = until_next_slot(cron.every(), OffsetDateTime::now_utc()).min(RETRY);
        let _ = shutdown.run_until_cancelled(tokio::time::sleep(wait)).await;
    }
}

/// Runs the cron if the slot containing `now` is free. True if it ran. After an error the slot is free again.
///
/// # Errors
/// When the database does not answer, or the cron failed.
pub async fn tick(db: &Db, cron: &dyn Cron, now: OffsetDateTime) -> Result<bool, CronError> {
    let every = cron.every();
    let slot = Slot { cron: cron.name(), every, start: slot_of(every, now) };
    if !crons::claim(db, slot, MAX_RUN).await? {
        return Ok(false);
    }
    tracing::debug!(cron = cron.name(), "running");
    if let Err(error) = cron.run(db).await {
        crons::release(db, slot).await?;
        return Err(error);
    }
    crons::finish(db, slot).await?;
    Ok(true)
}

/// The start of the slot containing `now`; the same on every machine.
fn slot_of(every: Duration, now: OffsetDateTime) -> OffsetDateTime {
    now.replace_nanosecond(0).unwrap_or(now) - since_slot(every, now)
}

fn until_next_slot(every: Duration, now: OffsetDateTime) -> Duration {
    every - since_slot(every, now)
}

fn since_slot(every: Duration, now: OffsetDateTime) -> Duration {
    let seconds = u64::try_from(now.unix_timestamp()).unwrap_or(0);
    Duration::from_secs(seconds % every.as_secs().max(1))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn every_machine_computes_the_same_slots() {
        let hour = Duration::from_secs(3600);
        for now in [datetime!(2026-03-01 10:00:00.5 UTC), datetime!(2026-03-01 10:59:59.999 UTC)] {
            assert_eq!(slot_of(hour, now), datetime!(2026-03-01 10:00 UTC));
        }
        assert_eq!(until_next_slot(hour, datetime!(2026-03-01 10:59:00 UTC)), Duration::from_secs(60));
    }
}
