//! Chat completions at an OpenAI-compatible endpoint: one question, one answer, whole or as it is written, within the
//! limits of its key.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bole_domain::failure::AiReason;
use bole_domain::outbound::AllowedHosts;
use reqwest::{Client, Response, StatusCode, header};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::endpoint::Endpoint;
use super::limits::{KeyLimits, Limits};
use super::repair::json_in;

/// An answer is at most this large; whatever comes after is not read.
const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024;
/// How long the fleet leaves a key alone that was refused for its rate without a word on how long.
const PAUSE_WITHOUT_RETRY_AFTER: Duration = Duration::from_secs(10);
/// No provider's wish is obeyed for longer than this.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(3_600);
/// An answer is expected to be about this long at most, whatever room it has.
const EXPECTED_ANSWER_TOKENS: u32 = 1_000;
/// Asked once more where an answer is no JSON.
const JSON_TRIES: usize = 2;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct ChatError {
    /// The stable reason, one of `ai.*`.
    pub reason: AiReason,
    /// For operators; nothing of what was asked or answered.
    pub detail: String,
    /// How long the provider asked to be left alone.
    pub retry_after: Option<Duration>,
    /// The quota is spent or the bill unpaid: waiting alone does not help.
    pub is_exhausted: bool,
}

impl ChatError {
    /// A failure without a wish to be left alone.
    pub fn new(reason: AiReason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into(), retry_after: None, is_exhausted: false }
    }
}

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
    fn expected_tokens(&self) -> u64 {
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

/// What a call consumed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Requests sent, failed ones included.
    pub requests: u32,
    /// Tokens of questions.
    pub prompt_tokens: u64,
    /// Those of them the provider had cached.
    pub cached_tokens: u64,
    /// Tokens of answers.
    pub completion_tokens: u64,
}

impl std::ops::AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.prompt_tokens += other.prompt_tokens;
        self.cached_tokens += other.cached_tokens;
        self.completion_tokens += other.completion_tokens;
    }
}

/// What a provider understands, found out by trying.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Abilities {
    /// How it can be told that JSON is wanted.
    pub format: FormatAbility,
    /// Whether it takes `temperature` and `seed`.
    pub sampling: bool,
    /// Whether it sends an answer while it writes it.
    pub streaming: bool,
}

/// How a provider can be told that JSON is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatAbility {
    /// By a JSON schema.
    Schema,
    /// By JSON mode.
    JsonObject,
    /// By the prompt alone.
    Nothing,
}

impl Abilities {
    const ALL: Self = Self { format: FormatAbility::Schema, sampling: true, streaming: true };

    /// The next thing to leave out after a request was refused as malformed; `None` when nothing is left.
    fn without(self, complaint: &str, wants_json: bool) -> Option<Self> {
        if self.streaming && complaint.contains("stream") {
            return Some(Self { streaming: false, ..self });
        }
        let of_sampling = complaint.contains("temperature") || complaint.contains("seed");
        if self.sampling && of_sampling {
            return Some(Self { sampling: false, ..self });
        }
        let format = match self.format {
            FormatAbility::Schema if wants_json => FormatAbility::JsonObject,
            FormatAbility::JsonObject if wants_json => FormatAbility::Nothing,
            _ if self.sampling => return Some(Self { sampling: false, ..self }),
            _ => return None,
        };
        Some(Self { format, ..self })
    }
}

/// A client of one endpoint. Cheap to clone; clones share connections and what is known of the endpoint.
#[derive(Clone)]
pub struct Chat {
    client: Client,
    endpoint: Arc<Endpoint>,
    limits: Arc<dyn Limits>,
    of_key: KeyLimits,
    abilities: Arc<Mutex<Abilities>>,
    usage: Arc<Mutex<Usage>>,
}

impl Chat {
    /// A client of this endpoint under the limits of its key.
    ///
    /// # Errors
    /// When no TLS can be set up.
    pub fn new(
        endpoint: Endpoint,
        allowed: &AllowedHosts,
        limits: Arc<dyn Limits>,
        of_key: KeyLimits,
    ) -> Result<Self, ChatError> {
        let client = endpoint
            .client(allowed)
            .map_err(|error| ChatError::new(AiReason::Unreachable, format!("no client: {}", error.without_url())))?;
        let abilities = Arc::new(Mutex::new(Abilities::ALL));
        Ok(Self { client, endpoint: Arc::new(endpoint), limits, of_key, abilities, usage: Arc::default() })
    }

