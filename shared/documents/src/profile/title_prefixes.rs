//! Titles at the start of a description, below an employer and its dates: "Private coach: team of six".

use super::classify::evidence;
use super::dates::Span;
use super::lines::{self, Line};
use super::text::{Row, is_han};
use super::{header, labels, prose, segments};

/// Moves such titles to rows of their own.
pub(super) fn part(rows: &[Row]) -> Vec<Row> {
    let mut parted: Vec<Row> = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let below = || at.checked_sub(1).is_some_and(|above| names_employer(&rows[above]));
        match led(row).filter(|_| below()) {
            Some((title, told)) => {
                parted.push(Row { text: title.to_owned(), bullet: false });
                parted.push(Row { text: told.to_owned(), bullet: true });
            }
            None => parted.push(row.clone()),
        }
    }
    parted
}

/// "1. Guru Kelas" above an employer and dates, "• Bidan di Klinik Contoh" above dates: bullets of entries, not of
/// tasks.
pub(super) fn uncounted(mut rows: Vec<Row>) -> Vec<Row> {
    let leading = |row: &Row| lines::best_span(&row.text).filter(|span| span.is_range() && span.at.start <= 2);
    for at in 0..rows.len() {
        let row = &rows[at];
        if !row.bullet || row.text.chars().count() > MAX_TITLE || rows.get(at + 1).is_none_or(|next| next.bullet) {
            continue;
        }
        let names = evidence(&row.text);
        let held = names.is_title() || segments::weak(&row.text).len() == 2;
        if !held || super::prose::is_prose(&row.text) {
            continue;
        }
        let next = &rows[at + 1];
        let alone = bare_range(next).is_some();
        let below = || rows.get(at + 2).is_some_and(|last| !last.bullet && leading(last).is_some());
        if alone || leading(next).is_none() && below() {
            rows[at].bullet = false;
        }
    }
    rows
}

/// An employer with its total period, a title below, and the title's own dates below that: the total period is not an
/// entry's.
pub(super) fn untotalled(mut rows: Vec<Row>) -> Vec<Row> {
    for at in 2..rows.len() {
        let Some(inner) = bare_range(&rows[at]) else { continue };
        let (head, title) = (&rows[at - 2], &rows[at - 1]);
        if head.bullet || title.text.chars().count() > MAX_TITLE || lines::best_span(&title.text).is_some() {
            continue;
        }
        let total = lines::best_span(&head.text).filter(|span| span.is_range() && span.at.len() + 6 < head.text.len());
        let Some(total) = total.filter(|total| total.bounds() != inner.bounds() && total.contains(&inner)) else {
            continue;
        };
        let name = lines::without(&head.text, &total);
        if evidence(&name).title < 3 && evidence(&title.text).title == 3 && labels::read(&head.text).is_empty() {
            rows[at - 2].text = name;
        }
    }
    rows
}

/// The dates of a row that has nothing else.
fn bare_range(row: &Row) -> Option<Span> {
    // Longer rows contain more than dates.
    let short = row.text.len() <= MAX_TITLE && row.text.bytes().any(|b| b.is_ascii_digit());
    short
        .then(|| lines::best_span(&row.text))
        .flatten()
        .filter(|span| span.is_range() && span.at.len() + 6 >= row.text.len())
}

/// The maximum length of a title.
const MAX_TITLE: usize = 70;

/// The title at the start of a row, and the rest.
fn led(row: &Row) -> Option<(&str, &str)> {
    let (at, mark) = row.text.char_indices().find(|&(at, c)| {
        matches!(c, ':' | '。' | ';') || c == ',' || c == '.' && row.text[at + 1..].starts_with(' ')
    })?;
    let (title, told) = (&row.text[..at], row.text[at + mark.len_utf8()..].trim_start());
    let names = evidence(title);
    let short = if title.chars().any(is_han) { title.chars().count() <= 14 } else { title.split(' ').count() <= 6 };
    let held = names.is_title() && header::plain_words(title) < 2;
    // "Manager, Demand Planning" is one title.
    let tells =
        mark != ',' || told.starts_with(char::is_lowercase) || told.chars().count() >= 8 && told.contains(is_han);
    let led = short && held && tells && !told.is_empty() && !prose::is_prose(title);
    // Labels and dates are checked last, since that is slowest.
    let other =
        || !labels::read(&row.text).is_empty() || lines::best_span(&row.text).is_some_and(|span| span.is_range());
    (led && !other()).then_some((title, told))
}

/// Whether a row has an employment's dates and an employer without a title.
fn names_employer(row: &Row) -> bool {
    let mut line = Line::new(row);
    let ranged = line.span.as_ref().is_some_and(super::dates::Span::is_range);
    if !ranged || line.prose || line.title.is_some() || !line.is_at_edge() || line.residual.trim().is_empty() {
        return false;
    }
    line.cut();
    line.parts.iter().all(|piece| evidence(&piece.text).title < 3)
}
