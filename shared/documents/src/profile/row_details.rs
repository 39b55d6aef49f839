//! Splits an employment's names from the description on their row: "Acme, Analyst, 2019 - 2021: reports for …".

use super::classify::{self, evidence};
use super::lexicon::sets;
use super::lines::{self, Line};
use super::prose::is_prose;
use super::text::{Row, is_han, width};
use super::{header, labels, segments};

/// The maximum length of names and dates.
const MAX_NAMES: usize = 120;
/// Longer rows may contain descriptions.
const LONG: usize = 50;
/// The minimum total score of employer and title.
const SURE: i32 = 60;

/// The rows, with descriptions split off.
pub(super) fn part(rows: &[Row]) -> Vec<Row> {
    rows.iter()
        .flat_map(|row| match cut(row) {
            Some((names, details)) => vec![names, details],
            None => vec![row.clone()],
        })
        .collect()
}

/// The names in a row that is too long for names only, and the rest.
fn cut(row: &Row) -> Option<(Row, Row)> {
    if let Some(found) = titled(row) {
        return Some(found);
    }
    let prose = Line::new(row).prose;
    if row.bullet || width(&row.text) <= LONG && !prose {
        return None;
    }
    let begin = lines::best_span(&row.text).filter(super::dates::Span::is_range)?.at.end;
    let mut ends: Vec<usize> = Vec::new();
    let mut depth = 0usize;
    for (at, c) in row.text.char_indices().take(MAX_NAMES) {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth > 0 || at < begin => {}
            ':' => ends.push(at),
            '.' if row.text[at + 1..].starts_with(' ') && !abbreviates(&row.text[..at]) => ends.push(at),
            // Rows of names only may have other separators.
            _ if !prose => {}
            ';' | '。' | '\t' => ends.push(at),
            ' ' if row.text[at + 1..].starts_with(' ') || ends_in_title(&row.text[..at]) => ends.push(at),
            ',' if row.text[..at].ends_with(is_han) => ends.push(at),
            _ => {}
        }
    }
    let mut best: Option<(i32, Row, Row)> = None;
    for end in ends {
        let names = Row { text: parted(&row.text[..end]), bullet: false };
        let details = row.text[end..].trim_start_matches(|c: char| !c.is_alphanumeric());
        let colon = row.text[end..].starts_with(':');
        let told = says_who(&names).or_else(|| (colon && holds_post(&names)).then_some(SURE));
        let Some(evident) = told.filter(|_| !details.is_empty()) else { continue };
        if best.as_ref().is_none_or(|(most, ..)| evident > *most) {
            best = Some((evident, names, Row { text: details.to_owned(), bullet: true }));
        }
    }
    best.map(|(_, names, details)| (names, details))
}

/// Whether the last word is a Chinese title: 星河有限公司 高级工程师.
fn ends_in_title(text: &str) -> bool {
    let last = text.rsplit(' ').next().unwrap_or_default();
    last.ends_with(is_han) && evidence(last).is_title()
}

/// "1. Supervisor Produksi (November 2019 sampai sekarang). Membawahi …": a title with its dates, and a description.
fn titled(row: &Row) -> Option<(Row, Row)> {
    let span = lines::best_span(&row.text).filter(super::dates::Span::is_range)?;
    let title = row.text[..span.at.start].strip_suffix(" (")?;
    let (_, details) = row.text[span.at.end..].strip_prefix(')')?.split_once([' ', ':'])?;
    let held = title.chars().count() <= LONG && evidence(title).title == 3 && !title.contains(". ");
    let names = Row { text: row.text[..=span.at.end].to_owned(), bullet: false };
    (held && !details.is_empty()).then(|| (names, Row { text: details.to_owned(), bullet: true }))
}

/// Replaces full stops at the ends of sentences by tabs.
fn parted(text: &str) -> String {
    let mut parted = String::with_capacity(text.len());
    for part in text.split_inclusive(". ") {
        match part.strip_suffix(". ") {
            Some(head) if !abbreviates(head) => {
                parted.push_str(head);
                parted.push('\t');
            }
            _ => parted.push_str(part),
        }
    }
    parted.replace('。', "\t")
}

