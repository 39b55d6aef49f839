//! A deleted organization's files are deleted later; other organizations' files and those of a recent deletion stay.

use bole_domain::ids::{BatchId, MemberId, OrganizationId, UserId};
use bole_domain::organization::{Plan, Role};
use bole_scheduler::{Cron, PurgeFiles};
use bole_storage::{Key, Storage, StorageError};
use bole_store::users::{self, NewUser};
use bole_store::{Actor, Db, members, organizations};
use bole_testkit::TestDatabase;
use bytes::Bytes;
use sqlx::Executor;

async fn organization(db: &Db, owner: UserId, slug: &str) -> Actor {
    let actor = Actor::owner(OrganizationId::new(), owner);
    let mut tx = db.tenant(&actor).await.unwrap();
    organizations::insert(&mut tx, slug, slug, Plan::Free, None, &serde_json::json!({})).await.unwrap();
    members::insert(&mut tx, MemberId::new(), owner, Role::Owner).await.unwrap();
    tx.commit().await.unwrap();
    actor
}

#[tokio::test]
async fn files_are_purged_after_their_organization() {
    let database = TestDatabase::new().await;
    let db = database.store();
    let folder = tempfile::tempdir().unwrap();
    let storage = Storage::local(folder.path()).unwrap();
    let purge = PurgeFiles { storage: storage.clone() };

    let owner = UserId::new();
    let mut tx = db.identity().await.unwrap();
    let email = "owner@example.com";
    let new = NewUser {
        id: owner,
        email,
        full_name: "Li",
        password_hash: "x",
        language: Some("en-US"),
        confirmed: true,
        user_type: users::UserType::TenantOwner,
    };
    assert!(users::insert(&mut tx, &new).await.unwrap());
    tx.commit().await.unwrap();

    let (gone, stays) = (organization(&db, owner, "gone").await, organization(&db, owner, "stays").await);
    let keys = [&gone, &stays].map(|actor| Key::batch_upload(actor.organization, BatchId::new()));
    for key in &keys {
        let bytes = futures_util::stream::iter([Ok::<_, std::convert::Infallible>(Bytes::from_static(b"PK"))]);
        storage.put_stream(key, bytes, 10).await.unwrap();
    }
    let mut tx = db.tenant(&gone).await.unwrap();
    organizations::delete(&mut tx).await.unwrap();
    tx.commit().await.unwrap();

    // Running work may still be storing files.
    purge.run(&db).await.unwrap();
    assert!(storage.get(&keys[0]).await.is_ok());

    let mut connection = database.connection().await;
    connection.execute("UPDATE departed_organizations SET departed_at = now() - interval '3 hours'").await.unwrap();
    purge.run(&db).await.unwrap();
    assert!(matches!(storage.get(&keys[0]).await, Err(StorageError::Missing)));
    assert!(storage.get(&keys[1]).await.is_ok());
    let left: i64 =
        sqlx::query_scalar("SELECT count(*) FROM departed_organizations").fetch_one(&mut connection).await.unwrap();
    assert_eq!(left, 0);
}
