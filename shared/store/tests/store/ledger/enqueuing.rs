//! Enqueueing, and the order of claims.

use super::*;

#[tokio::test]
async fn rolled_back_enqueue_leaves_no_task() {
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
async fn tasks_are_claimed_by_priority_and_then_age() {
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
async fn delayed_task_is_not_claimed_early() {
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
async fn live_tasks_have_unique_keys() {
    let mut ledger = Ledger::new().await;
    let keyed = |key: &str| NewTask { dedupe_key: Some(key.to_owned()), ..task(key) };
    let first = ledger.enqueue(keyed("a")).await;
    let again = ledger.enqueue(keyed("a")).await;
    assert_eq!(again, Enqueued { id: first.id, existing: true });
    // Also within one batch, and only if kind and key are equal.
    let other_kind = NewTask { kind: "other", ..keyed("a") };
    let batch = vec![keyed("b"), keyed("a"), keyed("b"), task(1), other_kind];
    let batch = ledger.enqueue_for(ledger.seed.organization, batch).await;
    assert_eq!(batch.iter().map(|e| e.existing).collect::<Vec<_>>(), [false, true, true, false, false]);
    assert_eq!((batch[1].id, batch[2].id), (first.id, batch[0].id));
    // Keys are separate per organization.
    let other = Seed::new(&ledger.database).await;
    assert!(!ledger.enqueue_for(other.organization, vec![keyed("a")]).await[0].existing);
    // While the task runs or waits for a retry, the key stays taken; after it, the key is free.
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
async fn concurrent_enqueues_of_one_key_create_one_task() {
    let ledger = Ledger::new().await;
    let race = (0..16).map(|_| ledger.enqueue(NewTask { dedupe_key: Some("k".to_owned()), ..task(1) }));
    let race = futures_util::future::join_all(race).await;
    assert_eq!(race.iter().map(|e| e.id).collect::<HashSet<_>>().len(), 1);
    assert_eq!(race.iter().filter(|e| !e.existing).count(), 1);
}
