//! Converts a page's spans to text: cells in reading order, with wrapped lines joined.

use pdfboss_text::TextSpan;

use super::{cells, order, wrapping};

/// The text of a page: one line per paragraph, item or row.
pub(super) fn text(spans: &[TextSpan]) -> String {
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
    for (_, alike) in turned {
        lines.extend(wrapping::joined(order::lines(cells::cells(&alike))));
    }
    lines.join("\n")
}
