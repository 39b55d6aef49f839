//! Captured mail is kept for a day.

use bole_scheduler::{Cron, PruneMailbox};
use bole_store::mailbox::{self, NewCapture};
use bole_testkit::TestDatabase;
use sqlx::Executor;

#[tokio::test]
async fn captured_email_is_deleted_after_a_day() {
    let database = TestDatabase::new().await;
    let db = database.store();
    let capture = async |subject| {
        let mail = NewCapture { to: "a@example.com", subject, text: "", html: "", links: &[], attachments: &[] };
        let mut tx = db.identity().await.unwrap();
        mailbox::capture(&mut tx, mail).await.unwrap();
        tx.commit().await.unwrap();
    };
    capture("old").await;
    let age = "UPDATE captured_mails SET created_at = now() - interval '25 hours'";
    database.connection().await.execute(age).await.unwrap();
    capture("young").await;
    PruneMailbox.run(&db).await.unwrap();
    let mut tx = db.identity().await.unwrap();
    let left = mailbox::list(&mut tx, 10).await.unwrap();
    assert_eq!(left.iter().map(|mail| mail.subject.as_str()).collect::<Vec<_>>(), ["young"]);
}
