//! The normal form of a text, its map to the text as given, and its lines. Nothing here knows a word.

use std::ops::Range;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::offsets::At;

/// The longest text that is read, in characters.
const MAX_CHARS: usize = 120_000;
/// The most lines that are read.
const MAX_LINES: usize = 6_000;
/// Shorter rows of signs are no ruled lines.
const MIN_RULE: usize = 6;
/// Narrower lines are not wrapped.
const MIN_WRAP: usize = 56;
/// Narrower lines go on in small letters only.
const FULL_WRAP: usize = 76;

/// A text in its normal form: NFKC, simplified characters, no invisible ones, white space other than tabs and line ends
/// as blanks.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) text: String,
    /// In lower case, byte for byte beside `text`.
    pub(crate) lower: String,
    /// For each byte of `text` and its end: the byte of the text as given.
    origin: Vec<u32>,
    /// The bytes of the text as given that were read.
    pub(crate) read: usize,
}

/// One line that is not empty, without the sign of a list.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub(crate) at: Range<usize>,
    pub(crate) bullet: bool,
    /// Whether it goes on from the line above.
    pub(crate) continues: bool,
    /// Blank lines stand above.
    pub(crate) apart: bool,
    /// A ruled line stands above.
    pub(crate) ruled: bool,
}

impl Page {
    pub(crate) fn new(given: &str, simplify: &dyn Fn(char) -> char) -> Self {
        let mut page =
            Self { text: String::with_capacity(given.len()), lower: String::new(), origin: Vec::new(), read: 0 };
        let mut chars = given.char_indices().take(MAX_CHARS).peekable();
        while let Some((at, first)) = chars.next() {
            let mut end = at + first.len_utf8();
            while let Some(&(next, mark)) = chars.peek()
                && is_combining_mark(mark)
            {
                end = next + mark.len_utf8();
                chars.next();
            }
            page.push(&given[at..end], first, at, simplify);
            page.read = end;
        }
        page.origin.push(u32::try_from(page.read).unwrap_or(u32::MAX));
        if page.is_spaced_out() {
            page.narrow();
        }
        page.lower = page.text.chars().map(small).collect();
        page
    }

    fn push(&mut self, cluster: &str, first: char, at: usize, simplify: &dyn Fn(char) -> char) {
        let from = self.text.len();
        match first {
            '\u{ad}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2060}'
            | '\u{feff}'
            | '\u{202a}'..='\u{202e}'
            | '\u{fffd}'
            | '\0' => {}
            '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{2028}' | '\u{2029}' | '\u{85}' => self.text.push('\n'),
            '\t' => self.text.push('\t'),
            // Set apart cells, as two blanks do.
            '\u{3000}' => self.text.push_str("  "),
            '│' | '┃' | '¦' | '∣' => self.text.push('|'),
            '〔' => self.text.push('【'),
            '〕' => self.text.push('】'),
            first if first.is_ascii() && cluster.len() == 1 => {
                self.text.push(if first.is_control() { ' ' } else { first })
            }
            _ => self
                .text
                .extend(cluster.nfkc().map(|c| if c.is_whitespace() || c.is_control() { ' ' } else { simplify(c) })),
        }
        let origin = u32::try_from(at).unwrap_or(u32::MAX);
        self.origin.extend(std::iter::repeat_n(origin, self.text.len() - from));
    }

    /// Whether all blanks were doubled, so that two of them separate nothing.
    fn is_spaced_out(&self) -> bool {
        let (mut wide, mut narrow, mut run, mut before) = (0usize, 0usize, 0usize, '\n');
        for c in self.text.chars() {
            if c == ' ' {
                run += 1;
                continue;
            }
            let beside = before == '\n' || c == '\n' || is_han(before) || is_han(c);
            match run {
                _ if beside => {}
                0 => {}
                1 => narrow += 1,
                _ => wide += 1,
            }
            (run, before) = (0, c);
        }
        wide >= 20 && wide > narrow * 2
    }

    fn narrow(&mut self) {
        let mut text = String::with_capacity(self.text.len());
        let mut origin = Vec::with_capacity(self.origin.len());
        for (at, c) in self.text.char_indices() {
            if c != ' ' || !text.ends_with(' ') {
                text.push(c);
                origin.extend(std::iter::repeat_n(self.origin[at], c.len_utf8()));
            }
        }
        origin.extend(self.origin.last());
        (self.text, self.origin) = (text, origin);
    }

