//! The database crashes and restarts under load: producers, workers and effects continue by themselves.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bole_domain::ids::OrganizationId;
use bole_postgres::{Server, Settings};
use bole_queue::{Registry, Signals, SignalsConfig, Worker};
use bole_store::{Actor, Db, DbConfig, StoreResult, ledger};
use common::{Effect, LONG, Running, config, task};
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
