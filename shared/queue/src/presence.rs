//! Reports to operators that this worker is alive.

use std::time::Duration;

use bole_domain::task::Lane;
use bole_store::Db;
use bole_store::operations::{self, WorkerPresence};
use uuid::Uuid;

use crate::worker::WorkerConfig;

/// How often it reports.
const INTERVAL: Duration = Duration::from_secs(15);

/// The presence of a worker with this configuration.
pub(crate) fn of(config: &WorkerConfig) -> WorkerPresence {
    let slots = |lane| (lane, i32::try_from(config.concurrency.of(lane)).unwrap_or(i32::MAX));
    WorkerPresence {
        id: Uuid::now_v7(),
        name: config.name.clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        slots: [Lane::Documents, Lane::Scans, Lane::Models, Lane::Mail, Lane::General].map(slots),
    }
}

/// Reports until it is dropped.
pub(crate) async fn report(db: Db, worker: WorkerPresence) {
    loop {
        if let Err(error) = operations::report_presence(&db, &worker).await {
            tracing::warn!(%error, "cannot tell that this worker lives; trying again");
        }
        tokio::time::sleep(INTERVAL).await;
    }
}
