//! Finds months, years and periods in a line, in Chinese, English and Indonesian formats.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use bole_domain::period::YearMonth;
use regex::{Captures, Regex};

use crate::lexicon::LEXICON;
use crate::page::is_dash;

/// Longer texts are more than a period.
const LONGEST: usize = 60;
/// Longer texts are no cells of a date, in characters.
const LONGEST_CELL: usize = 40;

/// A year, with its month if stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Point {
    year: i32,
    month: Option<u8>,
    /// Its length in months: three for a quarter.
    months: u8,
}

impl Point {
    fn new(year: i32, month: Option<u8>) -> Self {
        Self { year, month, months: 1 }
    }

    pub(crate) fn of(month: YearMonth) -> Self {
        Self::new(month.year(), Some(month.month()))
    }

    pub(crate) fn first(self) -> Option<YearMonth> {
        YearMonth::new(self.year, self.month.unwrap_or(1))
    }

    /// A year alone ends with December, as it begins with January.
    pub(crate) fn last(self) -> Option<YearMonth> {
        YearMonth::new(self.year, self.month.map_or(12, |month| month + self.months - 1))
    }

    pub(crate) const fn is_precise(self) -> bool {
        self.month.is_some()
    }
}

/// The kind of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    Closed(Point, Point),
    /// Until today.
    Open(Point),
    Single(Point),
}

/// A date or period and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dated {
    pub(crate) at: Range<usize>,
    pub(crate) extent: Extent,
}

impl Dated {
    pub(crate) const fn is_period(&self) -> bool {
        !matches!(self.extent, Extent::Single(_))
    }

    pub(crate) const fn is_open(&self) -> bool {
        matches!(self.extent, Extent::Open(_))
    }

    /// First month, last month, and whether months were stated.
    pub(crate) fn bounds(&self) -> (Option<YearMonth>, Option<YearMonth>, bool) {
        match self.extent {
            Extent::Closed(first, last) => (first.first(), last.last(), first.is_precise() && last.is_precise()),
            Extent::Open(first) => (first.first(), None, first.is_precise()),
            Extent::Single(point) => (point.first(), point.last(), point.is_precise()),
        }
    }

    /// Whether the other is within this one.
    pub(crate) fn contains(&self, inner: &Self) -> bool {
        let ((start, end, _), (first, last, _)) = (self.bounds(), inner.bounds());
        start <= first && (end.is_none() || last.is_some_and(|last| end.is_some_and(|end| last <= end)))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    Date(Point),
    /// A month whose year comes from the date beside it.
    Month(u8),
    Present,
}

#[derive(Debug, Clone)]
struct Token {
    at: Range<usize>,
    moment: Moment,
    /// Whether it is a date in a pair only: 03/19, 201903.
    weak: bool,
}

static MOMENTS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let list = |class: &str| {
        let mut forms: Vec<&str> = LEXICON.list(class).iter().map(|(form, _)| *form).collect();
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        let end = |form: &str| if form.is_ascii() { r"(?-u:\b)" } else { "" };
        // 至  今: Chinese forms may be set apart.
        let written = |form: &str| match form.is_ascii() {
            true => regex::escape(form),
            false => form.chars().map(|c| regex::escape(&c.to_string())).collect::<Vec<_>>().join(r"\s*"),
        };
        forms.iter().map(|form| format!("{}{}", written(form), end(form))).collect::<Vec<_>>().join("|")
    };
    let (y, m, d, b) = (r"(?:19[5-9]\d|20\d\d)", "(?:1[0-2]|0?[1-9])", r"(?:3[01]|[12]\d|0?[1-9])", r"(?-u:\b)");
    let name = format!("(?:{})", list("month"));
    let day = format!(r"(?:{d}(?:st|nd|rd|th)?[\s-]*)?");
    let parts = [
        format!(r"(?P<y1>{y})\s*年\s*(?P<m1>{m})(?:\s*月(?:\s*\d{{1,2}}\s*[日号])?|{b})"),
        format!(r"(?P<y2>{y})[年\s,/-]*(?:Q(?P<q1>[1-4]){b}|第?(?P<q2>[一二三四1-4])季度?)"),
        format!(r"(?P<y3>{y})\s*年"),
        format!(r"(?P<y4>{y})(?:\s*\.\s*(?P<m2>{m})(?:\.{d})?|/(?P<m3>{m})(?:/{d})?|[-‐‑](?P<m4>{m})(?:-{d})?|·(?P<m5>{m})){b}"),
        format!(r"(?P<y5>{y})[\s,/]+(?P<n1>{name})"),
        format!(r"(?:{d}[./-])?(?P<m6>{m})[./-](?P<y6>{y}){b}"),
        format!(r"{day}(?P<n2>{name})(?:[.,'’‘`\s]*|\s*[-–/]|[-–/]\s*)(?:{d}(?:st|nd|rd|th)?,?\s+)?(?P<y7>{y}){b}"),
        format!(r"(?:{d}\s+)?(?P<n3>{name})(?:\.?\s*['’‘`]\s*|-)(?P<s1>\d\d){b}"),
        format!(r"(?P<n4>{name})\.?,?\s+(?P<s2>\d\d){b}"),
        format!(r"Q(?P<q3>[1-4])[-/,'’\s]*(?P<y8>{y}){b}"),
        format!(r"(?:{})[\s,]+(?P<y9>{y}){b}", list("season")),
        format!(r"(?P<s3>\d\d)年(?P<m7>{m})月"),
        format!(r"(?P<y10>{y})(?P<m8>0[1-9]|1[0-2]){b}"),
        format!(r"(?P<m9>{m})/(?P<s4>\d\d){b}"),
        format!(r"(?P<s5>\d\d)\.(?P<m10>0[1-9]|1[0-2]){b}"),
        format!(r"(?P<m11>{m})\s*月"),
        format!(r"(?P<y11>{y}){b}"),
        format!(r"['’‘](?P<s6>\d\d){b}"),
        format!(r"(?P<n5>{name})"),
        r"(?P<c1>[一二三四五六七八九〇零○]{4})年(?:(?P<c2>[一二三四五六七八九十]{1,3})月(?:[一二三四五六七八九十]{1,3}[日号])?)?".to_owned(),
        format!("(?P<now>{})", list("present")),
    ];
    Regex::new(&format!("(?i){}", parts.join("|"))).ok()
});

