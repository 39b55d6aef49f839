//! Writes how attempts ended, batching whatever accumulated during the last write into one statement.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bole_store::Db;
use bole_store::ledger::{self, Finished, Lease};
use tokio::sync::{Notify, watch};
use tokio_util::sync::CancellationToken;

use crate::RetryPolicy;
use crate::context::Attempt;
use crate::renewal::HeldLeases;
use crate::run::AttemptEnd;

/// The most ends per statement.
const BATCH: usize = 500;
/// How often a single end may be refused by a healthy database before it is dropped.
const MAX_TRIES: i32 = 5;

/// A handle of the finisher. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Finisher(Arc<Inner>);

struct Inner {
    ends: Mutex<VecDeque<Entry>>,
    unwritten: AtomicUsize,
    added: Notify,
    written: watch::Sender<()>,
    held: Arc<HeldLeases>,
}

enum Entry {
    Finished(Finished),
    GiveBack(Lease),
}

impl Finisher {
    /// Starts writing, until `stop` fires.
    pub(crate) fn start(db: Db, held: Arc<HeldLeases>, stop: CancellationToken) -> Self {
        let inner = Arc::new(Inner {
            ends: Mutex::default(),
            unwritten: AtomicUsize::new(0),
            added: Notify::new(),
            written: watch::Sender::new(()),
            held,
        });
        tokio::spawn(stop.run_until_cancelled_owned(write(db, inner.clone())));
        Self(inner)
    }

    /// Queues the end of an attempt.
    pub(crate) fn report(&self, attempt: &Attempt, end: AttemptEnd) {
        attempt.settle();
        let lease = attempt.lease;
        let entry = match end {
            AttemptEnd::Outcome(outcome) => Entry::Finished(Finished { lease, outcome, progress: attempt.progress() }),
            AttemptEnd::GiveBack => Entry::GiveBack(lease),
            AttemptEnd::Finished | AttemptEnd::Lost => {
                self.0.held.remove(&[lease]);
                return;
            }
        };
        self.0.unwritten.fetch_add(1, Ordering::Relaxed);
        self.0.ends.lock().unwrap_or_else(PoisonError::into_inner).push_back(entry);
        self.0.added.notify_one();
    }

    /// How many ends are not written yet.
    pub(crate) fn unwritten(&self) -> usize {
        self.0.unwritten.load(Ordering::Relaxed)
    }

    /// Waits until all ends are written.
    pub(crate) async fn flushed(&self) {
        let mut written = self.0.written.subscribe();
        while self.unwritten() > 0 && written.changed().await.is_ok() {}
    }
}

async fn write(db: Db, inner: Arc<Inner>) {
    loop {
        let batch: Vec<_> = {
            let mut ends = inner.ends.lock().unwrap_or_else(PoisonError::into_inner);
            let count = ends.len().min(BATCH);
            ends.drain(..count).collect()
        };
        if batch.is_empty() {
            inner.added.notified().await;
            continue;
        }
        let count = batch.len();
        let (mut finished, mut back) = (Vec::with_capacity(count), Vec::new());
        for entry in batch {
            match entry {
                Entry::Finished(end) => finished.push(end),
                Entry::GiveBack(lease) => back.push(lease),
            }
        }
        if !back.is_empty() {
            inner.held.remove(&back);
            // Not retried: the worker is stopping, and the leases expire.
            if let Err(error) = ledger::release(&db, &back).await {
                tracing::warn!(%error, count = back.len(), "cannot give tasks back; they return when their leases expire");
            }
        }
        finish(&db, &inner, finished).await;
        inner.unwritten.fetch_sub(count, Ordering::Relaxed);
        inner.written.send_replace(());
    }
}

/// Writes the ends, retrying while the database is away. An end that the database refuses is found by bisection and
/// dropped, so that it does not block the others.
async fn finish(db: &Db, inner: &Inner, finished: Vec<Finished>) {
    let mut parts = vec![finished];
    let mut failures = 0;
    while let Some(part) = parts.pop() {
        if part.is_empty() {
            continue;
        }
        match ledger::finish(db, &part).await {
            Ok(refused) => {
                failures = 0;
                for lease in refused {
                    tracing::warn!(task = %lease.task, "finished too late: its lease was lost");
                }
                inner.held.remove(&part.iter().map(|end| end.lease).collect::<Vec<_>>());
            }
            Err(error) => {
                failures += 1;
                tracing::warn!(%error, count = part.len(), failures, "cannot finish tasks; trying again");
                let policy = RetryPolicy { base: Duration::from_millis(50), cap: Duration::from_secs(2) };
                tokio::time::sleep(policy.wait(failures, None)).await;
                let answers = db.ping().await.is_ok();
                match part.len() {
                    1 if answers && failures >= MAX_TRIES => {
                        tracing::error!(task = %part[0].lease.task, "the database refuses the end of this task");
                        inner.held.remove(&[part[0].lease]);
                        failures = 0;
                    }
                    count if answers && count > 1 && failures >= MAX_TRIES => {
                        let mut first = part;
                        let second = first.split_off(count / 2);
                        parts.extend([second, first]);
                    }
                    _ => parts.push(part),
                }
            }
        }
    }
}
