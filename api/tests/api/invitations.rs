//! Invitations: send, view, accept as a new and as an existing user, decline, expire, limits.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use crate::support::{Client, PASSWORD, TestApp};

/// Invites, and returns the invitation's path and the emailed token.
async fn invite(app: &TestApp, by: &Client, organization: &str, email: &str, role: &str) -> (String, String) {
    let input = json!({ "email": email, "role": role });
    let made = by.post(&format!("{organization}/invitations"), input).await.expect(201);
    (format!("{organization}/invitations/{}", made["id"].as_str().unwrap()), mailed(app, email).await)
}

async fn mailed(app: &TestApp, email: &str) -> String {
    let mails = app.mails(&email.to_lowercase()).await;
    token(mails[0]["links"][0].as_str().unwrap())
}

fn token(link: &str) -> String {
    link.split_once("/accept-invitation?token=").unwrap().1.to_owned()
}

async fn accept(client: &Client, token: &str, body: Value) -> crate::support::Answer {
    client.post(&format!("/api/invitations/{token}/accept"), body).await
}

fn newcomer() -> Value {
    json!({ "full_name": "Siti Rahma", "password": PASSWORD })
}

#[tokio::test]
async fn new_person_joins_with_name_and_password() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, token) = invite(&app, &owner, &organization, "Siti@Example.com", "recruiter").await;
    let open = owner.get(&format!("{organization}/invitations")).await.expect(200);
    assert_eq!((&open["total"], &open["items"][0]["status"]), (&json!(1), &json!("pending")));
    assert_eq!(open["items"][0]["invited_by_email"], "acme@example.com");

    let guest = app.anonymous();
    let seen = guest.get(&format!("/api/invitations/{token}")).await.expect(200);
    assert_eq!(seen["organization_name"], "acme");
    assert_eq!(seen["email"], "siti@example.com");
    assert_eq!(seen["role"], "recruiter");
    assert_eq!(seen["has_account"], false);
    assert_eq!(seen["invited_by_name"], "Wang Fang");

    let refused = accept(&guest, &token, json!({ "full_name": " ", "password": "short" })).await.expect(422);
    assert_eq!(
        refused["errors"],
        json!([{ "field": "full_name", "code": "field.required" }, { "field": "password", "code": "field.too_short" }])
    );
    let accepted = accept(&guest, &token, newcomer()).await.expect(200);
    assert_eq!(accepted["session"]["user"]["email"], "siti@example.com");
    let mine = guest.get("/api/me/organizations").await.expect(200);
    assert_eq!(mine["items"][0]["role"], "recruiter");

    // Single use, and no longer listed.
    assert_eq!(accept(&app.anonymous(), &token, newcomer()).await.problem(409), "invitation.already_accepted");
    assert_eq!(guest.get(&format!("/api/invitations/{token}")).await.expect(200)["status"], "accepted");
    assert_eq!(owner.get(&format!("{organization}/invitations")).await.expect(200)["total"], 0);
    assert_eq!(owner.delete(&path).await.problem(409), "invitation.already_accepted");
    let again = json!({ "email": "siti@example.com", "role": "viewer" });
    let member = owner.post(&format!("{organization}/invitations"), again).await;
    assert_eq!(member.problem(409), "invitation.already_member");
    let signed_in = json!({ "email": "siti@example.com", "password": PASSWORD });
    app.anonymous().post("/api/auth/sign-in", signed_in).await.expect(200);
}

#[tokio::test]
async fn invitations_are_in_the_language_of_the_invited_account() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let invited = app.user("siti@example.com").await;
    let mut preferences = invited.get("/api/me/preferences").await.expect(200);
    preferences["language"] = json!("id-ID");
    invited.put("/api/me/preferences", preferences).await.expect(200);
    let (path, _) = invite(&app, &owner, &organization, "siti@example.com", "recruiter").await;
    owner.post(&format!("{path}/resend"), json!({})).await.expect(200);
    let mails = app.mails("siti@example.com").await;
    for mail in &mails[..2] {
        assert!(mail["subject"].as_str().unwrap().contains("mengundang Anda"), "{}", mail["subject"]);
    }
    // The inviter's, for an address without an account.
    invite(&app, &owner, &organization, "new@example.com", "recruiter").await;
    assert!(app.mails("new@example.com").await[0]["subject"].as_str().unwrap().contains("邀请您加入"));
}

