//! How many rows long lists have: counted exactly while that is cheap, and remembered for a moment where it is not.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bole_domain::ids::{OrganizationId, UserId};
use bole_store::TenantTx;
use bole_store::applications::page::{ApplicationFilter, count};

use crate::error::ApiResult;

/// Up to here every request counts for itself.
const CHEAP: i64 = 1_000;

/// How old a remembered total may be.
const LIFETIME: Duration = Duration::from_secs(10);

/// Totals one process remembers.
const CAPACITY: usize = 10_000;

/// Whose list, and which: members below admin see their own jobs.
type Key = (OrganizationId, Option<UserId>, ApplicationFilter);

/// How many applications there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Total {
    /// How many.
    pub count: i64,
    /// Whether it was counted up to ten seconds ago.
    pub is_estimate: bool,
}

/// The totals of this process.
#[derive(Default)]
pub struct Totals(Mutex<HashMap<Key, (i64, Instant)>>);

impl Totals {
    /// How many applications the filter finds.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn of(&self, tx: &mut TenantTx, filter: &ApplicationFilter) -> ApiResult<Total> {
        let actor = *tx.actor();
        let user = actor.user().filter(|_| !actor.sees_all_jobs());
        let key = (actor.organization, user, filter.clone());
        if let Some(count) = self.recall(&key) {
            return Ok(Total { count, is_estimate: true });
        }
        let exact = count(tx, filter, CHEAP + 1).await?;
        if exact <= CHEAP {
            return Ok(Total { count: exact, is_estimate: false });
        }
        let count = count(tx, filter, i64::MAX).await?;
        self.remember(key, count);
        Ok(Total { count, is_estimate: false })
    }

    fn recall(&self, key: &Key) -> Option<i64> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(key).filter(|(_, at)| at.elapsed() < LIFETIME).map(|(count, _)| *count)
    }

    fn remember(&self, key: Key, count: i64) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= CAPACITY {
            known.retain(|_, (_, at)| at.elapsed() < LIFETIME);
        }
        if known.len() < CAPACITY {
            known.insert(key, (count, Instant::now()));
        }
    }
}