    /// The same client with a usage counter of its own.
    #[must_use]
    pub fn metered(&self) -> Self {
        Self { usage: Arc::default(), ..self.clone() }
    }

    /// What was consumed since [`Self::metered`].
    #[must_use]
    pub fn usage(&self) -> Usage {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The model's name.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.endpoint.model
    }

    /// What its limits are counted by.
    #[must_use]
    pub fn account(&self) -> String {
        self.endpoint.account()
    }

    /// What is known of what the provider understands.
    #[must_use]
    pub fn abilities(&self) -> Abilities {
        *self.abilities.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for prose.
    ///
    /// # Errors
    /// Why there is no answer.
    pub async fn text(&self, messages: Vec<Message>, max_tokens: u32) -> Result<String, ChatError> {
        self.ask(&Question { messages, format: AnswerFormat::Text, max_tokens, seed: 1 }, None).await
    }

    /// Asks for prose, and hands on each piece of it as it comes; answers the whole.
    ///
    /// # Errors
    /// Why there is no answer, or why it broke off.
    pub async fn stream(
        &self,
        messages: Vec<Message>,
        max_tokens: u32,
        mut on_piece: impl FnMut(&str) + Send,
    ) -> Result<String, ChatError> {
        let question = Question { messages, format: AnswerFormat::Text, max_tokens, seed: 1 };
        self.ask(&question, Some(&mut on_piece)).await
    }

    /// Asks for JSON of a schema, and once more where the answer is none.
    ///
    /// # Errors
    /// Why there is no answer, or that it is not of the schema.
    pub async fn json<T: serde::de::DeserializeOwned>(&self, question: &Question) -> Result<T, ChatError> {
        let mut unusable = ChatError::new(AiReason::AnswerUnusable, "never asked");
        for _ in 0..JSON_TRIES {
            let answer = self.ask(question, None).await?;
            match json_in(&answer) {
                Some(value) => match serde_json::from_value(value) {
                    Ok(answer) => return Ok(answer),
                    Err(error) => unusable.detail = format!("JSON of another shape: {}", shape(&error)),
                },
                None => "no JSON in the answer".clone_into(&mut unusable.detail),
            }
        }
        Err(unusable)
    }

    /// Asks, leaving out what the endpoint does not understand.
    async fn ask(&self, question: &Question, mut on_piece: OnPiece<'_>) -> Result<String, ChatError> {
        let wants_json = matches!(question.format, AnswerFormat::Json { .. });
        let mut abilities = self.abilities();
        loop {
            match self.send(question, abilities, reborrowed(&mut on_piece)).await {
                Ok(answer) => {
                    *self.abilities.lock().unwrap_or_else(PoisonError::into_inner) = abilities;
                    return Ok(answer);
                }
                Err(Refusal::Malformed(complaint)) => match abilities.without(&complaint, wants_json) {
                    Some(fewer) => abilities = fewer,
                    None => {
                        return Err(ChatError::new(AiReason::AnswerUnusable, "the provider refuses the request"));
                    }
                },
                Err(Refusal::Failed(error)) => return Err(error),
            }
        }
    }

    async fn send(&self, question: &Question, abilities: Abilities, on_piece: OnPiece<'_>) -> Result<String, Refusal> {
        let account = self.endpoint.account();
        let expected = question.expected_tokens();
        let mut permit = self.limits.admit(&account, &self.of_key, expected).await.map_err(Refusal::Failed)?;
        self.count(Usage { requests: 1, ..Usage::default() });
        let begun = Instant::now();
        let request = self
            .client
            .post(self.endpoint.completions())
            .bearer_auth(&self.endpoint.api_key)
            .header(header::ACCEPT, "application/json, text/event-stream")
            .json(&body(&self.endpoint.model, question, abilities, on_piece.is_some()));
        let outcome = self.answer(request.send().await, on_piece).await;
        let outcome = outcome.map(|(answer, used)| {
            if let Some(used) = used {
                permit.took(used.prompt_tokens + used.completion_tokens);
            }
            answer
        });
        drop(permit);
        tracing::debug!(model = self.endpoint.model, elapsed = ?begun.elapsed(), failed = outcome.is_err(), "model asked");
        if let Err(Refusal::Failed(error)) = &outcome
            && error.reason == AiReason::Quota
            && !error.is_exhausted
        {
            // The whole fleet waits, for the next request would be refused like this one.
            self.limits.pause(&account, error.retry_after.unwrap_or(PAUSE_WITHOUT_RETRY_AFTER)).await;
        }
        outcome
    }

    async fn answer(
        &self,
        response: reqwest::Result<Response>,
        on_piece: OnPiece<'_>,
    ) -> Result<(String, Option<Usage>), Refusal> {
        let response = response.map_err(|error| Refusal::Failed(transport(&error)))?;
        let (status, retry_after) = (response.status(), retry_after(&response));
        let streams = |value: &header::HeaderValue| value.as_bytes().starts_with(b"text/event-stream");
        let is_stream = response.headers().get(header::CONTENT_TYPE).is_some_and(streams);
        if status.is_success()
            && is_stream
            && let Some(on_piece) = on_piece
        {
            return self.streamed(response, on_piece).await.map_err(Refusal::Failed);
        }
        let bytes = read(response).await.map_err(Refusal::Failed)?;
        if !status.is_success() {
            return Err(refusal(status, retry_after, &bytes));
        }
        let completion: Completion = serde_json::from_slice(&bytes)
            .map_err(|error| Refusal::Failed(unusable(format!("no completion: {}", shape(&error)))))?;
        let used = completion.usage.map(Usage::from);
        self.count(used.unwrap_or_default());
        let choice = completion.choices.into_iter().next();
        let choice = choice.ok_or_else(|| Refusal::Failed(unusable("an answer without a choice")))?;
        if choice.message.refusal.is_some() || choice.finish_reason.as_deref() == Some("content_filter") {
            return Err(Refusal::Failed(unusable("the model refuses to answer")));
        }
        let content = choice.message.content.filter(|content| !content.trim().is_empty());
        let content = content.ok_or_else(|| Refusal::Failed(unusable("an empty answer")))?;
        if let Some(on_piece) = on_piece {
            on_piece(&content);
        }
        Ok((content, used))
    }

    /// Reads an answer while it is written.
    async fn streamed(
        &self,
        mut response: Response,
        on_piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<(String, Option<Usage>), ChatError> {
        let (mut whole, mut used, mut unread, mut received) = (String::new(), None, Vec::new(), 0);
        let (mut is_over, mut has_finished) = (false, false);
        while !is_over && let Some(chunk) = response.chunk().await.map_err(|error| transport(&error))? {
            received += chunk.len();
            if received > MAX_ANSWER_BYTES {
                return Err(unusable("the answer is too long"));
            }
            unread.extend_from_slice(&chunk);
            while let Some(end) = unread.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = unread.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line);
                let Some(data) = line.trim_end().strip_prefix("data:") else { continue };
                if data.trim() == "[DONE]" {
                    is_over = true;
                    continue;
                }
                let piece: Piece = serde_json::from_str(data)
                    .map_err(|error| unusable(format!("a broken piece: {}", shape(&error))))?;
                used = piece.usage.map(Usage::from).or(used);
                let Some(choice) = piece.choices.into_iter().next() else { continue };
                if choice.delta.refusal.is_some() || choice.finish_reason.as_deref() == Some("content_filter") {
                    return Err(unusable("the model refuses to answer"));
                }
                is_over |= choice.finish_reason.is_some() && used.is_some();
                if let Some(content) = choice.delta.content.filter(|content| !content.is_empty()) {
                    on_piece(&content);
                    whole.push_str(&content);
                }
                has_finished |= choice.finish_reason.is_some();
            }
        }
        self.count(used.unwrap_or_default());
        if !is_over && !has_finished {
            return Err(ChatError::new(AiReason::Unreachable, "the connection broke"));
        }
        if whole.trim().is_empty() { Err(unusable("an empty answer")) } else { Ok((whole, used)) }
    }

