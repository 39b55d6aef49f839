//! Interviews and booking links of members who leave, and handing them over.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::support::{Client, TestApp, eventually};

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

    async fn invited(&self) -> String {
        self.app.application(&self.job, "线上面试", "已发线上面试邀请").await
    }

    async fn schedule(&self, application: &str, interviewer: &Value, hour: u8) -> Value {
        let body = json!({ "application_id": application, "interviewer": { "user_id": interviewer },
                           "start_time": format!("2030-03-05T{hour:02}:00:00Z"),
                           "end_time": format!("2030-03-05T{hour:02}:45:00Z") });
        self.owner.post(&format!("{}/interview-schedules", self.organization), body).await.expect(201)
    }

    /// A booking link to the interviewer's free slots, as the candidate opens it.
    async fn link(&self, application: &str, interviewer: &Value) -> String {
        let path = format!("{}/applications/{application}/booking-link", self.organization);
        let made = self.owner.post(&path, json!({ "interviewer_id": interviewer })).await.expect(201);
        format!("/api/booking/{}", made["link"].as_str().unwrap().split_once("/booking/").unwrap().1)
    }

    async fn duties(&self, by: &Client, query: &str) -> Value {
        by.get(&format!("{}/interview-duties{query}", self.organization)).await.expect(200)["items"].clone()
    }
}

async fn user_id(client: &Client) -> Value {
    client.get("/api/auth/session").await.expect(200)["user"]["id"].clone()
}

#[tokio::test]
async fn duties_of_a_leaving_interviewer_are_counted_and_handed_over() {
    let world = World::new().await;
    let leaving = world.app.member(&world.organization, Role::Interviewer).await;
    let next = world.app.member(&world.organization, Role::Interviewer).await;
    let (from, to) = (user_id(&leaving).await, user_id(&next).await);
    let (booked, busy, other, invited) =
        (world.invited().await, world.invited().await, world.invited().await, world.invited().await);
    let first = world.schedule(&booked, &from, 9).await;
    let second = world.schedule(&busy, &from, 11).await;
    world.schedule(&other, &to, 11).await;
    let link = world.link(&invited, &from).await;
    // Two links of one candidate are one invitation.
    world.link(&invited, &from).await;

    let of_one = format!("?user_id={}", from.as_str().unwrap());
    let before = world.duties(&world.owner, &of_one).await;
    assert_eq!((&before[0]["interviews"], &before[0]["invitations"]), (&json!(2), &json!(1)));
    assert_eq!(before[0]["is_active"], true);
    assert_eq!(world.duties(&world.owner, "").await, json!([]), "nobody has left");

    world.owner.delete(&leaving.membership(&world.organization).await).await.expect(204);
    let left = world.duties(&world.owner, "").await[0].clone();
    assert_eq!((&left["user_id"], &left["name"], &left["is_active"]), (&from, &json!("Wang Fang"), &json!(false)));
    let candidate = world.app.anonymous();
    assert_eq!(candidate.get(&link).await.problem(404), "booking.not_found");

    let hand_over = format!("{}/interview-duties/{}/hand-over", world.organization, from.as_str().unwrap());
    let done = world.owner.post(&hand_over, json!({ "to": to })).await.expect(200);
    assert_eq!(done, json!({ "interviews": 1, "conflicts": 1, "invitations": 1 }));
    candidate.get(&link).await.expect(200);
    let schedules = world.owner.get(&format!("{}/interview-schedules", world.organization)).await.expect(200);
    let interviewer_of = |schedule: &Value| {
        let found = schedules["items"].as_array().unwrap().iter().find(|item| item["id"] == schedule["id"]).unwrap();
        found["interviewer"]["user_id"].clone()
    };
    assert_eq!((interviewer_of(&first), interviewer_of(&second)), (to, from), "the second one has no free time then");
    assert_eq!(world.duties(&world.owner, "").await[0]["interviews"], 1);
}

#[tokio::test]
async fn members_who_schedule_hand_over_what_they_see() {
    let world = World::new().await;
    let leaving = world.app.member(&world.organization, Role::Interviewer).await;
    let recruiter = world.app.member(&world.organization, Role::Recruiter).await;
    let from = user_id(&leaving).await;
    let own = world.invited().await;
    let elsewhere = {
        let job = world.owner.job(&world.organization).await;
        world.app.application(&job, "线上面试", "已发线上面试邀请").await
    };
    world.owner.assign(&world.job, &recruiter).await;
    world.schedule(&own, &from, 9).await;
    world.schedule(&elsewhere, &from, 11).await;
    world.owner.delete(&leaving.membership(&world.organization).await).await.expect(204);
    assert_eq!(world.duties(&recruiter, "").await[0]["interviews"], 1);

    let hand_over = format!("{}/interview-duties/{}/hand-over", world.organization, from.as_str().unwrap());
    let to = user_id(&recruiter).await;
    let done = recruiter.post(&hand_over, json!({ "to": to })).await.expect(200);
    assert_eq!(done["interviews"], 1);
    assert_eq!(world.duties(&world.owner, "").await[0]["interviews"], 1, "of the other job");
    for wrong in [from.clone(), json!(uuid::Uuid::now_v7())] {
        assert_eq!(recruiter.post(&hand_over, json!({ "to": wrong })).await.problem(422), "request.invalid");
    }
    let viewer = world.app.member(&world.organization, Role::Viewer).await;
    assert_eq!(viewer.post(&hand_over, json!({ "to": to })).await.problem(403), "permission.denied");
}

