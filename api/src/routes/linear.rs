//! Tests that processing a request's text takes linear time.

use axum::http::{HeaderMap, HeaderValue, header};
use bole_domain::zone::Zone;
use bole_testkit::linear::{ClockId, TextReader, squares};

use super::board::Sort;
use super::dashboard::Edge;
use super::{auth, board, dashboard, person_records, uploads};
use crate::middleware::etag;

fn header_value(text: &str) -> HeaderValue {
    HeaderValue::from_bytes(&text.bytes().filter(|byte| (32..127).contains(byte)).collect::<Vec<_>>()).unwrap()
}

fn headers(text: &str) {
    let value = header_value(text);
    let _ = etag::matches(&value, "W/\"a\"");
    let _ = auth::language(&HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, value)]));
}

fn query(text: &str) {
    let _ = (board::read_cursor(Sort::Score, text), board::sub_statuses(Some(text)), board::check_search(Some(text)));
    let _ = dashboard::moment(text, Zone::UTC, Edge::Start, "from");
}

fn tags(text: &str) {
    drop(person_records::distinct(text.split([' ', ',', '\n']).map(str::to_owned).collect()));
    // As many as fit in a body.
    drop(person_records::distinct((0..text.len()).map(|number| number.to_string()).collect()));
}

const READERS: [(&str, TextReader); 5] = [
    ("headers", headers),
    ("query", query),
    ("tags", tags),
    ("names of files", |text| drop(uploads::display_name(text))),
    ("texts to show", |text| drop(board::cut(text, 100))),
];

#[test]
fn cost_is_linear_in_text_length() {
    assert_eq!(squares(&READERS, ClockId::ThreadCPUTime), [""; 0]);
}