    fn count(&self, usage: Usage) {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner) += usage;
    }
}

/// Clients by endpoint and limits, so that connections and what is known of an endpoint outlive one task.
pub struct Chats {
    allowed: AllowedHosts,
    limits: Arc<dyn Limits>,
    known: Mutex<HashMap<(String, String, KeyLimits), Chat>>,
}

/// More clients than this are forgotten together: they are made anew in no time.
const MAX_CLIENTS: usize = 256;

impl Chats {
    /// Clients that may reach these private hosts, under these limits.
    #[must_use]
    pub fn new(allowed: AllowedHosts, limits: Arc<dyn Limits>) -> Self {
        Self { allowed, limits, known: Mutex::default() }
    }

    /// What the operator allows base URLs to name.
    #[must_use]
    pub const fn allowed(&self) -> &AllowedHosts {
        &self.allowed
    }

    /// The client of an endpoint, with a usage counter of its own.
    ///
    /// # Errors
    /// When no TLS can be set up.
    pub fn of(&self, endpoint: &Endpoint, of_key: KeyLimits) -> Result<Chat, ChatError> {
        let key = (endpoint.account(), endpoint.model.clone(), of_key);
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(chat) = known.get(&key) {
            return Ok(chat.metered());
        }
        let chat = Chat::new(endpoint.clone(), &self.allowed, Arc::clone(&self.limits), of_key)?;
        if known.len() >= MAX_CLIENTS {
            known.clear();
        }
        known.insert(key, chat.clone());
        Ok(chat.metered())
    }
}

