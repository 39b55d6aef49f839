//! Offers: written, approved by another member, sent, and answered on the private page.

mod approvers;
mod edits;
mod employer;
mod letter_terms;
mod mails;
mod notices;
mod refusals;

use bole_api::auth::limits::{OFFER_ANSWERS_BY_LINK, OFFER_VIEWS_BY_LINK};
use bole_domain::ids::OrganizationId;
use bole_domain::organization::Role;
use bole_store::{Actor, offers};
use bole_testkit::{Fault, SmtpServer};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Answer, Client, TestApp, eventually};

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

    /// A candidate ready for an offer, and its draft.
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

    /// The latest email to a candidate.
    async fn email(&self, id: &str) -> Value {
        let path = format!("{}/emails?application_id={id}", self.organization);
        self.owner.get(&path).await.expect(200)["items"][0].clone()
    }

    /// The email, once it has this status.
    async fn email_with(&self, id: &str, status: &str) -> Value {
        eventually(status, async || Some(self.email(id).await).filter(|email| email["status"] == status)).await
    }

    /// The path of a client's membership.
    async fn member(&self, client: &Client) -> String {
        let me = client.get("/api/auth/session").await.expect(200)["user"]["id"].clone();
        let members = self.owner.get(&format!("{}/members", self.organization)).await.expect(200);
        let member = members["items"].as_array().unwrap().iter().find(|member| member["user_id"] == me).unwrap();
        format!("{}/members/{}", self.organization, member["id"].as_str().unwrap())
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
async fn offer_goes_from_draft_to_first_day() {
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
    assert_eq!((&seen["employer_name"], &seen["status"]), (&json!("acme"), &json!("viewed")));
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
async fn withdrawn_offer_link_stops_working_and_a_new_offer_is_possible() {
    let world = World::new().await;
    let (id, offer, page) = world.sent().await;
    let second = json!({ "application_id": id });
    let path = format!("{}/offers", world.organization);
    assert_eq!(world.owner.post(&path, second.clone()).await.problem(409), "offer.exists");
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer已发送"));
    world.step(&world.owner, &offer, "withdraw", json!({ "comment": "Hiring stop" })).await.expect(200);
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer待制作和审批"));
    let candidate = world.app.anonymous();
    assert_eq!(candidate.get(&page).await.problem(404), "offer.not_found");
    assert_eq!(candidate.get("/api/offers/nonsense").await.problem(404), "offer.not_found");
    world.owner.post(&path, second.clone()).await.expect(201);
    assert_eq!(world.owner.post(&path, second).await.problem(409), "offer.exists");
}

#[tokio::test]
async fn email_of_a_withdrawn_offer_is_taken_back() {
    let world = World::new().await;
    let (id, offer, _) = world.sent().await;
    world.step(&world.owner, &offer, "withdraw", json!({})).await.expect(200);
    let email = world.email(&id).await;
    assert_eq!((&email["status"], &email["error"]), (&json!("failed"), &json!("email.cancelled")));
    let unsettled = world.owner.get(&format!("{}/emails?unsettled=true", world.organization)).await.expect(200);
    assert_eq!(unsettled["total"], 0, "nothing is left to do about it");

    let _working = world.app.work();
    let retry = format!("{}/emails/{}/retry", world.organization, email["id"].as_str().unwrap());
    world.owner.post(&retry, json!({})).await.expect(202);
    let again = world.email_with(&id, "failed").await;
    assert_eq!(again["error"], "offer.not_allowed");
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer待制作和审批"));
    let to = format!("{id}@example.com");
    assert!(world.app.mails(&to).await.is_empty());

    let text = json!({ "application_id": id, "salary": "35k" });
    let second = world.owner.post(&format!("{}/offers", world.organization), text).await.expect(201);
    for step in ["submit", "approve", "send"] {
        world.step(&world.owner, &second, step, json!({})).await.expect(200);
    }
    world.email_with(&id, "sent").await;
    let mails = world.app.mails(&to).await;
    assert_eq!(mails.len(), 1);
    let page = page_of(&json!({ "link": mails[0]["links"][0] }));
    assert_eq!(world.app.anonymous().get(&page).await.expect(200)["salary"], "35k");
}

#[tokio::test]
async fn email_of_an_answered_or_expired_offer_is_not_sent() {
    let world = World::new().await;
    let (answered, _, page) = world.sent().await;
    let candidate = world.app.anonymous();
    candidate.get(&page).await.expect(200);
    candidate.post(&format!("{page}/accept"), json!({ "name": "Lin" })).await.expect(200);
    let (late, _, _) = world.sent().await;
    sqlx::query("UPDATE offers SET expires_at = now() - interval '1 minute' WHERE status = 'sent'")
        .execute(&mut world.app.database.connection().await)
        .await
        .unwrap();
    let _working = world.app.work();
    assert_eq!(world.email_with(&answered, "failed").await["error"], "offer.not_allowed");
    assert_eq!(world.email_with(&late, "failed").await["error"], "offer.expired");
    assert_eq!(world.place(&answered).await, place("Offer阶段", "Offer已接受"));
    for id in [answered, late] {
        let mails = world.app.mails(&format!("{id}@example.com")).await;
        assert!(mails.iter().all(|mail| mail["links"] == json!([])), "no link to the offer: {mails:?}");
    }
}

#[tokio::test]
async fn email_on_its_way_does_not_move_the_candidate_of_a_withdrawn_offer() {
    let (world, server) = (World::new().await, SmtpServer::start().await);
    world.app.send_mail_to(&server);
    server.always(Some(Fault::Hang));
    let (id, offer, _) = world.sent().await;
    let _working = world.app.work();
    server.wait_for(1).await;
    world.step(&world.owner, &offer, "withdraw", json!({})).await.expect(200);
    server.release();
    world.email_with(&id, "sent").await;
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer待制作和审批"));
    let link = server.received()[0].text().lines().find(|line| line.contains("/offer/")).unwrap().to_owned();
    assert_eq!(world.app.anonymous().get(&page_of(&json!({ "link": link }))).await.problem(404), "offer.not_found");
}

#[tokio::test]
async fn offer_page_is_rate_limited_per_hour() {
    let world = World::new().await;
    let (_, _, page) = world.sent().await;
    let candidate = world.app.anonymous();
    let decline = format!("{page}/decline");
    candidate.post(&decline, json!({})).await.expect(200);
    for _ in 1..OFFER_ANSWERS_BY_LINK.allowed {
        assert_eq!(candidate.post(&decline, json!({})).await.status, 409);
    }
    for answer in
        [candidate.post(&decline, json!({})), candidate.post(&format!("{page}/accept"), json!({ "name": "Lin" }))]
    {
        assert_eq!(answer.await.problem(429), "request.too_many");
    }
    for _ in 0..OFFER_VIEWS_BY_LINK.allowed {
        candidate.get(&page).await.expect(200);
    }
    assert_eq!(candidate.get(&page).await.problem(429), "request.too_many");
}

#[tokio::test]
async fn declined_offer_has_a_reason_and_expired_offer_cannot_be_answered() {
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
    let another = json!({ "application_id": id });
    world.owner.post(&format!("{}/offers", world.organization), another).await.expect(201);
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer待制作和审批"));
}

/// The candidate's page of a link.
fn page_of(sent: &Value) -> String {
    format!("/api/offers/{}", sent["link"].as_str().unwrap().rsplit('/').next().unwrap())
}

#[tokio::test]
async fn unanswered_offer_is_resent_with_another_link() {
    let world = World::new().await;
    let _working = world.app.work();
    let (id, offer, first) = world.sent().await;
    let candidate = world.app.anonymous();
    // One email of an offer leaves after the other.
    let send_again = async || {
        eventually("the offer is sent again", async || {
            let answer = world.step(&world.owner, &offer, "send", json!({})).await;
            (answer.status == 200).then(|| answer.json())
        })
        .await
    };
    let again = send_again().await;
    assert_eq!(again["status"], "sent");
    assert_eq!(candidate.get(&first).await.problem(404), "offer.not_found");
    candidate.get(&page_of(&again)).await.expect(200);
    let third = send_again().await;
    assert_eq!(third["status"], "viewed", "it has been read");
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer已查看"));
    assert_eq!(candidate.get(&page_of(&again)).await.problem(404), "offer.not_found");
    let to = format!("{id}@example.com");
    eventually("three emails", async || (world.app.mails(&to).await.len() == 3).then_some(())).await;
    candidate.post(&format!("{}/accept", page_of(&third)), json!({ "name": "Lin" })).await.expect(200);
    assert_eq!(world.step(&world.owner, &offer, "send", json!({})).await.problem(409), "offer.not_allowed");
}

#[tokio::test]
async fn offer_with_past_expiry_can_be_neither_submitted_nor_sent() {
    let world = World::new().await;
    let (_, offer) = world.draft(&world.owner).await;
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    world.owner.patch(&path, json!({ "version": 1, "expires_at": "2020-01-01T00:00:00Z" })).await.expect(200);
    let late = world.step(&world.owner, &offer, "submit", json!({})).await;
    assert_eq!(late.status, 422);
    assert_eq!(late.json()["errors"][0]["field"], "expires_at");
    let cleared = json!({ "version": 2, "expires_at": null, "start_date": null });
    let cleared = world.owner.patch(&path, cleared).await.expect(200);
    assert_eq!((&cleared["expires_at"], &cleared["start_date"]), (&Value::Null, &Value::Null));
    world.owner.patch(&path, json!({ "version": 3, "expires_at": "2100-01-01T00:00:00Z" })).await.expect(200);
    for step in ["submit", "approve"] {
        world.step(&world.owner, &offer, step, json!({})).await.expect(200);
    }
    let mut connection = world.app.database.connection().await;
    let over = "UPDATE offers SET expires_at = now() - interval '1 minute'";
    sqlx::query(over).execute(&mut connection).await.unwrap();
    assert_eq!(world.step(&world.owner, &offer, "send", json!({})).await.problem(409), "offer.expired");
}

#[tokio::test]
async fn offer_link_expires() {
    let world = World::new().await;
    let (_, _, page) = world.sent().await;
    let candidate = world.app.anonymous();
    let mut connection = world.app.database.connection().await;
    for (change, status) in [
        ("UPDATE offer_events SET created_at = created_at - interval '89 days'", 200),
        ("UPDATE offer_events SET created_at = created_at - interval '2 days'", 404),
        ("UPDATE offers SET expires_at = now() + interval '1 day'", 200),
    ] {
        sqlx::query(change).execute(&mut connection).await.unwrap();
        assert_eq!(candidate.get(&page).await.status, status, "{change}");
    }
}

#[tokio::test]
async fn unanswered_offers_expire_on_schedule() {
    let world = World::new().await;
    let (_, due, _) = world.sent().await;
    let (_, open, _) = world.sent().await;
    sqlx::query(
        "UPDATE offers SET salary_parts = '[{\"name\": \"Base\", \"amount\": \"25k\"}]', expires_at = now() + make_interval(hours => CASE WHEN id = $1::uuid THEN 1 ELSE 9 END)",
    )
    .bind(due["id"].as_str().unwrap())
    .execute(&mut world.app.database.connection().await)
    .await
    .unwrap();
    let organization: OrganizationId = world.organization.rsplit('/').next().unwrap().parse().unwrap();
    let now = time::OffsetDateTime::now_utc();
    let expire = async |now| {
        let db = &world.app.db;
        if !offers::organizations_with_expired(db, now).await.unwrap().contains(&organization) {
            return 0;
        }
        let mut tx = db.tenant(&Actor::clock(organization)).await.unwrap();
        let expired = offers::expire(&mut tx, now).await.unwrap();
        tx.commit().await.unwrap();
        expired.len()
    };
    assert_eq!(expire(now).await, 0);
    assert_eq!(expire(now + time::Duration::hours(2)).await, 1);
    assert_eq!(expire(now + time::Duration::hours(2)).await, 0);
    let of = |offer: &Value| format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    let expired = world.owner.get(&of(&due)).await.expect(200);
    assert_eq!(expired["status"], "expired");
    let last = expired["history"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["action"], &last["actor_kind"]), (&json!("expire"), &json!("clock")));
    let letter = document(&world.owner, &format!("{}/letter?version={}", of(&due), last["version"])).await;
    assert!(letter.contains("25k"), "{letter}");
    assert_eq!(world.owner.get(&of(&open)).await.expect(200)["status"], "sent");
}

#[tokio::test]
async fn sent_offer_is_emailed_with_its_link() {
    let world = World::new().await;
    let _working = world.app.work();
    let (id, sent, page) = world.sent().await;
    let to = format!("{id}@example.com");
    assert_eq!(sent["emailed_to"], to);
    let mail = eventually("the offer's email", async || world.app.mails(&to).await.pop()).await;
    let emailed = page_of(&json!({ "link": mail["links"][0] }));
    assert_ne!(emailed, page);
    let candidate = world.app.anonymous();
    for link in [&emailed, &page] {
        assert_eq!(candidate.get(link).await.expect(200)["salary"], "30k", "the sender's link opens it too");
    }
    let letter = &mail["attachments"][0];
    assert_eq!(
        (&letter["name"], &letter["media_type"]),
        (&json!(format!("Offer letter Person {id} v4.pdf")), &json!("application/pdf"))
    );
    assert_eq!(world.place(&id).await, place("Offer阶段", "Offer已查看"));
}

#[tokio::test]
async fn members_who_may_email_cannot_read_the_link_of_an_offer() {
    let world = World::new().await;
    let recruiter = world.app.member(&world.organization, Role::Recruiter).await;
    world.owner.assign(&world.job, &recruiter).await;
    let (id, offer, _) = world.sent().await;
    let path = format!("{}/emails?application_id={id}", world.organization);
    let read = async |client: &Client| client.get(&path).await.expect(200)["items"][0].clone();
    let waiting = read(&recruiter).await;
    assert!(waiting["body"].as_str().unwrap().contains("/offer/{{offer_token}}\n"), "{waiting}");
    // As a draft, it could be sent to another address.
    let withdraw = format!("{}/emails/{}", world.organization, waiting["id"].as_str().unwrap());
    recruiter.post(&format!("{withdraw}/withdraw"), json!({})).await.expect(204);
    let taken_back = read(&recruiter).await;
    assert_eq!((&taken_back["status"], &taken_back["error"]), (&json!("failed"), &json!("email.cancelled")));
    let elsewhere = recruiter.patch(&withdraw, json!({ "to": "recruiter@example.com" })).await;
    assert_eq!(elsewhere.problem(409), "email.not_draft");

    let _working = world.app.work();
    recruiter.post(&format!("{withdraw}/retry"), json!({})).await.expect(202);
    let sent = world.email_with(&id, "sent").await;
    let to = format!("{id}@example.com");
    let first = page_of(&json!({ "link": world.app.mails(&to).await[0]["links"][0] }));
    let secret = first.rsplit('/').next().unwrap();
    assert!(!sent.to_string().contains(secret) && !read(&recruiter).await.to_string().contains(secret));
    let stored = "SELECT count(*) FROM emails e WHERE strpos(e::text, $1) > 0";
    let mut connection = world.app.database.connection().await;
    let stored: i64 = sqlx::query_scalar(stored).bind(secret).fetch_one(&mut connection).await.unwrap();
    assert_eq!(stored, 0);

    let candidate = world.app.anonymous();
    candidate.get(&first).await.expect(200);
    let again = world.step(&world.owner, &offer, "send", json!({})).await.expect(200);
    assert_eq!(candidate.get(&first).await.problem(404), "offer.not_found", "sending again replaces all links");
    candidate.get(&page_of(&again)).await.expect(200);
}

/// The text of a PDF response.
async fn document(client: &Client, path: &str) -> String {
    let answer = client.request(reqwest::Method::GET, path).send().await.unwrap();
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["content-type"]),
        (200, &"application/pdf".parse().unwrap())
    );
    let bytes = answer.bytes().await.unwrap();
    bole_documents::extract_bytes(&bytes, "letter.pdf", &bole_documents::Limits::default()).unwrap().text
}

