//! The ledger: enqueueing, claiming and finishing.

mod attempts;
mod enqueuing;
mod fairness;
mod tenants;

use std::collections::HashSet;
use std::time::Duration;

use bole_domain::batch::TaskStatus;
use bole_domain::failure::{ErrorCategory, FailureReason, StorageReason, TaskReason};
use bole_domain::ids::{OrganizationId, TaskId};
use bole_domain::task::Lane;
use bole_store::ledger::{
    self, AttemptOutcome, Claim, Claimed, Cursor, Enqueued, Failure, Finished, NewTask, Pruned, Share,
};
use bole_store::operations::{self, TaskScope};
use bole_store::{Actor, Db, StoreError};
use bole_testkit::{Seed, TestDatabase};
use serde_json::{Value, json};
use sqlx::Executor;
use time::OffsetDateTime;

const LEASE: Duration = Duration::from_secs(60);

struct Ledger {
    database: TestDatabase,
    db: Db,
    seed: Seed,
    cursor: Cursor,
}

impl Ledger {
    async fn new() -> Self {
        let database = TestDatabase::new().await;
        let (db, seed) = (database.store(), Seed::new(&database).await);
        Self { database, db, seed, cursor: Cursor::default() }
    }

    async fn enqueue_for(&self, organization: OrganizationId, tasks: Vec<NewTask>) -> Vec<Enqueued> {
        let mut tx = self.db.tenant(&Actor::clock(organization)).await.unwrap();
        let enqueued = ledger::enqueue_many(&mut tx, tasks).await.unwrap();
        tx.commit().await.unwrap();
        enqueued
    }

    async fn enqueue(&self, task: NewTask) -> Enqueued {
        self.enqueue_for(self.seed.organization, vec![task]).await[0]
    }

    async fn claim(&mut self, slots: usize) -> Vec<Claimed> {
        let claim = Claim { slots, ..claim() };
        ledger::claim(&self.db, &mut self.cursor, &claim).await.unwrap()
    }

    async fn finish(&self, claimed: &[Claimed]) {
        let ends =
            claimed.iter().map(|claimed| end(claimed, AttemptOutcome::Completed(Value::Null))).collect::<Vec<_>>();
        assert_eq!(ledger::finish(&self.db, &ends).await.unwrap(), []);
    }

    async fn view(&self, id: TaskId) -> ledger::TaskView {
        let mut tx = self.db.tenant(&self.seed.actor()).await.unwrap();
        ledger::get(&mut tx, id).await.unwrap()
    }

    /// Runs a statement as the superuser.
    async fn arrange(&self, sql: &'static str) {
        self.database.connection().await.execute(sql).await.unwrap();
    }

    /// Polls until this many statements wait for locks of others.
    async fn until_waiting(&self, statements: i64) {
        let mut connection = self.database.connection().await;
        let waiting =
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let waits = async {
            while sqlx::query_scalar::<_, i64>(waiting).fetch_one(&mut connection).await.unwrap() < statements {}
        };
        tokio::time::timeout(LEASE, waits).await.unwrap();
    }

    /// Makes every lease look expired.
    async fn let_leases_expire(&self) {
        self.arrange("UPDATE queue SET lease_until = now() - interval '1 s' WHERE lease IS NOT NULL").await;
    }
}

fn end(claimed: &Claimed, outcome: AttemptOutcome) -> Finished {
    Finished { lease: claimed.lease, outcome, progress: None }
}

/// A claim of the lane and kinds used by these tests.
fn claim() -> Claim {
    let kinds = vec!["work".to_owned(), "other".to_owned()];
    Claim { lane: Lane::General, kinds, slots: 10, lease_for: LEASE, per_organization: None, share: None }
}

fn task(payload: impl serde::Serialize) -> NewTask {
    NewTask::new("work", Lane::General, &payload).unwrap()
}

fn payloads(claimed: &[Claimed]) -> Vec<Value> {
    claimed.iter().map(|claimed| claimed.payload.clone()).collect()
}

fn failure() -> Failure {
    Failure { category: ErrorCategory::Network, reason: StorageReason::Unavailable.into(), detail: "no".to_owned() }
}
