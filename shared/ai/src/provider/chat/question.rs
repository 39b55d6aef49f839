//! Requests to a model.

use serde::Serialize;
use serde_json::{Value, json};

use super::abilities::{Abilities, FormatAbility};

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
        schema: Value,
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
}

impl Question {
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
pub(super) fn body(model: &str, question: &Question, abilities: Abilities, is_streamed: bool) -> Value {
    let mut body = json!({ "model": model, "messages": question.messages });
    let limit = if abilities.max_tokens { "max_tokens" } else { "max_completion_tokens" };
    body[limit] = json!(question.max_tokens);
    if abilities.sampling {
        body["temperature"] = json!(0);
        body["seed"] = json!(question.seed);
    }
    if is_streamed && abilities.streaming {
        body["stream"] = json!(true);
        body["stream_options"] = json!({ "include_usage": true });
    }
    if let AnswerFormat::Json { name, schema } = &question.format {
        match abilities.format {
            FormatAbility::Schema => {
                body["response_format"] = json!({
                    "type": "json_schema", "json_schema": { "name": name, "strict": true, "schema": schema },
                });
            }
            FormatAbility::JsonObject => body["response_format"] = json!({ "type": "json_object" }),
            FormatAbility::Nothing => {}
        }
    }
    body
}
