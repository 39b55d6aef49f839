//! Booking by private link: no double booking, however many candidates try at once.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use bole_api::auth::limits::{BOOKING_VIEWS_BY_LINK, CANDIDATE_LINKS_FROM};
use bole_domain::organization::Role;
use reqwest::Method;
use serde_json::{Value, json};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::support::{Answer, Client, TestApp, eventually};

struct World {
    app: TestApp,
    owner: Client,
    organization: String,
    job: String,
}

impl World {
    /// An interviewer with these weekly hours, in slots of half an hour.
    async fn new(weekly: Value) -> Self {
        Self::of(TestApp::new().await, weekly).await
    }

    async fn of(app: TestApp, weekly: Value) -> Self {
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let hours = json!({ "time_zone": "Asia/Jakarta", "weekly": weekly, "slot_minutes": 30, "buffer_minutes": 0,
                            "notice_hours": 1, "meeting_link": "https://meet.example.com/lin" });
        owner.put(&format!("{organization}/interview-hours"), hours).await.expect(200);
        Self { app, owner, organization, job }
    }

    async fn invited(&self) -> (String, String) {
        let id = self.app.application(&self.job, "线上面试", "已发线上面试邀请").await;
        let link = self.owner.post(&format!("{}/applications/{id}/booking-link", self.organization), json!({})).await;
        let link = link.expect(201)["link"].as_str().unwrap().to_owned();
        (id, format!("/api/booking/{}", link.rsplit('/').next().unwrap()))
    }

    async fn sub_status(&self, id: &str) -> String {
        let application = self.owner.get(&format!("{}/applications/{id}", self.organization)).await.expect(200);
        application["sub_status"].as_str().unwrap().to_owned()
    }
}

fn every_day(from: &str, to: &str) -> Value {
    (1..=7).map(|weekday| json!({ "weekday": weekday, "from": from, "to": to })).collect()
}

#[tokio::test]
async fn candidate_books_reschedules_and_cancels_by_link() {
    let world = World::new(every_day("00:00", "24:00")).await;
    let (id, path) = world.invited().await;
    let anybody = world.app.anonymous();
    let page = anybody.get(&path).await.expect(200);
    assert_eq!((&page["employer_name"], &page["time_zone"]), (&json!("acme"), &json!("Asia/Jakarta")));
    assert_eq!((&page["booked"], &page["meeting_link"]), (&Value::Null, &json!("")));
    assert_eq!((&page["duration_minutes"], &page["form"]), (&json!(30), &json!("online")));
    let slot = |at: usize| json!({ "start_time": page["slots"][at]["start_time"] });

    let booked = anybody.post(&path, slot(0)).await.expect(200);
    assert_eq!(booked["booked"]["start_time"], page["slots"][0]["start_time"]);
    assert_eq!(anybody.get(&path).await.expect(200)["meeting_link"], "https://meet.example.com/lin");
    assert_eq!(world.sub_status(&id).await, "已预约线上面试");
    anybody.post(&path, slot(0)).await.expect(200);
    let moved = anybody.post(&path, slot(3)).await.expect(200);
    assert_eq!(moved["booked"]["start_time"], page["slots"][3]["start_time"]);
    let schedules = world.owner.get(&format!("{}/interview-schedules?application_id={id}", world.organization)).await;
    let schedules = schedules.expect(200);
    assert_eq!((&schedules["total"], &schedules["items"][0]["version"]), (&json!(1), &json!(2)), "moved, not doubled");
    let file = anybody.get(&format!("{path}/ics")).await;
    assert!(file.text.contains("SEQUENCE:1\r\n") && file.text.contains("METHOD:PUBLISH"), "{}", file.text);

    anybody.delete(&path).await.expect(204);
    assert_eq!(world.sub_status(&id).await, "已发线上面试邀请");
    anybody.delete(&path).await.expect(204);
    assert_eq!(anybody.get(&path).await.expect(200)["booked"], Value::Null);
    let (_, other) = world.invited().await;
    anybody.post(&other, slot(3)).await.expect(200);
    assert_eq!(anybody.post(&path, slot(3)).await.problem(409), "booking.slot_taken");
}

#[tokio::test]
async fn candidate_reads_the_jobs_company_on_the_page_and_in_emails() {
    let world = World::new(every_day("09:00", "18:00")).await;
    world.owner.patch(&world.job, json!({ "version": 1, "company_name": "Whale Bay" })).await.expect(200);
    let (id, path) = world.invited().await;
    let page = world.app.anonymous().get(&path).await.expect(200);
    assert_eq!(page["employer_name"], "Whale Bay");
    let _working = world.app.work();
    world.app.anonymous().post(&path, json!({ "start_time": page["slots"][0]["start_time"] })).await.expect(200);
    let mail = eventually("the email", async || world.app.mails(&format!("{id}@example.com")).await.pop()).await;
    assert!(mail["text"].as_str().unwrap().contains("Whale Bay"), "{mail}");
}

