//! Live events on their way from the database to the streams of this process.

use std::sync::Arc;
use std::time::Duration;

use bole_store::Db;
use bole_store::live::{LiveEvent, LiveEvents};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, watch};
use tokio_util::sync::{CancellationToken, DropGuard};

/// Streams one process holds open.
const MAX_STREAMS: usize = 2_000;

/// Events a slow stream may be behind before it is told to read again.
const BACKLOG: usize = 1_024;

/// What a stream is told.
#[derive(Debug, Clone)]
pub enum Signal {
    /// Something changed.
    Changed(Arc<LiveEvent>),
    /// Something may have been missed: read again.
    Missed,
}

/// Hands every event to every stream. Cheap to clone; the connection ends with the last clone.
#[derive(Clone)]
pub struct LiveHub {
    signals: broadcast::Sender<Signal>,
    streams: Arc<Semaphore>,
    is_listening: watch::Sender<bool>,
    closed: CancellationToken,
    _listening: Arc<DropGuard>,
}

/// A place among the streams, and what it is told.
pub struct Subscription {
    /// Signals from now on.
    pub signals: broadcast::Receiver<Signal>,
    /// Whether events are heard at present.
    pub is_listening: watch::Receiver<bool>,
    /// Cancelled when the process is about to end.
    pub closed: CancellationToken,
    _place: OwnedSemaphorePermit,
}

impl LiveHub {
    /// Starts to listen in the background; it connects, and connects again, by itself.
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

    /// Takes a place, unless all are taken.
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

    /// Ends every stream, so that the process can end.
    pub fn close(&self) {
        self.closed.cancel();
    }
}

async fn listen(db: Db, signals: broadcast::Sender<Signal>, is_listening: watch::Sender<bool>) {
    loop {
        match LiveEvents::listen(&db).await {
            Ok(mut events) => {
                // What happened before the connection stood is unknown. Without streams nobody hears it, which is fine.
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
