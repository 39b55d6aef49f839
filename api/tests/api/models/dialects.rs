//! The product with the behaviour of each real provider, as recorded in `shared/testkit/fixtures/providers`.

use bole_ai::provider::Usage;
use bole_providers::Prices;
use bole_testkit::{Dialect, PROVIDER_KEY, ProviderFailure};
use serde_json::{Value, json};

use super::World;
use crate::samples::resume_pdf;
use crate::support::eventually;

/// An organization whose provider speaks a dialect.
pub(super) async fn spoken(id: &str) -> (World, Dialect) {
    let (world, dialect) = (World::new("good").await, Dialect::of(id));
    world.provider.use_dialect(dialect.clone());
    let mut settings = json!({ "modelName": dialect.model, "baseUrl": world.provider.base_url() });
    if dialect.needs_key() {
        settings["apiKey"] = json!(PROVIDER_KEY);
    } else {
        settings["withoutKey"] = json!(true);
    }
    world.set(settings).await;
    (world, dialect)
}

/// Every resume is judged by the model, over criteria that the model read; the list is ranked.
async fn judges(id: &str) {
    let (world, dialect) = spoken(id).await;
    let _working = world.app.work();
    let rows = world.evaluate(3).await;
    for row in &rows {
        assert_eq!(row["status"], "completed", "{row}");
        let eval = world.detail(row).await["ai_eval"].clone();
        assert_eq!((&eval["engine"], &eval["versions"]["model"]), (&json!("model"), &json!(dialect.model)));
        let verdicts: Vec<&Value> = eval["criteria"].as_array().unwrap().iter().map(|one| &one["verdict"]).collect();
        assert!(verdicts.contains(&&json!("met")), "{eval}");
    }
    let rubric = world.owner.get(&format!("{}/rubric", world.job)).await.expect(200);
    assert!(rubric["version"].as_str().unwrap().starts_with("model-rubric"), "{rubric}");
    let batch = rows[0]["batch_id"].as_str().unwrap();
    let ranked = world.owner.get(&format!("{}/batches/{batch}/tasks?sort=score", world.organization)).await.expect(200);
    let scores: Vec<f64> = ranked["items"].as_array().unwrap().iter().filter_map(|row| row["score"].as_f64()).collect();
    assert!(scores.len() == 3 && scores.is_sorted_by(|one, other| one >= other), "{scores:?}");
}

/// A text is written, without thoughts.
async fn drafts(id: &str) {
    let (world, _) = spoken(id).await;
    let _working = world.app.work();
    let body = json!({ "textToTranslate": "五年后端经验", "targetLanguage": "English" });
    let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
    let done = world.done(asked.header("location")).await;
    assert_eq!(done["result"]["translatedText"], "Translated: 五年后端经验");
}

/// The test finds the model's abilities and shows a judged sample.
async fn is_tested(id: &str) {
    let (world, dialect) = spoken(id).await;
    let tested = world.test().await;
    assert_eq!(
        (&tested["ok"], &tested["detail"], &tested["model"]),
        (&json!(true), &Value::Null, &json!(dialect.model))
    );
    assert_ne!(tested["works"]["json"], "unusable", "{tested}");
    assert!(tested["resume"]["prompt_tokens"].as_u64().unwrap() > 100, "{tested}");
    assert_eq!(tested["sample"]["criteria"].as_array().unwrap().len(), 5, "{tested}");
}

/// An ordinary rate limit is waited for and pauses nothing.
async fn waits_for_its_rate(id: &str) {
    let (world, dialect) = spoken(id).await;
    assert!(dialect.failure(ProviderFailure::Rate).is_some(), "{id} has no recorded rate limit");
    world.provider.fail_next([ProviderFailure::Rate]);
    let _working = world.app.work();
    let rows = world.evaluate(1).await;
    assert_eq!(rows[0]["status"], "completed", "{}", rows[0]);
    assert_eq!(world.paused().await, Value::Null);
}