#[tokio::test]
async fn each_offer_version_has_a_letter_and_the_candidate_reads_only_their_own() {
    let world = World::new().await;
    let (_, offer) = world.draft(&world.owner).await;
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    let change = json!({ "version": 1, "salary": "45k", "letter": "林先生，欢迎！", "language": "zh" });
    assert_eq!(world.owner.patch(&path, change).await.expect(200)["language"], "zh");
    let former = document(&world.owner, &format!("{path}/letter?version=1")).await;
    assert!(former.contains("30k") && former.contains("Welcome.") && former.contains("Offer letter"), "{former}");
    let letter = document(&world.owner, &format!("{path}/letter")).await;
    assert!(letter.contains("45k") && letter.contains("欢迎") && letter.contains("录用通知书"), "{letter}");
    let indonesian = document(&world.owner, &format!("{path}/letter?language=id")).await;
    assert!(indonesian.contains("Surat penawaran kerja"), "{indonesian}");
    assert_eq!(world.owner.get(&format!("{path}/letter?version=9")).await.problem(404), "offer.not_found");

    let (_, sent, page) = world.sent().await;
    let candidate = world.app.anonymous();
    let letter = document(&candidate, &format!("{page}/letter")).await;
    assert!(letter.contains("30k") && letter.contains("acme"), "{letter}");
    candidate.post(&format!("{page}/accept"), json!({ "name": "Lin Xiaoyu" })).await.expect(200);
    let signed = document(&candidate, &format!("{page}/letter")).await;
    assert!(signed.contains("Accepted by Lin Xiaoyu"), "{signed}");
    assert_eq!(candidate.get("/api/offers/nonsense/letter").await.problem(404), "offer.not_found");
    world.step(&world.owner, &sent, "withdraw", json!({})).await.expect(200);
    assert_eq!(candidate.get(&format!("{page}/letter")).await.problem(404), "offer.not_found");
}

