//! Liveness, readiness and metrics, for operating the server.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_ai::provider::{KeyLimits, KeyUsage};
use bole_domain::task::Lane;
use bole_store::{ledger, operations};
use serde_json::json;
use subtle::ConstantTimeEq;
use time::OffsetDateTime;

use crate::code::Code;
use crate::error::{ApiError, ApiResult};
use crate::extract::Json;
use crate::routes::ops::shown_account;
use crate::state::ApiState;

/// Liveness.
pub async fn alive() -> Json<serde_json::Value> {
    Json(json!({ "status": "alive" }))
}

/// Readiness of the dependencies.
pub async fn ready(State(state): State<ApiState>) -> ApiResult<Json<serde_json::Value>> {
    state.db.ping().await?;
    ledger::ping(&state.db).await?;
    Ok(Json(json!({ "status": "ready" })))
}

/// Prometheus metrics, protected by a token. Without a configured token they are not available.
pub async fn metrics(State(state): State<ApiState>, headers: HeaderMap) -> ApiResult<Response> {
    let (Some(token), Some(metrics)) = (&state.config.metrics_token, &state.metrics) else {
        return Err(ApiError::not_found(Code::RequestNotFound));
    };
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if !given.is_some_and(|given| given.as_bytes().ct_eq(token.as_bytes()).into()) {
        return Err(ApiError::unauthenticated());
    }
    count(&state).await;
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], metrics.render()).into_response())
}

/// Fleet-wide gauges from the database, so that any API process reports them.
async fn count(state: &ApiState) {
    let now = OffsetDateTime::now_utc();
    if let Ok(lanes) = operations::lanes(&state.db).await {
        for load in lanes {
            let lane = load.lane.as_str();
            let oldest = load.oldest_waiting_since.map_or(0.0, |since| (now - since).as_seconds_f64());
            metrics::gauge!("bole_lane_waiting", "lane" => lane).set(as_gauge(load.waiting));
            metrics::gauge!("bole_lane_running", "lane" => lane).set(as_gauge(load.running));
            metrics::gauge!("bole_lane_oldest_seconds", "lane" => lane).set(oldest.max(0.0));
        }
    }
    if let Ok(workers) = operations::workers(&state.db).await {
        metrics::gauge!("bole_workers").set(as_gauge(i64::try_from(workers.len()).unwrap_or(i64::MAX)));
    }
    if let Ok(failures) = operations::failures(&state.db).await {
        metrics::gauge!("bole_dead_tasks").set(as_gauge(failures.iter().map(|failure| failure.count).sum()));
    }
    if let Ok(failed) = operations::failed_of(&state.db, Lane::Mail).await {
        metrics::gauge!("bole_mail_failed").set(as_gauge(failed));
    }
    if let Ok(keys) = state.providers.key_usage().await {
        for key in keys {
            count_key(&key);
        }
    }
}

/// What a key has used of its limits. A limit that is not set has no gauge.
fn count_key(key: &KeyUsage) {
    let account = shown_account(&key.account);
    let set = |name: &'static str, value: f64| metrics::gauge!(name, "account" => account.clone()).set(value);
    set("bole_model_requests_in_flight", as_gauge(count_of(key.in_flight)));
    set("bole_model_key_paused", as_gauge(key.paused_for.is_some().into()));
    let Some(KeyLimits { requests_per_minute, tokens_per_minute, concurrency }) = key.limits else { return };
    set("bole_model_requests_in_flight_limit", f64::from(concurrency));
    if requests_per_minute.is_none() && tokens_per_minute.is_none() {
        return;
    }
    set("bole_model_requests_last_minute", as_gauge(count_of(key.requests)));
    set("bole_model_tokens_last_minute", as_gauge(count_of(key.tokens)));
    if let Some(limit) = requests_per_minute {
        set("bole_model_requests_per_minute_limit", f64::from(limit));
    }
    if let Some(limit) = tokens_per_minute {
        set("bole_model_tokens_per_minute_limit", f64::from(limit));
    }
}

fn count_of(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^52")]
const fn as_gauge(count: i64) -> f64 {
    count as f64
}

/// The route does not support this method.
pub async fn method_not_allowed() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, Code::RequestMethodNotAllowed, "Not with this method.")
}
