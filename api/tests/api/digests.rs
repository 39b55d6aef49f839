//! Email digests of expired invitations and moves by others.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::support::{Client, PUBLIC_URL, TestApp, eventually};

async fn wants(client: &Client, candidate_updates: bool) {
    let preferences = json!({ "email_notifications": true, "candidate_updates": candidate_updates,
                              "interview_reminders": false, "offer_updates": true, "language": "en-US", "date_format": "language" });
    client.put("/api/me/preferences", preferences).await.expect(200);
}

async fn address(client: &Client) -> String {
    client.get("/api/auth/session").await.expect(200)["user"]["email"].as_str().unwrap().to_owned()
}

/// The emails to a client whose subject contains this.
async fn told(app: &TestApp, client: &Client, subject: &str) -> Vec<Value> {
    let mut mails = app.mails(&address(client).await).await;
    mails.retain(|mail| mail["subject"].as_str().unwrap().contains(subject));
    mails
}

async fn check_timeout(client: &Client, organization: &str) -> Value {
    let task = client.post(&format!("{organization}/check-interview-timeout"), json!({})).await.expect(202);
    let path = format!("{organization}/tasks/{}", task["id"].as_str().unwrap());
    eventually("the check is over", async || {
        let task = client.get(&path).await.expect(200);
        (task["status"] == "completed").then(|| task["result"].clone())
    })
    .await
}

#[tokio::test]
async fn members_are_notified_once_of_timed_out_invitations() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let [admin, assigned, other] = [Role::Admin, Role::Recruiter, Role::Recruiter];
    let admin = app.member(&organization, admin).await;
    let assigned = app.member(&organization, assigned).await;
    let other = app.member(&organization, other).await;
    owner.assign(&job, &assigned).await;
    for client in [&admin, &assigned, &other] {
        wants(client, true).await;
    }
    let no_email = json!({ "email_notifications": false, "candidate_updates": false, "interview_reminders": false, "offer_updates": true,
                           "language": "en-US", "date_format": "language" });
    owner.put("/api/me/preferences", no_email).await.expect(200);
    let late = app.application(&job, "线上面试", "已发线上面试邀请").await;
    let age = "UPDATE applications SET sub_status_since = now() - interval '121 hours'";
    sqlx::query(age).execute(&mut app.database.connection().await).await.unwrap();
    let _working = app.work();
    assert_eq!(check_timeout(&admin, &organization).await["updated_count"], 1);
    let mails = told(&app, &assigned, "timed out").await;
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0]["text"].as_str().unwrap().contains(&format!("Person {late} (Backend engineer): online")),
        "{mails:?}"
    );
    let job_id = job.rsplit('/').next().unwrap();
    let online = "%E8%B6%855%E5%A4%A9%E6%9C%AA%E9%A2%84%E7%BA%A6%E7%BA%BF%E4%B8%8A%E9%9D%A2%E8%AF%95";
    let organization_id = organization.rsplit('/').next().unwrap();
    let board = format!("{PUBLIC_URL}/pipeline?org={organization_id}&job_id={job_id}&online={online}");
    assert_eq!(mails[0]["links"], json!([board]));
    assert!(mails[0]["text"].as_str().unwrap().contains(&format!("\n{board}\n")), "{mails:?}");
    let href = format!("href=\"{}\"", board.replace('&', "&amp;"));
    assert!(mails[0]["html"].as_str().unwrap().contains(&href), "{mails:?}");
    for (client, why) in [(&owner, "wants none"), (&admin, "asked for the check"), (&other, "does not see the job")] {
        assert!(told(&app, client, "timed out").await.is_empty(), "{why}");
    }
    assert_eq!(check_timeout(&admin, &organization).await["updated_count"], 0);
    assert_eq!(told(&app, &assigned, "timed out").await.len(), 1, "once");
}

#[tokio::test]
async fn timed_out_invitations_are_announced_to_assigned_members() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (job, nobodys) = (owner.job(&organization).await, owner.job(&organization).await);
    // Whoever makes a job is assigned to it.
    sqlx::query("DELETE FROM member_jobs").execute(&mut app.database.connection().await).await.unwrap();
    let [assigned, silent, other] = [Role::Recruiter; 3];
    let assigned = app.member(&organization, assigned).await;
    let silent = app.member(&organization, silent).await;
    let other = app.member(&organization, other).await;
    for client in [&assigned, &silent] {
        owner.assign(&job, client).await;
    }
    let none = json!({ "email_notifications": false, "candidate_updates": true, "interview_reminders": false, "offer_updates": true,
                       "language": "en-US", "date_format": "language" });
    silent.put("/api/me/preferences", none).await.expect(200);
    let of_job = app.application(&job, "线上面试", "已发线上面试邀请").await;
    let of_nobody = app.application(&nobodys, "线下面试", "已发线下面试邀请").await;
    let age = "UPDATE applications SET sub_status_since = now() - interval '121 hours'";
    sqlx::query(age).execute(&mut app.database.connection().await).await.unwrap();
    let _working = app.work();
    bole_scheduler::Cron::run(&bole_scheduler::CheckInterviewTimeout::new(bole_scheduler::Clock::default()), &app.db)
        .await
        .unwrap();
    let told_of = async |client: &Client| {
        let mails = app.mails(&address(client).await).await;
        let texts = mails.iter().map(|mail| mail["text"].as_str().unwrap());
        let texts: Vec<String> = texts.filter(|text| text.contains("/pipeline?org=")).map(str::to_owned).collect();
        [&of_job, &of_nobody].map(|application| texts.iter().any(|text| text.contains(application)))
    };
    eventually("the assigned member is told", async || (told_of(&assigned).await == [true, false]).then_some(())).await;
    assert_eq!(told_of(&owner).await, [false, true], "of the job that nobody has");
    for (client, why) in [(&silent, "wants no email"), (&other, "has neither job")] {
        assert_eq!(told_of(client).await, [false, false], "{why}");
    }
}

