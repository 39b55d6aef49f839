//! Labels and the values behind them: 姓名：林晓雨, Company: …, Jabatan : …, and the cells of forms and tables.

use std::ops::Range;

use crate::dates;
use crate::lexicon::LEXICON;
use crate::page::{Page, is_han};

/// The longest label in characters.
const MAX_LABEL: usize = 36;
/// Longer lines are read for their first labels only.
const MAX_LINE: usize = 4_000;
/// The most columns of a table.
const MAX_COLUMNS: usize = 12;
/// Longer lines are no pairs of cells.
const MAX_PAIRS: usize = 160;

/// What a label says of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Field {
    Name,
    Email,
    Phone,
    Company,
    Title,
    Period,
    StartDate,
    EndDate,
    Department,
    School,
    /// A degree as written.
    Degree,
    /// 学历: a degree's level.
    Level,
    Major,
    Location,
    /// Degree, school and major together.
    Education,
    /// Personal data that is not read.
    Skip,
    /// Data of an employment or study that is not read.
    Ignored,
}

/// A label with the range of its value, which may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Labelled {
    pub(crate) field: Field,
    /// Where the label begins.
    pub(crate) from: usize,
    pub(crate) value: Range<usize>,
}

fn field(value: &str) -> Field {
    match value {
        "name" => Field::Name,
        "email" => Field::Email,
        "phone" => Field::Phone,
        "company" => Field::Company,
        "title" => Field::Title,
        "period" => Field::Period,
        "start_date" => Field::StartDate,
        "end_date" => Field::EndDate,
        "department" => Field::Department,
        "school" => Field::School,
        "degree" => Field::Degree,
        "level" => Field::Level,
        "major" => Field::Major,
        "location" => Field::Location,
        "education" => Field::Education,
        "skip" => Field::Skip,
        _ => Field::Ignored,
    }
}

fn known(lower: &str) -> Option<Field> {
    LEXICON.get("label", lower).map(field)
}

/// The meaning of a text that is a label and nothing else.
pub(crate) fn field_of(text: &str) -> Option<Field> {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric() && c != '.');
    if bare.is_empty() || bare.chars().count() > MAX_LABEL {
        return None;
    }
    let lower = bare.to_lowercase();
    if let Some(field) = known(&lower) {
        return Some(field);
    }
    if bare.contains(is_han) {
        let joined: String = lower.split_whitespace().collect();
        if let Some(field) = known(&joined) {
            return Some(field);
        }
        let han: String = joined.chars().filter(|&c| is_han(c)).collect();
        // 2014年6月 is not the label 年月.
        if han.len() < joined.len()
            && !joined.contains(|c: char| c.is_ascii_digit())
            && let Some(field) = known(&han)
        {
            return Some(field);
        }
    }
    // "Mulai dan sampai", 起/止: start and end are a period.
    let halves =
        [" dan ", " and ", "/", "及", "与", " - ", "–", "—", "-"].iter().find_map(|joint| lower.split_once(joint));
    if let Some((first, second)) = halves {
        match (known(first.trim()), known(second.trim())) {
            (Some(Field::StartDate), Some(Field::EndDate)) => return Some(Field::Period),
            (Some(first), Some(_)) => return Some(first),
            _ => {}
        }
    }
    // "Nama / Name", "Email (Surel)"
    let mut parts = lower.split(['/', '(', '|']).map(|part| part.trim_matches(|c: char| !c.is_alphanumeric()));
    let first = parts.next().and_then(known)?;
    parts.filter(|part| !part.is_empty()).all(|part| known(part).is_some()).then_some(first)
}

/// The meaning of the name of a column.
pub(crate) fn column_of(text: &str) -> Option<Field> {
    let found = field_of(text).filter(|field| !matches!(field, Field::Name | Field::Email | Field::Phone));
    found.or_else(|| LEXICON.get("column", &text.trim().to_lowercase()).map(field))
}

/// All labels of a stretch with their values, from the left.
pub(crate) fn read(page: &Page, at: &Range<usize>) -> Vec<Labelled> {
    let line = page.slice(at);
    if line.len() > MAX_LINE {
        return Vec::new();
    }
    let mut marks: Vec<(usize, usize, Field)> = Vec::new();
    let mut from = 0;
    for (colon, _) in line.match_indices(':').take(40) {
        if let Some((start, field)) = label_before(line, from, colon) {
            marks.push((start, colon + 1, field));
            from = colon + 1;
        }
    }
    if marks.is_empty() {
        return if line.chars().count() < MAX_PAIRS { pairs(page, at) } else { Vec::new() };
    }
    let ends: Vec<usize> = marks.iter().skip(1).map(|&(start, ..)| start).chain([line.len()]).collect();
    let around = |c: char| c.is_whitespace() || matches!(c, '|' | ',' | ';' | '、' | '。' | '•' | '·' | '/');
    marks
        .iter()
        .zip(ends)
        .map(|(&(from, value, field), end)| Labelled {
            field,
            from: at.start + from,
            value: page.trim(at.start + value..at.start + end, around),
        })
        .collect()
}

