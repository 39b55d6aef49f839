//! Splits running text into sentences, and sentences into clauses, outside brackets.

use std::ops::Range;

use crate::words;

/// A text that is not split.
pub fn whole(text: &str) -> Vec<Range<usize>> {
    std::iter::once(0..text.len()).collect()
}

/// The parts of a text that end with one of some characters, each with that character.
fn split(text: &str, ends: impl Fn(usize, char) -> bool) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '（' | '[' => depth += 1,
            ')' | '）' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let end = at + c.len_utf8();
        if depth == 0 && ends(at, c) {
            parts.push(start..end);
            start = end;
        }
    }
    if start < text.len() {
        parts.push(start..text.len());
    }
    parts.retain(|part| text[part.clone()].chars().any(char::is_alphanumeric));
    parts
}

/// Sentences, and parts between semicolons.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    split(text, |at, c| match c {
        '。' | '！' | '!' | '？' | '?' | '；' | ';' => true,
        '.' => {
            let (before, after) = (&text[..at], &text[at + 1..]);
            // Dots in a row lead to what stands at the end of the line.
            if !after.starts_with(char::is_whitespace) || before.ends_with('.') {
                return false;
            }
            let word = before.rsplit(|c: char| !(c.is_alphanumeric() || c == '.')).next().unwrap_or_default();
            let is_short = word.chars().count() == 1 || words::is("abbreviation", word);
            let next = after.trim_start().chars().next();
            !is_short && next.is_some_and(|c| !c.is_lowercase())
        }
        _ => false,
    })
}

/// The parts between commas.
pub fn clauses(text: &str) -> Vec<Range<usize>> {
    split(text, |at, c| {
        let is_number = text[at + c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit())
            && text[..at].ends_with(|c: char| c.is_ascii_digit());
        c == '，' || (c == ',' && !is_number)
    })
}

/// A text without its brackets.
pub fn outside_brackets(text: &str) -> String {
    let mut depth = 0_usize;
    let mut outside = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            c if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    outside
}
