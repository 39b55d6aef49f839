//! Tests that processing a request's text takes linear time.

use bole_secrets::LinkToken;
use bole_testkit::linear::{ClockId, TextReader, squares};

use crate::{booking_hook, offer_page};

fn tokens(text: &str) {
    let _ = LinkToken::parse(text);
    let _ = booking_hook::organization_at(text);
}

const READERS: [(&str, TextReader); 2] =
    [("tokens", tokens), ("texts to show", |text| drop(offer_page::paragraphs(text)))];

#[test]
fn cost_is_linear_in_text_length() {
    assert_eq!(squares(&READERS, ClockId::ThreadCPUTime), [""; 0]);
}
