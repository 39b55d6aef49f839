//! A key returns its first response, however often it is used.

use bole_domain::access::Access;
use bole_domain::ids::UserId;
use bole_domain::organization::Role;
use bole_store::Actor;
use bole_store::idempotency::{Claim, claim, record};
use bole_testkit::{Seed, TestDatabase};
use serde_json::json;

const ROUTE: &str = "POST /work";

#[tokio::test]
async fn repeated_request_gets_the_first_answer_and_a_different_one_is_refused() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    assert_eq!(claim(&mut tx, ROUTE, "key", b"request").await.unwrap(), Claim::Fresh);
    record(&mut tx, ROUTE, "key", b"request", 202, &json!({ "id": 1 })).await.unwrap();
    tx.commit().await.unwrap();

    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    let answered = Claim::Answered { status: 202, body: json!({ "id": 1 }) };
    assert_eq!(claim(&mut tx, ROUTE, "key", b"request").await.unwrap(), answered);
    assert_eq!(claim(&mut tx, ROUTE, "key", b"another").await.unwrap(), Claim::Reused);
    assert_eq!(claim(&mut tx, "POST /other", "key", b"request").await.unwrap(), Claim::Fresh);
    tx.rollback().await.unwrap();
}

#[tokio::test]
async fn failed_work_releases_its_key() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    claim(&mut tx, ROUTE, "key", b"request").await.unwrap();
    record(&mut tx, ROUTE, "key", b"request", 202, &json!({})).await.unwrap();
    tx.rollback().await.unwrap();

    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    assert_eq!(claim(&mut tx, ROUTE, "key", b"request").await.unwrap(), Claim::Fresh);
    tx.rollback().await.unwrap();
}

#[tokio::test]
async fn concurrent_request_learns_the_first_is_running() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let (mut first, mut second) = (db.tenant(&seed.actor()).await.unwrap(), db.tenant(&seed.actor()).await.unwrap());
    assert_eq!(claim(&mut first, ROUTE, "key", b"request").await.unwrap(), Claim::Fresh);
    assert_eq!(claim(&mut second, ROUTE, "key", b"request").await.unwrap(), Claim::InFlight);
    first.rollback().await.unwrap();
    assert_eq!(claim(&mut second, ROUTE, "key", b"request").await.unwrap(), Claim::Fresh);
    second.rollback().await.unwrap();
}

#[tokio::test]
async fn idempotency_keys_are_scoped_to_the_user() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    claim(&mut tx, ROUTE, "key", b"request").await.unwrap();
    record(&mut tx, ROUTE, "key", b"request", 202, &json!({})).await.unwrap();
    tx.commit().await.unwrap();

    let colleague = Actor::member(seed.organization, UserId::new(), &Access::new(Role::HrManager, None, []));
    let mut tx = db.tenant(&colleague).await.unwrap();
    assert_eq!(claim(&mut tx, ROUTE, "key", b"another").await.unwrap(), Claim::Fresh);
    tx.rollback().await.unwrap();
}
