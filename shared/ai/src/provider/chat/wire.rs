//! Responses of endpoints: completions, streamed or not, and errors.

use std::time::Duration;

use bole_domain::failure::AiReason;
use reqwest::header::HeaderMap;
use reqwest::{Response, StatusCode, header};
use serde::Deserialize;

use super::{ChatError, Usage};

/// The maximum size of an answer; the rest is not read.
pub(super) const MAX_ANSWER_BYTES: usize = 4 * 1024 * 1024;
/// The longest wait accepted from a provider.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(3_600);

pub(super) fn unusable(detail: impl Into<String>) -> ChatError {
    ChatError::new(AiReason::AnswerUnusable, detail)
}

/// Why a request was rejected.
pub(super) enum Refusal {
    /// 400 or 422, with the provider's message in lower case.
    Malformed(String),
    Failed(ChatError),
}

#[derive(Deserialize)]
pub(super) struct Completion {
    pub(super) choices: Vec<Choice>,
    pub(super) usage: Option<Used>,
}

/// A chunk of a streamed completion.
#[derive(Deserialize)]
pub(super) struct Piece {
    #[serde(default)]
    pub(super) choices: Vec<PieceChoice>,
    pub(super) usage: Option<Used>,
}

#[derive(Deserialize)]
pub(super) struct PieceChoice {
    #[serde(default)]
    pub(super) delta: AnswerMessage,
    pub(super) finish_reason: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Choice {
    pub(super) message: AnswerMessage,
    pub(super) finish_reason: Option<String>,
}

#[derive(Default, Deserialize)]
pub(super) struct AnswerMessage {
    pub(super) content: Option<String>,
    pub(super) refusal: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Used {
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

/// Whether a finish reason says that the answer reached its maximum length, as providers name it.
pub(super) fn is_cut(finish_reason: &str) -> bool {
    ["length", "max_tokens"].iter().any(|limit| finish_reason.eq_ignore_ascii_case(limit))
}

pub(super) async fn read(mut response: Response) -> Result<Vec<u8>, ChatError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| transport(&error))? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_ANSWER_BYTES {
            return Err(ChatError::new(AiReason::AnswerUnusable, "the answer is too long"));
        }
    }
    Ok(bytes)
}

pub(super) fn transport(error: &reqwest::Error) -> ChatError {
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

/// Parses Retry-After, in seconds or as a date.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let value = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    let wait = match value.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Duration::try_from_secs_f64(seconds).ok()?,
        _ => {
            let at = time::OffsetDateTime::parse(value, &time::format_description::well_known::Rfc2822).ok()?;
            (at - time::OffsetDateTime::now_utc()).try_into().unwrap_or_default()
        }
    };
    Some(wait.min(MAX_RETRY_AFTER))
}

pub(super) fn refusal(status: StatusCode, retry_after: Option<Duration>, body: &[u8]) -> Refusal {
    let complaint = String::from_utf8_lossy(&body[..body.len().min(8 * 1024)]).to_ascii_lowercase();
    let refused = |reason, is_exhausted| {
        let detail = format!("the provider answers {status}");
        Refusal::Failed(ChatError { retry_after, is_exhausted, ..ChatError::new(reason, detail) })
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
        // Redirects are not followed, because they would bypass the address check.
        300..=399 => failed(AiReason::Unreachable),
        _ => failed(AiReason::Unreachable),
    }
}

/// The kind and position of a JSON error, without the content.
pub(super) fn shape(error: &serde_json::Error) -> String {
    format!("{:?} at line {} column {}", error.classify(), error.line(), error.column())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_http_status_maps_to_a_reason() {
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

    #[test]
    fn requested_wait_is_parsed_as_seconds_or_date_and_limited() {
        let wait = |value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::RETRY_AFTER, value.parse().unwrap());
            retry_after(&headers)
        };
        assert_eq!(wait("7"), Some(Duration::from_secs(7)));
        assert_eq!(wait("0.5"), Some(Duration::from_millis(500)));
        assert_eq!(wait("86400"), Some(MAX_RETRY_AFTER));
        assert_eq!(wait("Sat, 12 Jun 1993 13:25:19 GMT"), Some(Duration::ZERO));
        let later = time::OffsetDateTime::now_utc() + Duration::from_secs(90);
        let later = later.format(&time::format_description::well_known::Rfc2822).unwrap();
        let left = wait(&later).unwrap();
        assert!((60..=90).contains(&left.as_secs()), "{left:?}");
        for unknown in ["soon", "-1", "NaN"] {
            assert_eq!(wait(unknown), None, "{unknown}");
        }
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }
}
