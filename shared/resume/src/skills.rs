//! The skills that the lists of a resume name.

use std::ops::Range;

use crate::labels;
use crate::lexicon::LEXICON;
use crate::page::{Page, is_han};

/// The most skills.
const MAX_SKILLS: usize = 80;

/// Adds the skills of a row of a list.
pub(crate) fn read(page: &Page, row: &Range<usize>, skills: &mut Vec<Range<usize>>) {
    let text = page.slice(row);
    let mut start = row.start;
    // "Tools: Excel, SAP"
    if let Some((_, rest)) = text.split_once(':').filter(|(head, _)| head.chars().count() <= 40) {
        start = row.end - rest.len();
    }
    if labels::field_of(page.slice(&(start..row.end))).is_some() {
        return;
    }
    for item in items(page, &(start..row.end)) {
        let lower = page.low(&item);
        let known = skills.iter().any(|seen| page.low(seen) == lower);
        if !known && is_skill(page.slice(&item)) && skills.len() < MAX_SKILLS {
            skills.push(item);
        }
    }
}

fn items(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let text = page.slice(at);
    let (mut items, mut start, mut depth, mut before) = (Vec::new(), 0, 0usize, ' ');
    for (offset, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let wide = c == ' ' && before == ' ';
        before = c;
        if depth == 0 && (wide || matches!(c, ',' | ';' | '、' | '|' | '•' | '·' | '\t' | '。' | '●' | '▪')) {
            items.push(at.start + start..at.start + offset);
            start = offset + c.len_utf8();
        }
    }
    items.push(at.start + start..at.end);
    items.into_iter().map(|item| tidy(page, item)).filter(|item| !item.is_empty()).collect()
}

/// Without the words around a skill: 熟练使用Excel等.
fn tidy(page: &Page, item: Range<usize>) -> Range<usize> {
    let mark = |c: char| c.is_whitespace() || matches!(c, '-' | '–' | '*' | '+' | '.');
    let mut at = page.trim(item, char::is_whitespace);
    let text = page.slice(&at);
    let kept = text.trim_start_matches(mark).trim_end_matches(['.', ' ']);
    let from = kept.as_ptr().addr() - text.as_ptr().addr();
    at = at.start + from..at.start + from + kept.len();
    if let Some((head, rest)) = page.slice(&at).rsplit_once(':').filter(|(head, _)| head.chars().count() <= 24) {
        at = page.trim(at.start + head.len() + 1..at.start + head.len() + 1 + rest.len(), char::is_whitespace);
    }
    while let Some((len, _)) = LEXICON.begins("skill_lead", page.low(&at)).filter(|(len, _)| *len < at.len()) {
        at = page.trim(at.start + len..at.end, char::is_whitespace);
    }
    if let Some((len, _)) = LEXICON.ends("skill_end", page.low(&at)).filter(|(len, _)| len + 1 < at.len()) {
        at.end -= len;
    }
    at
}

fn is_skill(text: &str) -> bool {
    let count = text.chars().count();
    let han = text.chars().filter(|&c| is_han(c)).count();
    text.contains(char::is_alphabetic)
        && count <= 60
        && han <= 18
        && text.split_whitespace().count() <= 7
        && !text.contains('@')
}
