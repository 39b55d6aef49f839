//! The webhook of external booking services: only signed, recent and new messages are accepted.

use bole_domain::organization::Role;
use bole_secrets::sign;
use reqwest::Method;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

use crate::support::{Answer, Client, TestApp};

struct World {
    app: TestApp,
    owner: Client,
    organization: String,
    job: String,
    path: String,
    secret: String,
}

impl World {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let (owner, organization) = app.owner("acme").await;
        let job = owner.job(&organization).await;
        let made = owner.post(&format!("{organization}/settings/booking-hook/secret"), json!({})).await.expect(201);
        let text = |field: &str| made[field].as_str().unwrap().to_owned();
        let path = text("url").strip_prefix(&app.url).unwrap().to_owned();
        let secret = text("secret");
        Self { app, owner, organization, job, path, secret }
    }

    async fn send(&self, name: &'static str, signature: String, body: Vec<u8>) -> Answer {
        let request = self.app.anonymous().request(Method::POST, &self.path).header(name, signature);
        Answer::of(request.header("content-type", "application/json").body(body)).await
    }

    /// A message signed with this secret, this long ago.
    async fn signed(&self, secret: &str, ago: Duration, body: &Value) -> Answer {
        let (body, seconds) = (body.to_string(), (OffsetDateTime::now_utc() - ago).unix_timestamp());
        let signature = hex::encode(sign(secret, format!("{seconds}.{body}").as_bytes()));
        self.send("bole-signature", format!("t={seconds},v1={signature}"), body.into_bytes()).await
    }

    async fn report(&self, body: &Value) -> Value {
        self.signed(&self.secret, Duration::ZERO, body).await.expect(200)
    }

    async fn schedules(&self) -> Vec<Value> {
        let page = self.owner.get(&format!("{}/interview-schedules", self.organization)).await.expect(200);
        page["items"].as_array().unwrap().clone()
    }

    async fn sub_status(&self, id: &str) -> Value {
        self.owner.get(&format!("{}/applications/{id}", self.organization)).await.expect(200)["sub_status"].clone()
    }
}

fn booking(id: &str, event: &str, email: &str, hour: u8) -> Value {
    json!({ "id": id, "event": event, "booking_id": "b1", "name": "Lin", "email": email,
            "start_time": format!("2030-03-05T{hour:02}:00:00Z"), "end_time": format!("2030-03-05T{hour:02}:30:00Z"),
            "interviewer_email": "acme@example.com", "meeting_link": "https://meet.example.com/x" })
}

#[tokio::test]
async fn external_booking_creates_reschedules_and_cancels_an_interview() {
    let world = World::new().await;
    let id = world.app.application(&world.job, "线上面试", "已发线上面试邀请").await;
    let email = format!("{}@Example.com", id.to_uppercase());
    let made = world.report(&booking("e1", "booked", &email, 9)).await;
    assert_eq!(made["status"], "booked");
    assert_eq!(world.sub_status(&id).await, "已预约线上面试");
    let schedule = world.schedules().await.remove(0);
    assert_eq!((&schedule["id"], &schedule["application_id"]), (&made["schedule_id"], &json!(id)));
    assert_eq!((&schedule["interviewer"]["name"], &schedule["round"]), (&json!("Wang Fang"), &json!(1)));

    let again = world.report(&booking("e1", "cancelled", &email, 9)).await;
    assert_eq!(again["status"], "duplicate", "a message is taken once, whatever else it says");
    let moved = world.report(&booking("e2", "moved", &email, 11)).await;
    assert_eq!(moved["schedule_id"], made["schedule_id"]);
    assert_eq!(world.schedules().await[0]["start_time"], "2030-03-05T11:00:00Z");
    assert_eq!(world.report(&booking("e3", "cancelled", &email, 11)).await["status"], "cancelled");
    assert_eq!(world.schedules().await[0]["status"], "cancelled");
    assert_eq!(world.sub_status(&id).await, "已发线上面试邀请");
}

