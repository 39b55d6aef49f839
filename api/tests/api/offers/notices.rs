//! What members are emailed of offers, and what they have to do about them.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use super::{World, page_of};
use crate::support::{Client, PUBLIC_URL, eventually};

/// Sets the member's language to English, and whether they want to be notified of offers.
async fn wants(client: &Client, offer_updates: bool) {
    let preferences = json!({ "email_notifications": true, "candidate_updates": false, "interview_reminders": false,
                              "offer_updates": offer_updates, "language": "en-US", "date_format": "language" });
    client.put("/api/me/preferences", preferences).await.expect(200);
}

/// A world whose HR manager writes offers that the owner and an admin approve.
async fn team() -> (World, Client, Client) {
    let world = World::new().await;
    let author = world.app.member(&world.organization, Role::HrManager).await;
    world.owner.assign(&world.job, &author).await;
    let admin = world.app.member(&world.organization, Role::Admin).await;
    for client in [&world.owner, &author, &admin] {
        wants(client, true).await;
    }
    (world, author, admin)
}

/// Waits until this many notifications were handled, and returns the subjects of the member's emails about offers.
async fn subjects(world: &World, client: &Client, handled: i64) -> Vec<String> {
    eventually("the notifications are handled", async || {
        let done = "SELECT count(*) FROM tasks WHERE kind = 'offer.notify' AND state = 'completed'";
        let done: i64 = sqlx::query_scalar(done).fetch_one(&mut world.app.database.connection().await).await.unwrap();
        (done == handled).then_some(())
    })
    .await;
    let me = client.get("/api/auth/session").await.expect(200)["user"]["email"].as_str().unwrap().to_owned();
    let mails = world.app.mails(&me).await;
    let subjects = mails.iter().map(|mail| mail["subject"].as_str().unwrap().to_owned());
    subjects.filter(|subject| subject.contains("offer") || subject.contains("Offer")).collect()
}

/// What the member has to do, with counts.
async fn duties(world: &World, client: &Client) -> Vec<(String, i64)> {
    let pending = client.get(&format!("{}/offers/pending", world.organization)).await.expect(200);
    let duty = |item: &Value| (item["duty"].as_str().unwrap().to_owned(), item["count"].as_i64().unwrap());
    pending["items"].as_array().unwrap().iter().map(duty).collect()
}

fn one(duty: &str) -> Vec<(String, i64)> {
    vec![(duty.to_owned(), 1)]
}

#[tokio::test]
async fn approvers_and_the_author_are_notified_step_by_step() {
    let (world, author, admin) = team().await;
    wants(&admin, false).await;
    let _working = world.app.work();
    let (id, offer) = world.draft(&author).await;
    world.step(&author, &offer, "submit", json!({})).await.expect(200);
    let submitted = format!("Offer for Person {id} awaits your approval (acme)");
    assert_eq!(subjects(&world, &world.owner, 1).await, [submitted]);
    let mail = world.app.mails("acme@example.com").await.swap_remove(0);
    let organization = world.organization.rsplit('/').next().unwrap();
    assert_eq!(mail["links"], json!([format!("{PUBLIC_URL}/offer-workbench?org={organization}&id={id}")]));
    assert!(!mail["text"].as_str().unwrap().contains("30k"), "what it pays stays in Bole: {mail}");
    assert!(subjects(&world, &admin, 1).await.is_empty(), "wants none");
    assert!(subjects(&world, &author, 1).await.is_empty(), "their own");

    world.step(&world.owner, &offer, "return", json!({ "comment": "Higher salary" })).await.expect(200);
    assert_eq!(subjects(&world, &author, 2).await, [format!("Offer for Person {id} was returned (acme)")]);
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    author.patch(&path, json!({ "version": 3, "place": "Shanghai" })).await.expect(200);
    world.step(&author, &offer, "submit", json!({})).await.expect(200);
    assert_eq!(subjects(&world, &world.owner, 3).await.len(), 2, "submitted twice");
    let mail = world.app.mails("acme@example.com").await.swap_remove(0);
    assert!(mail["text"].as_str().unwrap().contains("· Place of work: — → Shanghai\n"), "{mail}");
    world.step(&world.owner, &offer, "approve", json!({})).await.expect(200);
    assert_eq!(subjects(&world, &author, 4).await.len(), 2);
    let sent = world.step(&author, &offer, "send", json!({})).await.expect(200);
    let accept = format!("{}/accept", page_of(&sent));
    world.app.anonymous().post(&accept, json!({ "name": "Lin" })).await.expect(200);
    let told = eventually("the signed letter is emailed", async || {
        let told = subjects(&world, &author, 5).await;
        (told.len() >= 3).then_some(told)
    })
    .await;
    for subject in
        [format!("Offer for Person {id} was approved (acme)"), format!("Person {id} accepted the offer (acme)")]
    {
        assert!(told.contains(&subject), "{told:?}");
    }
    assert_eq!(told.len(), 3, "{told:?}");
}

