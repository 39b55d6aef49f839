//! The ledger as an apalis backend: a claimer that fills a buffer, and a layer that reports how attempts end.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use apalis_core::backend::finalize::Ephemeral;
use apalis_core::backend::{Backend, BackendConfig};
use apalis_core::error::BoxDynError;
use apalis_core::task::Task;
use apalis_core::task::builder::TaskBuilder;
use apalis_core::task::task_id::TaskId;
use apalis_core::worker::context::WorkerContext;
use bole_domain::failure::TaskReason;
use bole_domain::ids::OrganizationId;
use bole_domain::task::Lane;
use bole_store::Db;
use bole_store::ledger::{self, Claim, Cursor, Lease, Share};
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use futures_util::task::AtomicWaker;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::finisher::Finisher;
use crate::renewal::HeldLeases;
use crate::run::{AttemptEnd, ClaimedTask, retry_or_fail};
use crate::signals::Wake;
use crate::{RetryPolicy, TaskError, WorkerConfig};

/// How long to gather freed slots before a claim while other tasks run, so that tasks which end together are followed by
/// one claim.
const GATHERING: Duration = Duration::from_millis(5);
/// One in this many model slots is reserved for organizations other than the one using the rest.
const RESERVED: u32 = 16;
/// The claimer pauses at this many unwritten ends, because the database is not keeping up.
const MAX_UNWRITTEN: usize = 4096;

/// The claimed tasks, at most as many as there are slots.
pub(crate) struct Slots {
    /// Those that the runtime has not started yet.
    waiting: Mutex<VecDeque<ClaimedTask>>,
    worker: AtomicWaker,
    /// Waiting and running tasks.
    held: AtomicUsize,
    /// The same, by organization.
    held_of: Mutex<HashMap<OrganizationId, u32>>,
    /// Notified whenever a slot becomes free.
    freed: Notify,
    concurrency: usize,
}

impl Slots {
    fn new(concurrency: usize) -> Self {
        Self {
            waiting: Mutex::default(),
            worker: AtomicWaker::new(),
            held: AtomicUsize::new(0),
            held_of: Mutex::default(),
            freed: Notify::new(),
            concurrency,
        }
    }

    /// How many tasks can start at once.
    fn free(&self) -> usize {
        self.concurrency.saturating_sub(self.held.load(Ordering::Relaxed))
    }

    fn put(&self, tasks: Vec<ClaimedTask>) {
        self.held.fetch_add(tasks.len(), Ordering::Relaxed);
        let mut held_of = self.held_of.lock().unwrap_or_else(PoisonError::into_inner);
        for task in &tasks {
            *held_of.entry(task.claimed.lease.organization).or_default() += 1;
        }
        drop(held_of);
        self.lock().extend(tasks);
        self.worker.wake();
    }

    /// How many tasks are held, by organization.
    fn held_of(&self) -> Vec<(OrganizationId, u32)> {
        let held_of = self.held_of.lock().unwrap_or_else(PoisonError::into_inner);
        held_of.iter().map(|(organization, held)| (*organization, *held)).collect()
    }

    /// Counts one task less for an organization.
    fn release(&self, organization: OrganizationId) {
        let mut held_of = self.held_of.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = held_of.get_mut(&organization) {
            *held = held.saturating_sub(1);
            if *held == 0 {
                held_of.remove(&organization);
            }
        }
    }

    fn take(&self) -> Option<ClaimedTask> {
        self.lock().pop_front()
    }

    /// Takes out the tasks that have not started, to be released.
    fn withdraw(&self) -> Vec<Lease> {
        let tasks = std::mem::take(&mut *self.lock());
        self.held.fetch_sub(tasks.len(), Ordering::Relaxed);
        for task in &tasks {
            self.release(task.claimed.lease.organization);
        }
        tasks.iter().map(|task| task.attempt.lease).collect()
    }

