//! The ledger by itself: what is enqueued, who gets it, and who may finish it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::HashSet;
use std::time::Duration;

use bole_domain::batch::{ErrorCategory, FailureReason, TaskStatus};
use bole_domain::ids::{OrganizationId, TaskId};
use bole_domain::task::{Lane, Reason};
use bole_store::ledger::{
    self, AttemptOutcome, Claim, Claimed, Cursor, Enqueued, Failure, Finished, NewTask, Pruned, Renewal,
};
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
        self.claim_ahead(slots, slots).await
    }

    /// Claims for `free` slots and the rest ahead.
    async fn claim_ahead(&mut self, slots: usize, free: usize) -> Vec<Claimed> {
        let claim = Claim { slots, free, ..claim() };
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

    /// Makes every lease look as if its worker had been silent for too long.
    async fn let_leases_expire(&self) {
        self.arrange("UPDATE queue SET lease_until = now() - interval '1 s' WHERE lease IS NOT NULL").await;
    }
}

fn end(claimed: &Claimed, outcome: AttemptOutcome) -> Finished {
    Finished { lease: claimed.lease, outcome, progress: None }
}

/// A claim of the lane and kinds that tasks here have.
fn claim() -> Claim {
    let kinds = vec!["work".to_owned(), "other".to_owned()];
    Claim { lane: Lane::General, kinds, slots: 10, free: 10, lease_for: LEASE, per_organization: None }
}

fn task(payload: impl serde::Serialize) -> NewTask {
    NewTask::new("work", Lane::General, &payload).unwrap()
}

fn renewal(claimed: &Claimed) -> Renewal {
    Renewal { lease: claimed.lease, begun: true }
}

fn payloads(claimed: &[Claimed]) -> Vec<Value> {
    claimed.iter().map(|claimed| claimed.payload.clone()).collect()
}

fn failure() -> Failure {
    Failure { category: ErrorCategory::Network, reason: FailureReason::StorageUnavailable, detail: "no".to_owned() }
}

#[tokio::test]
async fn a_rollback_leaves_no_task() {
    let mut ledger = Ledger::new().await;
    let mut tx = ledger.db.tenant(&ledger.seed.actor()).await.unwrap();
    let keyed = NewTask { dedupe_key: Some("k".to_owned()), ..task(1) };
    let id = ledger::enqueue(&mut tx, keyed.clone()).await.unwrap().id;
    assert_eq!(ledger::get(&mut tx, id).await.unwrap().status, TaskStatus::Pending);
    tx.rollback().await.unwrap();
    assert_eq!(ledger.claim(10).await, []);
    let mut tx = ledger.db.tenant(&ledger.seed.actor()).await.unwrap();
    assert!(matches!(ledger::get(&mut tx, id).await, Err(StoreError::NotFound)));
    assert!(!ledger::enqueue(&mut tx, keyed).await.unwrap().existing, "the key was left taken");
}

#[tokio::test]
async fn tasks_are_claimed_by_priority_and_then_in_the_order_they_came() {
    let mut ledger = Ledger::new().await;
    for (n, priority) in [(1, 5), (2, 0), (3, -5), (4, 0)] {
        ledger.enqueue(NewTask { priority, ..task(n) }).await;
    }
    let mut order = Vec::new();
    for _ in 0..4 {
        order.extend(payloads(&ledger.claim(1).await));
    }
    assert_eq!(order, [json!(3), json!(2), json!(4), json!(1)]);
}

#[tokio::test]
async fn a_delayed_task_is_not_claimed_before_its_time() {
    let mut ledger = Ledger::new().await;
    let soon = Some(OffsetDateTime::now_utc() + Duration::from_secs(3600));
    let id = ledger.enqueue(NewTask { run_at: soon, ..task(1) }).await.id;
    assert_eq!(ledger::promote(&ledger.db, 10).await.unwrap(), 0);
    assert_eq!(ledger.claim(10).await, []);
    assert_eq!(ledger.view(id).await.status, TaskStatus::Pending);
    ledger.arrange("UPDATE queue_later SET run_at = now()").await;
    assert_eq!(ledger::promote(&ledger.db, 10).await.unwrap(), 1);
    assert_eq!(ledger.claim(10).await.len(), 1);
}

