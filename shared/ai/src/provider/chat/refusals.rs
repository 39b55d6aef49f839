//! Why an endpoint refused a request, by its status and the provider's codes.

use std::time::Duration;

use bole_domain::failure::AiReason;
use reqwest::header::HeaderMap;
use reqwest::{StatusCode, header};

use super::ChatError;
use super::abilities::is_about_context;
use super::provider_error::{MAX_WAIT, ProviderError};

/// Why a request was refused.
pub(super) enum Refusal {
    /// The request has something that the endpoint does not support.
    Malformed(ProviderError),
    /// There is no such model, or no such address.
    NotFound(ChatError),
    Failed(ChatError),
}

/// Codes of what only a payment ends.
const UNPAID: [&str; 5] = [
    "arrearage",
    "billing_hard_limit_reached",
    "billing_not_active",
    "insufficient_balance",
    "allocationquota.freetieronly",
];
/// Phrases of the same, from providers without a code for it.
const UNPAID_PHRASES: [&str; 5] = [
    "insufficient balance",
    "credit balance is too low",
    "no credits remaining",
    "account is in good standing",
    "limit: 0,",
];
/// Phrases of a rate limit that has the code of a spent quota.
const RATE_PHRASES: [&str; 4] =
    ["allocated quota exceeded", "rate limit", "error-code#token-limit", "error-code#rate-limit"];
/// Codes and phrases of an unknown model.
const UNKNOWN_MODEL: [&str; 4] = ["model_not_found", "invalid_model", "deploymentnotfound", "model_not_supported"];
const UNKNOWN_MODEL_PHRASES: [&str; 4] = ["does not exist", "model not exist", "invalid model", "no such model"];
/// Phrases about a key that is not valid.
const KEY_PHRASES: [&str; 5] = ["api key", "api_key", "apikey", "authentication failed", "authentication fails"];
/// Parts of the codes of a filter that does not take the text.
const FILTER_CODES: [&str; 4] = ["content_filter", "content_policy", "responsibleai", "inspection_failed"];
/// Phrases about the text that was sent, from gateways that answer them as something forbidden.
const CONTENT_PHRASES: [&str; 4] = ["moderation", "flagged", "content policy", "guardrail"];

/// The refusal of an error, with the wait that its headers ask for.
pub(super) fn refusal(error: ProviderError, retry_after: Option<Duration>) -> Refusal {
    let status = error.status.as_u16();
    let of_key = error.has_code_with("api_key") || KEY_PHRASES.iter().any(|phrase| error.mentions(phrase));
    let of_model = UNKNOWN_MODEL.iter().any(|code| error.has_code(code))
        || UNKNOWN_MODEL_PHRASES.iter().any(|phrase| error.mentions(phrase));
    let failed = |reason| Refusal::Failed(failure(&error, reason, retry_after));
    match status {
        401 => failed(AiReason::KeyRefused),
        _ if matches!(status, 400 | 402 | 403 | 429) && is_unpaid(&error) => {
            let error = failure(&error, AiReason::Quota, retry_after);
            Refusal::Failed(ChatError { is_exhausted: true, ..error })
        }
        429 => {
            let quota = failure(&error, AiReason::Quota, retry_after);
            // A day's quota is not back after the seconds that are proposed with it.
            let wait = if error.has_code_with("perday") { Some(MAX_WAIT) } else { quota.retry_after };
            Refusal::Failed(ChatError { retry_after: wait, ..quota })
        }
        403 if error.has_code_with("content") || CONTENT_PHRASES.iter().any(|phrase| error.mentions(phrase)) => {
            failed(AiReason::ContentFiltered)
        }
        403 => failed(AiReason::KeyRefused),
        404 => Refusal::NotFound(failure(&error, AiReason::ModelUnknown, retry_after)),
        400 | 422 if of_model => Refusal::NotFound(failure(&error, AiReason::ModelUnknown, retry_after)),
        400 if of_key => failed(AiReason::KeyRefused),
        400 | 422 => Refusal::Malformed(error),
        // Servers whose template raises an error answer so.
        500 if error.mentions("alternat") || error.mentions("system role") => Refusal::Malformed(error),
        408 | 504 => failed(AiReason::Timeout),
        413 => failed(AiReason::ContextTooLong),
        // Redirects are not followed, because they would bypass the address check.
        _ => failed(AiReason::Unreachable),
    }
}

/// The failure of a request that the endpoint does not take in any form.
pub(super) fn malformed(error: &ProviderError, retry_after: Option<Duration>) -> ChatError {
    let is_filtered = FILTER_CODES.iter().any(|part| error.has_code_with(part))
        || CONTENT_PHRASES.iter().any(|phrase| error.mentions(phrase));
    let reason = if is_about_context(error) {
        AiReason::ContextTooLong
    } else if is_filtered {
        AiReason::ContentFiltered
    } else {
        AiReason::AnswerUnusable
    };
    failure(error, reason, retry_after)
}

/// A failure with the provider's message.
pub(super) fn failure(error: &ProviderError, reason: AiReason, retry_after: Option<Duration>) -> ChatError {
    let ProviderError { status, message, wait, .. } = error;
    let detail = if message.is_empty() {
        format!("the provider answers {status}")
    } else {
        format!("the provider answers {status}: {message}")
    };
    ChatError {
        retry_after: retry_after.or(*wait),
        provider_message: Some(message.clone()).filter(|message| !message.is_empty()),
        ..ChatError::new(reason, detail)
    }
}