#[tokio::test]
async fn existing_account_signs_in_with_the_invited_address_first() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let invited = app.user("siti@example.com").await;
    let other = app.user("eve@example.com").await;
    let (_, token) = invite(&app, &owner, &organization, "siti@example.com", "hr_manager").await;
    assert_eq!(owner.get(&format!("/api/invitations/{token}")).await.expect(200)["has_account"], true);
    // A password in the request does not change the existing account.
    assert_eq!(accept(&app.anonymous(), &token, newcomer()).await.problem(401), "session.required");
    assert_eq!(accept(&other, &token, newcomer()).await.problem(409), "invitation.other_address");
    accept(&invited, &token, json!({})).await.expect(200);
    assert_eq!(invited.get("/api/me/organizations").await.expect(200)["items"][0]["role"], "hr_manager");
}

#[tokio::test]
async fn all_invitations_of_ones_address_are_accepted_at_once() {
    let app = TestApp::new().await;
    let invited = app.user("siti@example.com").await;
    let (one, first) = app.owner("one").await;
    let (two, second) = app.owner("two").await;
    let (full, third) = app.owner("full").await;
    invite(&app, &one, &first, "siti@example.com", "viewer").await;
    invite(&app, &two, &second, "siti@example.com", "recruiter").await;
    invite(&app, &full, &third, "siti@example.com", "recruiter").await;
    invite(&app, &one, &first, "somebody.else@example.com", "admin").await;
    // Meanwhile the plan's five seats fill up.
    for _ in 0..4 {
        app.member(&third, Role::Viewer).await;
    }
    let done = invited.post("/api/me/invitations/accept", json!({})).await.expect(200);
    assert_eq!(done["organization_ids"].as_array().unwrap().len(), 2);
    assert_eq!(done["refused"][0]["code"], "organization.user_limit_reached");
    assert_eq!(invited.get("/api/me/organizations").await.expect(200)["total"], 2);
    let again = invited.post("/api/me/invitations/accept", json!({})).await.expect(200);
    assert_eq!(again["organization_ids"], json!([]));
}

#[tokio::test]
async fn invitations_are_answered_one_by_one_by_the_invited_person_only() {
    let app = TestApp::new().await;
    let invited = app.user("siti@example.com").await;
    let eve = app.user("eve@example.com").await;
    let (one, first) = app.owner("one").await;
    let (two, second) = app.owner("two").await;
    invite(&app, &one, &first, "siti@example.com", "viewer").await;
    invite(&app, &two, &second, "siti@example.com", "recruiter").await;
    let mine = invited.get("/api/me/invitations").await.expect(200);
    assert_eq!(mine["total"], 2);
    assert_eq!(
        (&mine["items"][0]["organization_name"], &mine["items"][1]["role"]),
        (&json!("one"), &json!("recruiter"))
    );
    assert_eq!(mine["items"][0]["invited_by_name"], "Wang Fang");
    assert_eq!(eve.get("/api/me/invitations").await.expect(200)["total"], 0);

    let path = |n: usize| format!("/api/me/invitations/{}", mine["items"][n]["id"].as_str().unwrap());
    for answer in ["accept", "decline"] {
        let theirs = eve.post(&format!("{}/{answer}", path(0)), json!({})).await;
        assert_eq!(theirs.problem(404), "invitation.not_found");
    }
    invited.post(&format!("{}/decline", path(0)), json!({})).await.expect(204);
    let joined = invited.post(&format!("{}/accept", path(1)), json!({})).await.expect(200);
    assert!(second.ends_with(joined["organization_id"].as_str().unwrap()));
    assert_eq!(invited.get("/api/me/organizations").await.expect(200)["items"][0]["role"], "recruiter");
    assert_eq!(invited.get("/api/me/invitations").await.expect(200)["total"], 0);
    let again = invited.post(&format!("{}/accept", path(0)), json!({})).await;
    assert_eq!(again.problem(404), "invitation.not_found");
}

