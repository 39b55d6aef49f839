//! Splits a job's text into segments: lines, and parts of a line with several items, headings or bands. Segments are
//! byte ranges, so that a criterion can refer to its source phrase.

use std::sync::LazyLock;

use regex::Regex;

use super::numbers::number;
use super::points;
use super::sections;
use super::text::is_cjk;

/// The marker before a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    None,
    /// A dash, dot or box.
    Bullet,
    /// `1.`, `1、`, `1)`, `Q1`.
    Number,
    /// `(1)`.
    Bracketed,
    /// `①`.
    Circled,
    /// `一、`.
    Chapter,
    /// `A.`
    Upper,
    /// `a)`
    Lower,
    /// A hash or stars; always a heading.
    Heading,
}

/// A range of the text, without its marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Segment {
    /// Start byte.
    pub start: usize,
    /// End byte, exclusive.
    pub end: usize,
    pub marker: Marker,
    /// Whether a blank line precedes it.
    pub is_apart: bool,
}

impl Segment {
    pub fn of<'a>(&self, text: &'a str) -> &'a str {
        text.get(self.start..self.end).unwrap_or_default()
    }
}

static MARKER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\s*(?:(?P<hash>#{1,6}\s*|\*\*)|(?P<chapter>[（(]?[一二三四五六七八九十]{1,2}[、)）.．])|(?P<circled>[①-⑳])|(?P<bullet>(?:[-*•·●■◆▪▫○–—☐□☑✓✔√➢►◦→※»★☆▲△◎✦✅👉❗⭐🔹🔸]\x{fe0f}?\s*)*\[[ xX✓√]?\]|(?:[-*•·●■◆▪▫○–—☐□☑✓✔√➢►◦→※»★☆▲△◎✦✅👉❗⭐🔹🔸❌✗✘×]\x{fe0f}?)+|[+>]\s)|(?P<bracketed>[（(]\d{1,2}[)）])|(?P<number>\d{1,2}\s*[、)）.．]|[qQ]\d[.:)]?\s|(?:[nN]o\.?\s?|#)\d{1,2}[.:：)]?\s|\d{1,2}\s*[-–/]\s+|第[一二三四五六七八九十][，,、：:]|(?:i{1,3}|iv|v|vi{1,3})[.)]\s)|(?P<upper>[A-H][.)]\s|[（(][A-H][)）])|(?P<lower>[A-HMN]\d{1,2}[.:)]?\s|[a-h][.)]\s|[（(][a-h][)）]))\s*").ok()
});
static INLINE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?P<bracketed>[（(]\d{1,2}[)）])|(?P<number>\d{1,2}\s*[、)）.．])|(?P<circled>[①-⑳])|(?P<chapter>[（(]?[一二三四五六七八九十]{1,2}[、)）])|(?P<bullet>[•●■◆▪☐□✓✔➢►])").ok()
});

/// The segments of a text in order, with wrapped lines joined.
pub fn segments(text: &str) -> Vec<Segment> {
    let mut found: Vec<Segment> = Vec::new();
    let mut start = 0;
    let mut numbering = Numbering::default();
    let mut is_apart = false;
    for line in text.split_inclusive('\n') {
        let mut cuts = numbering.cuts(line);
        cuts.extend(sections::headings_within(line));
        cuts.extend(points::ends_of_items(line, &cuts));
        cuts.push(0);
        cuts.sort_unstable();
        cuts.dedup();
        for (at, &from) in cuts.iter().enumerate() {
            let to = cuts.get(at + 1).copied().unwrap_or(line.len());
            let Some(segment) = segment(text, start + from, start + to, is_apart && at == 0) else { continue };
            match found.last_mut().filter(|last| at == 0 && continues(text, last, &segment)) {
                Some(last) => last.end = segment.end,
                None => found.push(segment),
            }
        }
        is_apart = line.trim().is_empty();
        start += line.len();
    }
    found
}

/// Whether a line continues the previous item: it has no marker while the other does, and starts nothing itself.
fn continues(text: &str, last: &Segment, next: &Segment) -> bool {
    let (before, words) = (last.of(text), next.of(text));
    if next.marker != Marker::None || next.is_apart || matches!(last.marker, Marker::None | Marker::Heading) {
        return false;
    }
    let between = text.get(last.end..next.start).unwrap_or_default();
    let is_open = before.matches(['(', '（']).count() > before.matches([')', '）']).count();
    let lacks = before.ends_with(['、', '，', ',', '&'])
        || [" and", " or", " dan", " atau", " of", " with", "和", "及", "或"].iter().any(|word| before.ends_with(word));
    let is_indented = between.rsplit('\n').next().is_some_and(|indent| indent.len() >= 2)
        && !between.contains(['。', '；', ';', '.']);
    let opens = sections::heading(words, next.marker, false).is_some()
        || !super::bands::read(words).is_empty()
        || super::sentence_kinds::is_rung(words)
        || points::is_ladder(words);
    let goes_on = is_open
        || lacks
        || words.starts_with(char::is_lowercase)
        || (is_indented && !before.ends_with([')', '）', '?', '？']));
    !opens
        && goes_on
        && !points::ends_with_points(before)
        && !text.get(last.end..next.start).is_some_and(|between| between.contains('。'))
}

