//! An interviewer's calendar: busy times cannot be booked, and its address stays secret.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use bole_domain::ids::OrganizationId;
use bole_queue::TaskKind;
use bole_queue::kinds::RefreshCalendar;
use bole_store::Actor;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Duration, OffsetDateTime};
use tokio::net::TcpListener;

use crate::support::{Client, TestApp, eventually};

/// Serves one calendar; 404 without a text.
struct CalendarHost {
    address: String,
    text: Arc<Mutex<Option<String>>>,
}

impl CalendarHost {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/secret-path/basic.ics", listener.local_addr().unwrap());
        let text = Arc::<Mutex<Option<String>>>::default();
        let served = text.clone();
        let answer = move || {
            let text = served.lock().unwrap().clone();
            std::future::ready(text.ok_or(StatusCode::NOT_FOUND))
        };
        let router = Router::new().route("/secret-path/basic.ics", get(answer));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { address, text }
    }

    fn serve(&self, text: Option<String>) {
        *self.text.lock().unwrap() = text;
    }
}

struct World {
    app: TestApp,
    owner: Client,
    organization: String,
    /// The booking page of a candidate.
    page: String,
}

impl World {
    async fn new() -> Self {
        let app = TestApp::new().await;
        let (owner, organization) = app.owner("acme").await;
        let weekly: Value =
            (1..=7).map(|weekday| json!({ "weekday": weekday, "from": "00:00", "to": "24:00" })).collect();
        let hours = json!({ "time_zone": "Asia/Jakarta", "weekly": weekly, "slot_minutes": 30, "buffer_minutes": 0,
                            "notice_hours": 1 });
        owner.put(&format!("{organization}/interview-hours"), hours).await.expect(200);
        let job = owner.job(&organization).await;
        let id = app.application(&job, "线上面试", "已发线上面试邀请").await;
        let link = owner.post(&format!("{organization}/applications/{id}/booking-link"), json!({})).await.expect(201);
        let page = format!("/api/booking/{}", link["link"].as_str().unwrap().rsplit('/').next().unwrap());
        Self { app, owner, organization, page }
    }

    fn path(&self) -> String {
        format!("{}/interview-calendar", self.organization)
    }

    async fn slots(&self) -> Vec<String> {
        let page = self.app.anonymous().get(&self.page).await.expect(200);
        let slots = page["slots"].as_array().unwrap();
        slots.iter().map(|slot| slot["start_time"].as_str().unwrap().to_owned()).collect()
    }

    /// The calendar, once the condition holds.
    async fn calendar(&self, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        eventually(what, async || Some(self.owner.get(&self.path()).await.expect(200)).filter(&holds)).await
    }

    /// Refreshes the calendar, as the cron does.
    async fn refresh(&self) {
        let organization: OrganizationId = self.organization.rsplit('/').next().unwrap().parse().unwrap();
        let session = self.owner.get("/api/auth/session").await.expect(200);
        let user_id = session["user"]["id"].as_str().unwrap().parse().unwrap();
        let mut tx = self.app.db.tenant(&Actor::clock(organization)).await.unwrap();
        RefreshCalendar { user_id }.enqueue(&mut tx, None).await.unwrap();
        tx.commit().await.unwrap();
    }
}

/// A calendar with one half-hour event at this time.
fn busy_at(start: &str) -> String {
    let start = OffsetDateTime::parse(start, &Rfc3339).unwrap().to_offset(time::UtcOffset::UTC);
    let utc =
        |at: OffsetDateTime| at.format(format_description!("[year][month][day]T[hour][minute][second]Z")).unwrap();
    format!(
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Dentist\r\nDTSTART:{}\r\nDTEND:{}\r\n\
         END:VEVENT\r\nEND:VCALENDAR\r\n",
        utc(start),
        utc(start + Duration::minutes(30)),
    )
}

#[tokio::test]
async fn calendar_busy_times_are_neither_offered_nor_bookable() {
    let (world, host) = (World::new().await, CalendarHost::start().await);
    let _working = world.app.work();
    let busy = world.slots().await[5].clone();
    host.serve(Some(busy_at(&busy)));
    let given = world.owner.put(&world.path(), json!({ "address": host.address })).await.expect(200);
    assert_eq!((&given["host"], &given["read_at"]), (&json!("127.0.0.1"), &Value::Null));
    let read = world.calendar("the calendar is read", |calendar| calendar["read_at"].is_string()).await;
    assert_eq!(read["failure"], Value::Null);
    assert!(!read.to_string().contains("secret-path") && !read.to_string().contains("Dentist"), "{read}");
    let left = world.slots().await;
    assert!(!left.contains(&busy) && left.len() > 100, "{busy}");
    let taken = world.app.anonymous().post(&world.page, json!({ "start_time": busy })).await;
    assert_eq!(taken.problem(409), "booking.slot_taken");

    // Earlier busy times stay while the calendar cannot be read.
    host.serve(None);
    world.refresh().await;
    let failed = world.calendar("the failure", |calendar| calendar["failure"].is_string()).await;
    assert_eq!((&failed["failure"], &failed["read_at"]), (&json!("calendar.refused"), &read["read_at"]));
    assert!(!world.slots().await.contains(&busy));
    // Nor are they forgotten when the same address is saved again.
    let again = world.owner.put(&world.path(), json!({ "address": host.address })).await.expect(200);
    assert_eq!(again["read_at"], read["read_at"]);
    assert!(!world.slots().await.contains(&busy));
    host.serve(Some("<html>Sign in</html>".to_owned()));
    world.refresh().await;
    world.calendar("the other failure", |calendar| calendar["failure"] == "calendar.unreadable").await;

    world.owner.delete(&world.path()).await.expect(204);
    assert!(world.slots().await.contains(&busy));
    assert_eq!(world.owner.get(&world.path()).await.expect(200)["host"], Value::Null);
}

#[tokio::test]
async fn calendars_at_private_addresses_are_not_fetched() {
    let app = TestApp::with(|config| config.mail_allow_hosts = "elsewhere".parse().unwrap()).await;
    let (owner, organization) = app.owner("acme").await;
    for address in
        ["http://127.0.0.1/a.ics", "https://10.0.0.1/a.ics", "https://localhost/a.ics", "file:///etc/passwd", "x"]
    {
        let refused = owner.put(&format!("{organization}/interview-calendar"), json!({ "address": address })).await;
        assert_eq!(refused.json()["errors"][0]["field"], "address", "{address}");
        assert_eq!(refused.problem(422), "request.invalid");
    }
}