#[tokio::test]
async fn booking_page_shows_the_organizations_logo() {
    /// A PNG of one pixel.
    const PIXEL: &str =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    let world = World::new(every_day("09:00", "18:00")).await;
    let (_, path) = world.invited().await;
    let anybody = world.app.anonymous();
    assert_eq!(anybody.get(&path).await.expect(200)["logo_url"], Value::Null);
    assert_eq!(anybody.get(&format!("{path}/logo")).await.problem(404), "file.missing");
    let upload = world.owner.request(Method::PUT, &format!("{}/logo", world.organization));
    let upload = upload.header("content-type", "application/octet-stream").body(STANDARD.decode(PIXEL).unwrap());
    Answer::of(upload).await.expect(200);
    let page = anybody.get(&path).await.expect(200);
    let logo = anybody.get(page["logo_url"].as_str().unwrap()).await;
    assert_eq!((logo.status, logo.header("content-type")), (200, "image/png"));
}

#[tokio::test]
async fn free_slots_follow_a_shifted_clock() {
    let offset = time::Duration::days(3);
    let app = TestApp::with(|config| config.clock_offset = offset).await;
    let world = World::of(app, every_day("09:00", "18:00")).await;
    let (_, path) = world.invited().await;
    let page = world.app.anonymous().get(&path).await.expect(200);
    let first = page["slots"][0]["start_time"].as_str().unwrap();
    let first = OffsetDateTime::parse(first, &Rfc3339).unwrap();
    assert!(first > OffsetDateTime::now_utc() + offset, "{first}");
}

#[tokio::test]
async fn emails_name_the_time_in_the_organizations_zone_and_the_candidates() {
    let world = World::new(every_day("00:00", "24:00")).await;
    let _working = world.app.work();
    let (id, path) = world.invited().await;
    let anybody = world.app.anonymous();
    let page = anybody.get(&path).await.expect(200);
    let chosen = json!({ "start_time": page["slots"][40]["start_time"], "time_zone": "Asia/Kathmandu" });
    anybody.post(&path, chosen).await.expect(200);
    let told = async |to: &str, count: usize| {
        eventually("the mails", async || {
            let mut mails = world.app.mails(to).await;
            // Those with a calendar event.
            mails.retain(|mail| mail["attachments"].as_array().is_some_and(|files| !files.is_empty()));
            (mails.len() >= count).then(|| mails[0]["text"].as_str().unwrap().to_owned())
        })
        .await
    };
    let candidate = format!("{id}@example.com");
    let booked = told(&candidate, 1).await;
    for part in ["Beijing time, UTC+8", "Kathmandu time, UTC+5:45", "?do=move", "?do=cancel"] {
        assert!(booked.contains(part), "{booked}");
    }
    assert!(!booked.contains("Jakarta") && !booked.contains("Asia/"), "the interviewer's zone is theirs: {booked}");
    let theirs = told("acme@example.com", 1).await;
    assert!(!theirs.contains("/booking/"), "{theirs}");
    for part in ["UTC+8", "UTC+7", "UTC+5:45"] {
        assert!(theirs.contains(part), "{theirs}");
    }
    anybody.delete(&path).await.expect(204);
    assert!(told(&candidate, 2).await.contains("Choose another time here: http"));
}

#[tokio::test]
async fn two_hundred_candidates_book_each_of_twenty_slots_once() {
    const CANDIDATES: usize = 200;
    const TIMES: usize = 20;
    let world = World::new(every_day("00:00", "24:00")).await;
    let mut invited = Vec::with_capacity(CANDIDATES);
    for _ in 0..CANDIDATES {
        invited.push(world.invited().await);
    }
    let anybody = world.app.anonymous();
    let page = anybody.get(&invited[0].1).await.expect(200);
    let times: Vec<_> = (0..TIMES).map(|at| page["slots"][at]["start_time"].clone()).collect();

    let mut asked = tokio::task::JoinSet::new();
    for (at, (_, path)) in invited.iter().enumerate() {
        let (client, path, start) = (anybody.clone(), path.clone(), times[at % TIMES].clone());
        asked.spawn(async move { client.post(&path, json!({ "start_time": start })).await });
    }
    let mut booked = Vec::new();
    while let Some(answer) = asked.join_next().await {
        let answer = answer.unwrap();
        if answer.status == 200 {
            booked.push(answer.expect(200)["booked"]["start_time"].as_str().unwrap().to_owned());
        } else {
            assert_eq!(answer.problem(409), "booking.slot_taken");
        }
    }
    booked.sort();
    let mut wanted: Vec<_> = times.iter().map(|time| time.as_str().unwrap().to_owned()).collect();
    wanted.sort();
    assert_eq!(booked, wanted, "each time once");
    let scheduled = world.owner.get(&format!("{}/interview-schedules?status=scheduled", world.organization)).await;
    assert_eq!(scheduled.expect(200)["total"], TIMES);
    let lanes = world
        .owner
        .get(&format!(
            "{}/applications?job_id={}&sub_status=已预约线上面试",
            world.organization,
            world.job.rsplit('/').next().unwrap()
        ))
        .await;
    assert_eq!(lanes.expect(200)["total"], TIMES, "whoever was told no has not moved");
}

