//! Requests to a model.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::abilities::{Abilities, FormatAbility};
use crate::provider::limits::Turn;

/// The expected length of an answer, whatever its maximum.
const EXPECTED_ANSWER_TOKENS: u32 = 1_000;

/// The role of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The instructions.
    System,
    User,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    pub role: Speaker,
    pub content: String,
}

impl Message {
    pub fn system(content: impl Into<String>) -> Self {
        Self { role: Speaker::System, content: content.into() }
    }

    pub fn user(content: impl Into<String>) -> Self {
        Self { role: Speaker::User, content: content.into() }
    }
}

/// The requested answer format.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerFormat {
    Text,
    /// JSON of this schema.
    Json {
        /// The schema's name.
        name: &'static str,
        /// JSON schema, with `additionalProperties: false` and all properties required.
        schema: Arc<Value>,
    },
}

/// A request. Content shared by many requests comes first, so that providers can cache it.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    pub messages: Vec<Message>,
    pub format: AnswerFormat,
    /// Maximum length of the answer in tokens.
    pub max_tokens: u32,
    /// Another seed gives another opinion.
    pub seed: u32,
    pub turn: Turn,
}

impl Question {
    /// A request for text.
    pub(super) fn of_text(messages: Vec<Message>, max_tokens: u32) -> Self {
        Self { messages, format: AnswerFormat::Text, max_tokens, seed: 1, turn: Turn::default() }
    }

    /// An estimate of the tokens for the request and its answer.
    pub(super) fn expected_tokens(&self) -> u64 {
        let weight = |text: &str| -> u64 {
            let (mut ascii, mut other) = (0, 0);
            for c in text.chars() {
                if c.is_ascii() { ascii += 1 } else { other += 1 }
            }
            ascii / 4 + other
        };
        let asked: u64 = self.messages.iter().map(|message| weight(&message.content)).sum();
        asked + u64::from(self.max_tokens.min(EXPECTED_ANSWER_TOKENS))
    }
}

/// The request body for an endpoint with these abilities.
#[derive(Serialize)]
pub(super) struct Body<'a> {
    model: &'a str,
    messages: &'a [Message],
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'a>>,
}

#[derive(Serialize)]
struct StreamOptions {
    include_usage: bool,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ResponseFormat<'a> {
    JsonSchema { json_schema: NamedSchema<'a> },
    JsonObject,
}

#[derive(Serialize)]
struct NamedSchema<'a> {
    name: &'a str,
    strict: bool,
    schema: &'a Value,
}

impl<'a> Body<'a> {
    pub(super) fn new(model: &'a str, question: &'a Question, abilities: Abilities, is_streamed: bool) -> Self {
        let is_streamed = is_streamed && abilities.streaming;
        let response_format = match (&question.format, abilities.format) {
            (AnswerFormat::Json { name, schema }, FormatAbility::Schema) => {
                Some(ResponseFormat::JsonSchema { json_schema: NamedSchema { name, strict: true, schema } })
            }
            (AnswerFormat::Json { .. }, FormatAbility::JsonObject) => Some(ResponseFormat::JsonObject),
            _ => None,
        };
        Self {
            model,
            messages: &question.messages,
            max_tokens: abilities.max_tokens.then_some(question.max_tokens),
            max_completion_tokens: (!abilities.max_tokens).then_some(question.max_tokens),
            temperature: abilities.sampling.then_some(0),
            seed: abilities.sampling.then_some(question.seed),
            stream: is_streamed.then_some(true),
            stream_options: is_streamed.then_some(StreamOptions { include_usage: true }),
            response_format,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn question(format: AnswerFormat) -> Question {
        let messages = vec![Message::system("Judge."), Message::user("Lin")];
        Question { messages, format, max_tokens: 7, seed: 3, turn: Turn::default() }
    }

    #[test]
    fn body_contains_only_supported_parameters() {
        let schema = Arc::new(json!({ "type": "object" }));
        let structured = question(AnswerFormat::Json { name: "judgements", schema: Arc::clone(&schema) });
        let written = |question: &Question, abilities, is_streamed| {
            serde_json::to_value(Body::new("good", question, abilities, is_streamed)).unwrap()
        };
        let messages = json!([{ "role": "system", "content": "Judge." }, { "role": "user", "content": "Lin" }]);
        assert_eq!(
            written(&structured, Abilities::ALL, false),
            json!({
                "model": "good", "messages": messages, "max_tokens": 7, "temperature": 0, "seed": 3,
                "response_format": {
                    "type": "json_schema", "json_schema": { "name": "judgements", "strict": true, "schema": *schema },
                },
            })
        );
        let fewer = Abilities { format: FormatAbility::JsonObject, sampling: false, ..Abilities::ALL };
        assert_eq!(
            written(&structured, Abilities { max_tokens: false, ..fewer }, false),
            json!({
                "model": "good", "messages": messages, "max_completion_tokens": 7,
                "response_format": { "type": "json_object" },
            })
        );
        let text = question(AnswerFormat::Text);
        assert_eq!(
            written(&text, Abilities { sampling: false, ..Abilities::ALL }, true),
            json!({
                "model": "good", "messages": messages, "max_tokens": 7, "stream": true,
                "stream_options": { "include_usage": true },
            })
        );
        assert_eq!(written(&text, Abilities { streaming: false, ..fewer }, true).get("stream"), None);
    }
}
