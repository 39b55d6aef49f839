//! No request takes for ever: reading it and beginning to answer it have a limit together. Uploads have one from piece to
//! piece instead, on their route.

use std::time::Duration;

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::error::ApiError;

/// Longer than anything a request waits for.
const LIMIT: Duration = Duration::from_secs(60);

/// The routes whose bodies may be large.
const UPLOADS: [&str; 1] = ["/api/organizations/{organization_id}/jobs/{job_id}/batches"];

/// Answers 503 where the limit is reached.
pub async fn time_limit(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>();
    if route.is_some_and(|route| UPLOADS.contains(&route.as_str())) {
        return next.run(request).await;
    }
    match tokio::time::timeout(LIMIT, next.run(request)).await {
        Ok(response) => response,
        Err(error) => ApiError::unavailable(&error).into_response(),
    }
}
