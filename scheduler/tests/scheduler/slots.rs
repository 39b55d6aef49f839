//! A slot runs until it succeeded, with any number of schedulers, and in each organization whatever the others do.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bole_domain::ids::OrganizationId;
use bole_domain::task::Lane;
use bole_scheduler::{Cron, CronError, CronResult, OrganizationCron, Schedule, run, run_slot};
use bole_store::crons::{self, ScheduledCron, Slot};
use bole_store::ledger::{self, NewTask};
use bole_store::{Db, StoreError, StoreResult, TenantTx};
use bole_testkit::{Seed, TestDatabase};
use sqlx::Executor;
use time::OffsetDateTime;
use time::macros::datetime;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

#[derive(Default)]
struct Counting {
    runs: AtomicU32,
    ran: Notify,
}

#[async_trait]
impl Cron for Counting {
    fn name(&self) -> &'static str {
        "counting"
    }

    fn schedule(&self) -> &'static str {
        "* * * * *"
    }

    async fn run(&self, _: &Db) -> CronResult {
        self.runs.fetch_add(1, Ordering::SeqCst);
        self.ran.notify_one();
        Ok(())
    }
}

/// Runs the slot that contains this time.
async fn tick(db: &Db, cron: &dyn Cron, now: OffsetDateTime) -> Result<bool, CronError> {
    let schedule: Schedule = cron.schedule().parse().unwrap();
    run_slot(db, cron, schedule.slot_of(cron.name(), now).unwrap()).await
}

#[tokio::test]
async fn ten_schedulers_run_each_slot_once() {
    let database = TestDatabase::new().await;
    let (db, cron) = (database.store(), Counting::default());
    let first = datetime!(2026-03-01 10:00:30 UTC);
    let ran = futures_util::future::join_all((0..10).map(|_| tick(&db, &cron, first))).await;
    assert_eq!(ran.into_iter().filter(|ran| *ran.as_ref().unwrap()).count(), 1);
    assert_eq!(cron.runs.load(Ordering::SeqCst), 1);
    assert!(tick(&db, &cron, first + Duration::from_secs(60)).await.unwrap());
    assert_eq!(cron.runs.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn slot_missed_without_a_scheduler_is_run_at_the_start() {
    let database = TestDatabase::new().await;
    let (db, cron, stop) = (database.store(), Arc::new(Counting::default()), CancellationToken::new());
    let setting = "counting=0 0 1 1 *".parse().unwrap();
    let settings = [setting];
    let running = run(&db, vec![cron.clone()], &settings, &stop);
    let stopping = async {
        cron.ran.notified().await;
        stop.cancel();
    };
    let (ended, ()) = tokio::join!(running, stopping);
    ended.unwrap();
    assert!(!run_slot(&db, cron.as_ref(), this_year()).await.unwrap(), "its slot is the year");
}

fn this_year() -> Slot<'static> {
    let yearly: Schedule = "0 0 1 1 *".parse().unwrap();
    yearly.slot_of("counting", OffsetDateTime::now_utc()).unwrap()
}

#[tokio::test]
async fn setting_of_an_unknown_cron_is_refused() {
    let database = TestDatabase::new().await;
    let settings = ["count=* * * * *".parse().unwrap()];
    let crons: Vec<Arc<dyn Cron>> = vec![Arc::new(Counting::default())];
    let error = run(&database.store(), crons, &settings, &CancellationToken::new()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no cron named count; there are counting, prune_exports, purge_files, remove_files"
    );
    // Of a scheduler with storage, beside this one.
    let (settings, stop) = (["purge_files=0 4 * * *".parse().unwrap()], CancellationToken::new());
    stop.cancel();
    run(&database.store(), Vec::new(), &settings, &stop).await.unwrap();
}

/// Fails until it was run this often.
struct Failing(AtomicU32);

#[async_trait]
impl Cron for Failing {
    fn name(&self) -> &'static str {
        "failing"
    }

    fn schedule(&self) -> &'static str {
        "0 0 * * *"
    }

    async fn run(&self, _: &Db) -> CronResult {
        let left = self.0.load(Ordering::SeqCst);
        self.0.store(left.saturating_sub(1), Ordering::SeqCst);
        if left > 0 { Err(StoreError::Stale.into()) } else { Ok(()) }
    }
}

