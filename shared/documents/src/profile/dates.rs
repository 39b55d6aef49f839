//! Finds months, years and ranges in a line, in Chinese, English and Indonesian formats.

mod scan;

use std::ops::Range;

use bole_domain::period::YearMonth;

use super::cache::Cache;
use super::lexicon::time::{CONNECTORS, OPENERS, PRESENT};
use scan::Scanner;

/// A year, with its month if stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Point {
    year: i32,
    month: Option<u8>,
    /// Its length in months: three for a quarter.
    months: u8,
}

impl Point {
    fn new(year: i32, month: Option<u8>) -> Self {
        Self { year, month, months: 1 }
    }

    fn quarter(year: i32, quarter: u8) -> Self {
        Self { year, month: Some(quarter * 3 - 2), months: 3 }
    }

    fn start(self) -> Option<YearMonth> {
        YearMonth::new(self.year, self.month.unwrap_or(1))
    }

    /// The end month: a bare year ends with December, as it starts with January.
    fn end(self) -> Option<YearMonth> {
        YearMonth::new(self.year, self.month.map_or(12, |month| month + self.months - 1))
    }
}

/// The kind of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// From one month to another.
    Closed(Point, Point),
    /// From a month until today.
    Open(Point),
    /// One date alone.
    Single(Point),
}

/// A date or range, and its byte range in the line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) at: Range<usize>,
    pub(super) extent: Extent,
}

impl Span {
    /// First month, last month, and whether it is ongoing.
    pub(super) fn bounds(&self) -> (Option<YearMonth>, Option<YearMonth>, bool) {
        match self.extent {
            Extent::Closed(start, end) => (start.start(), end.end(), false),
            Extent::Open(start) => (start.start(), None, true),
            Extent::Single(point) => (point.start(), point.end(), false),
        }
    }

    pub(super) fn is_range(&self) -> bool {
        !matches!(self.extent, Extent::Single(_))
    }

