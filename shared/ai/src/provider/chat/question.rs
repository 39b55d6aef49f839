//! Requests to a model.

use std::sync::Arc;

use serde_json::Value;

use crate::provider::limits::Turn;

/// The expected length of an answer, whatever its maximum.
const EXPECTED_ANSWER_TOKENS: u32 = 1_000;

/// The role of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The instructions.
    System,
    User,
    /// The model's own answer, or an example of one.
    Assistant,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub role: Role,
    pub content: String,
}

impl Message {
    pub fn system(content: impl Into<String>) -> Self {
        Self { role: Role::System, content: content.into() }
    }

    pub fn user(content: impl Into<String>) -> Self {
        Self { role: Role::User, content: content.into() }
    }

    pub fn assistant(content: impl Into<String>) -> Self {
        Self { role: Role::Assistant, content: content.into() }
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
    /// Maximum length of the answer in tokens, without those of hidden reasoning.
    pub max_tokens: u32,
    /// The sampling temperature; the model's own if `None`, which several models require.
    pub temperature: Option<f32>,
    pub turn: Turn,
}

impl Question {
    /// A request at the model's own temperature, in the order of arrival.
    #[must_use]
    pub fn new(messages: Vec<Message>, format: AnswerFormat, max_tokens: u32) -> Self {
        Self { messages, format, max_tokens, temperature: None, turn: Turn::default() }
    }

    /// A request for text.
    pub(super) fn of_text(messages: Vec<Message>, max_tokens: u32) -> Self {
        Self::new(messages, AnswerFormat::Text, max_tokens)
    }

    /// The fewest tokens that any tokenizer makes of the messages: a word is one at least, a Chinese character almost half
    /// of one.
    pub(super) fn fewest_prompt_tokens(&self) -> u64 {
        let fewest = |text: &str| -> u64 {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).count();
            let han = text.chars().filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).count();
            (words + han * 2 / 5) as u64
        };
        self.messages.iter().map(|message| fewest(&message.content)).sum()
    }

    /// An estimate of the messages' tokens.
    pub(super) fn expected_prompt_tokens(&self) -> u64 {
        self.messages.iter().map(|message| estimated_tokens(&message.content)).sum()
    }

    /// An estimate of the tokens for the request and its answer.
    pub(super) fn expected_tokens(&self) -> u64 {
        self.expected_prompt_tokens() + u64::from(self.max_tokens.min(EXPECTED_ANSWER_TOKENS))
    }
}

/// An estimate of a text's tokens.
pub(super) fn estimated_tokens(text: &str) -> u64 {
    let (mut ascii, mut other) = (0, 0);
    for c in text.chars() {
        if c.is_ascii() { ascii += 1 } else { other += 1 }
    }
    ascii / 4 + other
}
