//! The whole service: the routes of all areas, probes, the web app, and the middleware around them.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use bole_api_core::error::ApiError;
use bole_api_core::state::ApiState;
use metrics_exporter_prometheus::PrometheusHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::health::{self, ProcessMetrics};
use crate::middleware::{etag, headers, observe, origin, security_log, time_limit};
use crate::openapi::{Document, complete};
use crate::web;

/// Maximum size of a JSON body; uploads set their own limit.
const MAX_JSON: usize = 2 << 20;

/// The documented routes, and their document.
fn documented() -> (Router<ApiState>, utoipa::openapi::OpenApi) {
    let (routes, document) = OpenApiRouter::with_openapi(Document::openapi())
        .merge(bole_api_admin::routes())
        .merge(bole_api_hiring::routes())
        .merge(bole_api_interviews::routes())
        .split_for_parts();
    (routes, complete(document))
}

/// The OpenAPI document as served and committed: indented, with a final newline.
///
/// # Errors
/// Never in practice.
pub fn document() -> Result<String, serde_json::Error> {
    let mut text = documented().1.to_pretty_json()?;
    text.push('\n');
    Ok(text)
}

/// The whole service: API, health, metrics and the web app.
pub fn router(state: ApiState) -> Router {
    let (api, document) = documented();
    let api = api
        .route("/api/openapi.json", get(move || std::future::ready(axum::Json(document))))
        .method_not_allowed_fallback(health::method_not_allowed)
        .layer(from_fn(time_limit::time_limit))
        .layer(from_fn_with_state(state.clone(), security_log::security_log))
        .layer(from_fn(headers::private))
        .layer(from_fn(etag::etag));
    let probes = Router::new()
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(health::metrics));
    Router::new()
        .merge(api)
        .merge(probes)
        .fallback(web::fallback)
        .layer(DefaultBodyLimit::max(MAX_JSON))
        .layer(from_fn_with_state(state.clone(), origin::check_origin))
        .layer(from_fn_with_state(state.clone(), origin::check_host))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(state.clone(), headers::secure))
        .layer(CompressionLayer::new())
        .layer(from_fn(observe::observe))
        .with_state(state)
}

/// Liveness and metrics of a process without the API, such as a worker.
pub fn process_router(token: &str, recorded: PrometheusHandle) -> Router {
    Router::new()
        .route("/healthz", get(health::alive))
        .route("/metrics", get(health::process_metrics))
        .with_state(ProcessMetrics { token: token.into(), recorded })
}

/// The panic message may quote a resume; the panic hook logs the location.
fn panicked(_: Box<dyn std::any::Any + Send + 'static>) -> axum::response::Response {
    use axum::response::IntoResponse;
    ApiError::internal(&"a handler panicked").into_response()
}
