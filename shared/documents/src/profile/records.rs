//! Entries as labelled values on several lines.

use super::lines::Line;

/// The maximum number of other lines between an entry's labels.
const MAX_BETWEEN: usize = 7;

/// Joins lines with one entry's labelled company, title and dates; a repeated label starts the next entry. Lines with
/// other labels follow the joined line.
pub(super) fn merge(lines: Vec<Line>) -> Vec<Line> {
    let mut merged: Vec<Line> = Vec::with_capacity(lines.len());
    // Index of the current record.
    let mut open: Option<usize> = None;
    for line in lines {
        let record = line.is_labelled() || line.labelled_period;
        open = open.filter(|&at| merged.len() - at <= MAX_BETWEEN && (record || line.span.is_none()));
        if !record {
            merged.push(line);
            continue;
        }
        if let Some(at) = open
            && merged[at].takes(&line)
        {
            merged[at].take_record(line);
            continue;
        }
        open = Some(merged.len());
        merged.push(line);
    }
    merged
}
