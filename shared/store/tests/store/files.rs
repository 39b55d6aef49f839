//! Files are recorded once per content, many by one statement.

use std::cell::RefCell;
use std::time::Duration;

use bole_store::files::{NewFile, find, record};
use bole_store::{StoreError, discarded, quotas};
use bole_testkit::{Seed, TestDatabase};
use sqlx::Executor;

fn file(digit: char) -> NewFile {
    let sha256 = digit.to_string().repeat(64);
    NewFile { storage_key: format!("files/{sha256}"), sha256, size: 1, media_type: "application/pdf".to_owned() }
}

#[tokio::test]
async fn ids_keep_their_order_and_duplicate_content_is_one_file() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    let ids = record(&mut tx, &[file('c'), file('a'), file('c'), file('b')]).await.unwrap();
    assert_eq!(ids[0], ids[2]);
    for (id, digit) in ids.iter().zip(['c', 'a', 'c', 'b']) {
        assert_eq!(find(&mut tx, *id).await.unwrap().sha256, digit.to_string().repeat(64));
    }
    assert_eq!(record(&mut tx, &[file('b'), file('a')]).await.unwrap(), [ids[3], ids[1]]);
    assert!(record(&mut tx, &[]).await.unwrap().is_empty());
    tx.rollback().await.unwrap();
}

#[tokio::test]
async fn stored_bytes_are_counted_and_deleted_ones_are_not() {
    let database = TestDatabase::new().await;
    let (db, seed, other) = (database.store(), Seed::new(&database).await, Seed::new(&database).await);
    let stored = async || {
        let mut tx = db.tenant(&seed.actor()).await.unwrap();
        let stored = quotas::stored(&mut tx).await.unwrap();
        tx.rollback().await.unwrap();
        stored
    };
    let sized = |digit, size| NewFile { size, ..file(digit) };
    assert_eq!(stored().await, 0);
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    let files = [sized('a', 10), sized('b', 100)];
    assert_eq!(
        quotas::unstored(&mut tx, &[files.as_slice(), &files].concat()).await.unwrap(),
        110,
        "each content once"
    );
    record(&mut tx, &files).await.unwrap();
    record(&mut tx, &files).await.unwrap();
    assert_eq!(quotas::unstored(&mut tx, &[sized('b', 100), sized('c', 1)]).await.unwrap(), 1);
    tx.commit().await.unwrap();
    let mut tx = db.tenant(&other.actor()).await.unwrap();
    record(&mut tx, &[sized('a', 7)]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(stored().await, 110);

    let mut connection = database.connection().await;
    connection.execute("DELETE FROM files WHERE size IN (7, 10)").await.unwrap();
    assert_eq!(stored().await, 100);
    connection.execute("DELETE FROM organizations").await.unwrap();
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM storage_usage").fetch_one(&mut connection).await.unwrap();
    assert_eq!(left, 0);
}

/// Two objects to delete.
async fn discard(database: &TestDatabase) {
    let two = "INSERT INTO discarded_objects (storage_key, discarded_at)
               VALUES ('a', now() - interval '2 h'), ('b', now() - interval '1 h')";
    database.connection().await.execute(two).await.unwrap();
}

async fn left(database: &TestDatabase) -> Vec<String> {
    let left = "SELECT storage_key FROM discarded_objects ORDER BY storage_key";
    sqlx::query_scalar(left).fetch_all(&mut database.connection().await).await.unwrap()
}

#[tokio::test]
async fn no_object_is_deleted_after_its_lock_is_lost() {
    let database = TestDatabase::new().await;
    let db = database.store();
    discard(&database).await;
    let deleted = RefCell::new(Vec::new());
    let delete = |key: String| {
        deleted.borrow_mut().push(key);
        async {
            // As a time limit for idle transactions would.
            let end = "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity
                       WHERE datname = current_database() AND state = 'idle in transaction'";
            database.connection().await.execute(end).await.unwrap();
            Ok::<_, StoreError>(())
        }
    };
    let ended = discarded::delete_objects(&db, 10, Duration::ZERO, Duration::from_secs(60), delete).await;
    assert!(matches!(ended, Err(StoreError::Unavailable(_))), "{ended:?}");
    assert_eq!(*deleted.borrow(), ["a"]);
    assert_eq!(left(&database).await, ["a", "b"]);
}

#[tokio::test]
async fn stalling_deletion_is_given_up_before_its_lock_is_lost() {
    let database = TestDatabase::new().await;
    let db = database.store();
    discard(&database).await;
    let delete = |key: String| async move {
        match key.as_str() {
            "a" => Ok::<_, StoreError>(()),
            _ => std::future::pending().await,
        }
    };
    let limit = Duration::from_millis(100);
    assert_eq!(discarded::delete_objects(&db, 10, Duration::ZERO, limit, delete).await.unwrap(), 1);
    assert_eq!(left(&database).await, ["b"]);
}
