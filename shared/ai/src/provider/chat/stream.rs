//! Collects an answer from its pieces.

use bole_domain::failure::AiReason;
use reqwest::StatusCode;

use super::provider_error::ProviderError;
use super::question::estimated_tokens;
use super::refusals::{Refusal, malformed, refusal};
use super::thoughts::{Reasoning, ThoughtFilter, without_thoughts};
use super::wire::{Completion, is_truncated, shape, unusable};
use super::{Answer, ChatError, OnPiece, Usage};

/// A partially received answer.
#[derive(Default)]
pub(super) struct Collected {
    content: String,
    filter: ThoughtFilter,
    used: Option<Usage>,
    finish_reason: Option<String>,
    reasons: bool,
    is_over: bool,
}

impl Collected {
    /// Of a model whose prompt opens its reasoning, or does not.
    pub(super) fn new(is_opened_by_prompt: bool) -> Self {
        Self { filter: ThoughtFilter::new(is_opened_by_prompt), ..Self::default() }
    }

    /// Whether nothing more follows.
    pub(super) const fn is_over(&self) -> bool {
        self.is_over
    }

    /// Ends an answer that came whole, whether it says why it ended or not.
    pub(super) const fn end(&mut self) {
        self.is_over = true;
    }

    /// Takes a line of a stream of events.
    pub(super) fn take_line(
        &mut self,
        line: &[u8],
        api_key: &str,
        on_piece: &mut OnPiece<'_>,
    ) -> Result<(), ChatError> {
        let line = String::from_utf8_lossy(line);
        let Some(data) = line.trim_end().strip_prefix("data:") else { return Ok(()) };
        match data.trim() {
            "" => return Ok(()),
            "[DONE]" => {
                self.is_over = true;
                return Ok(());
            }
            _ => {}
        }
        let piece: Completion =
            serde_json::from_str(data).map_err(|error| unusable(format!("a broken piece: {}", shape(&error))))?;
        self.take(piece, data, api_key, on_piece)
    }

    /// Takes a piece, or a whole completion.
    pub(super) fn take(
        &mut self,
        completion: Completion,
        text: &str,
        api_key: &str,
        on_piece: &mut OnPiece<'_>,
    ) -> Result<(), ChatError> {
        self.used = completion.usage.map(Usage::from).or(self.used);
        if completion.error.as_ref().is_some_and(|error| !error.is_null()) {
            return Err(error_in(text, api_key));
        }
        let Some(choice) = completion.choices.into_iter().next() else { return Ok(()) };
        if choice.is_filtered() {
            return Err(ChatError::new(AiReason::ContentFiltered, "the provider's filter ended the answer"));
        }
        if choice.is_refused() {
            return Err(unusable("the model refuses to answer"));
        }
        // DeepSeek ends so when it is overloaded, and OpenRouter when the provider behind it fails.
        if choice.finish_reason().is_some_and(|reason| matches!(reason, "insufficient_system_resource" | "error")) {
            return Err(ChatError::new(AiReason::Unreachable, "the provider failed before the end of the answer"));
        }
        self.reasons |= choice.reasons();
        if let Some(reason) = choice.finish_reason() {
            self.finish_reason = Some(reason.to_owned());
        }
        self.is_over |= self.finish_reason.is_some() && self.used.is_some();
        let text = choice.text();
        if !text.is_empty() {
            self.content.push_str(&text);
            if let Some(on_piece) = on_piece {
                let shown = self.filter.push(&text);
                if !shown.is_empty() {
                    on_piece(&shown);
                }
            }
        }
        Ok(())
    }

    /// What the provider charged; an estimate for the prompt's tokens where it does not say so but has answered.
    pub(super) fn charged(&self, prompt_tokens: u64) -> Usage {
        let estimated =
            || Usage { prompt_tokens, completion_tokens: estimated_tokens(&self.content), ..Usage::default() };
        match self.used {
            Some(used) => used,
            None if self.content.is_empty() => Usage::default(),
            None => estimated(),
        }
    }

