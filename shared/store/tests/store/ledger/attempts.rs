//! Attempts: who may finish one, and what happens to a task whose worker died, failed or was stopped.

use super::*;

#[tokio::test]
async fn late_finish_is_refused() {
    let mut ledger = Ledger::new().await;
    let id = ledger.enqueue(task(1)).await.id;
    let late = ledger.claim(1).await.remove(0);
    ledger.let_leases_expire().await;
    assert_eq!(ledger::reclaim(&ledger.db, 10).await.unwrap(), 1);
    let current = ledger.claim(1).await.remove(0);
    assert_eq!((late.attempt, current.attempt), (1, 2));
    assert_eq!(ledger::renew(&ledger.db, &[late.lease, current.lease], LEASE).await.unwrap(), [late.lease]);

    let refused = ledger::finish(&ledger.db, &[end(&late, AttemptOutcome::Completed(json!("late")))]).await.unwrap();
    assert_eq!(refused, [late.lease]);
    ledger::release(&ledger.db, &[late.lease]).await.unwrap();
    let mut tx = ledger.db.tenant(&Actor::worker(ledger.seed.organization)).await.unwrap();
    assert!(matches!(ledger::finish_in(&mut tx, &late.lease, json!("late"), None).await, Err(StoreError::Stale)));
    tx.rollback().await.unwrap();
    assert_eq!(ledger.view(id).await.status, TaskStatus::Processing);

    let mut tx = ledger.db.tenant(&Actor::worker(ledger.seed.organization)).await.unwrap();
    ledger::finish_in(&mut tx, &current.lease, json!("in time"), None).await.unwrap();
    tx.commit().await.unwrap();
    let task = ledger.view(id).await;
    assert_eq!((task.status, task.attempts, task.result), (TaskStatus::Completed, 2, Some(json!("in time"))));
}

