//! Why an offer cannot be submitted or answered, by field.

use serde_json::{Value, json};

use super::World;

fn code(refused: &Value) -> &str {
    refused["errors"][0]["code"].as_str().unwrap()
}

#[tokio::test]
async fn salary_part_without_amount_and_past_deadline_have_reasons_of_their_own() {
    let world = World::new().await;
    let (_, offer) = world.draft(&world.owner).await;
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    let parts = json!({ "version": 1, "salary_parts": [{ "name": "Base", "amount": "" }] });
    assert_eq!(code(&world.owner.patch(&path, parts).await.expect(422)), "field.amount_required");
    let nameless = json!({ "version": 1, "salary_parts": [{ "name": "", "amount": "20k" }] });
    assert_eq!(code(&world.owner.patch(&path, nameless).await.expect(422)), "field.required");
    world.owner.patch(&path, json!({ "version": 1, "expires_at": "2020-01-01T00:00:00Z" })).await.expect(200);
    let late = world.step(&world.owner, &offer, "submit", json!({})).await;
    assert_eq!(code(&late.expect(422)), "field.date_past");
}
