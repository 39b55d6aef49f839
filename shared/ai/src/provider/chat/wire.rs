//! Answers of endpoints, whole or in pieces. Types are tolerant, because what a provider calls compatible varies: lists
//! that are null, contents in parts, unknown reasons for the end.

use bole_domain::failure::AiReason;
use bole_domain::text::without_controls;
use bole_outbound::{ConnectFault, connect_fault};
use reqwest::Response;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{ChatError, Usage};

/// The maximum size of an answer; the rest is not read.
pub(super) const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024;

pub(super) fn unusable(detail: impl Into<String>) -> ChatError {
    ChatError::new(AiReason::AnswerUnusable, detail)
}

/// A completion, or a piece of one.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Completion {
    #[serde(deserialize_with = "choices")]
    pub(super) choices: Vec<Choice>,
    #[serde(deserialize_with = "used")]
    pub(super) usage: Option<Used>,
    /// An error in place of an answer, or in the middle of one.
    pub(super) error: Option<Value>,
}

/// The choices, or none where there is no list of them.
fn choices<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Choice>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Array(choices) => choices.into_iter().filter(Value::is_object).map(Choice::from).collect(),
        _ => Vec::new(),
    })
}

fn used<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Used>, D::Error> {
    Ok(Used::read(&Value::deserialize(from)?))
}

/// Read field by field, because a stream has thousands of them.
pub(super) struct Choice {
    /// The content of a whole answer.
    message: AnswerMessage,
    /// The content of a piece.
    delta: AnswerMessage,
    finish_reason: Option<String>,
}

impl From<Value> for Choice {
    fn from(mut choice: Value) -> Self {
        Self {
            message: taken(&mut choice, "message").into(),
            delta: taken(&mut choice, "delta").into(),
            finish_reason: text(taken(&mut choice, "finish_reason")),
        }
    }
}

impl Choice {
    /// Text of the answer, without zeros and other characters that no text may contain; empty if there is none.
    pub(super) fn text(&self) -> String {
        let text = self.delta.content.text();
        without_controls(&if text.is_empty() { self.message.content.text() } else { text })
    }

    /// Whether it has tokens of hidden reasoning.
    pub(super) fn reasons(&self) -> bool {
        let thinks = |message: &AnswerMessage| {
            let written = |text: &Option<String>| text.as_deref().is_some_and(|text| !text.is_empty());
            written(&message.reasoning_content) || written(&message.reasoning) || message.content.thinks()
        };
        thinks(&self.message) || thinks(&self.delta)
    }

    /// Whether a filter of the provider ended the answer.
    pub(super) fn is_filtered(&self) -> bool {
        self.finish_reason().is_some_and(|reason| {
            ["content_filter", "safety", "prohibited_content"].iter().any(|known| reason.eq_ignore_ascii_case(known))
        })
    }

    /// Whether the model refuses to answer.
    pub(super) fn is_refused(&self) -> bool {
        let refuses = |message: &AnswerMessage| message.refusal.as_deref().is_some_and(|text| !text.is_empty());
        refuses(&self.message) || refuses(&self.delta)
    }

    /// Why it ended, if it did. Some servers send an empty reason with each piece.
    pub(super) fn finish_reason(&self) -> Option<&str> {
        self.finish_reason.as_deref().filter(|reason| !reason.is_empty())
    }
}

struct AnswerMessage {
    content: Content,
    refusal: Option<String>,
    reasoning_content: Option<String>,
    reasoning: Option<String>,
}

impl From<Value> for AnswerMessage {
    fn from(mut message: Value) -> Self {
        Self {
            content: taken(&mut message, "content").into(),
            refusal: text(taken(&mut message, "refusal")),
            reasoning_content: text(taken(&mut message, "reasoning_content")),
            reasoning: text(taken(&mut message, "reasoning")),
        }
    }
}

/// Text, or a list of parts, of which some are thoughts.
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

impl From<Value> for Content {
    fn from(content: Value) -> Self {
        match content {
            Value::String(text) => Self::Text(text),
            Value::Array(parts) => Self::Parts(parts.into_iter().map(Part::from).collect()),
            _ => Self::Text(String::new()),
        }
    }
}

struct Part {
    kind: String,
    text: String,
}

impl From<Value> for Part {
    fn from(mut part: Value) -> Self {
        let mut take = |key: &str| text(taken(&mut part, key)).unwrap_or_default();
        Self { kind: take("type"), text: take("text") }
    }
}

impl Part {
    fn is_thought(&self) -> bool {
        self.kind.starts_with("thinking") || self.kind.starts_with("reasoning")
    }
}

impl Content {
    fn text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Parts(parts) => {
                parts.iter().filter(|part| !part.is_thought()).map(|part| part.text.as_str()).collect()
            }
        }
    }

    fn thinks(&self) -> bool {
        matches!(self, Self::Parts(parts) if parts.iter().any(Part::is_thought))
    }
}

pub(super) struct Used {
    prompt_tokens: u64,
    completion_tokens: u64,
    total_tokens: u64,
    cached_tokens: u64,
    reasoning_tokens: u64,
}

