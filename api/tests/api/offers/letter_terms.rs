//! Letters whose placeholders follow the terms.

use serde_json::json;

use super::{World, document, page_of};

#[tokio::test]
async fn letter_follows_its_terms_wherever_it_is_read() {
    let world = World::new().await;
    let (_, offer) = world.draft(&world.owner).await;
    let path = format!("{}/offers/{}", world.organization, offer["id"].as_str().unwrap());
    let letter = "Dear Lin,\n\nSalary: {{Salary}}\nStart date: {{Start date}}\nPlace of work: {{Place of work}}\n\n\
                  Please answer by {{Response deadline}}.";
    let drafted = world.owner.patch(&path, json!({ "version": 1, "letter": letter, "language": "en" })).await;
    assert_eq!(drafted.expect(200)["letter"], letter, "as written");
    let missing = world.step(&world.owner, &offer, "submit", json!({})).await.expect(422);
    let fields: Vec<_> = missing["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    assert_eq!(fields, ["start_date", "expires_at"]);

    // The last moment of the day in Shanghai.
    let terms = json!({ "version": 2, "start_date": "2099-12-15", "expires_at": "2099-12-10T15:59:59Z" });
    world.owner.patch(&path, terms).await.expect(200);
    let raised = world.owner.patch(&path, json!({ "version": 3, "salary": "36,000 CNY" })).await.expect(200);
    let expected = "Dear Lin,\n\nSalary: 36,000 CNY\nStart date: December 15, 2099\n\n\
                    Please answer by December 10, 2099.";
    assert_eq!(raised["letter_text"], expected, "the changed salary, and no line for the missing place");
    let pdf = document(&world.owner, &format!("{path}/letter")).await;
    assert!(pdf.contains("Salary: 36,000 CNY") && !pdf.contains("{{"), "{pdf}");

    let typo = json!({ "version": 4, "letter": format!("{letter} {{{{Salery}}}}") });
    world.owner.patch(&path, typo).await.expect(200);
    let refused = world.step(&world.owner, &offer, "submit", json!({})).await;
    assert_eq!(refused.problem(409), "offer.letter_differs");
    let unknown = json!([{ "field": "placeholder", "letter": "{{Salery}}" }]);
    assert_eq!(refused.json()["current"]["differences"], unknown);

    world.owner.patch(&path, json!({ "version": 5, "letter": letter })).await.expect(200);
    for step in ["submit", "approve"] {
        world.step(&world.owner, &offer, step, json!({})).await.expect(200);
    }
    let sent = world.step(&world.owner, &offer, "send", json!({})).await.expect(200);
    let page = page_of(&sent);
    let candidate = world.app.anonymous();
    let seen = candidate.get(&page).await.expect(200);
    assert!(seen["letter_html"].as_str().unwrap().contains("Start date: December 15, 2099</p>"), "{seen}");
    let pdf = document(&candidate, &format!("{page}/letter")).await;
    assert!(pdf.contains("Please answer by December 10, 2099."), "{pdf}");
}
