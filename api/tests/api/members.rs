//! Members: roles, deactivation, assigned jobs; every change applies from the next request.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::samples::{archive, resume_pdf};
use crate::support::{Client, TestApp};

fn id(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

#[tokio::test]
async fn role_change_and_deactivation_take_effect_at_once() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let member = app.member(&organization, Role::Viewer).await;
    let path = member.membership(&organization).await;
    let jobs = format!("{organization}/jobs");
    assert_eq!(member.get(&jobs).await.problem(403), "permission.denied");
    let changed = owner.patch(&path, json!({ "role": "hr_manager" })).await.expect(200);
    assert_eq!((&changed["role"], &changed["assigned_jobs"]), (&json!("hr_manager"), &json!(0)));
    member.get(&jobs).await.expect(200);
    owner.delete(&path).await.expect(204);
    assert_eq!(member.get(&jobs).await.problem(404), "organization.not_found");
    assert_eq!(member.get("/api/me/organizations").await.expect(200)["total"], 0);
    owner.patch(&path, json!({ "is_active": true })).await.expect(200);
    member.get(&jobs).await.expect(200);
    assert_eq!(owner.patch(&path, json!({ "role": "king" })).await.status, 422);
    let nobody = format!("{organization}/members/0190a1b2-0000-7000-8000-000000000000");
    assert_eq!(owner.patch(&nobody, json!({ "role": "viewer" })).await.problem(404), "member.not_found");
}

#[tokio::test]
async fn members_cannot_manage_higher_roles_or_remove_the_last_owner() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let admin = app.member(&organization, Role::Admin).await;
    let manager = app.member(&organization, Role::HrManager).await;
    let owners = owner.membership(&organization).await;
    let admins = admin.membership(&organization).await;
    let managers = manager.membership(&organization).await;
    assert_eq!(admin.patch(&owners, json!({ "role": "viewer" })).await.problem(403), "member.role_above_own");
    assert_eq!(admin.delete(&owners).await.problem(403), "member.role_above_own");
    assert_eq!(admin.patch(&managers, json!({ "role": "owner" })).await.problem(403), "member.role_above_own");
    assert_eq!(manager.patch(&admins, json!({ "role": "viewer" })).await.problem(403), "permission.denied");
    for answer in [owner.delete(&owners).await, owner.patch(&owners, json!({ "role": "admin" })).await] {
        assert_eq!(answer.problem(409), "member.last_owner");
    }
    owner.patch(&managers, json!({ "role": "owner" })).await.expect(200);
    owner.patch(&owners, json!({ "role": "admin" })).await.expect(200);
    assert_eq!(manager.delete(&managers).await.problem(409), "member.last_owner");
}

#[tokio::test]
async fn sessions_are_only_ended_for_active_members_and_a_few_times() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let member = app.member(&organization, Role::Viewer).await;
    let path = member.membership(&organization).await;
    owner.delete(&path).await.expect(204);
    let sessions = format!("{path}/sessions");
    assert_eq!(owner.delete(&sessions).await.problem(409), "member.inactive");
    member.get("/api/auth/session").await.expect(200);

    owner.patch(&path, json!({ "is_active": true })).await.expect(200);
    for _ in 0..5 {
        owner.delete(&sessions).await.expect(204);
    }
    assert_eq!(member.get("/api/auth/session").await.status, 401);
    assert_eq!(owner.delete(&sessions).await.problem(429), "request.too_many");
}

#[tokio::test]
async fn leaving_ends_only_own_membership() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (viewer, other) =
        (app.member(&organization, Role::Viewer).await, app.member(&organization, Role::Viewer).await);
    let theirs = other.membership(&organization).await;
    assert_eq!(viewer.delete(&theirs).await.problem(403), "permission.denied");
    viewer.delete(&viewer.membership(&organization).await).await.expect(204);
    assert_eq!(viewer.get(&organization).await.problem(404), "organization.not_found");
    assert_eq!(viewer.get("/api/me/organizations").await.expect(200)["total"], 0);
    other.get(&organization).await.expect(200);
    assert_eq!(owner.delete(&owner.membership(&organization).await).await.problem(409), "member.last_owner");
}

#[tokio::test]
async fn plan_usage_is_visible_with_member_permission() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let manager = app.member(&organization, Role::HrManager).await;
    owner.job(&organization).await;
    let archived = owner.job(&organization).await;
    owner.post(&format!("{archived}/archive"), json!({})).await.expect(200);
    let invitation = json!({ "email": "siti@example.com", "role": "viewer" });
    owner.post(&format!("{organization}/invitations"), invitation).await.expect(201);
    let usage = json!({
        "members": { "used": 3, "limit": 5 },
        "jobs": { "used": 1, "limit": 10 },
        "batches_today": { "used": 0, "limit": 200 },
        "bytes_today": { "used": 0, "limit": 10_737_418_240_u64 },
        "stored_bytes": { "used": 0, "limit": 107_374_182_400_u64 },
    });
    // The manager has no jobs of their own but counts all jobs.
    for client in [&owner, &manager] {
        assert_eq!(client.get(&format!("{organization}/usage")).await.expect(200), usage);
    }
}