#[tokio::test]
async fn two_live_tasks_never_share_a_key() {
    let mut ledger = Ledger::new().await;
    let keyed = |key: &str| NewTask { dedupe_key: Some(key.to_owned()), ..task(key) };
    let first = ledger.enqueue(keyed("a")).await;
    let again = ledger.enqueue(keyed("a")).await;
    assert_eq!(again, Enqueued { id: first.id, existing: true });
    // In one batch too, and only where kind and key are the same.
    let other_kind = NewTask { kind: "other", ..keyed("a") };
    let batch = vec![keyed("b"), keyed("a"), keyed("b"), task(1), other_kind];
    let batch = ledger.enqueue_for(ledger.seed.organization, batch).await;
    assert_eq!(batch.iter().map(|e| e.existing).collect::<Vec<_>>(), [false, true, true, false, false]);
    assert_eq!((batch[1].id, batch[2].id), (first.id, batch[0].id));
    // Another organization's key is another key.
    let other = Seed::new(&ledger.database).await;
    assert!(!ledger.enqueue_for(other.organization, vec![keyed("a")]).await[0].existing);
    // While it runs and waits to be retried, the key stays taken; once over, it is free.
    let claimed = ledger.claim(10).await;
    assert_eq!(claimed.len(), 5);
    let retry = AttemptOutcome::Retry { failure: failure(), after: Duration::ZERO };
    let of_first = claimed.iter().find(|c| c.lease.task == first.id).unwrap();
    ledger::finish(&ledger.db, &[end(of_first, retry)]).await.unwrap();
    assert!(ledger.enqueue(keyed("a")).await.existing);
    ledger::promote(&ledger.db, 10).await.unwrap();
    let claimed = ledger.claim(10).await;
    ledger.finish(&claimed).await;
    assert!(!ledger.enqueue(keyed("a")).await.existing);
}

#[tokio::test]
async fn racing_enqueues_of_one_key_end_with_one_task() {
    let ledger = Ledger::new().await;
    let race = (0..16).map(|_| ledger.enqueue(NewTask { dedupe_key: Some("k".to_owned()), ..task(1) }));
    let race = futures_util::future::join_all(race).await;
    assert_eq!(race.iter().map(|e| e.id).collect::<HashSet<_>>().len(), 1);
    assert_eq!(race.iter().filter(|e| !e.existing).count(), 1);
}

#[tokio::test]
async fn a_late_finish_is_refused() {
    let mut ledger = Ledger::new().await;
    let id = ledger.enqueue(task(1)).await.id;
    let late = ledger.claim(1).await.remove(0);
    ledger.let_leases_expire().await;
    assert_eq!(ledger::reclaim(&ledger.db, 10).await.unwrap(), 1);
    let current = ledger.claim(1).await.remove(0);
    assert_eq!((late.attempt, current.attempt), (1, 2));
    assert_eq!(ledger::renew(&ledger.db, &[renewal(&late), renewal(&current)], LEASE).await.unwrap(), [late.lease]);

    let refused = ledger::finish(&ledger.db, &[end(&late, AttemptOutcome::Completed(json!("late")))]).await.unwrap();
    assert_eq!(refused, [late.lease]);
    ledger::release(&ledger.db, &[late.lease]).await.unwrap();
    let mut tx = ledger.db.tenant(&Actor::worker(ledger.seed.organization)).await.unwrap();
    assert!(matches!(ledger::finish_in(&mut tx, &late.lease, json!("late")).await, Err(StoreError::Stale)));
    tx.rollback().await.unwrap();
    assert_eq!(ledger.view(id).await.status, TaskStatus::Processing);

    let mut tx = ledger.db.tenant(&Actor::worker(ledger.seed.organization)).await.unwrap();
    ledger::finish_in(&mut tx, &current.lease, json!("in time")).await.unwrap();
    tx.commit().await.unwrap();
    let task = ledger.view(id).await;
    assert_eq!((task.status, task.attempts, task.result), (TaskStatus::Completed, 2, Some(json!("in time"))));
}

