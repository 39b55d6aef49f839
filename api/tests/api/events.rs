//! Live events and their recipients.

use std::time::Duration;

use bole_domain::organization::Role;
use reqwest::Response;
use serde_json::{Value, json};

use crate::support::{Client, TestApp, eventually};

/// An open stream, read event by event.
struct Stream {
    response: Response,
    text: String,
}

impl Stream {
    async fn open(client: &Client, organization: &str) -> Self {
        let response = client.request(reqwest::Method::GET, &format!("{organization}/events")).send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        let mut stream = Self { response, text: String::new() };
        assert!(stream.block().await.contains(": connected"));
        stream
    }

    /// The next block of lines, up to an empty one.
    async fn block(&mut self) -> String {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let block = block.to_owned();
                self.text = rest.to_owned();
                return block;
            }
            let chunk = tokio::time::timeout(Duration::from_secs(90), self.response.chunk()).await.unwrap();
            match chunk.unwrap_or_default() {
                Some(bytes) => self.text.push_str(std::str::from_utf8(&bytes).unwrap()),
                None => return String::new(),
            }
        }
    }

    /// The data of the next event of this kind.
    async fn next(&mut self, kind: &str) -> Value {
        loop {
            let block = self.block().await;
            assert!(!block.is_empty(), "the stream ended");
            if block.contains(&format!("event: {kind}")) {
                let data = block.lines().find_map(|line| line.strip_prefix("data: ")).unwrap();
                return serde_json::from_str(data).unwrap();
            }
        }
    }
}

#[tokio::test]
async fn move_event_reaches_members_of_the_organization_only() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (stranger, elsewhere) = app.owner("other").await;
    let job = owner.job(&organization).await;
    let theirs = stranger.job(&elsewhere).await;
    let id = app.application(&job, "线上面试", "已完成面试").await;
    let other = app.application(&theirs, "线上面试", "已完成面试").await;
    let recruiter = app.member(&organization, Role::Recruiter).await;
    owner.assign(&job, &recruiter).await;

    let mut streams = [Stream::open(&owner, &organization).await, Stream::open(&recruiter, &organization).await];
    let mut outside = Stream::open(&stranger, &elsewhere).await;
    owner.post(&format!("{organization}/applications/drag"), json!({ "ids": [id] })).await.expect(200);
    stranger.post(&format!("{elsewhere}/applications/drag"), json!({ "ids": [other] })).await.expect(200);
    let job_id = job.rsplit('/').next().unwrap();
    for stream in &mut streams {
        let changed = stream.next("application.changed").await;
        assert_eq!(changed, json!({ "job_id": job_id, "ids": [id] }), "ids alone");
    }
    let first = outside.next("application.changed").await;
    assert_eq!(first["ids"], json!([other]), "another organization's change was heard");
}

#[tokio::test]
async fn member_receives_events_of_own_jobs_only() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (own, other) = (owner.job(&organization).await, owner.job(&organization).await);
    let mine = app.application(&own, "线上面试", "已完成面试").await;
    let not_mine = app.application(&other, "线上面试", "已完成面试").await;
    let recruiter = app.member(&organization, Role::Recruiter).await;
    owner.assign(&own, &recruiter).await;
    let mut stream = Stream::open(&recruiter, &organization).await;
    let drag = format!("{organization}/applications/drag");
    owner.post(&drag, json!({ "ids": [not_mine] })).await.expect(200);
    owner.post(&drag, json!({ "ids": [mine] })).await.expect(200);
    assert_eq!(stream.next("application.changed").await["ids"], json!([mine]));
}

#[tokio::test]
async fn planned_interviews_are_announced_live() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (job, other) = (owner.job(&organization).await, owner.job(&organization).await);
    let id = app.application(&job, "线上面试", "已发线上面试邀请").await;
    let not_theirs = app.application(&other, "线上面试", "已发线上面试邀请").await;
    let recruiter = app.member(&organization, Role::Recruiter).await;
    owner.assign(&job, &recruiter).await;
    let mut stream = Stream::open(&recruiter, &organization).await;
    let plan = async |application: &str, hour: u8| {
        let input = json!({ "application_id": application, "start_time": format!("2030-03-05T{hour:02}:00:00Z"),
                            "end_time": format!("2030-03-05T{hour:02}:45:00Z") });
        owner.post(&format!("{organization}/interview-schedules"), input).await.expect(201)["id"].clone()
    };
    plan(&not_theirs, 8).await;
    let planned = plan(&id, 9).await;
    let job_id = job.rsplit('/').next().unwrap();
    assert_eq!(stream.next("schedule.changed").await, json!({ "job_id": job_id, "ids": [planned] }));
}

