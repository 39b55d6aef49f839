//! Lines with their list signs. A list pasted into one line is cut at its signs and headings.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::{score_rules, words};

/// A line, or the part of one that begins a new point.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// In bytes, without white space at its ends.
    pub range: Range<usize>,
    /// Where the text after the list sign begins.
    pub body: usize,
    /// The kind of list sign.
    pub sign: Option<char>,
    /// White space before it.
    pub indent: usize,
}

static SIGN: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"^(?:(?P<hash>#{1,6})\s+|(?P<box>\[[ xX]?\])\s*|(?P<dash>[-*–—]+)\s+|(?P<bullet>[-*•●·○■□◆◇▪▸►➢✔✓✅☑★☆※]+)\s*",
        r"|(?P<circle>[①-⑳])\s*|[（(]\s*(?:(?P<inner>\d{1,2})|(?P<han_inner>[一二三四五六七八九十]{1,3})|(?P<letter_inner>[a-zA-Z]))\s*[)）]\s*[.、]?\s*",
        r"|(?P<number>\d{1,2})\s*[.、．)）]\s*|(?P<han>[一二三四五六七八九十]{1,3})\s*[、.．]\s*|(?P<letter>[a-zA-Z])\d{0,2}[.)]\s+)"
    ))
    .ok()
});

/// The non-blank lines of a text.
pub fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if !trimmed.is_empty() {
            let indent = line.len() - line.trim_start().len();
            let mut from = 0;
            for cut in cuts(trimmed).into_iter().chain([trimmed.len()]) {
                let part = &trimmed[from..cut];
                let first = start + indent + from + (part.len() - part.trim_start().len());
                if !part.trim().is_empty() {
                    lines.push(signed(text, first..first + part.trim().len(), indent));
                }
                from = cut;
            }
        }
        start += line.len();
    }
    lines
}

fn signed(text: &str, range: Range<usize>, indent: usize) -> Line {
    let (length, sign) = sign(&text[range.clone()]);
    Line { body: range.start + length, range, sign, indent }
}

/// The list sign at the start of a text: its length and kind.
fn sign(text: &str) -> (usize, Option<char>) {
    let Some(hit) = SIGN.as_ref().and_then(|sign| sign.captures(text)) else { return (0, None) };
    let (Some(whole), has) = (hit.get(0), |name| hit.name(name).is_some()) else { return (0, None) };
    let rest = &text[whole.end()..];
    // "2.5 years" is no list sign, and neither is a sign with nothing after it.
    let is_decimal = has("number") && rest.starts_with(|c: char| c.is_ascii_digit()) && !whole.as_str().ends_with(' ');
    if (is_decimal && !text.contains('、')) || rest.trim().is_empty() {
        return (0, None);
    }
    let is_lower = whole.as_str().starts_with(|c: char| c.is_ascii_lowercase());
    let kind = match hit.name("dash").or_else(|| hit.name("bullet")) {
        Some(bullet) => bullet.as_str().chars().next(),
        None => [
            ("hash", '#'),
            ("box", '['),
            ("circle", '①'),
            ("inner", '('),
            ("han_inner", '（'),
            ("letter_inner", 'i'),
            ("number", '1'),
            ("han", '一'),
            ("letter", if is_lower { 'a' } else { 'A' }),
        ]
        .into_iter()
        .find_map(|(name, kind)| has(name).then_some(kind)),
    };
    (whole.end(), kind)
}

static NUMBERED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[\s，,；;。.：:）)】])([（(]?(\d{1,2}|[一二三四五六七八九十])[.、．)）]+)").ok()
});
const HAN_NUMBERS: &str = "一二三四五六七八九十";
static BULLET: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[\s，,；;。：:）)]([•●■◆▪▸►✔✓✅★※①-⑳])").ok());
static AFTER_HEADING: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\s*(?:[（(][^()（）]{1,30}[)）]\s*)?[:：]").ok());

/// Where a line begins a new point: at consecutive numbers, bullets, bracketed headings, and headings before a colon.
fn cuts(line: &str) -> Vec<usize> {
    let mut cuts: Vec<usize> = Vec::new();
    let numbers: Vec<(usize, usize, bool)> = NUMBERED
        .iter()
        .flat_map(|numbered| numbered.captures_iter(line))
        .filter_map(|hit| {
            let (sign, number) = (hit.get(1)?, hit.get(2)?);
            let is_decimal =
                sign.as_str().ends_with('.') && line[sign.end()..].starts_with(|c: char| c.is_ascii_digit());
            let han = HAN_NUMBERS.chars().position(|c| number.as_str().starts_with(c));
            let value = han.map_or_else(|| number.as_str().parse().ok(), |at| Some(at + 1))?;
            (!is_decimal).then_some((sign.start(), value, han.is_some()))
        })
        .collect();
    for is_han in [false, true] {
        let mut chain: Vec<(usize, usize)> = Vec::new();
        for (at, value, _) in numbers.iter().filter(|(.., han)| *han == is_han) {
            let is_next = chain.last().is_none_or(|(_, last)| *value == last + 1 || *value == 1);
            if is_next {
                chain.push((*at, *value));
            }
        }
        if chain.len() > 1 {
            cuts.extend(chain.into_iter().map(|(at, _)| at));
        }
    }
    // "Mandarin (5) Interview from 75 points"
    let last_bracket = line.rfind([')', '）']).and_then(|at| Some(at + line[at..].chars().next()?.len_utf8()));
    cuts.extend(
        last_bracket.filter(|end| line[*end..].starts_with(' ') && !score_rules::bands(&line[*end..]).is_empty()),
    );
    cuts.extend(
        BULLET.iter().flat_map(|bullet| bullet.captures_iter(line)).filter_map(|hit| Some(hit.get(1)?.start())),
    );
    for (at, c) in line.char_indices() {
        match c {
            '【' => cuts.push(at),
            '】' => cuts.push(at + c.len_utf8()),
            _ => {}
        }
    }
    for role in ["heading.must", "heading.nice", "heading.offer", "heading.note"] {
        for form in words::forms(role) {
            for (at, found) in line.match_indices(form).chain(capitalized(line, form)) {
                let before = line[..at].chars().next_back();
                let is_start = line[..at].ends_with(['。', '；', ';', '.', ')', '）'])
                    || (line[..at].ends_with(' ')
                        && line[..at].trim_end().ends_with(['.', '。', ')', '）', ';', '；', '!', '！']));
                let is_heading = AFTER_HEADING.as_ref().is_some_and(|after| after.is_match(&line[at + found.len()..]));
                if before.is_some() && is_start && is_heading {
                    cuts.push(at);
                }
            }
        }
    }
    cuts.retain(|cut| *cut > 0);
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// Where a form stands with a capital letter.
fn capitalized<'a>(line: &'a str, form: &str) -> impl Iterator<Item = (usize, &'a str)> {
    let mut capital = form.to_owned();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let is_other = capital != form;
    let found: Vec<_> =
        if is_other { line.match_indices(capital.as_str()).map(|(at, _)| at).collect() } else { Vec::new() };
    let length = form.len();
    found.into_iter().map(move |at| (at, &line[at..at + length]))
}
