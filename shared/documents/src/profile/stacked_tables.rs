//! Tables with one cell per row whose narrow cells are broken over several rows; each entry starts with its dates.

use super::header::Piece;
use super::labels::{self, Field};
use super::text::{Row, is_han, width};
use super::{dates, sections};

/// The maximum number of rows with an entry's names.
const MAX_ROWS: usize = 7;
/// The maximum number of rows of one cell.
const MAX_PARTS: usize = 3;
/// Broken cells are not wider.
const NARROW: usize = 30;

/// The entries of a table with dates in the first column, as labelled rows, and the number of rows they take; none if
/// each cell has one row.
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

/// Employer and title of an entry's rows, and the number of rows both take.
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
            // Of two equal scores, the longer first cell wins.
            if best.as_ref().is_none_or(|(top, ..)| score >= *top) {
                best = Some((score, company, title, end));
            }
        }
    }
    best.filter(|(score, ..)| *score > 0).map(|(_, company, title, end)| (company, title, end))
}

/// The penalty for leaving out a row that may continue the cell above.
fn left_over(next: Option<&Row>, above: &Row, column: usize) -> i32 {
    let rest = next
        .is_some_and(|next| is_broken(above, next, column) && width(&next.text) < column && !next.text.ends_with('.'));
    if rest { -6 } else { 0 }
}

/// Joins the rows to one cell, if the next one's first word never fitted.
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
