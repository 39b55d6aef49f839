//! A time limit for reading a request and starting its response. Uploads instead have a limit per chunk, and tests of a
//! model one per step, in their route.

use std::time::Duration;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bole_api_core::error::ApiError;

/// Longer than any request waits.
const LIMIT: Duration = Duration::from_secs(60);

/// Routes with limits of their own.
const OTHERS: [&str; 2] = [
    "/api/organizations/{organization_id}/jobs/{job_id}/batches",
    "/api/organizations/{organization_id}/settings/ai/test",
];

/// Returns 503 when the limit is reached.
pub async fn time_limit(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>();
    if route.is_some_and(|route| OTHERS.contains(&route.as_str())) {
        return next.run(request).await;
    }
    match tokio::time::timeout(LIMIT, next.run(request)).await {
        Ok(response) => response,
        Err(error) => ApiError::unavailable(&error).into_response(),
    }
}