#[tokio::test]
async fn author_is_notified_of_declined_and_expired_offers() {
    let (world, author, _) = team().await;
    let _working = world.app.work();
    let (id, offer) = world.draft(&author).await;
    let (late_id, late) = world.draft(&author).await;
    let mut pages = Vec::new();
    for offer in [&offer, &late] {
        world.step(&author, offer, "submit", json!({})).await.expect(200);
        world.step(&world.owner, offer, "approve", json!({})).await.expect(200);
        pages.push(page_of(&world.step(&author, offer, "send", json!({})).await.expect(200)));
    }
    let decline = format!("{}/decline", pages[0]);
    world.app.anonymous().post(&decline, json!({ "reason": "Too far" })).await.expect(200);
    sqlx::query("UPDATE offers SET expires_at = now() - interval '1 minute' WHERE id = $1::uuid")
        .bind(late["id"].as_str().unwrap())
        .execute(&mut world.app.database.connection().await)
        .await
        .unwrap();
    let expire = bole_scheduler::ExpireOffers { clock: bole_scheduler::Clock::default() };
    bole_scheduler::Cron::run(&expire, &world.app.db).await.unwrap();
    let told = subjects(&world, &author, 6).await;
    for subject in
        [format!("Person {id} declined the offer (acme)"), format!("Offer for Person {late_id} expired (acme)")]
    {
        assert_eq!(told.iter().filter(|told| **told == subject).count(), 1, "{told:?}");
    }
    let mut both = duties(&world, &author).await;
    both.sort();
    assert_eq!(both, [one("decide_declined"), one("decide_expired")].concat());
}

#[tokio::test]
async fn offers_wait_for_whoever_does_the_next_step() {
    let (world, author, admin) = team().await;
    let (id, offer) = world.draft(&author).await;
    for client in [&world.owner, &author, &admin] {
        assert!(duties(&world, client).await.is_empty(), "a draft waits for nobody");
    }
    world.step(&author, &offer, "submit", json!({})).await.expect(200);
    for approver in [&world.owner, &admin] {
        assert_eq!(duties(&world, approver).await, one("approve"));
    }
    assert!(duties(&world, &author).await.is_empty());
    let pending = world.owner.get(&format!("{}/offers/pending", world.organization)).await.expect(200);
    assert_eq!(pending["items"][0]["application_id"], id);

    world.step(&world.owner, &offer, "return", json!({ "comment": "Higher salary" })).await.expect(200);
    assert_eq!(duties(&world, &author).await, one("revise"));
    assert!(duties(&world, &world.owner).await.is_empty());
    world.step(&author, &offer, "submit", json!({})).await.expect(200);
    world.step(&admin, &offer, "approve", json!({})).await.expect(200);
    assert_eq!(duties(&world, &author).await, one("send"));
    let sent = world.step(&author, &offer, "send", json!({})).await.expect(200);
    assert!(duties(&world, &author).await.is_empty(), "no deadline");
    sqlx::query("UPDATE offers SET expires_at = now() + interval '2 days'")
        .execute(&mut world.app.database.connection().await)
        .await
        .unwrap();
    assert_eq!(duties(&world, &author).await, one("follow_up"));
    let accept = format!("{}/accept", page_of(&sent));
    world.app.anonymous().post(&accept, json!({ "name": "Lin" })).await.expect(200);
    assert_eq!(duties(&world, &author).await, one("onboard"));

    // The author leaves, and those who may send offers take over.
    world.owner.delete(&world.member(&author).await).await.expect(204);
    assert_eq!(duties(&world, &world.owner).await, one("onboard"));
    let onboarding = json!({ "action": "begin", "ids": [id] });
    world.owner.post(&format!("{}/applications/onboarding", world.organization), onboarding).await.expect(200);
    assert!(duties(&world, &world.owner).await.is_empty());
}

#[tokio::test]
async fn sole_approver_has_their_own_offer_to_approve() {
    let world = World::new().await;
    let (_, offer) = world.draft(&world.owner).await;
    world.step(&world.owner, &offer, "submit", json!({})).await.expect(200);
    assert_eq!(duties(&world, &world.owner).await, one("approve"));
    world.app.member(&world.organization, Role::Admin).await;
    assert!(duties(&world, &world.owner).await.is_empty(), "somebody else can");
}
