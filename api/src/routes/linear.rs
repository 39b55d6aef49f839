//! Tests that processing a request's text takes linear time.

use axum::http::{HeaderMap, HeaderValue, header};
use bole_testkit::linear::{ClockId, TextReader, squares};

use super::auth;
use crate::middleware::etag;

fn header_value(text: &str) -> HeaderValue {
    HeaderValue::from_bytes(&text.bytes().filter(|byte| (32..127).contains(byte)).collect::<Vec<_>>()).unwrap()
}

fn headers(text: &str) {
    let value = header_value(text);
    let _ = etag::matches(&value, "W/\"a\"");
    let _ = auth::language(&HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, value)]));
}

const READERS: [(&str, TextReader); 1] = [("headers", headers)];

#[test]
fn cost_is_linear_in_text_length() {
    assert_eq!(squares(&READERS, ClockId::ThreadCPUTime), [""; 0]);
}
