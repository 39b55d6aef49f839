//! Workers that lose their task while they work store nothing of it.

use std::time::Duration;

use bole_testkit::{Fault, SmtpServer};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};

use crate::samples::{archive, resume_pdf};
use crate::support::{Client, TestApp, eventually};

/// Longer than any test, so that the loss is noticed with the commit and not with a renewal.
const LEASE: Duration = Duration::from_secs(600);

struct World {
    app: TestApp,
    owner: Client,
    organization: String,
    job: String,
    /// The application of an evaluated candidate.
    application: Value,
}

impl World {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let application = owner.reviewed(&app, &organization, &job).await.into();
        Self { app, owner, organization, job, application }
    }

    /// Lets a worker begin the waiting task, gives the task to another one before its entries are stored, and returns
    /// the number of entries stored nevertheless.
    async fn entries_after_loss(&self) -> i64 {
        let mut connection = self.app.database.connection().await;
        let before = entries(&mut connection).await;
        let mut holding = connection.begin().await.unwrap();
        sqlx::query("LOCK TABLE batch_tasks IN SHARE MODE").execute(&mut *holding).await.unwrap();
        let _working = self.app.work_leased(LEASE);
        self.until_writers("it is about to store entries", 1).await;
        let taken = "UPDATE queue SET lease = gen_random_uuid() WHERE lease IS NOT NULL";
        let taken = sqlx::query(taken).execute(&mut self.app.database.connection().await).await.unwrap();
        assert_eq!(taken.rows_affected(), 1);
        holding.rollback().await.unwrap();
        self.until_writers("its transaction is over", 0).await;
        entries(&mut connection).await - before
    }

    async fn until_writers(&self, what: &str, count: i64) {
        let writers = "SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                       WHERE d.datname = current_database() AND l.relation = 'batch_tasks'::regclass
                         AND l.mode = 'RowExclusiveLock'";
        eventually(what, async || {
            let mut connection = self.app.database.connection().await;
            let found: i64 = sqlx::query_scalar(writers).fetch_one(&mut connection).await.unwrap();
            (found == count).then_some(())
        })
        .await;
    }
}

async fn entries(connection: &mut PgConnection) -> i64 {
    sqlx::query_scalar("SELECT count(*) FROM batch_tasks").fetch_one(connection).await.unwrap()
}

#[tokio::test]
async fn zip_is_not_unpacked_by_a_worker_that_lost_it() {
    let world = World::new().await;
    world.owner.upload(&world.job, archive([("Ben.pdf", resume_pdf("Ben", 2))])).await.expect(202);
    assert_eq!(world.entries_after_loss().await, 0);
}

#[tokio::test]
async fn candidates_are_not_evaluated_again_by_a_worker_that_lost_them() {
    let world = World::new().await;
    let path = format!("{}/applications/evaluate", world.organization);
    world.owner.post(&path, json!({ "ids": [world.application] })).await.expect(202);
    assert_eq!(world.entries_after_loss().await, 0);
}

#[tokio::test]
async fn pool_is_not_ranked_by_a_worker_that_lost_it() {
    let world = World::new().await;
    let archived = json!({ "ids": [world.application], "reason": "人才库" });
    world.owner.post(&format!("{}/applications/archive", world.organization), archived).await.expect(200);
    let other = world.owner.job(&world.organization).await;
    let asked = json!({ "job_id": other.rsplit('/').next().unwrap() });
    world.owner.post(&format!("{}/talent-pool/rank", world.organization), asked).await.expect(202);
    assert_eq!(world.entries_after_loss().await, 0);
}

#[tokio::test]
async fn unknown_email_is_not_queued_again_by_a_worker_that_lost_it() {
    let (app, server) = (TestApp::new().await, SmtpServer::start().await);
    app.send_mail_to(&server);
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let send = async || {
        let id = app.application(&job, "线上面试", "待发线上面试邀请").await;
        let email = json!({ "to": format!("{id}@example.com"), "subject": "面试邀请", "body": "您好", "candidateId": id,
                            "emailType": "online_invitation" });
        owner.post(&format!("{organization}/send-email"), json!({ "emails": [email] })).await.expect(202);
        id
    };
    let email = async |id: &str| {
        owner.get(&format!("{organization}/emails?application_id={id}")).await.expect(200)["items"][0].clone()
    };
    server.next([Fault::HangThen(451)]);
    let lost = send().await;
    // One at a time, so that the next email follows the end of the attempt.
    let _working = app.work_leased(LEASE);
    server.wait_for(1).await;
    let mut connection = app.database.connection().await;
    for sql in
        ["UPDATE queue SET lease = gen_random_uuid() WHERE lease IS NOT NULL", "UPDATE emails SET status = 'unknown'"]
    {
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    }
    let next = send().await;
    server.release();
    eventually("the next email is sent", async || (email(&next).await["status"] == "sent").then_some(())).await;
    assert_eq!(email(&lost).await["status"], "unknown");
}
