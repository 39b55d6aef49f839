//! The embedded web app: its files, and index.html for every screen, with preload headers.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Read;
use std::sync::LazyLock;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::ApiError;
use flate2::read::GzDecoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Deserialize;

/// The build stores large texts only compressed, as `.br` and `.gz`.
#[derive(RustEmbed)]
#[folder = "../web/embedded"]
struct Build;

const NOT_BUILT: &str = "Bole's API is running. The web app was not built into this binary.\n";

/// Handles everything no route matched: 404 for an unknown API path, a file, or else index.html.
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
    let Some(mut page) = file("index.html", request.headers()) else { return NOT_BUILT.into_response() };
    if let Some(links) = screen(path).and_then(|screen| links(screen, request.headers())) {
        page.headers_mut().insert(header::LINK, links);
        page.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language"));
    }
    page
}

/// The files of a screen besides index.html, determined by the build.
#[derive(Debug, Deserialize)]
struct Screen {
    /// Its path; a segment starting with a colon matches anything.
    path: String,
    /// Scripts and style sheets.
    files: Vec<String>,
    /// Translations, by language.
    texts: HashMap<String, Vec<String>>,
}

static SCREENS: LazyLock<Vec<Screen>> = LazyLock::new(|| {
    let file = plain("preload.json");
    file.and_then(|file| serde_json::from_slice(&file.content).ok()).unwrap_or_default()
});

/// The app's languages, by browser language code.
const LANGUAGES: [(&str, &str); 3] = [("zh", "zh-CN"), ("en", "en-US"), ("id", "id-ID")];

fn screen(path: &str) -> Option<&'static Screen> {
    // Signed-in users start there.
    let path = if path == "/" { "/welcome" } else { path };
    SCREENS.iter().find(|screen| matches(&screen.path, path))
}

fn matches(pattern: &str, path: &str) -> bool {
    let (mut pattern, mut path) = (pattern.split('/'), path.trim_end_matches('/').split('/'));
    loop {
        match (pattern.next(), path.next()) {
            (None, None) => return true,
            (Some(one), Some(part)) if one == part || (one.starts_with(':') && !part.is_empty()) => {}
            _ => return false,
        }
    }
}

/// The Link header that preloads the screen's files.
fn links(screen: &Screen, request: &HeaderMap) -> Option<HeaderValue> {
    let none = Vec::new();
    let texts = language(request).and_then(|language| screen.texts.get(language)).unwrap_or(&none);
    let link = |file: &String| {
        // Style sheets are fetched with CORS, as in the build's own code.
        let how = if file.ends_with(".css") { "preload; as=style; crossorigin" } else { "modulepreload" };
        format!("</{file}>; rel={how}")
    };
    let links: Vec<String> = screen.files.iter().chain(texts).map(link).collect();
    HeaderValue::from_str(&links.join(", ")).ok().filter(|_| !links.is_empty())
}

/// The first supported language the browser accepts.
fn language(request: &HeaderMap) -> Option<&'static str> {
    let asked = request.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    let found = asked.split(',').find_map(|one| {
        let one = one.trim();
        LANGUAGES.iter().find(|(prefix, _)| one.get(..2).is_some_and(|start| start.eq_ignore_ascii_case(prefix)))
    });
    found.map(|(_, language)| *language)
}

/// Whether it is a hashed build file; a missing one is a 404, never a page.
fn is_asset(name: &str) -> bool {
    name.starts_with("assets/")
}

/// A file as it is sent.
struct Sent {
    coding: Option<&'static str>,
    content: Cow<'static, [u8]>,
    tag: String,
}

fn file(name: &str, request: &HeaderMap) -> Option<Response> {
    let Sent { coding, content, tag } = compressed(name, request).or_else(|| plain(name))?;
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
    if let Some(coding) = coding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    Some((headers, content).into_response())
}

/// The file as compressed by the build, if there is a coding that the browser accepts.
fn compressed(name: &str, request: &HeaderMap) -> Option<Sent> {
    let accepted = request.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    let accepts =
        |coding: &str| accepted.split(',').any(|one| one.split(';').next().is_some_and(|c| c.trim() == coding));
    [("br", "br"), ("gzip", "gz")].into_iter().filter(|(coding, _)| accepts(coding)).find_map(|(coding, suffix)| {
        let file = Build::get(&format!("{name}.{suffix}"))?;
        Some(Sent { coding: Some(coding), tag: tag(&file, ""), content: file.data })
    })
}

/// The file without compression.
fn plain(name: &str) -> Option<Sent> {
    if let Some(file) = Build::get(name) {
        return Some(Sent { coding: None, tag: tag(&file, ""), content: file.data });
    }
    let file = Build::get(&format!("{name}.gz"))?;
    let mut content = Vec::new();
    GzDecoder::new(&*file.data).read_to_end(&mut content).ok()?;
    Some(Sent { coding: None, tag: tag(&file, "-plain"), content: content.into() })
}

/// The ETag; different ways to send a file have different ones.
fn tag(file: &EmbeddedFile, way: &str) -> String {
    format!("\"{}{way}\"", hex::encode(&file.metadata.sha256_hash()[..16]))
}

fn with_charset(mime: &str) -> String {
    if mime.starts_with("text/") { format!("{mime}; charset=utf-8") } else { mime.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn route_is_found_by_path_pattern() {
        assert!(matches("/jobs/:id", "/jobs/0199d3a0") && matches("/jobs", "/jobs/"));
        assert!(!matches("/jobs/:id", "/jobs") && !matches("/jobs/:id", "/jobs/a/b") && !matches("/jobs", "/job"));
    }

    #[test]
    fn preload_headers_list_code_styles_and_locale() {
        let texts = [("en-US", "assets/common-en.js"), ("id-ID", "assets/common-id.js")];
        let screen = Screen {
            path: "/jobs".to_owned(),
            files: vec!["assets/JobsRoute.js".to_owned(), "assets/JobsRoute.css".to_owned()],
            texts: texts.map(|(language, file)| (language.to_owned(), vec![file.to_owned()])).into(),
        };
        let told = |asked: &'static str| {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_static(asked))]);
            links(&screen, &headers).unwrap().to_str().unwrap().to_owned()
        };
        assert_eq!(
            told("fr-FR, id;q=0.8, en"),
            "</assets/JobsRoute.js>; rel=modulepreload, </assets/JobsRoute.css>; rel=preload; as=style; crossorigin, \
             </assets/common-id.js>; rel=modulepreload"
        );
        assert!(!told("fr").contains("common"));
        assert!(told("en-GB").ends_with("</assets/common-en.js>; rel=modulepreload"));
    }
}
