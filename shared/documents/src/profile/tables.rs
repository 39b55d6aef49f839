//! Converts extracted tables to labelled rows: a header row above rows of cells, one cell per line, or columns read
//! one after another.

use super::classify::evidence;
use super::labels::{self, Field};
use super::lexicon::labels::COLUMNS;
use super::text::{Row, is_chinese};
use super::{dates, schools, stacked_tables};

/// The minimum number of columns.
const MIN_COLUMNS: usize = 2;
/// The maximum length of a column name in bytes.
const MAX_COLUMN: usize = 20;
/// Cells of this length are descriptions.
const LONG_CELL: usize = 40;

/// The rows, with table rows labelled by their columns.
pub(super) fn flatten(rows: &[Row]) -> Vec<Row> {
    let mut flat: Vec<Row> = Vec::with_capacity(rows.len());
    let mut at = 0;
    let mut columns: Option<Vec<Option<Field>>> = None;
    // Rows of a project table are not entries.
    let mut projects = false;
    while let Some(row) = rows.get(at) {
        if let Some(mut found) = header_row(&row.text) {
            // For teachers, a school next to a title is the employer.
            if found.contains(&Some(Field::Title)) && !found.contains(&Some(Field::Company)) {
                for field in found.iter_mut().filter(|field| **field == Some(Field::School)) {
                    *field = Some(Field::Company);
                }
            }
            // "Institution", "Board/University": the first is the school.
            let mut schools = found.iter_mut().filter(|field| **field == Some(Field::School));
            schools.next();
            schools.for_each(|field| *field = Some(Field::Ignored));
            projects = is_of_projects(&row.text);
            columns = Some(found);
            at += 1;
            continue;
        }
        if let Some((found, taken)) = stacked(&rows[at..]) {
            flat.extend(found);
            at += taken;
            continue;
        }
        match columns.as_ref().and_then(|columns| labelled(columns, &cells(&row.text))) {
            Some(_) if projects => {}
            // 1  2  3  4: the columns, counted.
            _ if columns.is_some() && is_counting(&row.text) => {}
            Some(rows) => flat.extend(rows),
            None => flat.push(row.clone()),
        }
        at += 1;
    }
    side_by_side(flat)
}

/// Whether the columns describe projects, trainings or prizes.
fn is_of_projects(header: &str) -> bool {
    let cells = cells(header);
    let of = |cell: &&str| {
        let lower = cell.to_lowercase();
        [
            "项目",
            "课题",
            "工程",
            "造价",
            "案由",
            "案件",
            "标的",
            "培训",
            "奖项",
            "证书",
            "论文",
            "project",
            "proyek",
            "training",
            "pelatihan",
            "award",
            "certificate",
            // Family and official data.
            "lahir",
            "nikah",
            "出生",
            "称谓",
            "关系",
            "relationship",
            "organisasi",
            "kedudukan",
        ]
        .iter()
        .any(|word| lower.contains(word))
    };
    let whose = |cell: &&str| matches!(column(cell), Some(Field::Company | Field::School | Field::Major));
    let family = |cell: &&str| {
        ["lahir", "nikah", "出生", "称谓", "relationship"].iter().any(|word| cell.to_lowercase().contains(word))
    };
    cells.iter().any(family) || cells.iter().any(of) && !cells.iter().any(whose)
}

/// Cells between tabs, bars and wide gaps.
pub(super) fn cells(text: &str) -> Vec<&str> {
    text.split(['\t', '|']).flat_map(|cell| cell.split("  ")).map(str::trim).filter(|cell| !cell.is_empty()).collect()
}

fn is_counting(text: &str) -> bool {
    let cells = cells(text);
    cells.len() >= 3 && cells.iter().enumerate().all(|(at, cell)| cell.parse() == Ok(at + 1))
}