#[tokio::test]
async fn invitation_is_declined_cancelled_and_resent() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, first) = invite(&app, &owner, &organization, "siti@example.com", "recruiter").await;
    let twice = json!({ "email": "siti@example.com", "role": "viewer" });
    let pending = owner.post(&format!("{organization}/invitations"), twice.clone()).await;
    assert_eq!(pending.problem(409), "invitation.already_pending");

    owner.post(&format!("{path}/resend"), json!({})).await.expect(200);
    let second = mailed(&app, "siti@example.com").await;
    assert_ne!(first, second);
    let guest = app.anonymous();
    for token in [&first, &second] {
        guest.get(&format!("/api/invitations/{token}")).await.expect(200);
    }
    guest.post(&format!("/api/invitations/{second}/decline"), json!({})).await.expect(204);
    assert_eq!(accept(&guest, &first, newcomer()).await.problem(409), "invitation.declined");
    let again = guest.post(&format!("/api/invitations/{second}/decline"), json!({})).await;
    assert_eq!(again.problem(409), "invitation.declined");
    assert_eq!(owner.post(&format!("{path}/resend"), json!({})).await.problem(409), "invitation.declined");

    owner.post(&format!("{organization}/invitations"), twice).await.expect(201);
    let third = mailed(&app, "siti@example.com").await;
    let open = owner.get(&format!("{organization}/invitations")).await.expect(200);
    let path = format!("{organization}/invitations/{}", open["items"][0]["id"].as_str().unwrap());
    owner.delete(&path).await.expect(204);
    assert_eq!(accept(&guest, &third, newcomer()).await.problem(404), "invitation.invalid");
    assert_eq!(owner.delete(&path).await.problem(404), "invitation.not_found");
    for nonsense in ["nonsense", "", &"A".repeat(64)] {
        let answer = guest.get(&format!("/api/invitations/{nonsense}")).await;
        assert_eq!(answer.status, 404, "{nonsense}");
    }
}

#[tokio::test]
async fn expired_invitation_is_renewed_by_resending() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, token) = invite(&app, &owner, &organization, "siti@example.com", "recruiter").await;
    let expire = "UPDATE organization_invitations SET expires_at = now() - interval '1 second'";
    sqlx::raw_sql(expire).execute(&mut app.database.connection().await).await.unwrap();
    let guest = app.anonymous();
    assert_eq!(guest.get(&format!("/api/invitations/{token}")).await.expect(200)["status"], "expired");
    assert_eq!(accept(&guest, &token, newcomer()).await.problem(409), "invitation.expired");
    assert_eq!(owner.post(&format!("{path}/link"), json!({})).await.problem(409), "invitation.expired");
    assert_eq!(owner.post(&format!("{path}/resend"), json!({})).await.expect(200)["status"], "pending");
    // The expired link stays invalid.
    assert_eq!(accept(&guest, &token, newcomer()).await.problem(404), "invitation.invalid");
    let renewed = mailed(&app, "siti@example.com").await;
    accept(&guest, &renewed, newcomer()).await.expect(200);
}

#[tokio::test]
async fn joining_by_copied_link_requires_a_confirmed_mailbox() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, _) = invite(&app, &owner, &organization, "siti@example.com", "recruiter").await;
    let copied = owner.post(&format!("{path}/link"), json!({})).await.expect(200);
    let guest = app.anonymous();
    let accepted = accept(&guest, &token(copied["link"].as_str().unwrap()), newcomer()).await.expect(200);
    assert_eq!((&accepted["session"], &accepted["confirmation_sent"]), (&Value::Null, &json!(true)));
    let sign_in = json!({ "email": "siti@example.com", "password": PASSWORD });
    assert_eq!(guest.post("/api/auth/sign-in", sign_in.clone()).await.problem(403), "auth.email_not_confirmed");
    let confirmation = app.mailed_token("siti@example.com").await;
    let members = owner.get(&format!("{organization}/members")).await.expect(200);
    assert_eq!(members["total"], 1, "nobody joins before the address is confirmed");
    let verify = json!({ "type": "signup", "token_hash": confirmation });
    guest.post("/api/auth/verify", verify).await.expect(200);
    assert_eq!(guest.get("/api/me/organizations").await.expect(200)["total"], 0, "nor without accepting");
    let mine = guest.get("/api/me/invitations").await.expect(200);
    let accept = format!("/api/me/invitations/{}/accept", mine["items"][0]["id"].as_str().unwrap());
    guest.post(&accept, json!({})).await.expect(200);
    assert_eq!(guest.get("/api/me/organizations").await.expect(200)["total"], 1);
    app.anonymous().post("/api/auth/sign-in", sign_in).await.expect(200);
}