#[tokio::test]
async fn members_who_leave_hand_over_their_own_interviews() {
    let world = World::new().await;
    let leaving = world.app.member(&world.organization, Role::Interviewer).await;
    let next = world.app.member(&world.organization, Role::Interviewer).await;
    let (from, to) = (user_id(&leaving).await, user_id(&next).await);
    let hand_over = |of: &Value| format!("{}/interview-duties/{}/hand-over", world.organization, of.as_str().unwrap());
    let interviewers = format!("{}/interviewers", world.organization);
    let (booked, invited, other) = (world.invited().await, world.invited().await, world.invited().await);
    world.schedule(&booked, &from, 9).await;
    world.schedule(&other, &to, 9).await;
    let second = world.invited().await;
    world.schedule(&second, &from, 11).await;
    // An invitation to an application that no interview gives access to.
    let link = world.link(&invited, &from).await;

    let own = world.duties(&leaving, &format!("?user_id={}", from.as_str().unwrap())).await;
    assert_eq!((&own[0]["interviews"], &own[0]["invitations"]), (&json!(2), &json!(1)));
    leaving.get(&interviewers).await.expect(200);
    let of_other = format!("{}/interview-duties?user_id={}", world.organization, to.as_str().unwrap());
    assert_eq!(leaving.get(&of_other).await.problem(403), "permission.denied");
    assert_eq!(leaving.post(&hand_over(&to), json!({ "to": from })).await.problem(403), "permission.denied");

    let done = leaving.post(&hand_over(&from), json!({ "to": to })).await.expect(200);
    assert_eq!(done, json!({ "interviews": 1, "conflicts": 1, "invitations": 1 }));
    leaving.delete(&leaving.membership(&world.organization).await).await.expect(204);
    world.app.anonymous().get(&link).await.expect(200);
    assert_eq!(world.duties(&world.owner, "").await[0]["interviews"], 1, "the one in conflict");
}

#[tokio::test]
async fn interviews_deleted_or_cancelled_meanwhile_are_left_out_of_a_hand_over() {
    let world = World::new().await;
    let leaving = world.app.member(&world.organization, Role::Interviewer).await;
    let next = world.app.member(&world.organization, Role::Interviewer).await;
    let (from, to) = (user_id(&leaving).await, user_id(&next).await);
    let (deleted, cancelled, kept) = (world.invited().await, world.invited().await, world.invited().await);
    for (application, hour) in [(&deleted, 9), (&cancelled, 11), (&kept, 13)] {
        world.schedule(application, &from, hour).await;
    }
    let mut connection = world.app.database.connection().await;
    let mut holding = sqlx::Connection::begin(&mut connection).await.unwrap();
    for (sql, application) in [
        "DELETE FROM applications WHERE id = $1::uuid",
        "WITH held AS (SELECT id FROM applications WHERE id = $1::uuid FOR UPDATE)
         UPDATE interview_schedules SET status = 'cancelled', cancel_reason = 'colleague' FROM held
         WHERE application_id = held.id",
    ]
    .into_iter()
    .zip([&deleted, &cancelled])
    {
        sqlx::query(sql).bind(application).execute(&mut *holding).await.unwrap();
    }
    let path = format!("{}/interview-duties/{}/hand-over", world.organization, from.as_str().unwrap());
    let giving = async { world.owner.post(&path, json!({ "to": to })).await.expect(200) };
    let ending = async {
        let mut watching = world.app.database.connection().await;
        eventually("the hand-over waits", async || {
            let waiting: i64 = sqlx::query_scalar(
                "SELECT count(*) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
                 WHERE NOT l.granted AND a.datname = current_database()",
            )
            .fetch_one(&mut watching)
            .await
            .unwrap();
            (waiting > 0).then_some(())
        })
        .await;
        holding.commit().await.unwrap();
    };
    let (done, ()) = tokio::join!(giving, ending);
    assert_eq!((&done["interviews"], &done["conflicts"]), (&json!(1), &json!(0)));
}