#[tokio::test]
async fn two_owners_cannot_leave_concurrently() {
    let app = TestApp::new().await;
    let (one, organization) = app.owner("acme").await;
    let two = app.member(&organization, Role::Owner).await;
    let (first, second) = (one.membership(&organization).await, two.membership(&organization).await);
    let (a, b) = tokio::join!(one.delete(&first), two.delete(&second));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 409]);
}

#[tokio::test]
async fn members_below_admin_see_only_assigned_jobs() {
    let app = TestApp::new().await;
    let _worker = app.work();
    let (owner, organization) = app.owner("acme").await;
    let (mine, theirs) = (owner.job(&organization).await, owner.job(&organization).await);
    let batch = owner.evaluate(&theirs, archive([("a.pdf", resume_pdf("Maria", 3))])).await;
    owner.post(&format!("{batch}/promote"), json!({})).await.expect(200);
    let applications = owner.get(&format!("{organization}/applications?job_id={}", id(&theirs))).await.expect(200);
    let application = format!("{organization}/applications/{}", applications["items"][0]["id"].as_str().unwrap());
    let person = applications["items"][0]["person"]["id"].as_str().unwrap();
    let row = format!("{organization}/batch-tasks/{}", owner.rows(&batch).await[0]["id"].as_str().unwrap());
    let resumes = format!("{organization}/people/{person}/resumes");

    let manager = app.member(&organization, Role::HrManager).await;
    let path = manager.membership(&organization).await;
    let ids = |page: Value| -> Vec<String> {
        page["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
    };
    let set = owner.put(&format!("{path}/jobs"), json!({ "job_ids": [id(&mine)] })).await.expect(200);
    assert_eq!(set, json!({ "all": false, "job_ids": [id(&mine)] }));
    assert_eq!(owner.get(&format!("{path}/jobs")).await.expect(200), set);

    assert_eq!(ids(manager.get(&format!("{organization}/jobs")).await.expect(200)), [id(&mine)]);
    manager.get(&mine).await.expect(200);
    for hidden in [&theirs, &batch, &format!("{batch}/tasks"), &row, &application] {
        owner.get(hidden).await.expect(200);
        assert_eq!(manager.get(hidden).await.status, 404, "{hidden}");
    }
    assert_eq!(owner.get(&resumes).await.expect(200)["total"], 1);
    assert_eq!(manager.get(&resumes).await.expect(200)["total"], 0);
    assert_eq!(manager.upload(&theirs, archive([("a.pdf", resume_pdf("Maria", 3))])).await.status, 404);
    assert_eq!(manager.get(&format!("{organization}/batches")).await.expect(200)["total"], 0);
    let other = format!("{organization}/applications?job_id={}", id(&theirs));
    assert_eq!(manager.get(&other).await.expect(200)["total"], 0);

    // A creator is assigned to their job, and others' jobs count towards the plan.
    let own = manager.job(&organization).await;
    manager.get(&own).await.expect(200);
    for _ in 3..10 {
        manager.job(&organization).await;
    }
    let input = json!({ "title": "One more", "jd": "Anything" });
    assert_eq!(manager.post(&format!("{organization}/jobs"), input).await.problem(409), "job.limit_reached");

    owner.put(&format!("{path}/jobs"), json!({ "job_ids": [id(&mine), id(&theirs)] })).await.expect(200);
    for seen in [&theirs, &batch, &application, &row] {
        manager.get(seen).await.expect(200);
    }
    assert_eq!(manager.get(&resumes).await.expect(200)["total"], 1);
    let nobodys = json!({ "job_ids": ["0190a1b2-0000-7000-8000-000000000000"] });
    assert_eq!(owner.put(&format!("{path}/jobs"), nobodys).await.problem(422), "job.not_found");
}

#[tokio::test]
async fn organization_changes_permissions_of_its_roles() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let recruiter = app.member(&organization, Role::Recruiter).await;
    let jobs = format!("{organization}/jobs");
    let job = json!({ "title": "Welder", "jd": "Weld" });
    assert_eq!(recruiter.post(&jobs, job.clone()).await.problem(403), "permission.denied");

    let put =
        async |role: &str, body: Value| owner.put(&format!("{organization}/roles/{role}/permissions"), body).await;
    let grants = json!([{ "resource": "pages", "actions": ["jobs", "pipeline"] }, { "resource": "jobs", "actions": ["create"] }]);
    let set = put("recruiter", json!({ "permissions": grants })).await.expect(200);
    assert_eq!(set["is_customised"], true);
    recruiter.post(&jobs, job).await.expect(201);
    assert_eq!(recruiter.get(&jobs).await.expect(200)["total"], 1);
    let mine = recruiter.get("/api/me/organizations").await.expect(200);
    assert_eq!(mine["items"][0]["permissions"], json!(["jobs:view", "jobs:create"]));
    assert_eq!(mine["items"][0]["pages"], json!(["jobs", "pipeline"]));

    // Other organizations' recruiters are not affected.
    let (_, elsewhere) = app.owner("other").await;
    let stranger = app.member(&elsewhere, Role::Recruiter).await;
    assert_eq!(stranger.post(&format!("{elsewhere}/jobs"), json!({})).await.problem(403), "permission.denied");

    put("recruiter", json!({ "permissions": null })).await.expect(200);
    let listed = owner.get(&format!("{organization}/roles")).await.expect(200);
    let recruiters = &listed["items"][3];
    assert_eq!((&recruiters["role"], &recruiters["is_customised"]), (&json!("recruiter"), &json!(false)));
    assert_eq!(recruiters["permissions"], recruiters["defaults"]);

    for (role, row, code) in [
        ("recruiter", json!({ "resource": "jobs", "actions": ["delete"] }), "role.permission_reserved"),
        ("recruiter", json!({ "resource": "members", "actions": ["create"] }), "role.permission_reserved"),
        ("viewer", json!({ "resource": "pages", "actions": ["moon"] }), "role.permission_unknown"),
        ("viewer", json!({ "resource": "dashboard", "actions": ["delete"] }), "role.permission_unknown"),
    ] {
        assert_eq!(put(role, json!({ "permissions": [row] })).await.problem(422), code);
    }
    for fixed in ["owner", "admin"] {
        assert_eq!(put(fixed, json!({ "permissions": [] })).await.problem(403), "role.fixed");
    }
    let manager = app.member(&organization, Role::HrManager).await;
    assert_eq!(manager.get(&format!("{organization}/roles")).await.problem(403), "permission.denied");
}

