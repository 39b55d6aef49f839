//! Transposed education tables: a column per degree, with rows for school, field and years.

use super::super::degrees::degree_only;
use super::super::labels::{self, Field};
use super::super::tables;
use super::super::text::Row;

/// Maximum number of rows below the degrees.
const MAX_ROWS: usize = 10;

/// The rows, with each such table converted to one labelled row per degree.
pub(super) fn upright(rows: &[Row]) -> Vec<Row> {
    let mut upright = Vec::with_capacity(rows.len());
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        at += 1;
        let Some(degrees) = degrees(&row.text) else {
            upright.push(row.clone());
            continue;
        };
        let mut entries: Vec<String> = degrees.iter().map(|degree| format!("degree: {degree}")).collect();
        let mut read = 0;
        for row in rows[at..].iter().take(MAX_ROWS) {
            let cells = tables::cells(&row.text);
            let label = cells.first().and_then(|first| labels::field_of(first)).and_then(name);
            if let Some(label) = label.filter(|_| cells.len() == entries.len() + 1) {
                for (entry, cell) in entries.iter_mut().zip(&cells[1..]) {
                    entry.push_str(&format!("\t{label}: {cell}"));
                }
                read += 1;
            }
        }
        if read < 2 {
            upright.push(row.clone());
            continue;
        }
        at = (at + MAX_ROWS).min(rows.len());
        upright.extend(entries.into_iter().map(|text| Row { text, bullet: false }));
    }
    upright
}

/// The degrees in a row's cells, if it has nothing else.
fn degrees(text: &str) -> Option<Vec<&str>> {
    let cells = tables::cells(text);
    let named = cells.iter().filter(|cell| degree_only(cell).is_some()).count();
    let first = usize::from(cells.first().is_some_and(|first| degree_only(first).is_none()));
    (named >= 2 && named + first == cells.len()).then(|| cells[first..].to_vec())
}

fn name(field: Field) -> Option<&'static str> {
    match field {
        Field::School => Some("school"),
        Field::Major => Some("major"),
        Field::Period => Some("period"),
        _ => None,
    }
}
