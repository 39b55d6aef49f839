//! Interviews: scheduled, moved, conducted, and never double-booked.

use bole_domain::ids::OrganizationId;
use bole_domain::interview::Participant;
use bole_domain::organization::Role;
use bole_queue::TaskKind;
use bole_queue::kinds::{RemindInterviews, SendReminder};
use bole_store::Actor;
use bole_testkit::SmtpServer;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

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

    async fn at(&self, status: &str, sub_status: &str) -> String {
        self.app.application(&self.job, status, sub_status).await
    }

    async fn plan(&self, body: Value) -> Answer {
        self.owner.post(&format!("{}/interview-schedules", self.organization), body).await
    }

    async fn change(&self, schedule: &Value, body: Value) -> Answer {
        let id = schedule["id"].as_str().unwrap();
        self.owner.patch(&format!("{}/interview-schedules/{id}", self.organization), body).await
    }

    /// Runs the reminders; returns how many interviews are reminded of.
    async fn remind(&self) -> Value {
        let organization: OrganizationId = self.organization.rsplit('/').next().unwrap().parse().unwrap();
        let mut tx = self.app.db.tenant(&Actor::clock(organization)).await.unwrap();
        let task = RemindInterviews {}.enqueue(&mut tx, None).await.unwrap();
        tx.commit().await.unwrap();
        let result = "SELECT result->'reminded' FROM tasks WHERE id = $1 AND state = 'completed'";
        eventually("the reminders", async || {
            let mut connection = self.app.database.connection().await;
            sqlx::query_scalar::<_, Value>(result).bind(task.id.0).fetch_optional(&mut connection).await.unwrap()
        })
        .await
    }

    /// Waits until all notifications are sent.
    async fn told(&self) {
        let waiting = "SELECT count(*) FROM tasks WHERE kind LIKE 'interview.%' AND finished_at IS NULL";
        eventually("everybody is told", async || {
            let mut connection = self.app.database.connection().await;
            let waiting: i64 = sqlx::query_scalar(waiting).fetch_one(&mut connection).await.unwrap();
            (waiting == 0).then_some(())
        })
        .await;
    }

    async fn sub_status(&self, id: &str) -> String {
        let application = self.owner.get(&format!("{}/applications/{id}", self.organization)).await.expect(200);
        application["sub_status"].as_str().unwrap().to_owned()
    }
}

fn slot(application: &str, hour: u8) -> Value {
    json!({ "application_id": application, "start_time": format!("2030-03-05T{hour:02}:00:00Z"),
            "end_time": format!("2030-03-05T{hour:02}:45:00Z") })
}

#[tokio::test]
async fn planning_and_completing_an_interview_move_the_candidate() {
    let world = World::new().await;
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let schedule = world.plan(slot(&id, 9)).await.expect(201);
    assert_eq!((&schedule["round"], &schedule["status"]), (&json!(1), &json!("scheduled")));
    assert_eq!(schedule["interviewer"]["name"], "Wang Fang");
    assert_eq!(world.sub_status(&id).await, "已预约线上面试");

    let cancelled = world.change(&schedule, json!({ "version": 1, "status": "cancelled" })).await.expect(200);
    assert_eq!(world.sub_status(&id).await, "已发线上面试邀请");
    let stale = world.change(&schedule, json!({ "version": 1, "notes": "x" })).await.expect(409);
    assert_eq!((&stale["code"], &stale["current"]["version"]), (&json!("request.stale"), &cancelled["version"]));

    let again = world.plan(slot(&id, 10)).await.expect(201);
    assert_eq!(again["round"], 1, "a cancelled one does not count");
    let done = world.change(&again, json!({ "version": 1, "status": "completed", "notes": "went well" })).await;
    assert_eq!(done.expect(200)["notes"], "went well");
    assert_eq!(world.sub_status(&id).await, "已完成面试");
    let listed = world.owner.get(&format!("{}/interview-schedules?application_id={id}", world.organization)).await;
    let listed = listed.expect(200);
    assert_eq!((&listed["total"], &listed["items"][0]["id"]), (&json!(2), &again["id"]), "the latest first");
    let from = format!("{}/interview-schedules?from=2030-03-05T10:00:00Z&mine=true", world.organization);
    assert_eq!(world.owner.get(&from).await.expect(200)["total"], 1);
}

