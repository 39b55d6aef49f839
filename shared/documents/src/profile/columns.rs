//! Joins lines broken by a narrow column: "Senior Front Office" / "Supervisor", "PT Sinar Contoh" / "Abadi".

use super::classify::{self, NOTHING, evidence};
use super::lexicon::{english, sets};
use super::text::{Row, is_han, strip_bullet, width};
use super::{dates, fields, labels, places, schools, sections};

/// The maximum width of a narrow column.
const NARROW: usize = 52;
/// The number of surrounding rows used to measure a column's width.
const AROUND: usize = 10;
/// Narrower columns only contain names and numbers.
const MIN_COLUMN: usize = 14;

/// Minimum and maximum width of Chinese cells in a column.
const MIN_CELL: usize = 10;
const MAX_CELL: usize = 28;

/// The rows, with those broken by a narrow column joined.
pub(super) fn unwrapped(rows: Vec<Row>) -> Vec<Row> {
    let widths: Vec<usize> = rows.iter().map(|row| width(&row.text) + 2 * usize::from(row.bullet)).collect();
    let mut counts = [0; MAX_CELL + 1];
    widths.iter().filter(|&&wide| wide <= MAX_CELL).for_each(|&wide| counts[wide] += 1);
    let mut joined: Vec<Row> = Vec::with_capacity(rows.len());
    // The number of rows joined into the last one.
    let mut parts = 1;
    for (at, row) in rows.into_iter().enumerate() {
        let broken = at > 0
            && parts < 4
            && column(&widths, at - 1).is_some_and(|column| is_full(widths[at - 1], column, &row.text));
        let cell = at > 0 && parts < 3 && is_cell(&counts, widths[at - 1]) && widths[at] <= widths[at - 1];
        match joined.last_mut() {
            Some(last) if broken && goes_on(last, &row) || cell && completes_chinese(last, &row) => {
                if !(last.text.ends_with(is_han) && row.text.starts_with(is_han)) {
                    last.text.push(' ');
                }
                last.text.push_str(&row.text);
                parts += 1;
            }
            _ => {
                joined.push(row);
                parts = 1;
            }
        }
    }
    joined
}

/// The width of the row's column, if narrow.
fn column(widths: &[usize], at: usize) -> Option<usize> {
    let around = &widths[at.saturating_sub(AROUND)..(at + AROUND + 1).min(widths.len())];
    let widest = around.iter().copied().max().unwrap_or(0);
    (MIN_COLUMN..=NARROW).contains(&widest).then_some(widest)
}

/// Whether another short row has the same width, so that both fill a column.
fn is_cell(counts: &[usize; MAX_CELL + 1], wide: usize) -> bool {
    (MIN_CELL..=MAX_CELL).contains(&wide) && counts[wide] >= 2
}

/// 样例市清江区人 / 民医院, 护士长（神经康 / 复病区）: the rest of a Chinese name.
fn completes_chinese(last: &Row, next: &Row) -> bool {
    let (above, below) = (last.text.as_str(), next.text.as_str());
    let name = |text: &str| text.chars().all(|c| is_han(c) || matches!(c, '(' | ')' | '·'));
    if last.bullet || next.bullet || !name(above) || !name(below) || sections::heading(below).is_some() {
        return false;
    }
    let opens = above.matches('(').count() > above.matches(')').count();
    if opens {
        return below.matches(')').count() > below.matches('(').count();
    }
    let ended = |text: &str| {
        let names = evidence(text);
        names.company >= 3 || names.title == 3 || schools::is_school(text)
    };
    let count = below.chars().count();
    let joined = format!("{above}{below}");
    !ended(above)
        && sections::heading(above).is_none()
        && labels::field_of(above).is_none()
        && !places::is_place(above)
        && ended(&joined)
        && (count <= 5 && evidence(&joined).title < 3 || count <= 2)
}

/// Whether the next row's first word would not have fitted on this one.
fn is_full(wide: usize, column: usize, next: &str) -> bool {
    let first = if next.starts_with(is_han) { 2 } else { 1 + width(next.split(' ').next().unwrap_or_default()) };
    wide + first > column
}

/// Whether the next row continues the last.
fn goes_on(last: &Row, next: &Row) -> bool {
    let text = last.text.as_str();
    let plain = |text: &str| {
        !text.contains(['@', '\t', '|', ':'])
            && !text.contains("  ")
            && sections::heading(text).is_none()
            && labels::read(text).is_empty()
            && (labels::field_of(text).is_none() || evidence(text).title == 3)
            && strip_bullet(text).is_none()
    };
    if next.bullet || text.ends_with(['.', '。', ';', ':', '!', '?']) || !plain(text) || !plain(&next.text) {
        return false;
    }
    if !dates::find(&next.text).is_empty() {
        return false;
    }
    if last.bullet {
        return next.text.starts_with(char::is_lowercase) || text.ends_with(',') && next.text.ends_with('.');
    }
    if !dates::find(text).is_empty() {
        return false;
    }
    if next.text.starts_with(char::is_lowercase) {
        return text.contains(' ');
    }
    completes_title(text, &next.text) || completes_employer(text, &next.text)
}

/// "Senior Front Office" / "Supervisor": the upper row is a field or rank, neither title nor employer.
fn completes_title(above: &str, below: &str) -> bool {
    let words = classify::words(above);
    let joined = evidence(&format!("{above} {below}"));
    let rank = |word: &String| english::RANKS.contains(&word.as_str());
    let open = above.ends_with(['&', '/', ',', '-'])
        || matches!(words.last().map(String::as_str), Some("and" | "of" | "dan" | "the"));
    let field = !words.is_empty() && words.iter().all(|word| fields::is_of_work(word) || rank(word));
    joined.title == 3
        && joined.company < 3
        && below.split(' ').count() <= 3
        && (open || field && evidence(below).title == 3 && !below.starts_with(is_han))
}

/// "PT Sinar Contoh" / "Abadi", "Northern Sample" / "Holdings Ltd".
fn completes_employer(above: &str, below: &str) -> bool {
    let short = below.split(' ').count() <= 2 && below.starts_with(char::is_uppercase) && below.is_ascii();
    let (first, second) = (evidence(above), evidence(below));
    if !short || places::is_place(below) || second.title > 0 || first.title > 0 {
        return false;
    }
    let words = classify::words(below);
    let ends = words.last().is_some_and(|last| sets::EN_LEGAL.contains(last) || sets::EN_INSTITUTIONS.contains(last));
    let led =
        classify::words(above).first().is_some_and(|first| sets::ID_INSTITUTIONS.contains(first)) || first.company == 4;
    ends && first == NOTHING && evidence(&format!("{above} {below}")).company >= 3
        || led && second == NOTHING && words.len() == 1
}