    /// The answer, when the connection is over.
    pub(super) fn answer(self, on_piece: &mut OnPiece<'_>) -> Result<Answer, ChatError> {
        if !self.is_over && self.finish_reason.is_none() {
            return Err(ChatError::new(AiReason::Unreachable, "the connection broke"));
        }
        let rest = self.filter.rest();
        if let Some(on_piece) = on_piece
            && !rest.is_empty()
        {
            on_piece(&rest);
        }
        let (content, reasoning) = without_thoughts(&self.content);
        let counts_reasoning = self.used.is_some_and(|used| used.reasoning_tokens > 0);
        Ok(Answer {
            content: content.to_owned(),
            is_truncated: self.finish_reason.as_deref().is_some_and(is_truncated),
            reasons: self.reasons || reasoning != Reasoning::Absent || counts_reasoning,
            is_opened_by_prompt: reasoning == Reasoning::OpenedByPrompt,
            used: self.used,
        })
    }
}

/// The failure of an error in place of a piece. Its code may be the status that it would have had as a response.
fn error_in(text: &str, api_key: &str) -> ChatError {
    let code = serde_json::from_str::<serde_json::Value>(text).ok().and_then(|value| {
        let code = &value["error"]["code"];
        code.as_u64().or_else(|| code.as_str()?.parse().ok())
    });
    let status = code.and_then(|code| StatusCode::from_u16(u16::try_from(code).ok()?).ok());
    let status = status.filter(|status| status.as_u16() >= 400).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    match refusal(ProviderError::read(status, text.as_bytes(), api_key), None) {
        Refusal::Failed(error) | Refusal::NotFound(error) => error,
        Refusal::Malformed(error) => malformed(&error, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer of these events and what was passed on of it.
    fn collected(events: &[&str]) -> (Result<Answer, ChatError>, String) {
        let mut shown = String::new();
        let answer = {
            let mut pass = |piece: &str| shown.push_str(piece);
            let mut on_piece: OnPiece<'_> = Some(&mut pass);
            let mut collected = Collected::default();
            let taken = events.iter().try_for_each(|event| collected.take_line(event.as_bytes(), "", &mut on_piece));
            taken.and_then(|()| collected.answer(&mut on_piece))
        };
        (answer, shown)
    }

    #[test]
    fn thoughts_are_not_shown_and_make_a_model_that_reasons() {
        let (answer, shown) = collected(&[
            r#"data: {"choices":[{"delta":{"content":"<think>Hm"},"finish_reason":null}]}"#,
            r#"data: {"choices":[{"delta":{"content":".</think>Dear"}}],"usage":null}"#,
            r#"data:{"choices":[{"delta":{"content":" Ann"},"finish_reason":"stop"}]}"#,
            ": keep-alive",
            "data: [DONE]",
        ]);
        let answer = answer.unwrap();
        assert_eq!((answer.content.as_str(), shown.as_str(), answer.reasons), ("Dear Ann", "Dear Ann", true));
    }

    #[test]
    fn an_error_within_a_stream_is_the_provider_s() {
        let piece = r#"data: {"choices":[{"delta":{"content":"De"},"finish_reason":null}]}"#;
        for (event, reason, is_exhausted) in [
            (r#"data: {"error":{"message":"Overloaded","code":503}}"#, AiReason::Unreachable, false),
            (r#"data: {"error":{"message":"Slow down","code":429}}"#, AiReason::Quota, false),
            (
                r#"data: {"error":{"message":"Insufficient Balance","code":"402"},"choices":null}"#,
                AiReason::Quota,
                true,
            ),
            (
                r#"data: {"error":{"message":"Provider disconnected","code":"502"},"choices":[{"delta":{"content":""},"finish_reason":"error"}]}"#,
                AiReason::Unreachable,
                false,
            ),
        ] {
            let error = collected(&[piece, event]).0.err().unwrap();
            assert_eq!((error.reason, error.is_exhausted), (reason, is_exhausted), "{event}");
            assert!(error.provider_message.is_some(), "{event}");
        }
        for reason in ["insufficient_system_resource", "error"] {
            let end = format!(r#"data: {{"choices":[{{"delta":{{}},"finish_reason":"{reason}"}}]}}"#);
            assert_eq!(collected(&[piece, &end]).0.err().unwrap().reason, AiReason::Unreachable);
        }
        assert_eq!(collected(&[piece]).0.err().unwrap().reason, AiReason::Unreachable, "it ends in the middle");
    }
}