/// Who hears of an answer while it is written.
type OnPiece<'a> = Option<&'a mut (dyn FnMut(&str) + Send)>;

fn reborrowed<'a>(on_piece: &'a mut OnPiece<'_>) -> OnPiece<'a> {
    match on_piece {
        Some(on_piece) => Some(&mut **on_piece),
        None => None,
    }
}

fn unusable(detail: impl Into<String>) -> ChatError {
    ChatError::new(AiReason::AnswerUnusable, detail)
}

enum Refusal {
    /// 400 or 422, with the provider's complaint in lower case.
    Malformed(String),
    Failed(ChatError),
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
    usage: Option<Used>,
}

/// A piece of a streamed completion.
#[derive(Deserialize)]
struct Piece {
    #[serde(default)]
    choices: Vec<PieceChoice>,
    usage: Option<Used>,
}

#[derive(Deserialize)]
struct PieceChoice {
    #[serde(default)]
    delta: AnswerMessage,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Choice {
    message: AnswerMessage,
    finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
struct AnswerMessage {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct Used {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
    prompt_tokens_details: Option<PromptDetails>,
}

#[derive(Default, Deserialize)]
struct PromptDetails {
    #[serde(default)]
    cached_tokens: u64,
}

impl From<Used> for Usage {
    fn from(used: Used) -> Self {
        Self {
            requests: 0,
            prompt_tokens: used.prompt_tokens,
            cached_tokens: used.prompt_tokens_details.unwrap_or_default().cached_tokens,
            completion_tokens: used.completion_tokens,
        }
    }
}

fn body(model: &str, question: &Question, abilities: Abilities, is_streamed: bool) -> Value {
    let mut body = json!({ "model": model, "messages": question.messages, "max_tokens": question.max_tokens });
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

async fn read(mut response: Response) -> Result<Vec<u8>, ChatError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| transport(&error))? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_ANSWER_BYTES {
            return Err(ChatError::new(AiReason::AnswerUnusable, "the answer is too long"));
        }
    }
    Ok(bytes)
}

fn transport(error: &reqwest::Error) -> ChatError {
    let reason = if error.is_timeout() { AiReason::Timeout } else { AiReason::Unreachable };
    let kind = if error.is_timeout() {
        "no answer in time"
    } else if error.is_connect() {
        "no connection"
    } else {
        "the connection broke"
    };
    ChatError::new(reason, kind)
}

/// Seconds or a date, as HTTP has it.
fn retry_after(response: &Response) -> Option<Duration> {
    let value = response.headers().get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    let wait = match value.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Duration::try_from_secs_f64(seconds).ok()?,
        _ => {
            let at = time::OffsetDateTime::parse(value, &time::format_description::well_known::Rfc2822).ok()?;
            (at - time::OffsetDateTime::now_utc()).try_into().unwrap_or_default()
        }
    };
    Some(wait.min(MAX_RETRY_AFTER))
}

