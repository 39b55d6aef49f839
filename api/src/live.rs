//! Distributes live events from the database to the streams of this process.

use std::sync::Arc;
use std::time::Duration;

use bole_store::Db;
use bole_store::live::{LiveEvent, LiveEvents};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, watch};
use tokio_util::sync::{CancellationToken, DropGuard};

/// Maximum open streams per process.
const MAX_STREAMS: usize = 2_000;

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
    streams: Arc<Semaphore>,
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
    _place: OwnedSemaphorePermit,
}

impl LiveHub {
    /// Starts listening in the background and reconnects automatically.
    #[must_use]
    pub fn start(db: &Db) -> Self {
        let stop = CancellationToken::new();
        let signals = broadcast::Sender::new(BACKLOG);
        let is_listening = watch::Sender::new(false);
        let listening = listen(db.clone(), signals.clone(), is_listening.clone());
        tokio::spawn(stop.clone().run_until_cancelled_owned(listening));
        Self {
            signals,
            streams: Arc::new(Semaphore::new(MAX_STREAMS)),
            is_listening,
            closed: CancellationToken::new(),
            _listening: Arc::new(stop.drop_guard()),
        }
    }

    /// Subscribes, unless the maximum is reached.
    #[must_use]
    pub fn subscribe(&self) -> Option<Subscription> {
        let place = Arc::clone(&self.streams).try_acquire_owned().ok()?;
        Some(Subscription {
            signals: self.signals.subscribe(),
            is_listening: self.is_listening.subscribe(),
            closed: self.closed.clone(),
            _place: place,
        })
    }

    /// Closes every stream, so that the process can exit.
    pub fn close(&self) {
        self.closed.cancel();
    }
}

async fn listen(db: Db, signals: broadcast::Sender<Signal>, is_listening: watch::Sender<bool>) {
    loop {
        match LiveEvents::listen(&db).await {
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