#[tokio::test]
async fn onboarding_checklist_leads_to_the_first_day() {
    let world = World::new().await;
    let (id, _) = world.draft(&world.owner).await;
    let path = format!("{}/applications/{id}/onboarding-items", world.organization);
    let me = world.owner.get("/api/auth/session").await.expect(200)["user"]["id"].clone();
    let items =
        json!({ "items": [{ "title": " Contract ", "due_date": "2030-03-01", "owner_id": me }, { "title": "Badge" }] });
    let list = world.owner.post(&path, items).await.expect(201);
    let first = &list["items"][0];
    assert_eq!(
        (&first["title"], &first["due_date"], &first["owner_name"]),
        (&json!("Contract"), &json!("2030-03-01"), &json!("Wang Fang"))
    );
    let of = |item: &Value| format!("{}/onboarding-items/{}", world.organization, item["id"].as_str().unwrap());
    let done = world.owner.patch(&of(first), json!({ "version": 1, "done": true, "due_date": null })).await.expect(200);
    assert_eq!((&done["due_date"], done["done_at"].is_string(), &done["owner_id"]), (&Value::Null, true, &me));
    assert_eq!(world.owner.patch(&of(first), json!({ "version": 1 })).await.problem(409), "request.stale");
    let again = world.owner.patch(&of(first), json!({ "version": 2, "done": false })).await.expect(200);
    assert_eq!(again["done_at"], Value::Null);
    world.owner.delete(&of(first)).await.expect(204);
    assert_eq!(world.owner.get(&path).await.expect(200)["total"], 1);
    let stranger = json!({ "items": [{ "title": "x", "owner_id": uuid::Uuid::now_v7() }, { "title": "" }] });
    assert_eq!(world.owner.post(&path, stranger).await.problem(422), "request.invalid");
}

