//! Batches the database work of many tasks: submissions during a batch go into the next one.
//!
//! A lone task forms a batch immediately. Under load, batches start at a fixed interval, or when one is full, and
//! contain everything submitted since the last one, which shares the cost of a transaction. A batch belongs to one organization, as a
//! transaction does; an organization's batches run one after another.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bole_domain::failure::TaskReason;
use bole_domain::ids::OrganizationId;
use bole_queue::TaskError;
use bole_store::StoreResult;
use futures_util::FutureExt;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// The most tasks in a batch.
const MAX_BATCH: usize = 64;
/// The minimum time between the starts of an organization's batches.
const INTERVAL: Duration = Duration::from_millis(50);

/// The work done for a batch.
pub(crate) trait BatchedWork: Send + Sync + 'static {
    /// What a task submits.
    type Input: Send + Sync;
    /// What it gets back.
    type Output: Send;

    /// Processes all inputs in one transaction, or none; returns outputs in order.
    fn run(&self, inputs: &[Self::Input]) -> impl Future<Output = StoreResult<Vec<Self::Output>>> + Send;
}

/// Collects submissions and runs them in batches.
pub(crate) struct Batcher<W: BatchedWork> {
    shared: Arc<Shared<W>>,
}

struct Shared<W: BatchedWork> {
    work: W,
    /// Pending submissions by organization; an organization has an entry while its batches run.
    pending: Mutex<HashMap<OrganizationId, Vec<Submission<W>>>>,
}

struct Submission<W: BatchedWork> {
    input: W::Input,
    reply: oneshot::Sender<Result<W::Output, TaskError>>,
}

impl<W: BatchedWork> Batcher<W> {
    pub(crate) fn new(work: W) -> Self {
        Self { shared: Arc::new(Shared { work, pending: Mutex::default() }) }
    }

    /// Submits an input for the organization's next batch and waits for its output. A started batch completes even if
    /// this call is dropped.
    pub(crate) async fn submit(&self, organization: OrganizationId, input: W::Input) -> Result<W::Output, TaskError> {
        let (reply, answer) = oneshot::channel();
        let mut first = false;
        self.shared
            .pending
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(organization)
            .or_insert_with(|| {
                first = true;
                Vec::new()
            })
            .push(Submission { input, reply });
        if first {
            tokio::spawn(self.shared.clone().run_batches(organization));
        }
        answer.await.unwrap_or_else(|_| Err(TaskError::new(TaskReason::Panicked, "a batch of tasks panicked")))
    }
}

impl<W: BatchedWork> Shared<W> {
    /// Runs batches until nothing is pending.
    async fn run_batches(self: Arc<Self>, organization: OrganizationId) {
        loop {
            let next = Instant::now() + INTERVAL;
            let Some(batch) = self.take_batch(organization) else { return };
            self.run_batch(batch).await;
            if !self.has_full_batch(organization) {
                sleep_until(next).await;
            }
        }
    }

    async fn run_batch(&self, batch: Vec<Submission<W>>) {
        let (inputs, replies): (Vec<_>, Vec<_>) = batch.into_iter().map(|one| (one.input, one.reply)).unzip();
        // If a batch panics, its submitters see a closed reply channel.
        let Ok(outputs) = AssertUnwindSafe(self.run_all_or_each(&inputs)).catch_unwind().await else { return };
        for (reply, output) in replies.into_iter().zip(outputs) {
            // The receiver is gone if the attempt was cancelled.
            let _ = reply.send(output);
        }
    }

    fn has_full_batch(&self, organization: OrganizationId) -> bool {
        let pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.get(&organization).is_some_and(|submitted| submitted.len() >= MAX_BATCH)
    }

    fn take_batch(&self, organization: OrganizationId) -> Option<Vec<Submission<W>>> {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        let of_organization = pending.get_mut(&organization)?;
        if of_organization.is_empty() {
            pending.remove(&organization);
            return None;
        }
        let count = of_organization.len().min(MAX_BATCH);
        Some(of_organization.drain(..count).collect())
    }

    /// Runs all inputs at once or, if the database refuses, one by one, so that none fails because of another.
    async fn run_all_or_each(&self, inputs: &[W::Input]) -> Vec<Result<W::Output, TaskError>> {
        let error = match self.work.run(inputs).await {
            Ok(outputs) => return outputs.into_iter().map(Ok).collect(),
            Err(error) => error,
        };
        if inputs.len() == 1 || error.is_outage() {
            let error = TaskError::from(error);
            return inputs.iter().map(|_| Err(error.clone())).collect();
        }
        tracing::debug!(%error, count = inputs.len(), "refused for many tasks together, done for each alone");
        let mut outputs = Vec::with_capacity(inputs.len());
        for input in inputs {
            let alone = self.work.run(std::slice::from_ref(input)).await;
            let internal = || TaskError::new(TaskReason::Internal, "a batch without an output");
            outputs.push(alone.map_err(TaskError::from).and_then(|mut one| one.pop().ok_or_else(internal)));
        }
        outputs
    }
}

#[cfg(test)]
mod tests {
    use bole_store::StoreError;
    use tokio::sync::{Semaphore, mpsc};

    use super::*;

    /// Doubles numbers, fails batches containing 13, and waits for a permit before each batch.
    struct Doubling {
        permits: Arc<Semaphore>,
        begun: mpsc::UnboundedSender<Vec<u32>>,
    }

