//! Liveness, readiness and metrics, for operating the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_ai::provider::{KeyLimits, KeyUsage};
use bole_api_admin::ops::shown_account;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::Json;
use bole_api_core::state::ApiState;
use bole_domain::task::Lane;
use bole_store::ledger;
use bole_store::operations::{self, FailureCount};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use serde_json::json;
use subtle::ConstantTimeEq;
use time::OffsetDateTime;

/// The recorded metrics of a process without the API, and the token that protects them.
#[derive(Clone)]
pub struct ProcessMetrics {
    pub token: Arc<str>,
    pub recorded: PrometheusHandle,
}

/// Liveness.
pub async fn alive() -> Json<serde_json::Value> {
    Json(json!({ "status": "alive" }))
}

/// Readiness of the dependencies.
pub async fn ready(State(state): State<ApiState>) -> ApiResult<Json<serde_json::Value>> {
    state.db.ping().await?;
    ledger::ping(&state.db).await?;
    // Without Redis the database suffices, so its loss is said and does not take the process out of service.
    Ok(Json(match state.signals.redis() {
        Some(redis) => json!({ "status": "ready", "redis": redis }),
        None => json!({ "status": "ready" }),
    }))
}

/// Prometheus metrics, protected by a token. Without a configured token they are not available.
pub async fn metrics(State(state): State<ApiState>, headers: HeaderMap) -> ApiResult<Response> {
    let (Some(token), Some(recorded)) = (&state.config.metrics_token, &state.metrics) else {
        return Err(ApiError::not_found(Code::RequestNotFound));
    };
    authorize(token, &headers)?;
    let fleet = fleet_metrics(&state).await;
    Ok(exposition(recorded.render() + &fleet))
}

/// Prometheus metrics of a process without the API, protected by the same token.
pub async fn process_metrics(State(process): State<ProcessMetrics>, headers: HeaderMap) -> ApiResult<Response> {
    authorize(&process.token, &headers)?;
    Ok(exposition(process.recorded.render()))
}

fn authorize(token: &str, headers: &HeaderMap) -> ApiResult<()> {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if given.is_some_and(|given| given.as_bytes().ct_eq(token.as_bytes()).into()) {
        Ok(())
    } else {
        Err(ApiError::unauthenticated())
    }
}

fn exposition(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// Gauges of the whole fleet, from the database, so that any API process reports them. Recorded anew for each scrape,
/// because a recorder keeps the gauges of reasons, keys and limits that are gone.
async fn fleet_metrics(state: &ApiState) -> String {
    let db = &state.db;
    let lanes = operations::lanes(db).await;
    let workers = operations::workers(db).await;
    let failures = operations::failures(db).await;
    let mail_failed = operations::failed_of(db, Lane::Mail).await;
    let keys = state.providers.key_usage().await;
    let now = OffsetDateTime::now_utc();
    let recorder = PrometheusBuilder::new().build_recorder();
    metrics::with_local_recorder(&recorder, || {
        for load in lanes.unwrap_or_default() {
            let lane = load.lane.as_str();
            let oldest = load.oldest_waiting_since.map_or(0.0, |since| (now - since).as_seconds_f64());
            metrics::gauge!("bole_lane_waiting", "lane" => lane).set(as_gauge(load.waiting));
            metrics::gauge!("bole_lane_running", "lane" => lane).set(as_gauge(load.running));
            metrics::gauge!("bole_lane_oldest_seconds", "lane" => lane).set(oldest.max(0.0));
        }
        if let Ok(workers) = workers {
            metrics::gauge!("bole_workers").set(as_gauge(i64::try_from(workers.len()).unwrap_or(i64::MAX)));
        }
        if let Ok(failures) = failures {
            metrics::gauge!("bole_dead_tasks").set(as_gauge(failures.iter().map(|failure| failure.count).sum()));
            for FailureCount { kind, reason, count, last_at: _ } in failures {
                metrics::gauge!("bole_dead_tasks_by_reason", "kind" => kind, "reason" => reason).set(as_gauge(count));
            }
        }
        if let Ok(failed) = mail_failed {
            metrics::gauge!("bole_mail_failed").set(as_gauge(failed));
        }
        for key in keys.unwrap_or_default() {
            count_key(&key);
        }
    });
    recorder.handle().render()
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
