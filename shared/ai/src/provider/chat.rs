//! Chat completions at an OpenAI-compatible endpoint, streamed or not, within the key's limits.

mod abilities;
mod clients;
mod lines;
mod question;
mod wire;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bole_domain::failure::AiReason;
use bole_domain::ids::TaskId;
use bole_domain::outbound::AllowedHosts;
use reqwest::{Client, Response, header};
use serde::{Deserialize, Serialize};

pub use self::abilities::{Abilities, FormatAbility};
pub use self::clients::Chats;
use self::lines::LineBuffer;
use self::question::Body;
pub use self::question::{AnswerFormat, Message, Question, Speaker};
use self::wire::{
    Completion, MAX_ANSWER_BYTES, Piece, Refusal, is_cut, read, refusal, retry_after, shape, transport, unusable,
};
use super::endpoint::Endpoint;
use super::limits::{KeyLimits, Limits, PendingRequest};
use super::repair::{JsonError, json_in};
use crate::off_thread;

/// How long a key is paused after a rate limit error without Retry-After.
const PAUSE_WITHOUT_RETRY_AFTER: Duration = Duration::from_secs(10);
/// One retry if the answer is not valid JSON.
const JSON_TRIES: usize = 2;
/// How many times longer an answer may get after one that was cut.
const LONGER: u32 = 2;

/// Why a call failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct ChatError {
    /// The stable reason, one of `ai.*`.
    pub reason: AiReason,
    /// Details for operators, without prompt or answer.
    pub detail: String,
    /// The wait requested by the provider.
    pub retry_after: Option<Duration>,
    /// Whether the quota is spent or the bill unpaid, so that waiting alone does not help.
    pub is_exhausted: bool,
    /// Whether the answer ends in the middle, so that asking for less may help.
    pub is_cut: bool,
}

