//! Throughput and latency of the ledger.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use bole_domain::ids::OrganizationId;
use bole_domain::task::Lane;
use bole_queue::{
    Concurrency, Outcome, Registry, Signals, SignalsConfig, TaskContext, TaskError, TaskHandler, TaskKind, Worker,
    WorkerConfig,
};
use bole_store::ledger::{self, NewTask};
use bole_store::{Actor, Db, DbConfig};
use serde::{Deserialize, Serialize};
use sqlx::{Connection, Executor, PgConnection};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::{LEVELS, Measured, Pickup, percentile};

const BACKLOG: usize = 80_000;
const PICKUPS: usize = 100;

pub(super) async fn measure(url: &str, for_each: Duration) -> anyhow::Result<Measured> {
    let mut measured = Measured::default();
    let bench = Bench::new(url).await?;
    for level in LEVELS {
        bench.clear().await?;
        measured.push.insert(level, bench.push(level, for_each).await?);
        bench.clear().await?;
        measured.work.insert(level, bench.work(level, for_each).await?);
    }
    bench.clear().await?;
    measured.pickup = bench.pickup().await?;
    Ok(measured)
}

struct Bench {
    url: String,
    db: Db,
    organization: OrganizationId,
}

fn open(url: &str) -> anyhow::Result<Db> {
    Ok(Db::connect(&DbConfig { max_connections: 100, ..DbConfig::new(url) })?)
}

impl Bench {
    async fn new(url: &str) -> anyhow::Result<Self> {
        let organization = OrganizationId::new();
        let mut connection = PgConnection::connect(url).await?;
        sqlx::query(
            "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
             VALUES ($1, 'Bench', $2, 'free', 1, 1)",
        )
        .bind(organization.0)
        .bind(format!("bench-{organization}"))
        .execute(&mut connection)
        .await?;
        connection.close().await?;
        Ok(Self { url: url.to_owned(), db: open(url)?, organization })
    }

    async fn clear(&self) -> anyhow::Result<()> {
        let mut connection = PgConnection::connect(&self.url).await?;
        connection.execute("TRUNCATE tasks, queue, queue_later, task_keys CASCADE").await?;
        connection.close().await?;
        Ok(())
    }

