//! Tables pasted as text: rows with tabs or bars, read by their columns.

use std::ops::Range;

use crate::lines::Line;
use crate::words;

/// The most rows that are read as one table.
const MOST_ROWS: usize = 60;

/// A row's cells, in bytes.
pub type Row = Vec<Range<usize>>;

/// A table, and how many lines it has.
pub struct Table {
    pub rows: Vec<Row>,
    /// Whether the first row names the columns.
    pub has_head: bool,
    pub text: usize,
    pub points: usize,
}

/// The table that begins at the first of some lines.
pub fn table(text: &str, lines: &[Line]) -> Option<Table> {
    let rows: Vec<Row> =
        lines.iter().take(MOST_ROWS).map(|line| cells(text, line)).take_while(|row| row.len() > 1).collect();
    if rows.len() < 2 {
        return None;
    }
    let cell = |row: &Row, at: usize| row.get(at).map_or("", |cell| text[cell.clone()].trim());
    let head = rows.first()?;
    let width = head.len();
    let named = |role: &str| (0..width).find(|&at| words::is(role, cell(head, at)));
    let is_number = |at: usize| {
        let values = rows.iter().skip(1).map(|row| cell(row, at)).filter(|cell| !cell.is_empty());
        let (mut count, mut all) = (0, true);
        values.for_each(|value| {
            count += 1;
            all &= value.trim_end_matches(['分', '%', '％']).trim().parse::<f64>().is_ok();
        });
        all && count > 0
    };
    let points = named("column.points").or_else(|| (0..width).rev().find(|&at| at > 0 && is_number(at)))?;
    let longest = || {
        let letters = |at: usize| rows.iter().map(|row| cell(row, at).chars().count()).sum::<usize>();
        (0..width).filter(|at| *at != points).max_by_key(|at| letters(*at))
    };
    let column = named("column.text").filter(|at| *at != points).or_else(longest)?;
    let has_head = named("column.points").is_some() || named("column.text").is_some();
    Some(Table { rows, has_head, text: column, points })
}

/// The cells of a line; one if it is no row.
fn cells(text: &str, line: &Line) -> Row {
    let row = &text[line.range.clone()];
    let separator = if row.contains('\t') {
        '\t'
    } else if row.matches('|').count() + row.matches('｜').count() > 1 {
        '|'
    } else {
        return vec![line.range.clone()];
    };
    let mut cells = Vec::new();
    let mut start = 0;
    let ends = row.char_indices().filter(|(_, c)| *c == separator || (separator == '|' && *c == '｜'));
    for (at, c) in ends.chain([(row.len(), ' ')]) {
        // Bars at both ends of a row are its frame.
        let is_frame = separator == '|' && (at == 0 || start == row.len());
        if !is_frame && start <= at {
            cells.push(line.range.start + start..line.range.start + at);
        }
        start = (at + c.len_utf8()).min(row.len());
    }
    cells
}
