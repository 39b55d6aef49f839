//! Rate limits on a real database: counting, resetting, and sharing between processes.

use std::time::Duration;

use bole_store::rate_limits::{self, RateLimit};
use bole_testkit::TestDatabase;
use sqlx::Executor;

const TWO_A_MINUTE: RateLimit = RateLimit { name: "test", allowed: 2, window: Duration::from_secs(60) };

#[tokio::test]
async fn limit_applies_across_processes_and_resets_with_the_window() {
    let database = TestDatabase::new().await;
    let (one, two) = (database.store(), database.store());
    assert_eq!(TWO_A_MINUTE.count(&one, "a").await.unwrap(), None);
    assert_eq!(TWO_A_MINUTE.count(&two, "a").await.unwrap(), None);
    for db in [&one, &two] {
        let left = TWO_A_MINUTE.count(db, "a").await.unwrap();
        assert!(left.is_some_and(|left| left <= Duration::from_secs(60)), "{left:?}");
    }
    // Other keys and other limits are not affected.
    let other = RateLimit { name: "another", ..TWO_A_MINUTE };
    assert_eq!(TWO_A_MINUTE.count(&one, "b").await.unwrap(), None);
    assert_eq!(other.count(&one, "a").await.unwrap(), None);

    let mut connection = database.connection().await;
    connection.execute("UPDATE rate_limits SET since = since - interval '61 seconds'").await.unwrap();
    assert_eq!(TWO_A_MINUTE.count(&one, "a").await.unwrap(), None);
    assert_eq!(TWO_A_MINUTE.count(&one, "a").await.unwrap(), None);
    assert!(TWO_A_MINUTE.count(&one, "a").await.unwrap().is_some());
}

#[tokio::test]
async fn success_resets_the_counter_and_old_windows_are_pruned() {
    let database = TestDatabase::new().await;
    let db = database.store();
    for _ in 0..3 {
        TWO_A_MINUTE.count(&db, "a").await.unwrap();
    }
    TWO_A_MINUTE.reset(&db, "a").await.unwrap();
    for _ in 0..5 {
        assert_eq!(TWO_A_MINUTE.count(&db, "a").await.unwrap(), None);
        TWO_A_MINUTE.take_back(&db, "a").await.unwrap();
    }
    TWO_A_MINUTE.reset(&db, "a").await.unwrap();

    TWO_A_MINUTE.count(&db, "old").await.unwrap();
    let mut connection = database.connection().await;
    connection.execute("UPDATE rate_limits SET since = since - interval '2 days'").await.unwrap();
    TWO_A_MINUTE.count(&db, "new").await.unwrap();
    rate_limits::prune(&db).await.unwrap();
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM rate_limits").fetch_one(&mut connection).await.unwrap();
    assert_eq!(left, 1);
}
