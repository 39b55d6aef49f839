//! Chat completions at an OpenAI-compatible endpoint, streamed or not, within the key's limits.

mod abilities;
mod batch_lines;
mod batches;
mod body;
mod clients;
mod deferral;
mod lines;
mod models;
mod provider_error;
mod question;
mod reasoning;
mod refusals;
mod send;
mod stream;
mod thoughts;
mod wire;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use bole_domain::failure::AiReason;
use bole_domain::ids::TaskId;
use bole_domain::outbound::AllowedHosts;
use reqwest::{Client, Url};
use serde::{Deserialize, Serialize};

pub use self::abilities::{Abilities, FormatAbility};
pub use self::batch_lines::{BatchAnswer, batch_line};
pub use self::batches::{MAX_BATCH_BYTES, MAX_BATCH_REQUESTS, ProviderBatch};
pub use self::body::RESERVED_PARAMETERS;
pub use self::clients::Chats;
use self::deferral::Deferral;
pub use self::deferral::RecordedRequest;
pub use self::question::{AnswerFormat, Message, Question, Role};
pub use self::reasoning::ReasoningEffort;
use self::wire::{shape, unusable};
use super::endpoint::Endpoint;
use super::limits::{KeyLimits, Limits};
use super::repair::{JsonError, json_in};
use crate::off_thread;

/// One retry if the answer is not valid JSON.
const JSON_TRIES: usize = 2;
/// How many times longer an answer may get after one that was cut.
const RETRY_FACTOR: u32 = 2;
/// How much of an unusable answer is sent back.
const MAX_SENT_BACK: usize = 8_000;

/// Why a call failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct ChatError {
    /// The stable reason, one of `ai.*`.
    pub reason: AiReason,
    /// Details for operators, without prompt or answer.
    pub detail: String,
    /// The provider's own message, for operators and administrators.
    pub provider_message: Option<String>,
    /// The wait requested by the provider.
    pub retry_after: Option<Duration>,
    /// Whether the quota is spent or the bill unpaid, so that waiting alone does not help.
    pub is_exhausted: bool,
    /// Whether the answer ends in the middle, so that asking for less may help.
    pub is_truncated: bool,
}

impl ChatError {
    /// A failure without a requested wait.
    pub fn new(reason: AiReason, detail: impl Into<String>) -> Self {
        Self {
            reason,
            detail: detail.into(),
            provider_message: None,
            retry_after: None,
            is_exhausted: false,
            is_truncated: false,
        }
    }

    /// Whether this question has no usable answer, while others may have one.
    #[must_use]
    pub const fn is_unanswerable(&self) -> bool {
        matches!(self.reason, AiReason::AnswerUnusable | AiReason::ContextTooLong | AiReason::ContentFiltered)
    }

    /// An answer that ends in the middle.
    fn truncated() -> Self {
        Self { is_truncated: true, ..Self::new(AiReason::AnswerUnusable, "the answer is cut off") }
    }
}

/// The usage of a client.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Requests sent, including failed ones.
    pub requests: u32,
    pub prompt_tokens: u64,
    /// Cached prompt tokens.
    pub cached_tokens: u64,
    /// All tokens of answers, with those of hidden reasoning.
    pub completion_tokens: u64,
    /// Those of hidden reasoning, as far as the provider counts them.
    #[serde(default)]
    pub reasoning_tokens: u64,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.prompt_tokens += other.prompt_tokens;
        self.cached_tokens += other.cached_tokens;
        self.completion_tokens += other.completion_tokens;
        self.reasoning_tokens += other.reasoning_tokens;
    }
}

/// A client of one endpoint. Cheap to clone; clones share connections and detected abilities.
#[derive(Clone)]
pub struct Chat {
    client: Client,
    endpoint: Arc<Endpoint>,
    limits: Arc<dyn Limits>,
    of_key: KeyLimits,
    abilities: Arc<Mutex<Abilities>>,
    /// The model that answers in place of the default one, as its provider's list says.
    successor: Arc<OnceLock<String>>,
    /// The same as an earlier process found it.
    adopted: Arc<OnceLock<String>>,
    /// Whether the provider read only a part of a request.
    is_prompt_cut: Arc<AtomicBool>,
    usage: Arc<Mutex<Usage>>,
    /// The task that it sends requests for, if any.
    task: Option<TaskId>,
    deferral: Deferral,
}

