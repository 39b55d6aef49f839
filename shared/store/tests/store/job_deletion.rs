//! Deleting a job never deletes applications, also those that are being added.

use bole_store::{StoreError, StoreResult, jobs, organizations};
use bole_testkit::{Seed, TestDatabase};
use sqlx::{Acquire, Executor, PgConnection};

async fn add_application(connection: &mut PgConnection, seed: &Seed) -> Result<(), sqlx::Error> {
    let id = uuid::Uuid::now_v7();
    sqlx::query("INSERT INTO people (id, organization_id) VALUES ($1, $2)")
        .bind(id)
        .bind(seed.organization.0)
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO applications (id, organization_id, job_id, person_id, status, sub_status)
         VALUES ($1, $2, $3, $1, 'AI评审', 'AI推荐建联')",
    )
    .bind(id)
    .bind(seed.organization.0)
    .bind(seed.job.0)
    .execute(connection)
    .await?;
    Ok(())
}

async fn count(connection: &mut PgConnection, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(connection).await.unwrap()
}

/// Waits until a statement of the store waits for a lock.
async fn until_blocked(connection: &mut PgConnection) {
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    for _ in 0..10_000 {
        let waiting: i64 = sqlx::query_scalar(waiting).fetch_one(&mut *connection).await.unwrap();
        if waiting > 0 {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("nothing waited for a lock");
}

#[tokio::test]
async fn job_with_an_application_being_added_is_not_deleted() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let (mut adding, mut watching) = (database.connection().await, database.connection().await);
    let mut added = adding.begin().await.unwrap();
    add_application(&mut added, &seed).await.unwrap();

    let deletion = tokio::spawn(async move {
        let mut tx = db.tenant(&seed.actor()).await?;
        let deleted = jobs::delete_empty(&mut tx, seed.job).await?;
        tx.commit().await?;
        StoreResult::Ok(deleted)
    });
    until_blocked(&mut watching).await;
    added.commit().await.unwrap();
    assert!(!deletion.await.unwrap().unwrap());
    assert_eq!((count(&mut watching, "applications").await, count(&mut watching, "jobs").await), (1, 1));
}

#[tokio::test]
async fn application_cannot_be_added_to_a_job_being_deleted() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let (mut adding, mut watching) = (database.connection().await, database.connection().await);
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    assert!(jobs::delete_empty(&mut tx, seed.job).await.unwrap());
    let addition = tokio::spawn(async move { add_application(&mut adding, &seed).await });
    until_blocked(&mut watching).await;
    tx.commit().await.unwrap();
    let refused = StoreError::from(addition.await.unwrap().unwrap_err());
    assert!(refused.is_constraint("applications_job_fkey"), "{refused}");
}

#[tokio::test]
async fn applications_are_deleted_with_their_organization_and_not_with_their_job() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let mut connection = database.connection().await;
    add_application(&mut connection, &seed).await.unwrap();
    connection.execute("DELETE FROM jobs").await.unwrap_err();
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    organizations::delete(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(count(&mut connection, "applications").await, 0);
}
