//! Many tasks' trips to the database as one: what comes while a round is under way goes together in the next.
//!
//! A task alone is a round of its own at once. Under load rounds begin at a steady pace, each takes whatever has come
//! since the last, and the cost of a transaction is shared. Rounds are of one organization each, for a transaction is,
//! and one after another within it.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bole_domain::batch::FailureReason;
use bole_domain::ids::OrganizationId;
use bole_queue::TaskError;
use bole_store::StoreResult;
use futures_util::FutureExt;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

/// At most so many tasks in one round.
const MOST: usize = 64;
/// The next round of an organization begins no sooner after the last one: what a task waits at most for company.
const PACE: Duration = Duration::from_millis(50);

/// What a round does.
pub(crate) trait Round: Send + Sync + 'static {
    /// What a task brings.
    type Input: Send + Sync;
    /// What it gets.
    type Output: Send;

    /// Does it for all, in one transaction and in their order, or for none.
    fn run(&self, inputs: &[Self::Input]) -> impl Future<Output = StoreResult<Vec<Self::Output>>> + Send;
}

/// Brings tasks together for rounds. Cheap to clone.
pub(crate) struct Together<R: Round> {
    shared: Arc<Shared<R>>,
}

struct Shared<R: Round> {
    round: R,
    /// Who waits, by organization; an organization has an entry while its rounds go on.
    waiting: Mutex<HashMap<OrganizationId, Vec<Waiting<R>>>>,
}

struct Waiting<R: Round> {
    input: R::Input,
    reply: oneshot::Sender<Result<R::Output, TaskError>>,
}

impl<R: Round> Together<R> {
    pub(crate) fn new(round: R) -> Self {
        Self { shared: Arc::new(Shared { round, waiting: Mutex::default() }) }
    }

    /// Takes part in the organization's next round. Once begun, the round goes on although this call is dropped.
    pub(crate) async fn ask(&self, organization: OrganizationId, input: R::Input) -> Result<R::Output, TaskError> {
        let (reply, answer) = oneshot::channel();
        let mut first = false;
        self.shared
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(organization)
            .or_insert_with(|| {
                first = true;
                Vec::new()
            })
            .push(Waiting { input, reply });
        if first {
            tokio::spawn(self.shared.clone().rounds(organization));
        }
        answer.await.unwrap_or_else(|_| Err(TaskError::new(FailureReason::Panicked, "a round of many tasks panicked")))
    }
}

impl<R: Round> Shared<R> {
    /// One round after another until nobody waits.
    async fn rounds(self: Arc<Self>, organization: OrganizationId) {
        loop {
            let next = Instant::now() + PACE;
            let Some(taken) = self.next(organization) else { return };
            self.one(taken).await;
            sleep_until(next).await;
        }
    }

    async fn one(&self, taken: Vec<Waiting<R>>) {
        let (inputs, replies): (Vec<_>, Vec<_>) = taken.into_iter().map(|w| (w.input, w.reply)).unzip();
        // Whoever waits for a round that panicked learns it from the reply that never comes.
        let Ok(outputs) = AssertUnwindSafe(self.all_or_each(&inputs)).catch_unwind().await else { return };
        for (reply, output) in replies.into_iter().zip(outputs) {
            // Nobody listens any more where the attempt was cut off.
            let _ = reply.send(output);
        }
    }