#[tokio::test]
async fn a_span_has_what_is_under_way_at_its_begin_and_not_what_begins_at_its_end() {
    let world = World::new().await;
    let mut planned = Vec::new();
    for hour in [8, 9, 11] {
        let id = world.at("线上面试", "已发线上面试邀请").await;
        planned.push(world.plan(slot(&id, hour)).await.expect(201)["id"].clone());
    }
    let listed = async |query: &str| {
        let page = world.owner.get(&format!("{}/interview-schedules?{query}", world.organization)).await.expect(200);
        let ids: Vec<Value> = page["items"].as_array().unwrap().iter().map(|item| item["id"].clone()).collect();
        (page["total"].as_i64().unwrap(), ids)
    };
    assert_eq!(listed("from=2030-03-05T08:30:00Z").await, (3, planned.clone()));
    assert_eq!(listed("from=2030-03-05T08:46:00Z").await, (2, planned[1..].to_vec()));
    assert_eq!(listed("from=2030-03-05T08:46:00Z&to=2030-03-05T11:00:00Z").await, (1, planned[1..2].to_vec()));
    assert_eq!(listed("limit=2").await, (3, planned[..2].to_vec()));
    assert_eq!(listed("limit=2&offset=2").await, (3, planned[2..].to_vec()));
    assert_eq!(listed("status=cancelled").await, (0, Vec::new()));
}

#[tokio::test]
async fn one_interviewer_has_one_interview_at_a_time_however_many_book() {
    let world = World::new().await;
    let mut asked = Vec::new();
    for _ in 0..6 {
        let id = world.at("线上面试", "已发线上面试邀请").await;
        let (client, path) = (world.owner.clone(), format!("{}/interview-schedules", world.organization));
        asked.push(tokio::spawn(async move { client.post(&path, slot(&id, 9)).await }));
    }
    let mut booked = 0;
    for answer in asked {
        let answer = answer.await.unwrap();
        if answer.status == 201 {
            booked += 1;
            continue;
        }
        let problem = answer.expect(409);
        assert_eq!(problem["code"], "schedule.double_booking");
        assert_eq!(problem["current"]["start_time"], "2030-03-05T09:00:00Z", "the one in the way is named");
    }
    assert_eq!(booked, 1);
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let mut by_name = slot(&id, 9);
    by_name["interviewer"] = json!({ "name": "Dr Chen" });
    world.plan(by_name.clone()).await.expect(201);
    let second = world.at("线上面试", "已发线上面试邀请").await;
    by_name["application_id"] = json!(second);
    by_name["interviewer"] = json!({ "name": "dr chen" });
    assert_eq!(world.plan(by_name).await.problem(409), "schedule.double_booking");
    assert_eq!(world.sub_status(&second).await, "已发线上面试邀请", "a refused booking moves nobody");
}

#[tokio::test]
async fn what_cannot_be_planned_is_refused() {
    let world = World::new().await;
    let id = world.at("AI评审", "AI推荐建联").await;
    assert_eq!(world.plan(slot(&id, 9)).await.problem(409), "application.move_not_allowed");
    let mut backwards = slot(&id, 9);
    backwards["end_time"] = json!("2030-03-05T08:00:00Z");
    assert_eq!(world.plan(backwards).await.problem(422), "request.invalid");
    assert_eq!(world.plan(json!({})).await.problem(422), "request.invalid");
    let nobody = uuid::Uuid::now_v7().to_string();
    assert_eq!(world.plan(slot(&nobody, 9)).await.problem(404), "application.not_found");
    let mut stranger = slot(&id, 9);
    stranger["interviewer"] = json!({ "user_id": nobody });
    assert_eq!(world.plan(stranger).await.problem(422), "request.invalid");
}

