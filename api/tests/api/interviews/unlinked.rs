//! Interviews that are not linked to a candidate, and who has access to them.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use super::World;
use crate::support::Client;

/// An interview that is not linked, of this member, and its address.
async fn unlinked(world: &World, interviewer: &Client, hour: u8) -> (Value, String) {
    let body = json!({ "start_time": format!("2030-03-05T{hour:02}:00:00Z"), "end_time": format!("2030-03-05T{hour:02}:45:00Z"),
                       "interviewer": { "user_id": user_id(interviewer).await } });
    let schedule = world.plan(body).await.expect(201);
    let path = format!("{}/interview-schedules/{}", world.organization, schedule["id"].as_str().unwrap());
    (schedule, path)
}

async fn user_id(client: &Client) -> Value {
    client.get("/api/auth/session").await.expect(200)["user"]["id"].clone()
}

async fn listed(world: &World, client: &Client) -> Vec<Value> {
    let page = client.get(&format!("{}/interview-schedules", world.organization)).await.expect(200);
    assert_eq!(page["total"], page["items"].as_array().unwrap().len());
    page["items"].as_array().unwrap().iter().map(|item| item["id"].clone()).collect()
}

#[tokio::test]
async fn unlinked_interview_is_its_interviewers_own() {
    let world = World::new().await;
    let first = world.app.member(&world.organization, Role::Interviewer).await;
    let second = world.app.member(&world.organization, Role::Interviewer).await;
    let (own, own_path) = unlinked(&world, &first, 9).await;
    let (theirs, path) = unlinked(&world, &second, 10).await;

    assert_eq!(listed(&world, &first).await, [own["id"].clone()]);
    assert_eq!(first.get(&format!("{path}/ics")).await.problem(404), "schedule.not_found");
    for change in [json!({ "version": 1, "notes": "x" }), json!({ "version": 1, "status": "cancelled" })] {
        assert_eq!(first.patch(&path, change).await.problem(404), "schedule.not_found");
    }
    let id = world.at("线上面试", "已发线上面试邀请").await;
    let link = first.post(&format!("{path}/link"), json!({ "application_id": id })).await;
    assert_eq!(link.problem(404), "schedule.not_found");
    let kept = world.owner.get(&format!("{}/interview-schedules", world.organization)).await.expect(200);
    let kept = kept["items"].as_array().unwrap().iter().find(|item| item["id"] == theirs["id"]).unwrap();
    assert_eq!((&kept["status"], &kept["version"]), (&json!("scheduled"), &json!(1)));

    let away = json!({ "version": 1, "interviewer": { "user_id": user_id(&second).await } });
    assert_eq!(first.patch(&own_path, away).await.problem(403), "permission.denied");
    let done = first.patch(&own_path, json!({ "version": 1, "status": "cancelled" })).await.expect(200);
    assert_eq!(done["status"], "cancelled");
}

#[tokio::test]
async fn members_who_schedule_interviews_see_all_unlinked_ones() {
    let world = World::new().await;
    let interviewer = world.app.member(&world.organization, Role::Interviewer).await;
    let recruiter = world.app.member(&world.organization, Role::Recruiter).await;
    let (schedule, path) = unlinked(&world, &interviewer, 9).await;
    assert_eq!(listed(&world, &recruiter).await, [schedule["id"].clone()]);
    let changed = recruiter.patch(&path, json!({ "version": 1, "notes": "bring the plan" })).await.expect(200);
    assert_eq!(changed["notes"], "bring the plan");

    // As the organization configures the role, so it sees.
    let roles = format!("{}/roles/recruiter/permissions", world.organization);
    let without = json!({ "permissions": [{ "resource": "pages", "actions": ["schedule"] },
                                          { "resource": "schedule", "actions": ["view", "edit"] }] });
    world.owner.put(&roles, without).await.expect(200);
    assert_eq!(listed(&world, &recruiter).await, Vec::<Value>::new());
    assert_eq!(recruiter.patch(&path, json!({ "version": 2, "notes": "" })).await.problem(404), "schedule.not_found");
}