#[tokio::test]
async fn of_two_attempts_finished_together_the_one_with_the_lease_counts() {
    let mut ledger = Ledger::new().await;
    let (id, other) = (ledger.enqueue(task(1)).await.id, ledger.enqueue(task(2)).await.id);
    let late = ledger.claim(2).await;
    ledger.let_leases_expire().await;
    assert_eq!(ledger::reclaim(&ledger.db, 10).await.unwrap(), 2);
    let current = ledger.claim(1).await.remove(0);
    assert_eq!(current.lease.task, id);

    let mut tx = ledger.db.tenant(&Actor::worker(ledger.seed.organization)).await.unwrap();
    let ends = vec![(late[0].lease, json!("late")), (current.lease, json!("in time")), (late[1].lease, json!("late"))];
    assert_eq!(ledger::finish_all_in(&mut tx, ends).await.unwrap(), [late[0].lease, late[1].lease]);
    tx.commit().await.unwrap();
    let finished = ledger.view(id).await;
    assert_eq!(
        (finished.status, finished.attempts, finished.result),
        (TaskStatus::Completed, 2, Some(json!("in time")))
    );
    assert_eq!(ledger.view(other).await.status, TaskStatus::Pending);
}

#[tokio::test]
async fn a_task_is_finished_in_its_own_organization_alone() {
    let mut ledger = Ledger::new().await;
    ledger.enqueue(task(1)).await;
    let claimed = ledger.claim(1).await.remove(0);
    let other = Seed::new(&ledger.database).await;
    let mut tx = ledger.db.tenant(&Actor::worker(other.organization)).await.unwrap();
    assert!(matches!(ledger::finish_in(&mut tx, &claimed.lease, Value::Null).await, Err(StoreError::Stale)));
}

#[tokio::test]
async fn a_renewal_does_not_wait_for_a_transaction_that_is_finishing() {
    let mut ledger = Ledger::new().await;
    ledger.enqueue_for(ledger.seed.organization, vec![task(1), task(2)]).await;
    let claimed = ledger.claim(2).await;
    let mut tx = ledger.db.tenant(&Actor::worker(ledger.seed.organization)).await.unwrap();
    ledger::finish_in(&mut tx, &claimed[0].lease, Value::Null).await.unwrap();
    let renewals = claimed.iter().map(renewal).collect::<Vec<_>>();
    let renewed =
        tokio::time::timeout(LEASE, ledger::renew(&ledger.db, &renewals, LEASE)).await.expect("it waits").unwrap();
    assert_eq!(renewed, [], "a lease that is being used was called lost");
    tx.rollback().await.unwrap();
    ledger.finish(&claimed).await;
}

#[tokio::test]
async fn a_task_whose_workers_die_fails_after_its_attempts() {
    let mut ledger = Ledger::new().await;
    let id = ledger.enqueue(NewTask { max_attempts: 3, dedupe_key: Some("k".to_owned()), ..task(1) }).await.id;
    for attempt in 1..=3 {
        assert_eq!(ledger.claim(1).await[0].attempt, attempt);
        ledger.let_leases_expire().await;
        assert_eq!(ledger::reclaim(&ledger.db, 10).await.unwrap(), 1);
    }
    assert_eq!(ledger.claim(1).await, []);
    let lost = ledger.view(id).await;
    assert_eq!((lost.status, lost.attempts), (TaskStatus::Failed, 3));
    assert_eq!(lost.error.unwrap().reason, FailureReason::WorkerLost);
    assert!(!ledger.enqueue(NewTask { dedupe_key: Some("k".to_owned()), ..task(1) }).await.existing);
}

