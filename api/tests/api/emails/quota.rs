//! The daily quota of emails through the server's mail server.

use bole_store::{Actor, organizations};
use bole_testkit::{Fault, SmtpServer};
use serde_json::json;

use super::Hiring;
use crate::support::eventually;

impl Hiring {
    async fn held_back(&self, application: &str) {
        eventually("it waits for the quota", async || {
            let email = self.email(application).await;
            (email["error"] == "mail.daily_limit").then(|| assert_eq!(email["status"], "queued"))
        })
        .await;
    }
}

#[tokio::test]
async fn emails_beyond_the_daily_quota_wait_until_the_organization_is_verified() {
    let hiring = Hiring::new().await;
    hiring.app.limit_unverified_mail(1);
    let (refused, sent, held) = (hiring.invited().await, hiring.invited().await, hiring.invited().await);
    let _working = hiring.app.work();
    // What no mail server accepted does not count.
    hiring.server.next([Fault::Recipient(550)]);
    hiring.send(std::slice::from_ref(&refused)).await;
    hiring.until(&refused, "failed").await;
    hiring.send(std::slice::from_ref(&sent)).await;
    hiring.until(&sent, "sent").await;
    hiring.send(std::slice::from_ref(&held)).await;
    hiring.held_back(&held).await;
    assert_eq!(hiring.server.received().len(), 1);

    let organization = hiring.organization.rsplit('/').next().unwrap().parse().unwrap();
    let mut tx = hiring.app.db.tenant(&Actor::clock(organization)).await.unwrap();
    organizations::set_verified(&mut tx, true).await.unwrap();
    tx.commit().await.unwrap();
    hiring.app.run_postponed("email.send").await;
    hiring.until(&held, "sent").await;
    assert_eq!(hiring.server.received().len(), 2);
}

#[tokio::test]
async fn notices_to_candidates_count_and_those_to_members_do_not() {
    let hiring = Hiring::new().await;
    hiring.app.limit_unverified_mail(0);
    let application = hiring.invited().await;
    let _working = hiring.app.work();
    let interview = json!({ "application_id": application, "start_time": "2030-03-05T09:00:00Z",
                            "end_time": "2030-03-05T09:45:00Z" });
    hiring.post("interview-schedules", interview).await.expect(201);
    let notice = hiring.server.wait_for(1).await.remove(0);
    assert_eq!(notice.to, ["acme@example.com"], "the interviewer");
    let waiting = "SELECT count(*) FROM queue_later l JOIN tasks t ON t.id = l.id WHERE t.kind = 'interview.announce'";
    eventually("the candidate's notice waits", async || {
        let mut connection = hiring.app.database.connection().await;
        let waiting: i64 = sqlx::query_scalar(waiting).fetch_one(&mut connection).await.unwrap();
        (waiting == 1).then_some(())
    })
    .await;
    assert_eq!(hiring.server.received().len(), 1);
}

#[tokio::test]
async fn the_organizations_own_mail_server_has_no_daily_quota() {
    let hiring = Hiring::new().await;
    hiring.app.limit_unverified_mail(0);
    let own = SmtpServer::start().await;
    let settings = json!({ "host": "127.0.0.1", "port": own.port(), "security": "plain", "from": "hr@acme.example" });
    hiring.owner.put(&format!("{}/settings/smtp", hiring.organization), settings).await.expect(200);
    let application = hiring.invited().await;
    let _working = hiring.app.work();
    hiring.send(std::slice::from_ref(&application)).await;
    hiring.until(&application, "sent").await;
    assert_eq!((own.received().len(), hiring.server.received().len()), (1, 0));
}
