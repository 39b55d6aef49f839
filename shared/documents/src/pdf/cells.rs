//! Lines as they are set: wide gaps between their cells, and bullets drawn apart from what they mark.

use pdfboss_text::TextSpan;

/// A gap of this many times the size parts cells; no space between words is as wide.
const WIDE: f32 = 0.75;
/// Baselines this close, in times the size, are one line.
const SAME_LINE: f32 = 0.25;
/// A bullet stands no further than this from its text, in times the size.
const BULLET_REACH: f32 = 4.0;

/// The spans with a tab before each that stands apart from what is left of it on its line, and with bullets that were
/// drawn apart from their lines, as some producers do, before the text they mark.
pub(super) fn marked(mut spans: Vec<TextSpan>) -> Vec<TextSpan> {
    let mut moved: Vec<(usize, usize)> = Vec::new();
    for line in lines(&spans) {
        for pair in line.windows(2) {
            let [left, right] = [&spans[pair[0]], &spans[pair[1]]];
            let size = left.size.max(right.size);
            let gap = right.x - left.end_x;
            if is_bullet(&left.text) {
                if pair[1] != pair[0] + 1 && gap < BULLET_REACH * size {
                    moved.push((pair[1], pair[0]));
                }
            } else if gap > WIDE * size {
                spans[pair[1]].text.insert(0, '\t');
                if let Some(&first) = spans[pair[1]].glyph_x.first() {
                    // One place for each character.
                    spans[pair[1]].glyph_x =
                        std::iter::once(first).chain(spans[pair[1]].glyph_x.iter().copied()).collect();
                }
            }
        }
    }
    if moved.is_empty() {
        return spans;
    }
    moved.sort_unstable();
    let bullets: std::collections::HashSet<usize> = moved.iter().map(|&(_, bullet)| bullet).collect();
    let mut moved = moved.into_iter().peekable();
    let mut ordered = Vec::with_capacity(spans.len());
    for (at, span) in spans.iter().enumerate() {
        while let Some((_, bullet)) = moved.next_if(|&(before, _)| before == at) {
            ordered.push(spans[bullet].clone());
        }
        if !bullets.contains(&at) {
            ordered.push(span.clone());
        }
    }
    ordered
}

/// The upright spans that print something, line by line, each from left to right.
fn lines(spans: &[TextSpan]) -> Vec<Vec<usize>> {
    let mut upright: Vec<usize> =
        (0..spans.len()).filter(|&at| spans[at].rotate == 0 && !spans[at].text.trim().is_empty()).collect();
    upright.sort_by(|&a, &b| spans[b].y.total_cmp(&spans[a].y));
    let mut lines: Vec<Vec<usize>> = Vec::new();
    for at in upright {
        match lines.last_mut() {
            Some(line) if spans[line[0]].y - spans[at].y <= SAME_LINE * spans[at].size => line.push(at),
            _ => lines.push(vec![at]),
        }
    }
    for line in &mut lines {
        line.sort_by(|&a, &b| spans[a].x.total_cmp(&spans[b].x));
    }
    lines
}

/// A mark that stands before an item of a list.
fn is_bullet(text: &str) -> bool {
    let mut chars = text.trim().chars();
    matches!((chars.next(), chars.next()), (Some(mark), None) if !mark.is_alphanumeric())
}
