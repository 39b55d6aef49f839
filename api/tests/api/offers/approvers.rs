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
