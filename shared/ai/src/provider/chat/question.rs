//! What is asked, and the request that asks it.

use serde::Serialize;
use serde_json::{Value, json};

use super::abilities::{Abilities, FormatAbility};

/// An answer is expected to be about this long at most, whatever room it has.
const EXPECTED_ANSWER_TOKENS: u32 = 1_000;

/// Who says a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The instructions.
    System,
    /// What they are about.
    User,
}

/// One message of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Message {
    /// Who says it.
    pub role: Speaker,
    /// What is said.
    pub content: String,
}

impl Message {
    /// Instructions.
    pub fn system(content: impl Into<String>) -> Self {
        Self { role: Speaker::System, content: content.into() }
    }

    /// What they are about.
    pub fn user(content: impl Into<String>) -> Self {
        Self { role: Speaker::User, content: content.into() }
    }
}

/// What kind of answer is wanted.
#[derive(Debug, Clone, PartialEq)]
pub enum AnswerFormat {
    /// Prose.
    Text,
    /// JSON of this schema.
    Json {
        /// Names the schema to the provider.
        name: &'static str,
        /// JSON schema, with `additionalProperties: false` and everything required.
        schema: Value,
    },
}

/// A question. What many questions share comes first, so that providers can cache it.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Instructions and material.
    pub messages: Vec<Message>,
    /// What kind of answer is wanted.
    pub format: AnswerFormat,
    /// The answer's length at most.
    pub max_tokens: u32,
    /// The same question with another seed asks for another opinion.
    pub seed: u32,
}

impl Question {
    /// About how many tokens the question and its answer take, before anybody has counted them.
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

/// The question as an endpoint of these abilities takes it.
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
