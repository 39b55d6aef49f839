//! Drafts that are saved as they are typed.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use super::World;
use crate::support::Client;

/// The actions and versions of an offer's history.
async fn history(world: &World, offer: &Value) -> Vec<(String, i64)> {
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    let detail = world.owner.get(&path).await.expect(200);
    let entry = |entry: &Value| (entry["action"].as_str().unwrap().to_owned(), entry["version"].as_i64().unwrap());
    detail["history"].as_array().unwrap().iter().map(entry).collect()
}

#[tokio::test]
async fn edits_of_one_member_in_a_row_are_one_version_of_the_history() {
    let world = World::new().await;
    let admin = world.app.member(&world.organization, Role::Admin).await;
    let (_, offer) = world.draft(&world.owner).await;
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    let save = async |by: &Client, version: i64, place: &str| {
        by.patch(&path, json!({ "version": version, "place": place })).await.expect(200)
    };
    for (version, place) in [(1, "S"), (2, "Shang"), (3, "Shanghai")] {
        assert_eq!(save(&world.owner, version, place).await["version"], version + 1);
    }
    let entry = |action: &str, version: i64| (action.to_owned(), version);
    assert_eq!(history(&world, &offer).await, [entry("create", 1), entry("edit", 4)]);
    assert_eq!(world.owner.get(&format!("{path}/letter?version=4")).await.status, 200);
    assert_eq!(world.owner.get(&format!("{path}/letter?version=3")).await.problem(404), "offer.not_found");

    save(&admin, 4, "Beijing").await;
    save(&world.owner, 5, "Shenzhen").await;
    sqlx::query("UPDATE offer_events SET created_at = created_at - interval '2 hours'")
        .execute(&mut world.app.database.connection().await)
        .await
        .unwrap();
    save(&world.owner, 6, "Suzhou").await;
    world.step(&world.owner, &offer, "submit", json!({})).await.expect(200);
    world.step(&world.owner, &offer, "return", json!({ "comment": "Higher salary" })).await.expect(200);
    save(&world.owner, 9, "Hangzhou").await;
    let expected = [
        entry("create", 1),
        entry("edit", 4),
        entry("edit", 5),
        entry("edit", 6),
        entry("edit", 7),
        entry("submit", 8),
        entry("return", 9),
        entry("edit", 10),
    ];
    assert_eq!(history(&world, &offer).await, expected, "another member's, a later one and other actions stay");
}
