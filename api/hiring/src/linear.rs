//! Tests that processing a request's text takes linear time.

use bole_domain::zone::Zone;
use bole_testkit::linear::{ClockId, TextReader, squares};

use crate::board::{self, Sort};
use crate::dashboard::{self, Edge};
use crate::{person_records, uploads};

fn query(text: &str) {
    let _ = (board::read_cursor(Sort::Score, text), board::sub_statuses(Some(text)), board::check_search(Some(text)));
    let _ = dashboard::moment(text, Zone::UTC, Edge::Start, "from");
}

fn tags(text: &str) {
    drop(person_records::distinct(text.split([' ', ',', '\n']).map(str::to_owned).collect()));
    // As many as fit in a body.
    drop(person_records::distinct((0..text.len()).map(|number| number.to_string()).collect()));
}

const READERS: [(&str, TextReader); 4] = [
    ("query", query),
    ("tags", tags),
    ("names of files", |text| drop(uploads::display_name(text))),
    ("texts to show", |text| drop(bole_store::board::cut(text, 100))),
];

#[test]
fn cost_is_linear_in_text_length() {
    assert_eq!(squares(&READERS, ClockId::ThreadCPUTime), [""; 0]);
}