#[tokio::test]
async fn digest_uses_the_members_language_and_respects_preferences() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let preferences = |email: bool, updates: bool, language: &str| {
        json!({ "email_notifications": email, "candidate_updates": updates, "interview_reminders": true, "offer_updates": true,
                "language": language, "date_format": "language" })
    };
    let mut readers = Vec::new();
    for (email, updates, language, subject) in [
        (true, true, "id-ID", Some("Aktivitas kandidat: 1 kandidat")),
        (true, true, "zh-CN", Some("候选人动态：1 位候选人")),
        (true, false, "en-US", None),
        (false, true, "en-US", None),
    ] {
        let reader = app.member(&organization, Role::Recruiter).await;
        owner.assign(&job, &reader).await;
        reader.put("/api/me/preferences", preferences(email, updates, language)).await.expect(200);
        readers.push((reader, subject));
    }
    let candidate = app.application(&job, "线上面试", "已完成面试").await;
    let _working = app.work();
    let passed = json!({ "ids": [candidate] });
    owner.post(&format!("{organization}/applications/mark-passed"), passed).await.expect(200);
    bole_scheduler::Cron::run(&bole_scheduler::SendDigests, &app.db).await.unwrap();
    eventually("the digest is written", async || {
        let done = "SELECT count(*) FROM tasks WHERE kind = 'candidates.digest' AND state = 'completed'";
        let done: i64 = sqlx::query_scalar(done).fetch_one(&mut app.database.connection().await).await.unwrap();
        (done == 1).then_some(())
    })
    .await;
    for (reader, subject) in readers {
        let mut mails = app.mails(&address(&reader).await).await;
        mails.retain(|mail| mail["text"].as_str().unwrap().contains(&candidate));
        let subjects: Vec<_> = mails.iter().map(|mail| mail["subject"].as_str().unwrap()).collect();
        match subject {
            Some(subject) => assert!(subjects.len() == 1 && subjects[0].starts_with(subject), "{subjects:?}"),
            None => assert!(subjects.is_empty(), "{subjects:?}"),
        }
    }
}

#[tokio::test]
async fn digest_lists_changes_by_others_since_the_last_one() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let recruiter = app.member(&organization, Role::Recruiter).await;
    owner.assign(&job, &recruiter).await;
    for client in [&owner, &recruiter] {
        wants(client, true).await;
    }
    let candidate = app.application(&job, "线上面试", "已完成面试").await;
    let _working = app.work();
    let digest = async |expected: i64| {
        bole_scheduler::Cron::run(&bole_scheduler::SendDigests, &app.db).await.unwrap();
        eventually("the digest is written", async || {
            let done = "SELECT count(*) FROM tasks WHERE kind = 'candidates.digest' AND state = 'completed'";
            let done: i64 = sqlx::query_scalar(done).fetch_one(&mut app.database.connection().await).await.unwrap();
            (done == expected).then_some(())
        })
        .await;
    };
    let passed = json!({ "ids": [candidate] });
    owner.post(&format!("{organization}/applications/mark-passed"), passed).await.expect(200);
    digest(1).await;
    let mails = told(&app, &recruiter, "Candidate updates").await;
    assert_eq!(mails.len(), 1);
    let line = format!("Person {candidate} (Backend engineer): Offer intent not sent");
    assert!(mails[0]["text"].as_str().unwrap().contains(&line), "{mails:?}");
    assert!(told(&app, &owner, "Candidate updates").await.is_empty(), "their own move is no news");
    digest(2).await;
    assert_eq!(told(&app, &recruiter, "Candidate updates").await.len(), 1, "nothing happened since");

    // A move whose transaction began before the last digest and ended after it.
    let late = app.application(&job, "线上面试", "已完成面试").await;
    let recorded = "UPDATE application_events SET created_at = now() - interval '1 minute', actor_kind = 'person'
                    WHERE application_id = $1";
    let recorded = sqlx::query(recorded).bind(late.parse::<uuid::Uuid>().unwrap());
    recorded.execute(&mut app.database.connection().await).await.unwrap();
    digest(3).await;
    let mails = told(&app, &recruiter, "Candidate updates").await;
    assert_eq!(mails.len(), 2);
    assert!(mails.iter().any(|mail| mail["text"].as_str().unwrap().contains(&late)), "{mails:?}");
    digest(4).await;
    assert_eq!(told(&app, &recruiter, "Candidate updates").await.len(), 2, "each move is told once");
}