/// Names of the groups of a year, a month, a short year and so on.
const YEARS: [&str; 11] = ["y1", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9", "y10", "y11"];
const MONTHS: [&str; 11] = ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8", "m9", "m10", "m11"];
const NAMES: [&str; 5] = ["n1", "n2", "n3", "n4", "n5"];
const SHORT: [&str; 6] = ["s1", "s2", "s3", "s4", "s5", "s6"];
const QUARTERS: [&str; 3] = ["q1", "q2", "q3"];

fn tokens(line: &str) -> Vec<Token> {
    let Some(moments) = &*MOMENTS else { return Vec::new() };
    let mut tokens = Vec::new();
    let mut from = 0;
    while let Some(found) = moments.captures_at(line, from) {
        let Some(whole) = found.get(0) else { break };
        let before = line[..whole.start()].chars().next_back();
        let first = whole.as_str().chars().next().unwrap_or_default();
        let glued = first.is_ascii_alphanumeric() && before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '%')
            || first == '\'' && before.is_some_and(char::is_alphanumeric);
        let token = if glued { None } else { token(&found, line) };
        match token {
            Some(token) => {
                from = token.at.end;
                tokens.push(token);
            }
            None => {
                // The rest of a number or word is no date either.
                let skipped = line[whole.start()..]
                    .chars()
                    .take_while(|c| if first.is_ascii_digit() { c.is_ascii_digit() } else { c.is_ascii_alphabetic() });
                from = whole.start() + skipped.map(char::len_utf8).sum::<usize>().max(first.len_utf8());
            }
        }
    }
    tokens
}

fn token(found: &Captures<'_>, line: &str) -> Option<Token> {
    let whole = found.get(0)?;
    let at = whole.range();
    let of = |names: &[&str]| names.iter().find_map(|name| found.name(name)).map(|part| part.as_str());
    let token = |moment, weak| Some(Token { at: at.clone(), moment, weak });
    let after = &line[at.end..];
    if found.name("now").is_some() {
        return token(Moment::Present, false);
    }
    if let Some(year) = found.name("c1") {
        let year = year.as_str().chars().try_fold(0, |year, c| Some(year * 10 + i32::from(digit(c)?)))?;
        let month = found.name("c2").and_then(|month| chinese_month(month.as_str()));
        return (1950..=2100).contains(&year).then(|| token(Moment::Date(Point::new(year, month)), false))?;
    }
    let month = of(&MONTHS)
        .and_then(|month| month.parse().ok())
        .or_else(|| LEXICON.get("month", &of(&NAMES)?.to_lowercase()).and_then(|month| month.parse().ok()));
    let short = of(&SHORT).and_then(|year| year.parse::<i32>().ok()).map(century);
    let Some(year) = of(&YEARS).and_then(|year| year.parse::<i32>().ok()).or(short) else {
        return token(Moment::Month(month?), true);
    };
    if let Some(quarter) = of(&QUARTERS) {
        let quarter = quarter.parse::<u8>().ok().or_else(|| digit(quarter.chars().next()?))?;
        return token(Moment::Date(Point { year, month: Some(quarter * 3 - 2), months: 3 }), false);
    }
    // 2023年度 is a year of reference.
    if month.is_none() && (after.starts_with("年度") || whole.as_str().ends_with('年') && after.starts_with('度')) {
        return None;
    }
    if found.name("n1").is_some()
        && after.trim_start_matches([' ', '.', ',', '/', '\'', '’']).starts_with(|c: char| c.is_ascii_digit())
    {
        // The month belongs to the year behind it.
        let end = at.start + found.name("y5")?.len();
        return Some(Token { at: at.start..end, moment: Moment::Date(Point::new(year, None)), weak: false });
    }
    let weak = ["s2", "s4", "s5", "s6", "y10"].iter().any(|name| found.name(name).is_some());
    if found.name("s5").is_some() && after.starts_with('.') {
        return None;
    }
    token(Moment::Date(Point::new(year, month)), weak)
}

