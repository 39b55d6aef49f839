//! Every five minutes: enqueues refreshes of interviewers' calendars that are due.

use std::collections::BTreeMap;
use std::time::Duration;

use async_trait::async_trait;
use bole_domain::ids::{OrganizationId, UserId};
use bole_queue::TaskKind;
use bole_queue::kinds::RefreshCalendar;
use bole_store::ledger::{self, NewTask};
use bole_store::{Db, StoreResult, TenantTx, interviewer_calendars};

use crate::OrganizationCron;

/// How long a calendar stays fresh.
const AGE: Duration = Duration::from_secs(15 * 60);

pub struct RefreshCalendars;

#[async_trait]
impl OrganizationCron for RefreshCalendars {
    type Work = Vec<UserId>;

    fn name(&self) -> &'static str {
        "refresh_calendars"
    }

    fn schedule(&self) -> &'static str {
        "*/5 * * * *"
    }

    async fn due(&self, db: &Db) -> StoreResult<Vec<(OrganizationId, Vec<UserId>)>> {
        let mut users: BTreeMap<_, Vec<UserId>> = BTreeMap::new();
        for (organization, user_id) in interviewer_calendars::due(db, AGE).await? {
            users.entry(organization).or_default().push(user_id);
        }
        Ok(users.into_iter().collect())
    }

    async fn run_in(&self, tx: &mut TenantTx, users: Vec<UserId>) -> StoreResult<()> {
        let task = |user_id: UserId| {
            let task = RefreshCalendar { user_id }.new_task(None)?;
            Ok(NewTask { dedupe_key: Some(user_id.to_string()), ..task })
        };
        let tasks = users.into_iter().map(task).collect::<StoreResult<Vec<_>>>()?;
        ledger::enqueue_many(tx, tasks).await?;
        Ok(())
    }
}
