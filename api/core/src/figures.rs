//! Caches large dashboards: everyone who looks within ten seconds gets the same computed result.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bole_domain::dashboard::Dashboard;
use bole_domain::ids::{JobId, OrganizationId, UserId};
use bole_domain::zone::Zone;
use bole_store::TenantTx;
use bole_store::dashboard::{self, DashboardFilter};

use crate::clock::Clock;
use crate::error::ApiResult;
use crate::extract::Tenant;

/// Up to this many candidates, dashboards are computed for each request.
const CHEAP: i64 = 5_000;

/// Maximum age of a cached dashboard.
const LIFETIME: Duration = Duration::from_secs(10);

/// Maximum dashboards cached per process.
const CAPACITY: usize = 100;

/// The organization and its time zone, the member if below admin (they see their own jobs), and the requested filter.
type Key = (OrganizationId, Zone, Option<UserId>, Option<String>, Option<String>, Option<JobId>);

type Read = (Arc<Dashboard>, Instant);

/// The place of a dashboard.
#[derive(Default)]
struct Slot {
    /// Locked while a request reads it, so that others wait for the result.
    cached: tokio::sync::Mutex<Option<Read>>,
    /// Whether the last result was too small to be cached, so that waiting for the next one is no use.
    is_cheap: AtomicBool,
}

impl Slot {
    fn is_cheap(&self) -> bool {
        self.is_cheap.load(Ordering::Relaxed)
    }
}

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
    slots: Mutex<HashMap<Key, Arc<Slot>>>,
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
    pub async fn of(&self, tenant: &Tenant, tx: TenantTx, asked: Asked) -> ApiResult<(Arc<Dashboard>, Duration)> {
        let Asked { from, to, filter } = asked;
        let user = Some(tenant.user_id()).filter(|_| !tenant.actor().sees_all_jobs());
        let slot = self.slot((tenant.organization(), filter.zone, user, from, to, filter.job_id));
        let (mut cached, mut tx) = (None, Some(tx));
        if !slot.is_cheap() {
            let free = slot.cached.try_lock();
            if free.is_err()
                && let Some(tx) = tx.take()
            {
                // Others need the connection meanwhile.
                tx.release();
            }
            let locked = match free {
                Ok(locked) => locked,
                Err(_) => slot.cached.lock().await,
            };
            if let Some((figures, at)) = locked.as_ref().filter(|(_, at)| self.age(*at) < LIFETIME) {
                let found = (Arc::clone(figures), self.age(*at));
                if let Some(tx) = tx {
                    tx.release();
                }
                return Ok(found);
            }
            cached = Some(locked).filter(|_| !slot.is_cheap());
        }
        let mut tx = match tx {
            Some(tx) => tx,
            None => tenant.begin().await?,
        };
        let figures = Arc::new(dashboard::read(&mut tx, filter).await?);
        tx.release();
        let is_cheap = counted(&figures) <= CHEAP;
        slot.is_cheap.store(is_cheap, Ordering::Relaxed);
        if let Some(cached) = &mut cached {
            **cached = (!is_cheap).then(|| (Arc::clone(&figures), self.clock.now()));
        }
        Ok((figures, Duration::ZERO))
    }

    fn age(&self, at: Instant) -> Duration {
        self.clock.now().saturating_duration_since(at)
    }

    fn slot(&self, key: Key) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= CAPACITY {
            // Removes slots that are not in use and empty or too old.
            slots.retain(|_, slot| {
                let cached = slot.cached.try_lock();
                cached.map_or(true, |cached| cached.as_ref().is_some_and(|(_, at)| self.age(*at) < LIFETIME))
            });
        }
        if slots.len() >= CAPACITY {
            return Arc::default();
        }
        Arc::clone(slots.entry(key).or_default())
    }
}

/// The approximate number of candidates counted.
fn counted(figures: &Dashboard) -> i64 {
    let stages = figures.funnel.iter();
    stages.map(|stage| stage.current.max(stage.entered).max(stage.entered_before)).sum()
}
