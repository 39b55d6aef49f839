//! A worker: apalis' runtime over the ledger, from start to drain.

use std::sync::Arc;
use std::time::Duration;

use apalis::layers::WorkerBuilderExt;
use apalis::layers::tracing::TraceLayer;
use apalis_core::monitor::{Monitor, MonitorError};
use apalis_core::task::Task;
use apalis_core::worker::builder::WorkerBuilder;
use apalis_core::worker::ext::parallelize::ParallelizeExt;
use bole_domain::task::Lane;
use bole_store::{Db, operations};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::backend::LedgerBackend;
use crate::finisher::Finisher;
use crate::renewal::{self, HeldLeases};
use crate::run::{ClaimedTask, Runner};
use crate::{Registry, Signals, presence, sweeper};

/// How many tasks a worker runs at a time, by lane. A lane with none is left to other workers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Concurrency {
    /// Reading and evaluating documents.
    pub documents: usize,
    /// Recognising the text of scans.
    pub scans: usize,
    /// Calls of AI providers.
    pub models: usize,
    /// Sending mail.
    pub mail: usize,
    /// Everything else.
    pub general: usize,
}

impl Concurrency {
    /// The same number for each lane.
    #[must_use]
    pub const fn each(tasks: usize) -> Self {
        Self { documents: tasks, scans: tasks, models: tasks, mail: tasks, general: tasks }
    }

    /// The number of one lane.
    #[must_use]
    pub const fn of(self, lane: Lane) -> usize {
        match lane {
            Lane::Documents => self.documents,
            Lane::Scans => self.scans,
            Lane::Models => self.models,
            Lane::Mail => self.mail,
            Lane::General => self.general,
        }
    }
}

impl Default for Concurrency {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { documents: cores * 48, scans: cores, models: 96, mail: 8, general: cores * 4 }
    }
}

/// Configuration of a worker.
#[derive(Debug, Clone)]
pub struct WorkerConfig {
    /// Its name in logs.
    pub name: String,
    /// How many tasks run at a time, by lane.
    pub concurrency: Concurrency,
    /// How long a worker keeps a task without renewing its lease. It renews three times in that time.
    pub lease: Duration,
    /// How often an idle worker polls without a wake-up.
    pub poll: Duration,
    /// How often it looks for due tasks and tasks of dead workers.
    pub sweep: Duration,
    /// How long running tasks may continue after the worker is asked to stop. Unfinished ones are then released.
    pub grace: Duration,
    /// The most tasks of one organization in progress at a time, over all workers; `None` for no limit.
    pub per_organization: Option<u32>,
}

impl Default for WorkerConfig {
    fn default() -> Self {
        Self {
            name: "worker".to_owned(),
            concurrency: Concurrency::default(),
            lease: Duration::from_secs(30),
            poll: Duration::from_secs(1),
            sweep: Duration::from_secs(1),
            grace: Duration::from_secs(25),
            per_organization: None,
        }
    }
}

/// Why a worker failed. Neither tasks nor the database cause it.
#[derive(Debug, thiserror::Error)]
#[error("the worker's runtime failed: {0}")]
pub struct WorkerError(#[from] MonitorError);

/// Runs tasks of the kinds in its registry.
pub struct Worker {
    db: Db,
    signals: Signals,
    registry: Registry,
    config: WorkerConfig,
}

impl Worker {
    /// Creates a worker; it does nothing until [`Worker::run`].
    #[must_use]
    pub fn new(db: Db, signals: Signals, registry: Registry, config: WorkerConfig) -> Self {
        Self { db, signals, registry, config }
    }

    /// Runs until `shutdown` fires, then drains: claims nothing new, releases what has not started, lets running
    /// tasks end within the grace period, and releases the rest. A released task does not count an attempt.
    ///
    /// # Errors
    /// When apalis' runtime fails.
    pub async fn run(self, shutdown: CancellationToken) -> Result<(), WorkerError> {
        let Self { db, signals, registry, config } = self;
        // Aborted when this future is dropped.
        let mut background = JoinSet::new();
        let held = Arc::new(HeldLeases::default());
        background.spawn(renewal::renew(db.clone(), held.clone(), config.lease));
        background.spawn(renewal::report_progress(db.clone(), held.clone()));
        background.spawn(sweeper::run(db.clone(), signals.clone(), config.sweep));
        background.spawn(sweeper::collect_statistics(db.clone(), config.sweep));
        let present = presence::of(&config);
        let worker_id = present.id;
        background.spawn(presence::report(db.clone(), present));
        let finisher_stop = CancellationToken::new();
        let _finisher_ends = finisher_stop.clone().drop_guard();
        let finisher = Finisher::start(db.clone(), held.clone(), finisher_stop);

        let cut = CancellationToken::new();
        let draining = {
            let (shutdown, cut, grace) = (shutdown.clone(), cut.clone(), config.grace);
            async move {
                shutdown.cancelled().await;
                tokio::time::sleep(grace).await;
                tracing::warn!("the grace period is over; what still runs is given back");
                cut.cancel();
            }
        };
        background.spawn(draining);

        let presence_db = db.clone();
        let runner = Runner { db: db.clone(), registry, cut };
        // If this future is dropped, the claimer stops as well.
        let stop = shutdown.child_token();
        let _claimer_ends = stop.clone().drop_guard();
        let kinds = runner.registry.kinds();
        let mut monitor = Monitor::new();
        for lane in Lane::ALL.iter().copied().filter(|lane| config.concurrency.of(*lane) > 0) {
            let kinds = kinds.clone();
            let (db, config, held, finisher) = (db.clone(), config.clone(), held.clone(), finisher.clone());
            let (signals, stop, runner) = (signals.clone(), stop.clone(), runner.clone());
            monitor = monitor.register(move |_| {
                let backend = LedgerBackend::start(
                    &db,
                    config.clone(),
                    (lane, kinds.clone()),
                    held.clone(),
                    finisher.clone(),
                    signals.subscribe(),
                    stop.clone(),
                );
                WorkerBuilder::new(format!("{}-{lane}", config.name))
                    .backend(backend)
                    .concurrency(config.concurrency.of(lane))
                    .parallelize(tokio::spawn)
                    .layer(TraceLayer::new().make_span_with(span))
                    .build(runner.clone())
            });
        }
        let signal = async move {
            shutdown.cancelled().await;
            Ok(())
        };
        let ended = monitor.run_with_signal(signal).await;
        background.abort_all();
        if let Err(error) = operations::end_presence(&presence_db, worker_id).await {
            tracing::debug!(%error, "cannot tell that this worker ended; it is taken for dead in a minute");
        }
        Ok(ended?)
    }
}

fn span(task: &Task<ClaimedTask>) -> tracing::Span {
    let claimed = &task.args.claimed;
    tracing::info_span!(
        "task",
        kind = claimed.kind,
        task = %claimed.lease.task,
        organization = %claimed.lease.organization,
        attempt = claimed.attempt,
        request_id = claimed.request_id,
    )
}
