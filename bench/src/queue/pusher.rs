//! Enqueues independent tasks as the peers do, batching what accumulates during a commit into the next transaction.

use bole_domain::ids::OrganizationId;
use bole_queue::Signals;
use bole_store::ledger::{self, NewTask};
use bole_store::{Actor, Db, StoreResult};
use tokio::sync::{mpsc, oneshot};

/// The most tasks per transaction.
const BATCH: usize = 500;

/// A handle for enqueueing; the pusher ends with the last clone.
#[derive(Clone)]
pub(super) struct Pusher(mpsc::Sender<(NewTask, oneshot::Sender<()>)>);

impl Pusher {
    pub(super) fn start(db: &Db, organization: OrganizationId, signals: Signals) -> Self {
        let (sender, waiting) = mpsc::channel(2 * BATCH);
        tokio::spawn(write(db.clone(), organization, signals, waiting));
        Self(sender)
    }

    /// Enqueues one task and waits until it is durable.
    pub(super) async fn push(&self, task: NewTask) -> anyhow::Result<()> {
        let (answer, answered) = oneshot::channel();
        self.0.send((task, answer)).await?;
        Ok(answered.await?)
    }
}

async fn write(
    db: Db,
    organization: OrganizationId,
    signals: Signals,
    mut waiting: mpsc::Receiver<(NewTask, oneshot::Sender<()>)>,
) -> StoreResult<()> {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let (tasks, answers): (Vec<_>, Vec<_>) = batch.drain(..).unzip();
        let mut tx = db.tenant(&Actor::clock(organization)).await?;
        ledger::enqueue_many(&mut tx, tasks).await?;
        tx.commit().await?;
        signals.wake();
        for answer in answers {
            // The receiver is dropped at the end of the measurement.
            let _ = answer.send(());
        }
        // Lets waiting pushers join the same commit.
        tokio::task::yield_now().await;
    }
    Ok(())
}
