//! Watches mailboxes whose servers tell of new mail (IMAP IDLE), and has them looked into at once. It is no task: an open
//! connection would hold a slot for hours. Each mailbox is watched by one process, which holds it by a lease; where the
//! server does not tell, or the connection breaks, the clock looks into it every minute.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::time::Duration;

use bole_domain::ids::OrganizationId;
use bole_mail::{OpenMailbox, Reach, ReceiveError};
use bole_queue::TaskKind;
use bole_queue::kinds::PollMailbox;
use bole_store::inbound::{self, WatchedMailbox};
use bole_store::ledger::{self, NewTask};
use bole_store::{Actor, Db, StoreError, StoreResult};
use tokio::task::{AbortHandle, Id, JoinSet};
use tokio::time::{Instant, MissedTickBehavior};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::Tools;
use crate::poll_mailbox::address;

/// How often leases are renewed and further mailboxes are taken.
const EVERY: Duration = Duration::from_secs(20);
/// How long a mailbox stays with a process that gives no sign of life.
const LEASE: Duration = Duration::from_secs(90);
/// The most connections that one process keeps open.
const MAX_WATCHED: usize = 500;
/// IDLE is begun anew after this long: servers and routers forget connections that are silent for half an hour.
const ROUND: Duration = Duration::from_secs(20 * 60);
/// After a connection that broke, and where the server does not tell of mail.
const REST: Duration = Duration::from_secs(120);
const REST_WITHOUT_IDLE: Duration = Duration::from_secs(3600);
/// A look under way may have passed the message already: then another is asked for after this long.
const AGAIN: Duration = Duration::from_secs(1);

/// Watches mailboxes.
pub struct MailboxWatcher {
    db: Db,
    tools: Tools,
    id: Uuid,
    every: Duration,
}

/// Why a mailbox is not watched any more.
#[derive(Debug, thiserror::Error)]
enum WatchError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Mailbox(#[from] ReceiveError),
    #[error("its server does not tell of new mail")]
    NoIdle,
    #[error("it is not to be watched")]
    Off,
}

impl WatchError {
    const fn rest(&self) -> Duration {
        match self {
            Self::NoIdle => REST_WITHOUT_IDLE,
            Self::Store(_) | Self::Mailbox(_) | Self::Off => REST,
        }
    }
}

impl MailboxWatcher {
    /// With these tools.
    #[must_use]
    pub fn new(db: Db, tools: Tools) -> Self {
        Self { db, tools, id: Uuid::now_v7(), every: EVERY }
    }

    /// The same that looks for mailboxes to watch so often.
    #[must_use]
    pub const fn every(mut self, every: Duration) -> Self {
        self.every = every;
        self
    }

    /// Watches until told to stop.
    pub async fn run(self, stop: CancellationToken) {
        let mut watches = Watches::default();
        let mut tick = tokio::time::interval(self.every);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = stop.cancelled() => break,
                _ = tick.tick() => {
                    if let Err(error) = self.claim(&mut watches).await {
                        tracing::warn!(%error, "cannot tell which mailboxes to watch; trying again");
                    }
                }
                Some(ended) = watches.tasks.join_next_with_id() => {
                    let (id, rest) = ended.unwrap_or_else(|error| (error.id(), REST));
                    // One that was cancelled is not this process's any more.
                    if let Some((mailbox, _)) = watches.running.remove(&id) {
                        watches.resting.insert(mailbox, Instant::now() + rest);
                        // Its lease ends by itself where this fails.
                        let _ = inbound::release_watches(&self.db, self.id, Some(mailbox.organization)).await;
                    }
                }
            }
        }
        watches.tasks.abort_all();
        let _ = inbound::release_watches(&self.db, self.id, None).await;
    }

    /// Ends what is not this process's to watch any more, and begins what is.
    async fn claim(&self, watches: &mut Watches) -> StoreResult<()> {
        watches.resting.retain(|_, until| *until > Instant::now());
        let mut held = inbound::renew_watches(&self.db, self.id, LEASE).await?;
        watches.running.retain(|_, (mailbox, task)| {
            let is_held = held.contains(mailbox);
            if !is_held {
                task.abort();
            }
            is_held
        });
        let resting: Vec<WatchedMailbox> = watches.resting.keys().copied().collect();
        let room = i64::try_from(MAX_WATCHED.saturating_sub(held.len())).unwrap_or_default();
        held.extend(inbound::claim_watches(&self.db, self.id, LEASE, &resting, room).await?);
        let running: HashSet<WatchedMailbox> = watches.running.values().map(|(mailbox, _)| *mailbox).collect();
        for mailbox in held.into_iter().filter(|mailbox| !running.contains(mailbox) && !resting.contains(mailbox)) {
            let (db, tools) = (self.db.clone(), self.tools.clone());
            let task = watches.tasks.spawn(async move {
                let Err(error) = watch(&db, &tools, mailbox.organization).await;
                tracing::debug!(organization = %mailbox.organization, %error, "a mailbox is not watched any more");
                error.rest()
            });
            watches.running.insert(task.id(), (mailbox, task));
        }
        Ok(())
    }
}

/// What one process watches.
#[derive(Default)]
struct Watches {
    running: HashMap<Id, (WatchedMailbox, AbortHandle)>,
    /// How long each is left to the clock when it ends.
    tasks: JoinSet<Duration>,
    /// What is left to the clock, until when.
    resting: HashMap<WatchedMailbox, Instant>,
}

/// Watches a mailbox for as long as its connection holds.
async fn watch(db: &Db, tools: &Tools, organization: OrganizationId) -> Result<Infallible, WatchError> {
    let mut tx = db.tenant(&Actor::worker(organization)).await?;
    let mailbox = inbound::mailbox(&mut tx).await?;
    tx.release();
    let address = mailbox.and_then(|mailbox| address(tools, organization, &mailbox)).ok_or(WatchError::Off)?;
    let mut open = OpenMailbox::open(&address, &Reach::Public(tools.mail_allow_hosts.clone())).await?;
    if !open.can_idle().await? {
        open.close().await;
        return Err(WatchError::NoIdle);
    }
    // What came before the connection is not told of.
    look(db, tools, organization).await?;
    loop {
        let (still_open, is_told) = open.wait(ROUND).await?;
        open = still_open;
        if is_told {
            look(db, tools, organization).await?;
        }
    }
}

/// Has the mailbox looked into, after the looks that are under way.
async fn look(db: &Db, tools: &Tools, organization: OrganizationId) -> StoreResult<()> {
    loop {
        let mut tx = db.tenant(&Actor::clock(organization)).await?;
        let task = NewTask { dedupe_key: Some("clock".to_owned()), ..PollMailbox {}.new_task(None)? };
        let is_new = !ledger::enqueue(&mut tx, task).await?.existing;
        tx.commit().await?;
        tools.signals.wake();
        if is_new {
            return Ok(());
        }
        tokio::time::sleep(AGAIN).await;
    }
}
