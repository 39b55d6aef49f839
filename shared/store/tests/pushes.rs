//! Pushing tasks by themselves: together in one statement, and yet each for itself.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use bole_domain::ids::OrganizationId;
use bole_store::ledger::{self, NewTask, Push, Pushes, TaskFilter};
use bole_store::{Actor, Db};
use bole_testkit::{Seed, TestDatabase};
use sqlx::Executor;

fn push(organization: OrganizationId, task: NewTask) -> Push {
    Push { actor: Actor::clock(organization), task }
}

fn task(payload: impl serde::Serialize) -> NewTask {
    NewTask::new("work", &payload).unwrap()
}

fn keyed(key: &str) -> NewTask {
    NewTask { dedupe_key: Some(key.to_owned()), ..task(key) }
}

/// The ids of an organization's tasks as it sees them itself, newest first.
async fn seen(db: &Db, seed: &Seed) -> Vec<bole_domain::ids::TaskId> {
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    let all = TaskFilter { limit: 100, ..TaskFilter::default() };
    ledger::list(&mut tx, &all).await.unwrap().0.iter().map(|task| task.id).collect()
}

#[tokio::test]
async fn each_organization_gets_its_own() {
    let database = TestDatabase::new().await;
    let (db, one, other) = (database.store(), Seed::new(&database).await, Seed::new(&database).await);
    let batch = vec![
        push(one.organization, keyed("k")),
        push(other.organization, keyed("k")),
        push(one.organization, task(1)),
        Push { actor: other.actor(), task: task(2) },
        push(one.organization, keyed("k")),
    ];
    let mut pushes = Pushes::new(&db);
    let pushed = pushes.push(batch, false).await.into_iter().map(Result::unwrap).collect::<Vec<_>>();
    // A key is taken within its organization.
    assert_eq!(pushed.iter().map(|p| p.existing).collect::<Vec<_>>(), [false, false, false, false, true]);
    assert_eq!(pushed[4].id, pushed[0].id);
    assert_eq!(seen(&db, &one).await, [pushed[2].id, pushed[0].id]);
    assert_eq!(seen(&db, &other).await, [pushed[3].id, pushed[1].id]);
    let again = pushes.push(vec![push(other.organization, keyed("k"))], false).await.remove(0).unwrap();
    assert_eq!((again.existing, again.id), (true, pushed[1].id));
}

#[tokio::test]
async fn what_is_refused_keeps_no_other_out() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let mut batch = (0..9).map(|n| push(seed.organization, task(n))).collect::<Vec<_>>();
    // An organization that is gone, and text that PostgreSQL has no form for.
    batch[3].actor = Actor::clock(OrganizationId::new());
    batch[7].task = task("a\0b");
    let pushed = Pushes::new(&db).push(batch, true).await;
    let refused = (0..9).filter(|&n| pushed[n].is_err()).collect::<Vec<_>>();
    assert_eq!(refused, [3, 7]);
    let mut expected = pushed.into_iter().filter_map(Result::ok).map(|p| p.id).collect::<Vec<_>>();
    expected.reverse();
    assert_eq!(seen(&db, &seed).await, expected);
}

#[tokio::test]
async fn after_a_lost_connection_it_pushes_again() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let mut pushes = Pushes::new(&db);
    let mut push = async || pushes.push(vec![push(seed.organization, task(1))], false).await.remove(0);
    let first = push().await.unwrap();
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    database.connection().await.execute(cut).await.unwrap();
    assert!(push().await.is_err());
    let second = push().await.unwrap();
    assert_eq!(seen(&db, &seed).await, [second.id, first.id]);
}
