//! ETags for JSON: clients that already have the content get 304 without a body.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bole_api_core::error::ApiError;
use http_body_util::{BodyExt, Limited};
use sha2::{Digest, Sha256};

/// Larger than any page of a list.
const MAX_BODY: usize = 32 << 20;
/// Larger bodies are hashed on a blocking thread.
const SMALL_BODY: usize = 256 << 10;

/// Adds an ETag to JSON responses of GET, and returns 304 if it matches.
pub async fn etag(request: Request, next: Next) -> Response {
    let known = (request.method() == Method::GET).then(|| request.headers().get(header::IF_NONE_MATCH).cloned());
    let response = next.run(request).await;
    match known {
        Some(known) if response.status() == StatusCode::OK && is_json(response.headers()) => tag(response, known).await,
        _ => response,
    }
}

async fn tag(response: Response, known: Option<HeaderValue>) -> Response {
    let (mut parts, body) = response.into_parts();
    let bytes = match Limited::new(body, MAX_BODY).collect().await {
        Ok(collected) => collected.to_bytes(),
        Err(error) => return ApiError::internal(&error).into_response(),
    };
    let tag = if bytes.len() <= SMALL_BODY {
        tag_of(&bytes)
    } else {
        let bytes = bytes.clone();
        match tokio::task::spawn_blocking(move || tag_of(&bytes)).await {
            Ok(tag) => tag,
            Err(error) => return ApiError::internal(&error).into_response(),
        }
    };
    let unchanged = known.is_some_and(|known| matches(&known, &tag));
    if let Ok(value) = HeaderValue::from_str(&tag) {
        parts.headers.insert(header::ETAG, value);
    }
    if unchanged {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(header::CONTENT_TYPE);
        parts.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(parts, Body::empty());
    }
    Response::from_parts(parts, Body::from(bytes))
}

fn tag_of(bytes: &[u8]) -> String {
    format!("W/\"{}\"", hex::encode(&Sha256::digest(bytes)[..16]))
}

fn matches(known: &HeaderValue, tag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    known.to_str().is_ok_and(|known| known.trim() == "*" || known.split(',').any(|one| opaque(one) == opaque(tag)))
}

fn is_json(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|value| value.as_bytes() == b"application/json")
}

#[cfg(test)]
mod tests {
    use bole_testkit::linear::{ClockId, squares};

    use super::*;

    fn matched(text: &str) {
        let text: Vec<u8> = text.bytes().filter(|byte| (32..127).contains(byte)).collect();
        matches(&HeaderValue::from_bytes(&text).unwrap(), "W/\"a\"");
    }

    #[test]
    fn cost_is_linear_in_text_length() {
        assert_eq!(squares(&[("tags", matched)], ClockId::ThreadCPUTime), [""; 0]);
    }
}
