//! Counts for operators, which read what they count rather than all tasks ever kept.

use bole_domain::task::Lane;
use bole_store::operations;
use bole_testkit::{Seed, TestDatabase};

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
