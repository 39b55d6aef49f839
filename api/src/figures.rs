//! Caches large dashboards: everyone who looks within ten seconds gets the same computed result.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bole_domain::dashboard::Dashboard;
use bole_domain::ids::{JobId, OrganizationId, UserId};
use bole_domain::zone::Zone;
use bole_store::TenantTx;
use bole_store::dashboard::{self, DashboardFilter};

use crate::clock::Clock;
use crate::error::ApiResult;

/// Up to this many candidates, dashboards are computed for each request.
const CHEAP: i64 = 5_000;

/// Maximum age of a cached dashboard.
const LIFETIME: Duration = Duration::from_secs(10);

/// Maximum dashboards cached per process.
const CAPACITY: usize = 100;

/// The organization and its time zone, the member if below admin (they see their own jobs), and the requested filter.
type Key = (OrganizationId, Zone, Option<UserId>, Option<String>, Option<String>, Option<JobId>);

type Read = (Arc<Dashboard>, Instant);

/// A dashboard, locked while a request reads it, so that others wait for the result.
type Slot = Arc<tokio::sync::Mutex<Option<Read>>>;

/// The requested period and job.
#[derive(Debug)]
pub struct Asked {
    /// Start, as requested.
    pub from: Option<String>,
    /// End, as requested.
    pub to: Option<String>,
    /// The same as timestamps.
    pub filter: DashboardFilter,
}

/// The dashboards of this process.
pub struct Figures {
    clock: Clock,
    slots: Mutex<HashMap<Key, Slot>>,
}

impl Figures {
    /// None yet; their age goes by the clock.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self { clock, slots: Mutex::default() }
    }

    /// The figures, and how old they are.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn of(&self, tx: &mut TenantTx, asked: Asked) -> ApiResult<(Arc<Dashboard>, Duration)> {
        let Asked { from, to, filter } = asked;
        let actor = *tx.actor();
        let user = actor.user().filter(|_| !actor.sees_all_jobs());
        let slot = self.slot((actor.organization, filter.zone, user, from, to, filter.job_id));
        let mut known = slot.lock().await;
        if let Some((figures, at)) = known.as_ref().filter(|(_, at)| self.age(*at) < LIFETIME) {
            return Ok((Arc::clone(figures), self.age(*at)));
        }
        let figures = Arc::new(dashboard::read(tx, filter).await?);
        *known = (counted(&figures) > CHEAP).then(|| (Arc::clone(&figures), self.clock.now()));
        Ok((figures, Duration::ZERO))
    }

    fn age(&self, at: Instant) -> Duration {
        self.clock.now().saturating_duration_since(at)
    }

    fn slot(&self, key: Key) -> Slot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= CAPACITY {
            // Removes slots that are not in use and empty or too old.
            slots.retain(|_, slot| {
                slot.try_lock().map_or(true, |known| known.as_ref().is_some_and(|(_, at)| self.age(*at) < LIFETIME))
            });
        }
        if slots.len() >= CAPACITY {
            return Slot::default();
        }
        Arc::clone(slots.entry(key).or_default())
    }
}

/// The approximate number of candidates counted.
fn counted(figures: &Dashboard) -> i64 {
    let stages = figures.funnel.iter();
    stages.map(|stage| stage.current.max(stage.entered).max(stage.entered_before)).sum()
}