#[tokio::test]
async fn marks_are_announced_live_to_members_with_the_job() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let id = owner.reviewed(&app, &organization, &job).await;
    let marks = format!("{organization}/applications/{id}/marks");
    let evaluation = owner.get(&marks).await.expect(200)["evaluation_id"].as_str().unwrap().to_owned();
    let recruiter = app.member(&organization, Role::Recruiter).await;
    owner.assign(&job, &recruiter).await;
    let mut stream = Stream::open(&recruiter, &organization).await;
    let changed = json!({ "job_id": job.rsplit('/').next().unwrap(), "ids": [id] });
    for verdict in ["met", "not"] {
        let mark = json!({ "evaluation_id": evaluation, "criterion": 0, "verdict": verdict });
        owner.put(&marks, mark).await.expect(200);
        assert_eq!(stream.next("mark.changed").await, changed);
    }
    owner.delete(&format!("{marks}?evaluation_id={evaluation}&criterion=0")).await.expect(204);
    assert_eq!(stream.next("mark.changed").await, changed);
}

#[tokio::test]
async fn changed_settings_and_emails_are_announced_live() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (job, other) = (owner.job(&organization).await, owner.job(&organization).await);
    let id = app.application(&job, "线上面试", "待发线上面试邀请").await;
    let not_theirs = app.application(&other, "线上面试", "待发线上面试邀请").await;
    let recruiter = app.member(&organization, Role::Recruiter).await;
    owner.assign(&job, &recruiter).await;
    let mut stream = Stream::open(&recruiter, &organization).await;
    let none = json!({ "job_id": null, "ids": [] });

    let smtp = json!({ "host": "127.0.0.1", "port": 9, "security": "plain", "from": "hr@acme.example" });
    owner.put(&format!("{organization}/settings/smtp"), smtp).await.expect(200);
    assert_eq!(stream.next("settings.changed").await, none);
    owner
        .put(&format!("{organization}/settings/ai"), json!({ "modelName": "m", "apiKey": "sk-own" }))
        .await
        .expect(200);
    assert_eq!(stream.next("settings.changed").await, none);

    let job_id = job.rsplit('/').next().unwrap();
    let invite = async |application: &str| {
        let invitation = json!({
            "to": "li@example.com", "subject": "Interview", "body": "Hello", "candidateId": application,
            "currentStatus": "线上面试", "currentSubStatus": "待发线上面试邀请", "emailType": "online_invitation",
        });
        let emails = json!({ "emails": [invitation], "targetStatus": "已发线上面试邀请" });
        owner.post(&format!("{organization}/send-email"), emails).await.expect(202);
    };
    invite(&not_theirs).await;
    invite(&id).await;
    let queued = stream.next("email.changed").await;
    assert_eq!((&queued["job_id"], queued["ids"].as_array().unwrap().len()), (&json!(job_id), 1));
    let email = format!("{organization}/emails/{}", queued["ids"][0].as_str().unwrap());
    owner.post(&format!("{email}/withdraw"), json!({})).await.expect(204);
    assert_eq!(stream.next("email.changed").await, queued, "its state changed");

    let message: uuid::Uuid = sqlx::query_scalar(
        "INSERT INTO inbound_messages (id, organization_id, message_id, state, sender, sender_name, subject, body, application_id,
                                       job_id)
         SELECT gen_random_uuid(), organization_id, '<1@x>', 'reply', '', '', '', '', id, job_id FROM applications WHERE id = $1
         RETURNING id",
    )
    .bind(id.parse::<uuid::Uuid>().unwrap())
    .fetch_one(&mut app.database.connection().await)
    .await
    .unwrap();
    let received = stream.next("inbound.changed").await;
    assert_eq!(received, json!({ "job_id": job_id, "ids": [message] }));
    let path = format!("{organization}/inbound-messages/{message}");
    recruiter.patch(&path, json!({ "is_read": true })).await.expect(200);
    assert_eq!(stream.next("inbound.changed").await, received);
}