#[tokio::test]
async fn members_cannot_grant_roles_or_permissions_they_lack() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let invitations = format!("{organization}/invitations");
    let manager = app.member(&organization, Role::HrManager).await;
    let invite = |role: &str, permissions: Value| json!({ "email": "siti@example.com", "role": role, "permissions": permissions });
    for above in ["owner", "admin"] {
        assert_eq!(manager.post(&invitations, invite(above, json!([]))).await.problem(403), "member.role_above_own");
    }
    for (permission, code) in [
        ("jobs:fly", "role.permission_unknown"),
        ("members:manage", "role.permission_reserved"),
        ("offer-workbench:create", ""),
    ] {
        let answer = manager.post(&invitations, invite("viewer", json!([permission]))).await;
        if code.is_empty() {
            answer.expect(201)
        } else {
            json!(answer.problem(422))
        };
    }
    let recruiter = app.member(&organization, Role::Recruiter).await;
    assert_eq!(recruiter.post(&invitations, invite("viewer", json!([]))).await.problem(403), "permission.denied");
    // An HR manager can neither cancel nor share an admin's invitation.
    let admin = owner.post(&invitations, json!({ "email": "boss@example.com", "role": "admin" })).await.expect(201);
    let path = format!("{invitations}/{}", admin["id"].as_str().unwrap());
    assert_eq!(manager.delete(&path).await.problem(403), "member.role_above_own");
    assert_eq!(manager.post(&format!("{path}/link"), json!({})).await.problem(403), "member.role_above_own");

    let token = mailed(&app, "siti@example.com").await;
    let guest = app.anonymous();
    accept(&guest, &token, newcomer()).await.expect(200);
    let mine = guest.get("/api/me/organizations").await.expect(200);
    let permissions = mine["items"][0]["permissions"].as_array().unwrap();
    assert!(permissions.contains(&json!("offer-workbench:create")), "{permissions:?}");
}

#[tokio::test]
async fn last_seat_is_taken_once_by_concurrent_acceptances() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let mut tokens = Vec::new();
    for i in 0..4 {
        tokens.push(invite(&app, &owner, &organization, &format!("p{i}@example.com"), "viewer").await.1);
    }
    let more = json!({ "email": "p9@example.com", "role": "viewer" });
    let full = owner.post(&format!("{organization}/invitations"), more).await;
    assert_eq!(full.problem(409), "organization.user_limit_reached");
    // Meanwhile three of five seats are taken: one is left for four invited users.
    for _ in 0..3 {
        app.member(&organization, Role::Viewer).await;
    }
    let guests: Vec<_> = tokens.into_iter().map(|token| (app.anonymous(), token)).collect();
    let answers = futures_util::future::join_all(
        guests.iter().map(|(guest, token)| async { accept(guest, token, newcomer()).await.status }),
    )
    .await;
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 409).count(), 3, "{answers:?}");
    let members = owner.get(&format!("{organization}/members")).await.expect(200);
    assert_eq!(members["total"], 5);
}

#[tokio::test]
async fn invitation_creates_an_account_while_registration_is_closed() {
    let app = TestApp::with(|config| config.registration = bole_api::Registration::Invitation).await;
    let owner = app.account("boss@example.com").await;
    let made = owner.post("/api/organizations", json!({ "name": "Acme", "slug": "acme" })).await.expect(201);
    let organization = format!("/api/organizations/{}", made["id"].as_str().unwrap());
    let signing_up = json!({ "email": "siti@example.com", "password": PASSWORD, "full_name": "Siti" });
    let closed = app.anonymous().post("/api/auth/sign-up", signing_up).await;
    assert_eq!(closed.problem(403), "auth.registration_closed");
    let (_, token) = invite(&app, &owner, &organization, "siti@example.com", "recruiter").await;
    accept(&app.anonymous(), &token, newcomer()).await.expect(200);
}

#[tokio::test]
async fn invitations_are_cancelled_when_the_inviter_loses_the_permission() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let admin = app.member(&organization, Role::Admin).await;
    let membership = admin.membership(&organization).await;
    let (path, token) = invite(&app, &admin, &organization, "second@example.com", "admin").await;
    owner.patch(&membership, json!({ "is_active": false })).await.expect(200);
    assert_eq!(accept(&app.anonymous(), &token, newcomer()).await.problem(409), "invitation.expired");
    // Another admin may resend it in their own name; earlier links stay invalid.
    owner.post(&format!("{path}/resend"), json!({})).await.expect(200);
    assert_eq!(accept(&app.anonymous(), &token, newcomer()).await.problem(404), "invitation.invalid");
    accept(&app.anonymous(), &mailed(&app, "second@example.com").await, newcomer()).await.expect(200);
}