fn column(text: &str) -> Option<Field> {
    let known = labels::field_of(text).filter(|field| !matches!(field, Field::Name | Field::Email | Field::Phone));
    // "Date from –" above "Date to"
    if known == Some(Field::StartDate) && text.trim_end().ends_with(dates::is_dash) {
        return Some(Field::Period);
    }
    known.or_else(|| {
        let name = text.trim();
        let plain = (name.len() <= MAX_COLUMN).then(|| name.to_lowercase());
        plain.and_then(|name| COLUMNS.iter().find(|(column, _)| *column == name).map(|&(_, field)| field))
    })
}

/// Whether a row only contains column names.
pub(super) fn is_header(text: &str) -> bool {
    let columns = if text.contains('\t') || text.contains("  ") { header_row(text) } else { None };
    columns.is_some_and(|columns| columns.len() == cells(text).len() && columns.iter().all(Option::is_some))
}

/// The columns of a header row.
fn header_row(text: &str) -> Option<Vec<Option<Field>>> {
    if text.contains(':')
        || !labels::read(text).is_empty()
        || text.chars().count() > 160
        || text.chars().any(|c| c.is_ascii_digit())
    {
        return None;
    }
    let named = |cells: &[&str]| {
        let found: Vec<Option<Field>> = cells.iter().map(|cell| column(cell)).collect();
        let known = found.iter().flatten().count();
        let telling = found.iter().flatten().any(|field| {
            matches!(
                field,
                Field::Company | Field::Title | Field::Period | Field::StartDate | Field::School | Field::Major
            )
        });
        (telling && known >= MIN_COLUMNS && known * 2 >= cells.len()).then_some(found)
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let all = |cells: &[&str]| named(cells).filter(|found| found.iter().all(Option::is_some));
    named(&cells(text)).or_else(|| all(&words))
}

/// A row with one cell per column as labelled text, followed by unassigned cells.
fn labelled(columns: &[Option<Field>], cells: &[&str]) -> Option<Vec<Row>> {
    if cells.len() != columns.len() {
        return None;
    }
    let dated = columns.iter().zip(cells).all(|(column, cell)| {
        !matches!(column, Some(Field::Period | Field::StartDate)) || !dates::find(cell).is_empty()
    });
    if !dated {
        return None;
    }
    let mut text = String::new();
    let mut rest = Vec::new();
    let lacks = |field: Field| !columns.contains(&Some(field));
    for (column, cell) in columns.iter().zip(cells) {
        // The content decides the kind of an unknown column.
        let told = match column {
            None if lacks(Field::School) && lacks(Field::Company) && schools::is_school(cell) => Some(Field::School),
            None if lacks(Field::Company) && lacks(Field::School) && evidence(cell).company >= 3 => {
                Some(Field::Company)
            }
            None if lacks(Field::Title) && lacks(Field::School) && evidence(cell).title == 3 => Some(Field::Title),
            column => *column,
        };
        let label = match &told {
            Some(Field::Company) => "company",
            Some(Field::Title) => "position",
            Some(Field::Period) => "period",
            Some(Field::StartDate) => "start date",
            Some(Field::EndDate) => "end date",
            Some(Field::School) => "school",
            Some(Field::Degree | Field::Level) => "degree",
            Some(Field::Major) => "major",
            _ => {
                if cell.chars().count() > LONG_CELL || is_chinese(cell) && cell.chars().count() > LONG_CELL / 2 {
                    rest.push(Row { text: (*cell).to_owned(), bullet: true });
                }
                continue;
            }
        };
        if !text.is_empty() {
            text.push('\t');
        }
        text.push_str(label);
        text.push_str(": ");
        text.push_str(cell);
    }
    let mut rows = vec![Row { text, bullet: false }];
    rows.append(&mut rest);
    Some(rows)
}

/// A table with one cell per line, and the number of its lines.
fn stacked(rows: &[Row]) -> Option<(Vec<Row>, usize)> {
    let columns: Vec<Option<Field>> = rows
        .iter()
        .take_while(|row| !row.text.contains(':') && column(&row.text).is_some())
        .map(|row| column(&row.text))
        .collect();
    let width = columns.len();
    let distinct = columns.iter().enumerate().all(|(at, field)| !columns[..at].contains(field));
    if width < MIN_COLUMNS || !distinct {
        return None;
    }
    if let Some((found, taken)) = stacked_tables::broken(&columns, &rows[width..]) {
        return Some((found, width + taken));
    }
    let mut found = Vec::new();
    let mut at = width;
    while let Some(chunk) = rows.get(at..at + width) {
        let cells: Vec<&str> = chunk.iter().map(|row| row.text.as_str()).collect();
        let Some(row) = labelled(&columns, &cells) else { break };
        found.extend(row);
        at += width;
    }
    (!found.is_empty()).then_some((found, at))
}

/// Matches a column of dates that was read before or after its neighbouring columns.
fn side_by_side(rows: Vec<Row>) -> Vec<Row> {
    let bare: Vec<bool> = rows.iter().map(is_bare_range).collect();
    let mut joined: Vec<Row> = Vec::with_capacity(rows.len());
    let mut at = 0;
    while at < rows.len() {
        let run = bare[at..].iter().take_while(|&&bare| bare).count();
        if run < 2 {
            joined.push(rows[at].clone());
            at += 1;
            continue;
        }
        let after = others(rows[at + run..].iter());
        if let Some(width) = columns_of(after, run) {
            let values = &rows[at + run..at + run + run * width];
            joined.extend(zipped(&rows[at..at + run], values, width));
            at += run + run * width;
            continue;
        }
        let before = others(joined.iter().rev());
        if let Some(width) = columns_of(before, run) {
            let values = joined.split_off(joined.len() - run * width);
            joined.extend(zipped(&rows[at..at + run], &values, width));
            at += run;
            continue;
        }
        joined.extend_from_slice(&rows[at..at + run]);
        at += run;
    }
    joined
}

fn is_bare_range(row: &Row) -> bool {
    matches!(dates::find(&row.text).as_slice(), [span] if span.is_range() && row.text.len() <= span.at.len() + 6)
}

/// How many rows could be cells next to a date column.
fn others<'a>(rows: impl Iterator<Item = &'a Row>) -> usize {
    rows.take_while(|row| !row.bullet && row.text.chars().count() <= 60 && dates::find(&row.text).is_empty()).count()
}

