//! Counts for operators, which read what they count rather than all tasks ever kept.

use bole_domain::failure::TaskReason;
use bole_domain::task::Lane;
use bole_store::ledger::{self, NewTask};
use bole_store::operations::{self, WorkerPresence};
use bole_testkit::{Seed, TestDatabase};
use serde_json::json;
use time::OffsetDateTime;
use uuid::Uuid;

#[tokio::test]
async fn counts_of_ended_and_failed_tasks_read_an_index_and_no_table() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let mut connection = database.connection().await;
    sqlx::query(
        "INSERT INTO tasks (id, organization_id, lane, kind, payload, state, error_reason, finished_at)
         SELECT gen_random_uuid(), $1, 2, 'kind', '{}', CASE WHEN n % 3 = 0 THEN 'failed' ELSE 'completed' END, 'r',
                now() - make_interval(hours => n)
         FROM generate_series(0, 47) n",
    )
    .bind(seed.organization.0)
    .execute(&mut connection)
    .await
    .unwrap();

    let kinds = operations::kinds(&db).await.unwrap();
    assert_eq!((kinds.len(), kinds[0].completed_day, kinds[0].failed_day), (1, 16, 8));
    let hours = operations::hours(&db).await.unwrap();
    let [completed, failed] = [hours.map(|hour| hour.completed), hours.map(|hour| hour.failed)];
    assert_eq!((completed.iter().sum::<i64>(), failed.iter().sum::<i64>()), (16, 8));
    assert_eq!((completed[23], failed[23], completed[22], failed[20]), (0, 1, 1, 1), "the last hour is the last");
    let failures = operations::failures(&db).await.unwrap();
    assert_eq!((failures.len(), failures[0].count), (1, 16));
    let mail = operations::failed_of(&db, Lane::Mail).await.unwrap();
    let lanes: i64 = sqlx::query_scalar("SELECT count(*) FROM tasks WHERE state = 'failed' AND lane = $1")
        .bind(Lane::Mail.number())
        .fetch_one(&mut connection)
        .await
        .unwrap();
    assert_eq!(mail, lanes);
    let load = operations::organizations(&db, None, 10).await.unwrap();
    assert_eq!((load[0].finished_day, load[0].failed_day), (24, 8));

    // What a connection read is reported when it ends.
    db.close().await;
    let sessions =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'bole'";
    while sqlx::query_scalar::<_, i64>(sessions).fetch_one(&mut connection).await.unwrap() > 0 {
        tokio::task::yield_now().await;
    }
    let read: Vec<(String, bool)> = sqlx::query_as(
        "SELECT indexrelname::text, coalesce(idx_scan, 0) > 0 FROM pg_stat_user_indexes
         WHERE indexrelname IN ('tasks_ended', 'tasks_failed') ORDER BY 1",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    assert_eq!(read, [("tasks_ended".to_owned(), true), ("tasks_failed".to_owned(), true)]);
}

#[tokio::test]
async fn scans_that_no_worker_reads_fail_with_the_reason() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    let scan =
        ledger::enqueue(&mut tx, NewTask::new("resume.evaluate", Lane::Scans, &json!({})).unwrap()).await.unwrap();
    let text = NewTask::new("resume.evaluate", Lane::Documents, &json!({})).unwrap();
    ledger::enqueue(&mut tx, text).await.unwrap();
    tx.commit().await.unwrap();
    let worker = |scans| WorkerPresence {
        id: Uuid::now_v7(),
        name: "w".to_owned(),
        version: "1".to_owned(),
        slots: [Lane::Documents, Lane::Scans, Lane::Models, Lane::Mail, Lane::General]
            .map(|lane| (lane, if lane == Lane::Scans { scans } else { 1 })),
    };
    let fail = async |since| {
        operations::note_unserved(&db, Lane::Scans).await.unwrap();
        ledger::fail_unserved(&db, Lane::Scans, since, TaskReason::NoScanReader, 10).await.unwrap()
    };
    let later = OffsetDateTime::now_utc() + time::Duration::minutes(5);
    operations::report_presence(&db, &worker(0)).await.unwrap();
    assert_eq!(fail(later - time::Duration::hours(1)).await, 0, "it has not waited long");

    let reader = worker(1);
    operations::report_presence(&db, &reader).await.unwrap();
    assert_eq!(fail(later).await, 0, "there is a worker for it");
    operations::end_presence(&db, reader.id).await.unwrap();
    assert_eq!(fail(later).await, 1);
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    let failed = ledger::failed_with(&mut tx, &[TaskReason::NoScanReader.into()]).await.unwrap();
    assert_eq!(failed, [scan.id]);
    ledger::retry(&mut tx, scan.id).await.unwrap();
    tx.rollback().await.unwrap();
}