#[tokio::test]
async fn booking_moved_onto_the_next_interview_conflicts_with_it_until_it_is_moved_away() {
    let world = World::new().await;
    let id = world.app.application(&world.job, "线上面试", "已发线上面试邀请").await;
    let other = world.app.application(&world.job, "线上面试", "已发线上面试邀请").await;
    let times = |event: &str, from: &str, to: &str| {
        let mut body = booking(event, if event == "e1" { "booked" } else { "moved" }, &format!("{id}@example.com"), 10);
        body["start_time"] = json!(format!("2030-03-05T{from}:00Z"));
        body["end_time"] = json!(format!("2030-03-05T{to}:00Z"));
        body
    };
    let made = world.report(&times("e1", "10:00", "11:00")).await;
    let next =
        json!({ "application_id": other, "start_time": "2030-03-05T11:00:00Z", "end_time": "2030-03-05T12:00:00Z" });
    world.owner.post(&format!("{}/interview-schedules", world.organization), next).await.expect(201);
    let found = async || world.schedules().await.into_iter().find(|one| one["id"] == made["schedule_id"]).unwrap();
    let booked = found().await;
    assert!(booked["interviewer"]["user_id"].is_string());

    world.report(&times("e2", "10:30", "11:30")).await;
    let moved = found().await;
    assert_eq!(moved["start_time"], "2030-03-05T10:30:00Z");
    assert_eq!((&moved["interviewer"], &moved["is_conflicting"]), (&booked["interviewer"], &json!(true)));
    world.report(&times("e3", "09:45", "10:45")).await;
    let moved = found().await;
    assert_eq!((&moved["interviewer"], &moved["is_conflicting"]), (&booked["interviewer"], &json!(false)));
}

#[tokio::test]
async fn host_without_access_to_the_candidate_does_not_become_their_interviewer() {
    let world = World::new().await;
    let id = world.app.application(&world.job, "线上面试", "已发线上面试邀请").await;
    let host = world.app.member(&world.organization, Role::Interviewer).await;
    let user = host.get("/api/auth/session").await.expect(200)["user"].clone();
    let application = format!("{}/applications/{id}", world.organization);
    let booked = async |event: &str, hour: u8| {
        let mut body = booking(event, "moved", &format!("{id}@example.com"), hour);
        body["interviewer_email"] = user["email"].clone();
        world.report(&body).await;
        world.schedules().await[0]["interviewer"]["user_id"].clone()
    };
    assert_eq!(booked("e1", 9).await, Value::Null);
    assert_eq!(host.get(&application).await.problem(404), "application.not_found");

    let link = json!({ "interviewer_id": user["id"] });
    world.owner.post(&format!("{application}/booking-link"), link).await.expect(201);
    assert_eq!(booked("e2", 10).await, user["id"], "the owner of a booking link");
    host.get(&application).await.expect(200);
    assert_eq!(booked("e3", 11).await, user["id"], "already their interviewer");
}

#[tokio::test]
async fn member_with_access_to_the_job_can_be_booked_from_outside() {
    let world = World::new().await;
    let id = world.app.application(&world.job, "线上面试", "已发线上面试邀请").await;
    let host = world.app.member(&world.organization, Role::Recruiter).await;
    let user = host.get("/api/auth/session").await.expect(200)["user"].clone();
    world.owner.assign(&world.job, &host).await;
    let mut body = booking("e1", "booked", &format!("{id}@example.com"), 9);
    body["interviewer_email"] = user["email"].clone();
    world.report(&body).await;
    assert_eq!(world.schedules().await[0]["interviewer"]["user_id"], user["id"]);
}