#[tokio::test]
async fn what_a_dead_worker_held_and_did_not_begin_burns_no_attempt() {
    let mut ledger = Ledger::new().await;
    ledger
        .enqueue_for(ledger.seed.organization, (0..4).map(|n| NewTask { max_attempts: 1, ..task(n) }).collect())
        .await;
    // 0 begins at once; of what is taken ahead, 1 begins before a renewal, 2 and 3 do not.
    let claimed = ledger.claim_ahead(4, 1).await;
    assert_eq!(payloads(&claimed), [json!(0), json!(1), json!(2), json!(3)]);
    let renewals = claimed.iter().enumerate().map(|(n, claimed)| Renewal { begun: n < 2, ..renewal(claimed) });
    ledger::renew(&ledger.db, &renewals.collect::<Vec<_>>(), LEASE).await.unwrap();
    ledger.let_leases_expire().await;
    assert_eq!(ledger::reclaim(&ledger.db, 10).await.unwrap(), 4);
    for claimed in &claimed[..2] {
        assert_eq!(ledger.view(claimed.lease.task).await.status, TaskStatus::Failed);
    }
    // Once: from now on they are taken into free slots alone, where what is counted has begun.
    assert_eq!(ledger.claim_ahead(4, 0).await, []);
    let again = ledger.claim_ahead(4, 1).await;
    assert_eq!((payloads(&again), again[0].attempt), (vec![json!(2)], 1));
    ledger.let_leases_expire().await;
    assert_eq!(ledger::reclaim(&ledger.db, 10).await.unwrap(), 1);
    assert_eq!(ledger.view(again[0].lease.task).await.status, TaskStatus::Failed);
    assert_eq!(payloads(&ledger.claim(4).await), [json!(3)]);
}

#[tokio::test]
async fn a_claim_takes_its_lane_and_the_kinds_it_knows() {
    let mut ledger = Ledger::new().await;
    let other_lane = ledger.enqueue(NewTask { lane: Lane::Mail, ..task(1) }).await.id;
    // Organizations with nothing but unknown kinds on both sides of the one with a known one.
    for _ in 0..20 {
        let organization = Seed::new(&ledger.database).await.organization;
        ledger.enqueue_for(organization, vec![NewTask { kind: "new", ..task(2) }; 3]).await;
    }
    ledger.enqueue(NewTask { kind: "new", priority: -5, ..task(2) }).await;
    let known = ledger.enqueue(task(3)).await.id;
    let claimed = ledger.claim(1).await;
    assert_eq!(claimed.iter().map(|claimed| claimed.lease.task).collect::<Vec<_>>(), [known]);
    assert_eq!(ledger.claim(100).await, []);
    let mail = Claim { lane: Lane::Mail, ..claim() };
    let claimed = ledger::claim(&ledger.db, &mut Cursor::default(), &mail).await.unwrap();
    assert_eq!(claimed.iter().map(|claimed| claimed.lease.task).collect::<Vec<_>>(), [other_lane]);
}