impl Chat {
    /// A client of this endpoint with the limits of its key.
    ///
    /// # Errors
    /// When TLS cannot be set up.
    pub fn new(
        endpoint: Endpoint,
        allowed: &AllowedHosts,
        limits: Arc<dyn Limits>,
        of_key: KeyLimits,
    ) -> Result<Self, ChatError> {
        let client = endpoint
            .client(allowed)
            .map_err(|error| ChatError::new(AiReason::Unreachable, format!("no client: {}", error.without_url())))?;
        Ok(Self {
            client,
            limits,
            of_key,
            abilities: Arc::new(Mutex::new(Abilities::of(&endpoint.model))),
            endpoint: Arc::new(endpoint),
            successor: Arc::default(),
            adopted: Arc::default(),
            is_prompt_cut: Arc::default(),
            usage: Arc::default(),
            task: None,
            deferral: Deferral::default(),
        })
    }

    /// The same client with its own usage counter, which has not been told of a cut request.
    #[must_use]
    pub fn metered(&self) -> Self {
        Self { usage: Arc::default(), is_prompt_cut: Arc::default(), ..self.clone() }
    }

    /// The same client for the requests of one task, with its own usage counter.
    #[must_use]
    pub fn for_task(&self, task: TaskId) -> Self {
        Self { task: Some(task), ..self.metered() }
    }

    /// The usage since [`Self::metered`].
    #[must_use]
    pub fn usage(&self) -> Usage {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The model of the settings, whether it answers or another in its place.
    #[must_use]
    pub fn configured_model(&self) -> &str {
        &self.endpoint.model
    }

    /// The base URL of the settings.
    #[must_use]
    pub fn base_url(&self) -> &Url {
        &self.endpoint.base_url
    }

    /// The model that answers: the endpoint's, or what replaced a default model that is no longer there.
    #[must_use]
    pub fn model(&self) -> &str {
        self.successor.get().or(self.adopted.get()).unwrap_or(&self.endpoint.model)
    }

    /// The default model that was replaced, if it was.
    #[must_use]
    pub fn replaced_model(&self) -> Option<&str> {
        (self.model() != self.endpoint.model).then_some(self.endpoint.model.as_str())
    }

    /// Whether the endpoint's model is a default one, for which no other is known to answer yet.
    #[must_use]
    pub fn may_be_replaced(&self) -> bool {
        !self.endpoint.options.successors.is_empty() && self.replaced_model().is_none()
    }

    /// Asks this model in place of the default one, as an earlier process did, if it is one of its successors.
    pub fn adopt(&self, model: String) {
        if self.endpoint.options.successors.contains(&model) {
            self.adopted.get_or_init(|| {
                *self.abilities.lock().unwrap_or_else(PoisonError::into_inner) = Abilities::of(&model);
                model
            });
        }
    }

    /// Whether the provider read only a part of a request, as servers do whose context is shorter than it.
    #[must_use]
    pub fn is_prompt_cut(&self) -> bool {
        self.is_prompt_cut.load(Ordering::Relaxed)
    }

    /// Identifies the key in rate limits.
    #[must_use]
    pub fn account(&self) -> String {
        self.endpoint.account()
    }

    /// The detected abilities of the provider.
    #[must_use]
    pub fn abilities(&self) -> Abilities {
        *self.abilities.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Requests text.
    ///
    /// # Errors
    /// Why the call failed, or that the text was cut.
    pub async fn text(&self, messages: Vec<Message>, max_tokens: u32) -> Result<String, ChatError> {
        let answer = self.ask(&Question::of_text(messages, max_tokens), None).await?;
        if answer.is_truncated { Err(ChatError::truncated()) } else { Ok(answer.content) }
    }

    /// Requests text and passes on each chunk; returns the whole text. A cut one is returned as well, since a person has
    /// read it by then.
    ///
    /// # Errors
    /// Why the call failed or was interrupted.
    pub async fn stream(
        &self,
        messages: Vec<Message>,
        max_tokens: u32,
        mut on_piece: impl FnMut(&str) + Send,
    ) -> Result<String, ChatError> {
        let answer = self.ask(&Question::of_text(messages, max_tokens), Some(&mut on_piece)).await?;
        if answer.is_blank() { Err(ChatError::truncated()) } else { Ok(answer.content) }
    }

    /// Requests JSON of a schema. An answer that is invalid is sent back once with what is wrong with it; one that was cut
    /// is asked for again at greater length.
    ///
    /// # Errors
    /// Why the call failed, that the answer does not match the schema, or that it was cut.
    pub async fn json<T: serde::de::DeserializeOwned + Send + 'static>(
        &self,
        question: &Question,
    ) -> Result<T, ChatError> {
        let mut question = question.clone();
        let mut failed = unusable("never asked");
        for attempt in 1..=JSON_TRIES {
            let answer = match self.ask(&question, None).await {
                // A model may refuse to answer at greater length.
                Err(error) if failed.is_truncated && error.is_unanswerable() => return Err(failed),
                answer => answer?,
            };
            let is_blank = answer.is_blank();
            let content: Arc<str> = answer.content.into();
            failed = if is_blank && attempt == JSON_TRIES {
                // A part of the question would not leave more room for reasoning.
                unusable("the model reasons until its limit")
            } else if answer.is_truncated {
                ChatError::truncated()
            } else {
                let content = Arc::clone(&content);
                // Long answers are repaired on a blocking thread.
                let read = off_thread(content.len(), move || structured(&content)).await;
                match read.map_err(|error| unusable(error.detail))? {
                    Ok(read) => return Ok(read),
                    Err(failed) => failed,
                }
            };
            if failed.is_truncated {
                let Some(longer) = self.longer_than(question.max_tokens) else { break };
                question.max_tokens = longer;
            } else {
                let back: String = content.chars().take(MAX_SENT_BACK).collect();
                let fault = format!(
                    "That answer cannot be used: {}. Answer again, with the JSON that was asked for and nothing else.",
                    failed.detail
                );
                question.messages.extend([Message::assistant(back), Message::user(fault)]);
            }
        }
        Err(failed)
    }

    /// A greater maximum length than that of an answer to which this many tokens were asked for; `None` if the model has none.
    fn longer_than(&self, max_tokens: u32) -> Option<u32> {
        let abilities = self.abilities();
        let asked = abilities.room(max_tokens);
        abilities.most_tokens.is_none_or(|most| most > asked).then(|| asked.saturating_mul(RETRY_FACTOR))
    }

    /// Counts the usage of another client of the same model.
    pub fn add(&self, usage: Usage) {
        self.count(usage);
    }

    fn count(&self, usage: Usage) {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner) += usage;
    }
}