#[tokio::test]
async fn booking_by_unknown_person_is_kept_until_linked() {
    let world = World::new().await;
    let id = world.app.application(&world.job, "线上面试", "已发线上面试邀请").await;
    world.report(&booking("e1", "booked", "elsewhere@example.com", 9)).await;
    let schedule = world.schedules().await.remove(0);
    assert_eq!(
        (&schedule["application_id"], &schedule["candidate"]["email"]),
        (&Value::Null, &json!("elsewhere@example.com"))
    );
    let path = format!("{}/interview-schedules/{}/link", world.organization, schedule["id"].as_str().unwrap());
    world.owner.post(&path, json!({ "application_id": id })).await.expect(200);
    assert_eq!(world.sub_status(&id).await, "已预约线上面试");

    let mut same_time = booking("e2", "booked", "third@example.com", 9);
    same_time["booking_id"] = json!("b2");
    world.report(&same_time).await;
    let both = world.schedules().await;
    assert_eq!(both.len(), 2, "what is booked outside is kept, though the interviewer has another interview then");
}

#[tokio::test]
async fn booking_moved_to_a_busy_time_keeps_its_interviewer_and_is_marked() {
    let world = World::new().await;
    let host = world.owner.get("/api/auth/session").await.expect(200)["user"].clone();
    let report = async |id: &str, of: &str, event: &str, hour: u8| {
        let mut body = booking(id, event, "elsewhere@example.com", hour);
        body["booking_id"] = json!(of);
        body["interviewer_email"] = host["email"].clone();
        world.report(&body).await
    };
    report("e1", "b1", "booked", 9).await;
    report("e2", "b2", "booked", 11).await;
    report("e3", "b2", "moved", 9).await;
    let both = world.schedules().await;
    assert!(both.iter().all(|schedule| schedule["interviewer"]["user_id"] == host["id"]), "{both:?}");
    let conflicting: Vec<_> = both.iter().filter(|schedule| schedule["is_conflicting"] == true).collect();
    let [conflicting] = &conflicting[..] else { panic!("{both:?}") };

    let path = format!("{}/interview-schedules", world.organization);
    let own = format!("{path}/{}", conflicting["id"].as_str().unwrap());
    let notes = json!({ "version": conflicting["version"], "notes": "Ask them for another time" });
    let kept = world.owner.patch(&own, notes).await.expect(200);
    assert_eq!(kept["is_conflicting"], true, "notes can be taken");
    let times = |from: &str, to: &str| json!({ "start_time": format!("2030-03-05T{from}:00Z"), "end_time": format!("2030-03-05T{to}:00Z") });
    let refused = world.owner.post(&path, times("09:15", "09:45")).await;
    assert_eq!(refused.problem(409), "schedule.double_booking");
    let mut moved = times("12:00", "12:30");
    moved["version"] = kept["version"].clone();
    assert_eq!(world.owner.patch(&own, moved).await.expect(200)["is_conflicting"], false);
    let other = both.iter().find(|schedule| schedule["id"] != conflicting["id"]).unwrap();
    let mut onto = times("12:15", "12:45");
    onto["version"] = other["version"].clone();
    let onto = world.owner.patch(&format!("{path}/{}", other["id"].as_str().unwrap()), onto).await;
    assert_eq!(onto.problem(409), "schedule.double_booking");
}

#[tokio::test]
async fn calendly_and_cal_com_messages_are_accepted() {
    let world = World::new().await;
    let seconds = OffsetDateTime::now_utc().unix_timestamp();
    let calendly = json!({ "event": "invitee.created", "payload": {
        "uri": "https://api.calendly.com/invitees/1", "email": "lin@example.com", "name": "Lin",
        "scheduled_event": { "start_time": "2030-03-05T09:30:00Z", "end_time": "2030-03-05T10:15:00Z" } } })
    .to_string();
    let signature = hex::encode(sign(&world.secret, format!("{seconds}.{calendly}").as_bytes()));
    let header = format!("t={seconds},v1={signature}");
    let made = world.send("calendly-webhook-signature", header, calendly.into_bytes()).await.expect(200);
    assert_eq!(made["status"], "booked");

    let now = OffsetDateTime::now_utc().format(&time::format_description::well_known::Rfc3339).unwrap();
    let cal_com = |created_at: &str| {
        json!({ "triggerEvent": "BOOKING_CREATED", "createdAt": created_at, "payload": {
            "uid": "u1", "startTime": "2030-03-06T09:30:00Z", "endTime": "2030-03-06T10:00:00Z",
            "attendees": [{ "name": "Chen", "email": "chen@example.com" }] } })
        .to_string()
    };
    for (body, expected) in [(cal_com("2026-01-01T00:00:00Z"), 401), (cal_com(&now), 200)] {
        let signature = hex::encode(sign(&world.secret, body.as_bytes()));
        world.send("x-cal-signature-256", signature, body.into_bytes()).await.expect(expected);
    }
    assert_eq!(world.schedules().await.len(), 2);
    let other = json!({ "event": "routing_form_submission.created", "payload": {} });
    assert_eq!(world.report(&other).await["status"], "ignored");
}

