//! Email digests of expired invitations and moves by others.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::support::{Client, TestApp, eventually};

async fn wants(client: &Client, candidate_updates: bool) {
    let preferences = json!({ "email_notifications": true, "candidate_updates": candidate_updates,
                              "interview_reminders": false, "language": "en-US", "date_format": "language" });
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
async fn members_are_notified_once_of_timed_out_invitations_in_their_jobs() {
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
    wants(&owner, false).await;
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
    for (client, why) in [(&owner, "wants none"), (&admin, "asked for the check"), (&other, "does not see the job")] {
        assert!(told(&app, client, "timed out").await.is_empty(), "{why}");
    }
    assert_eq!(check_timeout(&admin, &organization).await["updated_count"], 0);
    assert_eq!(told(&app, &assigned, "timed out").await.len(), 1, "once");
}

#[tokio::test]
async fn a_digest_is_in_the_readers_language_and_for_those_alone_who_want_email() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let preferences = |email: bool, updates: bool, language: &str| {
        json!({ "email_notifications": email, "candidate_updates": updates, "interview_reminders": true,
                "language": language, "date_format": "language" })
    };
    let mut readers = Vec::new();
    for (email, updates, language, subject) in [
        (true, true, "id-ID", Some("Kabar kandidat: 1 kandidat")),
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
async fn a_digest_tells_what_others_did_since_the_one_before() {
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
}