#[tokio::test]
async fn an_interview_without_a_candidate_is_linked_before_it_is_marked() {
    let world = World::new().await;
    let open = json!({ "start_time": "2030-03-05T09:00:00Z", "end_time": "2030-03-05T10:00:00Z" });
    let schedule = world.plan(open).await.expect(201);
    assert_eq!(schedule["application_id"], Value::Null);
    let marked = world.change(&schedule, json!({ "version": 1, "status": "completed" })).await;
    assert_eq!(marked.problem(409), "schedule.not_linked");
    let id = world.at("线下面试", "已发线下面试邀请").await;
    let link = format!("{}/interview-schedules/{}/link", world.organization, schedule["id"].as_str().unwrap());
    let linked = world.owner.post(&link, json!({ "application_id": id })).await.expect(200);
    assert_eq!((&linked["application_id"], &linked["version"]), (&json!(id), &json!(2)));
    assert_eq!(world.sub_status(&id).await, "已预约线下面试");
    let other = world.at("线下面试", "已发线下面试邀请").await;
    let again = world.owner.post(&link, json!({ "application_id": other })).await;
    assert_eq!(again.problem(409), "schedule.already_linked");
    let calendar = world.owner.get(&link.replace("/link", "/ics")).await;
    assert_eq!(calendar.header("content-type"), "text/calendar; charset=utf-8");
    assert!(calendar.text.contains("DTSTART:20300305T090000Z") && calendar.text.contains("SEQUENCE:1"));
}

#[tokio::test]
async fn rounds_count_the_saved_interviews_and_the_draft_goes() {
    let world = World::new().await;
    let id = world.at("线上面试", "已预约线上面试").await;
    let draft = format!("{}/interview-drafts/{id}", world.organization);
    assert_eq!(world.owner.get(&draft).await.problem(404), "interview_draft.not_found");
    let kept = world.owner.put(&draft, json!({ "content": { "notes": "a" } })).await.expect(200);
    assert_eq!(kept["version"], 1);
    world.owner.put(&draft, json!({ "content": { "notes": "ab" }, "version": 1 })).await.expect(200);
    let stale = world.owner.put(&draft, json!({ "content": {}, "version": 1 })).await.expect(409);
    assert_eq!(stale["current"]["content"], json!({ "notes": "ab" }));

    let sessions = format!("{}/interview-sessions", world.organization);
    let input = json!({ "application_id": id, "interviewer_name": "Chen", "question_snapshot": { "1": "Why?" },
                        "notes_by_question": { "1": "Because" }, "overall_evaluation": "Good", "mark_completed": true });
    let mut nameless = input.clone();
    nameless["interviewer_name"] = json!(" ");
    assert_eq!(world.owner.post(&sessions, nameless).await.problem(422), "request.invalid");
    let first = world.owner.post(&sessions, input.clone()).await.expect(201);
    assert_eq!((&first["round_number"], &first["question_snapshot"]), (&json!(1), &json!({ "1": "Why?" })));
    assert_eq!(world.sub_status(&id).await, "已完成面试");
    assert_eq!(world.owner.get(&draft).await.status, 404);

    let both = tokio::join!(world.owner.post(&sessions, input.clone()), world.owner.post(&sessions, input));
    let mut rounds = [both.0.expect(201), both.1.expect(201)].map(|made| made["round_number"].as_i64().unwrap());
    rounds.sort_unstable();
    assert_eq!(rounds, [2, 3]);
    let path = format!("{sessions}/{}", first["id"].as_str().unwrap());
    let changed = world.owner.patch(&path, json!({ "version": 1, "adhoc_notes": "Later" })).await.expect(200);
    assert_eq!((&changed["adhoc_notes"], &changed["overall_evaluation"]), (&json!("Later"), &json!("Good")));
    assert_eq!(world.owner.patch(&path, json!({ "version": 1 })).await.problem(409), "request.stale");
    let listed = world.owner.get(&format!("{sessions}?application_id={id}")).await.expect(200);
    assert_eq!(listed["total"], 3);
}