#[tokio::test]
async fn candidate_sees_salary_and_files_of_the_offer_but_no_notes() {
    let world = World::new().await;
    let (_, offer) = world.draft(&world.owner).await;
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    let parts = json!([{ "name": "Base", "amount": "25k" }, { "name": "Bonus", "amount": "5k" }]);
    let text = json!({ "version": 1, "salary_parts": parts, "notes": "Asked for 35k", "start_date": "2030-03-01",
                       "place": "Jakarta", "terms": "Three months of probation" });
    let changed = world.owner.patch(&path, text).await.expect(200);
    assert_eq!((&changed["salary_parts"], &changed["notes"]), (&parts, &json!("Asked for 35k")));
    let unnamed = json!({ "version": 2, "salary_parts": [{ "name": " ", "amount": "1" }] });
    assert_eq!(world.owner.patch(&path, unnamed).await.json()["errors"][0]["field"], "salary_parts");

    let add = async |name: &str, bytes: Vec<u8>| {
        let to = format!("{path}/attachments?name={name}");
        Answer::of(world.owner.request(Method::POST, &to).body(bytes)).await
    };
    assert_eq!(add("empty.pdf", Vec::new()).await.json()["errors"][0]["field"], "file");
    assert_eq!(add("..%2F", b"x".to_vec()).await.json()["errors"][0]["field"], "name");
    assert_eq!(add("large.pdf", vec![b'x'; (10 << 20) + 1]).await.problem(413), "request.too_large");
    let contract = add("..%2Fcontract.pdf", b"%PDF contract".to_vec()).await.expect(201);
    assert_eq!((&contract["name"], &contract["size"]), (&json!("contract.pdf"), &json!(13)));
    let second = add("second.txt", b"<script>".to_vec()).await.expect(201);
    let second = format!("{path}/attachments/{}", second["id"].as_str().unwrap());
    let discarded: i64 = sqlx::query_scalar("SELECT count(*) FROM discarded_objects")
        .fetch_one(&mut world.app.database.connection().await)
        .await
        .unwrap();
    assert_eq!(discarded, 0, "files that are attached are not discarded");
    let stored = world.app.stored().len();
    world.owner.delete(&second).await.expect(204);
    assert_eq!(world.owner.delete(&second).await.problem(404), "file.missing");
    assert_eq!(world.app.stored().len(), stored, "bytes are deleted later");
    for at in 0..4 {
        add(&format!("{at}.txt"), b"x".to_vec()).await.expect(201);
    }
    assert_eq!(add("sixth.txt", b"x".to_vec()).await.problem(409), "offer.not_allowed");
    let usage = world.owner.get(&format!("{}/usage", world.organization)).await.expect(200);
    assert_eq!(usage["stored_bytes"]["used"], 13 + 4);

    for step in ["submit", "approve"] {
        world.step(&world.owner, &offer, step, json!({})).await.expect(200);
    }
    assert_eq!(
        add("late.txt", b"x".to_vec()).await.problem(409),
        "offer.not_allowed",
        "what was approved does not change"
    );
    let sent = world.step(&world.owner, &offer, "send", json!({})).await.expect(200);
    let page = format!("/api/offers/{}", sent["link"].as_str().unwrap().rsplit('/').next().unwrap());
    let candidate = world.app.anonymous();
    let seen = candidate.get(&page).await.expect(200);
    assert_eq!((&seen["salary_parts"], &seen["attachments"].as_array().unwrap().len()), (&parts, &5));
    assert_eq!(
        (&seen["start_date"], &seen["place"], &seen["terms"]),
        (&json!("2030-03-01"), &json!("Jakarta"), &json!("Three months of probation"))
    );
    assert!(!seen.to_string().contains("Asked for 35k"), "{seen}");
    let id = contract["id"].as_str().unwrap();
    for (reader, file) in
        [(&candidate, format!("{page}/attachments/{id}")), (&world.owner, format!("{path}/attachments/{id}"))]
    {
        let file = reader.get(&file).await;
        assert_eq!((file.status, file.text.as_str()), (200, "%PDF contract"));
        assert!(
            file.header("content-disposition").starts_with("attachment")
                && file.header("content-type") == "application/octet-stream"
        );
        assert!(file.header("content-security-policy").starts_with("sandbox"));
    }
    // A link only gives access to its own offer's files.
    let (_, other) = world.draft(&world.owner).await;
    let of_other = format!("{}/offers/{}/attachments/{id}", world.organization, other["id"].as_str().unwrap());
    assert_eq!(world.owner.get(&of_other).await.problem(404), "file.missing");
    let history = "SELECT snapshot->'attachments' FROM offer_events WHERE kind = 'approve'";
    let names: Value = sqlx::query_scalar(history).fetch_one(&mut world.app.database.connection().await).await.unwrap();
    assert_eq!(names[0], "contract.pdf");
}

