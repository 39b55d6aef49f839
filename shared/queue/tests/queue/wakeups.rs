//! Wake-ups between processes. The workers here do not poll, so only messages wake them.

use std::time::Duration;

use crate::common::{Running, World, config, next, task};
use bole_queue::{
    Outcome, Registry, Signals, SignalsConfig, TaskContext, TaskError, TaskHandler, Worker, WorkerConfig,
};
use bole_testkit::TestRedis;
use bole_testkit::services::Redis;
use sqlx::Executor;
use tokio::sync::mpsc;

struct Tell(mpsc::UnboundedSender<u32>);

kind!(TellTask(u32), "tell");

impl TaskHandler for Tell {
    type Kind = TellTask;

    async fn run(&self, _: &TaskContext, TellTask(payload): TellTask) -> Result<Outcome, TaskError> {
        self.0.send(payload).unwrap();
        Ok(Outcome::DONE)
    }
}

/// Two processes that share only the database and optionally a Redis: one enqueues, the other works.
struct TwoProcesses {
    world: World,
    worker: Running,
    told: mpsc::UnboundedReceiver<u32>,
}

impl TwoProcesses {
    async fn new(signals: &SignalsConfig) -> Self {
        let mut world = World::new().await;
        world.signals = Signals::start(&world.db, signals).unwrap();
        let (sender, told) = mpsc::unbounded_channel();
        let never = Duration::from_secs(86_400);
        let config = WorkerConfig { poll: never, sweep: never, ..config() };
        let (db, registry) = (world.database.store(), Registry::new().with(Tell(sender)));
        let worker = Running::start(Worker::new(db.clone(), Signals::start(&db, signals).unwrap(), registry, config));
        Self { world, worker, told }
    }

    /// Enqueues tasks one by one; each arrives before the next is enqueued.
    async fn pass(&mut self, numbers: std::ops::Range<u32>) {
        for n in numbers {
            self.world.enqueue(task("tell", n)).await;
            assert_eq!(next(&mut self.told).await, n);
        }
    }
}

#[tokio::test]
async fn database_notifications_wake_other_processes() {
    let mut both = TwoProcesses::new(&SignalsConfig::default()).await;
    both.pass(0..10).await;
    both.worker.drain().await;
}

#[tokio::test]
async fn listener_reconnects_after_a_lost_connection() {
    let mut both = TwoProcesses::new(&SignalsConfig::default()).await;
    both.pass(0..3).await;
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'LISTEN%'";
    both.world.database.connection().await.execute(cut).await.unwrap();
    both.pass(3..6).await;
    both.worker.drain().await;
}

#[tokio::test]
async fn redis_messages_wake_other_processes() {
    let redis = TestRedis::new();
    let signals = SignalsConfig { redis_url: Some(redis.url().to_owned()), redis_prefix: redis.prefix().to_owned() };
    let mut both = TwoProcesses::new(&signals).await;
    both.pass(0..10).await;
    both.worker.drain().await;
}

#[tokio::test]
async fn redis_restart_restores_wakeups() {
    let redis = Redis::start().unwrap();
    let (port, url) = (redis.port(), redis.url());
    let mut both = TwoProcesses::new(&SignalsConfig { redis_url: Some(url), ..SignalsConfig::default() }).await;
    both.pass(0..3).await;
    redis.kill();
    // The message is missed; the task is found on resubscription.
    both.world.enqueue(task("tell", 3)).await;
    let _redis = Redis::start_on(port).unwrap().unwrap();
    assert_eq!(next(&mut both.told).await, 3);
    both.worker.drain().await;
}

#[tokio::test]
async fn polling_finds_tasks_without_messages() {
    let world = World::new().await;
    let (sender, mut told) = mpsc::unbounded_channel();
    let worker = world.worker(Registry::new().with(Tell(sender)));
    let mut tx = world.tenant().await;
    bole_store::ledger::enqueue(&mut tx, task("tell", 1)).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(next(&mut told).await, 1);
    worker.drain().await;
}