impl Used {
    /// What an object says; counts that are missing or no whole numbers are zero.
    pub(super) fn read(usage: &Value) -> Option<Self> {
        let number = |value: &Value| value.as_u64().unwrap_or_default();
        // `DeepSeek` has a name of its own for cached tokens.
        let cached = [&usage["prompt_tokens_details"]["cached_tokens"], &usage["prompt_cache_hit_tokens"]];
        usage.is_object().then(|| Self {
            prompt_tokens: number(&usage["prompt_tokens"]),
            completion_tokens: number(&usage["completion_tokens"]),
            total_tokens: number(&usage["total_tokens"]),
            cached_tokens: cached.map(number).into_iter().max().unwrap_or_default(),
            reasoning_tokens: number(&usage["completion_tokens_details"]["reasoning_tokens"]),
        })
    }
}

impl From<Used> for Usage {
    fn from(used: Used) -> Self {
        // Some providers count thoughts only in the total.
        let completion_tokens = used.completion_tokens.max(used.total_tokens.saturating_sub(used.prompt_tokens));
        let thoughts = completion_tokens - used.completion_tokens;
        Self {
            requests: 0,
            prompt_tokens: used.prompt_tokens,
            cached_tokens: used.cached_tokens,
            completion_tokens,
            reasoning_tokens: used.reasoning_tokens.max(thoughts),
        }
    }
}

/// A field's value; null if there is none.
fn taken(value: &mut Value, key: &str) -> Value {
    value.get_mut(key).map(Value::take).unwrap_or_default()
}

/// A text; `None` if the value is of another type.
fn text(value: Value) -> Option<String> {
    if let Value::String(text) = value { Some(text) } else { None }
}

/// Whether a finish reason says that the answer reached its maximum length, as providers name it.
pub(super) fn is_truncated(finish_reason: &str) -> bool {
    ["length", "max_tokens", "model_length"].iter().any(|limit| finish_reason.eq_ignore_ascii_case(limit))
}

/// Reads a whole body.
pub(super) async fn read(mut response: Response) -> Result<Vec<u8>, ChatError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| transport(&error))? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_ANSWER_BYTES {
            return Err(unusable("the answer is too long"));
        }
    }
    Ok(bytes)
}

pub(super) fn transport(error: &reqwest::Error) -> ChatError {
    let (reason, detail) = match connect_fault(error) {
        Some(ConnectFault::HostUnknown) => (AiReason::HostUnknown, "no host has this name"),
        Some(ConnectFault::HostForbidden) => (AiReason::HostForbidden, "the address is private"),
        Some(ConnectFault::CertificateInvalid) => (AiReason::CertificateInvalid, "the certificate is not valid"),
        None if error.is_timeout() => (AiReason::Timeout, "no answer in time"),
        None if error.is_connect() => (AiReason::Unreachable, "no connection"),
        None => (AiReason::Unreachable, "the connection broke"),
    };
    ChatError::new(reason, detail)
}

/// The kind and position of a JSON error, without the content.
pub(super) fn shape(error: &serde_json::Error) -> String {
    format!("{:?} at line {} column {}", error.classify(), error.line(), error.column())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn answers_of_any_dialect_are_read() {
        let usage = json!({ "prompt_tokens": 10, "completion_tokens": 4, "total_tokens": 14 });
        let read = |choice: Value| -> Completion {
            serde_json::from_value(json!({ "choices": [choice], "usage": usage })).unwrap()
        };
        for (choice, thinks) in [
            (json!({ "message": { "content": "yes" }, "finish_reason": "stop" }), false),
            (json!({ "message": { "content": "yes", "refusal": null, "reasoning_content": "Hm." } }), true),
            (json!({ "message": { "content": [{ "type": "text", "text": "yes" }] }, "finish_reason": 1 }), false),
            (
                json!({ "delta": { "content": [{ "type": "thinking", "thinking": [{ "text": "Hm." }] }, { "type": "text", "text": "yes" }] } }),
                true,
            ),
            (json!({ "delta": { "content": "yes" }, "message": null, "finish_reason": "" }), false),
            (json!({ "delta": { "content": "y\0es" } }), false),
        ] {
            let text = choice.to_string();
            let choice = &read(choice).choices[0];
            assert_eq!(
                (choice.text().as_str(), choice.reasons(), choice.is_refused()),
                ("yes", thinks, false),
                "{text}"
            );
        }
        for nothing in [
            json!({ "choices": null }),
            json!({}),
            json!({ "choices": [], "usage": null }),
            json!({ "choices": ["yes", 1], "usage": 7 }),
        ] {
            let completion: Completion = serde_json::from_value(nothing).unwrap();
            assert!(completion.choices.is_empty() && completion.usage.is_none());
        }
    }

    #[test]
    fn hidden_reasoning_is_counted() {
        let used = |usage: Value| Usage::from(Used::read(&usage).unwrap());
        let gemini = used(json!({ "prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 420 }));
        assert_eq!((gemini.completion_tokens, gemini.reasoning_tokens), (320, 300));
        let openai = used(json!({
            "prompt_tokens": 100, "completion_tokens": 320, "total_tokens": 420,
            "completion_tokens_details": { "reasoning_tokens": 300 }, "prompt_tokens_details": { "cached_tokens": null },
        }));
        assert_eq!((openai.completion_tokens, openai.reasoning_tokens, openai.cached_tokens), (320, 300, 0));
        let deepseek = used(json!({ "prompt_tokens": 100, "completion_tokens": 20, "prompt_cache_hit_tokens": 64 }));
        assert_eq!((deepseek.completion_tokens, deepseek.cached_tokens), (20, 64));
    }
}
