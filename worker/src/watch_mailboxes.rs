//! Watches mailboxes for new mail with IMAP IDLE and polls them at once. It is not a task, because an open connection
//! would hold a slot for hours. A lease assigns each mailbox to one process; without IDLE support or after a broken
//! connection, a cron polls it every minute.

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

/// How often leases are renewed and new mailboxes claimed.
const EVERY: Duration = Duration::from_secs(20);
/// How long a mailbox stays assigned to a silent process.
const LEASE: Duration = Duration::from_secs(90);
/// The most connections per process.
const MAX_WATCHED: usize = 500;
/// IDLE is restarted after this long, because servers and routers drop connections that are silent for half an hour.
const ROUND: Duration = Duration::from_secs(20 * 60);
/// Pause after a broken connection, and for servers without IDLE.
const REST: Duration = Duration::from_secs(120);
const REST_WITHOUT_IDLE: Duration = Duration::from_secs(3600);
/// A running poll may have missed the message, so another one follows after this long.
const AGAIN: Duration = Duration::from_secs(1);

pub struct MailboxWatcher {
    db: Db,
    tools: Tools,
    id: Uuid,
    every: Duration,
}

/// Why a mailbox is no longer watched.
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
    #[must_use]
    pub fn new(db: Db, tools: Tools) -> Self {
        Self { db, tools, id: Uuid::now_v7(), every: EVERY }
    }

    /// Sets the interval for claiming mailboxes.
    #[must_use]
    pub const fn every(mut self, every: Duration) -> Self {
        self.every = every;
        self
    }

    /// Watches until shutdown.
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
                    // A cancelled one was already taken by another process.
                    if let Some((mailbox, _)) = watches.running.remove(&id) {
                        watches.resting.insert(mailbox, Instant::now() + rest);
                        // If this fails, the lease expires.
                        let _ = inbound::release_watches(&self.db, self.id, Some(mailbox.organization)).await;
                    }
                }
            }
        }
        watches.tasks.abort_all();
        let _ = inbound::release_watches(&self.db, self.id, None).await;
    }

    /// Stops watching lost mailboxes and starts watching new ones.
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

/// The mailboxes watched by a process.
#[derive(Default)]
struct Watches {
    running: HashMap<Id, (WatchedMailbox, AbortHandle)>,
    /// For how long each is left to the cron when it ends.
    tasks: JoinSet<Duration>,
    /// Mailboxes left to the cron, and until when.
    resting: HashMap<WatchedMailbox, Instant>,
}

/// Watches a mailbox while its connection lasts.
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
    // Messages before the connection are not announced.
    look(db, tools, organization).await?;
    loop {
        let (still_open, is_told) = open.wait(ROUND).await?;
        open = still_open;
        if is_told {
            look(db, tools, organization).await?;
        }
    }
}

/// Polls the mailbox, after running polls.
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
