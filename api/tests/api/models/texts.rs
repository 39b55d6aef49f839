//! Texts written by a model: translations, drafts and insights.

use serde_json::{Value, json};

use super::World;

#[tokio::test]
async fn text_is_translated_once() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let translate = async |language: &str| {
        let body = json!({ "textToTranslate": "五年后端经验", "targetLanguage": language });
        let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
        asked.expect(202);
        world.done(asked.header("location")).await["result"]["translatedText"].as_str().unwrap().to_owned()
    };
    assert_eq!(translate("English").await, "Translated: 五年后端经验");
    assert_eq!(translate("en-US").await, "Translated: 五年后端经验");
    assert_eq!(world.provider.requests().len(), 1);
    assert!(world.provider.requests()[0].to_string().contains("Translate into English"));
    translate("Indonesian").await;
    translate("zh-CN").await;
    assert_eq!(world.provider.requests().len(), 3);
    assert!(world.provider.requests()[1].to_string().contains("Translate into Indonesian"));
}

#[tokio::test]
async fn failed_translation_reports_its_reason() {
    let world = World::new("refusing").await;
    let _working = world.app.work();
    let body = json!({ "textToTranslate": "五年后端经验", "targetLanguage": "English" });
    let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
    let failed = world.over(asked.header("location")).await;
    assert_eq!((&failed["status"], &failed["error"]["category"]), (&json!("failed"), &json!("ai_parsing")));
}

/// Reads a stream until it contains `part`.
async fn read_until(response: &mut reqwest::Response, part: &str) -> String {
    let mut seen = String::new();
    while !seen.contains(part) {
        let piece = tokio::time::timeout(std::time::Duration::from_secs(60), response.chunk()).await.unwrap();
        seen.push_str(&String::from_utf8_lossy(&piece.unwrap().unwrap()));
    }
    seen
}

/// The events of a task's text: the joined `text` deltas, and the task at the end.
fn followed(body: &str) -> (String, Value) {
    let (mut text, mut end) = (String::new(), Value::Null);
    for event in body.split("\n\n") {
        let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        let Some(data) = field("data:").map(|data| serde_json::from_str::<Value>(data).unwrap()) else { continue };
        match field("event:") {
            Some("text") if data["is_more"] == true => text.push_str(data["text"].as_str().unwrap()),
            Some("text") => data["text"].as_str().unwrap().clone_into(&mut text),
            _ => end = data,
        }
    }
    (text, end)
}

#[tokio::test]
async fn draft_is_streamed_while_the_model_writes() {
    let world = World::new("good").await;
    world.provider.hold(true);
    let _working = world.app.work();
    let input =
        json!({ "kind": "questions", "title": "Accountant", "core_requirement": "CPA", "jd": "Closing the books" });
    let asked = world.owner.post(&format!("{}/job-drafts", world.organization), input).await;
    asked.expect(202);
    let task = asked.header("location").to_owned();
    let mut watching = world.owner.request(reqwest::Method::GET, &format!("{task}/text")).send().await.unwrap();
    assert_eq!(watching.headers()["content-type"], "text/event-stream");
    let seen = read_until(&mut watching, "## Writt").await;
    assert!(!seen.contains("event: end") && !seen.contains("How did it go?"), "{seen}");
    // A later client gets the text so far, and the rest.
    let mut late = world.owner.request(reqwest::Method::GET, &format!("{task}/text")).send().await.unwrap();
    let so_far = read_until(&mut late, "## Writt").await;
    world.provider.hold(false);
    let (text, end) = followed(&(so_far + &late.text().await.unwrap()));
    assert_eq!((&end["status"], &end["result"]["engine"]), (&json!("completed"), &json!("model")));
    assert!(end["result"]["text"].as_str().unwrap().starts_with(&text) && text.starts_with("## Writt"), "{text}");
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM task_texts")
        .fetch_one(&mut world.app.database.connection().await)
        .await
        .unwrap();
    assert_eq!(left, 0);

    let stranger = world.app.owner("other").await.0;
    assert_eq!(stranger.get(&format!("{task}/text")).await.problem(404), "organization.not_found");
    let nothing = format!("{}/tasks/0190a1b2-0000-7000-8000-000000000000/text", world.organization);
    assert_eq!(world.owner.get(&nothing).await.problem(404), "task.not_found");
}

#[tokio::test]
async fn draft_uses_the_active_prompt_and_falls_back_to_a_template() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let own = json!({ "prompt_type": "jd", "text": "Write a job description for {{title}}, in rhyme." });
    world.owner.post(&format!("{}/prompts", world.organization), own).await.expect(201);
    let draft = async || {
        let input = json!({ "kind": "jd", "title": "Accountant", "core_requirement": "CPA" });
        let asked = world.owner.post(&format!("{}/job-drafts", world.organization), input).await;
        world.over(asked.header("location")).await
    };
    assert_eq!(draft().await["result"]["engine"], "model");
    assert!(world.provider.requests()[0].to_string().contains("for Accountant, in rhyme."));
    world.set(json!({ "modelName": "refusing" })).await;
    assert_eq!(draft().await["error"]["message"], "ai.answer_unusable");
    world.set(json!({ "fallbackToBuiltIn": true })).await;
    let result = draft().await["result"].clone();
    assert_eq!((&result["engine"], &result["fallback_reason"]), (&json!("built-in"), &json!("ai.answer_unusable")));
    assert!(result["text"].as_str().unwrap().contains("CPA"), "{result}");
}

#[tokio::test]
async fn insights_use_the_active_prompt() {
    let world = World::new("good").await;
    let _working = world.app.work();
    let own = json!({ "prompt_type": "insights", "text": "Brief the board in {{language}}, in rhyme:\n{{figures}}" });
    world.owner.post(&format!("{}/prompts", world.organization), own).await.expect(201);
    let asked = json!({ "language": "id-ID" });
    let asked = world.owner.post(&format!("{}/dashboard/insights", world.organization), asked).await;
    let result = world.done(asked.header("location")).await["result"].clone();
    let said = world.provider.requests()[0]["messages"][1]["content"].as_str().unwrap().to_owned();
    assert!(said.starts_with("Brief the board in Indonesian, in rhyme:\n- "), "{said}");
    let finding = result["findings"][0]["text"].as_str().unwrap();
    assert!(said.contains(finding), "{said}");
}

#[tokio::test]
async fn insights_say_why_the_model_did_not_write_them() {
    let world = World::new("refusing").await;
    let _working = world.app.work();
    let asked = json!({ "language": "en-US" });
    let asked = world.owner.post(&format!("{}/dashboard/insights", world.organization), asked).await;
    let result = world.done(asked.header("location")).await["result"].clone();
    assert_eq!((&result["engine"], &result["fallback_reason"]), (&json!("built-in"), &json!("ai.answer_unusable")));
    assert!(!result["findings"].as_array().unwrap().is_empty(), "{result}");
}
