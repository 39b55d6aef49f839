//! How a worker handles tasks that succeed, fail, panic, hang, or cannot be read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crate::common::{Effect, EffectTask, LONG, Running, World, amount, config, next, task};
use bole_domain::batch::TaskStatus;
use bole_domain::failure::{DocumentReason, ErrorCategory, FailureReason, StorageReason, TaskReason};
use bole_domain::task::Lane;
use bole_queue::{Concurrency, Outcome, Registry, RetryPolicy, TaskContext, TaskError, TaskHandler, WorkerConfig};
use bole_store::ledger::{self, NewTask, TaskView};
use bole_testkit::Seed;
use serde_json::json;
use tokio::sync::{Barrier, Semaphore, mpsc};

/// Reports each run over a channel.
struct Tell(mpsc::UnboundedSender<(u32, TaskContext)>);

kind!(TellTask(u32), "tell");

impl TaskHandler for Tell {
    type Kind = TellTask;

    async fn run(&self, context: &TaskContext, TellTask(payload): TellTask) -> Result<Outcome, TaskError> {
        self.0.send((payload, context.clone())).unwrap();
        Outcome::completed(json!({ "told": payload }))
    }
}

fn tell() -> (Registry, mpsc::UnboundedReceiver<(u32, TaskContext)>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    (Registry::new().with(Tell(sender)), receiver)
}

