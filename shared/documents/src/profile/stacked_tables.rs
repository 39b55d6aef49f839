//! Tables with one cell a row whose narrow cells are broken over several rows: dates begin each of their entries.

use super::header::Piece;
use super::labels::{self, Field};
use super::text::{Row, is_han, width};
use super::{dates, sections};

/// Rows of one entry that may hold its names.
const MAX_ROWS: usize = 7;
/// Rows one cell may be broken over.
const MAX_PARTS: usize = 3;
/// Wider rows are no broken cells.
const NARROW: usize = 30;

/// The entries of a table whose first column holds the dates, as labelled rows, and how many rows they take; none where
/// every cell has a row of its own.
pub(super) fn broken(columns: &[Option<Field>], rows: &[Row]) -> Option<(Vec<Row>, usize)> {
    let (Some(Some(Field::Period)), Some(first), Some(second)) = (columns.first(), columns.get(1), columns.get(2))
    else {
        return None;
    };
    let company_first = match (first, second) {
        (Some(Field::Company), Some(Field::Title)) => true,
        (Some(Field::Title), Some(Field::Company)) => false,
        _ => return None,
    };
    let end = rows.iter().position(|row| sections::heading(&row.text).is_some()).unwrap_or(rows.len());
    let rows = &rows[..end];
    let starts: Vec<usize> = (0..rows.len()).filter(|&at| is_period(&rows[at])).collect();
    if starts.len() < 2 || starts[0] != 0 {
        return None;
    }
    let entries: Vec<&[Row]> = starts
        .iter()
        .enumerate()
        .map(|(at, &start)| &rows[start..starts.get(at + 1).copied().unwrap_or(rows.len())])
        .collect();
    if entries.iter().all(|entry| entry.len() == columns.len()) || entries.iter().any(|entry| entry.len() < 3) {
        return None;
    }
    let cells = entries.iter().flat_map(|entry| entry[1..].iter().take(4)).map(|row| width(&row.text));
    let column = cells.filter(|&wide| wide <= NARROW).max().unwrap_or(0);
    let mut found = Vec::new();
    for entry in entries {
        let (company, title, taken) = names(&entry[1..], company_first, column)?;
        found.push(Row {
            text: format!("period: {}\tcompany: {company}\tposition: {title}", entry[0].text),
            bullet: false,
        });
        found.extend(entry[1 + taken..].iter().map(|row| Row { text: row.text.clone(), bullet: true }));
    }
    Some((found, rows.len()))
}

fn is_period(row: &Row) -> bool {
    matches!(dates::find(&row.text).as_slice(), [span] if span.is_range() && row.text.len() <= span.at.len() + 6)
}

/// Employer and title of an entry's rows, and how many rows the two take.
fn names(rows: &[Row], company_first: bool, column: usize) -> Option<(String, String, usize)> {
    let rows = &rows[..rows.len().min(MAX_ROWS)];
    let mut best: Option<(i32, String, String, usize)> = None;
    for middle in 1..=MAX_PARTS.min(rows.len() - 1) {
        for end in middle + 1..=(middle + MAX_PARTS).min(rows.len()) {
            let (Some(first), Some(second)) = (joined(&rows[..middle], column), joined(&rows[middle..end], column))
            else {
                continue;
            };
            let (company, title) = if company_first { (first, second) } else { (second, first) };
            let score = Piece::new(company.clone()).company + Piece::new(title.clone()).title
                - 4 * i32::try_from(end).unwrap_or(0)
                + left_over(rows.get(end), &rows[end - 1], column);
            // Of two ways alike the one with the longer first cell.
            if best.as_ref().is_none_or(|(top, ..)| score >= *top) {
                best = Some((score, company, title, end));
            }
        }
    }
    best.filter(|(score, ..)| *score > 0).map(|(_, company, title, end)| (company, title, end))
}

/// What speaks against a row's being left over that may be the rest of the cell above.
fn left_over(next: Option<&Row>, above: &Row, column: usize) -> i32 {
    let rest = next
        .is_some_and(|next| is_broken(above, next, column) && width(&next.text) < column && !next.text.ends_with('.'));
    if rest { -6 } else { 0 }
}

/// The rows as one cell, if each of them had no room for the next one's first word.
fn joined(rows: &[Row], column: usize) -> Option<String> {
    let broken = rows.windows(2).all(|pair| is_broken(&pair[0], &pair[1], column));
    let labelled = rows.iter().any(|row| !labels::read(&row.text).is_empty());
    (broken && !labelled).then(|| {
        rows.iter().fold(String::new(), |mut cell, row| {
            let glued = cell.is_empty() || cell.ends_with(is_han) && row.text.starts_with(is_han);
            if !glued {
                cell.push(' ');
            }
            cell + &row.text
        })
    })
}

fn is_broken(above: &Row, below: &Row, column: usize) -> bool {
    let first =
        if below.text.starts_with(is_han) { 2 } else { 1 + width(below.text.split(' ').next().unwrap_or_default()) };
    width(&above.text) + first > column
}