#[tokio::test]
async fn of_two_concurrent_finishes_the_lease_holder_wins() {
    let mut ledger = Ledger::new().await;
    let (id, other) = (ledger.enqueue(task(1)).await.id, ledger.enqueue(task(2)).await.id);
    let late = ledger.claim(2).await;
    ledger.let_leases_expire().await;
    assert_eq!(ledger::reclaim(&ledger.db, 10).await.unwrap(), 2);
    let current = ledger.claim(1).await.remove(0);
    assert_eq!(current.lease.task, id);

    let mut tx = ledger.db.tenant(&Actor::worker(ledger.seed.organization)).await.unwrap();
    let ends = [(late[0].lease, "late"), (current.lease, "in time"), (late[1].lease, "late")]
        .map(|(lease, result)| (lease, json!(result), None))
        .to_vec();
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
async fn task_is_finished_only_within_its_organization() {
    let mut ledger = Ledger::new().await;
    ledger.enqueue(task(1)).await;
    let claimed = ledger.claim(1).await.remove(0);
    let other = Seed::new(&ledger.database).await;
    let mut tx = ledger.db.tenant(&Actor::worker(other.organization)).await.unwrap();
    assert!(matches!(ledger::finish_in(&mut tx, &claimed.lease, Value::Null, None).await, Err(StoreError::Stale)));
}

#[tokio::test]
async fn renewal_does_not_wait_for_a_finishing_transaction() {
    let mut ledger = Ledger::new().await;
    ledger.enqueue_for(ledger.seed.organization, vec![task(1), task(2)]).await;
    let claimed = ledger.claim(2).await;
    let mut tx = ledger.db.tenant(&Actor::worker(ledger.seed.organization)).await.unwrap();
    ledger::finish_in(&mut tx, &claimed[0].lease, Value::Null, None).await.unwrap();
    let leases = claimed.iter().map(|claimed| claimed.lease).collect::<Vec<_>>();
    let renewed =
        tokio::time::timeout(LEASE, ledger::renew(&ledger.db, &leases, LEASE)).await.expect("it waits").unwrap();
    assert_eq!(renewed, [], "a lease that is being used was called lost");
    tx.rollback().await.unwrap();
    ledger.finish(&claimed).await;
}

#[tokio::test]
async fn task_with_dying_workers_fails_after_its_attempts() {
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
    assert_eq!(lost.error.unwrap().reason, TaskReason::WorkerLost);
    assert!(!ledger.enqueue(NewTask { dedupe_key: Some("k".to_owned()), ..task(1) }).await.existing);
}

#[tokio::test]
async fn claim_takes_only_its_lane_and_known_kinds() {
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
async fn retried_task_keeps_its_lane() {
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
async fn reason_of_a_newer_version_is_readable() {
    let mut ledger = Ledger::new().await;
    let id = ledger.enqueue(task(1)).await.id;
    let claimed = ledger.claim(1).await;
    ledger::finish(&ledger.db, &[end(&claimed[0], AttemptOutcome::Failed(failure()))]).await.unwrap();
    ledger.arrange("UPDATE tasks SET error_reason = 'oracle.silent', error_category = 'oracle'").await;
    let error = ledger.view(id).await.error.unwrap();
    assert_eq!(
        (error.category, error.reason),
        (ErrorCategory::Unknown, FailureReason::Other("oracle.silent".to_owned()))
    );
}

#[tokio::test]
async fn returned_task_keeps_its_attempts() {
    let mut ledger = Ledger::new().await;
    ledger.enqueue(task(1)).await;
    for _ in 0..10 {
        let claimed = ledger.claim(1).await;
        assert_eq!(claimed[0].attempt, 1);
        ledger::release(&ledger.db, &[claimed[0].lease]).await.unwrap();
    }
}

#[tokio::test]
async fn retried_task_waits_and_shows_its_reason() {
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
async fn postponed_task_keeps_its_attempts_and_key() {
    let mut ledger = Ledger::new().await;
    let keyed = NewTask { dedupe_key: Some("k".to_owned()), ..task(1) };
    let id = ledger.enqueue(keyed.clone()).await.id;
    for _ in 0..5 {
        let claimed = ledger.claim(1).await;
        assert_eq!(claimed[0].attempt, 1);
        let later = AttemptOutcome::Postponed { after: Duration::from_secs(3600) };
        ledger::finish(&ledger.db, &[end(&claimed[0], later)]).await.unwrap();
        let waiting = ledger.view(id).await;
        assert_eq!((waiting.status, waiting.attempts, waiting.error), (TaskStatus::Pending, 0, None));
        assert_eq!(ledger.enqueue(keyed.clone()).await, Enqueued { id, existing: true });
        assert_eq!(ledger.claim(1).await, []);
        ledger.arrange("UPDATE queue_later SET run_at = now()").await;
        ledger::promote(&ledger.db, 10).await.unwrap();
    }
}

#[tokio::test]
async fn person_cancels_unfinished_tasks_and_retries_failed_ones() {
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
    assert_eq!((cancelled.status, cancelled.error.unwrap().reason), (TaskStatus::Failed, TaskReason::Cancelled.into()));

    let mut tx = ledger.db.tenant(&ledger.seed.actor()).await.unwrap();
    ledger::retry(&mut tx, id).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ledger.enqueue(keyed.clone()).await, Enqueued { id, existing: true });
    let claimed = ledger.claim(1).await;
    assert_eq!((claimed[0].lease.task, claimed[0].attempt), (id, 1));
    ledger::finish(&ledger.db, &[end(&claimed[0], AttemptOutcome::Failed(failure()))]).await.unwrap();

    // Meanwhile another task takes the key.
    ledger.enqueue(keyed).await;
    let mut tx = ledger.db.tenant(&ledger.seed.actor()).await.unwrap();
    assert!(ledger::retry(&mut tx, id).await.unwrap_err().is_constraint("task_keys_key"));
}

#[tokio::test]
async fn of_failed_tasks_with_one_key_only_the_newest_is_retried() {
    let mut ledger = Ledger::new().await;
    let keyed = NewTask { dedupe_key: Some("k".to_owned()), ..task(1) };
    let mut ids = Vec::new();
    for new in [keyed.clone(), keyed.clone(), task(2)] {
        ids.push(ledger.enqueue(new).await.id);
        let claimed = ledger.claim(1).await;
        ledger::finish(&ledger.db, &[end(&claimed[0], AttemptOutcome::Failed(failure()))]).await.unwrap();
    }
    let retry = async |ids: &[TaskId]| {
        let mut tx = ledger.db.tenant(&ledger.seed.actor()).await.unwrap();
        let retried = ledger::retry_many(&mut tx, ids).await.unwrap();
        tx.commit().await.unwrap();
        retried
    };
    assert_eq!(retry(&ids).await, HashSet::from([ids[1], ids[2]]));
    assert_eq!(retry(&ids).await, HashSet::new(), "the key is taken");
    assert_eq!(ledger.view(ids[0]).await.status, TaskStatus::Failed);
    assert_eq!(ledger.enqueue(keyed).await, Enqueued { id: ids[1], existing: true });
    let claimed: Vec<TaskId> = ledger.claim(10).await.iter().map(|claimed| claimed.lease.task).collect();
    assert_eq!(claimed, ids[1..]);
}

#[tokio::test]
async fn task_promoted_during_its_cancellation_does_not_run() {
    let mut ledger = Ledger::new().await;
    for is_single in [true, false] {
        let id = ledger.enqueue(task(1)).await.id;
        let claimed = ledger.claim(1).await;
        let later = AttemptOutcome::Postponed { after: Duration::ZERO };
        ledger::finish(&ledger.db, &[end(&claimed[0], later)]).await.unwrap();

        // The promotion has its locks, and waits here before it ends.
        let mut blocking = ledger.database.connection().await;
        let occupy =
            "INSERT INTO queue (id, organization_id, lane, kind, priority, attempts) VALUES ($1, $2, 0, 'x', 0, 0)";
        let mut occupied = sqlx::Connection::begin(&mut blocking).await.unwrap();
        sqlx::query(occupy).bind(id.0).bind(ledger.seed.organization.0).execute(&mut *occupied).await.unwrap();
        let db = ledger.db.clone();
        let promotion = tokio::spawn(async move { ledger::promote(&db, 10).await });
        ledger.until_waiting(1).await;
        let (db, actor) = (ledger.db.clone(), ledger.seed.actor());
        let cancellation = tokio::spawn(async move {
            let mut tx = db.tenant(&actor).await.unwrap();
            match is_single {
                true => ledger::cancel(&mut tx, id).await.unwrap(),
                false => ledger::cancel_many(&mut tx, &[id]).await.unwrap(),
            }
            tx.commit().await.unwrap();
        });
        ledger.until_waiting(2).await;
        occupied.rollback().await.unwrap();
        assert_eq!(promotion.await.unwrap().unwrap(), 1);
        cancellation.await.unwrap();

        assert_eq!(ledger.claim(10).await, []);
        assert_eq!(ledger.view(id).await.error.unwrap().reason, TaskReason::Cancelled);
    }
}

#[tokio::test]
async fn of_failed_tasks_with_one_key_only_the_newest_is_redriven() {
    let mut ledger = Ledger::new().await;
    let keyed = NewTask { dedupe_key: Some("k".to_owned()), ..task(1) };
    let mut newest = None;
    for _ in 0..2 {
        newest = Some(ledger.enqueue(keyed.clone()).await.id);
        let claimed = ledger.claim(1).await;
        ledger::finish(&ledger.db, &[end(&claimed[0], AttemptOutcome::Failed(failure()))]).await.unwrap();
    }
    assert_eq!(operations::redrive(&ledger.db, &TaskScope::default()).await.unwrap(), 1);
    let claimed: Vec<TaskId> = ledger.claim(10).await.iter().map(|claimed| claimed.lease.task).collect();
    assert_eq!(claimed, [newest.unwrap()]);
}
