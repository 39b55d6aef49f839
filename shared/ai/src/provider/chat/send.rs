//! Sends a request until the endpoint accepts its parameters.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bole_domain::failure::AiReason;
use reqwest::{Response, header};

use super::abilities::{is_about_context, shorter};
use super::body::Body;
use super::lines::LineBuffer;
use super::provider_error::ProviderError;
use super::refusals::{Refusal, malformed, refusal, retry_after};
use super::stream::Collected;
use super::wire::{Completion, MAX_ANSWER_BYTES, read, shape, transport, unusable};
use super::{Abilities, Answer, Chat, ChatError, OnPiece, Question, Usage, reborrowed};
use crate::off_thread;
use crate::provider::limits::PendingRequest;

/// How long a key is paused after a rate limit error that names no wait.
const PAUSE_WITHOUT_RETRY_AFTER: Duration = Duration::from_secs(10);

impl Chat {
    /// Sends the request without the parameters that the endpoint refuses, to the model that answers in place of a default
    /// one that is no longer there.
    pub(super) async fn ask(&self, question: &Question, mut on_piece: OnPiece<'_>) -> Result<Answer, ChatError> {
        if let Some(deferred) = self.deferred(question) {
            return deferred;
        }
        let mut abilities = self.abilities();
        // The limit of this answer, where the model's context has no room for a longer one.
        let mut shortened = None;
        loop {
            let asked = self.model().to_owned();
            let used = Abilities { most_tokens: shortened.or(abilities.most_tokens), ..abilities };
            match self.send(&asked, question, used, reborrowed(&mut on_piece)).await {
                Ok(answer) => {
                    // All tokens went into reasoning, so that there is more room next time.
                    let ran_out = answer.is_blank() && !abilities.reasons;
                    abilities.reasons |= answer.reasons || ran_out;
                    abilities.is_opened_by_prompt |= answer.is_opened_by_prompt;
                    {
                        let mut known = self.abilities.lock().unwrap_or_else(PoisonError::into_inner);
                        *known = known.and(abilities);
                    }
                    if ran_out {
                        continue;
                    }
                    return self.checked(question, answer);
                }
                Err(Refusal::Malformed(error)) => {
                    let sent = Body::new(&self.endpoint, &asked, question, used).sent;
                    match (shorter(&error, &sent), abilities.without(&error, &sent)) {
                        (Some(limit), _) => shortened = Some(limit),
                        (None, Some(fewer)) => abilities = fewer,
                        (None, None) => {
                            if is_about_context(&error) {
                                self.is_prompt_cut.store(true, Ordering::Relaxed);
                            }
                            return Err(malformed(&error, None));
                        }
                    }
                }
                Err(Refusal::NotFound(_)) if self.endpoint.has_no_path() && !abilities.needs_v1 => {
                    abilities.needs_v1 = true;
                }
                Err(Refusal::NotFound(error)) => {
                    let successor = self.successor_of(&asked).await?.ok_or(error)?;
                    abilities = Abilities { needs_v1: abilities.needs_v1, ..Abilities::of(&successor) };
                    *self.abilities.lock().unwrap_or_else(PoisonError::into_inner) = abilities;
                    tracing::warn!(model = self.endpoint.model, successor, "the default model is replaced");
                }
                Err(Refusal::Failed(error)) => return Err(error),
            }
        }
    }

    /// The answer, if it says something and the provider read the whole request.
    pub(super) fn checked(&self, question: &Question, answer: Answer) -> Result<Answer, ChatError> {
        let prompt_tokens = answer.used.map_or(0, |used| used.prompt_tokens);
        let fewest = question.fewest_prompt_tokens();
        if (1..fewest).contains(&prompt_tokens) {
            self.is_prompt_cut.store(true, Ordering::Relaxed);
            let message =
                format!("The model read {prompt_tokens} tokens of at least {fewest}: its context is too short.");
            let error = ChatError::new(AiReason::ContextTooLong, message.clone());
            return Err(ChatError { provider_message: Some(message), ..error });
        }
        if !answer.is_truncated && answer.content.trim().is_empty() {
            return Err(unusable("an empty answer"));
        }
        Ok(answer)
    }

    /// The first successor of the default model that the provider lists, if this model was asked before it was known.
    async fn successor_of(&self, asked: &str) -> Result<Option<String>, ChatError> {
        let successors = &self.endpoint.options.successors;
        if let Some(known) = self.successor.get() {
            return Ok((known != asked).then(|| known.clone()));
        }
        if successors.is_empty() {
            return Ok(None);
        }
        let listed = self.models().await?;
        let found = successors.iter().find(|&model| listed.contains(model) && model != asked);
        Ok(found.map(|model| self.successor.get_or_init(|| model.clone()).clone()))
    }

