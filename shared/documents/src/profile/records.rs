//! Entries written as labels and values over several lines.

use super::lines::Line;

/// Other lines that may stand between the labels of one entry.
const MAX_BETWEEN: usize = 7;

/// Joins lines that give one entry's company, title and dates behind labels; a label that comes again begins the next
/// entry. Labels of other things in between stay where they are, behind what was joined.
pub(super) fn merge(lines: Vec<Line>) -> Vec<Line> {
    let mut merged: Vec<Line> = Vec::with_capacity(lines.len());
    // Where the open record stands.
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