fn century(short: i32) -> i32 {
    if short <= 50 { 2000 + short } else { 1900 + short }
}

fn digit(c: char) -> Option<u8> {
    let at = "零一二三四五六七八九".chars().position(|digit| digit == c);
    if matches!(c, '〇' | '○') { Some(0) } else { at.and_then(|digit| u8::try_from(digit).ok()) }
}

fn chinese_month(text: &str) -> Option<u8> {
    let digits: Vec<char> = text.chars().collect();
    let month = match digits[..] {
        ['十'] | ['一', '十'] => 10,
        ['十', unit] | ['一', '十', unit] => 10 + digit(unit)?,
        [unit] => digit(unit)?,
        _ => return None,
    };
    (1..=12).contains(&month).then_some(month)
}

/// Whether there are digits of a year.
fn is_numbered(line: &str) -> bool {
    line.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit)) || line.contains('年')
}

/// All dates and periods of a line, from the left.
pub(crate) fn find(line: &str) -> Vec<Dated> {
    if !is_numbered(line) {
        return Vec::new();
    }
    if let Some(seen) = SEEN.with_borrow(|seen| seen.get(line).cloned()) {
        return seen;
    }
    let found = scanned(line);
    SEEN.with_borrow_mut(|seen| seen.insert(line.into(), found.clone()));
    found
}

thread_local! {
    /// The dates of the lines of the resume at hand, which are asked for many times.
    static SEEN: RefCell<HashMap<Box<str>, Vec<Dated>>> = RefCell::default();
}

/// Forgets the lines of the last resume.
pub(crate) fn clear() {
    SEEN.with_borrow_mut(HashMap::clear);
}

fn scanned(line: &str) -> Vec<Dated> {
    let tokens = tokens(line);
    let mut found = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        index += 1;
        if let Some((extent, mut end)) = tokens.get(index).and_then(|next| pair(line, token, next)) {
            index += 1;
            // "至今 Present"
            while let Some(again) =
                tokens.get(index).filter(|again| again.moment == Moment::Present && again.at.start - end <= 3)
            {
                end = again.at.end;
                index += 1;
            }
            found.push(Dated { at: token.at.start..end, extent });
        } else if let (Moment::Date(point), false) = (token.moment, token.weak) {
            let (extent, at) = open_ended(line, token, point);
            found.push(Dated { at, extent });
        }
    }
    found
}

/// The first period, else the first date.
pub(crate) fn best(line: &str) -> Option<Dated> {
    let found = find(line);
    found.iter().find(|dated| dated.is_period()).or(found.first()).cloned()
}

/// Whether the text is one date or period and nothing else.
pub(crate) fn only(text: &str) -> Option<Dated> {
    if text.len() > LONGEST {
        return None;
    }
    let found = find(text);
    let [dated] = found.as_slice() else { return None };
    (dated.at.len() + 4 >= text.len()).then(|| dated.clone())
}

/// Whether a short text contains a date or a year.
#[must_use]
pub fn is_dated(text: &str) -> bool {
    text.chars().count() <= LONGEST_CELL && is_numbered(text) && !scanned(text.trim()).is_empty()
}

/// Whether two texts are the halves of a broken period.
#[must_use]
pub fn is_broken_range(first: &str, second: &str) -> bool {
    let whole = |text: &str| match scanned(text.trim()).as_slice() {
        [dated] => (dated.at.len() + 4 >= text.trim().len()).then_some(dated.is_period()),
        _ => None,
    };
    let year = second.len() == 4 && second.bytes().all(|b| b.is_ascii_digit());
    let open = ends_open(first)
        || second.starts_with(is_dash) && whole(first) == Some(false)
        || year && whole(first) == Some(true);
    open && whole(&format!("{first} {second}")) == Some(true)
}

