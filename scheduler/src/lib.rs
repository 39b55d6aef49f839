//! Scheduled jobs: one file per cron; each slot runs once, however many schedulers there are.
//!
//! A cron's expression divides time into slots. A scheduler claims a slot by inserting its row; the primary key lets one
//! of them win. A slot missed while no scheduler ran is made up for once, at the next start; one whose run failed is
//! tried again until it ends.

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
mod schedule;
mod send_digests;
mod settle_emails;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bole_storage::{Storage, StorageError};
use bole_store::crons::{self, Slot};
use bole_store::{Db, StoreError};
use time::OffsetDateTime;
use tokio_cron_scheduler::{Job, JobScheduler, JobSchedulerError};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

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
pub use schedule::{CronSetting, Schedule, ScheduleError};
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

    /// When it runs unless a setting says otherwise: a cron expression of five fields, in UTC.
    fn schedule(&self) -> &'static str;

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

/// The crons that are left to schedulers with storage.
const WITH_STORAGE: [&str; 3] = [RemoveFiles::NAME, PruneExports::NAME, PurgeFiles::NAME];

/// Why crons cannot be scheduled.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("there is no cron named {name}; there are {}", known.join(", "))]
    UnknownCron { name: String, known: Vec<&'static str> },
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    #[error(transparent)]
    Scheduler(#[from] JobSchedulerError),
}

/// A cron and when it runs here.
#[derive(Clone)]
struct Scheduled {
    cron: Arc<dyn Cron>,
    schedule: Schedule,
}

/// Runs crons until shutdown, at their own times or those of the settings; running ones finish first.
///
/// # Errors
/// When a setting names no cron, or the scheduler does not start.
pub async fn run(
    db: &Db,
    crons: Vec<Arc<dyn Cron>>,
    settings: &[CronSetting],
    shutdown: &CancellationToken,
) -> Result<(), StartError> {
    let crons = scheduled(crons, settings)?;
    let running = TaskTracker::new();
    let mut scheduler = JobScheduler::new().await?;
    for one in crons.clone() {
        let expression = one.schedule.with_seconds();
        let (db, running) = (db.clone(), running.clone());
        let job = Job::new_async(expression, move |_, _| {
            Box::pin(running.track_future(run_current_slot(db.clone(), one.clone())))
        })?;
        scheduler.add(job).await?;
    }
    // Also at once, for what was missed while no scheduler ran.
    let run_all = {
        let (db, running) = (db.clone(), running.clone());
        move || {
            for one in &crons {
                running.spawn(run_current_slot(db.clone(), one.clone()));
            }
        }
    };
    run_all();
    let retry = Job::new_repeated(RETRY, move |_, _| run_all())?;
    scheduler.add(retry).await?;
    scheduler.start().await?;

    shutdown.cancelled().await;
    scheduler.shutdown().await?;
    running.close();
    running.wait().await;
    Ok(())
}

fn scheduled(crons: Vec<Arc<dyn Cron>>, settings: &[CronSetting]) -> Result<Vec<Scheduled>, StartError> {
    // All schedulers of a fleet have the same settings, also those without storage.
    let known: BTreeSet<&'static str> = crons.iter().map(|cron| cron.name()).chain(WITH_STORAGE).collect();
    if let Some(unknown) = settings.iter().find(|setting| !known.contains(setting.name.as_str())) {
        return Err(StartError::UnknownCron { name: unknown.name.clone(), known: known.into_iter().collect() });
    }
    let scheduled = crons.into_iter().map(|cron| {
        let setting = settings.iter().find(|setting| setting.name == cron.name());
        let schedule = setting.map_or_else(|| cron.schedule().parse(), |setting| Ok(setting.schedule.clone()))?;
        Ok(Scheduled { cron, schedule })
    });
    scheduled.collect()
}

async fn run_current_slot(db: Db, Scheduled { cron, schedule }: Scheduled) {
    let Some(slot) = schedule.slot_of(cron.name(), OffsetDateTime::now_utc()) else { return };
    if let Err(error) = run_slot(&db, cron.as_ref(), slot).await {
        tracing::warn!(cron = cron.name(), %error, "a cron failed; it is tried again soon");
    }
}

/// Runs the cron if its slot is free. True if it ran. After an error the slot is free again.
///
/// # Errors
/// When the database does not answer, or the cron failed.
pub async fn run_slot(db: &Db, cron: &dyn Cron, slot: Slot<'_>) -> Result<bool, CronError> {
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