/// The content of an answer.
struct Answer {
    /// Without thoughts.
    content: String,
    /// Whether the model reached its limit before it had finished.
    is_truncated: bool,
    /// Whether it shows that the model reasons before it answers.
    reasons: bool,
    /// Whether its reasoning begins without a tag, because the prompt's template opens it.
    is_opened_by_prompt: bool,
    used: Option<Usage>,
}

impl Answer {
    /// Whether all tokens went into reasoning.
    fn is_blank(&self) -> bool {
        self.is_truncated && self.content.trim().is_empty()
    }
}

/// Parses the JSON of an answer, or returns what is wrong with it.
fn structured<T: serde::de::DeserializeOwned>(answer: &str) -> Result<T, ChatError> {
    let answer = answer.trim();
    if answer.starts_with(['{', '['])
        && let Ok(read) = serde_json::from_str(answer)
    {
        return Ok(read);
    }
    json_in(answer).map_err(|error| match error {
        JsonError::Truncated => ChatError::truncated(),
        JsonError::Missing => unusable("no JSON in the answer"),
        JsonError::Shape(error) => unusable(format!("JSON of another shape: {}", shape(&error))),
    })
}

/// Receives the chunks of an answer.
type OnPiece<'a> = Option<&'a mut (dyn FnMut(&str) + Send)>;

fn reborrowed<'a>(on_piece: &'a mut OnPiece<'_>) -> OnPiece<'a> {
    match on_piece {
        Some(on_piece) => Some(&mut **on_piece),
        None => None,
    }
}
