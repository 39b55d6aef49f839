//! CSRF protection: checks the Origin of unsafe requests and, in local mode, the Host of all requests.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::Response;
use bole_api_core::code::Code;
use bole_api_core::config::is_loopback_name;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::state::ApiState;

/// Refuses unsafe requests from other sites: 403 `request.cross_origin`.
///
/// Browsers always send an Origin with unsafe requests. A request without one is refused if it carries cookies, which
/// browsers add automatically.
pub async fn check_origin(State(state): State<ApiState>, request: Request, next: Next) -> ApiResult<Response> {
    if !request.method().is_safe() && !is_own(request.headers(), host(&request), state.config.origin()) {
        return Err(ApiError::forbidden(Code::RequestCrossOrigin, "Changes must come from Bole's own pages."));
    }
    Ok(next.run(request).await)
}

fn is_own(headers: &HeaderMap, host: Option<&str>, own: &str) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        let from_elsewhere =
            headers.get("sec-fetch-site").is_some_and(|site| !matches!(site.as_bytes(), b"same-origin" | b"none"));
        return !from_elsewhere && !headers.contains_key(header::COOKIE);
    };
    let Ok(origin) = origin.to_str() else { return false };
    if origin.eq_ignore_ascii_case(own) {
        return true;
    }
    // A request under another name than the configured one is accepted if page and API have the same host, but only
    // without TLS.
    let is_tls_only = own.starts_with("https://");
    let authority =
        origin.split_once("://").filter(|(scheme, _)| *scheme == "https" || (*scheme == "http" && !is_tls_only));
    matches!((authority, host), (Some((_, authority)), Some(host)) if authority.eq_ignore_ascii_case(host))
}

/// In local mode, refuses requests under other host names, which would allow DNS rebinding.
pub async fn check_host(State(state): State<ApiState>, request: Request, next: Next) -> ApiResult<Response> {
    if state.config.local && !host(&request).is_some_and(|host| is_loopback_name(without_port(host))) {
        return Err(ApiError::new(
            StatusCode::MISDIRECTED_REQUEST,
            Code::RequestHostRefused,
            "Bole runs for this machine alone, as 127.0.0.1 or localhost.",
        ));
    }
    Ok(next.run(request).await)
}

fn host(request: &Request) -> Option<&str> {
    request.headers().get(header::HOST).and_then(|host| host.to_str().ok()).or_else(|| authority(request.uri()))
}

fn authority(uri: &Uri) -> Option<&str> {
    Some(uri.authority()?.as_str())
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "http://127.0.0.1:7080";

    fn own(pairs: &[(&'static str, &str)]) -> bool {
        own_to(OWN, pairs)
    }

    fn own_to(configured: &str, pairs: &[(&'static str, &str)]) -> bool {
        let headers: HeaderMap =
            pairs.iter().map(|(name, value)| (header::HeaderName::from_static(name), value.parse().unwrap())).collect();
        is_own(&headers, headers.get("host").and_then(|host| host.to_str().ok()), configured)
    }

    #[test]
    fn http_origin_is_foreign_under_https() {
        let pair = |origin| [("origin", origin), ("host", "hire.example.com")];
        let configured = "https://hire.example.com";
        assert!(own_to(configured, &pair("https://hire.example.com")));
        assert!(!own_to(configured, &pair("http://hire.example.com")));
    }

    #[test]
    fn configured_origin_and_request_host_are_same_origin() {
        assert!(own(&[("origin", OWN), ("host", "anything")]));
        assert!(own(&[("origin", "http://localhost:5173"), ("host", "localhost:5173"), ("cookie", "a=b")]));
    }

    #[test]
    fn other_sites_and_null_origin_are_foreign() {
        for origin in ["https://evil.example", "null", "http://127.0.0.1:7080.evil.example", "file://127.0.0.1:7080"] {
            assert!(!own(&[("origin", origin), ("host", "127.0.0.1:7080")]), "{origin}");
        }
    }

    #[test]
    fn missing_origin_is_allowed_only_without_cookies() {
        assert!(own(&[("host", "127.0.0.1:7080")]));
        assert!(!own(&[("host", "127.0.0.1:7080"), ("cookie", "bole_access=x")]));
        assert!(!own(&[("host", "127.0.0.1:7080"), ("sec-fetch-site", "cross-site")]));
    }

    #[test]
    fn ports_are_ignored_when_comparing_hosts() {
        for (host, name) in [("localhost:1", "localhost"), ("[::1]:80", "[::1]"), ("[::1]", "[::1]"), ("a.b", "a.b")] {
            assert_eq!(without_port(host), name);
        }
    }
}