/// Whether waiting alone does not help.
fn is_unpaid(error: &ProviderError) -> bool {
    // DashScope gives its limits per minute the code and words of a spent quota; the page that it links tells them apart.
    let is_rate = RATE_PHRASES.iter().any(|phrase| error.mentions(phrase));
    error.status == StatusCode::PAYMENT_REQUIRED
        || (error.has_code("insufficient_quota") || error.mentions("insufficient_quota")) && !is_rate
        || UNPAID.iter().any(|code| error.has_code(code))
        || UNPAID_PHRASES.iter().any(|phrase| error.mentions(phrase))
}

/// The wait that the headers ask for, in milliseconds, in seconds or as a date.
pub(super) fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| Some(headers.get(name)?.to_str().ok()?.trim().to_owned());
    let seconds = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0);
    if let Some(millis) = text("retry-after-ms").as_deref().and_then(seconds) {
        return Duration::try_from_secs_f64(millis / 1_000.0).ok().map(|wait| wait.min(MAX_WAIT));
    }
    let value = text(header::RETRY_AFTER.as_str())?;
    let wait = match seconds(&value) {
        Some(seconds) => Duration::try_from_secs_f64(seconds).ok()?,
        None => {
            let at = time::OffsetDateTime::parse(&value, &time::format_description::well_known::Rfc2822).ok()?;
            (at - time::OffsetDateTime::now_utc()).try_into().unwrap_or_default()
        }
    };
    Some(wait.min(MAX_WAIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, body: &str) -> Refusal {
        refusal(ProviderError::read(StatusCode::from_u16(status).unwrap(), body.as_bytes(), ""), None)
    }

    #[test]
    fn each_http_status_maps_to_a_reason() {
        for (status, body, expected) in [
            (401, "", Some(AiReason::KeyRefused)),
            (400, r#"{"error":{"message":"API key not valid"}}"#, Some(AiReason::KeyRefused)),
            (403, "", Some(AiReason::KeyRefused)),
            (403, r#"{"error":{"code":"insufficient_quota"}}"#, Some(AiReason::Quota)),
            (
                403,
                r#"{"error":{"code":403,"message":"Your chosen model requires moderation and your input was flagged"}}"#,
                Some(AiReason::ContentFiltered),
            ),
            (400, r#"{"error":{"message":"The resume mentions authentication"}}"#, None),
            (429, "", Some(AiReason::Quota)),
            (404, "", Some(AiReason::ModelUnknown)),
            (400, r#"{"error":{"message":"Model Not Exist"}}"#, Some(AiReason::ModelUnknown)),
            (504, "", Some(AiReason::Timeout)),
            (500, "", Some(AiReason::Unreachable)),
            (302, "", Some(AiReason::Unreachable)),
            (400, r#"{"error":{"message":"response_format is not supported"}}"#, None),
            (500, r#"{"error":{"message":"Jinja Exception: Conversation roles must alternate"}}"#, None),
            (422, "", None),
        ] {
            let reason = match refused(status, body) {
                Refusal::Failed(error) | Refusal::NotFound(error) => Some(error.reason),
                Refusal::Malformed(_) => None,
            };
            assert_eq!(reason, expected, "{status} {body}");
        }
    }

    #[test]
    fn request_that_is_taken_in_no_form_says_why() {
        for (body, reason) in [
            (r#"{"error":{"message":"maximum context length is 8192 tokens"}}"#, AiReason::ContextTooLong),
            (r#"{"error":{"type":"exceed_context_size_error","message":"too many tokens"}}"#, AiReason::ContextTooLong),
            (r#"{"error":{"code":"content_filter","message":"filtered"}}"#, AiReason::ContentFiltered),
            (r#"{"error":{"code":"data_inspection_failed"}}"#, AiReason::ContentFiltered),
            (r#"{"error":{"message":"messages must be a list"}}"#, AiReason::AnswerUnusable),
        ] {
            let Refusal::Malformed(error) = refused(400, body) else { panic!("{body}") };
            assert_eq!(malformed(&error, None).reason, reason, "{body}");
        }
    }

    #[test]
    fn rate_limit_with_the_code_of_a_spent_quota_is_no_spent_quota() {
        let is_exhausted = |message: &str| {
            let body = serde_json::json!({ "error": { "message": message, "code": "insufficient_quota" } });
            match refused(429, &body.to_string()) {
                Refusal::Failed(error) => error.is_exhausted,
                Refusal::NotFound(_) | Refusal::Malformed(_) => panic!("{message}"),
            }
        };
        let exceeded = "You exceeded your current quota, please check your plan and billing details.";
        assert!(is_exhausted(exceeded));
        let linked =
            format!("{exceeded} For details, see: https://help.aliyun.com/zh/model-studio/error-code#token-limit");
        assert!(!is_exhausted(&linked));
    }

    #[test]
    fn requested_wait_is_parsed_as_seconds_or_date_and_limited() {
        let wait = |name: &'static str, value: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            retry_after(&headers)
        };
        assert_eq!(wait("retry-after", "7"), Some(Duration::from_secs(7)));
        assert_eq!(wait("retry-after", "0.5"), Some(Duration::from_millis(500)));
        assert_eq!(wait("retry-after-ms", "1500"), Some(Duration::from_millis(1_500)));
        assert_eq!(wait("retry-after", "86400"), Some(MAX_WAIT));
        assert_eq!(wait("retry-after", "Sat, 12 Jun 1993 13:25:19 GMT"), Some(Duration::ZERO));
        let later = time::OffsetDateTime::now_utc() + Duration::from_secs(90);
        let later = later.format(&time::format_description::well_known::Rfc2822).unwrap();
        let left = wait("retry-after", &later).unwrap();
        assert!((60..=90).contains(&left.as_secs()), "{left:?}");
        for unknown in ["soon", "-1", "NaN"] {
            assert_eq!(wait("retry-after", unknown), None, "{unknown}");
        }
        assert_eq!(retry_after(&HeaderMap::new()), None);
    }
}