    async fn send(
        &self,
        model: &str,
        question: &Question,
        abilities: Abilities,
        on_piece: OnPiece<'_>,
    ) -> Result<Answer, Refusal> {
        let account = self.endpoint.account();
        let pending =
            PendingRequest { expected_tokens: question.expected_tokens(), turn: question.turn, task: self.task };
        let mut permit = self.limits.admit(&account, &self.of_key, pending).await.map_err(Refusal::Failed)?;
        self.count(Usage { requests: 1, ..Usage::default() });
        let begun = Instant::now();
        let request = self
            .endpoint
            .authorized(self.client.post(self.endpoint.completions(abilities.needs_v1)))
            .header(header::ACCEPT, "application/json, text/event-stream")
            .json(&Body::new(&self.endpoint, model, question, abilities));
        let collected = Collected::new(abilities.is_opened_by_prompt);
        let outcome = self.answer(request.send().await, question, collected, on_piece).await;
        if let Ok(Answer { used: Some(used), .. }) = &outcome {
            permit.took(used.prompt_tokens + used.completion_tokens);
        }
        drop(permit);
        tracing::debug!(model, elapsed = ?begun.elapsed(), failed = outcome.is_err(), "model asked");
        if let Err(Refusal::Failed(error)) = &outcome
            && error.reason == AiReason::Quota
            && !error.is_exhausted
        {
            // All processes pause, because the next request would fail as well.
            self.limits.pause(&account, error.retry_after.unwrap_or(PAUSE_WITHOUT_RETRY_AFTER)).await;
        }
        outcome
    }

    async fn answer(
        &self,
        response: reqwest::Result<Response>,
        question: &Question,
        mut collected: Collected,
        mut on_piece: OnPiece<'_>,
    ) -> Result<Answer, Refusal> {
        let response = response.map_err(|error| Refusal::Failed(transport(&error)))?;
        let (status, wait) = (response.status(), retry_after(response.headers()));
        if !status.is_success() {
            let bytes = read(response).await.map_err(Refusal::Failed)?;
            return Err(refusal(ProviderError::read(status, &bytes, &self.endpoint.api_key), wait));
        }
        let is_json = |value: &header::HeaderValue| value.as_bytes().starts_with(b"application/json");
        let is_whole = response.headers().get(header::CONTENT_TYPE).is_some_and(is_json);
        let taken = if is_whole {
            self.whole(response, &mut collected, &mut on_piece).await
        } else {
            self.streamed(response, &mut collected, &mut on_piece).await
        };
        self.count(collected.charged(question.expected_prompt_tokens()));
        taken.and_then(|()| collected.answer(&mut on_piece)).map_err(Refusal::Failed)
    }

    /// Reads an answer that is not streamed.
    async fn whole(
        &self,
        response: Response,
        collected: &mut Collected,
        on_piece: &mut OnPiece<'_>,
    ) -> Result<(), ChatError> {
        let bytes = read(response).await?;
        let read = off_thread(bytes.len(), move || {
            serde_json::from_slice::<Completion>(&bytes).map(|completion| (completion, bytes))
        });
        let read = read.await.map_err(|error| unusable(error.detail))?;
        let (completion, bytes) = read.map_err(|error| unusable(format!("no completion: {}", shape(&error))))?;
        if completion.choices.is_empty() && completion.error.is_none() {
            return Err(unusable("an answer without a choice"));
        }
        collected.take(completion, &String::from_utf8_lossy(&bytes), &self.endpoint.api_key, on_piece)?;
        collected.end();
        Ok(())
    }

    /// Reads a streamed answer.
    async fn streamed(
        &self,
        mut response: Response,
        collected: &mut Collected,
        on_piece: &mut OnPiece<'_>,
    ) -> Result<(), ChatError> {
        let (mut unread, mut received) = (LineBuffer::default(), 0);
        while !collected.is_over()
            && let Some(chunk) = response.chunk().await.map_err(|error| transport(&error))?
        {
            received += chunk.len();
            if received > MAX_ANSWER_BYTES {
                return Err(unusable("the answer is too long"));
            }
            unread.push(&chunk);
            while let Some(line) = unread.next()? {
                collected.take_line(line, &self.endpoint.api_key, on_piece)?;
            }
        }
        Ok(())
    }
}