#[tokio::test]
async fn stream_sends_heartbeats_and_ends_with_the_membership() {
    let app = TestApp::with(|config| config.event_heartbeat = Duration::from_millis(50)).await;
    let (owner, organization) = app.owner("acme").await;
    let viewer = app.member(&organization, Role::Viewer).await;
    let mut stream = Stream::open(&viewer, &organization).await;
    assert!(stream.block().await.contains(": heartbeat"));
    owner.delete(&viewer.membership(&organization).await).await.expect(204);
    while !stream.block().await.is_empty() {}
}

#[tokio::test]
async fn stream_follows_changed_access_at_once() {
    let app = TestApp::with(|config| config.event_heartbeat = Duration::from_secs(3_600)).await;
    let (owner, organization) = app.owner("acme").await;
    let (first, second) = (owner.job(&organization).await, owner.job(&organization).await);
    let recruiter = app.member(&organization, Role::Recruiter).await;
    owner.assign(&first, &recruiter).await;
    let of_first = app.application(&first, "线上面试", "已完成面试").await;
    let of_second = app.application(&second, "线上面试", "已完成面试").await;
    let mut stream = Stream::open(&recruiter, &organization).await;
    let drag = format!("{organization}/applications/drag");

    owner.assign(&second, &recruiter).await;
    owner.post(&drag, json!({ "ids": [of_first] })).await.expect(200);
    owner.post(&drag, json!({ "ids": [of_second] })).await.expect(200);
    assert_eq!(stream.next("application.changed").await["ids"], json!([of_second]));
}

#[tokio::test]
async fn deactivation_ends_the_stream_at_once() {
    let app = TestApp::with(|config| config.event_heartbeat = Duration::from_secs(3_600)).await;
    let (owner, organization) = app.owner("acme").await;
    let recruiter = app.member(&organization, Role::Recruiter).await;
    let job = owner.job(&organization).await;
    owner.assign(&job, &recruiter).await;
    let id = app.application(&job, "线上面试", "已完成面试").await;
    let mut stream = Stream::open(&recruiter, &organization).await;
    owner.delete(&recruiter.membership(&organization).await).await.expect(204);
    owner.post(&format!("{organization}/applications/drag"), json!({ "ids": [id] })).await.expect(200);
    // The assignment may still be announced to a stream opened just after it.
    loop {
        match stream.block().await {
            block if block.is_empty() => break,
            block => assert!(!block.contains("event: application.changed"), "told after the end: {block}"),
        }
    }
}

#[tokio::test]
async fn invitation_timeout_reaches_open_boards() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let id = app.application(&job, "线上面试", "已发线上面试邀请").await;
    let mut stream = Stream::open(&owner, &organization).await;
    app.shift_clock(time::Duration::days(6));
    let _working = app.work();
    owner.post(&format!("{organization}/check-interview-timeout"), json!({})).await.expect(202);
    let changed = stream.next("application.changed").await;
    assert_eq!(changed["ids"], json!([id]));
    let now = owner.get(&format!("{organization}/applications/{id}")).await.expect(200);
    assert_eq!(now["sub_status"], "超5天未预约线上面试");
}

#[tokio::test]
async fn user_with_all_their_streams_leaves_those_of_others() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let viewer = app.member(&organization, Role::Viewer).await;
    let mut streams = Vec::new();
    for _ in 0..20 {
        streams.push(Stream::open(&owner, &organization).await);
    }
    let refused = owner.get(&format!("{organization}/events")).await;
    assert_eq!(refused.problem(429), "request.too_many");
    assert!(!refused.header("retry-after").is_empty());
    Stream::open(&viewer, &organization).await;

    streams.pop();
    eventually("the closed stream's place is free", async || {
        let request = owner.request(reqwest::Method::GET, &format!("{organization}/events"));
        (request.send().await.unwrap().status() == 200).then_some(())
    })
    .await;
}

#[tokio::test]
async fn silent_listener_is_replaced_and_streams_are_told_to_reload() {
    let (app, proxy) = TestApp::behind_proxy().await;
    let (owner, organization) = app.owner("acme").await;
    let mut stream = Stream::open(&owner, &organization).await;
    proxy.silence();
    assert_eq!(stream.next("resync").await, json!({}));
}
