//! Shared by the queue's tests: a database, an organization, and workers that can be stopped and awaited.
use std::time::Duration;

use bole_domain::batch::TaskStatus;
use bole_domain::ids::{OrganizationId, TaskId};
use bole_domain::task::Lane;
use bole_queue::{
    Concurrency, Outcome, Registry, Signals, SignalsConfig, TaskContext, TaskError, TaskHandler, Worker, WorkerConfig,
};
use bole_store::ledger::{self, Enqueued, NewTask, TaskView};
use bole_store::{Actor, Db, StoreResult, TenantTx};
use bole_testkit::{Seed, TestDatabase};
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Longer than anything here takes, unless it hangs.
pub const LONG: Duration = Duration::from_secs(60);

/// How many tasks a test runs: few, or with `BOLE_HEAVY=1`, as the benchmarks set it, many.
pub fn amount(few: usize, many: usize) -> usize {
    if std::env::var_os("BOLE_HEAVY").is_some_and(|value| value == "1") { many } else { few }
}

/// A database with one organization, and the signals of this process.
pub struct World {
    pub database: TestDatabase,
    pub db: Db,
    pub seed: Seed,
    pub signals: Signals,
}

impl World {
    pub async fn new() -> Self {
        let database = TestDatabase::new().await;
        let db = database.store();
        let seed = Seed::new(&database).await;
        let signals = Signals::start(&db, &SignalsConfig::default()).unwrap();
        Self { database, db, seed, signals }
    }

    pub async fn tenant(&self) -> TenantTx {
        self.db.tenant(&self.seed.actor()).await.unwrap()
    }

    pub async fn enqueue(&self, task: NewTask) -> Enqueued {
        self.enqueue_all(vec![task]).await[0]
    }

    pub async fn enqueue_all(&self, tasks: Vec<NewTask>) -> Vec<Enqueued> {
        self.enqueue_for(self.seed.organization, tasks).await.unwrap()
    }

    pub async fn enqueue_for(&self, organization: OrganizationId, tasks: Vec<NewTask>) -> StoreResult<Vec<Enqueued>> {
        let mut tx = self.db.tenant(&Actor::clock(organization)).await?;
        let enqueued = ledger::enqueue_many(&mut tx, tasks).await?;
        tx.commit().await?;
        self.signals.wake();
        Ok(enqueued)
    }

    pub async fn task(&self, id: TaskId) -> TaskView {
        let mut tx = self.tenant().await;
        ledger::get(&mut tx, id).await.unwrap()
    }

    /// The number of the organization's tasks in the status.
    pub async fn count(&self, kind: &str, status: TaskStatus) -> i64 {
        let filter = ledger::TaskFilter { kind: Some(kind.to_owned()), status: Some(status), visible: None };
        let mut tx = self.tenant().await;
        ledger::count(&mut tx, &filter, i64::MAX).await.unwrap()
    }

    /// The numbers in the payloads of a kind's tasks, sorted.
    pub async fn payloads(&self, kind: &str) -> Vec<i64> {
        let mut connection = self.database.connection().await;
        sqlx::query_scalar("SELECT payload::bigint FROM tasks WHERE kind = $1 ORDER BY 1")
            .bind(kind)
            .fetch_all(&mut connection)
            .await
            .unwrap()
    }

    pub fn worker(&self, registry: Registry) -> Running {
        self.worker_with(registry, config())
    }

    pub fn worker_with(&self, registry: Registry, config: WorkerConfig) -> Running {
        Running::start(Worker::new(self.db.clone(), self.signals.clone(), registry, config))
    }
}

/// Eight slots, and leases and polls short enough for tests.
pub fn config() -> WorkerConfig {
    WorkerConfig {
        concurrency: Concurrency::each(8),
        lease: Duration::from_secs(2),
        poll: Duration::from_millis(50),
        sweep: Duration::from_millis(50),
        grace: Duration::from_secs(20),
        ..WorkerConfig::default()
    }
}

/// A running worker.
pub struct Running {
    stop: CancellationToken,
    ended: JoinHandle<Result<(), bole_queue::WorkerError>>,
}

impl Running {
    pub fn start(worker: Worker) -> Self {
        let stop = CancellationToken::new();
        Self { ended: tokio::spawn(worker.run(stop.clone())), stop }
    }

    /// Stops it like SIGTERM, and waits until it has drained.
    pub async fn drain(self) {
        self.stop.cancel();
        tokio::time::timeout(LONG, self.ended).await.expect("the worker does not stop").unwrap().unwrap();
    }
}

pub fn task(kind: &'static str, payload: impl serde::Serialize) -> NewTask {
    NewTask::new(kind, Lane::General, &payload).unwrap()
}

/// Declares a task kind with one value as its payload.
macro_rules! kind {
    ($name:ident($payload:ty), $wire:literal) => {
        kind!($name($payload), $wire, General);
    };
    ($name:ident($payload:ty), $wire:literal, $lane:ident) => {
        /// A task kind for tests.
        #[derive(serde::Serialize, serde::Deserialize)]
        pub struct $name(pub $payload);

        impl bole_queue::TaskKind for $name {
            const NAME: &'static str = $wire;
            const LANE: bole_domain::task::Lane = bole_domain::task::Lane::$lane;
        }
    };
}

kind!(EffectTask(u32), "effect");

pub async fn next<T>(receiver: &mut mpsc::UnboundedReceiver<T>) -> T {
    tokio::time::timeout(LONG, receiver.recv()).await.expect("nothing came").unwrap()
}

/// Counts its effects in the ledger itself, inside the transaction that finishes it.
pub struct Effect;

impl TaskHandler for Effect {
    type Kind = EffectTask;

    async fn run(&self, context: &TaskContext, EffectTask(payload): EffectTask) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let never = Some(time::OffsetDateTime::now_utc() + Duration::from_secs(86_400));
        ledger::enqueue(&mut tx, NewTask { run_at: never, ..NewTask::new("trace", Lane::General, &payload)? }).await?;
        Ok(context.finish(tx, Value::Null).await?)
    }
}