#[tokio::test]
async fn a_task_keeps_its_lane_when_it_is_tried_again() {
    let mut ledger = Ledger::new().await;
    let id = ledger.enqueue(NewTask { lane: Lane::Models, ..task(1) }).await.id;
    let models = Claim { lane: Lane::Models, ..claim() };
    let claimed = ledger::claim(&ledger.db, &mut ledger.cursor, &models).await.unwrap();
    let retry = AttemptOutcome::Retry { failure: failure(), after: Duration::ZERO };
    ledger::finish(&ledger.db, &[end(&claimed[0], retry)]).await.unwrap();
    ledger::promote(&ledger.db, 10).await.unwrap();
    assert_eq!(ledger.claim(10).await, []);
    let claimed = ledger::claim(&ledger.db, &mut ledger.cursor, &models).await.unwrap();
    ledger::finish(&ledger.db, &[end(&claimed[0], AttemptOutcome::Failed(failure()))]).await.unwrap();
    let mut tx = ledger.db.tenant(&ledger.seed.actor()).await.unwrap();
    ledger::retry(&mut tx, id).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ledger.claim(10).await, []);
    assert_eq!(ledger::claim(&ledger.db, &mut ledger.cursor, &models).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_reason_written_by_a_newer_version_is_read() {
    let mut ledger = Ledger::new().await;
    let id = ledger.enqueue(task(1)).await.id;
    let claimed = ledger.claim(1).await;
    ledger::finish(&ledger.db, &[end(&claimed[0], AttemptOutcome::Failed(failure()))]).await.unwrap();
    ledger.arrange("UPDATE tasks SET error_reason = 'oracle.silent', error_category = 'oracle'").await;
    let error = ledger.view(id).await.error.unwrap();
    assert_eq!((error.category, error.reason), (ErrorCategory::Unknown, Reason::Other("oracle.silent".to_owned())));
}

#[tokio::test]
async fn giving_back_burns_no_attempt() {
    let mut ledger = Ledger::new().await;
    ledger.enqueue(task(1)).await;
    for _ in 0..10 {
        let claimed = ledger.claim(1).await;
        assert_eq!(claimed[0].attempt, 1);
        ledger::release(&ledger.db, &[claimed[0].lease]).await.unwrap();
    }
}

#[tokio::test]
async fn a_retried_task_waits_and_shows_why() {
    let mut ledger = Ledger::new().await;
    let id = ledger.enqueue(task(1)).await.id;
    let claimed = ledger.claim(1).await;
    let retry = AttemptOutcome::Retry { failure: failure(), after: Duration::from_secs(3600) };
    ledger::finish(&ledger.db, &[end(&claimed[0], retry)]).await.unwrap();
    let waiting = ledger.view(id).await;
    assert_eq!((waiting.status, waiting.attempts), (TaskStatus::Retry, 1));
    assert_eq!(waiting.error.unwrap().category, ErrorCategory::Network);
    assert_eq!(ledger::promote(&ledger.db, 10).await.unwrap(), 0);
    ledger.arrange("UPDATE queue_later SET run_at = now()").await;
    ledger::promote(&ledger.db, 10).await.unwrap();
    assert_eq!(ledger.claim(1).await[0].attempt, 2);
}

#[tokio::test]
async fn a_person_cancels_what_is_not_over_and_tries_again_what_failed() {
    let mut ledger = Ledger::new().await;
    let keyed = NewTask { dedupe_key: Some("k".to_owned()), ..task(1) };
    let id = ledger.enqueue(keyed.clone()).await.id;
    let mut tx = ledger.db.tenant(&ledger.seed.actor()).await.unwrap();
    assert!(matches!(ledger::retry(&mut tx, id).await, Err(StoreError::Stale)));
    ledger::cancel(&mut tx, id).await.unwrap();
    assert!(matches!(ledger::cancel(&mut tx, id).await, Err(StoreError::Stale)));
    assert!(matches!(ledger::cancel(&mut tx, TaskId::new()).await, Err(StoreError::NotFound)));
    tx.commit().await.unwrap();
    assert_eq!(ledger.claim(1).await, []);
    let cancelled = ledger.view(id).await;
    assert_eq!(
        (cancelled.status, cancelled.error.unwrap().reason),
        (TaskStatus::Failed, FailureReason::Cancelled.into())
    );

    let mut tx = ledger.db.tenant(&ledger.seed.actor()).await.unwrap();
    ledger::retry(&mut tx, id).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ledger.enqueue(keyed.clone()).await, Enqueued { id, existing: true });
    let claimed = ledger.claim(1).await;
    assert_eq!((claimed[0].lease.task, claimed[0].attempt), (id, 1));
    ledger::finish(&ledger.db, &[end(&claimed[0], AttemptOutcome::Failed(failure()))]).await.unwrap();

    // Meanwhile another task has taken the key.
    ledger.enqueue(keyed).await;
    let mut tx = ledger.db.tenant(&ledger.seed.actor()).await.unwrap();
    assert!(ledger::retry(&mut tx, id).await.unwrap_err().is_constraint("task_keys_key"));
}

#[tokio::test]
async fn one_organization_never_has_more_running_than_allowed() {
    let mut ledger = Ledger::new().await;
    let other = Seed::new(&ledger.database).await;
    ledger.enqueue_for(ledger.seed.organization, vec![task(1); 20]).await;
    ledger.enqueue_for(other.organization, vec![task(2); 2]).await;
    let claim = Claim { per_organization: Some(3), ..claim() };
    let first = ledger::claim(&ledger.db, &mut ledger.cursor, &claim).await.unwrap();
    assert_eq!(first.iter().filter(|c| c.lease.organization == ledger.seed.organization).count(), 3);
    assert_eq!(first.len(), 5);
    assert_eq!(ledger::claim(&ledger.db, &mut ledger.cursor, &claim).await.unwrap(), []);
    let own = first.into_iter().find(|c| c.lease.organization == ledger.seed.organization).unwrap();
    ledger.finish(&[own]).await;
    assert_eq!(ledger::claim(&ledger.db, &mut ledger.cursor, &claim).await.unwrap().len(), 1);
}

