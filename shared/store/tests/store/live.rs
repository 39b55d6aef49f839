//! Live events leave with the commit, are merged, and outlive the process that wrote them.

use std::time::Duration;

use bole_domain::ids::JobId;
use bole_store::live::{self, LiveEvent, LiveEventKind, LiveEvents};
use bole_testkit::{Seed, TestDatabase};
use uuid::Uuid;

const CHECK_INTERVAL: Duration = Duration::from_secs(30);

async fn next(events: &mut LiveEvents) -> LiveEvent {
    loop {
        if let Some(event) = events.next().await.unwrap() {
            return event;
        }
    }
}

/// What is not sent yet.
async fn waiting(database: &TestDatabase) -> i64 {
    let count = sqlx::query_scalar("SELECT count(*) FROM live_events");
    count.fetch_one(&mut database.connection().await).await.unwrap()
}

#[tokio::test]
async fn event_is_sent_after_the_commit() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    live::send_left_over(&db).await.unwrap();
    let mut events = LiveEvents::listen(&db, CHECK_INTERVAL).await.unwrap();
    let (undone, job) = (Uuid::now_v7(), JobId::new());
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    live::announce(&mut tx, LiveEventKind::BatchChanged, None, &[undone]).await.unwrap();
    tx.rollback().await.unwrap();

    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    live::announce(&mut tx, LiveEventKind::JobChanged, Some(job), &[job.0]).await.unwrap();
    tx.commit().await.unwrap();
    let expected = LiveEvent {
        kind: LiveEventKind::JobChanged,
        organization_id: seed.actor().organization,
        job_id: Some(job),
        ids: vec![job.0],
    };
    assert_eq!(next(&mut events).await, expected, "without what was rolled back");
    assert_eq!(waiting(&database).await, 0);
}

#[tokio::test]
async fn events_of_a_process_that_ended_are_sent_by_another() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    live::send_left_over(&db).await.unwrap();
    // Committed by a connection that sends nothing, as by a process that ends at once.
    sqlx::query("UPDATE jobs SET updated_at = now()").execute(&mut database.connection().await).await.unwrap();
    assert_eq!(waiting(&database).await, 1);
    let mut events = LiveEvents::listen(&db, CHECK_INTERVAL).await.unwrap();
    assert_eq!(live::send_left_over(&db).await.unwrap(), 1);
    let event = next(&mut events).await;
    assert_eq!((event.kind, event.ids), (LiveEventKind::JobChanged, vec![seed.job.0]));
    assert_eq!(live::send_left_over(&db).await.unwrap(), 0, "each once");
}

#[tokio::test]
async fn events_of_one_job_are_sent_as_one_and_changes_of_access_before_all() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    live::send_left_over(&db).await.unwrap();
    let mut events = LiveEvents::listen(&db, CHECK_INTERVAL).await.unwrap();
    let (job, other) = (JobId::new(), JobId::new());
    let mut ids: Vec<Uuid> = std::iter::repeat_with(Uuid::now_v7).take(3).collect();
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    for id in [ids[2], ids[0], ids[1], ids[0]] {
        live::announce(&mut tx, LiveEventKind::ApplicationChanged, Some(job), &[id]).await.unwrap();
    }
    for many in [vec![ids[0]], Vec::new()] {
        live::announce(&mut tx, LiveEventKind::ApplicationChanged, Some(other), &many).await.unwrap();
    }
    live::announce(&mut tx, LiveEventKind::AccessChanged, None, &[]).await.unwrap();
    tx.commit().await.unwrap();

    let (access, first, second) = (next(&mut events).await, next(&mut events).await, next(&mut events).await);
    assert_eq!(access.kind, LiveEventKind::AccessChanged);
    ids.sort();
    assert_eq!((first.job_id, first.ids), (Some(job), ids));
    assert_eq!((second.job_id, second.ids), (Some(other), Vec::new()), "any of them");
}
