//! What candidates and members are emailed of an acceptance and of a withdrawal.

use serde_json::{Value, json};

use super::World;
use crate::support::eventually;

/// The mails to an address with this subject, once there is one.
async fn mailed(world: &World, to: &str, subject: &str) -> Vec<Value> {
    eventually(subject, async || {
        let mut mails = world.app.mails(to).await;
        mails.retain(|mail| mail["subject"] == subject);
        (!mails.is_empty()).then_some(mails)
    })
    .await
}

#[tokio::test]
async fn both_sides_are_emailed_the_signed_letter() {
    let world = World::new().await;
    let preferences = json!({ "email_notifications": true, "candidate_updates": false, "interview_reminders": false,
                              "offer_updates": true, "language": "en-US", "date_format": "language" });
    world.owner.put("/api/me/preferences", preferences).await.expect(200);
    let (id, _, page) = world.sent().await;
    let _working = world.app.work();
    world.app.anonymous().post(&format!("{page}/accept"), json!({ "name": "Lin Xiaoyu" })).await.expect(200);
    let to = format!("{id}@example.com");
    let candidate = mailed(&world, &to, "You accepted the offer for Backend engineer").await;
    let member = mailed(&world, "acme@example.com", &format!("Person {id} accepted the offer (acme)")).await;
    for mails in [candidate, member] {
        let [mail] = mails.as_slice() else { panic!("once: {mails:?}") };
        assert_eq!(mail["attachments"][0]["media_type"], "application/pdf", "{mail}");
        assert!(mail["attachments"][0]["size"].as_u64().unwrap() > 1_000, "{mail}");
        assert!(!mail["text"].as_str().unwrap().contains("30k"), "what it pays is only in the letter: {mail}");
    }
}

#[tokio::test]
async fn candidate_who_has_the_offer_is_emailed_of_its_withdrawal_if_asked_for() {
    let world = World::new().await;
    let notify = json!({ "comment": "Hiring stop", "notify_candidate": true });
    // Not sent yet.
    let (unaware, early, _) = world.sent().await;
    world.step(&world.owner, &early, "withdraw", notify.clone()).await.expect(200);
    let _working = world.app.work();
    let (told, offer, page) = world.sent().await;
    world.app.anonymous().get(&page).await.expect(200);
    world.step(&world.owner, &offer, "withdraw", notify).await.expect(200);
    let to = format!("{told}@example.com");
    let mails = mailed(&world, &to, "The offer for Backend engineer was withdrawn").await;
    assert_eq!(mails[0]["attachments"], json!([]));
    assert!(!mails[0]["text"].as_str().unwrap().contains("Hiring stop"), "the comment stays in the house");
    // Without being asked for.
    let (silent, offer, page) = world.sent().await;
    world.app.anonymous().get(&page).await.expect(200);
    world.step(&world.owner, &offer, "withdraw", json!({})).await.expect(200);
    let mailed = "SELECT count(*) FROM tasks WHERE kind = 'offer.mail'";
    let mailed: i64 = sqlx::query_scalar(mailed).fetch_one(&mut world.app.database.connection().await).await.unwrap();
    assert_eq!(mailed, 1);
    for id in [unaware, silent] {
        let mails = world.app.mails(&format!("{id}@example.com")).await;
        assert!(mails.iter().all(|mail| !mail["subject"].to_string().contains("withdrawn")), "{mails:?}");
    }
}
