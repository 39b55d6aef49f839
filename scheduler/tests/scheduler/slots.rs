//! A slot runs once, with any number of schedulers.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use bole_scheduler::{Cron, CronResult, tick};
use bole_store::Db;
use bole_testkit::TestDatabase;
use time::macros::datetime;

#[derive(Default)]
struct Counting(AtomicU32);

#[async_trait]
impl Cron for Counting {
    fn name(&self) -> &'static str {
        "counting"
    }

    fn every(&self) -> Duration {
        Duration::from_secs(60)
    }

    async fn run(&self, _: &Db) -> CronResult {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

#[tokio::test]
async fn ten_schedulers_run_each_slot_once() {
    let database = TestDatabase::new().await;
    let (db, cron) = (database.store(), Counting::default());
    let first = datetime!(2026-03-01 10:00:30 UTC);
    let ran = futures_util::future::join_all((0..10).map(|_| tick(&db, &cron, first))).await;
    assert_eq!(ran.into_iter().filter(|ran| *ran.as_ref().unwrap()).count(), 1);
    assert_eq!(cron.0.load(Ordering::SeqCst), 1);
    assert!(tick(&db, &cron, first + Duration::from_secs(60)).await.unwrap());
    assert_eq!(cron.0.load(Ordering::SeqCst), 2);
}