#[tokio::test]
async fn unsigned_or_stale_messages_are_refused() {
    let world = World::new().await;
    let body = booking("e1", "booked", "lin@example.com", 9);
    let wrong = world.signed("another secret", Duration::ZERO, &body).await;
    assert_eq!(wrong.problem(401), "hook.signature_invalid");
    for header in ["", "t=1", "v1=ab,t=1", "nonsense"] {
        let refused = world.send("bole-signature", header.to_owned(), body.to_string().into_bytes()).await;
        assert_eq!(refused.problem(401), "hook.signature_invalid", "{header}");
    }
    for ago in [Duration::minutes(6), Duration::minutes(-6)] {
        assert_eq!(world.signed(&world.secret, ago, &body).await.problem(401), "hook.too_old");
    }
    // An address without a webhook and an invalid one give the same error as a wrong signature.
    for address in ["x", "AZCxsgAAcACAAAAAAAAAAA"] {
        let request = world.app.anonymous().request(Method::POST, &format!("/api/hooks/booking/{address}")).body("{}");
        assert_eq!(Answer::of(request).await.problem(401), "hook.signature_invalid");
    }
    let huge = vec![b' '; 300 << 10];
    assert_eq!(world.send("bole-signature", "t=1".to_owned(), huge).await.problem(413), "request.too_large");
    let mut endless = body.clone();
    endless["end_time"] = json!("2031-01-01T00:00:00Z");
    let refused = world.signed(&world.secret, Duration::ZERO, &endless).await.expect(422);
    assert_eq!(refused["errors"][0]["field"], "end_time");
    assert_eq!(world.signed(&world.secret, Duration::ZERO, &json!([1])).await.problem(422), "request.invalid");
    assert!(world.schedules().await.is_empty());
}

#[tokio::test]
async fn previous_secret_is_accepted_for_a_day_after_rotation() {
    let world = World::new().await;
    let path = format!("{}/settings/booking-hook", world.organization);
    let second = world.owner.post(&format!("{path}/secret"), json!({})).await.expect(201);
    let second = second["secret"].as_str().unwrap();
    assert_eq!(world.report(&booking("e1", "booked", "lin@example.com", 9)).await["status"], "booked");
    let by_second = booking("e2", "moved", "lin@example.com", 10);
    assert_eq!(world.signed(second, Duration::ZERO, &by_second).await.expect(200)["status"], "moved");
    sqlx::query("UPDATE booking_hooks SET rotated_at = now() - interval '25 hours'")
        .execute(&mut world.app.database.connection().await)
        .await
        .unwrap();
    let late = world.signed(&world.secret, Duration::ZERO, &booking("e3", "moved", "lin@example.com", 11)).await;
    assert_eq!(late.problem(401), "hook.signature_invalid");
    let shown = world.owner.get(&path).await.expect(200);
    assert_eq!((&shown["has_secret"], shown["received_at"].is_string()), (&json!(true), true));
    assert!(!shown.to_string().contains(second), "a secret is shown once");
    world.owner.delete(&path).await.expect(204);
    let off = world.signed(second, Duration::ZERO, &booking("e4", "moved", "lin@example.com", 12)).await;
    assert_eq!(off.problem(401), "hook.signature_invalid");
}