#[tokio::test]
async fn an_interviewer_sees_only_their_own_candidates() {
    let world = World::new().await;
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let other = world.at("线上面试", "已发线上面试邀请").await;
    let interviewer = world.app.member(&world.organization, Role::Interviewer).await;
    let session = interviewer.get("/api/auth/session").await.expect(200);
    let application = |id: &str| format!("{}/applications/{id}", world.organization);
    assert_eq!(interviewer.get(&application(&id)).await.status, 404);
    let mut planned = slot(&id, 9);
    planned["interviewer"] = json!({ "user_id": session["user"]["id"] });
    let schedule = world.plan(planned).await.expect(201);
    assert_eq!(interviewer.get(&application(&id)).await.expect(200)["job_title"], "Backend engineer");
    assert_eq!(interviewer.get(&application(&other)).await.status, 404);
    let mine = interviewer.get(&format!("{}/interview-schedules", world.organization)).await.expect(200);
    assert_eq!(mine["items"][0]["id"], schedule["id"]);
    let drag = format!("{}/applications/drag", world.organization);
    assert_eq!(interviewer.post(&drag, json!({ "ids": [id] })).await.problem(403), "permission.denied");
    let path = format!("{}/interview-schedules/{}", world.organization, schedule["id"].as_str().unwrap());
    interviewer.patch(&path, json!({ "version": 1, "status": "no_show" })).await.expect(200);
    assert_eq!(world.sub_status(&id).await, "缺席面试");
}

#[tokio::test]
async fn marks_of_the_same_round_are_hidden_until_ones_own_are_given() {
    let world = World::new().await;
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let colleague = world.app.member(&world.organization, Role::Interviewer).await;
    let theirs = world.plan(slot(&id, 9)).await.expect(201);
    let mut panel = slot(&id, 9);
    panel["round"] = json!(1);
    panel["interviewer"] = json!({ "user_id": colleague.get("/api/auth/session").await.expect(200)["user"]["id"] });
    let own = world.plan(panel).await.expect(201);
    let sessions = format!("{}/interview-sessions", world.organization);
    let save = |schedule: &Value, name: &str| {
        json!({ "application_id": id, "schedule_id": schedule["id"], "interviewer_name": name,
                "notes_by_question": { "0.0": { "note": "good", "mark": 4 } }, "overall_evaluation": "hire" })
    };
    world.owner.post(&sessions, save(&theirs, "Wang Fang")).await.expect(201);
    let listed = format!("{sessions}?application_id={id}");
    let before = colleague.get(&listed).await.expect(200);
    let hidden = &before["items"][0];
    assert_eq!((&hidden["is_concealed"], &hidden["notes_by_question"]), (&json!(true), &json!({})));
    assert_eq!((&hidden["overall_evaluation"], &hidden["interviewer_name"]), (&json!(""), &json!("Wang Fang")));
    assert_eq!(world.owner.get(&listed).await.expect(200)["items"][0]["is_concealed"], false, "one's own is shown");

    colleague.post(&sessions, save(&own, "Li Wei")).await.expect(201);
    let after = colleague.get(&listed).await.expect(200);
    assert_eq!(
        (&after["items"][0]["is_concealed"], &after["items"][0]["overall_evaluation"]),
        (&json!(false), &json!("hire"))
    );
}

#[tokio::test]
async fn an_interviewer_gets_the_questions_without_the_job() {
    let world = World::new().await;
    let questions = json!({ "version": 1, "ai_interview_questions": "## Work\n1. Why Rust?\n2. Why not?" });
    world.owner.patch(&world.job, questions).await.expect(200);
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let colleague = world.app.member(&world.organization, Role::Interviewer).await;
    let path = format!("{}/interview-guides/{id}", world.organization);
    assert_eq!(colleague.get(&path).await.problem(404), "application.not_found", "not theirs to interview");
    let mut mine = slot(&id, 9);
    mine["interviewer"] = json!({ "user_id": colleague.get("/api/auth/session").await.expect(200)["user"]["id"] });
    world.plan(mine).await.expect(201);
    let guide = colleague.get(&path).await.expect(200);
    assert_eq!(guide["round_number"], 1);
    assert_eq!(guide["sections"][0], json!({ "title": "Work", "note": "", "questions": ["Why Rust?", "Why not?"] }));
}

/// The calendar event in an email.
fn entry(mail: &Value) -> String {
    mail["attachments"][0]["text"].as_str().unwrap().replace("\r\n ", "")
}

