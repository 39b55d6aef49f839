//! The monthly budget of model work.

use bole_domain::organization::Role;
use serde_json::{Value, json};

use super::World;
use crate::support::{Client, eventually};

#[tokio::test]
async fn budget_warns_and_then_stops_evaluations() {
    let world = World::new("good").await;
    let prices = json!({ "promptPrice": 10.0, "cachedPrice": 0.0, "completionPrice": 60.0, "monthlyBudget": 0.012 });
    let set = world.set(prices).await;
    assert_eq!((&set["budgetState"], &set["spentThisMonth"]), (&json!("ok"), &json!(0.0)));
    let translate = async |text: &str| {
        let body = json!({ "textToTranslate": text, "targetLanguage": "English" });
        let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
        asked.expect(202);
        asked.header("location").to_owned()
    };
    let _working = world.app.work();
    // 400 fresh and 600 cached prompt tokens, 100 completion tokens: one cent.
    world.done(&translate("你好").await).await;
    let path = format!("{}/settings/ai", world.organization);
    let seen = world.owner.get(&path).await.expect(200);
    assert_eq!((&seen["budgetState"], &seen["spentThisMonth"]), (&json!("warning"), &json!(0.01)));
    world.done(&translate("您好").await).await;
    assert_eq!(world.owner.get(&path).await.expect(200)["budgetState"], "spent");
    let asked = world.provider.requests().len();
    let stopped = translate("再见").await;
    let refused = eventually("the budget refuses", async || {
        let task = world.owner.get(&stopped).await.expect(200);
        (!task["error"].is_null()).then_some(task)
    })
    .await;
    assert_eq!(
        (&refused["error"]["category"], &refused["error"]["message"]),
        (&json!("quota"), &json!("ai.budget_spent"))
    );
    assert_eq!(world.provider.requests().len(), asked);
    let usage = world.owner.get(&format!("{}/ai-usage", world.organization)).await.expect(200);
    assert_eq!((&usage["total"]["cost"], &usage["items"][0]["purpose"]), (&json!(0.02), &json!("translation")));
    assert_eq!(world.set(json!({ "monthlyBudget": -1 })).await["monthlyBudget"], Value::Null);
    let completed = world.owner.post(&format!("{stopped}/retry"), json!({})).await.status;
    // Without a budget it may already be running again.
    assert!(matches!(completed, 202 | 409), "{completed}");
}

#[tokio::test]
async fn exhausted_budget_is_announced_and_work_resumes_once_raised() {
    let world = World::new("good").await;
    let viewer = world.app.member(&world.organization, Role::Viewer).await;
    let recruiter = world.app.member(&world.organization, Role::Recruiter).await;
    let state = async |who: &Client| who.get(&format!("{}/ai/state", world.organization)).await.expect(200);
    let told = |budget: Value| json!({ "has_model": true, "paused": null, "budget_state": budget, "fallback_to_built_in": false, "is_judge_measured": false, "has_batch_prices": true });
    assert_eq!(state(&viewer).await, told(Value::Null));
    let prices = json!({ "promptPrice": 10.0, "cachedPrice": 0.0, "completionPrice": 60.0, "monthlyBudget": 0.012 });
    world.set(prices).await;
    let translate = async |text: &str| {
        let body = json!({ "textToTranslate": text, "targetLanguage": "English" });
        let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
        asked.expect(202);
        asked.header("location").to_owned()
    };
    let _working = world.app.work();
    for (text, budget) in [("你好", "warning"), ("您好", "spent")] {
        world.done(&translate(text).await).await;
        // Members without access to any job get the same response.
        for who in [&viewer, &recruiter, &world.owner] {
            assert_eq!(state(who).await, told(json!(budget)));
        }
    }
    let stopped = translate("再见").await;
    eventually("the budget refuses", async || {
        let task = world.owner.get(&stopped).await.expect(200);
        (!task["error"].is_null()).then_some(())
    })
    .await;
    world.set(json!({ "monthlyBudget": 1.0 })).await;
    assert_eq!(state(&viewer).await, told(json!("ok")));
    world.done(&stopped).await;

    world.set(json!({ "apiKey": "sk-wrong" })).await;
    world.over(&translate("早").await).await;
    assert_eq!(state(&viewer).await["paused"], "ai.key_refused");
    world.set(json!({ "apiKey": "" })).await;
    let without = json!({ "has_model": false, "paused": null, "budget_state": null, "fallback_to_built_in": false, "is_judge_measured": false, "has_batch_prices": false });
    assert_eq!(state(&viewer).await, without);
}

#[tokio::test]
async fn budget_of_nothing_stops_everything_and_needs_no_price() {
    let world = World::new("good").await;
    let set = world.set(json!({ "monthlyBudget": 0 })).await;
    assert_eq!((&set["monthlyBudget"], &set["budgetState"]), (&json!(0.0), &json!("spent")));
    let _working = world.app.work();
    let rows = world.evaluate(1).await;
    assert_eq!((&rows[0]["status"], &rows[0]["failure_reason"]), (&json!("failed"), &json!("ai.budget_spent")));
    assert_eq!(world.provider.requests().len(), 0);
    world.set(json!({ "monthlyBudget": -1 })).await;
    let batch = format!("{}/batches/{}", world.organization, rows[0]["batch_id"].as_str().unwrap());
    world.owner.finished(&batch).await;
    assert_eq!(world.owner.rows(&batch).await[0]["status"], "completed", "an emptied budget is none");
}

#[tokio::test]
async fn model_without_a_price_is_named() {
    let world = World::new("good").await;
    let known = async |settings: Value| world.set(settings).await["isPriceKnown"].clone();
    let path = format!("{}/settings/ai", world.organization);
    let refused = world.owner.put(&path, json!({ "monthlyBudget": 5 })).await;
    assert_eq!(refused.problem(422), "ai.price_required", "it would never end");
    assert_eq!(known(json!({ "concurrency": 4 })).await, json!(false));
    assert_eq!(known(json!({ "promptPrice": 0.5 })).await, json!(false), "answers cost something as well");
    assert_eq!(known(json!({ "completionPrice": 0 })).await, json!(true));
    assert_eq!(known(json!({ "promptPrice": -1, "modelName": "gpt-4o" })).await, json!(true));
    assert_eq!(known(json!({ "apiKey": "" })).await, Value::Null);
}