/// A range without its marker and surrounding punctuation.
fn segment(text: &str, from: usize, to: usize, is_apart: bool) -> Option<Segment> {
    let raw = text.get(from..to)?;
    let (mut marker, mut start) = (Marker::None, from);
    if let Some(found) = MARKER.as_ref().and_then(|marker| marker.captures(raw)) {
        let kinds = [
            ("hash", Marker::Heading),
            ("chapter", Marker::Chapter),
            ("circled", Marker::Circled),
            ("bullet", Marker::Bullet),
            ("bracketed", Marker::Bracketed),
            ("number", Marker::Number),
            ("upper", Marker::Upper),
            ("lower", Marker::Lower),
        ];
        let kind =
            kinds.into_iter().find(|(name, _)| found.name(name).is_some()).map_or(Marker::None, |(_, kind)| kind);
        let length = found.get(0).map_or(0, |whole| whole.len());
        // In "3.5 years" the number is not a marker.
        if !(kind == Marker::Number
            && raw[length..].starts_with(|c: char| c.is_ascii_digit())
            && raw[..length].ends_with('.'))
        {
            (marker, start) = (kind, from + length);
        }
    }
    let rest = text.get(start..to)?;
    let opens = |c: char| c.is_whitespace() || matches!(c, '*' | '|' | ',' | '，' | ';' | '；' | '。');
    let closes = |c: char| c.is_whitespace() || matches!(c, ';' | '；' | '。' | ',' | '，' | '*' | '|' | '、');
    let start = to - rest.trim_start_matches(opens).len();
    let end = start + text.get(start..to)?.trim_end_matches(closes).len();
    (start < end).then_some(Segment { start, end, marker, is_apart })
}

/// The numbering of lists, which distinguishes "1、… 2、…" in one line from numbers in a sentence.
#[derive(Debug, Default)]
struct Numbering {
    last: Option<(Marker, usize)>,
    last_chapter: usize,
}

impl Numbering {
    /// Where items start within a line.
    fn cuts(&mut self, line: &str) -> Vec<usize> {
        let Some(pattern) = INLINE.as_ref() else { return Vec::new() };
        let mut found: Vec<(usize, Marker, usize)> = Vec::new();
        let mut cuts = Vec::new();
        for hit in pattern.captures_iter(line) {
            let Some(whole) = hit.get(0) else { continue };
            let rest = &line[whole.end()..];
            let opens = line[..whole.start()]
                .chars()
                .next_back()
                .is_none_or(|c| c.is_whitespace() || is_cjk(c) || "；;。，,.:：)）】、%".contains(c));
            let counts = whole.as_str().ends_with('.') && rest.starts_with(|c: char| c.is_ascii_digit());
            if !opens || counts || rest.trim().is_empty() {
                continue;
            }
            let digits = whole.as_str().trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or(0);
            if hit.name("bullet").is_some() {
                cuts.push(whole.start());
            } else if hit.name("bracketed").is_some() {
                found.push((whole.start(), Marker::Bracketed, digits));
            } else if hit.name("number").is_some() {
                found.push((whole.start(), Marker::Number, digits));
            } else if let Some(sign) = hit.name("circled").and_then(|sign| sign.as_str().chars().next()) {
                let value = usize::try_from(u32::from(sign).saturating_sub(0x245f)).unwrap_or(0);
                found.push((whole.start(), Marker::Circled, value));
            } else {
                let name = whole.as_str().trim_matches(|c| "（()）、".contains(c));
                found.push((whole.start(), Marker::Chapter, number(name).unwrap_or(0.0) as usize));
            }
        }
        for (at, &(start, marker, value)) in found.iter().enumerate() {
            let leads = line[..start].trim().is_empty();
            // "约2. 5 年" is not a list item without preceding items.
            let glued = line[..start].chars().next_back().is_some_and(is_cjk);
            // A list starts only if its second item follows.
            let begins = value == 1 && found[at + 1..].iter().any(|&(_, next, number)| next == marker && number == 2);
            let is_chapter = marker == Marker::Chapter;
            let continues = if is_chapter {
                value == self.last_chapter + 1
            } else {
                value > 1 && self.last == Some((marker, value - 1))
            };
            if !(leads || (begins && !glued) || continues) {
                continue;
            }
            if is_chapter {
                self.last_chapter = value;
            } else {
                self.last = Some((marker, value));
            }
            if !leads {
                cuts.push(start);
            }
        }
        cuts
    }
}

/// A range of a text as one line: line breaks within Chinese are removed, others become spaces.
pub fn joined(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let chinese = out.chars().next_back().is_some_and(is_cjk) || line.chars().next().is_some_and(is_cjk);
        if !out.is_empty() && !chinese {
            out.push(' ');
        }
        out.push_str(line);
    }
    out.replace("**", "").replace("__", "")
}