#[tokio::test]
async fn both_sides_are_told_of_a_booking_a_move_and_a_cancellation_with_one_calendar_entry() {
    let world = World::new().await;
    let _working = world.app.work();
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let to = format!("{id}@example.com");
    let told = async |to: &str, count: usize| {
        eventually("the mails", async || {
            let mut mails = world.app.mails(to).await;
            mails.retain(|mail| mail["attachments"].as_array().is_some_and(|files| !files.is_empty()));
            (mails.len() >= count).then_some(mails)
        })
        .await
    };
    let schedule = world.plan(slot(&id, 9)).await.expect(201);
    let uid = format!("UID:{}@bole", schedule["id"].as_str().unwrap());
    for to in [to.as_str(), "acme@example.com"] {
        let mails = told(to, 1).await;
        let entry = entry(&mails[0]);
        for line in [uid.as_str(), "METHOD:REQUEST", "SEQUENCE:0", "DTSTART:20300305T090000Z", &format!("mailto:{to}")]
        {
            assert!(entry.contains(line), "{line} is not in {entry}");
        }
    }
    world.change(&schedule, json!({ "version": 1, "notes": "for us alone" })).await.expect(200);
    let moved = json!({ "version": 2, "start_time": "2030-03-05T11:00:00Z", "end_time": "2030-03-05T11:45:00Z" });
    world.change(&schedule, moved).await.expect(200);
    let mails = told(&to, 2).await;
    assert_eq!(mails.len(), 2, "notes are told to nobody");
    let moved = entry(&mails[0]);
    assert!(
        moved.contains("SEQUENCE:2") && moved.contains("DTSTART:20300305T110000Z") && moved.contains(&uid),
        "{moved}"
    );

    told("acme@example.com", 2).await;
    let colleague = world.app.member(&world.organization, Role::Interviewer).await;
    let session = colleague.get("/api/auth/session").await.expect(200);
    let handed_over = json!({ "version": 3, "interviewer": { "user_id": session["user"]["id"] } });
    world.change(&schedule, handed_over).await.expect(200);
    let theirs = told(session["user"]["email"].as_str().unwrap(), 1).await;
    assert!(entry(&theirs[0]).contains("METHOD:REQUEST"));
    let mine = told("acme@example.com", 3).await;
    assert!(entry(&mine[0]).contains("METHOD:CANCEL"), "whoever asks no more is told so");
    told(&to, 3).await;

    world.change(&schedule, json!({ "version": 4, "status": "cancelled" })).await.expect(200);
    let mails = told(&to, 4).await;
    let off = entry(&mails[0]);
    assert!(off.contains("METHOD:CANCEL") && off.contains("STATUS:CANCELLED") && off.contains(&uid), "{off}");
    assert_eq!(told("acme@example.com", 3).await.len(), 3);
}

#[tokio::test]
async fn candidate_and_interviewer_are_reminded_once_a_day_before() {
    let world = World::new().await;
    let mut ids = Vec::new();
    // Two in time, one of them moved too close; one cancelled; one scheduled too late; one of an archived candidate.
    for (start, end) in [(60, 61), (62, 63), (64, 65), (20, 21), (66, 67)] {
        let id = world.at("线上面试", "已发线上面试邀请").await;
        let times = json!({ "application_id": id, "start_time": in_hours(start), "end_time": in_hours(end) });
        ids.push((id, world.plan(times).await.expect(201)));
    }
    let near = json!({ "version": 1, "start_time": in_hours(14), "end_time": in_hours(15) });
    world.change(&ids[1].1, near).await.expect(200);
    world.change(&ids[2].1, json!({ "version": 1, "status": "cancelled" })).await.expect(200);
    sqlx::query(
        "UPDATE applications SET is_archived = true, archive_reason = 'other', archived_at = now() WHERE id = $1",
    )
    .bind(ids[4].0.parse::<uuid::Uuid>().unwrap())
    .execute(&mut world.app.database.connection().await)
    .await
    .unwrap();

    let remind = async || world.remind().await;
    let working = world.app.work();
    assert_eq!(remind().await, 0, "planned or moved less than a day ahead");
    drop(working);
    world.app.shift_clock(Duration::hours(48));
    let working = world.app.work();
    assert_eq!(remind().await, 1);
    assert_eq!(remind().await, 0, "once");
    world.told().await;
    let reminders_to = async |to: &str| {
        let mut mails = world.app.mails(to).await;
        // Booking emails contain a calendar event.
        let is_reminder =
            |mail: &Value| mail["attachments"] == json!([]) && mail["subject"].as_str().unwrap().contains("engineer");
        mails.retain(is_reminder);
        mails
    };
    let mails = reminders_to(&format!("{}@example.com", ids[0].0)).await;
    assert_eq!(mails.len(), 1);
    assert!(mails[0]["text"].as_str().unwrap().contains("Wang Fang"), "{}", mails[0]["text"]);
    assert_eq!(reminders_to("acme@example.com").await.len(), 1);
    for (id, _) in &ids[1..] {
        assert!(reminders_to(&format!("{id}@example.com")).await.is_empty());
    }
    drop(working);
}

