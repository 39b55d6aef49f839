//! Lines with their list signs. A list pasted into one line is cut at its signs and headings.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::words;

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
        r"|(?P<number>\d{1,2})\s*[.、．)）]\s*|(?P<han>[一二三四五六七八九十]{1,3})\s*[、.．]\s*|(?P<letter>[a-zA-Z])[.)]\s+)"
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
    let kind = match hit.name("dash").or_else(|| hit.name("bullet")) {
        Some(bullet) => bullet.as_str().chars().next(),
        None => [
            ("hash", '#'),
            ("box", '['),
            ("circle", '①'),
            ("inner", '('),
            ("han_inner", '（'),
            ("letter_inner", 'a'),
            ("number", '1'),
            ("han", '一'),
            ("letter", 'A'),
        ]
        .into_iter()
        .find_map(|(name, kind)| has(name).then_some(kind)),
    };
    (whole.end(), kind)
}

static NUMBERED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:^|[\s，,；;。.：:）)】])([（(]?(\d{1,2}|[一二三四五六七八九十])[.、．)）]+)").ok()
});
static BULLET: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[\s，,；;。：:）)]([•●■◆▪▸►✔✓✅★※①-⑳])").ok());
static AFTER_HEADING: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\s*(?:[（(][^()（）]{1,30}[)）]\s*)?[:：]").ok());

/// Where a line begins a new point: at consecutive numbers, bullets, bracketed headings, and headings before a colon.
fn cuts(line: &str) -> Vec<usize> {
    let mut cuts: Vec<usize> = Vec::new();
    let mut last = 0;
    let mut chain: Vec<usize> = Vec::new();
    for hit in NUMBERED.iter().flat_map(|numbered| numbered.captures_iter(line)) {
        let (Some(whole), Some(number)) = (hit.get(1), hit.get(2)) else { continue };
        let value = number.as_str().parse().unwrap_or_else(|_| {
            "一二三四五六七八九十".chars().position(|c| number.as_str().starts_with(c)).map_or(0, |at| at + 1)
        });
        let is_decimal = line[whole.end()..].starts_with(|c: char| c.is_ascii_digit()) && whole.as_str().ends_with('.');
        let is_next = value == last + 1 || (value == 1 && last > 0) || chain.is_empty();
        if is_next && !is_decimal {
            chain.push(whole.start());
            last = value;
        }
    }
    if chain.len() > 1 {
        cuts.extend(chain);
    }
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
                let is_start = line[..at].ends_with(|c: char| matches!(c, '。' | '；' | ';' | '.' | ')' | '）'))
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
