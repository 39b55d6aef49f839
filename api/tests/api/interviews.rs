//! Interviews: scheduled, moved, conducted, and never double-booked.

mod mail;
mod resumes;
mod unlinked;

use bole_domain::ids::OrganizationId;
use bole_domain::organization::Role;
use bole_queue::TaskKind;
use bole_queue::kinds::RemindInterviews;
use bole_store::Actor;
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

    /// Waits until all notifications are sent, also of changes that could still be undone.
    async fn told(&self) {
        self.end_undo_time().await;
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
async fn date_range_includes_ongoing_interviews_and_excludes_its_end() {
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
async fn concurrent_bookings_give_an_interviewer_one_interview_per_slot() {
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
async fn invalid_interviews_are_refused() {
    let world = World::new().await;
    let id = world.at("AI评审", "AI推荐建联").await;
    assert_eq!(world.plan(slot(&id, 9)).await.problem(409), "application.move_not_allowed");
    let mut backwards = slot(&id, 9);
    backwards["end_time"] = json!("2030-03-05T08:00:00Z");
    let backwards = world.plan(backwards).await.expect(422);
    assert_eq!(backwards["errors"], json!([{ "field": "end_time", "code": "field.end_before_start" }]));
    let mut bare = slot(&id, 9);
    bare["meeting_link"] = json!("meet.example.com/lin");
    let bare = world.plan(bare).await.expect(422);
    assert_eq!(bare["errors"], json!([{ "field": "meeting_link", "code": "field.link_invalid" }]));
    assert_eq!(world.plan(json!({})).await.problem(422), "request.invalid");
    let nobody = uuid::Uuid::now_v7().to_string();
    assert_eq!(world.plan(slot(&nobody, 9)).await.problem(404), "application.not_found");
    let mut stranger = slot(&id, 9);
    stranger["interviewer"] = json!({ "user_id": nobody });
    assert_eq!(world.plan(stranger).await.problem(422), "request.invalid");
}

#[tokio::test]
async fn interview_without_candidate_is_linked_before_scoring() {
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
async fn rounds_count_saved_interviews_and_drafts_are_removed() {
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
    let input = json!({ "application_id": id, "interviewer_name": "Chen", "started_at": "2030-03-05T09:00:00Z",
                        "question_snapshot": { "1": "Why?" },
                        "notes_by_question": { "1": "Because" }, "overall_evaluation": "Good", "mark_completed": true });
    for (field, value) in [("interviewer_name", json!(" ")), ("started_at", Value::Null)] {
        let mut lacking = input.clone();
        lacking[field] = value;
        let refused = world.owner.post(&sessions, lacking).await.expect(422);
        assert_eq!(refused["errors"], json!([{ "field": field, "code": "field.required" }]));
    }
    let mut reversed = input.clone();
    reversed["ended_at"] = json!("2030-03-05T08:00:00Z");
    let reversed = world.owner.post(&sessions, reversed).await.expect(422);
    assert_eq!(reversed["errors"], json!([{ "field": "ended_at", "code": "field.end_before_start" }]));
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
async fn saved_interviews_are_of_limited_size_and_listed_in_pages() {
    let world = World::new().await;
    let id = world.at("线上面试", "已预约线上面试").await;
    let sessions = format!("{}/interview-sessions", world.organization);
    let nested = vec![json!({}); 10_001];
    for (field, content) in [
        ("question_snapshot", json!({ "1": "x".repeat(100_000) })),
        ("notes_by_question", json!({ "1": nested })),
        ("notes_by_question", json!({ "1": 1e300 })),
    ] {
        let mut input =
            json!({ "application_id": id, "interviewer_name": "Chen", "started_at": "2030-03-05T09:00:00Z" });
        input[field] = content;
        let refused = world.owner.post(&sessions, input).await.expect(422);
        assert_eq!(refused["errors"][0]["field"], field);
    }
    let draft = format!("{}/interview-drafts/{id}", world.organization);
    let refused = world.owner.put(&draft, json!({ "content": nested })).await.expect(422);
    assert_eq!(refused["errors"][0]["field"], "content");

    sqlx::query(
        "INSERT INTO interview_sessions (id, organization_id, application_id, round_number, interviewer_name,
                                         question_snapshot, notes_by_question, adhoc_notes, overall_evaluation)
         SELECT gen_random_uuid(), organization_id, id, round, 'Chen', '{\"1\": \"Why?\"}', '{}', '', ''
         FROM applications, generate_series(1, 21) AS round WHERE id = $1::uuid",
    )
    .bind(&id)
    .execute(&mut world.app.database.connection().await)
    .await
    .unwrap();
    let rounds = async |query: &str| {
        let page = world.owner.get(&format!("{sessions}?application_id={id}{query}")).await.expect(200);
        let items = page["items"].as_array().unwrap();
        assert!(items.iter().all(|item| item["question_snapshot"] == json!({ "1": "Why?" })));
        (page["total"].clone(), items.iter().map(|item| item["round_number"].as_i64().unwrap()).collect::<Vec<_>>())
    };
    assert_eq!(rounds("").await, (json!(21), (1..=20).collect()));
    assert_eq!(rounds("&limit=200&offset=20").await, (json!(21), vec![21]));
    let guide = world.owner.get(&format!("{}/interview-guides/{id}", world.organization)).await.expect(200);
    assert_eq!(guide["round_number"], 22);
}

#[tokio::test]
async fn interviewer_sees_only_own_candidates() {
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
async fn scores_of_a_round_are_hidden_until_ones_own_are_submitted() {
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
        json!({ "application_id": id, "schedule_id": schedule["id"], "interviewer_name": name, "started_at": "2030-03-05T09:00:00Z",
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
async fn interviewer_cannot_uncover_hidden_scores_by_changing_their_round() {
    let world = World::new().await;
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let colleague = world.app.member(&world.organization, Role::Interviewer).await;
    let theirs = world.plan(slot(&id, 9)).await.expect(201);
    let mut panel = slot(&id, 9);
    panel["round"] = json!(1);
    panel["interviewer"] = json!({ "user_id": colleague.get("/api/auth/session").await.expect(200)["user"]["id"] });
    let own = world.plan(panel).await.expect(201);
    let sessions = format!("{}/interview-sessions", world.organization);
    let saved = json!({ "application_id": id, "schedule_id": theirs["id"], "interviewer_name": "Wang Fang", "started_at": "2030-03-05T09:00:00Z",
                        "overall_evaluation": "hire" });
    world.owner.post(&sessions, saved).await.expect(201);

    let path = format!("{}/interview-schedules/{}", world.organization, own["id"].as_str().unwrap());
    let renumber = |round: i32| json!({ "version": own["version"], "round": round });
    assert_eq!(colleague.patch(&path, renumber(2)).await.problem(403), "permission.denied");
    let listed = colleague.get(&format!("{sessions}?application_id={id}")).await.expect(200);
    assert_eq!(listed["items"][0]["is_concealed"], true);
    colleague.patch(&path, renumber(1)).await.expect(200);
}

/// A change of an interview that waits for its candidate holds nothing that a move of the candidate needs.
#[tokio::test]
async fn changing_an_interview_locks_its_application_first() {
    let world = World::new().await;
    for change in ["move", "cancel", "book", "withdraw"] {
        let id = world.at("线上面试", "已发线上面试邀请").await;
        let weekly: Value = (1..=7).map(|day| json!({ "weekday": day, "from": "08:00", "to": "20:00" })).collect();
        let hours = json!({ "time_zone": "UTC", "weekly": weekly, "slot_minutes": 60, "buffer_minutes": 0,
                            "notice_hours": 1 });
        world.owner.put(&format!("{}/interview-hours", world.organization), hours).await.expect(200);
        let link = world.owner.post(&format!("{}/applications/{id}/booking-link", world.organization), json!({})).await;
        let link = link.expect(201)["link"].as_str().unwrap().to_owned();
        let page = format!("/api/booking/{}", link.rsplit('/').next().unwrap());
        let slots = world.owner.get(&page).await.expect(200)["slots"].clone();
        world.owner.post(&page, json!({ "start_time": slots[5]["start_time"] })).await.expect(200);
        let listed = world.owner.get(&format!("{}/interview-schedules?application_id={id}", world.organization)).await;
        let schedule = listed.expect(200)["items"][0].clone();

        let mut connection = world.app.database.connection().await;
        let mut moving = sqlx::Connection::begin(&mut connection).await.unwrap();
        sqlx::query("SELECT FROM applications WHERE id = $1::uuid FOR UPDATE")
            .bind(&id)
            .execute(&mut *moving)
            .await
            .unwrap();
        let (client, organization) = (world.owner.clone(), world.organization.clone());
        let (started, start) = (schedule.clone(), slots[8]["start_time"].clone());
        let changing = tokio::spawn(async move {
            let path = format!("{organization}/interview-schedules/{}", started["id"].as_str().unwrap());
            match change {
                "move" => client.patch(&path, json!({ "version": 1, "status": "completed" })).await,
                "cancel" => client.patch(&path, json!({ "version": 1, "status": "cancelled" })).await,
                "book" => client.post(&page, json!({ "start_time": start })).await,
                _ => client.delete(&page).await,
            }
        });
        eventually("the change waits for the application", async || {
            let mut other = world.app.database.connection().await;
            let waiting: i64 = sqlx::query_scalar(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
            )
            .fetch_one(&mut other)
            .await
            .unwrap();
            (waiting > 0).then_some(())
        })
        .await;
        let called_off = "UPDATE interview_schedules SET status = 'cancelled', version = version + 1
                          WHERE application_id = $1::uuid AND status = 'scheduled'";
        let called_off = sqlx::query(called_off).bind(&id).execute(&mut *moving).await;
        assert!(called_off.is_ok(), "{change}: {called_off:?}");
        moving.commit().await.unwrap();
        let answer = changing.await.unwrap();
        assert!(answer.status < 500, "{change}: {}", answer.text);
    }
}

#[tokio::test]
async fn interviewer_gets_the_questions_without_job_access() {
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

/// This many hours from now.
fn in_hours(hours: i64) -> String {
    let at = OffsetDateTime::now_utc() + Duration::hours(hours);
    at.format(&Rfc3339).unwrap()
}

impl World {
    async fn upcoming(&self, hours: i64) -> String {
        let id = self.at("线上面试", "已发线上面试邀请").await;
        let times = json!({ "application_id": id, "start_time": in_hours(hours), "end_time": in_hours(hours + 1) });
        self.plan(times).await.expect(201);
        self.pass_undo_time().await;
        id
    }

    async fn act(&self, path: &str, body: Value) -> Value {
        self.owner.post(&format!("{}/applications/{path}", self.organization), body).await.expect(200)
    }

    async fn schedule_status(&self, id: &str) -> Value {
        let path = format!("{}/interview-schedules?application_id={id}", self.organization);
        self.owner.get(&path).await.expect(200)["items"][0]["status"].clone()
    }

    async fn end_undo_time(&self) {
        let due = "UPDATE queue_later l SET run_at = now() FROM tasks t
                   WHERE t.id = l.id AND t.kind IN ('interview.call_off', 'interview.announce_changes')";
        sqlx::query(due).execute(&mut self.app.database.connection().await).await.unwrap();
    }

    /// Lets the time to undo pass, and waits until what was held back has had its effect on interviews.
    async fn pass_undo_time(&self) {
        self.end_undo_time().await;
        let mut connection = self.app.database.connection().await;
        let open = "SELECT count(*) FROM tasks
                    WHERE kind IN ('interview.call_off', 'interview.announce_changes') AND state <> 'completed'";
        eventually("the interviews are settled", async || {
            let open: i64 = sqlx::query_scalar(open).fetch_one(&mut connection).await.unwrap();
            (open == 0).then_some(())
        })
        .await;
    }

    async fn cancellations(&self, to: &str) -> usize {
        let mails = self.app.mails(to).await;
        let is_cancel = |mail: &&Value| mail["attachments"][0]["text"].to_string().contains("METHOD:CANCEL");
        mails.iter().filter(is_cancel).count()
    }
}

#[tokio::test]
async fn rejection_cancels_interviews_and_frees_their_slots() {
    let world = World::new().await;
    let _working = world.app.work();
    let mut ids = Vec::new();
    for hours in [30, 32, 34, 36] {
        ids.push(world.upcoming(hours).await);
    }
    let [eliminated, archived, blacklisted, stays] = &ids[..] else { panic!() };
    let upcoming = async || {
        let figures = world.owner.get(&format!("{}/dashboard", world.organization)).await.expect(200);
        figures["interviews"]["upcoming"].as_i64().unwrap()
    };
    assert_eq!(upcoming().await, 4);

    world.act("eliminate", json!({ "ids": [eliminated] })).await;
    world.act("archive", json!({ "ids": [archived], "reason": "other" })).await;
    let black = json!({ "blacklisted": true, "blacklist_reason": "Forged papers" });
    world.owner.patch(&format!("{}/people/{blacklisted}", world.organization), black).await.expect(200);
    world.pass_undo_time().await;
    for (id, status) in
        [(eliminated, "cancelled"), (archived, "cancelled"), (blacklisted, "cancelled"), (stays, "scheduled")]
    {
        assert_eq!(world.schedule_status(id).await, status);
    }
    assert_eq!(upcoming().await, 1);
    world.upcoming(30).await;

    for to in [eliminated, archived, blacklisted] {
        let to = format!("{to}@example.com");
        eventually("the candidate is told", async || (world.cancellations(&to).await == 1).then_some(())).await;
    }
    eventually("the interviewer is told", async || (world.cancellations("acme@example.com").await == 3).then_some(()))
        .await;
    assert_eq!(world.cancellations(&format!("{stays}@example.com")).await, 0);
}

#[tokio::test]
async fn undo_of_an_archiving_keeps_the_interview_and_a_later_restore_does_not() {
    let world = World::new().await;
    let _working = world.app.work();
    let (undone, late) = (world.upcoming(30).await, world.upcoming(32).await);
    world.act("archive", json!({ "ids": [undone, late], "reason": "other" })).await;
    assert_eq!(world.schedule_status(&undone).await, "scheduled", "it may be undone");
    let restored = world.act("restore", json!({ "ids": [undone] })).await;
    assert!(restored["results"][0].get("interview_cancelled").is_none(), "{restored}");
    world.pass_undo_time().await;
    assert_eq!(world.schedule_status(&undone).await, "scheduled");
    assert_eq!(world.sub_status(&undone).await, "已预约线上面试");

    assert_eq!(world.schedule_status(&late).await, "cancelled");
    let restored = world.act("restore", json!({ "ids": [late] })).await;
    assert_eq!(restored["results"][0]["interview_cancelled"], true);
    assert_eq!(restored["results"][0]["application"]["sub_status"], "已发线上面试邀请");
    assert_eq!(world.sub_status(&late).await, "已发线上面试邀请");
    let to = format!("{late}@example.com");
    eventually("the candidate is told", async || (world.cancellations(&to).await == 1).then_some(())).await;
    assert_eq!(world.cancellations(&format!("{undone}@example.com")).await, 0);
}

#[tokio::test]
async fn interviews_follow_a_candidate_who_is_moved_by_hand() {
    let world = World::new().await;
    let _working = world.app.work();
    let set = async |id: &str, sub_status: &str| {
        let path = format!("{}/applications/{id}", world.organization);
        let version = world.owner.get(&path).await.expect(200)["version"].clone();
        world.owner.patch(&path, json!({ "version": version, "sub_status": sub_status })).await.expect(200);
    };
    let begun = async |id: &str, hours: i32| {
        let begin = "UPDATE interview_schedules SET start_time = now() - make_interval(hours => $2),
                                                    end_time = now() - make_interval(hours => $2 - 1)
                     WHERE application_id = $1";
        let begin = sqlx::query(begin).bind(id.parse::<uuid::Uuid>().unwrap()).bind(hours);
        begin.execute(&mut world.app.database.connection().await).await.unwrap();
    };
    let mut ids = Vec::new();
    for hours in [30, 32, 34, 36, 38, 40] {
        ids.push(world.upcoming(hours).await);
    }
    let [dragged, returned, early, over, missed, waiting] = &ids[..] else { panic!() };
    begun(over, 2).await;
    begun(missed, 5).await;
    world.act("drag", json!({ "ids": [dragged] })).await;
    set(returned, "待发线上面试邀请").await;
    set(early, "已完成面试").await;
    set(over, "已完成面试").await;
    set(missed, "缺席面试").await;
    world.pass_undo_time().await;
    for (id, status) in [
        (dragged, "cancelled"),
        (returned, "cancelled"),
        (early, "cancelled"),
        (over, "completed"),
        (missed, "no_show"),
        (waiting, "scheduled"),
    ] {
        assert_eq!(world.schedule_status(id).await, status);
    }
    let taken_back = world.act("take-back", json!({ "ids": [dragged] })).await;
    assert_eq!(taken_back["results"][0]["interview_cancelled"], true, "{taken_back}");
    assert_eq!(world.sub_status(dragged).await, "已发线上面试邀请");
}

#[tokio::test]
async fn cancelled_interview_shows_its_reason_and_can_be_planned_again() {
    let world = World::new().await;
    let _working = world.app.work();
    let id = world.upcoming(30).await;
    let found = async || {
        let listed = format!("{}/interview-schedules?application_id={id}", world.organization);
        world.owner.get(&listed).await.expect(200)["items"][0].clone()
    };
    let out = json!({ "ids": [id], "reason": "other" });
    world.owner.post(&format!("{}/applications/archive", world.organization), out).await.expect(200);
    world.pass_undo_time().await;
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
async fn missed_interview_is_no_round() {
    let world = World::new().await;
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let missed = world.plan(slot(&id, 9)).await.expect(201);
    world.change(&missed, json!({ "version": 1, "status": "no_show" })).await.expect(200);
    let again = world.plan(slot(&id, 11)).await.expect(201);
    assert_eq!((&missed["round"], &again["round"]), (&json!(1), &json!(1)));
    world.change(&again, json!({ "version": 1, "status": "completed" })).await.expect(200);
}

#[tokio::test]
async fn saved_interview_is_a_contact_with_the_person() {
    let world = World::new().await;
    let id = world.at("线上面试", "已预约线上面试").await;
    let person = format!("{}/people/{id}", world.organization);
    assert_eq!(world.owner.get(&person).await.expect(200)["last_contact_at"], Value::Null);
    let session = json!({ "application_id": id, "interviewer_name": "Chen", "started_at": "2026-03-05T09:00:00Z",
                          "ended_at": "2026-03-05T09:40:00Z" });
    world.owner.post(&format!("{}/interview-sessions", world.organization), session).await.expect(201);
    assert_eq!(world.owner.get(&person).await.expect(200)["last_contact_at"], "2026-03-05T09:40:00Z");
}

#[tokio::test]
async fn saved_interview_completes_the_planned_one() {
    let world = World::new().await;
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let schedule = world.plan(slot(&id, 9)).await.expect(201);
    let save = |mark_completed: bool| {
        json!({ "application_id": id, "schedule_id": schedule["id"], "interviewer_name": "Chen",
                "started_at": "2030-03-05T09:00:00Z", "mark_completed": mark_completed })
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