    /// Whether the other is within this one.
    pub(super) fn contains(&self, inner: &Self) -> bool {
        let ((start, end, _), (inner_start, inner_end, _)) = (self.bounds(), inner.bounds());
        start <= inner_start
            && (end.is_none() || inner_end.is_some_and(|inner| end.is_some_and(|outer| inner <= outer)))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Value {
    Date(Point),
    /// A month whose year comes from the adjacent date.
    Month(u8),
    Present,
}

#[derive(Debug, Clone)]
struct Token {
    at: Range<usize>,
    value: Value,
    /// Whether it is ambiguous, such as 03/19 or 201903, and only a date in a pair.
    weak: bool,
}

/// All dates and ranges in the line, left to right.
pub(super) fn find(line: &str) -> Vec<Span> {
    if !has_digits(line) {
        return Vec::new();
    }
    FOUND.with(|found| found.get(line, scanned))
}

thread_local! {
    /// Cached dates of the current resume's lines.
    static FOUND: Cache<Vec<Span>> = Cache::new();
}

/// Clears the cache of the previous resume.
pub(super) fn clear() {
    FOUND.with(Cache::clear);
}

fn scanned(line: &str) -> Vec<Span> {
    let tokens = Scanner::new(line).tokens();
    let mut spans = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        if let Some((extent, end)) = tokens.get(index + 1).and_then(|next| pair(line, token, next)) {
            index += 2;
            let mut end = end;
            // "至今 Present", "Present (至今)"
            while let Some(again) =
                tokens.get(index).filter(|again| again.value == Value::Present && again.at.start - end <= 3)
            {
                end = again.at.end;
                index += 1;
            }
            spans.push(Span { at: token.at.start..end, extent });
            continue;
        }
        if let (Value::Date(point), false) = (token.value, token.weak) {
            let (extent, at) = open_ended(line, token, point);
            spans.push(Span { at, extent });
        }
        index += 1;
    }
    spans
}

/// Whether the line has digits, or a year in Chinese ones: 二〇一九年.
fn has_digits(line: &str) -> bool {
    line.bytes().any(|b| b.is_ascii_digit())
        || line.contains('年') && line.contains(|c| scan::chinese_digit(c).is_some())
}

/// Whether the line ends within a range: a date, then a connector and nothing.
pub(super) fn ends_open(line: &str) -> bool {
    if !has_digits(line) || line.ends_with(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let Some(last) = Scanner::new(line).tokens().pop() else { return false };
    matches!(last.value, Value::Date(_))
        && line.get(last.at.end..).is_some_and(|rest| !rest.trim().is_empty() && is_connector(rest))
}

/// Whether the line starts with a connector and a date, or with a date or "present".
pub(super) fn begins_as_end(line: &str) -> bool {
    let Some(first) = Scanner::new(line).tokens().into_iter().next() else { return false };
    line.get(..first.at.start).is_some_and(|before| before.trim().is_empty() || is_connector(before))
}

/// Whether the line is only one date, without its other half.
pub(super) fn is_single(line: &str) -> bool {
    let spans = find(line);
    matches!(spans.as_slice(), [span] if !span.is_range() && line.len() - span.at.len() <= 4)
}

/// Whether the text between two dates joins them.
pub(super) fn is_connector(gap: &str) -> bool {
    let gap = gap.trim().trim_matches(|c: char| matches!(c, '(' | ')' | '.' | ',' | '[' | ']') || c.is_whitespace());
    let lower = gap.to_lowercase();
    let bare = lower.trim_matches(|c: char| is_dash(c) || c.is_whitespace());
    (bare.is_empty() && lower.chars().any(is_dash)) || CONNECTORS.contains(&bare)
}

/// Dashes, tildes and arrows of all kinds.
pub(super) fn is_dash(c: char) -> bool {
    matches!(
        c,
        '-' | '‐'
            | '‑'
            | '‒'
            | '–'
            | '—'
            | '―'
            | '−'
            | '~'
            | '∼'
            | '〜'
            | '～'
            | '→'
            | '➔'
            | '>'
            | '─'
            | '━'
            | '﹣'
            | '－'
    )
}

fn pair(line: &str, first: &Token, second: &Token) -> Option<(Extent, usize)> {
    let gap = line.get(first.at.end..second.at.start)?;
    let joined = is_connector(gap);
    let spaced = gap.trim().is_empty();
    match (first.value, second.value) {
        (Value::Date(start), Value::Present) if joined || spaced => Some((Extent::Open(start), second.at.end)),
        (Value::Date(start), Value::Date(end)) if joined && (!first.weak || second.weak) => {
            let (start, end) = ordered(start, end);
            Some((Extent::Closed(start, end), second.at.end))
        }
        (Value::Date(start), Value::Date(end))
            if spaced
                && !gap.is_empty()
                && !first.weak
                && !second.weak
                && (start.month.is_some() && end.month.is_some()
                    // Years in cells of their own that begin the line.
                    || first.at.start == 0 && (gap.contains('\t') || gap.len() >= 2)) =>
        {
            let (start, end) = ordered(start, end);
            Some((Extent::Closed(start, end), second.at.end))
        }
        (Value::Month(month), Value::Date(end)) if joined => {
            let year = end.year - i32::from(end.month.is_some_and(|end| end < month));
            Some((Extent::Closed(Point::new(year, Some(month)), end), second.at.end))
        }
        (Value::Date(start), Value::Month(month)) if joined && start.month.is_some() => {
            let year = start.year + i32::from(start.month.is_some_and(|start| month < start));
            Some((Extent::Closed(start, Point::new(year, Some(month))), second.at.end))
        }
        _ => None,
    }
}

fn ordered(start: Point, end: Point) -> (Point, Point) {
    let key = |point: Point| (point.year, point.month.unwrap_or(0));
    if end.year < start.year || (start.month.is_some() && end.month.is_some() && key(end) < key(start)) {
        (end, start)
    } else {
        (start, end)
    }
}

/// An ongoing date: 2019.7起, since 2019, sejak Agustus 2019, 2019.07 -.
fn open_ended(line: &str, token: &Token, point: Point) -> (Extent, Range<usize>) {
    let after = line.get(token.at.end..).unwrap_or_default();
    for opener in ["起至今", "起", "以来", "开始", "入职"] {
        if after.trim_start().starts_with(opener) {
            let skipped = after.len() - after.trim_start().len();
            return (Extent::Open(point), token.at.start..token.at.end + skipped + opener.len());
        }
    }
    // "2019.12—  Company  Title  至今"
    let dashed = after.trim_start().chars().next().is_some_and(is_dash);
    if dashed && PRESENT.iter().any(|present| !present.is_ascii() && after.trim_end().ends_with(present)) {
        let skipped = after.len() - after.trim_start().trim_start_matches(is_dash).len();
        return (Extent::Open(point), token.at.start..token.at.end + skipped);
    }
    // "2019.12 ~" with nothing behind it in its cell.
    let dash = after.trim_start();
    let rest = dash.trim_start_matches(is_dash);
    if rest.len() < dash.len()
        && (rest.is_empty() || rest.starts_with([')', ']', '】', '\t', '|']) || rest.starts_with("  "))
    {
        return (Extent::Open(point), token.at.start..line.len() - rest.len());
    }
    let before = line.get(..token.at.start).unwrap_or_default();
    let lower = before.trim_end().to_lowercase();
    for opener in OPENERS {
        if lower.ends_with(opener) && lower.len() == before.trim_end().len() {
            return (Extent::Open(point), lower.len() - opener.len()..token.at.end);
        }
    }
    (Extent::Single(point), token.at.clone())
}