    fn next(&self, organization: OrganizationId) -> Option<Vec<Waiting<R>>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let of_organization = waiting.get_mut(&organization)?;
        if of_organization.is_empty() {
            waiting.remove(&organization);
            return None;
        }
        let count = of_organization.len().min(MOST);
        Some(of_organization.drain(..count).collect())
    }

    /// For all at once; where the database refuses that, for each alone, so that none fails for another's sake.
    async fn all_or_each(&self, inputs: &[R::Input]) -> Vec<Result<R::Output, TaskError>> {
        let error = match self.round.run(inputs).await {
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
            let alone = self.round.run(std::slice::from_ref(input)).await;
            let internal = || TaskError::new(FailureReason::Internal, "a round without an answer");
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

    /// Doubles numbers, refuses rounds with a 13 in them, and waits for a permit before each round.
    struct Doubling {
        permits: Arc<Semaphore>,
        begun: mpsc::UnboundedSender<Vec<u32>>,
    }

    impl Round for Doubling {
        type Input = u32;
        type Output = u32;

        async fn run(&self, inputs: &[u32]) -> StoreResult<Vec<u32>> {
            self.begun.send(inputs.to_vec()).unwrap();
            self.permits.acquire().await.unwrap().forget();
            assert!(!inputs.contains(&99), "a round that panics");
            if inputs.contains(&13) {
                return Err(StoreError::Stale);
            }
            Ok(inputs.iter().map(|n| n * 2).collect())
        }
    }

    struct World {
        together: Arc<Together<Doubling>>,
        permits: Arc<Semaphore>,
        rounds: mpsc::UnboundedReceiver<Vec<u32>>,
    }

    fn world() -> World {
        let (begun, rounds) = mpsc::unbounded_channel();
        let permits = Arc::new(Semaphore::new(0));
        let together = Together::new(Doubling { permits: permits.clone(), begun });
        World { together: Arc::new(together), permits, rounds }
    }

    type Asked = tokio::task::JoinHandle<Result<u32, TaskError>>;

    impl World {
        /// Begins to ask, and returns once the question waits.
        async fn ask(&self, organization: OrganizationId, n: u32) -> Asked {
            let (together, (begun, began)) = (self.together.clone(), oneshot::channel());
            let asked = tokio::spawn(async move {
                let mut ask = std::pin::pin!(together.ask(organization, n));
                let first = futures_util::poll!(&mut ask);
                begun.send(()).unwrap();
                match first {
                    std::task::Poll::Ready(answer) => answer,
                    std::task::Poll::Pending => ask.await,
                }
            });
            began.await.unwrap();
            asked
        }
    }

    #[tokio::test]
    async fn what_comes_during_a_round_goes_together_in_the_next() {
        let mut world = world();
        let organization = OrganizationId::new();
        let alone = world.ask(organization, 1).await;
        assert_eq!(world.rounds.recv().await.unwrap(), [1]);
        let (two, three) = (world.ask(organization, 2).await, world.ask(organization, 3).await);
        world.permits.add_permits(2);
        assert_eq!(world.rounds.recv().await.unwrap(), [2, 3]);
        for (asked, answer) in [(alone, 2), (two, 4), (three, 6)] {
            assert_eq!(asked.await.unwrap(), Ok(answer));
        }
        world.permits.add_permits(1);
        assert_eq!(world.together.ask(organization, 4).await, Ok(8), "rounds begin again after a rest");
    }

    #[tokio::test]
    async fn organizations_do_not_wait_for_each_other() {
        let mut world = world();
        let (one, other) = (OrganizationId::new(), OrganizationId::new());
        let (first, second) = (world.ask(one, 1).await, world.ask(other, 2).await);
        let mut begun = [world.rounds.recv().await.unwrap(), world.rounds.recv().await.unwrap()];
        begun.sort();
        assert_eq!(begun, [[1], [2]]);
        world.permits.add_permits(2);
        assert_eq!((first.await.unwrap(), second.await.unwrap()), (Ok(2), Ok(4)));
    }

    #[tokio::test]
    async fn one_that_is_refused_fails_alone() {
        let mut world = world();
        let organization = OrganizationId::new();
        let first = world.ask(organization, 1).await;
        world.rounds.recv().await.unwrap();
        let (good, bad) = (world.ask(organization, 2).await, world.ask(organization, 13).await);
        world.permits.add_permits(4);
        assert_eq!(first.await.unwrap(), Ok(2));
        assert_eq!(good.await.unwrap(), Ok(4));
        assert_eq!(bad.await.unwrap().unwrap_err().reason, FailureReason::Internal);
    }

    #[tokio::test]
    async fn a_round_that_panics_fails_and_the_next_one_goes_on() {
        let world = world();
        let organization = OrganizationId::new();
        world.permits.add_permits(2);
        assert_eq!(world.together.ask(organization, 99).await.unwrap_err().reason, FailureReason::Panicked);
        assert_eq!(world.together.ask(organization, 1).await, Ok(2));
    }

    #[tokio::test]
    async fn who_gives_up_waiting_does_not_stop_the_round() {
        let mut world = world();
        let organization = OrganizationId::new();
        let gone = world.ask(organization, 1).await;
        world.rounds.recv().await.unwrap();
        let stays = world.ask(organization, 2).await;
        gone.abort();
        world.permits.add_permits(2);
        assert_eq!(stays.await.unwrap(), Ok(4));
    }
}