/// Whether the line ends within a period: a date, a connector, nothing.
pub(crate) fn ends_open(line: &str) -> bool {
    let end = line.trim_end().trim_end_matches(['.', ')']);
    if !(end.ends_with(is_dash) || LEXICON.ends("connector", &end.to_lowercase()).is_some()) {
        return false;
    }
    let Some(last) = tokens(line).pop() else { return false };
    matches!(last.moment, Moment::Date(_))
        && !line[last.at.end..].trim().is_empty()
        && is_connector(&line[last.at.end..])
}

/// Whether the line begins as the end of a period: a connector and a date, or a date or "present".
pub(crate) fn begins_as_end(line: &str) -> bool {
    tokens(line).first().is_some_and(|first| {
        let before = &line[..first.at.start];
        before.trim().is_empty() || is_connector(before)
    })
}

/// Whether the text between two dates joins them.
pub(crate) fn is_connector(gap: &str) -> bool {
    let lower =
        gap.trim_matches(|c: char| matches!(c, '(' | ')' | '.' | ',' | '[' | ']') || c.is_whitespace()).to_lowercase();
    let bare = lower.trim_matches(|c: char| is_dash(c) || c.is_whitespace());
    bare.is_empty() && lower.contains(is_dash) || LEXICON.has("connector", bare)
}

fn pair(line: &str, first: &Token, second: &Token) -> Option<(Extent, usize)> {
    let gap = line.get(first.at.end..second.at.start)?;
    let joined = is_connector(gap);
    let spaced = gap.trim().is_empty();
    let extent = match (first.moment, second.moment) {
        (Moment::Date(start), Moment::Present) if joined || spaced => Extent::Open(start),
        (Moment::Date(start), Moment::Date(end)) if joined && (!first.weak || second.weak) => ordered(start, end),
        (Moment::Date(start), Moment::Date(end))
            if spaced && !gap.is_empty() && !first.weak && !second.weak
                // Years in cells of their own begin the line.
                && (start.is_precise() && end.is_precise() || first.at.start == 0 && (gap.contains('\t') || gap.len() >= 2)) =>
        {
            ordered(start, end)
        }
        (Moment::Month(month), Moment::Date(end)) if joined => {
            let year = end.year - i32::from(end.month.is_some_and(|end| end < month));
            Extent::Closed(Point::new(year, Some(month)), end)
        }
        (Moment::Date(start), Moment::Month(month)) if joined && start.is_precise() => {
            let year = start.year + i32::from(start.month.is_some_and(|start| month < start));
            Extent::Closed(start, Point::new(year, Some(month)))
        }
        _ => return None,
    };
    Some((extent, second.at.end))
}

fn ordered(start: Point, end: Point) -> Extent {
    let key = |point: Point| (point.year, point.month.unwrap_or(0));
    let swapped = end.year < start.year || start.is_precise() && end.is_precise() && key(end) < key(start);
    if swapped { Extent::Closed(end, start) } else { Extent::Closed(start, end) }
}

/// A date that goes on: 2019.7起, since 2019, sejak Agustus 2019, "2019.07 -" with nothing behind it in its cell.
fn open_ended(line: &str, token: &Token, point: Point) -> (Extent, Range<usize>) {
    let after = &line[token.at.end..];
    let skipped = after.len() - after.trim_start().len();
    if let Some((len, _)) = LEXICON.begins("opens_after", after.trim_start()) {
        return (Extent::Open(point), token.at.start..token.at.end + skipped + len);
    }
    let dash = after.trim_start();
    let rest = dash.trim_start_matches(is_dash);
    if rest.len() < dash.len() {
        let ended = rest.is_empty() || rest.starts_with([')', ']', '】', '\t', '|', '\n']) || rest.starts_with("  ");
        if ended {
            return (Extent::Open(point), token.at.start..line.len() - rest.len());
        }
        // "2019.12—  Company  Title  至今"
        if LEXICON
            .ends("present", after.trim_end())
            .is_some_and(|(len, _)| !after.trim_end()[after.trim_end().len() - len..].is_ascii())
        {
            return (Extent::Open(point), token.at.start..line.len() - rest.len());
        }
    }
    let before = line[..token.at.start].trim_end();
    if let Some((len, _)) =
        before.is_char_boundary(before.len()).then(|| LEXICON.ends("opener", &before.to_lowercase())).flatten()
        && before.len() >= len
        && before.is_char_boundary(before.len() - len)
    {
        return (Extent::Open(point), before.len() - len..token.at.end);
    }
    (Extent::Single(point), token.at.clone())
}
