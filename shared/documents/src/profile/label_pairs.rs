//! Joins labels on their own rows with the values below.

use super::labels::{self, Field};
use super::text::Row;

/// Joins a label alone on its row with the value below; drops a row of column names.
pub(super) fn join_label_values(rows: &[Row]) -> Vec<Row> {
    let column = |text: &str| {
        matches!(
            labels::field_of(text),
            Some(
                Field::Company
                    | Field::Title
                    | Field::Period
                    | Field::StartDate
                    | Field::EndDate
                    | Field::Department
                    | Field::Ignored
                    | Field::Location
                    | Field::School
                    | Field::Degree
                    | Field::Level
                    | Field::Major
            )
        )
    };
    let mut joined: Vec<Row> = Vec::with_capacity(rows.len());
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        at += 1;
        if column(&row.text)
            && let Some(next) = rows.get(at).filter(|next| labels::read(&next.text).is_empty() && !next.bullet)
        {
            let value = labels::field_of(&row.text) != Some(Field::Ignored);
            if value {
                joined.push(Row {
                    text: format!("{}: {}", row.text.trim_end_matches(':').trim(), next.text),
                    bullet: false,
                });
                at += 1;
                continue;
            }
        }
        joined.push(row.clone());
    }
    join_ends(joined)
}

/// Joins a labelled end date with the start date above it.
fn join_ends(rows: Vec<Row>) -> Vec<Row> {
    let mut joined: Vec<Row> = Vec::with_capacity(rows.len());
    for row in rows {
        match joined.last_mut() {
            Some(last) if single_label(&row.text, Field::EndDate) && single_label(&last.text, Field::StartDate) => {
                last.text.push(' ');
                last.text.push_str(&row.text);
            }
            _ => joined.push(row),
        }
    }
    joined
}

fn single_label(text: &str, field: Field) -> bool {
    text.chars().count() < 60 && matches!(labels::read(text).as_slice(), [label] if label.field == field)
}