#[tokio::test]
async fn extra_permissions_end_with_the_role_or_by_revocation() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let member = app.member(&organization, Role::HrManager).await;
    let path = member.membership(&organization).await;
    let manage = json!({ "permissions": ["dashboard:view", "evaluate:delete"] });
    let changed = owner.patch(&path, manage).await.expect(200);
    assert_eq!(changed["permissions"], json!(["dashboard:view", "evaluate:delete"]));
    let refused = owner.patch(&path, json!({ "permissions": ["organization:delete"] })).await;
    assert_eq!(refused.problem(422), "role.permission_reserved");
    let lower = owner.patch(&path, json!({ "role": "recruiter" })).await.expect(200);
    assert_eq!(lower["permissions"], json!([]));
    assert_eq!(member.get(&format!("{organization}/batches")).await.problem(403), "permission.denied");
    let given = json!({ "permissions": ["evaluate:view"] });
    owner.patch(&path, given).await.expect(200);
    member.get(&format!("{organization}/batches")).await.expect(200);
    owner.patch(&path, json!({ "permissions": [] })).await.expect(200);
    assert_eq!(member.get(&format!("{organization}/batches")).await.problem(403), "permission.denied");
}

#[tokio::test]
async fn admin_ends_the_sessions_of_a_member() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (admin, member) = (app.member(&organization, Role::Admin).await, app.member(&organization, Role::Viewer).await);
    let sessions = async |of: &crate::support::Client| format!("{}/sessions", of.membership(&organization).await);
    let owners = sessions(&owner).await;
    assert_eq!(admin.delete(&owners).await.problem(403), "member.role_above_own");
    let members = sessions(&member).await;
    admin.delete(&members).await.expect(204);
    assert_eq!(member.get("/api/auth/session").await.problem(401), "auth.unauthenticated");
    owner.get("/api/auth/session").await.expect(200);
}

#[tokio::test]
async fn membership_counts_assigned_jobs() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let job = owner.job(&organization).await;
    let recruiter = app.member(&organization, Role::Recruiter).await;
    let assigned = async |client: &Client| {
        client.get("/api/me/organizations").await.expect(200)["items"][0]["assigned_jobs"].clone()
    };
    assert_eq!((assigned(&owner).await, assigned(&recruiter).await), (Value::Null, json!(0)));
    owner.assign(&job, &recruiter).await;
    assert_eq!(assigned(&recruiter).await, 1);
}