    async fn enqueue(&self, tasks: Vec<NewTask>) -> anyhow::Result<()> {
        let mut tx = self.db.tenant(&Actor::clock(self.organization)).await?;
        ledger::enqueue_many(&mut tx, tasks).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Enqueues a task as a request does: in a transaction of its own, which is durable at the end.
    async fn push_one(db: &Db, organization: OrganizationId, signals: &Signals, task: NewTask) -> anyhow::Result<()> {
        let mut tx = db.tenant(&Actor::clock(organization)).await?;
        ledger::enqueue(&mut tx, task).await?;
        tx.commit().await?;
        signals.wake();
        Ok(())
    }

    /// Tasks per second with `level` concurrent pushers, each continuing when its task is durable.
    async fn push(&self, level: usize, for_each: Duration) -> anyhow::Result<f64> {
        let signals = Signals::start(&self.db, &SignalsConfig::default())?;
        // Connected in advance, as the peers are.
        Self::push_one(&self.db, self.organization, &signals, Noop(()).new_task(None)?).await?;
        let pushed = Arc::new(AtomicUsize::new(0));
        let start = Instant::now();
        let mut pushers = JoinSet::new();
        for _ in 0..level {
            let (db, organization) = (self.db.clone(), self.organization);
            let (signals, pushed) = (signals.clone(), pushed.clone());
            pushers.spawn(async move {
                while start.elapsed() < for_each {
                    Self::push_one(&db, organization, &signals, Noop(()).new_task(None)?).await?;
                    pushed.fetch_add(1, Ordering::Relaxed);
                }
                anyhow::Ok(())
            });
        }
        while let Some(pusher) = pushers.join_next().await {
            pusher??;
        }
        Ok(pushed.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64())
    }

    /// Tasks per second by a worker with `level` slots from a backlog, including the written ends.
    async fn work(&self, level: usize, for_each: Duration) -> anyhow::Result<f64> {
        for _ in 0..BACKLOG / 4000 {
            self.enqueue(vec![Noop(()).new_task(None)?; 4000]).await?;
        }
        let mut connection = PgConnection::connect(&self.url).await?;
        connection.execute("VACUUM ANALYZE queue").await?;
        let noop = Arc::new(Counter::default());
        let signals = Signals::start(&self.db, &SignalsConfig::default())?;
        let config = WorkerConfig { concurrency: Concurrency::each(level), ..WorkerConfig::default() };
        let stop = CancellationToken::new();
        let registry = Registry::new().with(NoopHandler(noop.clone()));
        let start = Instant::now();
        let worker = tokio::spawn(Worker::new(self.db.clone(), signals, registry, config).run(stop.clone()));
        let drained = tokio::time::timeout(for_each, noop.last.notified()).await;
        let (ran, took) = (noop.ran.load(Ordering::Relaxed), start.elapsed());
        stop.cancel();
        worker.await??;
        // Only completed tasks count.
        let completed: i64 = sqlx::query_scalar("SELECT count(*) FROM tasks WHERE state = 'completed'")
            .fetch_one(&mut connection)
            .await?;
        ensure!(usize::try_from(completed)? == noop.ran.load(Ordering::Relaxed), "a task was run and not finished");
        ensure!(drained.is_err() || ran == BACKLOG, "the worker stopped early");
        connection.close().await?;
        Ok(ran as f64 / took.as_secs_f64())
    }

    /// The time from the enqueueing call to the handler's start, with an idle worker woken by message.
    async fn pickup(&self) -> anyhow::Result<Pickup> {
        let (sender, mut started) = mpsc::unbounded_channel();
        let stop = CancellationToken::new();
        let db = open(&self.url)?;
        let worker = Worker::new(
            db.clone(),
            Signals::start(&db, &SignalsConfig::default())?,
            Registry::new().with(StartedHandler(sender)),
            WorkerConfig { concurrency: Concurrency::each(10), ..WorkerConfig::default() },
        );
        let worker = tokio::spawn(worker.run(stop.clone()));
        // Its own signals, as in another process.
        let signals = Signals::start(&self.db, &SignalsConfig::default())?;
        let mut waits = Vec::new();
        for n in 0..PICKUPS as u64 {
            tokio::time::sleep(Duration::from_millis(20 + n * 7 % 40)).await;
            let start = Instant::now();
            Self::push_one(&self.db, self.organization, &signals, Started(()).new_task(None)?).await?;
            if let Some(at) = started.recv().await {
                waits.push(at.duration_since(start).as_secs_f64() * 1000.0);
            }
        }
        stop.cancel();
        worker.await??;
        Ok(Pickup { p50: percentile(&mut waits, 0.5), p95: percentile(&mut waits, 0.95) })
    }
}

#[derive(Serialize, Deserialize)]
struct Noop(());

impl TaskKind for Noop {
    const NAME: &'static str = "noop";
    const LANE: Lane = Lane::General;
}

#[derive(Default)]
struct Counter {
    ran: AtomicUsize,
    last: Notify,
}

struct NoopHandler(Arc<Counter>);

impl TaskHandler for NoopHandler {
    type Kind = Noop;

    async fn run(&self, _: &TaskContext, _: Noop) -> Result<Outcome, TaskError> {
        if self.0.ran.fetch_add(1, Ordering::Relaxed) + 1 == BACKLOG {
            self.0.last.notify_one();
        }
        Ok(Outcome::DONE)
    }
}

#[derive(Serialize, Deserialize)]
struct Started(());

impl TaskKind for Started {
    const NAME: &'static str = "started";
    const LANE: Lane = Lane::General;
}

struct StartedHandler(mpsc::UnboundedSender<Instant>);

impl TaskHandler for StartedHandler {
    type Kind = Started;

    async fn run(&self, _: &TaskContext, _: Started) -> Result<Outcome, TaskError> {
        // The receiver is dropped at the end of the measurement.
        let _ = self.0.send(Instant::now());
        Ok(Outcome::DONE)
    }
}