/// Whether the text ends in an abbreviation that takes a full stop: St. Brendan, Dr. Rovira, Inc.
fn abbreviates(text: &str) -> bool {
    let last = text.rsplit([' ', '\t']).next().unwrap_or_default();
    matches!(
        last,
        "St" | "Dr"
            | "Mr"
            | "Mrs"
            | "Ms"
            | "Prof"
            | "Jl"
            | "No"
            | "Mt"
            | "Ft"
            | "Sp"
            | "Jr"
            | "Sr"
            | "Dra"
            | "Ir"
            | "H"
    )
}

/// Removes the description of the employer's trade or size after its name: "Acme – shoe shops, 300 people". `ranged`:
/// the row has an employment's dates; otherwise the name must be an employer's.
pub(super) fn without_trade(text: &str, ranged: bool) -> Option<String> {
    let first = text.split('\t').next().unwrap_or_default();
    let first = first.split("  ").next().unwrap_or_default();
    let mut parts = segments::strong(first).into_iter().flat_map(|piece| segments::commas(&piece));
    let name = parts.next()?;
    let rest: Vec<String> = parts.collect();
    if rest.is_empty() {
        return None;
    }
    let known = evidence(&name);
    let proper = name.starts_with(|c: char| c.is_uppercase() || is_han(c));
    if !proper || known.title >= 3 || known.company < 3 && !ranged {
        return None;
    }
    let about = |part: &String| {
        let said = evidence(part);
        // 海外客户 86 家: text after an employer's comma that is not a title describes it.
        if known.company >= 3 && part.starts_with(is_han) {
            // 船公司用的软件 is not another employer.
            let other = said.company == 4 || sets::ZH_INSTITUTIONS.ends(part) || sets::ZH_LEGAL.ends(part);
            return said.title < 3 && !other && !classify::is_department(part);
        }
        let joint = [" dan ", " and ", " untuk ", " for ", " yang ", " with ", " dengan "];
        let small = part.starts_with(char::is_lowercase) && joint.iter().any(|joint| part.contains(joint));
        if known.company >= 3 && small {
            return true;
        }
        let counted = part.starts_with(|c: char| c.is_ascii_digit()) && part.contains(char::is_alphabetic);
        let numbers = known.company == 4 && part.contains(|c: char| c.is_ascii_digit());
        (part.starts_with(char::is_lowercase) && part.contains(' ') || counted || numbers) && evidence(part).title == 0
    };
    let kept: Vec<&str> = rest.iter().filter(|part| !about(part)).map(String::as_str).collect();
    let sentences = kept.iter().any(|part| part.contains(". "));
    (kept.len() < rest.len() && !sentences).then(|| {
        let names = std::iter::once(name.as_str()).chain(kept).collect::<Vec<_>>().join(", ");
        names + &text[first.len()..]
    })
}

/// "09/2022 - now Duty Manager": dates and a title below the employer.
fn holds_post(row: &Row) -> bool {
    let line = Line::new(row);
    let titled = evidence(&line.residual).is_title();
    titled
        && line.span.as_ref().is_some_and(|span| span.is_range() && span.at.start <= 2)
        && width(&line.residual) <= LONG
}

/// How certainly the row has an employer and a title next to its dates, and nothing else.
fn says_who(row: &Row) -> Option<i32> {
    let mut line = Line::new(row);
    if line.prose || is_prose(&line.residual) || line.span.is_none() || !labels::read(&row.text).is_empty() {
        return None;
    }
    line.cut();
    let reading = header::read(&[&line], false, true);
    let (company, title) = header::names(&[&line], &reading);
    let own = title.as_deref().is_some_and(header::is_own_account);
    let told = (company.is_some() || own) && title.is_some_and(|title| evidence(&title).title >= 2);
    (told && reading.evident >= SURE).then_some(reading.evident)
}
