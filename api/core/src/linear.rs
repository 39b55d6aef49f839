//! Tests that processing a request's text takes linear time.

use bole_testkit::linear::{ClockId, TextReader, squares};

use crate::auth::token;
use crate::error::Check;
use crate::extract::body::{clean, has_controls, refuse_nul};
use crate::files::disposition;

fn fields(text: &str) {
    let mut check = Check::new();
    check.text("a", text, 100).at_most("b", text, 100).email("c", text).phone("d", text);
    let _ = check.finish();
}

fn tokens(text: &str) {
    let _ = (token::SessionToken::parse(text), token::one_time_hash(text));
}

fn body(text: &str) {
    let _ = refuse_nul(text.as_bytes());
    let _ = refuse_nul(&serde_json::to_vec(&[text, "\0"]).unwrap());
    let _ = has_controls(text.as_bytes());
    clean(&mut text.into());
}

const READERS: [(&str, TextReader); 4] = [
    ("fields", fields),
    ("tokens", tokens),
    ("body", body),
    ("names of files", |text| drop(disposition("inline", text))),
];

#[test]
fn cost_is_linear_in_text_length() {
    assert_eq!(squares(&READERS, ClockId::ThreadCPUTime), [""; 0]);
}