impl ChatError {
    /// A failure without a requested wait.
    pub fn new(reason: AiReason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into(), retry_after: None, is_exhausted: false, is_cut: false }
    }

    /// An answer that ends in the middle.
    fn cut() -> Self {
        Self { is_cut: true, ..Self::new(AiReason::AnswerUnusable, "the answer is cut off") }
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

/// A client of one endpoint. Cheap to clone; clones share connections and detected abilities.
#[derive(Clone)]
pub struct Chat {
    client: Client,
    endpoint: Arc<Endpoint>,
    limits: Arc<dyn Limits>,
    of_key: KeyLimits,
    abilities: Arc<Mutex<Abilities>>,
    usage: Arc<Mutex<Usage>>,
    /// The task that it sends requests for, if any.
    task: Option<TaskId>,
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
        let abilities = Arc::new(Mutex::new(Abilities::ALL));
        Ok(Self { client, endpoint: Arc::new(endpoint), limits, of_key, abilities, usage: Arc::default(), task: None })
    }

    /// The same client with its own usage counter.
    #[must_use]
    pub fn metered(&self) -> Self {
        Self { usage: Arc::default(), ..self.clone() }
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

    #[must_use]
    pub fn model(&self) -> &str {
        &self.endpoint.model
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
        if answer.is_cut { Err(ChatError::cut()) } else { Ok(answer.content) }
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
        Ok(self.ask(&Question::of_text(messages, max_tokens), Some(&mut on_piece)).await?.content)
    }

    /// Requests JSON of a schema, with one retry if the answer is invalid, or cut.
    ///
    /// # Errors
    /// Why the call failed, that the answer does not match the schema, or that it was cut.
    pub async fn json<T: serde::de::DeserializeOwned + Send + 'static>(
        &self,
        question: &Question,
    ) -> Result<T, ChatError> {
        let mut question = question.clone();
        let mut failed = unusable("never asked");
        for _ in 0..JSON_TRIES {
            let answer = match self.ask(&question, None).await {
                // A model may refuse to answer at greater length.
                Err(error) if failed.is_cut && error.reason == AiReason::AnswerUnusable => return Err(failed),
                answer => answer?,
            };
            failed = if answer.is_cut {
                ChatError::cut()
            } else {
                let content = answer.content;
                // Long answers are repaired on a blocking thread.
                let read = off_thread(content.len(), move || structured(&content)).await;
                match read.map_err(|error| unusable(error.detail))? {
                    Ok(read) => return Ok(read),
                    Err(failed) => failed,
                }
            };
            if failed.is_cut {
                question.max_tokens *= LONGER;
            }
        }
        Err(failed)
    }

    /// Sends the request without parameters the endpoint does not support.
    async fn ask(&self, question: &Question, mut on_piece: OnPiece<'_>) -> Result<Answer, ChatError> {
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

    async fn send(&self, question: &Question, abilities: Abilities, on_piece: OnPiece<'_>) -> Result<Answer, Refusal> {
        let account = self.endpoint.account();
        let pending =
            PendingRequest { expected_tokens: question.expected_tokens(), turn: question.turn, task: self.task };
        let mut permit = self.limits.admit(&account, &self.of_key, pending).await.map_err(Refusal::Failed)?;
        self.count(Usage { requests: 1, ..Usage::default() });
        let begun = Instant::now();
        let request = self
            .client
            .post(self.endpoint.completions())
            .bearer_auth(&self.endpoint.api_key)
            .header(header::ACCEPT, "application/json, text/event-stream")
            .json(&Body::new(&self.endpoint.model, question, abilities, on_piece.is_some()));
        let outcome = self.answer(request.send().await, on_piece).await;
        if let Ok(Answer { used: Some(used), .. }) = &outcome {
            permit.took(used.prompt_tokens + used.completion_tokens);
        }
        drop(permit);
        tracing::debug!(model = self.endpoint.model, elapsed = ?begun.elapsed(), failed = outcome.is_err(), "model asked");
        if let Err(Refusal::Failed(error)) = &outcome
            && error.reason == AiReason::Quota
            && !error.is_exhausted
        {
            // All processes pause, because the next request would fail as well.
            self.limits.pause(&account, error.retry_after.unwrap_or(PAUSE_WITHOUT_RETRY_AFTER)).await;
        }
        outcome
    }

    async fn answer(&self, response: reqwest::Result<Response>, on_piece: OnPiece<'_>) -> Result<Answer, Refusal> {
        let response = response.map_err(|error| Refusal::Failed(transport(&error)))?;
        let (status, retry_after) = (response.status(), retry_after(response.headers()));
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
        let completion = off_thread(bytes.len(), move || serde_json::from_slice::<Completion>(&bytes)).await;
        let completion = completion.map_err(|error| Refusal::Failed(unusable(error.detail)))?;
        let completion =
            completion.map_err(|error| Refusal::Failed(unusable(format!("no completion: {}", shape(&error)))))?;
        let used = completion.usage.map(Usage::from);
        self.count(used.unwrap_or_default());
        let choice = completion.choices.into_iter().next();
        let choice = choice.ok_or_else(|| Refusal::Failed(unusable("an answer without a choice")))?;
        if choice.message.refusal.is_some() || choice.finish_reason.as_deref() == Some("content_filter") {
            return Err(Refusal::Failed(unusable("the model refuses to answer")));
        }
        let is_cut = choice.finish_reason.as_deref().is_some_and(is_cut);
        let content = choice.message.content.unwrap_or_default();
        let answer = Answer { content, is_cut, used }.not_empty().map_err(Refusal::Failed)?;
        if let Some(on_piece) = on_piece {
            on_piece(&answer.content);
        }
        Ok(answer)
    }

    /// Reads a streamed answer.
    async fn streamed(
        &self,
        mut response: Response,
        on_piece: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Answer, ChatError> {
        let (mut content, mut used, mut unread, mut received) = (String::new(), None, LineBuffer::default(), 0);
        let (mut is_over, mut finish_reason) = (false, None);
        while !is_over && let Some(chunk) = response.chunk().await.map_err(|error| transport(&error))? {
            received += chunk.len();
            if received > MAX_ANSWER_BYTES {
                return Err(unusable("the answer is too long"));
            }
            unread.push(&chunk);
            while let Some(line) = unread.next()? {
                let line = String::from_utf8_lossy(line);
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
                if let Some(piece) = choice.delta.content.filter(|piece| !piece.is_empty()) {
                    on_piece(&piece);
                    content.push_str(&piece);
                }
                finish_reason = choice.finish_reason.or(finish_reason);
            }
        }
        self.count(used.unwrap_or_default());
        if !is_over && finish_reason.is_none() {
            return Err(ChatError::new(AiReason::Unreachable, "the connection broke"));
        }
        Answer { content, is_cut: finish_reason.as_deref().is_some_and(is_cut), used }.not_empty()
    }

    fn count(&self, usage: Usage) {
        *self.usage.lock().unwrap_or_else(PoisonError::into_inner) += usage;
    }
}

/// The content of an answer.
struct Answer {
    content: String,
    /// Whether the model reached its limit before it had finished.
    is_cut: bool,
    used: Option<Usage>,
}

impl Answer {
    fn not_empty(self) -> Result<Self, ChatError> {
        if !self.content.trim().is_empty() {
            return Ok(self);
        }
        Err(if self.is_cut { ChatError::cut() } else { unusable("an empty answer") })
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
    let value = json_in(answer).map_err(|error| match error {
        JsonError::Cut => ChatError::cut(),
        JsonError::Missing => unusable("no JSON in the answer"),
    })?;
    serde_json::from_value(value).map_err(|error| unusable(format!("JSON of another shape: {}", shape(&error))))
}

/// Receives the chunks of an answer.
type OnPiece<'a> = Option<&'a mut (dyn FnMut(&str) + Send)>;

fn reborrowed<'a>(on_piece: &'a mut OnPiece<'_>) -> OnPiece<'a> {
    match on_piece {
        Some(on_piece) => Some(&mut **on_piece),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;
    use bole_testkit::{PROVIDER_KEY, TestProvider};

    use super::*;
    use crate::provider::limits::{KeyRequests, KeyUsage, Permit};

    struct NoLimits;

    #[async_trait]
    impl Limits for NoLimits {
        async fn admit(&self, _: &str, _: &KeyLimits, _: PendingRequest) -> Result<Permit, ChatError> {
            Ok(Permit::new(|_| ()))
        }

        async fn usage(&self) -> Result<Vec<KeyUsage>, ChatError> {
            Ok(Vec::new())
        }

        async fn tasks(&self, _: &str, _: KeyRequests) -> Result<Vec<TaskId>, ChatError> {
            Ok(Vec::new())
        }

        async fn pause(&self, _: &str, _: Duration) {}
    }

    #[tokio::test]
    async fn stalled_stream_times_out() {
        let provider = TestProvider::start().await;
        let allowed = provider.host().parse().unwrap();
        let base_url = provider.base_url().parse().unwrap();
        let endpoint = Endpoint { base_url, model: "stalled".to_owned(), api_key: PROVIDER_KEY.to_owned() };
        let chat = Chat::new(endpoint, &allowed, Arc::new(NoLimits), KeyLimits::default()).unwrap();
        // Of the same kind as the endpoint's, but short.
        bole_outbound::use_ring();
        let client = Client::builder().no_proxy().read_timeout(Duration::from_secs(1)).build().unwrap();
        let chat = Chat { client, ..chat };
        let mut seen = String::new();
        let streamed = chat.stream(vec![Message::user("ping")], 16, |piece| seen.push_str(piece)).await;
        assert_eq!(streamed.unwrap_err().reason, AiReason::Timeout);
        assert_eq!(seen, "pong", "what came before is passed on");
    }
}
