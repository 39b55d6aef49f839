//! When the participants of an interview are busy, shown to those who schedule it.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::support::TestApp;

const DAY: &str = "from=2030-03-05T00:00:00Z&to=2030-03-06T00:00:00Z";

/// Start and end on the clock.
fn times(list: &Value) -> Vec<(&str, &str)> {
    let slots = list.as_array().unwrap().iter();
    slots
        .map(|slot| (&slot["start_time"].as_str().unwrap()[11..16], &slot["end_time"].as_str().unwrap()[11..16]))
        .collect()
}

#[tokio::test]
async fn interviews_of_interviewer_and_candidate_are_busy_whatever_their_jobs() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (job, other_job) = (owner.job(&organization).await, owner.job(&organization).await);
    let id = app.application(&job, "线上面试", "已发线上面试邀请").await;
    let other = app.application(&other_job, "线上面试", "已发线上面试邀请").await;
    let me = owner.get("/api/auth/session").await.expect(200)["user"]["id"].as_str().unwrap().to_owned();
    let plan = async |application: &str, from: &str, to: &str, interviewer: Value| {
        let body = json!({ "application_id": application, "start_time": format!("2030-03-05T{from}:00Z"),
                           "end_time": format!("2030-03-05T{to}:00Z"), "interviewer": interviewer });
        owner.post(&format!("{organization}/interview-schedules"), body).await.expect(201)
    };
    let first = plan(&id, "09:00", "10:00", json!({ "user_id": me })).await;
    plan(&other, "09:45", "10:30", json!({ "name": "Dr. Guest" })).await;
    plan(&other, "11:00", "11:30", json!({ "user_id": me })).await;

    // Sees the first job alone.
    let recruiter = app.member(&organization, Role::Recruiter).await;
    owner.assign(&job, &recruiter).await;
    let path = format!("{organization}/interview-availability?{DAY}&application_id={id}&interviewer_id={me}");
    let found = recruiter.get(&path).await.expect(200);
    assert_eq!(times(&found["interviewer"]["busy"]), [("09:00", "10:00"), ("11:00", "11:30")]);
    assert_eq!(times(&found["candidate"]["busy"]), [("09:00", "10:00")]);
    assert_eq!(
        (&found["interviewer"]["is_notified"], &found["candidate"]["is_notified"]),
        (&json!(true), &json!(true))
    );

    let moved = recruiter.get(&format!("{path}&schedule_id={}", first["id"].as_str().unwrap())).await.expect(200);
    assert_eq!(times(&moved["interviewer"]["busy"]), [("11:00", "11:30")]);
    assert_eq!(moved["candidate"]["busy"], json!([]));

    let pending = app.application(&job, "线上面试", "待发线上面试邀请").await;
    let invited = app.application(&job, "线上面试", "已发线上面试邀请").await;
    for (application, is_reversible) in [(id, true), (pending, false), (invited, true)] {
        let path = format!("{organization}/interview-availability?{DAY}&application_id={application}");
        let found = recruiter.get(&path).await.expect(200);
        assert_eq!(found["is_reversible"], is_reversible, "booked already, not invited yet, invited");
    }

    let unknown = recruiter.get(&format!("{organization}/interview-availability?{DAY}&application_id={other}")).await;
    assert_eq!(unknown.problem(404), "application.not_found", "of another job");
    let empty = owner.get(&format!("{organization}/interview-availability?{DAY}")).await.expect(200);
    assert_eq!(
        empty,
        json!({ "interviewer": null, "candidate": null, "candidate_zone": null, "is_reversible": true, "free": [] })
    );
    for wrong in ["", "from=2030-03-05T00:00:00Z", "from=2030-03-05T00:00:00Z&to=2030-03-05T00:00:00Z"] {
        let refused = owner.get(&format!("{organization}/interview-availability?{wrong}")).await;
        assert_eq!(refused.problem(422), "request.invalid", "{wrong}");
    }
}

#[tokio::test]
async fn zone_of_a_candidate_is_that_of_their_browser() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let id = app.application(&job, "线上面试", "已发线上面试邀请").await;
    let link = owner.post(&format!("{organization}/applications/{id}/booking-link"), json!({})).await.expect(201);
    let page = format!("/api/booking/{}", link["link"].as_str().unwrap().rsplit('/').next().unwrap());
    let start = app.anonymous().get(&page).await.expect(200)["slots"][0]["start_time"].clone();
    let path = format!("{organization}/interview-availability?{DAY}&application_id={id}");
    assert_eq!(owner.get(&path).await.expect(200)["candidate_zone"], Value::Null);
    let chosen = json!({ "start_time": start, "time_zone": "Asia/Kathmandu" });
    app.anonymous().post(&page, chosen).await.expect(200);
    assert_eq!(owner.get(&path).await.expect(200)["candidate_zone"], "Asia/Kathmandu");
}

#[tokio::test]
async fn free_times_suit_both_and_the_length() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let id = app.application(&job, "线上面试", "已发线上面试邀请").await;
    let me = owner.get("/api/auth/session").await.expect(200)["user"]["id"].as_str().unwrap().to_owned();
    let weekly: Value = (1..=7).map(|day| json!({ "weekday": day, "from": "09:00", "to": "12:00" })).collect();
    let hours = json!({ "time_zone": "UTC", "weekly": weekly, "slot_minutes": 30, "buffer_minutes": 0,
                        "notice_hours": 336 });
    owner.put(&format!("{organization}/interview-hours"), hours).await.expect(200);
    let day = time::OffsetDateTime::now_utc().date() + time::Duration::days(3);
    let at = |hour: u8, minute: u8| format!("{day}T{hour:02}:{minute:02}:00Z");
    let plan = async |hour: u8, interviewer: Value| {
        let body = json!({ "application_id": id, "start_time": at(hour, 0), "end_time": at(hour, 30),
                           "interviewer": interviewer });
        owner.post(&format!("{organization}/interview-schedules"), body).await.expect(201);
    };
    plan(9, json!({ "user_id": me })).await;
    plan(11, json!({ "name": "Dr. Guest" })).await;
    let path = format!(
        "{organization}/interview-availability?from={}&to={}&application_id={id}&interviewer_id={me}",
        at(0, 0),
        at(23, 59)
    );
    let found = owner.get(&path).await.expect(200);
    assert_eq!(times(&found["free"]), [("09:30", "10:00"), ("10:00", "10:30"), ("10:30", "11:00"), ("11:30", "12:00")]);
    let longer = owner.get(&format!("{path}&minutes=60")).await.expect(200);
    assert_eq!(times(&longer["free"]), [("10:00", "11:00")]);
}