#[tokio::test]
async fn task_is_run_and_its_result_stored() {
    let world = World::new().await;
    let (registry, mut told) = tell();
    let worker = world.worker(registry);
    let id = world.enqueue(NewTask { request_id: Some("r-1".to_owned()), ..task("tell", 7) }).await.id;
    let (payload, context) = next(&mut told).await;
    assert_eq!((payload, context.id(), context.attempt()), (7, id, 1));
    assert_eq!(context.organization(), world.seed.organization);
    assert_eq!(context.request_id(), Some("r-1"));
    worker.drain().await;
    let task = world.task(id).await;
    assert_eq!(task.status, TaskStatus::Completed);
    assert_eq!(task.result, Some(json!({ "told": 7 })));
    assert_eq!(task.attempts, 1);
    assert!(task.started_at.is_some() && task.finished_at.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_producers_and_consumers_apply_each_task_once() {
    let each = amount(20, 200);
    let all = 20 * each;

    /// [`Effect`]. The first of each consumer waits until every consumer has one: a task that waits is left for a consumer that
    /// has nothing to do, however busy the others are. How many each runs then is a matter of speed.
    struct Counted {
        is_first: AtomicBool,
        all_began: Arc<Barrier>,
        ended: mpsc::UnboundedSender<()>,
    }
    impl TaskHandler for Counted {
        type Kind = EffectTask;
        async fn run(&self, context: &TaskContext, payload: EffectTask) -> Result<Outcome, TaskError> {
            if self.is_first.swap(false, Ordering::Relaxed) {
                self.all_began.wait().await;
            }
            let outcome = TaskHandler::run(&Effect, context, payload).await?;
            self.ended.send(()).unwrap();
            Ok(outcome)
        }
    }

    let world = Arc::new(World::new().await);
    let (sender, mut ended) = mpsc::unbounded_channel();
    let all_began = Arc::new(Barrier::new(20));
    let workers = (0..20).map(|_| {
        let counted = Counted { is_first: AtomicBool::new(true), all_began: all_began.clone(), ended: sender.clone() };
        let config = WorkerConfig { concurrency: Concurrency::each(1), lease: LONG, ..config() };
        world.worker_with(Registry::new().with(counted), config)
    });
    let workers = workers.collect::<Vec<_>>();
    let producers = (0..20).map(|producer| {
        let world = world.clone();
        tokio::spawn(async move {
            for n in 0..each {
                world.enqueue(task("effect", producer * each + n)).await;
            }
        })
    });
    for producer in producers.collect::<Vec<_>>() {
        producer.await.unwrap();
    }
    for _ in 0..all {
        next(&mut ended).await;
    }
    for worker in workers {
        worker.drain().await;
    }
    assert!(ended.try_recv().is_err(), "an effect happened twice");
    assert_eq!(world.count("effect", TaskStatus::Completed).await, all as i64);
    assert_eq!(world.payloads("trace").await, (0..all as i64).collect::<Vec<_>>());
}

/// Does nothing, and reports when it was the last.
struct Countdown(AtomicUsize, mpsc::UnboundedSender<()>);

kind!(Nothing(()), "nothing");

impl TaskHandler for Countdown {
    type Kind = Nothing;

    async fn run(&self, _: &TaskContext, _: Nothing) -> Result<Outcome, TaskError> {
        if self.0.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.1.send(()).unwrap();
        }
        Ok(Outcome::DONE)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backlog_drains() {
    let amount = amount(2_000, 50_000);
    let world = World::new().await;
    for _ in 0..5 {
        world.enqueue_all(vec![task("nothing", ()); amount / 5]).await;
    }
    let (sender, mut last) = mpsc::unbounded_channel();
    let registry = Registry::new().with(Countdown(AtomicUsize::new(amount), sender));
    let worker =
        world.worker_with(registry, WorkerConfig { concurrency: Concurrency::each(50), lease: LONG, ..config() });
    tokio::time::timeout(2 * LONG, last.recv()).await.expect("the backlog does not drain").unwrap();
    worker.drain().await;
    assert_eq!(world.count("nothing", TaskStatus::Completed).await, amount as i64);
    assert_eq!(ledger::stats(&world.db).await.unwrap().waiting, 0);
}

/// Fails as its payload says.
struct Fail(mpsc::UnboundedSender<i32>);

kind!(FailTask(String), "fail");

impl TaskHandler for Fail {
    type Kind = FailTask;
    const TIME_LIMIT: Duration = Duration::from_millis(200);
    const RETRY: RetryPolicy = RetryPolicy { base: Duration::ZERO, cap: Duration::ZERO };

    async fn run(&self, context: &TaskContext, FailTask(how): FailTask) -> Result<Outcome, TaskError> {
        self.0.send(context.attempt()).unwrap();
        match how.as_str() {
            "transient" => Err(TaskError::new(StorageReason::Unavailable, "no answer")),
            "final" => Err(TaskError::new(DocumentReason::Encrypted, "a password is asked for")),
            "panic" => panic!("on purpose"),
            "spawned panic" => {
                tokio::spawn(async { panic!("on purpose") }).await?;
                Ok(Outcome::DONE)
            }
            "hang" => std::future::pending().await,
            "nul" => Outcome::completed("a\0b"),
            _ => Ok(Outcome::DONE),
        }
    }
}

struct Failing {
    world: World,
    worker: Running,
    attempts: mpsc::UnboundedReceiver<i32>,
}

impl Failing {
    async fn new() -> Self {
        let world = World::new().await;
        let (sender, attempts) = mpsc::unbounded_channel();
        let worker = world.worker(Registry::new().with(Fail(sender)));
        Self { world, worker, attempts }
    }

    /// Runs one failing task for the number of attempts, and returns its end.
    async fn ends(mut self, how: &str, attempts: i32) -> TaskView {
        let id = self.world.enqueue(task("fail", how)).await.id;
        for n in 1..=attempts {
            assert_eq!(next(&mut self.attempts).await, n);
        }
        // The worker is still running, and takes the next task.
        self.world.enqueue(task("fail", "not at all")).await;
        assert_eq!(next(&mut self.attempts).await, 1);
        self.worker.drain().await;
        assert!(self.attempts.try_recv().is_err());
        self.world.task(id).await
    }
}

fn error(task: &TaskView) -> (ErrorCategory, FailureReason) {
    let error = task.error.as_ref().expect("no error");
    (error.category, error.reason.clone())
}

#[tokio::test]
async fn transient_failure_fails_after_five_attempts() {
    let task = Failing::new().await.ends("transient", 5).await;
    assert_eq!((task.status, task.attempts), (TaskStatus::Failed, 5));
    assert_eq!(error(&task), (ErrorCategory::Network, StorageReason::Unavailable.into()));
}

#[tokio::test]
async fn other_failures_are_not_retried() {
    let task = Failing::new().await.ends("final", 1).await;
    assert_eq!((task.status, task.attempts), (TaskStatus::Failed, 1));
    assert_eq!(error(&task), (ErrorCategory::DocumentProcessing, DocumentReason::Encrypted.into()));
}

#[tokio::test]
async fn task_error_omits_the_panic_message() {
    let panicked = tokio::spawn(async { panic!("canary") }).await.unwrap_err();
    let error = TaskError::from(panicked);
    assert_eq!(error.reason, TaskReason::Panicked);
    assert!(!error.to_string().contains("canary"), "{error}");
}

#[tokio::test]
async fn panic_fails_the_task_and_not_the_worker() {
    let task = Failing::new().await.ends("panic", 1).await;
    assert_eq!(error(&task), (ErrorCategory::Other, TaskReason::Panicked.into()));
}

#[tokio::test]
async fn panic_in_a_spawned_future_fails_the_task() {
    let task = Failing::new().await.ends("spawned panic", 1).await;
    assert_eq!(error(&task), (ErrorCategory::Other, TaskReason::Panicked.into()));
}

#[tokio::test]
async fn hanging_attempt_is_stopped_at_its_time_limit_and_retried() {
    let task = Failing::new().await.ends("hang", 5).await;
    assert_eq!((task.status, task.attempts), (TaskStatus::Failed, 5));
    assert_eq!(error(&task), (ErrorCategory::Timeout, TaskReason::TimeLimit.into()));
}

#[tokio::test]
async fn result_is_sanitized_for_the_database() {
    let task = Failing::new().await.ends("nul", 1).await;
    assert_eq!(task.result, Some(json!("a\u{fffd}b")));
}

#[tokio::test]
async fn unreadable_payload_fails_the_task_and_not_the_worker() {
    let world = World::new().await;
    let (registry, mut told) = tell();
    let worker = world.worker(registry);
    let bad = world.enqueue(task("tell", "not a number")).await.id;
    world.enqueue(task("tell", 1)).await;
    assert_eq!(next(&mut told).await.0, 1);
    worker.drain().await;
    assert_eq!(error(&world.task(bad).await), (ErrorCategory::Unknown, TaskReason::Internal.into()));
}

#[tokio::test]
async fn old_worker_leaves_new_kinds_alone_during_a_rolling_upgrade() {
    let world = World::new().await;
    let (registry, mut told) = tell();
    let old = world.worker(registry.clone());
    let new_kind = world.enqueue_all(vec![task("fail", "not at all"); 20]).await;
    // Behind them in the queue: once it has run, the others have been passed over.
    world.enqueue(task("tell", 1)).await;
    next(&mut told).await;
    old.drain().await;
    for task in &new_kind {
        let task = world.task(task.id).await;
        assert_eq!((task.status, task.attempts), (TaskStatus::Pending, 0));
    }
    // A newer worker joins.
    let (sender, mut attempts) = mpsc::unbounded_channel();
    let new = world.worker(registry.with(Fail(sender)));
    for _ in &new_kind {
        assert_eq!(next(&mut attempts).await, 1);
    }
    new.drain().await;
    for task in new_kind {
        assert_eq!(world.task(task.id).await.status, TaskStatus::Completed);
    }
}

/// Waits for permission to continue; reports its start, and how it ended.
struct Wait {
    began: mpsc::UnboundedSender<TaskContext>,
    left: mpsc::UnboundedSender<()>,
    go: Arc<Semaphore>,
}

kind!(WaitTask(()), "wait");

impl TaskHandler for Wait {
    type Kind = WaitTask;

    async fn run(&self, context: &TaskContext, _: WaitTask) -> Result<Outcome, TaskError> {
        context.progress(1, 2);
        self.began.send(context.clone()).unwrap();
        let left = self.left.clone();
        let _left = scopeguard(move || left.send(()).unwrap());
        self.go.acquire().await.unwrap().forget();
        Ok(Outcome::DONE)
    }
}

struct OnDrop<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

const fn scopeguard<F: FnMut()>(f: F) -> OnDrop<F> {
    OnDrop(f)
}

struct Waiting {
    world: World,
    registry: Registry,
    began: mpsc::UnboundedReceiver<TaskContext>,
    left: mpsc::UnboundedReceiver<()>,
    go: Arc<Semaphore>,
}

impl Waiting {
    async fn new() -> Self {
        let (began, began_receiver) = mpsc::unbounded_channel();
        let (left, left_receiver) = mpsc::unbounded_channel();
        let go = Arc::new(Semaphore::new(0));
        let registry = Registry::new().with(Wait { began, left, go: go.clone() });
        Self { world: World::new().await, registry, began: began_receiver, left: left_receiver, go }
    }
}

#[tokio::test]
async fn organization_with_many_model_calls_leaves_slots_to_others() {
    let Waiting { world, registry, mut began, left: _left, go } = Waiting::new().await;
    let call = || NewTask { lane: Lane::Models, ..task("wait", ()) };
    world.enqueue_all((0..20).map(|_| call()).collect()).await;
    let worker = world.worker(registry);
    for _ in 0..7 {
        assert_eq!(next(&mut began).await.organization(), world.seed.organization);
    }
    // With all eight slots taken, nothing could start before one is free.
    let small = Seed::new(&world.database).await.organization;
    world.enqueue_for(small, vec![call()]).await.unwrap();
    assert_eq!(next(&mut began).await.organization(), small);
    go.add_permits(21);
    for _ in 0..13 {
        assert_eq!(next(&mut began).await.organization(), world.seed.organization);
    }
    worker.drain().await;
}

#[tokio::test]
async fn cancelling_a_running_task_drops_its_handler() {
    let Waiting { world, registry, mut began, mut left, go: _go } = Waiting::new().await;
    let worker = world.worker(registry);
    let id = world.enqueue(task("wait", ())).await.id;
    let context = next(&mut began).await;
    assert_eq!(world.task(id).await.status, TaskStatus::Processing);
    let mut tx = world.tenant().await;
    ledger::cancel(&mut tx, id).await.unwrap();
    tx.commit().await.unwrap();
    // The next renewal finds the lease gone.
    next(&mut left).await;
    assert!(context.is_cancelled());
    worker.drain().await;
    let task = world.task(id).await;
    assert_eq!((task.status, error(&task).1), (TaskStatus::Failed, TaskReason::Cancelled.into()));
}

#[tokio::test]
async fn long_task_keeps_its_lease() {
    let Waiting { world, registry, mut began, left: _left, go } = Waiting::new().await;
    let lease = Duration::from_millis(300);
    let worker = world.worker_with(registry, WorkerConfig { lease, ..config() });
    let id = world.enqueue(task("wait", ())).await.id;
    let context = next(&mut began).await;
    // Ten times, the lease is found to have been renewed on the database's clock.
    let mut connection = world.database.connection().await;
    let mut until: Option<time::OffsetDateTime> = None;
    for _ in 0..10 {
        let next = "SELECT lease_until FROM queue WHERE id = $1 AND ($2::timestamptz IS NULL OR lease_until > $2)";
        let renewed = async {
            loop {
                let row =
                    sqlx::query_scalar(next).bind(id.0).bind(until).fetch_optional(&mut connection).await.unwrap();
                match row {
                    Some(row) => break row,
                    None => tokio::task::yield_now().await,
                }
            }
        };
        until = Some(tokio::time::timeout(LONG, renewed).await.expect("the lease is not renewed"));
    }
    assert!(!context.is_cancelled());
    go.add_permits(1);
    worker.drain().await;
    let task = world.task(id).await;
    assert_eq!((task.status, task.attempts), (TaskStatus::Completed, 1));
    assert_eq!((task.progress.done, task.progress.total), (1, 2));
}

kind!(Document(u32), "document", Documents);

/// Reports when it has run.
struct ReadDocument(mpsc::UnboundedSender<u32>);

impl TaskHandler for ReadDocument {
    type Kind = Document;

    async fn run(&self, _: &TaskContext, Document(number): Document) -> Result<Outcome, TaskError> {
        self.0.send(number).unwrap();
        Ok(Outcome::DONE)
    }
}

#[tokio::test]
async fn slow_tasks_in_one_lane_do_not_delay_other_lanes() {
    let Waiting { world, registry, mut began, left: _left, go } = Waiting::new().await;
    let (sender, mut read) = mpsc::unbounded_channel();
    let config = WorkerConfig { concurrency: Concurrency::each(2), ..config() };
    let worker = world.worker_with(registry.with(ReadDocument(sender)), config);
    // More slow tasks than slots, all enqueued before the first document.
    let slow = world.enqueue_all(vec![task("wait", ()); 50]).await;
    for _ in 0..2 {
        next(&mut began).await;
    }
    for number in 0..20 {
        world.enqueue(NewTask { lane: Lane::Documents, ..task("document", number) }).await;
        assert_eq!(next(&mut read).await, number);
    }
    assert!(began.try_recv().is_err(), "a lane has more running than slots");
    go.add_permits(slow.len());
    worker.drain().await;
}

#[tokio::test]
async fn lane_without_slots_is_left_to_other_workers() {
    let world = World::new().await;
    let (registry, mut told) = tell();
    let scans = Concurrency { scans: 0, ..Concurrency::each(2) };
    let worker = world.worker_with(registry.clone(), WorkerConfig { concurrency: scans, ..config() });
    let scan = world.enqueue(NewTask { lane: Lane::Scans, ..task("tell", 1) }).await;
    world.enqueue(task("tell", 2)).await;
    assert_eq!(next(&mut told).await.0, 2);
    worker.drain().await;
    assert_eq!(world.task(scan.id).await.status, TaskStatus::Pending);
    let other = world.worker(registry);
    assert_eq!(next(&mut told).await.0, 1);
    other.drain().await;
}

#[tokio::test]
async fn stopping_worker_finishes_running_tasks_and_returns_the_rest() {
    let Waiting { world, registry, mut began, mut left, go } = Waiting::new().await;
    let worker = world.worker_with(registry, WorkerConfig { concurrency: Concurrency::each(1), ..config() });
    let tasks = world.enqueue_all(vec![task("wait", ()); 3]).await;
    next(&mut began).await;
    let draining = tokio::spawn(worker.drain());
    go.add_permits(3);
    draining.await.unwrap();
    next(&mut left).await;
    let first = world.task(tasks[0].id).await;
    assert_eq!((first.status, first.attempts), (TaskStatus::Completed, 1));
    assert!(began.try_recv().is_err(), "a task was started while the worker was stopping");
    for task in &tasks[1..] {
        let task = world.task(task.id).await;
        assert_eq!((task.status, task.attempts), (TaskStatus::Pending, 0));
    }
}

#[tokio::test]
async fn task_outliving_the_grace_period_is_returned_without_using_an_attempt() {
    let Waiting { world, registry, mut began, mut left, go: _go } = Waiting::new().await;
    let worker = world.worker_with(registry, WorkerConfig { grace: Duration::ZERO, ..config() });
    let id = world.enqueue(task("wait", ())).await.id;
    next(&mut began).await;
    worker.drain().await;
    next(&mut left).await;
    let task = world.task(id).await;
    assert_eq!((task.status, task.attempts), (TaskStatus::Pending, 0));
}
