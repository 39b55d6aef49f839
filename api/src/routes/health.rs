//! For whoever runs Bole: is it alive, is it ready, how is it doing.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_store::ledger;
use serde_json::json;
use subtle::ConstantTimeEq;

use crate::code::Code;
use crate::error::{ApiError, ApiResult};
use crate::extract::Json;
use crate::state::ApiState;

/// The process runs.
pub async fn alive() -> Json<serde_json::Value> {
    Json(json!({ "status": "alive" }))
}

/// What it depends on answers.
pub async fn ready(State(state): State<ApiState>) -> ApiResult<Json<serde_json::Value>> {
    state.db.ping().await?;
    ledger::ping(&state.db).await?;
    Ok(Json(json!({ "status": "ready" })))
}

/// Prometheus metrics, for whoever has the token. Without a token configured there is no such page.
pub async fn metrics(State(state): State<ApiState>, headers: HeaderMap) -> ApiResult<Response> {
    let (Some(token), Some(metrics)) = (&state.config.metrics_token, &state.metrics) else {
        return Err(ApiError::not_found(Code::RequestNotFound));
    };
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if !given.is_some_and(|given| given.as_bytes().ct_eq(token.as_bytes()).into()) {
        return Err(ApiError::unauthenticated());
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics.render()).into_response())
}

/// The route exists, with other methods.
pub async fn method_not_allowed() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, Code::RequestMethodNotAllowed, "Not with this method.")
}
