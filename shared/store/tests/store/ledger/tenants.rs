//! Pruning and visibility of tasks.

use super::*;

#[tokio::test]
async fn pruning_keeps_live_recent_and_referenced_tasks() {
    let mut ledger = Ledger::new().await;
    for n in 0..6 {
        ledger.enqueue(task(n)).await;
    }
    let claimed = ledger.claim(5).await;
    ledger.finish(&claimed).await;
    // All but 4 were created two hours ago; 0, 1 and 2 ended soon, 3 just now, and 5 is not over.
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
async fn deleted_organization_deletes_its_tasks() {
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
async fn tasks_are_isolated_by_organization() {
    let ledger = Ledger::new().await;
    let id = ledger.enqueue(task(1)).await.id;
    let other = Seed::new(&ledger.database).await;
    let mut tx = ledger.db.tenant(&other.actor()).await.unwrap();
    assert!(matches!(ledger::get(&mut tx, id).await, Err(StoreError::NotFound)));
    assert!(matches!(ledger::cancel(&mut tx, id).await, Err(StoreError::NotFound)));
    assert!(matches!(ledger::retry(&mut tx, id).await, Err(StoreError::NotFound)));
    let all = ledger::TaskFilter::default();
    assert_eq!(ledger::list(&mut tx, &all, 10, 0).await.unwrap(), []);
    assert_eq!(ledger::count(&mut tx, &all, 10).await.unwrap(), 0);
    tx.commit().await.unwrap();
    assert_eq!(ledger.view(id).await.status, TaskStatus::Pending);
}

#[tokio::test]
async fn tasks_without_organization_run_and_are_invisible_to_all() {
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
async fn secret_payload_is_erased_however_the_task_ends() {
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