    /// A range of the normal form in the text as given.
    pub(crate) fn origin(&self, range: &Range<usize>, given: &str) -> At {
        if range.is_empty() {
            return At::new(0..0);
        }
        let start = self.origin[range.start] as usize;
        let last = self.origin[range.end - 1] as usize;
        // The last character goes up to the next that made one of the normal form.
        let mut end = self.origin[range.end] as usize;
        if end <= last {
            end = last;
        }
        while end > last && given[last..end].chars().next_back().is_some_and(char::is_whitespace) && end - last > 1 {
            end -= given[last..end].chars().next_back().map_or(1, char::len_utf8);
        }
        if end <= last {
            end = last + given[last..].chars().next().map_or(0, char::len_utf8);
        }
        At::new(start..end.max(start))
    }

    pub(crate) fn slice(&self, range: &Range<usize>) -> &str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    pub(crate) fn low(&self, range: &Range<usize>) -> &str {
        self.lower.get(range.clone()).unwrap_or_default()
    }

    /// The range without the blanks and other characters around it.
    pub(crate) fn trim(&self, range: Range<usize>, around: impl Fn(char) -> bool) -> Range<usize> {
        let text = self.slice(&range);
        let start = range.start + text.len() - text.trim_start_matches(&around).len();
        let end = start + text[start - range.start..].trim_end_matches(&around).len();
        start..end
    }

    /// The lines that are not empty and hold a letter or digit.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        let mut start = 0;
        let (mut blank, mut ruled) = (true, false);
        for line in self.text.split_inclusive('\n') {
            let whole = self.trim(start..start + line.len(), char::is_whitespace);
            start += line.len();
            if whole.is_empty() {
                blank = true;
                continue;
            }
            let (bullet, at) = match list_sign(self.slice(&whole)) {
                Some(sign) => (true, self.trim(whole.start + sign..whole.end, char::is_whitespace)),
                None => (false, whole),
            };
            if self.slice(&at).contains(char::is_alphanumeric) {
                let (apart, ruled) = (std::mem::take(&mut blank), std::mem::take(&mut ruled));
                rows.push(Row { at, bullet, continues: false, apart, ruled });
            } else {
                ruled |= at.len() >= MIN_RULE;
            }
            if rows.len() == MAX_LINES {
                break;
            }
        }
        self.wrap(&mut rows);
        rows
    }

    /// Marks the lines that go on from a full line above.
    fn wrap(&self, rows: &mut [Row]) {
        let widths: Vec<usize> = rows.iter().map(|row| width(self.slice(&row.at))).collect();
        let widest =
            rows.iter().zip(&widths).filter(|(row, width)| row.bullet && **width < 160).map(|(_, &width)| width).max();
        let full = widest.unwrap_or(0).max(MIN_WRAP) * 17 / 20;
        let mut listed = false;
        for at in 1..rows.len() {
            let (above, text) = (self.slice(&rows[at - 1].at), self.slice(&rows[at].at));
            listed = rows[at - 1].bullet || listed && rows[at - 1].continues;
            let ended = above.ends_with(['.', '。', ';', '!', '?', ':']);
            let whole = text.ends_with(['.', '。', ';']) && widths[at - 1] >= FULL_WRAP;
            let sentence = whole || text.starts_with(char::is_lowercase);
            rows[at].continues = listed
                && !ended
                && !rows[at].bullet
                && !rows[at].apart
                && sentence
                && widths[at - 1] >= full
                && !text.contains("  ")
                && !text.contains('\t');
        }
    }

    /// The cells of a stretch, set apart by tabs and wide gaps.
    pub(crate) fn cells(&self, at: &Range<usize>) -> Vec<Range<usize>> {
        let text = self.slice(at);
        let mut cells = Vec::new();
        let mut start = 0;
        let bytes = text.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            if bytes[i] == b'\t' || bytes[i] == b' ' && bytes.get(i + 1) == Some(&b' ') {
                cells.push(at.start + start..at.start + i);
                while i < bytes.len() && matches!(bytes[i], b' ' | b'\t') {
                    i += 1;
                }
                start = i;
            } else {
                i += 1;
            }
        }
        cells.push(at.start + start..at.end);
        cells.into_iter().map(|cell| self.trim(cell, char::is_whitespace)).filter(|cell| !cell.is_empty()).collect()
    }
}