#[tokio::test]
async fn comments_and_history_of_an_offer_are_limited() {
    let world = World::new().await;
    let (_, offer, _) = world.sent().await;
    for step in ["submit", "approve", "return", "send", "withdraw"] {
        let refused = world.step(&world.owner, &offer, step, json!({ "comment": "字".repeat(20_001) })).await;
        let error = &refused.json()["errors"][0];
        assert_eq!(
            (refused.status, &error["field"], &error["code"]),
            (422, &json!("comment"), &json!("field.too_long")),
            "{step}"
        );
    }
    world.step(&world.owner, &offer, "withdraw", json!({ "comment": "字".repeat(20_000) })).await.expect(200);
    let more = "INSERT INTO offer_events (id, organization_id, offer_id, kind, version, snapshot, actor_kind)
                SELECT gen_random_uuid(), o.organization_id, o.id, 'edit', o.version + n, '{}', 'person'
                FROM offers o CROSS JOIN generate_series(1, 250) n";
    sqlx::query(more).execute(&mut world.app.database.connection().await).await.unwrap();
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    let detail = world.owner.get(&path).await.expect(200);
    let versions: Vec<i64> =
        detail["history"].as_array().unwrap().iter().map(|entry| entry["version"].as_i64().unwrap()).collect();
    let last = detail["version"].as_i64().unwrap() + 250;
    assert_eq!(versions, (last - 199..=last).collect::<Vec<_>>(), "the latest, oldest first");
}

