//! Offers: written, approved by somebody else, sent, and answered by the candidate on a private page.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::support::{Answer, Client, TestApp};

struct World {
    app: TestApp,
    owner: Client,
    organization: String,
    job: String,
}

impl World {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        Self { app, owner, organization, job }
    }

    /// A candidate who is to get an offer, and the draft of it.
    async fn draft(&self, by: &Client) -> (String, Value) {
        let id = self.app.application(&self.job, "线下面试", "待发Offer意向").await;
        let text = json!({ "application_id": id, "salary": "30k", "letter": "Dear <Lin>,\n\nWelcome." });
        let offer = by.post(&format!("{}/offers", self.organization), text).await.expect(201);
        (id, offer)
    }

    async fn step(&self, by: &Client, offer: &Value, step: &str, body: Value) -> Answer {
        let id = offer["id"].as_str().unwrap();
        by.post(&format!("{}/offers/{id}/{step}", self.organization), body).await
    }

    /// A sent offer: the application, the offer and the candidate's page.
    async fn sent(&self) -> (String, Value, String) {
        let (id, offer) = self.draft(&self.owner).await;
        for step in ["submit", "approve"] {
            self.step(&self.owner, &offer, step, json!({})).await.expect(200);
        }
        let sent = self.step(&self.owner, &offer, "send", json!({})).await.expect(200);
        let token = sent["link"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        (id, sent, format!("/api/offers/{token}"))
    }

    async fn place(&self, id: &str) -> (String, String) {
        let application = self.owner.get(&format!("{}/applications/{id}", self.organization)).await.expect(200);
        let text = |field: &str| application[field].as_str().unwrap().to_owned();
        (text("status"), text("sub_status"))
    }
}

fn place(status: &str, sub_status: &str) -> (String, String) {
    (status.to_owned(), sub_status.to_owned())
}

#[tokio::test]
async fn an_offer_goes_from_the_draft_to_the_first_day() {
    let world = World::new().await;
    let (id, offer) = world.draft(&world.owner).await;
    assert_eq!((&offer["status"], &offer["position"]), (&json!("draft"), &json!("Backend engineer")));
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer待制作和审批"));
    for too_early in ["approve", "return", "send"] {
        let refused = world.step(&world.owner, &offer, too_early, json!({ "comment": "no" })).await;
        assert_eq!(refused.problem(409), "offer.not_allowed", "{too_early}");
    }
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    let changed = world.owner.patch(&path, json!({ "version": 1, "place": "Shanghai" })).await.expect(200);
    assert_eq!((&changed["place"], &changed["salary"]), (&json!("Shanghai"), &json!("30k")));
    assert_eq!(world.owner.patch(&path, json!({ "version": 1 })).await.problem(409), "request.stale");

    world.step(&world.owner, &offer, "submit", json!({})).await.expect(200);
    let returned = world.step(&world.owner, &offer, "return", json!({ "comment": "Higher salary" })).await.expect(200);
    assert_eq!((&returned["status"], &returned["return_comment"]), (&json!("draft"), &json!("Higher salary")));
    for step in ["submit", "approve"] {
        world.step(&world.owner, &offer, step, json!({})).await.expect(200);
    }
    let fixed = world.owner.patch(&path, json!({ "version": 6, "salary": "90k" })).await;
    assert_eq!(fixed.problem(409), "offer.not_allowed", "what was approved does not change");
    let sent = world.step(&world.owner, &offer, "send", json!({ "version": 6 })).await.expect(200);
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer已发送"));
    let page = format!("/api/offers/{}", sent["link"].as_str().unwrap().rsplit('/').next().unwrap());

    let candidate = world.app.anonymous();
    let seen = candidate.get(&page).await.expect(200);
    assert_eq!((&seen["organization_name"], &seen["status"]), (&json!("acme"), &json!("viewed")));
    assert_eq!(seen["letter_html"], "<p>Dear &lt;Lin&gt;,</p><p>Welcome.</p>");
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer已查看"));
    assert_eq!(candidate.post(&format!("{page}/accept"), json!({})).await.problem(422), "request.invalid");
    let accepted = candidate.post(&format!("{page}/accept"), json!({ "name": "Lin Xiaoyu" })).await.expect(200);
    assert_eq!(accepted["status"], "accepted");
    assert_eq!(candidate.post(&format!("{page}/decline"), json!({})).await.problem(409), "offer.not_allowed");
    let detail = world.owner.get(&path).await.expect(200);
    assert_eq!(detail["answer_name"], "Lin Xiaoyu");
    let history: Vec<_> = detail["history"].as_array().unwrap().iter().map(|entry| entry["action"].clone()).collect();
    let expected = ["create", "edit", "submit", "return", "submit", "approve", "send", "view", "accept"]
        .map(|action| json!(action));
    assert_eq!(history, expected);

    let onboarding = format!("{}/applications/onboarding", world.organization);
    for (action, sub_status) in [("begin", "待入职"), ("onboard", "已入职")] {
        let results = world.owner.post(&onboarding, json!({ "action": action, "ids": [id] })).await.expect(200);
        assert_eq!(results["results"][0]["application"]["sub_status"], sub_status);
    }
}