    fn ended(&self, organization: OrganizationId) {
        self.release(organization);
        self.held.fetch_sub(1, Ordering::Relaxed);
        self.freed.notify_one();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<ClaimedTask>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Claims tasks while there are slots for them. When `stop` fires, it ends and releases what has not started.
struct Claimer {
    db: Db,
    config: WorkerConfig,
    lane: Lane,
    kinds: Vec<String>,
    slots: Arc<Slots>,
    held: Arc<HeldLeases>,
    finisher: Finisher,
    wake: Wake,
    stop: CancellationToken,
}

impl Claimer {
    async fn run(mut self) {
        let mut cursor = Cursor::default();
        let mut failures = 0;
        while !self.stop.is_cancelled() {
            let free = self.slots.free();
            if free == 0 || self.finisher.unwritten() > MAX_UNWRITTEN {
                self.pause(self.slots.freed.notified(), self.config.poll).await;
                self.gather().await;
                continue;
            }
            self.wake.arm();
            let claim = Claim {
                lane: self.lane,
                kinds: self.kinds.clone(),
                slots: free,
                lease_for: self.config.lease,
                per_organization: self.config.per_organization,
                share: self.most_of_one().map(|most| Share { most, held: self.slots.held_of() }),
            };
            match ledger::claim(&self.db, &mut cursor, &claim).await {
                Ok(claimed) if claimed.is_empty() => {
                    failures = 0;
                    self.nothing().await;
                }
                Ok(claimed) => {
                    failures = 0;
                    let since = Instant::now();
                    let tasks = claimed.into_iter().map(|claimed| ClaimedTask {
                        attempt: self.held.add(claimed.lease),
                        claimed: Arc::new(claimed),
                        since,
                    });
                    self.slots.put(tasks.collect());
                }
                Err(error) => {
                    failures += 1;
                    tracing::warn!(%error, failures, "cannot claim tasks; trying again");
                    let wait = RetryPolicy { base: Duration::from_millis(50), cap: Duration::from_secs(2) };
                    self.pause(std::future::pending(), wait.wait(failures, None)).await;
                }
            }
        }
        self.give_back().await;
    }

    /// The most tasks of one organization: calls of a model wait for its rate limits, so an organization with
    /// thousands of tasks must not take every slot.
    fn most_of_one(&self) -> Option<u32> {
        let slots = u32::try_from(self.config.concurrency.of(self.lane)).unwrap_or(u32::MAX);
        (self.lane == Lane::Models && slots > 1).then(|| slots - (slots / RESERVED).max(1))
    }

    /// Waits for a wake-up after a claim found nothing.
    async fn nothing(&mut self) {
        let is_limited = self.config.per_organization.is_some() || self.most_of_one().is_some();
        let freed = async {
            // With a limit per organization, the end of one task may allow another to start.
            if is_limited { self.slots.freed.notified().await } else { std::future::pending().await }
        };
        tokio::select! {
            () = self.wake.wait() => return,
            () = freed => {}
            () = tokio::time::sleep(self.config.poll) => return,
            () = self.stop.cancelled() => return,
        }
        self.gather().await;
    }

    /// Waits a moment for slots that become free together.
    async fn gather(&self) {
        if self.slots.held.load(Ordering::Relaxed) > 0 {
            self.pause(std::future::pending(), GATHERING).await;
        }
    }

    async fn pause(&self, until: impl Future<Output = ()>, at_most: Duration) {
        tokio::select! {
            () = until => {}
            () = tokio::time::sleep(at_most) => {}
            () = self.stop.cancelled() => {}
        }
    }

    async fn give_back(&self) {
        let leases = self.slots.withdraw();
        if leases.is_empty() {
            return;
        }
        self.held.remove(&leases);
        // A lease that is not released expires.
        if let Err(error) = ledger::release(&self.db, &leases).await {
            tracing::warn!(%error, count = leases.len(), "cannot give tasks back; they return when their leases expire");
        }
    }
}

/// The ledger as an apalis backend.
pub(crate) struct LedgerBackend {
    config: WorkerConfig,
    slots: Arc<Slots>,
    finisher: Finisher,
    closed: Shared<BoxFuture<'static, ()>>,
}

impl LedgerBackend {
    /// Starts claiming tasks of a lane and these kinds. When `stop` fires, it ends and releases what has not started.
    pub(crate) fn start(
        db: &Db,
        config: WorkerConfig,
        (lane, kinds): (Lane, Vec<String>),
        held: Arc<HeldLeases>,
        finisher: Finisher,
        wake: Wake,
        stop: CancellationToken,
    ) -> Self {
        let slots = Arc::new(Slots::new(config.concurrency.of(lane)));
        let claimer = Claimer {
            db: db.clone(),
            config: config.clone(),
            lane,
            kinds,
            slots: slots.clone(),
            held,
            finisher: finisher.clone(),
            wake,
            stop: stop.clone(),
        };
        let claimer = tokio::spawn(claimer.run());
        let flush = finisher.clone();
        let closed = async move {
            stop.cancel();
            if let Err(error) = claimer.await {
                tracing::error!(%error, "the claimer ended unexpectedly");
            }
            flush.flushed().await;
        };
        Self { config, slots, finisher, closed: closed.boxed().shared() }
    }
}

impl Backend for LedgerBackend {
    type Task = Task<ClaimedTask>;
    type Error = Infallible;

    fn poll_ready(&mut self, _: &mut Context<'_>, _: &WorkerContext) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn poll_next(
        &mut self,
        cx: &mut Context<'_>,
        _: &WorkerContext,
    ) -> Poll<Option<Result<Task<ClaimedTask>, Infallible>>> {
        let task = match self.slots.take() {
            Some(task) => task,
            None => {
                self.slots.worker.register(cx.waker());
                match self.slots.take() {
                    Some(task) => task,
                    None => return Poll::Pending,
                }
            }
        };
        let task = TaskBuilder::new(task.clone())
            .task_id(TaskId::from_string(task.attempt.lease.task.to_string()))
            .attempt(usize::try_from(task.claimed.attempt).unwrap_or(0))
            .build();
        Poll::Ready(Some(Ok(task)))
    }

    fn poll_close(&mut self, cx: &mut Context<'_>, _: &WorkerContext) -> Poll<Result<(), Infallible>> {
        self.closed.poll_unpin(cx).map(Ok)
    }
}

impl BackendConfig for LedgerBackend {
    type Args = ClaimedTask;
    type Id = uuid::Uuid;
    type Kind = Ephemeral;
    type Config = WorkerConfig;
    type Layer = ReportLayer;

    fn config(&self) -> &WorkerConfig {
        &self.config
    }

    fn middleware(&mut self, _: &mut WorkerContext) -> ReportLayer {
        ReportLayer { slots: self.slots.clone(), finisher: self.finisher.clone() }
    }
}

/// Passes the end of each attempt to the finisher, and frees its slot.
#[derive(Clone)]
pub(crate) struct ReportLayer {
    slots: Arc<Slots>,
    finisher: Finisher,
}

impl<S> tower::Layer<S> for ReportLayer {
    type Service = Report<S>;

    fn layer(&self, inner: S) -> Report<S> {
        Report { inner, layer: self.clone() }
    }
}

/// The service of [`ReportLayer`].
pub(crate) struct Report<S> {
    inner: S,
    layer: ReportLayer,
}

impl<S> tower::Service<Task<ClaimedTask>> for Report<S>
where
    S: tower::Service<Task<ClaimedTask>, Response = AttemptEnd>,
    S::Error: Into<BoxDynError>,
    S::Future: Send + 'static,
{
    type Response = ();
    type Error = BoxDynError;
    type Future = Pin<Box<dyn Future<Output = Result<(), BoxDynError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(cx).map_err(Into::into)
    }

    fn call(&mut self, task: Task<ClaimedTask>) -> Self::Future {
        let ReportLayer { slots, finisher } = self.layer.clone();
        let claimed = task.args.clone();
        let running = self.inner.call(task);
        Box::pin(async move {
            let end = running.await.unwrap_or_else(|error| {
                // The runner never fails, so the error comes from a layer in between.
                let error = TaskError::new(TaskReason::Internal, error.into().to_string());
                AttemptEnd::Outcome(retry_or_fail(&claimed.claimed, RetryPolicy::DEFAULT, error))
            });
            finisher.report(&claimed.attempt, end);
            slots.ended(claimed.claimed.lease.organization);
            Ok(())
        })
    }
}