#[tokio::test]
async fn only_offered_slots_can_be_booked() {
    let world = World::new(every_day("09:00", "10:00")).await;
    let (id, path) = world.invited().await;
    let anybody = world.app.anonymous();
    let page = anybody.get(&path).await.expect(200);
    let slots = page["slots"].as_array().unwrap();
    assert!(slots.len() >= 54, "two a day for four weeks: {}", slots.len());
    let in_jakarta = |slot: &Value| slot["start_time"].as_str().unwrap()[11..16].to_owned();
    assert!(slots.iter().all(|slot| ["02:00", "02:30"].contains(&in_jakarta(slot).as_str())), "nine in Jakarta");
    for start in ["2020-01-01T02:00:00Z", "2030-01-01T02:10:00Z"] {
        let refused = anybody.post(&path, json!({ "start_time": start })).await;
        assert_eq!(refused.problem(409), "booking.slot_taken", "{start}");
    }
    assert_eq!(anybody.post(&path, json!({})).await.problem(422), "request.invalid");
    assert_eq!(anybody.get("/api/booking/none").await.problem(404), "booking.not_found");

    let items = json!({ "items": [{ "id": id }], "reason": "other" });
    world.owner.post(&format!("{}/applications/archive", world.organization), items).await.expect(200);
    let page = anybody.get(&path).await.expect(200);
    assert_eq!((&page["is_open"], &page["slots"]), (&json!(false), &json!([])));
    let start = json!({ "start_time": slots[0]["start_time"] });
    assert_eq!(anybody.post(&path, start).await.problem(409), "booking.closed");
}

#[tokio::test]
async fn booking_page_is_rate_limited_per_hour() {
    let world = World::new(every_day("09:00", "10:00")).await;
    let (_, path) = world.invited().await;
    let (_, other) = world.invited().await;
    let anybody = world.app.anonymous();
    for _ in 0..BOOKING_VIEWS_BY_LINK.allowed {
        anybody.get(&path).await.expect(200);
    }
    for looked_at in [path.clone(), format!("{path}/ics")] {
        assert_eq!(anybody.get(&looked_at).await.problem(429), "request.too_many");
    }
    anybody.get(&other).await.expect(200);
}

#[tokio::test]
async fn made_up_links_are_counted_by_source_before_each_gets_a_count_of_its_own() {
    let app = TestApp::new().await;
    let anybody = app.anonymous();
    let counts = async || -> i64 {
        let mut connection = app.database.connection().await;
        sqlx::query_scalar("SELECT count(*) FROM rate_limits").fetch_one(&mut connection).await.unwrap()
    };
    let set = async |events: i32| {
        let update = sqlx::query("UPDATE rate_limits SET events = $1").bind(events);
        update.execute(&mut app.database.connection().await).await.unwrap();
    };
    for page in ["booking", "offers"] {
        let made_up = || format!("/api/{page}/{}", URL_SAFE_NO_PAD.encode(rand::random::<[u8; 48]>()));
        assert_eq!(anybody.get(&made_up()).await.status, 404);
        set(CANDIDATE_LINKS_FROM.allowed).await;
        let before = counts().await;
        assert_eq!(anybody.get(&made_up()).await.problem(429), "request.too_many");
        assert_eq!(counts().await, before, "{page}");
        set(0).await;
    }
}