/// A text on one line: line ends between Chinese letters go, other white space is one blank.
pub(crate) fn one_line(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    let mut words = text.split_whitespace();
    value.push_str(words.next().unwrap_or_default());
    let mut rest = text.trim_start();
    for word in words {
        let gap = rest.find(word).map_or("", |at| &rest[..at]);
        let broken = gap.contains('\n') && value.ends_with(is_han) && word.starts_with(is_han);
        if !broken {
            value.push(' ');
        }
        value.push_str(word);
        rest = rest.find(word).map_or("", |at| &rest[at..]);
    }
    value
}

/// A small letter of the same length.
fn small(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(one), None) if one.len_utf8() == c.len_utf8() => one,
        _ => c,
    }
}

/// Whether the character is a Chinese ideograph.
pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Whether much of the text is ideographs.
pub(crate) fn is_chinese(text: &str) -> bool {
    let (mut han, mut letters) = (0usize, 0usize);
    for c in text.chars() {
        if is_han(c) {
            han += 1;
        } else if c.is_alphabetic() {
            letters += 1;
        }
    }
    han > 0 && han * 3 >= letters
}

/// The width in characters; Chinese ones count as two.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(|c| 1 + usize::from(is_han(c))).sum()
}

/// Dashes, tildes and arrows of all kinds.
pub(crate) fn is_dash(c: char) -> bool {
    matches!(c, '-' | '‐'..='―' | '−' | '~' | '∼' | '〜' | '～' | '→' | '➔' | '>' | '─' | '━' | '﹣' | '－')
}

/// The length of the sign of a list with the blanks behind it: a bullet, a number, a letter.
pub(crate) fn list_sign(text: &str) -> Option<usize> {
    let first = text.chars().next()?;
    let rest = &text[first.len_utf8()..];
    let upto = |rest: &str| Some(text.len() - rest.trim_start().len());
    let sign = bole_domain::text::is_list_sign(first)
        || matches!(first, '▍' | '▎' | '▌' | '▏' | '★' | '☆' | '※' | '+' | 'Ø' | '¤' | '\u{e000}'..='\u{f8ff}');
    if sign && (rest.starts_with(' ') || !first.is_ascii() && first != 'Ø') || is_dash(first) && rest.starts_with(' ')
    {
        return upto(rest);
    }
    let numeral = |c: char| "一二三四五六七八九十".contains(c);
    let opened = text.strip_prefix(['(', '[']).unwrap_or(text);
    if opened.len() < text.len()
        && let Some((_, rest)) =
            opened.split_once(')').filter(|(inner, _)| !inner.is_empty() && inner.chars().all(numeral))
    {
        return upto(rest);
    }
    let mut marked = text.chars();
    if let (Some('a'..='h'), Some('.' | ')'), Some(' ')) = (marked.next(), marked.next(), marked.next()) {
        return upto(marked.as_str());
    }
    let digits = opened.len() - opened.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if (1..=2).contains(&digits) {
        let mut tail = opened[digits..].chars();
        if matches!(tail.next(), Some('.' | '、' | ')' | ']' | ','))
            && !tail.as_str().starts_with(|c: char| c.is_ascii_digit())
        {
            return upto(tail.as_str());
        }
    }
    None
}

/// Joins letter-spaced words: "E D U C A T I O N", "工 作 经 历".
pub(crate) fn unspace(text: &str) -> String {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let single = parts.iter().all(|part| part.chars().count() == 1);
    if single && parts.len() >= 2 && parts.iter().all(|part| part.starts_with(is_han)) {
        return parts.concat();
    }
    if single && parts.len() >= 4 {
        // Words of a spaced heading are further apart than its letters.
        let words = text.split("  ").map(|word| word.split_whitespace().collect::<String>());
        return words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    }
    text.to_owned()
}

/// Small words of a text with inner dots, hyphens and apostrophes.
pub(crate) fn words(lower: &str) -> Vec<&str> {
    static PARTS: LazyLock<fn(char) -> bool> =
        LazyLock::new(|| |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '&' | '\'' | '.')) || is_han(c));
    lower
        .split(*PARTS)
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| !word.is_empty())
        .collect()
}