/// One or two cells per date, if the numbers match.
fn columns_of(rows: usize, dates: usize) -> Option<usize> {
    [2, 1].into_iter().find(|width| rows == dates * width)
}

/// Dates with their cells; two cells per date are either interleaved or in two blocks.
fn zipped(dates: &[Row], values: &[Row], width: usize) -> Vec<Row> {
    let judged: Vec<(i32, i32)> =
        values.iter().map(|row| super::header::Piece::new(row.text.clone())).map(|p| (p.company, p.title)).collect();
    let agree = |same: &dyn Fn(usize) -> usize| -> i32 {
        let sum = |first: usize, pick: &dyn Fn(&(i32, i32)) -> i32| -> i32 {
            judged.iter().enumerate().filter(|(at, _)| same(*at) == first).map(|(_, scores)| pick(scores)).sum()
        };
        (sum(0, &|s| s.0) + sum(1, &|s| s.1)).max(sum(0, &|s| s.1) + sum(1, &|s| s.0))
    };
    let count = dates.len();
    let columns_first = width == 2 && agree(&|at| at / count) > agree(&|at| at % 2);
    dates
        .iter()
        .enumerate()
        .map(|(at, date)| {
            let mut text = date.text.clone();
            for cell in 0..width {
                let from = if columns_first { cell * count + at } else { at * width + cell };
                text.push('\t');
                text.push_str(&values[from].text);
            }
            Row { text, bullet: false }
        })
        .collect()
}