#[tokio::test]
async fn copied_link_does_not_reveal_whether_an_account_exists() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    app.user("b@example.com").await;
    let (path, mailed) = invite(&app, &owner, &organization, "b@example.com", "viewer").await;
    let copied = owner.post(&format!("{path}/link"), json!({})).await.expect(200);
    let copied = token(copied["link"].as_str().unwrap());
    let has_account = async |token: &str| {
        app.anonymous().get(&format!("/api/invitations/{token}")).await.expect(200)["has_account"].clone()
    };
    assert_eq!(has_account(&mailed).await, true);
    assert_eq!(has_account(&copied).await, false);
}

#[tokio::test]
async fn old_invitation_does_not_demote_a_returning_owner() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let other = app.user("b@example.com").await;
    let (_, token) = invite(&app, &owner, &organization, "b@example.com", "owner").await;
    accept(&other, &token, json!({})).await.expect(200);
    let membership = other.membership(&organization).await;
    owner.patch(&membership, json!({ "is_active": false })).await.expect(200);
    let (_, token) = invite(&app, &owner, &organization, "b@example.com", "viewer").await;
    owner.patch(&membership, json!({ "is_active": true })).await.expect(200);
    assert_eq!(accept(&other, &token, json!({})).await.problem(409), "invitation.expired");
    owner.delete(&owner.membership(&organization).await).await.expect(204);
    other.get(&organization).await.expect(200);
}

#[tokio::test]
async fn invitation_grants_at_most_the_permissions_of_its_sender() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let manager = app.member(&organization, Role::HrManager).await;
    let given = json!({ "email": "second@example.com", "role": "viewer", "permissions": ["offer-workbench:create"] });
    manager.post(&format!("{organization}/invitations"), given).await.expect(201);
    let token = mailed(&app, "second@example.com").await;
    let role = format!("{organization}/roles/hr_manager/permissions");
    let less =
        json!([{ "resource": "pages", "actions": ["jobs"] }, { "resource": "members", "actions": ["view", "create"] }]);
    owner.put(&role, json!({ "permissions": less })).await.expect(200);
    assert_eq!(accept(&app.anonymous(), &token, newcomer()).await.problem(409), "invitation.expired");
    owner.put(&role, json!({ "permissions": null })).await.expect(200);
    accept(&app.anonymous(), &token, newcomer()).await.expect(200);
}

#[tokio::test]
async fn member_without_invite_permission_has_no_open_invitations() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let admin = app.member(&organization, Role::Admin).await;
    let membership = admin.membership(&organization).await;
    let (_, token) = invite(&app, &admin, &organization, "second@example.com", "viewer").await;
    // A recruiter reaches the role of a viewer, and invites nobody.
    owner.patch(&membership, json!({ "role": "recruiter" })).await.expect(200);
    let open = owner.get(&format!("{organization}/invitations")).await.expect(200);
    assert_eq!(open["items"][0]["status"], "expired");
    assert_eq!(accept(&app.anonymous(), &token, newcomer()).await.problem(409), "invitation.expired");
}

#[tokio::test]
async fn returning_member_has_no_former_job_assignments() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let recruiter = app.member(&organization, Role::Recruiter).await;
    let job = owner.job(&organization).await;
    owner.assign(&job, &recruiter).await;
    recruiter.get(&job).await.expect(200);
    let membership = recruiter.membership(&organization).await;
    let email = recruiter.get("/api/auth/session").await.expect(200)["user"]["email"].as_str().unwrap().to_owned();
    owner.delete(&membership).await.expect(204);
    let (_, token) = invite(&app, &owner, &organization, &email, "recruiter").await;
    accept(&recruiter, &token, json!({})).await.expect(200);
    assert_eq!(recruiter.get(&job).await.problem(404), "job.not_found");
    let jobs = owner.get(&format!("{membership}/jobs")).await.expect(200);
    assert_eq!(jobs["job_ids"], json!([]));
}