#[tokio::test]
async fn letter_that_contradicts_the_terms_is_neither_submitted_nor_sent() {
    let world = World::new().await;
    let (_, offer) = world.draft(&world.owner).await;
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    let letter = "薪酬：36,000 元/月\n入职日期：2099年12月1日\n请于 2099年11月20日前接受或谢绝。";
    let change = |offer: &Value, salary: &str, expires_at: &str| {
        json!({ "version": offer["version"], "letter": letter, "salary": salary, "start_date": "2099-12-01",
                "expires_at": expires_at })
    };
    // The last moment of the day in Shanghai.
    let saved = world.owner.patch(&path, change(&offer, "35,000 元/月", "2099-12-10T15:59:59Z")).await.expect(200);
    let refused = world.step(&world.owner, &offer, "submit", json!({})).await;
    assert_eq!(refused.problem(409), "offer.letter_differs");
    let expected =
        json!([{ "field": "amount", "letter": "36,000" }, { "field": "deadline", "letter": "2099年11月20日" }]);
    assert_eq!(refused.json()["current"]["differences"], expected);

    world.owner.patch(&path, change(&saved, "3.6万元/月", "2099-11-20T15:59:59Z")).await.expect(200);
    for step in ["submit", "approve"] {
        world.step(&world.owner, &offer, step, json!({})).await.expect(200);
    }
    // As approved before letters were compared.
    let former = sqlx::query("UPDATE offers SET salary = '1,000'");
    former.execute(&mut world.app.database.connection().await).await.unwrap();
    let refused = world.step(&world.owner, &offer, "send", json!({})).await;
    assert_eq!(refused.problem(409), "offer.letter_differs");
}