#[tokio::test]
async fn an_interviewer_is_reminded_in_their_language_if_they_want_to_be() {
    let world = World::new().await;
    let mut interviewers = Vec::new();
    for (hours, email, reminders, language, subject) in [
        (60, true, true, "id-ID", Some("Pengingat wawancara: ")),
        (62, true, true, "zh-CN", Some("面试提醒：")),
        (64, true, false, "en-US", None),
        (66, false, true, "en-US", None),
    ] {
        let interviewer = world.app.member(&world.organization, Role::Interviewer).await;
        let preferences = json!({ "email_notifications": email, "candidate_updates": false,
                                  "interview_reminders": reminders, "language": language, "date_format": "language" });
        interviewer.put("/api/me/preferences", preferences).await.expect(200);
        let user = interviewer.get("/api/auth/session").await.expect(200)["user"].clone();
        let id = world.at("线上面试", "已发线上面试邀请").await;
        let times = json!({ "application_id": id, "start_time": in_hours(hours), "end_time": in_hours(hours + 1),
                            "interviewer": { "user_id": user["id"] } });
        world.plan(times).await.expect(201);
        interviewers.push((user["email"].as_str().unwrap().to_owned(), subject));
    }
    world.app.shift_clock(Duration::hours(48));
    let _working = world.app.work();
    assert_eq!(world.remind().await, 4);
    world.told().await;
    for (email, subject) in interviewers {
        let mut mails = world.app.mails(&email).await;
        // What tells of a booking carries an entry for calendars, and the account has mails of its own.
        mails.retain(|mail| mail["attachments"] == json!([]) && mail["text"].as_str().unwrap().contains("engineer"));
        let subjects: Vec<_> = mails.iter().map(|mail| mail["subject"].as_str().unwrap()).collect();
        match subject {
            Some(subject) => assert!(subjects.len() == 1 && subjects[0].starts_with(subject), "{subjects:?}"),
            None => assert!(subjects.is_empty(), "{email}: {subjects:?}"),
        }
    }
}

#[tokio::test]
async fn mail_about_interviews_goes_over_the_organizations_own_server() {
    let (world, servers, own) = (World::new().await, SmtpServer::start().await, SmtpServer::start().await);
    world.app.send_mail_to(&servers);
    let settings =
        json!({ "host": "127.0.0.1", "port": own.port(), "security": "plain", "from": "Acme <hr@acme.example>" });
    world.owner.put(&format!("{}/settings/smtp", world.organization), settings).await.expect(200);
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let times = json!({ "application_id": id, "start_time": in_hours(60), "end_time": in_hours(61) });
    let working = world.app.work();
    let schedule = world.plan(times).await.expect(201);
    let booked = own.wait_for(2).await;
    drop(working);

    world.app.shift_clock(Duration::hours(48));
    let _working = world.app.work();
    assert_eq!(world.remind().await, 1);
    let reminders = own.wait_for(4).await.split_off(booked.len());
    let mut to: Vec<_> = reminders.iter().flat_map(|mail| mail.to.clone()).collect();
    to.sort();
    let mut expected = [format!("{id}@example.com"), "acme@example.com".to_owned()];
    expected.sort();
    assert_eq!(to, expected);
    assert!(reminders.iter().all(|mail| mail.from == "hr@acme.example" && !mail.header("Auto-Submitted").is_empty()));

    world.change(&schedule, json!({ "version": 1, "status": "cancelled" })).await.expect(200);
    own.wait_for(6).await;
    assert!(servers.received().is_empty(), "none of it is the installation's");
}