/// Puts `backlog` tasks of one organization and five each of `others` organizations into the queue, and answers that one.
async fn crowd(ledger: &Ledger, backlog: i64, others: i64) {
    let mut connection = ledger.database.connection().await;
    sqlx::query(
        "INSERT INTO organizations (id, name, slug, subscription_tier, max_users, max_jobs)
         SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, 'o', 'crowd-' || i, 'free', 1, 1
         FROM generate_series(0, $1) i",
    )
    .bind(others)
    .execute(&mut connection)
    .await
    .unwrap();
    sqlx::query(
        "INSERT INTO tasks (id, organization_id, lane, kind, payload, state)
         SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid,
                ('00000000-0000-7000-8000-' || lpad(to_hex(CASE WHEN i < $1 THEN 0 ELSE 1 + i % $2 END), 12, '0'))::uuid,
                3, 'work', '{}', 'queued'
         FROM generate_series(0, $1 + 5 * $2 - 1) i",
    )
    .bind(backlog)
    .bind(others)
    .execute(&mut connection)
    .await
    .unwrap();
    connection
        .execute(
            "INSERT INTO queue (id, organization_id, lane, kind, priority, attempts)
             SELECT id, organization_id, lane, kind, 0, 0 FROM tasks",
        )
        .await
        .unwrap();
}

#[tokio::test]
async fn every_organization_is_served_within_two_rounds() {
    let mut ledger = Ledger::new().await;
    crowd(&ledger, 10_000, 50).await;
    let mut served = Vec::new();
    while served.len() < 102 {
        let claimed = ledger.claim(10).await;
        served.extend(claimed.iter().map(|c| c.lease.organization));
        ledger.finish(&claimed).await;
    }
    assert_eq!(served.iter().take(102).collect::<HashSet<_>>().len(), 51);
}

#[tokio::test]
async fn a_newcomer_is_served_within_ten_tasks_whatever_the_backlog() {
    for slots in [1, 2, 10] {
        let mut ledger = Ledger::new().await;
        crowd(&ledger, 100_000, 200).await;
        for newcomer in 0..5 {
            // Somewhere in the middle of a round.
            for _ in 0..30 / slots {
                let claimed = ledger.claim(slots).await;
                ledger.finish(&claimed).await;
            }
            let organization = Seed::new(&ledger.database).await.organization;
            ledger.enqueue_for(organization, vec![task(newcomer)]).await;
            let mut order = Vec::new();
            while !order.contains(&organization) {
                assert!(order.len() < 10, "{slots} slots: still waiting after {} tasks", order.len());
                let claimed = ledger.claim(slots).await;
                order.extend(claimed.iter().map(|c| c.lease.organization));
                ledger.finish(&claimed).await;
            }
            let position = order.iter().position(|o| *o == organization).unwrap() + 1;
            assert!(position <= 10, "{slots} slots: served as number {position}");
        }
    }
}

#[tokio::test]
async fn newcomers_do_not_stop_the_round() {
    let mut ledger = Ledger::new().await;
    crowd(&ledger, 1000, 30).await;
    ledger.claim(1).await;
    let mut served = HashSet::new();
    // For each task served, another organization appears.
    for n in 0..100 {
        let newcomer = Seed::new(&ledger.database).await.organization;
        ledger.enqueue_for(newcomer, vec![task(n)]).await;
        served.extend(ledger.claim(1).await.iter().map(|c| c.lease.organization.to_string()));
    }
    let crowd = served.iter().filter(|o| o.starts_with("00000000-")).count();
    assert!(crowd >= 25, "only {crowd} of the organizations that were there got a turn");
}

