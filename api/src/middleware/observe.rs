//! One id, span, log line and measurement per request. Paths are logged as route patterns, so that ids, tokens and
//! user input stay out of the log.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use bole_api_core::extract::RequestId;
use tracing::Instrument;

/// The header with the request id, in both directions.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Assigns the request id and records the result.
pub async fn observe(mut request: Request, next: Next) -> Response {
    let id = request.headers().get(&REQUEST_ID).and_then(|value| sound(value.to_str().ok()?));
    let id = id.unwrap_or_else(|| uuid::Uuid::now_v7().to_string());
    request.extensions_mut().insert(RequestId(id.clone()));
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let span = tracing::info_span!("request", %id, %method, route);

    let started = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let elapsed = started.elapsed();

    let status = response.status();
    span.in_scope(|| tracing::info!(status = status.as_u16(), ms = elapsed.as_secs_f64() * 1e3, "answered"));
    metrics::histogram!("http_request_duration_seconds", "method" => method.to_string(), "route" => route,
                        "status" => status.as_u16().to_string())
    .record(elapsed.as_secs_f64());
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// Accepts an external id if it is safe to log.
fn sound(id: &str) -> Option<String> {
    let harmless = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    ((1..=64).contains(&id.len()) && id.bytes().all(harmless)).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_safe_request_ids_are_accepted() {
        assert_eq!(sound("0192-ab_c.d").as_deref(), Some("0192-ab_c.d"));
        for id in ["", "a b", "a\u{1b}[31m", &"a".repeat(65), "id=\"1\""] {
            assert_eq!(sound(id), None);
        }
    }
}