#[tokio::test]
async fn an_author_approves_only_where_nobody_else_can() {
    let world = World::new().await;
    let admin = world.app.member(&world.organization, Role::Admin).await;
    let (_, offer) = world.draft(&admin).await;
    world.step(&admin, &offer, "submit", json!({})).await.expect(200);
    assert_eq!(world.step(&admin, &offer, "approve", json!({})).await.problem(403), "offer.own_approval");
    let manager = world.app.member(&world.organization, Role::HrManager).await;
    world.owner.assign(&world.job, &manager).await;
    assert_eq!(world.step(&manager, &offer, "approve", json!({})).await.problem(403), "permission.denied");
    world.step(&world.owner, &offer, "approve", json!({})).await.expect(200);
}

#[tokio::test]
async fn a_withdrawn_offers_link_leads_nowhere_and_another_offer_can_be_made() {
    let world = World::new().await;
    let (id, offer, page) = world.sent().await;
    let second = json!({ "application_id": id });
    let path = format!("{}/offers", world.organization);
    assert_eq!(world.owner.post(&path, second.clone()).await.problem(409), "application.move_not_allowed");
    world.step(&world.owner, &offer, "withdraw", json!({ "comment": "Hiring stop" })).await.expect(200);
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer待制作和审批"));
    let candidate = world.app.anonymous();
    assert_eq!(candidate.get(&page).await.problem(404), "offer.not_found");
    assert_eq!(candidate.get("/api/offers/nonsense").await.problem(404), "offer.not_found");
    world.owner.post(&path, second.clone()).await.expect(201);
    assert_eq!(world.owner.post(&path, second).await.problem(409), "offer.exists");
}

#[tokio::test]
async fn a_declined_offer_says_why_and_an_expired_one_is_not_answered() {
    let world = World::new().await;
    let (id, offer, page) = world.sent().await;
    let candidate = world.app.anonymous();
    let declined = candidate.post(&format!("{page}/decline"), json!({ "reason": "Too far" })).await.expect(200);
    assert_eq!(declined["status"], "declined");
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer被拒绝"));
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    assert_eq!(world.owner.get(&path).await.expect(200)["answer_reason"], "Too far");

    let (id, _, page) = world.sent().await;
    sqlx::query("UPDATE offers SET expires_at = now() - interval '1 minute' WHERE status = 'sent'")
        .execute(&mut world.app.database.connection().await)
        .await
        .unwrap();
    let late = candidate.post(&format!("{page}/accept"), json!({ "name": "Lin" })).await;
    assert_eq!(late.problem(409), "offer.expired");
    assert_eq!(candidate.get(&page).await.expect(200)["status"], "expired");
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer已发送"), "HR decides what becomes of the candidate");
}
