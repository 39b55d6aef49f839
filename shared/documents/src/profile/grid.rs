//! Joins tables whose cells are broken over several lines into one line per row.

use super::text::is_han;
use super::{dates, tables};

/// Fewer columns may be text next to dates.
const MIN_COLUMNS: usize = 3;
/// The maximum number of lines of a row.
const MAX_LINES: usize = 8;
/// Tolerance when aligning a cell with its column.
const SLACK: usize = 1;

/// A cell: its column on the page, and its text.
type Cell = (usize, String);

/// The lines with the table's broken rows joined by cell.
pub(super) fn joined(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    let mut at = 0;
    let mut changed = false;
    while at < lines.len() {
        let first = cells(lines[at]);
        let taken = if first.len() >= MIN_COLUMNS && !tables::is_header(lines[at].trim()) {
            continued(&first, &lines[at + 1..])
        } else {
            0
        };
        if taken == 0 {
            out.push(lines[at].to_owned());
        } else {
            let rest: Vec<Vec<Cell>> = lines[at + 1..=at + taken].iter().map(|line| cells(line)).collect();
            out.push(row(first, rest));
            changed = true;
        }
        at += taken + 1;
    }
    changed.then(|| out.join("\n"))
}

/// The number of following lines that continue the cells of the row above.
fn continued(first: &[Cell], below: &[&str]) -> usize {
    let mut taken = 0;
    // Whether a line starts in the first column, or has as many cells as the row.
    let mut left = false;
    for line in below.iter().take(MAX_LINES) {
        let cells = cells(line);
        let within = !cells.is_empty()
            && line.contains(char::is_alphanumeric)
            && cells.len() <= first.len()
            && cells.iter().all(|(from, _)| column(first, *from).is_some())
            && !cells.iter().any(|(_, text)| text.contains(':'));
        if !within {
            break;
        }
        left |= cells.len() == first.len() || cells.iter().any(|(from, _)| column(first, *from) == Some(0));
        taken += 1;
    }
    // A line in the first column starts a new row, unless blank lines separate the rows and it ends a date range.
    let parted = below.get(taken).is_none_or(|line| line.trim().is_empty());
    let (head, tail) = (
        &first[0].1,
        below.iter().take(taken).find_map(|line| {
            cells(line).into_iter().find(|(from, _)| column(first, *from) == Some(0)).map(|(_, text)| text)
        }),
    );
    let range = tail.is_some_and(|tail| {
        let joined = format!("{head} {tail}");
        matches!(dates::find(&joined).as_slice(), [span] if span.is_range())
            || dates::ends_open(head)
            || head.ends_with('–')
    });
    if left && !(parted && range) { 0 } else { taken }
}

/// The cells of all lines as one line.
fn row(first: Vec<Cell>, rest: Vec<Vec<Cell>>) -> String {
    let edges: Vec<usize> = first.iter().map(|(from, _)| *from).collect();
    let mut texts: Vec<String> = first.into_iter().map(|(_, text)| text).collect();
    for (from, text) in rest.into_iter().flatten() {
        let Some(at) = edges.iter().position(|edge| edge.abs_diff(from) <= SLACK) else { continue };
        let cell = &mut texts[at];
        let glued = cell.ends_with(is_han) && text.starts_with(is_han) || cell.ends_with('-');
        if !glued {
            cell.push(' ');
        }
        cell.push_str(&text);
    }
    texts.join("\t")
}

fn column(first: &[Cell], from: usize) -> Option<usize> {
    first.iter().position(|(edge, _)| edge.abs_diff(from) <= SLACK)
}

/// Cells separated by two or more spaces, with their columns; none if tabs separate the cells.
fn cells(line: &str) -> Vec<Cell> {
    let mut found: Vec<Cell> = Vec::new();
    if line.contains('\t') || !line.contains("  ") {
        return found;
    }
    let mut wide = 0;
    let mut gap = 2;
    for c in line.chars() {
        let own = 1 + usize::from(is_han(c));
        if c.is_whitespace() {
            gap += own;
        } else {
            match found.last_mut() {
                Some((_, text)) if gap < 2 => {
                    if gap == 1 {
                        text.push(' ');
                    }
                    text.push(c);
                }
                _ => found.push((wide, c.to_string())),
            }
            gap = 0;
        }
        wide += own;
    }
    found
}