#[tokio::test]
async fn a_reminder_that_waited_is_left_out_where_the_interview_was_moved_or_called_off() {
    let world = World::new().await;
    let organization: OrganizationId = world.organization.rsplit('/').next().unwrap().parse().unwrap();
    let mut applications = Vec::new();
    let moved = json!({ "start_time": in_hours(75), "end_time": in_hours(76) });
    for (hours, change) in [(60, Value::Null), (70, moved), (80, json!({ "status": "cancelled" }))] {
        let id = world.at("线上面试", "已发线上面试邀请").await;
        let times = json!({ "application_id": id, "start_time": in_hours(hours), "end_time": in_hours(hours + 1) });
        let mut schedule = world.plan(times).await.expect(201);
        let start = schedule["start_time"].as_str().unwrap();
        let reminder = SendReminder {
            schedule_id: schedule["id"].as_str().unwrap().parse().unwrap(),
            start_time: OffsetDateTime::parse(start, &Rfc3339).unwrap(),
            to: Participant::Candidate,
        };
        if let Value::Object(mut change) = change {
            change.insert("version".to_owned(), schedule["version"].take());
            world.change(&schedule, Value::Object(change)).await.expect(200);
        }
        let mut tx = world.app.db.tenant(&Actor::clock(organization)).await.unwrap();
        reminder.enqueue(&mut tx, None).await.unwrap();
        tx.commit().await.unwrap();
        applications.push(id);
    }
    let _working = world.app.work();
    world.told().await;
    let mut reminded = Vec::new();
    for id in &applications {
        let mails = world.app.mails(&format!("{id}@example.com")).await;
        reminded.push(mails.iter().filter(|mail| mail["attachments"] == json!([])).count());
    }
    assert_eq!(reminded, [1, 0, 0]);
}

/// This many hours from now.
fn in_hours(hours: i64) -> String {
    let at = OffsetDateTime::now_utc() + Duration::hours(hours);
    at.format(&Rfc3339).unwrap()
}

#[tokio::test]
async fn interviews_of_rejected_candidates_are_cancelled_and_free_their_slots() {
    let world = World::new().await;
    let _working = world.app.work();
    let plan = async |hours: i64| {
        let id = world.at("线上面试", "已发线上面试邀请").await;
        let times = json!({ "application_id": id, "start_time": in_hours(hours), "end_time": in_hours(hours + 1) });
        world.plan(times).await.expect(201);
        id
    };
    let [eliminated, archived, blacklisted, stays] = [plan(30).await, plan(32).await, plan(34).await, plan(36).await];
    let upcoming = async || {
        let figures = world.owner.get(&format!("{}/dashboard", world.organization)).await.expect(200);
        figures["interviews"]["upcoming"].as_i64().unwrap()
    };
    assert_eq!(upcoming().await, 4);

    let path = |path: &str| format!("{}/{path}", world.organization);
    world.owner.post(&path("applications/eliminate"), json!({ "ids": [eliminated] })).await.expect(200);
    world.owner.post(&path("applications/archive"), json!({ "ids": [archived], "reason": "other" })).await.expect(200);
    let black = json!({ "blacklisted": true, "blacklist_reason": "Forged papers" });
    world.owner.patch(&path(&format!("people/{blacklisted}")), black).await.expect(200);
    for (id, status) in
        [(&eliminated, "cancelled"), (&archived, "cancelled"), (&blacklisted, "cancelled"), (&stays, "scheduled")]
    {
        let found = world.owner.get(&path(&format!("interview-schedules?application_id={id}"))).await.expect(200);
        assert_eq!(found["items"][0]["status"], status);
    }
    assert_eq!(upcoming().await, 1);
    plan(30).await;

    let called_off = async |to: &str| {
        let mails = world.app.mails(to).await;
        let is_cancel = |mail: &&Value| mail["attachments"][0]["text"].to_string().contains("METHOD:CANCEL");
        mails.iter().filter(is_cancel).count()
    };
    eventually("the interviewer is told", async || (called_off("acme@example.com").await == 3).then_some(())).await;
    for id in [&eliminated, &archived, &blacklisted] {
        assert_eq!(called_off(&format!("{id}@example.com")).await, 0, "candidates are told by their rejection");
    }
}

