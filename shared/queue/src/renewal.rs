//! Renews the leases of this worker's tasks and writes their progress.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bole_store::Db;
use bole_store::ledger::{self, Lease, Progress};
use tokio::time::Instant;
use uuid::Uuid;

use crate::context::Attempt;

/// How often progress is written.
const PROGRESS: Duration = Duration::from_millis(500);

/// Every attempt whose end is not written yet: waiting for a slot, running, or waiting to be written.
#[derive(Default)]
pub(crate) struct HeldLeases(Mutex<HashMap<Key, Entry>>);

type Key = (Uuid, Uuid);

struct Entry {
    attempt: Arc<Attempt>,
    written: Option<Progress>,
}

const fn key(lease: &Lease) -> Key {
    (lease.task.0, lease.token)
}

impl HeldLeases {
    pub(crate) fn add(&self, lease: Lease) -> Arc<Attempt> {
        let attempt = Arc::new(Attempt::new(lease));
        self.lock().insert(key(&lease), Entry { attempt: attempt.clone(), written: None });
        attempt
    }

    pub(crate) fn remove(&self, leases: &[Lease]) {
        let mut held = self.lock();
        for lease in leases {
            held.remove(&key(lease));
        }
    }

    fn leases(&self) -> Vec<Lease> {
        self.lock().values().map(|entry| entry.attempt.lease).collect()
    }

    /// Notifies the handlers of lost leases.
    fn lose(&self, leases: &[Lease]) {
        let mut held = self.lock();
        for lease in leases {
            // A lease whose attempt ended during the renewal is not lost.
            if held.get(&key(lease)).is_none_or(|entry| entry.attempt.is_settled()) {
                continue;
            }
            if let Some(entry) = held.remove(&key(lease)) {
                tracing::warn!(task = %lease.task, "lost the lease: cancelled, or taken over");
                entry.attempt.lost.cancel();
            }
        }
    }

    /// Progress that is not written yet.
    fn news(&self) -> Vec<(Lease, Progress)> {
        let mut news = Vec::new();
        for entry in self.lock().values_mut() {
            let progress = entry.attempt.progress();
            if progress != entry.written {
                entry.written = progress;
                news.extend(progress.map(|progress| (entry.attempt.lease, progress)));
            }
        }
        news
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Key, Entry>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Renews every lease three times in its lifetime, and more often while the database does not answer. Never ends.
pub(crate) async fn renew(db: Db, held: Arc<HeldLeases>, lease_for: Duration) {
    let every = lease_for / 3;
    let mut wait = every;
    loop {
        tokio::time::sleep(wait).await;
        let leases = held.leases();
        wait = every;
        if leases.is_empty() {
            continue;
        }
        match ledger::renew(&db, &leases, lease_for).await {
            Ok(lost) => held.lose(&lost),
            Err(error) => {
                tracing::warn!(%error, count = leases.len(), "cannot renew leases; trying again");
                wait = every.min(Duration::from_secs(1));
            }
        }
    }
}

/// Writes progress about twice a second. Never ends.
pub(crate) async fn report_progress(db: Db, held: Arc<HeldLeases>) {
    let mut next = Instant::now();
    loop {
        next = (next + PROGRESS).max(Instant::now());
        tokio::time::sleep_until(next).await;
        let news = held.news();
        if news.is_empty() {
            continue;
        }
        // If lost, it is reported again with the next change or the end.
        if let Err(error) = ledger::progress(&db, &news).await {
            tracing::debug!(%error, "cannot write progress");
        }
    }
}
