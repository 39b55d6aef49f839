//! The user that Bole serves as, where it has a PostgreSQL of its own.

use bole_store::ledger::{self, Wakeups};
use bole_store::{Db, DbConfig, SERVICE_USER, jobs, make_service_user, rate_limits};
use bole_testkit::{Seed, TestDatabase};
use sqlx::{Connection, PgConnection};

#[tokio::test]
async fn service_user_has_only_its_role_permissions() {
    let database = TestDatabase::new().await;
    let seed = Seed::new(&database).await;
    // A second start gives another password.
    make_service_user(database.url(), "the first's").await.unwrap();
    make_service_user(database.url(), "the-second").await.unwrap();
    let (_, place) = database.url().split_once('@').unwrap();
    let url = format!("postgres://{SERVICE_USER}:the-second@{place}");

    let db = Db::connect(&DbConfig::new(&url)).unwrap();
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    assert_eq!(jobs::count_present(&mut tx).await.unwrap(), 1);
    let tx = tx.into_identity().await.unwrap();
    tx.into_tenant(seed.actor()).await.unwrap().commit().await.unwrap();
    ledger::stats(&db).await.unwrap();
    rate_limits::prune(&db).await.unwrap();
    Wakeups::listen(&db).await.unwrap();
    db.close().await;

    let mut itself = PgConnection::connect(&url).await.unwrap();
    for beyond in [
        "SELECT count(*) FROM jobs",
        "SELECT count(*) FROM users",
        "SET ROLE postgres",
        "SET ROLE bole_gate",
        "SET ROLE bole_backup",
    ] {
        let refused = sqlx::query(beyond).execute(&mut itself).await.unwrap_err();
        let code = refused.as_database_error().and_then(|error| error.code().map(|code| code.into_owned()));
        assert_eq!(code.as_deref(), Some("42501"), "{beyond}: {refused}");
    }
}
