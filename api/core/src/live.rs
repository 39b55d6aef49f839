//! Distributes live events from the database to the streams of this process.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bole_domain::ids::{OrganizationId, UserId};
use bole_store::Db;
use bole_store::live::{LiveEvent, LiveEvents};
use tokio::sync::{broadcast, watch};
use tokio::time::MissedTickBehavior;
use tokio_util::sync::{CancellationToken, DropGuard};

/// The limits of a process.
const LIMITS: StreamLimits = StreamLimits { process: 2_000, organization: 1_000, user: 20 };

/// How often events left over by processes that ended are sent.
const LEFT_OVER_INTERVAL: Duration = Duration::from_secs(1);

/// How many events a slow stream may lag behind before it has to reload.
const BACKLOG: usize = 1_024;

/// A signal to a stream.
#[derive(Debug, Clone)]
pub enum Signal {
    /// A change.
    Changed(Arc<LiveEvent>),
    /// Events may have been missed: reload.
    Missed,
}

/// Broadcasts every event to every stream. Cheap to clone; the connection closes with the last clone.
#[derive(Clone)]
pub struct LiveHub {
    signals: broadcast::Sender<Signal>,
    streams: Arc<OpenStreams>,
    is_listening: watch::Sender<bool>,
    closed: CancellationToken,
    _listening: Arc<DropGuard>,
}

/// A stream's subscription.
pub struct Subscription {
    /// Signals from now on.
    pub signals: broadcast::Receiver<Signal>,
    /// Whether events are currently received.
    pub is_listening: watch::Receiver<bool>,
    /// Cancelled when the process shuts down.
    pub closed: CancellationToken,
    _slot: StreamSlot,
}

impl LiveHub {
    /// Starts listening in the background and reconnects automatically. A silent connection is checked this often.
    #[must_use]
    pub fn start(db: &Db, check_interval: Duration) -> Self {
        let stop = CancellationToken::new();
        let signals = broadcast::Sender::new(BACKLOG);
        let is_listening = watch::Sender::new(false);
        let listening = listen(db.clone(), check_interval, signals.clone(), is_listening.clone());
        tokio::spawn(stop.clone().run_until_cancelled_owned(listening));
        tokio::spawn(stop.clone().run_until_cancelled_owned(send_left_over(db.clone())));
        Self {
            signals,
            streams: Arc::new(OpenStreams::new(LIMITS)),
            is_listening,
            closed: CancellationToken::new(),
            _listening: Arc::new(stop.drop_guard()),
        }
    }

    /// Subscribes a user of an organization, unless a limit is reached.
    #[must_use]
    pub fn subscribe(&self, organization: OrganizationId, user: UserId) -> Option<Subscription> {
        let slot = self.streams.admit(organization, user)?;
        Some(Subscription {
            signals: self.signals.subscribe(),
            is_listening: self.is_listening.subscribe(),
            closed: self.closed.clone(),
            _slot: slot,
        })
    }

    /// Closes every stream, so that the process can exit.
    pub fn close(&self) {
        self.closed.cancel();
    }
}

/// Maximum open streams.
#[derive(Debug, Clone, Copy)]
struct StreamLimits {
    process: usize,
    organization: usize,
    user: usize,
}

/// The open streams of this process.
struct OpenStreams {
    limits: StreamLimits,
    open: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    all: usize,
    by_organization: HashMap<OrganizationId, usize>,
    by_user: HashMap<UserId, usize>,
}

impl OpenStreams {
    fn new(limits: StreamLimits) -> Self {
        Self { limits, open: Mutex::default() }
    }

    /// Counts a stream until the slot is dropped. `None` if a limit is reached.
    fn admit(self: &Arc<Self>, organization: OrganizationId, user: UserId) -> Option<StreamSlot> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let of_organization = open.by_organization.get(&organization).copied().unwrap_or_default();
        let of_user = open.by_user.get(&user).copied().unwrap_or_default();
        let StreamLimits { process, organization: per_organization, user: per_user } = self.limits;
        if open.all >= process || of_organization >= per_organization || of_user >= per_user {
            return None;
        }
        open.all += 1;
        open.by_organization.insert(organization, of_organization + 1);
        open.by_user.insert(user, of_user + 1);
        Some(StreamSlot { streams: Arc::clone(self), organization, user })
    }
}

/// The right to a stream.
struct StreamSlot {
    streams: Arc<OpenStreams>,
    organization: OrganizationId,
    user: UserId,
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        let mut open = self.streams.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all -= 1;
        decrement(&mut open.by_organization, self.organization);
        decrement(&mut open.by_user, self.user);
    }
}

/// Removes a count that falls to zero, so that the map does not grow with everyone who ever connected.
fn decrement<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K) {
    let count = counts.get(&key).copied().unwrap_or_default();
    if count > 1 {
        counts.insert(key, count - 1);
    } else {
        counts.remove(&key);
    }
}

async fn listen(
    db: Db,
    check_interval: Duration,
    signals: broadcast::Sender<Signal>,
    is_listening: watch::Sender<bool>,
) {
    loop {
        match LiveEvents::listen(&db, check_interval).await {
            Ok(mut events) => {
                // Events before the connection may have been missed. Without streams there is no receiver, which
                // is fine.
                let _ = signals.send(Signal::Missed);
                is_listening.send_replace(true);
                while let Ok(event) = events.next().await {
                    let _ = signals.send(event.map_or(Signal::Missed, |event| Signal::Changed(Arc::new(event))));
                }
            }
            Err(error) => tracing::debug!(%error, "cannot listen for live events"),
        }
        is_listening.send_replace(false);
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Sends what processes that ended could not send any more.
async fn send_left_over(db: Db) {
    let mut tick = tokio::time::interval(LEFT_OVER_INTERVAL);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if let Err(error) = bole_store::live::send_left_over(&db).await {
            tracing::debug!(%error, "cannot send live events left over");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_and_organizations_leave_streams_to_others() {
        let streams = Arc::new(OpenStreams::new(StreamLimits { process: 5, organization: 3, user: 2 }));
        let (organization, other, third) = (OrganizationId::new(), OrganizationId::new(), OrganizationId::new());
        let user = UserId::new();
        let mut open = vec![streams.admit(organization, user).unwrap(), streams.admit(other, user).unwrap()];
        assert!(streams.admit(third, user).is_none(), "a user's limit applies across organizations");
        open.extend((0..2).map(|_| streams.admit(organization, UserId::new()).unwrap()));
        assert!(streams.admit(organization, UserId::new()).is_none());
        open.push(streams.admit(other, UserId::new()).unwrap());
        assert!(streams.admit(third, UserId::new()).is_none());

        open.clear();
        assert!(streams.admit(organization, user).is_some());
        let counts = streams.open.lock().unwrap();
        assert_eq!((counts.all, counts.by_organization.len(), counts.by_user.len()), (0, 0, 0));
    }
}