/// The quota of a day pauses nothing either: it is retried later.
async fn retries_after_a_day_s_quota(id: &str) {
    let (world, _) = spoken(id).await;
    world.provider.fail_next([ProviderFailure::Daily; 3]);
    let _working = world.app.work();
    let body = json!({ "textToTranslate": "五年", "targetLanguage": "English" });
    let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
    let task = asked.header("location").to_owned();
    let failed = eventually("the quota is reached", async || {
        let found = world.owner.get(&task).await.expect(200);
        (!found["error"].is_null()).then_some(found)
    })
    .await;
    assert_eq!((&failed["error"]["message"], &failed["status"]), (&json!("ai.quota"), &json!("retry")), "{failed}");
    assert_eq!(world.paused().await, Value::Null);
}

/// A person may end the wait for a day's quota.
#[tokio::test]
async fn wait_for_a_day_s_quota_is_ended_by_a_person() {
    let (world, _) = spoken("gemini-2.5").await;
    let settings = format!("{}/settings/ai", world.organization);
    world.provider.fail_next([ProviderFailure::Daily]);
    let _working = world.app.work();
    let body = json!({ "textToTranslate": "五年", "targetLanguage": "English" });
    let asked = world.owner.post(&format!("{}/translate-text", world.organization), body).await;
    let task = asked.header("location").to_owned();
    eventually("the quota is reached", async || {
        let found = world.owner.get(&task).await.expect(200);
        (found["status"] == "retry").then_some(())
    })
    .await;
    assert!(world.owner.get(&settings).await.expect(200)["waitsUntil"].is_string());
    let resumed = world.owner.post(&format!("{}/ai/resume", world.organization), json!({})).await.expect(200);
    assert_eq!(resumed["retried"], 1);
    assert_eq!(world.done(&task).await["result"]["translatedText"], "Translated: 五年");
    assert_eq!(world.owner.get(&settings).await.expect(200)["waitsUntil"], Value::Null);
}

/// A spent quota pauses the organization until a person resumes.
async fn pauses_when_it_is_spent(id: &str) {
    let (world, _) = spoken(id).await;
    let _working = world.app.work();
    world.evaluate(1).await;
    world.provider.fail_next([ProviderFailure::Exhausted; 9]);
    let rows = world.evaluate_files(vec![("Ben.pdf".to_owned(), resume_pdf("Ben", 2))]).await;
    assert_eq!((&rows[0]["status"], &rows[0]["failure_reason"]), (&json!("failed"), &json!("ai.quota")));
    assert_eq!(world.paused().await, "ai.quota");
}

/// A cut answer is asked again and never stored.
async fn asks_again_for_what_was_cut(id: &str) {
    let (world, _) = spoken(id).await;
    let _working = world.app.work();
    // Then the criteria are read, and what is cut is the judgement.
    world.evaluate(1).await;
    let before = world.provider.requests().len();
    world.provider.fail_next([ProviderFailure::Length]);
    let rows = world.evaluate_files(vec![("Ben.pdf".to_owned(), resume_pdf("Ben", 2))]).await;
    assert_eq!(rows[0]["status"], "completed", "{}", rows[0]);
    let requests = world.provider.requests();
    let limits: Vec<u64> = requests[before..].iter().take(2).map(max_tokens).collect();
    assert!(limits.len() == 2 && limits[1] > limits[0], "{limits:?}");
    let eval = world.detail(&rows[0]).await["ai_eval"].clone();
    let verdicts: Vec<&Value> = eval["criteria"].as_array().unwrap().iter().map(|one| &one["verdict"]).collect();
    assert!(verdicts.contains(&&json!("met")), "{eval}");
}

/// The maximum length of the answer to a request.
fn max_tokens(body: &Value) -> u64 {
    body["max_tokens"].as_u64().or(body["max_completion_tokens"].as_u64()).unwrap()
}