fn refusal(status: StatusCode, retry_after: Option<Duration>, body: &[u8]) -> Refusal {
    let complaint = String::from_utf8_lossy(&body[..body.len().min(8 * 1024)]).to_ascii_lowercase();
    let refused = |reason, is_exhausted| {
        let detail = format!("the provider answers {status}");
        Refusal::Failed(ChatError { reason, detail, retry_after, is_exhausted })
    };
    let failed = |reason| refused(reason, false);
    let of_key = complaint.contains("api key") || complaint.contains("api_key") || complaint.contains("apikey");
    let of_quota = complaint.contains("insufficient_quota") || complaint.contains("billing");
    match status.as_u16() {
        401 => failed(AiReason::KeyRefused),
        402 | 403 | 429 if of_quota => refused(AiReason::Quota, true),
        403 => failed(AiReason::KeyRefused),
        402 | 429 => failed(AiReason::Quota),
        404 => failed(AiReason::ModelUnknown),
        408 | 504 => failed(AiReason::Timeout),
        400 if of_key => failed(AiReason::KeyRefused),
        400 | 422 if complaint.contains("model_not_found") || complaint.contains("does not exist") => {
            failed(AiReason::ModelUnknown)
        }
        400 | 422 => Refusal::Malformed(complaint),
        413 => failed(AiReason::AnswerUnusable),
        // A redirect is not followed: it would lead past the check of addresses.
        300..=399 => failed(AiReason::Unreachable),
        _ => failed(AiReason::Unreachable),
    }
}

/// What kind of mistake the JSON has, and where, without what it says.
fn shape(error: &serde_json::Error) -> String {
    format!("{:?} at line {} column {}", error.classify(), error.line(), error.column())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_endpoint_does_not_understand_is_left_out_step_by_step() {
        let mut abilities = Abilities::ALL;
        let mut steps = Vec::new();
        while let Some(fewer) = abilities.without("unknown parameter", true) {
            abilities = fewer;
            steps.push((abilities.format, abilities.sampling));
        }
        use FormatAbility::{JsonObject, Nothing};
        assert_eq!(steps, [(JsonObject, true), (Nothing, true), (Nothing, false)]);
        let sampling = Abilities::ALL.without("unsupported value: 'temperature' does not support 0", true).unwrap();
        assert_eq!(sampling, Abilities { sampling: false, ..Abilities::ALL });
        let whole = Abilities::ALL.without("unrecognized request argument: stream_options", false).unwrap();
        assert_eq!(whole, Abilities { streaming: false, ..Abilities::ALL });
    }

    #[test]
    fn each_status_has_its_reason() {
        let reason =
            |status: u16, body: &str| match refusal(StatusCode::from_u16(status).unwrap(), None, body.as_bytes()) {
                Refusal::Failed(error) => Some(error.reason),
                Refusal::Malformed(_) => None,
            };
        for (status, body, expected) in [
            (401, "", Some(AiReason::KeyRefused)),
            (400, r#"{"error":{"message":"API key not valid"}}"#, Some(AiReason::KeyRefused)),
            (403, "", Some(AiReason::KeyRefused)),
            (403, "insufficient_quota", Some(AiReason::Quota)),
            (429, "", Some(AiReason::Quota)),
            (404, "", Some(AiReason::ModelUnknown)),
            (504, "", Some(AiReason::Timeout)),
            (500, "", Some(AiReason::Unreachable)),
            (302, "", Some(AiReason::Unreachable)),
            (400, "response_format is not supported", None),
            (422, "", None),
        ] {
            assert_eq!(reason(status, body), expected, "{status} {body}");
        }
    }
}
