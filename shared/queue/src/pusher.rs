//! Pushes tasks that belong to no other change: whatever has come together while the last commit was under way, by one
//! statement and one commit.

use bole_store::ledger::{Enqueued, NewTask, Push, Pushes};
use bole_store::{Actor, Db, StoreError, StoreResult};
use tokio::sync::{mpsc, oneshot};

use crate::Signals;

/// At most so many tasks by one statement.
const BATCH: usize = 500;
/// So many wait for the statement after that; further callers wait before they are taken in.
const WAITING: usize = 2 * BATCH;

/// Pushes tasks by themselves, outside any transaction. A push alone is written at once; those that come while it is
/// being written share the next commit. Cheap to clone; the connection ends with the last clone.
#[derive(Clone)]
pub struct Pusher(mpsc::Sender<Waiting>);

struct Waiting {
    push: Push,
    answer: oneshot::Sender<StoreResult<Enqueued>>,
}

impl Pusher {
    /// Starts pushing in the background. It connects, and connects again, by itself.
    #[must_use]
    pub fn start(db: &Db, signals: &Signals) -> Self {
        let (sender, waiting) = mpsc::channel(WAITING);
        tokio::spawn(write(Pushes::new(db), signals.clone(), waiting));
        Self(sender)
    }

    /// Adds one task to the actor's organization and wakes workers. It is durable once this answers; should the caller
    /// stop waiting, it is added all the same.
    ///
    /// # Errors
    /// When the database refuses it; or when the connection is lost, and then it is unknown whether it was added.
    pub async fn push(&self, actor: &Actor, task: NewTask) -> StoreResult<Enqueued> {
        let (answer, answered) = oneshot::channel();
        let waiting = Waiting { push: Push { actor: *actor, task }, answer };
        self.0.send(waiting).await.map_err(|_| StoreError::closed())?;
        answered.await.map_err(|_| StoreError::closed())?
    }
}

async fn write(mut pushes: Pushes, signals: Signals, mut waiting: mpsc::Receiver<Waiting>) {
    let mut batch = Vec::with_capacity(BATCH);
    while waiting.recv_many(&mut batch, BATCH).await > 0 {
        let (tasks, answers): (Vec<_>, Vec<_>) = batch.drain(..).map(|one| (one.push, one.answer)).unzip();
        let rides_along = signals.rides_along();
        let pushed = pushes.push(tasks, rides_along).await;
        if rides_along {
            signals.wake_here();
        } else {
            signals.wake();
        }
        for (answer, pushed) in answers.into_iter().zip(pushed) {
            // Whoever no longer waits does not want to know.
            let _ = answer.send(pushed);
        }
        // Whoever goes on to push again comes first, and into the same commit.
        tokio::task::yield_now().await;
    }
}