/// A refusal of the provider's filter fails that resume alone, with the provider's words in the test.
async fn fails_what_is_filtered(id: &str) {
    let (world, _) = spoken(id).await;
    world.provider.fail_next([ProviderFailure::Filtered]);
    let tested = world.test().await;
    assert_eq!((&tested["ok"], &tested["code"]), (&json!(false), &json!("ai.content_filtered")), "{tested}");
    assert!(tested["detail"].as_str().is_some_and(|words| words.len() > 20), "{tested}");
    let _working = world.app.work();
    world.evaluate(1).await;
    world.provider.fail_next([ProviderFailure::Filtered]);
    let rows = world.evaluate_files(vec![("Ben.pdf".to_owned(), resume_pdf("Ben", 2))]).await;
    assert_eq!((&rows[0]["status"], &rows[0]["failure_reason"]), (&json!("failed"), &json!("ai.content_filtered")));
    assert_eq!(world.paused().await, Value::Null);
}

/// A test for each of these dialects.
macro_rules! each {
    ($group:ident, $check:ident: $($name:ident => $id:literal),+ $(,)?) => {
        mod $group {
            /// The names of the tests and their dialects.
            pub(super) const DIALECTS: &[(&str, &str)] = &[$((stringify!($name), $id)),+];

            $(#[tokio::test]
            async fn $name() {
                super::$check($id).await;
            })+
        }
    };
    ($group:ident, $check:ident) => {
        each!($group, $check:
            openai_4_1 => "openai-4.1", openai_5 => "openai-5", gemini_2_5 => "gemini-2.5", gemini_3 => "gemini-3",
            deepseek => "deepseek", deepseek_reasoner => "deepseek-reasoner", qwen => "qwen", qwen3_open => "qwen3-open",
            mistral => "mistral", magistral => "magistral", azure_v1 => "azure-v1", azure_classic => "azure-classic",
            vllm_qwen3 => "vllm-qwen3", vllm_mistral => "vllm-mistral", vllm_gemma => "vllm-gemma",
            ollama => "ollama", llama_cpp => "llama-cpp",
        );
    };
}

each!(judging, judges);
each!(writing, drafts);
each!(test_button, is_tested);
each!(cut, asks_again_for_what_was_cut);
each!(rate, waits_for_its_rate:
    openai_4_1 => "openai-4.1", openai_5 => "openai-5", gemini_2_5 => "gemini-2.5", gemini_3 => "gemini-3",
    deepseek => "deepseek", qwen => "qwen", mistral => "mistral", azure_v1 => "azure-v1", azure_classic => "azure-classic",
);
each!(daily, retries_after_a_day_s_quota: gemini_2_5 => "gemini-2.5", gemini_3 => "gemini-3");
each!(exhausted, pauses_when_it_is_spent:
    openai_4_1 => "openai-4.1", openai_5 => "openai-5", deepseek => "deepseek", qwen => "qwen",
);
each!(filtered, fails_what_is_filtered: azure_v1 => "azure-v1", azure_classic => "azure-classic", qwen => "qwen");

/// A heading of docs/models.md, the group of its tests, and those by the dialects they run.
type Cell = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// What a row of docs/models.md is made of.
const CELLS: [Cell; 8] = [
    ("rubric, judging, ranked list", "judging", judging::DIALECTS),
    ("text", "writing", writing::DIALECTS),
    ("test button", "test_button", test_button::DIALECTS),
    ("429", "rate", rate::DIALECTS),
    ("day's quota", "daily", daily::DIALECTS),
    ("spent quota", "exhausted", exhausted::DIALECTS),
    ("cut answer", "cut", cut::DIALECTS),
    ("filter", "filtered", filtered::DIALECTS),
];

fn is_tested_by(tests: &[(&str, &str)], id: &str) -> bool {
    tests.iter().any(|(_, of)| *of == id)
}