#[tokio::test]
async fn failed_slot_is_run_again_and_a_finished_one_is_not() {
    let database = TestDatabase::new().await;
    let (db, cron) = (database.store(), Failing(AtomicU32::new(1)));
    let now = datetime!(2026-03-01 10:00:30 UTC);
    tick(&db, &cron, now).await.unwrap_err();
    let failed = crons::list(&db).await.unwrap().remove(0);
    assert!(failed.failed_at.is_some() && failed.finished_at.is_none());
    assert!(tick(&db, &cron, now).await.unwrap());
    assert!(!tick(&db, &cron, now).await.unwrap());
    let [run]: [ScheduledCron; 1] = crons::list(&db).await.unwrap().try_into().unwrap();
    let ScheduledCron { name, every, slot, started_at, finished_at, failed_at } = run;
    assert_eq!((name.as_str(), every), ("failing", Duration::from_secs(24 * 3600)));
    assert_eq!(slot, datetime!(2026-03-01 00:00 UTC));
    assert!(failed_at < finished_at && finished_at >= Some(started_at));
}

#[tokio::test]
async fn slot_of_a_scheduler_that_died_is_run_again() {
    let database = TestDatabase::new().await;
    let (db, cron) = (database.store(), Failing(AtomicU32::new(0)));
    let now = datetime!(2026-03-01 10:00:30 UTC);
    assert!(tick(&db, &cron, now).await.unwrap());
    let mut connection = database.connection().await;
    connection.execute("UPDATE cron_slots SET finished_at = NULL").await.unwrap();
    assert!(!tick(&db, &cron, now).await.unwrap(), "another scheduler may still be running it");
    connection.execute("UPDATE cron_slots SET claimed_at = now() - interval '2 hours'").await.unwrap();
    assert!(tick(&db, &cron, now).await.unwrap());
}

/// Enqueues a task everywhere, and then fails in one organization.
struct Enqueueing {
    organizations: Vec<OrganizationId>,
    failing: OrganizationId,
}

#[async_trait]
impl OrganizationCron for Enqueueing {
    type Work = ();

    fn name(&self) -> &'static str {
        "enqueueing"
    }

    fn schedule(&self) -> &'static str {
        "* * * * *"
    }

    async fn due(&self, _: &Db) -> StoreResult<Vec<(OrganizationId, ())>> {
        Ok(self.organizations.iter().map(|organization| (*organization, ())).collect())
    }

    async fn run_in(&self, tx: &mut TenantTx, (): ()) -> StoreResult<()> {
        ledger::enqueue(tx, NewTask::new("test", Lane::General, &())?).await?;
        if tx.organization() == self.failing { Err(StoreError::Corrupt("?".to_owned())) } else { Ok(()) }
    }
}

#[tokio::test]
async fn error_in_an_organization_does_not_stop_a_cron_in_others() {
    let database = TestDatabase::new().await;
    let mut organizations = Vec::new();
    for _ in 0..3 {
        organizations.push(Seed::new(&database).await.organization);
    }
    let cron = Enqueueing { failing: organizations[0], organizations: organizations.clone() };
    assert!(tick(&database.store(), &cron, datetime!(2026-03-01 10:00 UTC)).await.unwrap());
    let mut connection = database.connection().await;
    let reached: Vec<uuid::Uuid> = sqlx::query_scalar("SELECT organization_id FROM tasks ORDER BY organization_id")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    assert_eq!(reached, organizations[1..].iter().map(|organization| organization.0).collect::<Vec<_>>());
}
