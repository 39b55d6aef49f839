//! The database crashes and restarts under load, or falls silent: producers, workers and effects continue by themselves.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::common::{Effect, LONG, Running, World, config, task};
use bole_domain::ids::OrganizationId;
use bole_postgres::{Server, Settings};
use bole_queue::{
    Outcome, Registry, Signals, SignalsConfig, TaskContext, TaskError, TaskHandler, Worker, WorkerConfig,
};
use bole_store::ledger::NewTask;
use bole_store::{Actor, Db, DbConfig, StoreResult, ledger};
use bole_testkit::DatabaseProxy;
use rustix::process::{Pid, Signal, kill_process};
use sqlx::{Connection, Executor, PgConnection};
use tokio::sync::Notify;

const ALL: u32 = 600;

async fn enqueue(db: &Db, organization: OrganizationId, n: u32) -> StoreResult<()> {
    let mut tx = db.tenant(&Actor::clock(organization)).await?;
    ledger::enqueue(&mut tx, task("effect", n)).await?;
    tx.commit().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn database_crash_loses_no_tasks_and_stops_no_workers() {
    let folder =
        tempfile::Builder::new().permissions(std::os::unix::fs::PermissionsExt::from_mode(0o755)).tempdir().unwrap();
    let settings = Settings::new(folder.path());
    let server = Server::start(settings.clone()).await.unwrap();
    let url = server.url("bole");
    bole_store::migrate(&url).await.unwrap();
    let organization = OrganizationId::new();
    let mut connection = PgConnection::connect(&url).await.unwrap();
    let new = "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
               VALUES ($1, 'Organization', 'o', 'free', 1, 1)";
    sqlx::query(new).bind(organization.0).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();

    let db = Db::connect(&DbConfig::new(&url)).unwrap();
    let signals = Signals::start(&db, &SignalsConfig::default()).unwrap();
    let workers = (0..2)
        .map(|_| Running::start(Worker::new(db.clone(), signals.clone(), Registry::new().with(Effect), config())));
    let workers = workers.collect::<Vec<_>>();

    // Four producers, each of which retries until the database accepts its task.
    let (next, half) = (Arc::new(AtomicU32::new(0)), Arc::new(Notify::new()));
    let producers = (0..4).map(|_| {
        let (db, signals, next, half) = (db.clone(), signals.clone(), next.clone(), half.clone());
        tokio::spawn(async move {
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n == ALL / 2 {
                    half.notify_one();
                }
                if n >= ALL {
                    return;
                }
                while enqueue(&db, organization, n).await.is_err() {
                    tokio::task::yield_now().await;
                }
                signals.wake();
            }
        })
    });
    let producers = producers.collect::<Vec<_>>();

    half.notified().await;
    kill_process(Pid::from_raw(server.pid()).unwrap(), Signal::QUIT).unwrap();
    server.exited().await;
    drop(server);
    let server = Server::start(settings).await.unwrap();
    assert_eq!(server.url("bole"), url);

    for producer in producers {
        tokio::time::timeout(LONG, producer).await.expect("a producer hangs").unwrap();
    }
    let mut connection = PgConnection::connect(&url).await.unwrap();
    let left = "SELECT count(*) FROM tasks WHERE kind = 'effect' AND state <> 'completed'";
    let drained = async { while sqlx::query_scalar::<_, i64>(left).fetch_one(&mut connection).await.unwrap() > 0 {} };
    tokio::time::timeout(LONG, drained).await.expect("the workers do not go on");
    for worker in workers {
        worker.drain().await;
    }
    // A producer without an answer may have enqueued twice; every task took effect exactly once.
    let of = |kind: &'static str| {
        sqlx::query_scalar::<_, i32>("SELECT payload::int FROM tasks WHERE kind = $1 ORDER BY 1").bind(kind)
    };
    let tasks = of("effect").fetch_all(&mut connection).await.unwrap();
    let mut effects = of("trace").fetch_all(&mut connection).await.unwrap();
    assert_eq!(tasks, effects);
    effects.dedup();
    assert_eq!(effects, (0..ALL.cast_signed()).collect::<Vec<_>>());
    connection.execute("SELECT 1").await.unwrap();
    server.stop().await.unwrap();
}

kind!(GatedTask(()), "gated");

/// Starts, and ends once it may.
struct Gated {
    started: Arc<Notify>,
    open: Arc<Notify>,
}

impl TaskHandler for Gated {
    type Kind = GatedTask;

    async fn run(&self, _: &TaskContext, _: GatedTask) -> Result<Outcome, TaskError> {
        self.started.notify_one();
        self.open.notified().await;
        Ok(Outcome::DONE)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tasks_go_on_after_the_connections_fell_silent() {
    let world = World::new().await;
    let proxy = DatabaseProxy::start(&world.database).await;
    let limits = DbConfig { answer_limit: Duration::from_secs(1), ..DbConfig::new(proxy.url()) };
    let db = Db::connect(&limits).unwrap();
    let signals = Signals::start(&db, &SignalsConfig::default()).unwrap();
    let (started, open) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let gated = Gated { started: started.clone(), open: open.clone() };
    // A lease that outlasts the silence, so that the attempt is only ended by its worker.
    let config = WorkerConfig { lease: Duration::from_secs(300), ..config() };
    let worker = Running::start(Worker::new(db, signals, Registry::new().with(gated), config));
    let running = world.enqueue(task("gated", ())).await.id;
    started.notified().await;

    proxy.silence();
    let due = Some(time::OffsetDateTime::now_utc() + Duration::from_millis(500));
    let later = world.enqueue(NewTask { run_at: due, ..task("gated", ()) }).await.id;
    let waiting = world.enqueue(task("gated", ())).await.id;
    open.notify_one();
    for id in [running, later, waiting] {
        let completed = async {
            while world.task(id).await.finished_at.is_none() {
                open.notify_one();
            }
        };
        tokio::time::timeout(LONG, completed).await.expect("the worker does not go on");
        assert_eq!(world.task(id).await.attempts, 1);
    }
    worker.drain().await;
}