/// The recorded parts of a dialect that its tests need: those that are assumed, and the others.
fn parts(dialect: &Dialect) -> (Vec<String>, Vec<String>) {
    let is_needed = |part: &str| match part {
        "unknown_model" | "context_error" => false,
        part => CELLS.iter().find(|(_, group, _)| *group == part).is_none_or(|cell| is_tested_by(cell.2, &dialect.id)),
    };
    let needed: Vec<_> = dialect.parts().into_iter().filter(|(part, ..)| is_needed(part)).collect();
    let of = |is_assumed: bool| needed.iter().filter(|part| part.1 == is_assumed).map(|part| part.0.clone()).collect();
    (of(true), of(false))
}

/// What 1,000 resumes cost at list prices: 3,000 prompt tokens each, 600 of the answer, and 1,000 of hidden reasoning.
fn cost(dialect: &Dialect) -> String {
    if !dialect.needs_key() {
        return "your machine".to_owned();
    }
    let Some(prices) = Prices::listed(&dialect.model) else { return "unknown price".to_owned() };
    let completion_tokens = if dialect.is_thinking() { 1_600 } else { 600 };
    let micros = prices.cost(&Usage { prompt_tokens: 3_000, completion_tokens, ..Usage::default() });
    format!("${:.2}", f64::from(u32::try_from(micros).unwrap()) / 1_000.0)
}

/// The tables of docs/models.md.
fn tables() -> String {
    let headings: Vec<&str> = CELLS.iter().map(|(heading, ..)| *heading).collect();
    let mut works = format!("| provider | model taken in the test | | {} | 1,000 resumes |\n", headings.join(" | "));
    works.push_str(&format!("|{}\n", "---|".repeat(headings.len() + 4)));
    let mut sources = "| provider | from public sources | assumed |\n|---|---|---|\n".to_owned();
    for (_, id) in judging::DIALECTS {
        let dialect = Dialect::of(id);
        let (assumed, sourced) = parts(&dialect);
        let word = if assumed.is_empty() { "works" } else { "partly assumed" };
        let cell = |(_, group, tests): &(&str, &str, &[(&str, &str)])| {
            let test = tests.iter().find(|(_, of)| of == id);
            test.map_or("-".to_owned(), |(name, _)| format!("`{group}::{name}`"))
        };
        let cells: Vec<String> = CELLS.iter().map(cell).collect();
        let Dialect { name, model, .. } = &dialect;
        works.push_str(&format!("| {name} | {model} | {word} | {} | {} |\n", cells.join(" | "), cost(&dialect)));
        let listed = |parts: Vec<String>| if parts.is_empty() { "-".to_owned() } else { parts.join(", ") };
        sources.push_str(&format!("| {name} | {} | {} |\n", listed(sourced), listed(assumed)));
    }
    format!("{works}\n{sources}")
}

#[test]
fn table_of_providers_is_that_of_the_tests() {
    let docs = include_str!("../../../../docs/models.md");
    let written =
        docs.split_once("<!-- providers -->\n").and_then(|(_, rest)| rest.split_once("<!-- end -->\n")).unwrap().0;
    let tables = tables();
    assert_eq!(written, tables, "write this into docs/models.md:\n{tables}");
}

#[tokio::test]
async fn prompt_that_was_cut_is_no_judgement() {
    let (world, dialect) = spoken("ollama").await;
    world.provider.use_dialect(dialect.with_context(256));
    let tested = world.test().await;
    assert_eq!((&tested["ok"], &tested["is_prompt_cut"]), (&json!(true), &json!(true)), "{tested}");
    assert!(tested["detail"].as_str().is_some_and(|words| words.contains("context")), "{tested}");
    let _working = world.app.work();
    let rows = world.evaluate(1).await;
    assert_eq!((&rows[0]["status"], &rows[0]["failure_reason"]), (&json!("failed"), &json!("ai.context_too_long")));
}
