//! Totals of long lists: exact while counting is cheap, else cached briefly.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bole_domain::ids::{OrganizationId, UserId};
use bole_store::applications::page::{self, ApplicationFilter};
use bole_store::emails::{self, EmailFilter};
use bole_store::inbound::{self, InboundFilter};
use bole_store::interview_schedules::{self, ScheduleFilter};
use bole_store::ledger::{self, TaskFilter};
use bole_store::repairs::{self, EmploymentFilter};
use bole_store::talent_pool::{self, TalentPoolFilter};
use bole_store::{StoreResult, TenantTx, total_beside_page, total_of_page};

use crate::error::ApiResult;
use crate::extract::{CursorPage, Page};

/// Up to here every request counts exactly.
const EXACT_LIMIT: i64 = 1_000;

/// Maximum age of a cached total.
const LIFETIME: Duration = Duration::from_secs(10);

/// Maximum totals cached per process.
const CAPACITY: usize = 10_000;

/// The organization, the member if below admin (they see their own jobs), and the list.
type Key = (OrganizationId, Option<UserId>, List);

/// A potentially long list.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum List {
    /// Applications.
    Applications(ApplicationFilter),
    /// The talent pool.
    TalentPool(TalentPoolFilter),
    /// Tasks.
    Tasks(TaskFilter),
    /// Employments with a problem.
    Employments(EmploymentFilter),
    /// Emails to candidates.
    Emails(EmailFilter),
    /// Received messages.
    InboundMessages(InboundFilter),
    /// Planned interviews.
    Schedules(ScheduleFilter),
}

impl List {
    /// The number of rows, counted up to `limit`.
    async fn count(&self, tx: &mut TenantTx, limit: i64) -> StoreResult<i64> {
        match self {
            Self::Applications(filter) => page::count(tx, filter, limit).await,
            Self::TalentPool(filter) => talent_pool::count(tx, filter, limit).await,
            Self::Tasks(filter) => ledger::count(tx, filter, limit).await,
            Self::Employments(filter) => repairs::count_employments(tx, *filter, limit).await,
            Self::Emails(filter) => emails::count(tx, filter, limit).await,
            Self::InboundMessages(filter) => inbound::count(tx, *filter, limit).await,
            Self::Schedules(filter) => interview_schedules::count(tx, *filter, limit).await,
        }
    }
}

/// The total number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Total {
    /// The number.
    pub count: i64,
    /// Whether it was counted up to ten seconds ago.
    pub is_estimate: bool,
}

/// The cached totals of this process.
#[derive(Default)]
pub struct Totals(Mutex<HashMap<Key, (i64, Instant)>>);

impl Totals {
    /// The total of a list whose page has `rows` rows. The last page determines it without counting.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn of_page(&self, tx: &mut TenantTx, list: List, page: Page, rows: usize) -> ApiResult<Total> {
        match total_of_page(page.limit, page.offset, rows) {
            Some(count) => Ok(Total { count, is_estimate: false }),
            None => {
                let total = self.of(tx, list).await?;
                Ok(Total { count: total_beside_page(page.offset, rows, total.count), ..total })
            }
        }
    }

    /// The total of a list that can be read by cursor, whose page has `rows` rows.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn of_cursor_page(
        &self,
        tx: &mut TenantTx,
        list: List,
        page: CursorPage,
        rows: usize,
    ) -> ApiResult<Total> {
        match page.by_offset() {
            Some(page) => self.of_page(tx, list, page, rows).await,
            None => self.of(tx, list).await,
        }
    }

    /// How many rows the list has.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn of(&self, tx: &mut TenantTx, list: List) -> ApiResult<Total> {
        let actor = *tx.actor();
        let user = actor.user().filter(|_| !actor.sees_all_jobs());
        let key = (actor.organization, user, list);
        if let Some(count) = self.recall(&key) {
            return Ok(Total { count, is_estimate: true });
        }
        let exact = key.2.count(tx, EXACT_LIMIT + 1).await?;
        if exact <= EXACT_LIMIT {
            return Ok(Total { count: exact, is_estimate: false });
        }
        let count = key.2.count(tx, i64::MAX).await?;
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