#[tokio::test]
async fn the_claim_reads_the_backlog_by_index_alone() {
    let ledger = Ledger::new().await;
    crowd(&ledger, 20_000, 200).await;
    let mut connection = ledger.database.connection().await;
    // The plan for any parameters, as a connection uses it in the long run; as the ledger's role, with its policies.
    connection
        .execute("ANALYZE queue; ANALYZE tasks; SET ROLE bole_ledger; SET plan_cache_mode = force_generic_plan")
        .await
        .unwrap();
    let prepare = format!(
        "PREPARE claim (uuid, bigint, uuid, float8, bigint, bigint, uuid[], bigint, smallint, text[]) AS {}",
        ledger::CLAIM_SQL
    );
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(prepare))).await.unwrap();
    let explain = "EXPLAIN (ANALYZE, BUFFERS) EXECUTE claim (gen_random_uuid(), 10,
                   '00000000-0000-7000-8000-000000000007', 30, 5, 5, '{}', 5, 3::smallint, '{work}')";
    let plan: Vec<String> =
        sqlx::query_scalar(sqlx::AssertSqlSafe(explain)).persistent(false).fetch_all(&mut connection).await.unwrap();
    let plan = plan.join("\n");
    assert!(plan.contains("using queue_ready"), "{plan}");
    assert!(!plan.contains("Seq Scan"), "{plan}");
    // No part of it reads more of the queue than it may take, and the newest few.
    for scan in plan.lines().filter(|line| line.contains(" on queue") && line.contains("actual time")) {
        let rows = scan.rsplit_once(" rows=").and_then(|(_, rest)| rest.split(' ').next()).unwrap();
        // Since PostgreSQL 18 with decimals.
        assert!(rows.parse::<f64>().unwrap() <= 65.0, "{scan}\n{plan}");
    }
}

#[tokio::test]
async fn pruning_leaves_live_young_and_referenced_tasks() {
    let mut ledger = Ledger::new().await;
    for n in 0..6 {
        ledger.enqueue(task(n)).await;
    }
    let claimed = ledger.claim(5).await;
    ledger.finish(&claimed).await;
    // All but 4 were created two hours ago; 0, 1 and 2 were over soon, 3 only now, and 5 is not.
    ledger
        .arrange(
            "SET session_replication_role = replica;
             WITH old AS (
                 UPDATE tasks SET id = ('01900000-0000-7000-8000-' || lpad(payload::text, 12, '0'))::uuid,
                        finished_at = CASE WHEN payload IN ('0', '1', '2') THEN now() - interval '2 h' ELSE finished_at END
                 WHERE payload <> '4' RETURNING id, payload)
             UPDATE queue SET id = (SELECT id FROM old WHERE payload = '5');
             SET session_replication_role = DEFAULT;
             INSERT INTO batches (id, organization_id, job_id, file_name, size, storage_key, unpack_task_id)
             SELECT gen_random_uuid(), t.organization_id, j.id, 'a.zip', 1, 'k', t.id
             FROM tasks t JOIN jobs j ON j.organization_id = t.organization_id WHERE t.payload = '1'",
        )
        .await;
    let (mut pruned, mut ended) = (Pruned::default(), false);
    while !ended {
        (pruned, ended) = ledger::prune(&ledger.db, pruned, Duration::from_secs(3600), 2).await.unwrap();
    }
    assert_eq!(pruned.tasks, 2);
    let mut connection = ledger.database.connection().await;
    let left: Vec<Value> =
        sqlx::query_scalar("SELECT payload FROM tasks ORDER BY payload").fetch_all(&mut connection).await.unwrap();
    assert_eq!(left, [json!(1), json!(3), json!(4), json!(5)]);
}

