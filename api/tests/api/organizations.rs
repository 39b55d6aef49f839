//! Organizations: creation, access and changes.

use bole_domain::organization::{Plan, Role, SubscriptionStatus};
use bole_store::{Actor, operations, organizations};
use insta::assert_json_snapshot;
use serde_json::json;

use crate::support::TestApp;

#[tokio::test]
async fn creator_of_an_organization_owns_it() {
    let app = TestApp::new().await;
    let client = app.user("li@example.com").await;
    assert_eq!(client.get("/api/me/organizations").await.expect(200), json!({ "items": [], "total": 0 }));
    let input = json!({ "name": "Acme 招聘", "slug": "acme", "settings": { "industry": "tech" } });
    let answer = client.post("/api/organizations", input).await;
    let made = answer.expect(201);
    assert_eq!(answer.header("location"), format!("/api/organizations/{}", made["id"].as_str().unwrap()));
    assert_json_snapshot!(made, { ".id" => "…", ".created_at" => "…", ".updated_at" => "…" }, @r#"
    {
      "created_at": "…",
      "id": "…",
      "logo_url": null,
      "max_jobs": 10,
      "max_users": 5,
      "name": "Acme 招聘",
      "requested_plan": null,
      "settings": {
        "industry": "tech"
      },
      "slug": "acme",
      "subscription_status": "active",
      "subscription_tier": "free",
      "updated_at": "…"
    }
    "#);
    let mine = client.get("/api/me/organizations").await.expect(200);
    assert_eq!(mine["items"][0]["organization"], made);
    assert_eq!(mine["items"][0]["role"], "owner");
    let members = client.get(&format!("{}/members", answer.header("location"))).await.expect(200);
    assert_eq!(members["total"], 1);
    assert_eq!(members["items"][0]["role"], "owner");
    assert_eq!(members["items"][0]["is_active"], true);
    assert_eq!(members["items"][0]["email"], "li@example.com");
}

#[tokio::test]
async fn plans_have_limits_and_accept_old_names() {
    let app = TestApp::new().await;
    let client = app.user("li@example.com").await;
    for (slug, tier, plan, users, jobs) in [
        ("a", "free", "free", 5, 10),
        ("b", "professional", "pro", 50, 100),
        ("c", "enterprise", "enterprise", 9999, 9999),
    ] {
        let input = json!({ "name": "Acme", "slug": slug, "subscription_tier": tier });
        let made = client.post("/api/organizations", input).await.expect(201);
        assert_eq!(
            (&made["subscription_tier"], &made["max_users"], &made["max_jobs"]),
            (&json!(plan), &json!(users), &json!(jobs))
        );
    }
    let unknown =
        client.post("/api/organizations", json!({ "name": "A", "slug": "d", "subscription_tier": "gold" })).await;
    assert_eq!(unknown.problem(422), "organization.plan_unknown");
}

#[tokio::test]
async fn slugs_are_checked_and_unique() {
    let app = TestApp::new().await;
    let client = app.user("li@example.com").await;
    let bad = client.post("/api/organizations", json!({ "name": "Acme", "slug": "Acme Inc" })).await;
    assert_json_snapshot!(bad.expect(422), @r#"
    {
      "code": "organization.slug_invalid",
      "detail": "Some fields were refused.",
      "errors": [
        {
          "code": "organization.slug_invalid",
          "field": "slug"
        }
      ],
      "status": 422,
      "title": "Unprocessable Entity",
      "type": "urn:bole:problem:organization.slug_invalid"
    }
    "#);
    client.post("/api/organizations", json!({ "name": "Acme", "slug": "acme" })).await.expect(201);
    let other = app.user("wu@example.com").await;
    let taken = other.post("/api/organizations", json!({ "name": "Acme", "slug": "acme" })).await;
    assert_eq!(taken.problem(422), "organization.slug_taken");
    assert_eq!(taken.json()["errors"], json!([{ "field": "slug", "code": "organization.slug_taken" }]));
    let empty = client.post("/api/organizations", json!({})).await;
    assert_eq!(empty.problem(422), "request.invalid");
    assert_eq!(empty.json()["errors"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn invalid_settings_are_refused() {
    let app = TestApp::new().await;
    let (owner, path) = app.owner("acme").await;
    for (key, value) in [
        ("industry", json!("farming")),
        ("employee_count", json!("a few")),
        ("description", json!("x".repeat(2001))),
        ("website", json!("javascript:alert(1)")),
        ("founded_date", json!("2024-13-01")),
        ("timezone", json!("Mars/Olympus")),
    ] {
        let refused = owner.patch(&path, json!({ "settings": { key: value } })).await.expect(422);
        assert_eq!(refused["errors"][0]["field"], format!("settings.{key}"), "{refused}");
    }
    let much = json!({ "settings": { "of_another_kind": "x".repeat(20_000) } });
    assert_eq!(owner.patch(&path, much).await.expect(422)["errors"][0]["field"], "settings");
    let settings = json!({ "industry": "", "founded_date": "2019-02-28", "timezone": "Asia/Jakarta",
                           "of_another_kind": { "kept": true } });
    let changed = owner.patch(&path, json!({ "settings": settings })).await.expect(200);
    assert_eq!(changed["settings"], settings);
}

#[tokio::test]
async fn stale_change_returns_the_current_organization() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let read = owner.get(&organization).await.expect(200);
    let mine = json!({ "name": "Mine", "updated_at": read["updated_at"] });
    let changed = owner.patch(&organization, mine.clone()).await.expect(200);
    let stale = owner.patch(&organization, mine).await;
    assert_eq!(stale.problem(409), "request.stale");
    assert_eq!(stale.json()["current"], changed);
    let again = json!({ "settings": { "website": "https://acme.example" }, "updated_at": changed["updated_at"] });
    assert_eq!(owner.patch(&organization, again).await.expect(200)["name"], "Mine");
}

#[tokio::test]
async fn settings_are_merged_and_the_slug_is_kept() {
    let app = TestApp::new().await;
    let (owner, path) = app.owner("acme").await;
    owner.patch(&path, json!({ "settings": { "industry": "tech" } })).await.expect(200);
    let changed = owner.patch(&path, json!({ "name": "Acme 2", "settings": { "website": "https://a.co" } })).await;
    let changed = changed.expect(200);
    assert_eq!(changed["settings"], json!({ "industry": "tech", "website": "https://a.co" }));
    assert_eq!((&changed["name"], &changed["slug"]), (&json!("Acme 2"), &json!("acme")));
    owner.patch(&path, json!({ "slug": "acme" })).await.expect(200);
    assert_eq!(owner.patch(&path, json!({ "slug": "other" })).await.problem(422), "organization.slug_immutable");
    assert_eq!(owner.get(&path).await.expect(200), owner.get(&path).await.expect(200));
}

#[tokio::test]
async fn organization_changes_follow_role_permissions() {
    let app = TestApp::new().await;
    let (owner, path) = app.owner("acme").await;
    for role in Role::ALL.iter().filter(|role| **role != Role::Owner) {
        let client = app.member(&path, *role).await;
        client.get(&path).await.expect(200);
        let manages = if role.is_admin_level() { 200 } else { 403 };
        assert_eq!(client.patch(&path, json!({ "name": "Acme" })).await.status, manages, "{role}");
        let sees_members = if role.is_admin_level() || *role == Role::HrManager { 200 } else { 403 };
        assert_eq!(client.get(&format!("{path}/members")).await.status, sees_members, "{role}");
        assert_eq!(client.delete(&path).await.problem(403), "permission.denied", "{role}");
    }
    owner.delete(&path).await.expect(204);
    assert_eq!(owner.get(&path).await.problem(404), "organization.not_found");
}

#[tokio::test]
async fn deactivated_member_has_no_access() {
    let app = TestApp::new().await;
    let (owner, path) = app.owner("acme").await;
    let hr = app.member(&path, Role::HrManager).await;
    hr.get(&path).await.expect(200);
    let mut connection = app.database.connection().await;
    sqlx::query("UPDATE organization_members SET is_active = false WHERE role = 'hr_manager'")
        .execute(&mut connection)
        .await
        .unwrap();
    assert_eq!(hr.get(&path).await.problem(404), "organization.not_found");
    assert_eq!(hr.get("/api/me/organizations").await.expect(200)["total"], 0);
    assert_eq!(
        owner.get(&format!("{path}/members?limit=1&offset=1")).await.expect(200)["items"][0]["is_active"],
        false
    );
}

#[tokio::test]
async fn invited_users_cannot_create_organizations_while_registration_is_closed() {
    let app = TestApp::with(|config| config.registration = bole_api::Registration::Invitation).await;
    let owner = app.account("acme@example.com").await;
    let made = owner.post("/api/organizations", json!({ "name": "Acme", "slug": "acme" })).await.expect(201);
    let organization = format!("/api/organizations/{}", made["id"].as_str().unwrap());
    let invitation = json!({ "email": "siti@example.com", "role": "viewer" });
    owner.post(&format!("{organization}/invitations"), invitation).await.expect(201);
    let mails = app.mails("siti@example.com").await;
    let token = mails[0]["links"][0].as_str().unwrap().split_once("token=").unwrap().1.to_owned();
    let invited = app.anonymous();
    let newcomer = json!({ "full_name": "Siti\u{202e} Rahma", "password": crate::support::PASSWORD });
    let joined = invited.post(&format!("/api/invitations/{token}/accept"), newcomer).await.expect(200);
    assert_eq!(joined["session"]["user"]["user_type"], "member");
    assert_eq!(joined["session"]["user"]["full_name"], "Siti Rahma");
    let refused = invited.post("/api/organizations", json!({ "name": "Own", "slug": "own" })).await;
    assert_eq!(refused.problem(403), "organization.creation_closed");
}

#[tokio::test]
async fn operator_sees_the_plan_request_and_grants_it() {
    let app = TestApp::with(|config| config.plans = bole_api::Plans::Operator).await;
    let owner = app.user("acme@example.com").await;
    let input = json!({ "name": "Acme", "slug": "acme", "subscription_tier": "enterprise" });
    let made = owner.post("/api/organizations", input).await.expect(201);
    assert_eq!((&made["subscription_tier"], &made["max_users"]), (&json!("free"), &json!(5)));
    assert_eq!(made["requested_plan"], "enterprise");
    app.owner("without-request").await;
    let load = operations::organizations(&app.db, None, 50).await.unwrap();
    assert_eq!(load.len(), 1, "{load:?}");
    assert_eq!((load[0].plan, load[0].requested_plan), (Plan::Free, Some(Plan::Enterprise)));

    let id = operations::organization_by_slug(&app.db, "Acme").await.unwrap().unwrap();
    assert_eq!(operations::organization_by_slug(&app.db, "other").await.unwrap(), None);
    let mut tx = app.db.tenant(&Actor::clock(id)).await.unwrap();
    let trialing = organizations::set_plan(&mut tx, None, Some(SubscriptionStatus::Trialing)).await.unwrap();
    assert_eq!(trialing.requested_plan, Some(Plan::Enterprise));
    let granted = organizations::set_plan(&mut tx, Some(Plan::Pro), None).await.unwrap();
    assert_eq!(granted.requested_plan, None);
    tx.commit().await.unwrap();
    let seen = &owner.get("/api/me/organizations").await.expect(200)["items"][0]["organization"];
    assert_eq!((&seen["subscription_tier"], &seen["max_users"]), (&json!("pro"), &json!(Plan::Pro.max_users())));
    assert_eq!(seen["subscription_status"], "trialing");
}

#[tokio::test]
async fn settings_are_limited_in_size() {
    let app = TestApp::new().await;
    let (owner, organization) = app.owner("acme").await;
    let add = async |key: &str| owner.patch(&organization, json!({ "settings": { key: "x".repeat(12_000) } })).await;
    add("a").await.expect(200);
    add("b").await.expect(200);
    let refused = add("c").await;
    assert_eq!(refused.problem(422), "request.invalid");
    assert_eq!(refused.json()["errors"], json!([{ "field": "settings", "code": "field.too_long" }]));
}
