//! Labelled values: 姓名：林晓雨, Company: …, Jabatan : ….

use super::lexicon::sets::LABELS;
use super::text;

/// The maximum length of a label.
const MAX_LABEL: usize = 36;
/// The maximum length of a line in bytes.
const MAX_LINE: usize = 4_000;
/// The maximum length of lines with labels and values without colons.
const MAX_PAIRS: usize = 120;

/// The meaning of a label.
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
    /// A degree, school and major together.
    Education,
    /// Personal data that is not read.
    Skip,
    /// Data of an employment or education that is not read.
    Ignored,
}

/// A label in a line with its value, which may be empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Labelled<'a> {
    /// Start of the label in its line.
    pub(super) at: usize,
    pub(super) field: Field,
    pub(super) value: &'a str,
}

/// The meaning of a text that is only a label.
pub(super) fn field_of(text: &str) -> Option<Field> {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric() && c != '.');
    if bare.chars().count() > MAX_LABEL {
        return None;
    }
    let lower = bare.to_lowercase();
    let found = |name: &str| LABELS.get(name).copied();
    if let Some(field) = found(&lower) {
        return Some(field);
    }
    let joined: String = lower.split_whitespace().collect();
    if joined.chars().any(text::is_han) {
        if let Some(field) = found(&joined) {
            return Some(field);
        }
        let han: String = joined.chars().filter(|&c| text::is_han(c)).collect();
        // 2014年6月 is not the label 年月.
        if han.chars().count() < joined.chars().count() && !joined.contains(|c: char| c.is_ascii_digit()) {
            return found(&han);
        }
    }
    // "Mulai dan sampai", 起/止: start and end form a period.
    let halves: Vec<Option<Field>> = [" dan ", " and ", "/", "及", "与", " - ", "–", "—", "-"]
        .iter()
        .find_map(|joint| lower.split_once(joint))
        .map_or_else(Vec::new, |(first, second)| vec![found(first.trim()), found(second.trim())]);
    match halves.as_slice() {
        [Some(Field::StartDate), Some(Field::EndDate)] => return Some(Field::Period),
        [Some(first), Some(_)] => return Some(*first),
        _ => {}
    }
    // "Nama / Name", "Email/Surel"
    let mut parts = lower.split(['/', '(', '|']).map(|part| part.trim_matches(|c: char| !c.is_alphanumeric()));
    let first = parts.next().and_then(found)?;
    parts.filter(|part| !part.is_empty()).all(|part| found(part).is_some()).then_some(first)
}

/// All labels in the line with their values, left to right; empty when there are none.
pub(super) fn read(line: &str) -> Vec<Labelled<'_>> {
    if line.len() > MAX_LINE {
        return Vec::new();
    }
    // (start of label, end of label and colon, field)
    let mut marks: Vec<(usize, usize, Field)> = Vec::new();
    let mut from = 0;
    for (colon, c) in line.char_indices() {
        if c != ':' {
            continue;
        }
        if let Some((start, field)) = label_before(line, from, colon) {
            marks.push((start, colon + 1, field));
            from = colon + 1;
        }
        if marks.len() >= 12 {
            break;
        }
    }
    if marks.is_empty() && line.chars().count() < MAX_PAIRS {
        return paired(line);
    }
    let ends = marks.iter().skip(1).map(|&(start, ..)| start).chain([line.len()]).collect::<Vec<_>>();
    marks
        .iter()
        .zip(ends)
        .map(|(&(at, value, field), end)| Labelled {
            at,
            field,
            value: line.get(value..end).unwrap_or_default().trim_matches(|c: char| {
                c.is_whitespace() || matches!(c, '|' | ',' | ';' | '、' | '。' | '•' | '·' | '/')
            }),
        })
        .collect()
}

/// A line of alternating labels and values: "Occupation or position held    Design Engineer".
fn paired(line: &str) -> Vec<Labelled<'_>> {
    if !line.contains("  ") && !line.contains('\t') {
        return Vec::new();
    }
    // Tabs separate a form's cells, which may contain gaps.
    let tabbed: Vec<&str> = line.split('\t').map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let by_tab = line.contains('\t') && tabbed.len().is_multiple_of(2);
    let cells = if by_tab { tabbed } else { super::tables::cells(line) };
    if cells.len() < 2 || cells.len() % 2 == 1 {
        return Vec::new();
    }
    // Forms have unlisted labels too: 现职称, 党派.
    let known = cells.chunks_exact(2).filter(|pair| field_of(pair[0]).is_some()).count();
    let form = known * 2 >= cells.len() / 2 && known > 0 && field_of(cells[0]).is_some();
    let field = |label: &str| {
        let short = label.chars().count() <= 6 && label.chars().all(text::is_han);
        field_of(label).or((form && short).then_some(Field::Skip))
    };
    let pairs: Option<Vec<Labelled<'_>>> = cells
        .chunks_exact(2)
        .map(|pair| {
            let value = field_of(pair[1]).is_none();
            let at = pair[0].as_ptr().addr() - line.as_ptr().addr();
            // "Supervisor    Mar 2022 - now" has dates, so it is a position.
            let post = |field: &Field| {
                *field == Field::Ignored && super::dates::find(pair[1]).iter().any(super::dates::Span::is_range)
            };
            field(pair[0]).filter(|field| value && !post(field)).map(|field| Labelled { at, field, value: pair[1] })
        })
        .collect();
    pairs.unwrap_or_default()
}

/// The longest known label before the colon, within its cell.
fn label_before(line: &str, from: usize, colon: usize) -> Option<(usize, Field)> {
    let before = line.get(from..colon)?;
    let trimmed = before.trim_end();
    let mut best = None;
    let mut count = 0;
    for (at, c) in trimmed.char_indices().rev() {
        count += 1;
        if count > MAX_LABEL {
            break;
        }
        let previous = trimmed[..at].chars().next_back();
        let boundary = previous.is_none_or(|p| {
            !p.is_alphanumeric() || (text::is_han(c) && from > 0) || text::is_han(p) != text::is_han(c)
        });
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