#[tokio::test]
async fn an_organization_takes_its_tasks_with_it() {
    let mut ledger = Ledger::new().await;
    ledger.enqueue(NewTask { dedupe_key: Some("k".to_owned()), ..task(1) }).await;
    let later = Some(OffsetDateTime::now_utc() + Duration::from_secs(3600));
    ledger.enqueue(NewTask { run_at: later, ..task(2) }).await;
    ledger.arrange("DELETE FROM organizations").await;
    assert_eq!(ledger.claim(10).await, []);
    let mut connection = ledger.database.connection().await;
    let left: i64 = sqlx::query_scalar(
        "SELECT (SELECT count(*) FROM queue) + (SELECT count(*) FROM queue_later) + (SELECT count(*) FROM task_keys)",
    )
    .fetch_one(&mut connection)
    .await
    .unwrap();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn another_organization_sees_and_changes_nothing() {
    let ledger = Ledger::new().await;
    let id = ledger.enqueue(task(1)).await.id;
    let other = Seed::new(&ledger.database).await;
    let mut tx = ledger.db.tenant(&other.actor()).await.unwrap();
    assert!(matches!(ledger::get(&mut tx, id).await, Err(StoreError::NotFound)));
    assert!(matches!(ledger::cancel(&mut tx, id).await, Err(StoreError::NotFound)));
    assert!(matches!(ledger::retry(&mut tx, id).await, Err(StoreError::NotFound)));
    let all = ledger::TaskFilter { limit: 10, ..ledger::TaskFilter::default() };
    assert_eq!(ledger::list(&mut tx, &all).await.unwrap().1, 0);
    tx.commit().await.unwrap();
    assert_eq!(ledger.view(id).await.status, TaskStatus::Pending);
}

#[tokio::test]
async fn work_of_no_organization_is_run_and_seen_by_none() {
    let mut ledger = Ledger::new().await;
    let mut tx = ledger.db.identity().await.unwrap();
    let id = ledger::enqueue_system(&mut tx, task("system")).await.unwrap().id;
    tx.commit().await.unwrap();
    let mut tx = ledger.db.tenant(&ledger.seed.actor()).await.unwrap();
    assert!(matches!(ledger::get(&mut tx, id).await, Err(StoreError::NotFound)));
    tx.rollback().await.unwrap();
    let nobody = Actor::clock(OrganizationId::SYSTEM);
    assert!(matches!(ledger.db.tenant(&nobody).await.map(drop), Err(StoreError::NotFound)));
    let claimed = ledger.claim(10).await;
    assert_eq!((claimed[0].lease.task, claimed[0].lease.organization), (id, OrganizationId::SYSTEM));
    ledger.finish(&claimed).await;
    assert_eq!(ledger.claim(10).await, []);
}

#[tokio::test]
async fn a_secret_payload_is_forgotten_however_the_task_ends() {
    let mut ledger = Ledger::new().await;
    let secret = |n: i32| NewTask { is_secret: true, max_attempts: 1, ..task(n) };
    let tasks = ledger.enqueue_for(ledger.seed.organization, (1..=5).map(secret).collect()).await;
    let left = async |ledger: &Ledger| {
        let mut connection = ledger.database.connection().await;
        let left = "SELECT payload FROM tasks WHERE payload <> 'null' ORDER BY payload";
        sqlx::query_scalar::<_, Value>(left).fetch_all(&mut connection).await.unwrap()
    };
    let claimed = ledger.claim(4).await;
    let retry = AttemptOutcome::Retry { failure: failure(), after: Duration::from_secs(60) };
    let ends = [
        end(&claimed[0], AttemptOutcome::Completed(Value::Null)),
        end(&claimed[1], AttemptOutcome::Failed(failure())),
        end(&claimed[2], retry),
    ];
    ledger::finish(&ledger.db, &ends).await.unwrap();
    assert_eq!(left(&ledger).await, [json!(3), json!(4), json!(5)], "what is tried again needs it");
    ledger.let_leases_expire().await;
    ledger::reclaim(&ledger.db, 10).await.unwrap();
    let mut tx = ledger.db.tenant(&ledger.seed.actor()).await.unwrap();
    ledger::cancel(&mut tx, tasks[4].id).await.unwrap();
    assert!(matches!(ledger::retry(&mut tx, tasks[1].id).await, Err(StoreError::Stale)));
    tx.commit().await.unwrap();
    assert_eq!(left(&ledger).await, [json!(3)]);
}
