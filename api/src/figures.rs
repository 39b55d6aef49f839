//! Dashboards of a moment ago, where there is much to count: everybody who looks within ten seconds sees what was counted once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bole_domain::dashboard::Dashboard;
use bole_domain::ids::{JobId, OrganizationId, UserId};
use bole_store::TenantTx;
use bole_store::dashboard::{self, DashboardFilter};

use crate::error::ApiResult;

/// Up to so many candidates counted, every request counts for itself.
const CHEAP: i64 = 5_000;

/// How old figures may be.
const LIFETIME: Duration = Duration::from_secs(10);

/// Dashboards one process remembers.
const CAPACITY: usize = 100;

/// Whose figures, as they were asked for: members below admin see those of their own jobs.
type Key = (OrganizationId, Option<UserId>, Option<String>, Option<String>, Option<JobId>);

type Read = (Arc<Dashboard>, Instant);

/// What one dashboard was, and whoever reads it now: the others wait for that.
type Slot = Arc<tokio::sync::Mutex<Option<Read>>>;

/// The period as it was asked for, and the job.
#[derive(Debug)]
pub struct Asked {
    /// From when.
    pub from: Option<String>,
    /// Until when.
    pub to: Option<String>,
    /// The same as moments.
    pub filter: DashboardFilter,
}

/// The dashboards of this process.
#[derive(Default)]
pub struct Figures(Mutex<HashMap<Key, Slot>>);

impl Figures {
    /// The figures, and how old they are.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn of(&self, tx: &mut TenantTx, asked: Asked) -> ApiResult<(Arc<Dashboard>, Duration)> {
        let Asked { from, to, filter } = asked;
        let actor = *tx.actor();
        let user = actor.user().filter(|_| !actor.sees_all_jobs());
        let slot = self.slot((actor.organization, user, from, to, filter.job_id));
        let mut known = slot.lock().await;
        if let Some((figures, at)) = known.as_ref().filter(|(_, at)| at.elapsed() < LIFETIME) {
            return Ok((Arc::clone(figures), at.elapsed()));
        }
        let figures = Arc::new(dashboard::read(tx, filter).await?);
        *known = (counted(&figures) > CHEAP).then(|| (Arc::clone(&figures), Instant::now()));
        Ok((figures, Duration::ZERO))
    }

    fn slot(&self, key: Key) -> Slot {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() >= CAPACITY {
            // Those that nobody reads now and nothing is kept in, or too long.
            slots.retain(|_, slot| {
                slot.try_lock().map_or(true, |known| known.as_ref().is_some_and(|(_, at)| at.elapsed() < LIFETIME))
            });
        }
        if slots.len() >= CAPACITY {
            return Slot::default();
        }
        Arc::clone(slots.entry(key).or_default())
    }
}

/// About how many candidates these figures are of.
fn counted(figures: &Dashboard) -> i64 {
    let stages = figures.funnel.iter();
    stages.map(|stage| stage.current.max(stage.entered).max(stage.entered_before)).sum()
}
