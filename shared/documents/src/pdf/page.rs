//! Converts a page's spans to text: cells in reading order, with wrapped lines joined.

use pdfboss_core::Rect;
use pdfboss_text::TextSpan;

use super::annotations::{self, Typed};
use super::{cells, order, wrapping};

/// The text of a page: one line per paragraph, item or row, with what was typed on it and addresses behind links.
pub(super) fn text(spans: &[TextSpan], typed: &[Typed], addresses: &[(Rect, String)]) -> String {
    let mut turned: Vec<(i32, Vec<&TextSpan>)> = Vec::new();
    for span in spans {
        match turned.iter_mut().find(|(turn, _)| *turn == span.rotate) {
            Some((_, alike)) => alike.push(span),
            None => turned.push((span.rotate, vec![span])),
        }
    }
    // The dominant rotation comes first.
    turned.sort_by_key(|(_, alike)| std::cmp::Reverse(alike.len()));
    let mut lines = Vec::new();
    if turned.is_empty() {
        turned.push((0, Vec::new()));
    }
    for (at, (_, alike)) in turned.iter().enumerate() {
        let mut cells = cells::cells(alike);
        if at == 0 {
            annotations::place(typed, &mut cells);
            annotations::place_addresses(addresses, &mut cells);
        }
        lines.extend(wrapping::joined(order::lines(cells)));
    }
    lines.join("\n")
}