/// A line of labels and values by turns: "Occupation    Design Engineer", 姓名  白如雪  性别  女.
fn pairs(page: &Page, at: &Range<usize>) -> Vec<Labelled> {
    let cells = cells(page, at);
    if cells.len() < 2 || !cells.len().is_multiple_of(2) {
        return Vec::new();
    }
    let of = |cell: &Range<usize>| field_of(page.slice(cell));
    let found = cells.chunks_exact(2).filter(|pair| of(&pair[0]).is_some()).count();
    let form = found * 2 >= cells.len() / 2 && of(&cells[0]).is_some();
    if !form {
        return Vec::new();
    }
    let mut labelled = Vec::new();
    for pair in cells.chunks_exact(2) {
        let name = page.slice(&pair[0]);
        // Forms have labels of their own too: 现职称, 党派.
        let own = name.chars().count() <= 6 && name.chars().all(is_han);
        let Some(field) = of(&pair[0]).or(own.then_some(Field::Skip)) else { return Vec::new() };
        let post = field == Field::Ignored && dates::best(page.slice(&pair[1])).is_some_and(|dated| dated.is_period());
        if of(&pair[1]).is_some() || post {
            return Vec::new();
        }
        labelled.push(Labelled { field, from: pair[0].start, value: pair[1].clone() });
    }
    labelled
}

/// The cells of a line, set apart by bars too; letter-spaced labels are one cell.
pub(crate) fn cells(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let mut cells: Vec<Range<usize>> = Vec::new();
    for cell in page.cells(at) {
        let mut start = cell.start;
        let text = page.slice(&cell);
        for (bar, _) in text.match_indices('|') {
            cells.push(start..cell.start + bar);
            start = cell.start + bar + 1;
        }
        cells.push(start..cell.end);
    }
    let cells = cells.into_iter().map(|cell| page.trim(cell, char::is_whitespace)).filter(|cell| !cell.is_empty());
    let mut joined: Vec<Range<usize>> = Vec::new();
    // 姓  名: single letters of a label, far apart.
    let single = |cell: &Range<usize>| {
        let mut chars = page.slice(cell).chars();
        chars.next().is_some_and(is_han) && chars.next().is_none()
    };
    let mut open = false;
    for cell in cells {
        let one = single(&cell);
        match joined.last_mut() {
            Some(last) if open && one && field_of(page.slice(&(last.start..cell.end))).is_some() => last.end = cell.end,
            _ => joined.push(cell.clone()),
        }
        open = one;
    }
    joined
}

/// The longest label before the colon, within its cell.
fn label_before(line: &str, from: usize, colon: usize) -> Option<(usize, Field)> {
    let trimmed = line.get(from..colon)?.trim_end();
    let mut best = None;
    for (at, c) in trimmed.char_indices().rev().take(MAX_LABEL) {
        let boundary = trimmed[..at]
            .chars()
            .next_back()
            .is_none_or(|before| !before.is_alphanumeric() || is_han(c) && from > 0 || is_han(before) != is_han(c));
        if boundary
            && c.is_alphanumeric()
            && let Some(field) = field_of(&trimmed[at..])
        {
            best = Some((from + at, field));
        }
        if matches!(c, '\t' | '|' | ';' | '。' | ',') {
            break;
        }
    }
    best
}

/// The columns of a table's first row.
pub(crate) fn columns(page: &Page, at: &Range<usize>) -> Option<Vec<Option<Field>>> {
    let cells = cells(page, at);
    if !(2..=MAX_COLUMNS).contains(&cells.len()) || page.slice(at).contains(|c: char| c.is_ascii_digit() || c == ':') {
        return None;
    }
    let mut columns: Vec<Option<Field>> = cells.iter().map(|cell| column_of(page.slice(cell))).collect();
    let known = columns.iter().flatten().count();
    let tells = columns
        .iter()
        .flatten()
        .any(|field| matches!(field, Field::Company | Field::Title | Field::School | Field::Period | Field::StartDate));
    // Families and projects are listed in tables too.
    let other = cells.iter().any(|cell| LEXICON.within("other_table", page.low(cell), 1).is_some());
    // "最高学历  大专  毕业院校  某某大学" is a row of a form.
    let form = !pairs(page, at).is_empty();
    if known < 2 || known * 2 < cells.len() || !tells || form {
        return None;
    }
    if columns.contains(&Some(Field::Title)) && !columns.contains(&Some(Field::Company)) {
        // For teachers, a school beside a title is the employer.
        columns
            .iter_mut()
            .filter(|field| **field == Some(Field::School))
            .for_each(|field| *field = Some(Field::Company));
    }
    if other {
        columns.fill(None);
    }
    Some(columns)
}
