//! The model client with the habits of real providers.

use std::sync::Arc;
use std::time::Duration;

use bole_ai::provider::{
    AnswerFormat, Chat, ChatError, Endpoint, EndpointOptions, KeyLimits, Message, Question, base_url,
};
use bole_domain::failure::AiReason;
use bole_domain::outbound::AllowedHosts;
use bole_testkit::{Dialect, NoLimits, PROVIDER_KEY, TestProvider};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::support;

#[derive(Debug, Deserialize)]
struct Pong {
    answer: String,
}

fn question() -> Question {
    let schema = json!({ "type": "object", "properties": { "answer": { "type": "string" } }, "required": ["answer"] });
    let format = AnswerFormat::Json { name: "test", schema: schema.into() };
    Question::new(vec![Message::user("Answer as JSON: {\"answer\": \"pong\"}")], format, 1_024)
}

async fn asked(chat: &Chat) -> Result<String, ChatError> {
    chat.json::<Pong>(&question()).await.map(|pong| pong.answer)
}

/// A client of a default model that the provider does not have.
fn of_retired_model(provider: &TestProvider, successors: &[&str]) -> Chat {
    let allowed = provider.host().parse().unwrap();
    let base_url = base_url(&provider.base_url(), &allowed).unwrap();
    let successors: Arc<[String]> = successors.iter().map(|&model| model.to_owned()).collect();
    let endpoint = Endpoint {
        options: EndpointOptions { successors, ..EndpointOptions::default() },
        ..Endpoint::new(base_url, "retired", PROVIDER_KEY)
    };
    support::chat_of(provider, endpoint)
}

#[tokio::test]
async fn retired_default_model_is_replaced_by_the_first_that_is_listed() {
    let provider = TestProvider::start().await;
    let chat = of_retired_model(&provider, &["never-listed", "good", "another"]);
    assert_eq!(asked(&chat).await.unwrap(), "pong");
    assert_eq!((chat.model(), chat.replaced_model()), ("good", Some("retired")));
    asked(&chat).await.unwrap();
    let models: Vec<Value> = provider.requests().iter().map(|request| request["model"].clone()).collect();
    assert_eq!(models, ["retired", "good", "good"], "it is known by then");

    let later = of_retired_model(&provider, &["never-listed", "good"]);
    later.adopt("a-stranger".to_owned());
    assert!(later.may_be_replaced());
    later.adopt("good".to_owned());
    assert_eq!((later.model(), later.replaced_model()), ("good", Some("retired")), "as an earlier process found");
    let outdated = of_retired_model(&provider, &["never-listed", "good"]);
    outdated.adopt("never-listed".to_owned());
    assert_eq!(asked(&outdated).await.unwrap(), "pong");
    assert_eq!(outdated.model(), "good");

    let none = of_retired_model(&provider, &["never-listed"]);
    assert_eq!(asked(&none).await.unwrap_err().reason, AiReason::ModelUnknown);
    let chosen = of_retired_model(&provider, &[]);
    assert_eq!(asked(&chosen).await.unwrap_err().reason, AiReason::ModelUnknown, "a chosen model is never replaced");
}

#[tokio::test]
async fn model_that_reasons_unannounced_gets_room_once_it_shows() {
    let provider = TestProvider::start().await;
    let dialect = Dialect::of("openai-5").with_model("thinker");
    provider.use_dialect(dialect);
    let chat = support::chat(&provider, "thinker");
    assert_eq!(asked(&chat).await.unwrap(), "pong");
    let limits = |request: &Value| request["max_completion_tokens"].as_u64();
    let limits: Vec<u64> = provider.requests().iter().filter_map(limits).collect();
    assert_eq!(limits, [1_024, 16_000], "all 1,024 tokens went into reasoning");
    assert!(chat.abilities().reasons && chat.usage().reasoning_tokens > 0);
}

#[tokio::test]
async fn private_address_is_not_asked() {
    let provider = TestProvider::start().await;
    let url = provider.base_url().replace("127.0.0.1", "localhost");
    let endpoint = Endpoint::new(url.parse().unwrap(), "good", PROVIDER_KEY);
    // The name is checked when it is resolved, since it may lead anywhere by then.
    let chat = Chat::new(endpoint, &AllowedHosts::default(), Arc::new(NoLimits), KeyLimits::default()).unwrap();
    assert_eq!(asked(&chat).await.unwrap_err().reason, AiReason::HostForbidden);
    assert!(provider.requests().is_empty());
}

#[tokio::test]
async fn stalled_stream_times_out() {
    let provider = TestProvider::start().await;
    let endpoint = Endpoint::new(provider.base_url().parse().unwrap(), "stalled", PROVIDER_KEY);
    let chat = support::chat_of(&provider, Endpoint { silence_limit: Duration::from_secs(1), ..endpoint });
    let mut seen = String::new();
    let streamed = chat.stream(vec![Message::user("ping")], 16, |piece| seen.push_str(piece)).await;
    assert_eq!(streamed.unwrap_err().reason, AiReason::Timeout);
    assert_eq!(seen, "pong", "what came before is passed on");
}

#[tokio::test]
async fn unusable_answer_is_sent_back_with_its_fault() {
    let provider = TestProvider::start().await;
    let error = asked(&support::chat(&provider, "broken-json")).await.unwrap_err();
    assert_eq!(error.reason, AiReason::AnswerUnusable);
    let requests = provider.requests();
    let roles: Vec<&str> =
        requests[1]["messages"].as_array().unwrap().iter().filter_map(|one| one["role"].as_str()).collect();
    assert_eq!((requests.len(), roles.as_slice()), (2, ["user", "assistant", "user"].as_slice()));
    assert!(requests[1]["messages"][2]["content"].as_str().unwrap().contains("no JSON in the answer"));
}

#[tokio::test]
async fn refusal_that_names_no_parameter_is_not_repeated() {
    let provider = TestProvider::start().await;
    let dialect = Dialect::of("azure-v1");
    let model = dialect.model.clone();
    provider.use_dialect(dialect);
    provider.fail_next([bole_testkit::ProviderFailure::Filtered]);
    let error = asked(&support::chat(&provider, &model)).await.unwrap_err();
    assert_eq!((error.reason, provider.requests().len()), (AiReason::ContentFiltered, 1));
    assert!(error.provider_message.is_some_and(|message| message.contains("content management policy")));
}

#[tokio::test]
async fn parameters_are_dropped_once_for_all_clients_of_a_model() {
    for (id, refusals) in [("deepseek", 1), ("mistral", 1), ("vllm-gemma", 1), ("openai-5", 1), ("gemini-2.5", 0)] {
        let provider = TestProvider::start().await;
        let dialect = Dialect::of(id);
        let model = dialect.model.clone();
        provider.use_dialect(dialect);
        let chat = support::chat(&provider, &model);
        let messages = vec![Message::system("Be short."), Message::user("Answer as JSON: {\"answer\": \"pong\"}")];
        let question = Question { messages, ..question() };
        for _ in 0..2 {
            chat.json::<Pong>(&question).await.unwrap();
        }
        assert_eq!(provider.requests().len(), 2 + refusals, "{id}");
    }
}