#[tokio::test]
async fn an_interview_says_why_it_was_cancelled_and_is_planned_again_when_its_candidate_is_back() {
    let world = World::new().await;
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let times = json!({ "application_id": id, "start_time": in_hours(30), "end_time": in_hours(31) });
    world.plan(times).await.expect(201);
    let found = async || {
        let listed = format!("{}/interview-schedules?application_id={id}", world.organization);
        world.owner.get(&listed).await.expect(200)["items"][0].clone()
    };
    let out = json!({ "ids": [id], "reason": "other" });
    world.owner.post(&format!("{}/applications/archive", world.organization), out).await.expect(200);
    let cancelled = found().await;
    assert_eq!(cancelled["cancel_reason"], "left_pipeline");
    assert_eq!(cancelled["candidate"]["is_archived"], true);
    let again = json!({ "version": cancelled["version"], "status": "scheduled" });
    assert_eq!(world.change(&cancelled, again.clone()).await.problem(409), "application.move_not_allowed");

    let back = json!({ "ids": [id] });
    world.owner.post(&format!("{}/applications/restore", world.organization), back).await.expect(200);
    assert_eq!(found().await["candidate"]["is_archived"], false);
    let planned = world.change(&cancelled, again).await.expect(200);
    assert_eq!((&planned["status"], &planned["cancel_reason"]), (&json!("scheduled"), &Value::Null));
    assert_eq!(world.sub_status(&id).await, "已预约线上面试");
    let off = json!({ "version": planned["version"], "status": "cancelled" });
    assert_eq!(world.change(&planned, off).await.expect(200)["cancel_reason"], "colleague");
}

#[tokio::test]
async fn a_saved_interview_completes_the_one_that_was_planned() {
    let world = World::new().await;
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let schedule = world.plan(slot(&id, 9)).await.expect(201);
    let save = |mark_completed: bool| {
        json!({ "application_id": id, "schedule_id": schedule["id"], "interviewer_name": "Chen",
                "mark_completed": mark_completed })
    };
    let sessions = format!("{}/interview-sessions", world.organization);
    let status = async || {
        let listed = format!("{}/interview-schedules?application_id={id}", world.organization);
        world.owner.get(&listed).await.expect(200)["items"][0]["status"].clone()
    };
    world.owner.post(&sessions, save(false)).await.expect(201);
    assert_eq!(status().await, "scheduled", "it goes on");
    world.owner.post(&sessions, save(true)).await.expect(201);
    assert_eq!(status().await, "completed");
    assert_eq!(world.sub_status(&id).await, "已完成面试");
}

#[tokio::test]
async fn announcements_wait_while_the_email_service_is_stopped_and_lose_no_attempt() {
    let world = World::new().await;
    let sql = async |sql: &'static str| {
        sqlx::query(sql).execute(&mut world.app.database.connection().await).await.unwrap();
    };
    sql("INSERT INTO email_service (organization_id, failures, reason, stopped_at)
         SELECT id, 3, 'mail.unreachable', now() FROM organizations")
    .await;
    let id = world.at("线上面试", "已发线上面试邀请").await;
    world.plan(slot(&id, 9)).await.expect(201);
    let _working = world.app.work();
    let waiting = "SELECT count(*) FROM tasks t JOIN queue_later q ON q.id = t.id
                   WHERE t.kind = 'interview.announce' AND t.attempts = 0 AND t.error_reason IS NULL
                     AND q.run_at > now() + interval '10 seconds'";
    eventually("they wait", async || {
        let mut connection = world.app.database.connection().await;
        let count: i64 = sqlx::query_scalar(waiting).fetch_one(&mut connection).await.unwrap();
        (count == 2).then_some(())
    })
    .await;
    sql("UPDATE email_service SET stopped_at = NULL").await;
    sql("UPDATE queue_later SET run_at = now()").await;
    for to in [format!("{id}@example.com"), "acme@example.com".to_owned()] {
        eventually("it is told", async || {
            let mails = world.app.mails(&to).await;
            mails.iter().any(|mail| mail["attachments"] != json!([])).then_some(())
        })
        .await;
    }
}
