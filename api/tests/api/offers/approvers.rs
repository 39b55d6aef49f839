//! Who may approve an offer.

use bole_domain::organization::Role;
use serde_json::json;

use super::World;
use crate::support::Client;

#[tokio::test]
async fn author_approves_only_without_another_approver() {
    let world = World::new().await;
    let admin = world.app.member(&world.organization, Role::Admin).await;
    let (_, offer) = world.draft(&admin).await;
    world.step(&admin, &offer, "submit", json!({})).await.expect(200);
    assert_eq!(world.step(&admin, &offer, "approve", json!({})).await.problem(403), "offer.own_approval");
    let manager = world.app.member(&world.organization, Role::HrManager).await;
    world.owner.assign(&world.job, &manager).await;
    assert_eq!(world.step(&manager, &offer, "approve", json!({})).await.problem(403), "permission.denied");
    world.step(&world.owner, &offer, "approve", json!({})).await.expect(200);
}

#[tokio::test]
async fn hr_manager_approves_offers_of_assigned_jobs_if_allowed() {
    let world = World::new().await;
    let manager = world.app.member(&world.organization, Role::HrManager).await;
    let recruiter = world.app.member(&world.organization, Role::Recruiter).await;
    let allow = async |client: &Client, permissions: &[&str]| {
        let member = world.member(client).await;
        world.owner.patch(&member, json!({ "permissions": permissions })).await
    };
    let refused = allow(&recruiter, &["offer-workbench:manage"]).await;
    assert_eq!(refused.problem(422), "role.permission_reserved");
    allow(&manager, &["offer-workbench:manage"]).await.expect(200);
    let (_, own) = world.draft(&world.owner).await;
    world.step(&world.owner, &own, "submit", json!({})).await.expect(200);
    let unseen = world.step(&manager, &own, "approve", json!({})).await;
    assert_eq!(unseen.problem(404), "offer.not_found", "the job is not assigned to them");
    world.step(&world.owner, &own, "approve", json!({})).await.expect(200);

    world.owner.assign(&world.job, &manager).await;
    let (_, offer) = world.draft(&world.owner).await;
    world.step(&world.owner, &offer, "submit", json!({})).await.expect(200);
    assert_eq!(world.step(&world.owner, &offer, "approve", json!({})).await.problem(403), "offer.own_approval");
    world.step(&manager, &offer, "approve", json!({})).await.expect(200);
}

#[tokio::test]
async fn approver_reads_what_changed_since_the_offer_was_returned() {
    let world = World::new().await;
    let (_, offer) = world.draft(&world.owner).await;
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    let changes = async || world.owner.get(&path).await.expect(200)["changes"].clone();
    world.step(&world.owner, &offer, "submit", json!({})).await.expect(200);
    assert_eq!(changes().await, json!(null), "seen for the first time");
    world.step(&world.owner, &offer, "return", json!({ "comment": "Higher salary" })).await.expect(200);
    let raised = json!({ "version": 3, "salary": "32k", "start_date": "2099-12-15" });
    world.owner.patch(&path, raised).await.expect(200);
    assert_eq!(changes().await, json!(null), "not submitted yet");
    world.step(&world.owner, &offer, "submit", json!({})).await.expect(200);
    let since = changes().await;
    let decision = (&since["action"], &since["version"], &since["actor_name"]);
    assert_eq!(decision, (&json!("return"), &json!(3), &json!("Wang Fang")));
    let expected = json!([
        { "field": "salary", "before": "30k", "after": "32k" },
        { "field": "start_date", "before": "", "after": "2099-12-15" },
    ]);
    assert_eq!(since["fields"], expected);
}