    impl BatchedWork for Doubling {
        type Input = u32;
        type Output = u32;

        async fn run(&self, inputs: &[u32]) -> StoreResult<Vec<u32>> {
            self.begun.send(inputs.to_vec()).unwrap();
            self.permits.acquire().await.unwrap().forget();
            assert!(!inputs.contains(&99), "a batch that panics");
            if inputs.contains(&13) {
                return Err(StoreError::Stale);
            }
            Ok(inputs.iter().map(|n| n * 2).collect())
        }
    }

    struct World {
        batcher: Arc<Batcher<Doubling>>,
        permits: Arc<Semaphore>,
        batches: mpsc::UnboundedReceiver<Vec<u32>>,
    }

    fn world() -> World {
        let (begun, batches) = mpsc::unbounded_channel();
        let permits = Arc::new(Semaphore::new(0));
        let batcher = Batcher::new(Doubling { permits: permits.clone(), begun });
        World { batcher: Arc::new(batcher), permits, batches }
    }

    type Submitted = tokio::task::JoinHandle<Result<u32, TaskError>>;

    impl World {
        /// Submits a number, and returns once it is pending.
        async fn submit(&self, organization: OrganizationId, n: u32) -> Submitted {
            let (batcher, (begun, began)) = (self.batcher.clone(), oneshot::channel());
            let submitted = tokio::spawn(async move {
                let mut submission = std::pin::pin!(batcher.submit(organization, n));
                let first = futures_util::poll!(&mut submission);
                begun.send(()).unwrap();
                match first {
                    std::task::Poll::Ready(answer) => answer,
                    std::task::Poll::Pending => submission.await,
                }
            });
            began.await.unwrap();
            submitted
        }
    }

    #[tokio::test]
    async fn submissions_during_a_batch_join_the_next_one() {
        let mut world = world();
        let organization = OrganizationId::new();
        let alone = world.submit(organization, 1).await;
        assert_eq!(world.batches.recv().await.unwrap(), [1]);
        let (two, three) = (world.submit(organization, 2).await, world.submit(organization, 3).await);
        world.permits.add_permits(2);
        assert_eq!(world.batches.recv().await.unwrap(), [2, 3]);
        for (submitted, answer) in [(alone, 2), (two, 4), (three, 6)] {
            assert_eq!(submitted.await.unwrap(), Ok(answer));
        }
        world.permits.add_permits(1);
        assert_eq!(world.batcher.submit(organization, 4).await, Ok(8), "batches run again after a rest");
    }

    #[tokio::test]
    async fn full_batch_does_not_wait_for_the_interval() {
        let mut world = world();
        let (organization, shared) = (OrganizationId::new(), world.batcher.shared.clone());
        let mut submitted = vec![world.submit(organization, 0).await];
        assert_eq!(world.batches.recv().await.unwrap(), [0]);
        for _ in 0..MAX_BATCH {
            assert!(!shared.has_full_batch(organization));
            submitted.push(world.submit(organization, 1).await);
        }
        assert!(shared.has_full_batch(organization));
        world.permits.add_permits(2);
        for (submitted, answer) in submitted.into_iter().zip(std::iter::once(0).chain(std::iter::repeat(2))) {
            assert_eq!(submitted.await.unwrap(), Ok(answer));
        }
        assert_eq!(world.batches.recv().await.unwrap(), [1; MAX_BATCH]);
    }

    #[tokio::test]
    async fn organizations_do_not_wait_for_each_other() {
        let mut world = world();
        let (one, other) = (OrganizationId::new(), OrganizationId::new());
        let (first, second) = (world.submit(one, 1).await, world.submit(other, 2).await);
        let mut begun = [world.batches.recv().await.unwrap(), world.batches.recv().await.unwrap()];
        begun.sort();
        assert_eq!(begun, [[1], [2]]);
        world.permits.add_permits(2);
        assert_eq!((first.await.unwrap(), second.await.unwrap()), (Ok(2), Ok(4)));
    }

    #[tokio::test]
    async fn refused_item_fails_alone() {
        let mut world = world();
        let organization = OrganizationId::new();
        let first = world.submit(organization, 1).await;
        world.batches.recv().await.unwrap();
        let (good, bad) = (world.submit(organization, 2).await, world.submit(organization, 13).await);
        world.permits.add_permits(4);
        assert_eq!(first.await.unwrap(), Ok(2));
        assert_eq!(good.await.unwrap(), Ok(4));
        assert_eq!(bad.await.unwrap().unwrap_err().reason, TaskReason::Internal);
    }

    #[tokio::test]
    async fn batch_that_panics_fails_and_the_next_one_runs() {
        let world = world();
        let organization = OrganizationId::new();
        world.permits.add_permits(2);
        assert_eq!(world.batcher.submit(organization, 99).await.unwrap_err().reason, TaskReason::Panicked);
        assert_eq!(world.batcher.submit(organization, 1).await, Ok(2));
    }

    #[tokio::test]
    async fn cancelled_waiter_does_not_stop_the_batch() {
        let mut world = world();
        let organization = OrganizationId::new();
        let gone = world.submit(organization, 1).await;
        world.batches.recv().await.unwrap();
        let stays = world.submit(organization, 2).await;
        gone.abort();
        world.permits.add_permits(2);
        assert_eq!(stays.await.unwrap(), Ok(4));
    }
}
