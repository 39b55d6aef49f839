//! The web app inside the binary: its files, and index.html for every address that is a screen.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::code::Code;
use crate::error::ApiError;

#[derive(RustEmbed)]
#[folder = "../web/dist"]
struct Dist;

const NOT_BUILT: &str = "Bole's API is running. The web app was not built into this binary.\n";

/// Everything that no route took: an unknown API address is 404, a file is itself, anything else is a screen.
pub async fn fallback(request: Request) -> Response {
    let path = request.uri().path();
    if path == "/api" || path.starts_with("/api/") {
        return ApiError::not_found(Code::RequestNotFound).into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::new(StatusCode::METHOD_NOT_ALLOWED, Code::RequestMethodNotAllowed, "Read only.")
            .into_response();
    }
    let name = path.trim_start_matches('/');
    if let Some(response) = file(name, request.headers()).filter(|_| !name.is_empty()) {
        return response;
    }
    if is_asset(name) {
        return ApiError::not_found(Code::RequestNotFound).into_response();
    }
    file("index.html", request.headers()).unwrap_or_else(|| NOT_BUILT.into_response())
}

/// Files the build names by their content; a missing one is a 404, never a page.
fn is_asset(name: &str) -> bool {
    name.starts_with("assets/")
}

fn file(name: &str, request: &HeaderMap) -> Option<Response> {
    let plain = Dist::get(name)?;
    let (encoding, file) = encoded(name, request).unwrap_or((None, plain));
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
    let mut headers = HeaderMap::new();
    let cache = if is_asset(name) { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(header::ETAG, HeaderValue::from_str(&tag).ok()?);
    if request.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Some((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let mime = mime_guess::from_path(name).first_or_octet_stream();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(&with_charset(mime.essence_str())).ok()?);
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some((headers, file.data).into_response())
}

/// The file as compressed by the build, where there is one that the browser reads.
fn encoded(name: &str, request: &HeaderMap) -> Option<(Option<&'static str>, EmbeddedFile)> {
    let accepted = request.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    let accepts =
        |coding: &str| accepted.split(',').any(|one| one.split(';').next().is_some_and(|c| c.trim() == coding));
    [("br", "br"), ("gzip", "gz")]
        .into_iter()
        .filter(|(coding, _)| accepts(coding))
        .find_map(|(coding, suffix)| Some((Some(coding), Dist::get(&format!("{name}.{suffix}"))?)))
}

fn with_charset(mime: &str) -> String {
    if mime.starts_with("text/") { format!("{mime}; charset=utf-8") } else { mime.to_owned() }
}