#[tokio::test]
async fn availability_is_validated_and_saved() {
    let world = World::new(every_day("09:00", "10:00")).await;
    let path = format!("{}/interview-hours", world.organization);
    let kept = world.owner.get(&path).await.expect(200);
    assert_eq!((&kept["time_zone"], &kept["slot_minutes"]), (&json!("Asia/Jakarta"), &json!(30)));
    for (field, value) in [
        ("time_zone", json!("Mars/Olympus")),
        ("weekly", json!([{ "weekday": 1, "from": "10:00", "to": "09:00" }])),
        ("slot_minutes", json!(5)),
        ("meeting_link", json!("javascript:alert(1)")),
    ] {
        let mut hours = kept.clone();
        hours[field] = value;
        let refused = world.owner.put(&path, hours).await.expect(422);
        assert_eq!(refused["errors"][0]["field"], field);
    }
    let colleague = world.app.member(&world.organization, bole_domain::organization::Role::Interviewer).await;
    let usual = colleague.get(&path).await.expect(200);
    assert_eq!((usual["weekly"].as_array().unwrap().len(), &usual["weekly"][0]["from"]), (5, &json!("09:00")));

    let (_, link) = world.invited().await;
    let anybody = world.app.anonymous();
    let free = anybody.get(&link).await.expect(200);
    let last = free["slots"].as_array().unwrap().last().unwrap()["start_time"].as_str().unwrap()[..10].to_owned();
    let mut hours = kept;
    hours["holidays"] = json!([last]);
    assert_eq!(world.owner.put(&path, hours).await.expect(200)["holidays"], json!([last]));
    let fewer = anybody.get(&link).await.expect(200);
    let fewer = fewer["slots"].as_array().unwrap();
    assert!(!fewer.iter().any(|slot| slot["start_time"].as_str().unwrap().starts_with(&last)), "nothing on a holiday");
    assert!(!fewer.is_empty());
}

#[tokio::test]
async fn invitation_without_external_link_has_a_private_booking_page() {
    let world = World::new(every_day("09:00", "18:00")).await;
    let working = world.app.work();
    let id = world.app.application(&world.job, "线上面试", "待发线上面试邀请").await;
    let request = json!({ "tasks": [{ "applicationId": id, "emailType": "online_invitation" }], "language": "en" });
    let task = world.owner.post(&format!("{}/generate-email-content", world.organization), request).await.expect(202);
    let path = format!("{}/tasks/{}", world.organization, task["id"].as_str().unwrap());
    let body = eventually("the draft", async || {
        let task = world.owner.get(&path).await.expect(200);
        (task["status"] == "completed").then(|| task["result"][0]["data"]["body"].as_str().unwrap().to_owned())
    })
    .await;
    let link = body.split_whitespace().find(|word| word.contains("/booking/")).unwrap();
    let page = format!("/api/booking/{}", link.rsplit('/').next().unwrap());
    let page = world.app.anonymous().get(&page).await.expect(200);
    assert_eq!((&page["employer_name"], &page["is_open"]), (&json!("acme"), &json!(true)));
    drop(working);
}

#[tokio::test]
async fn invitation_link_shows_the_slots_of_the_interviewer() {
    let world = World::new(every_day("00:00", "24:00")).await;
    let id = world.app.application(&world.job, "线上面试", "待发线上面试邀请").await;
    let user = async |client: &Client| client.get("/api/auth/session").await.expect(200)["user"]["id"].clone();
    let path = format!("{}/generate-email-content", world.organization);
    let invite = async |interviewer: Option<&Value>| {
        let mut input = json!({ "tasks": [{ "applicationId": id, "emailType": "online_invitation" }] });
        if let Some(interviewer) = interviewer {
            input["interviewerId"] = interviewer.clone();
        }
        world.owner.post(&path, input).await.expect(202);
        let found: Vec<uuid::Uuid> = sqlx::query_scalar("SELECT interviewer_id FROM booking_links ORDER BY expires_at")
            .fetch_all(&mut world.app.database.connection().await)
            .await
            .unwrap();
        (found.len(), found.last().map(|found| json!(found)).unwrap_or_default())
    };
    assert_eq!(invite(None).await, (1, user(&world.owner).await), "nobody else is there");
    let first = world.app.member(&world.organization, Role::Interviewer).await;
    let second = world.app.member(&world.organization, Role::Interviewer).await;
    world.owner.assign(&world.job, &first).await;
    assert_eq!(invite(None).await, (2, user(&first).await), "the job's one interviewer");
    world.owner.assign(&world.job, &second).await;
    assert_eq!(invite(None).await, (3, user(&world.owner).await), "nobody knows which of two");
    assert_eq!(invite(Some(&user(&second).await)).await, (4, user(&second).await), "whoever was chosen");

    let outside = json!({ "name": "Cal", "type": "online", "details": "https://cal.example/x" });
    let location = world.owner.post(&format!("{}/interview-locations", world.organization), outside).await.expect(201);
    let version = world.owner.get(&world.job).await.expect(200)["version"].clone();
    let offered = json!({ "version": version, "location_ids": [location["id"]] });
    world.owner.patch(&world.job, offered).await.expect(200);
    assert_eq!(invite(None).await.0, 4, "the job's own link needs no other");
    assert_eq!(invite(Some(&user(&first).await)).await, (5, user(&first).await));

    let stranger = world.app.user("stranger@example.com").await;
    let input = json!({ "tasks": [{ "applicationId": id, "emailType": "online_invitation" }],
                        "interviewerId": user(&stranger).await });
    assert_eq!(world.owner.post(&path, input).await.problem(422), "request.invalid");
}
