//! Invitations expire as the clock says.

use std::time::Duration;

use bole_domain::ids::InvitationId;
use bole_domain::organization::{InvitationStatus, Role};
use bole_scheduler::{Clock, Cron, ExpireInvitations};
use bole_store::invitations::{self, NewInvitation};
use bole_testkit::{Seed, TestDatabase};
use time::OffsetDateTime;

#[tokio::test]
async fn shifted_clock_expires_invitations_that_are_over_by_then() {
    let database = TestDatabase::new().await;
    let (db, seed) = (database.store(), Seed::new(&database).await);
    let mut tx = db.tenant(&seed.actor()).await.unwrap();
    let ids = [InvitationId::new(), InvitationId::new()];
    for (id, (email, days)) in ids.iter().zip([("li@example.com", 7), ("siti@example.com", 9)]) {
        let expires_at = OffsetDateTime::now_utc() + time::Duration::days(days);
        let new = NewInvitation {
            id: *id,
            email,
            role: Role::Viewer,
            permissions: &[],
            jobs: &[],
            invited_by: seed.owner,
            expires_at,
        };
        invitations::insert(&mut tx, &new).await.unwrap();
    }
    tx.commit().await.unwrap();
    let statuses = async || {
        let mut tx = db.tenant(&seed.actor()).await.unwrap();
        let first = invitations::find(&mut tx, ids[0]).await.unwrap().status;
        let second = invitations::find(&mut tx, ids[1]).await.unwrap().status;
        tx.release();
        (first, second)
    };
    for (days, first) in [(0, InvitationStatus::Pending), (8, InvitationStatus::Expired)] {
        let clock = Clock { offset: time::Duration::days(days), quiet: Duration::ZERO };
        ExpireInvitations { clock }.run(&db).await.unwrap();
        assert_eq!(statuses().await, (first, InvitationStatus::Pending), "{days} days ahead");
    }
}
