//! Mail about interviews: notices, reminders, and the server they go over.

use bole_domain::ids::OrganizationId;
use bole_domain::interview::Participant;
use bole_domain::organization::Role;
use bole_queue::TaskKind;
use bole_queue::kinds::SendReminder;
use bole_store::Actor;
use bole_testkit::SmtpServer;
use serde_json::{Value, json};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};

use super::{World, in_hours, slot};
use crate::support::eventually;

/// The calendar event in an email.
fn entry(mail: &Value) -> String {
    mail["attachments"][0]["text"].as_str().unwrap().replace("\r\n ", "")
}

/// The emails with a calendar event, latest first.
async fn notices(world: &World, to: &str) -> Vec<Value> {
    let mut mails = world.app.mails(to).await;
    mails.retain(|mail| mail["attachments"].as_array().is_some_and(|files| !files.is_empty()));
    mails
}

#[tokio::test]
async fn candidate_and_interviewer_are_notified_with_one_calendar_entry() {
    let world = World::new().await;
    let _working = world.app.work();
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let to = format!("{id}@example.com");
    let told = async |to: &str, count: usize| {
        world.pass_undo_time().await;
        eventually("the mails", async || {
            let mails = notices(&world, to).await;
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
async fn emailed_links_move_and_cancel_the_interview_they_are_about() {
    let world = World::new().await;
    let _working = world.app.work();
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let times = json!({ "application_id": id, "start_time": "2030-03-05T09:00:00Z",
                        "end_time": "2030-03-05T10:30:00Z" });
    world.plan(times).await.expect(201);
    world.told().await;
    let links = notices(&world, &format!("{id}@example.com")).await[0]["links"].clone();
    let token = |at: usize, query: &str| {
        let link = links[at].as_str().unwrap().strip_suffix(query).unwrap();
        link.rsplit('/').next().unwrap().to_owned()
    };
    assert_eq!(token(0, "?do=move"), token(1, "?do=cancel"));
    let path = format!("/api/booking/{}", token(0, "?do=move"));
    assert_eq!(notices(&world, "acme@example.com").await[0]["links"], json!([]));

    let later = world.plan(slot(&id, 15)).await.expect(201);
    let anybody = world.app.anonymous();
    let page = anybody.get(&path).await.expect(200);
    let shown = (&page["booked"]["start_time"], &page["duration_minutes"]);
    assert_eq!(shown, (&json!("2030-03-05T09:00:00Z"), &json!(90)));
    let moved = anybody.post(&path, json!({ "start_time": page["slots"][0]["start_time"] })).await.expect(200);
    assert_eq!(moved["booked"], page["slots"][0], "it keeps its length");
    anybody.delete(&path).await.expect(204);
    let left = format!("{}/interview-schedules?application_id={id}&status=scheduled", world.organization);
    let left = world.owner.get(&left).await.expect(200);
    assert_eq!((&left["total"], &left["items"][0]["id"]), (&json!(1), &later["id"]));

    let other = world.at("线上面试", "已发线上面试邀请").await;
    let mut with_guest = slot(&other, 17);
    with_guest["interviewer"] = json!({ "name": "Dr. Guest" });
    world.plan(with_guest).await.expect(201);
    world.told().await;
    let mails = notices(&world, &format!("{other}@example.com")).await;
    assert_eq!(mails[0]["links"], json!([]), "nobody knows when a guest is free");
}

#[tokio::test]
async fn undone_change_is_announced_to_nobody_and_two_changes_are_announced_once() {
    let world = World::new().await;
    let _working = world.app.work();
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let to = format!("{id}@example.com");
    let mut schedule = world.plan(slot(&id, 9)).await.expect(201);
    assert!(notices(&world, &to).await.is_empty(), "it can still be undone");
    world.told().await;
    assert_eq!(notices(&world, &to).await.len(), 1);

    let mut change = async |mut change: Value| {
        change["version"] = schedule["version"].clone();
        schedule = world.change(&schedule, change).await.expect(200);
    };
    let at = |hour: u8| {
        let slot = slot(&id, hour);
        json!({ "start_time": slot["start_time"], "end_time": slot["end_time"] })
    };
    change(at(11)).await;
    change(json!({ "notes": "for us alone" })).await;
    change(at(9)).await;
    world.told().await;
    change(json!({ "status": "cancelled" })).await;
    change(json!({ "status": "scheduled" })).await;
    world.told().await;
    for to in [to.as_str(), "acme@example.com"] {
        assert_eq!(notices(&world, to).await.len(), 1, "{to} knows it as it is");
    }

    change(at(13)).await;
    change(at(15)).await;
    world.told().await;
    for to in [to.as_str(), "acme@example.com"] {
        let mails = notices(&world, to).await;
        assert_eq!(mails.len(), 2);
        assert!(entry(&mails[0]).contains("DTSTART:20300305T150000Z"), "{}", entry(&mails[0]));
    }

    change(at(17)).await;
    change(json!({ "status": "cancelled" })).await;
    world.told().await;
    let off = entry(&notices(&world, &to).await[0]);
    assert!(off.contains("METHOD:CANCEL") && off.contains("DTSTART:20300305T150000Z"), "the time they know: {off}");
}

#[tokio::test]
async fn notice_that_waits_is_not_sent_with_a_time_that_may_be_undone() {
    let world = World::new().await;
    let sql = async |sql: &'static str| {
        sqlx::query(sql).execute(&mut world.app.database.connection().await).await.unwrap();
    };
    sql("INSERT INTO email_service (organization_id, failures, reason, stopped_at)
         SELECT id, 3, 'mail.unreachable', now() FROM organizations")
    .await;
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let _working = world.app.work();
    let schedule = world.plan(slot(&id, 9)).await.expect(201);
    world.pass_undo_time().await;
    world
        .change(
            &schedule,
            json!({ "version": 1, "start_time": "2030-03-05T11:00:00Z", "end_time": "2030-03-05T11:30:00Z" }),
        )
        .await
        .expect(200);
    sql("UPDATE email_service SET stopped_at = NULL").await;
    eventually("they wait for what can be undone", async || {
        // They waited a minute for the email service.
        sql("UPDATE queue_later l SET run_at = now() FROM tasks t
             WHERE t.id = l.id AND t.kind = 'interview.announce' AND l.run_at > now() + interval '20 seconds'")
        .await;
        let mut connection = world.app.database.connection().await;
        let waiting = "SELECT count(*) FROM tasks t JOIN queue_later q ON q.id = t.id
                       WHERE t.kind = 'interview.announce' AND q.run_at < now() + interval '20 seconds'
                         AND q.run_at > now() + interval '5 seconds'";
        let waiting: i64 = sqlx::query_scalar(waiting).fetch_one(&mut connection).await.unwrap();
        (waiting == 2).then_some(())
    })
    .await;
    let to = format!("{id}@example.com");
    assert!(notices(&world, &to).await.is_empty());
    world
        .change(
            &schedule,
            json!({ "version": 2, "start_time": schedule["start_time"], "end_time": schedule["end_time"] }),
        )
        .await
        .expect(200);
    world.pass_undo_time().await;
    sql("UPDATE queue_later SET run_at = now()").await;
    world.told().await;
    let mails = notices(&world, &to).await;
    assert_eq!(mails.len(), 1);
    assert!(entry(&mails[0]).contains("DTSTART:20300305T090000Z"), "{}", entry(&mails[0]));
}

#[tokio::test]
async fn candidate_and_interviewer_are_reminded_once_a_day_ahead() {
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
async fn interviewer_reminder_respects_language_and_preference() {
    let world = World::new().await;
    let mut interviewers = Vec::new();
    for (hours, email, reminders, language, subject) in [
        (60, true, true, "id-ID", Some("Pengingat wawancara: ")),
        (62, true, true, "zh-CN", Some("面试提醒：")),
        (64, true, false, "en-US", None),
        (66, false, true, "en-US", None),
    ] {
        let interviewer = world.app.member(&world.organization, Role::Interviewer).await;
        let preferences = json!({ "email_notifications": email, "candidate_updates": false, "offer_updates": true,
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
async fn interview_email_uses_the_organizations_own_server() {
    let (world, servers, own) = (World::new().await, SmtpServer::start().await, SmtpServer::start().await);
    world.app.send_mail_to(&servers);
    let settings =
        json!({ "host": "127.0.0.1", "port": own.port(), "security": "plain", "from": "Acme <hr@acme.example>" });
    world.owner.put(&format!("{}/settings/smtp", world.organization), settings).await.expect(200);
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let times = json!({ "application_id": id, "start_time": in_hours(60), "end_time": in_hours(61) });
    let working = world.app.work();
    let schedule = world.plan(times).await.expect(201);
    world.pass_undo_time().await;
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
    world.pass_undo_time().await;
    own.wait_for(6).await;
    assert!(servers.received().is_empty(), "none of it is the installation's");
}

#[tokio::test]
async fn reminder_of_a_moved_or_cancelled_interview_is_skipped() {
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

#[tokio::test]
async fn announcements_wait_for_a_paused_email_service_without_using_attempts() {
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
    world.pass_undo_time().await;
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
