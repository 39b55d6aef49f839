//! Tests that processing a request's text takes linear time.

use axum::http::{HeaderMap, HeaderValue, header};
use bole_testkit::linear::{ClockId, TextReader, squares};

use crate::auth;

fn headers(text: &str) {
    let text: Vec<u8> = text.bytes().filter(|byte| (32..127).contains(byte)).collect();
    let value = HeaderValue::from_bytes(&text).unwrap();
    let _ = auth::language(&HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, value)]));
}

const READERS: [(&str, TextReader); 1] = [("headers", headers)];

#[test]
fn cost_is_linear_in_text_length() {
    assert_eq!(squares(&READERS, ClockId::ThreadCPUTime), [""; 0]);
}