#[tokio::test]
async fn joining_as_another_person_is_refused_while_signed_in() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let eve = app.user("eve@example.com").await;
    let (path, token) = invite(&app, &owner, &organization, "siti@example.com", "recruiter").await;
    let copied = owner.post(&format!("{path}/link"), json!({})).await.expect(200);
    for token in [&token, &self::token(copied["link"].as_str().unwrap())] {
        assert_eq!(accept(&eve, token, newcomer()).await.problem(409), "invitation.other_address");
    }
    assert_eq!(eve.get("/api/auth/session").await.expect(200)["user"]["email"], "eve@example.com");
    assert_eq!(eve.get("/api/me/organizations").await.expect(200)["total"], 0);
    let signed_in = json!({ "email": "siti@example.com", "password": PASSWORD });
    assert_eq!(app.anonymous().post("/api/auth/sign-in", signed_in).await.problem(401), "auth.invalid_credentials");

    eve.post("/api/auth/sign-out", json!({})).await.expect(204);
    accept(&app.anonymous(), &token, newcomer()).await.expect(200);
}

#[tokio::test]
async fn jobs_of_an_invitation_become_the_members() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (first, second, other) =
        (owner.job(&organization).await, owner.job(&organization).await, owner.job(&organization).await);
    let id = |job: &str| json!(job.rsplit('/').next().unwrap());
    let invited = app.user("siti@example.com").await;
    let input = json!({ "email": "siti@example.com", "role": "recruiter", "job_ids": [id(&first), id(&second)] });
    let made = owner.post(&format!("{organization}/invitations"), input).await.expect(201);
    assert_eq!(made["job_ids"].as_array().unwrap().len(), 2);
    // A job may be deleted before the invitation is accepted.
    owner.delete(&second).await.expect(204);
    let token = mailed(&app, "siti@example.com").await;
    accept(&invited, &token, json!({})).await.expect(200);
    invited.get(&first).await.expect(200);
    assert_eq!(invited.get(&other).await.problem(404), "job.not_found");

    // An HR manager gives only jobs of their own.
    let manager = app.member(&organization, Role::HrManager).await;
    let given = |job: &str| json!({ "email": "budi@example.com", "role": "recruiter", "job_ids": [id(job)] });
    let invitations = format!("{organization}/invitations");
    assert_eq!(manager.post(&invitations, given(&first)).await.problem(422), "job.not_found");
    owner.assign(&first, &manager).await;
    let budi = app.user("budi@example.com").await;
    manager.post(&invitations, given(&first)).await.expect(201);
    // What they no longer have is not passed on.
    owner.assign(&other, &manager).await;
    accept(&budi, &mailed(&app, "budi@example.com").await, json!({})).await.expect(200);
    assert_eq!(budi.get(&first).await.problem(404), "job.not_found");
}

#[tokio::test]
async fn declined_invitation_stays_visible_until_removed_or_replaced() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let (path, token) = invite(&app, &owner, &organization, "siti@example.com", "recruiter").await;
    invite(&app, &owner, &organization, "budi@example.com", "viewer").await;
    app.anonymous().post(&format!("/api/invitations/{token}/decline"), json!({})).await.expect(204);
    let invitations = format!("{organization}/invitations");
    let listed = async |query: &str| {
        let page = owner.get(&format!("{invitations}{query}")).await.expect(200);
        let one =
            |item: &Value| (item["email"].as_str().unwrap().to_owned(), item["status"].as_str().unwrap().to_owned());
        page["items"].as_array().unwrap().iter().map(one).collect::<Vec<_>>()
    };
    let row = |email: &str, status: &str| (email.to_owned(), status.to_owned());
    let (declined, pending) = (row("siti@example.com", "declined"), row("budi@example.com", "pending"));
    assert_eq!(listed("").await, [pending.clone(), declined.clone()]);
    assert_eq!(listed("?status=declined").await, [declined]);
    assert_eq!(listed("?status=pending").await, std::slice::from_ref(&pending));
    assert_eq!(listed("?status=expired").await, []);

    let again = json!({ "email": "siti@example.com", "role": "recruiter" });
    let made = owner.post(&invitations, again).await.expect(201);
    assert_eq!(listed("?status=declined").await, [], "the new invitation replaces the declined one");
    assert_eq!(owner.delete(&path).await.problem(404), "invitation.not_found");

    let token = mailed(&app, "siti@example.com").await;
    app.anonymous().post(&format!("/api/invitations/{token}/decline"), json!({})).await.expect(204);
    owner.delete(&format!("{invitations}/{}", made["id"].as_str().unwrap())).await.expect(204);
    assert_eq!(listed("").await, [pending]);
}
