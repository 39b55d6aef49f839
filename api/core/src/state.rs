//! The state shared by all handlers.

use std::sync::Arc;

use bole_ai::{BuiltIn, Judge};
use bole_mail::Deliverer;
use bole_providers::Providers;
use bole_queue::Signals;
use bole_storage::Storage;
use bole_store::Db;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::sync::Semaphore;

use crate::auth::password::Passwords;
use crate::config::ApiConfig;
use crate::error::ApiResult;
use crate::figures::Figures;
use crate::live::LiveHub;
use crate::mailer::Mailer;
use crate::totals::Totals;

/// Shared by all requests; cheap to clone.
#[derive(Clone)]
pub struct ApiState(Arc<Inner>);

/// The parts of [`ApiState`].
pub struct Inner {
    /// The database.
    pub db: Db,
    /// Uploaded files.
    pub storage: Storage,
    /// Wakes workers after enqueueing.
    pub signals: Signals,
    /// Delivers account emails.
    pub mailer: Mailer,
    /// Sends test emails.
    pub deliverer: Deliverer,
    /// Extracts rubrics from jobs.
    pub judge: Arc<dyn Judge>,
    /// Limits concurrent rubric extractions to the number of cores minus one.
    pub readings: Arc<Semaphore>,
    /// The AI providers.
    pub providers: Arc<Providers>,
    /// Live events for open streams.
    pub live: LiveHub,
    /// Cached totals of lists.
    pub totals: Totals,
    /// Cached dashboards.
    pub figures: Figures,
    /// The configuration.
    pub config: ApiConfig,
    /// Hashing and checking passwords.
    pub passwords: Passwords,
    /// Renders `/metrics`, if metrics are recorded.
    pub metrics: Option<PrometheusHandle>,
}

impl std::ops::Deref for ApiState {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl ApiState {
    /// The state of one API process.
    ///
    /// # Errors
    /// When the password cost is out of argon2's range.
    pub fn new(
        db: Db,
        storage: Storage,
        signals: Signals,
        config: ApiConfig,
        providers: Arc<Providers>,
        metrics: Option<PrometheusHandle>,
    ) -> ApiResult<Self> {
        let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Ok(Self(Arc::new(Inner {
            live: LiveHub::start(&db, config.event_check),
            totals: Totals::default(),
            figures: Figures::new(config.clock.clone()),
            db: db.one_at_a_time(),
            storage,
            signals,
            deliverer: Deliverer::default(),
            mailer: Mailer::new(config.account_mail, config.unverified_mail_per_day),
            judge: Arc::new(BuiltIn),
            readings: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))),
            providers,
            passwords: Passwords::new(config.password_cost)?,
            config,
            metrics,
        })))
    }
}
