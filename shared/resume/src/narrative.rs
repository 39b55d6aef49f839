//! Careers told in sentences: an employer and a title behind the words that introduce them, and the dates beside them.

use std::ops::Range;

use crate::dates::{self, Dated};
use crate::entries::Found;
use crate::layout;
use crate::lexicon::LEXICON;
use crate::names;
use crate::page::{Page, is_chinese, width};
use crate::reading::EntryKind;
use crate::roles::clean;
use crate::schools::is_school;
use crate::units::Unit;
use crate::words::{self, evidence};

/// Lines of this width go on in the next.
const FULL: usize = 64;
/// The longest name in a sentence.
const MAX_NAME: usize = 60;

/// The employments of units that tell them.
pub(crate) fn read(page: &Page, units: &[Unit]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    for sentence in paragraphs(page, units).iter().flat_map(|at| sentences(page, at)) {
        let Some((company, title)) = told(page, &sentence) else { continue };
        let dated = dates::best(page.slice(&sentence))
            .map(|dated| Dated { at: sentence.start + dated.at.start..sentence.start + dated.at.end, ..dated });
        let whole = company.is_some() && title.is_some();
        match found.last_mut() {
            // A title and dates in the sentence behind the employer.
            Some(last) if company.is_none() && last.title.is_none() => {
                last.title = title;
                last.dated = last.dated.take().or(dated);
            }
            _ if company.is_none() && dated.is_none() => {}
            last => {
                let inherited = last.and_then(|last| last.company.clone());
                found.push(Found {
                    kind: EntryKind::Work,
                    header: sentence.clone(),
                    company: company.or(inherited),
                    title,
                    sure: whole && dated.is_some(),
                    dated,
                    body: sentence,
                });
            }
        }
    }
    found.retain(|entry| entry.dated.is_some() && entry.company.is_some() && entry.title.is_some());
    found
}

/// Units that go on over full lines are one paragraph.
fn paragraphs(page: &Page, units: &[Unit]) -> Vec<Range<usize>> {
    let mut paragraphs: Vec<Range<usize>> = Vec::new();
    for unit in units {
        match paragraphs.last_mut() {
            Some(last) if !unit.bullet && width(page.slice(last).rsplit('\n').next().unwrap_or_default()) >= FULL => {
                last.end = unit.at.end
            }
            _ => paragraphs.push(unit.at.clone()),
        }
    }
    paragraphs
}

pub(crate) fn sentences(page: &Page, at: &Range<usize>) -> Vec<Range<usize>> {
    let text = page.slice(at);
    let mut start = 0;
    let mut parts = Vec::new();
    for (end, c) in text.char_indices() {
        let next = &text[end + c.len_utf8()..];
        let word = text[start..end].rsplit(' ').next().unwrap_or_default();
        if matches!(c, '。' | ';' | '!') || c == '.' && next.starts_with([' ', '\n']) && word.len() > 3 {
            parts.push(at.start + start..at.start + end);
            start = end + c.len_utf8();
        }
    }
    parts.push(at.start + start..at.end);
    parts.into_iter().map(|part| page.trim(part, char::is_whitespace)).filter(|part| !part.is_empty()).collect()
}

/// Employer and title of a sentence about an employment.
fn told(page: &Page, sentence: &Range<usize>) -> Option<layout::Found> {
    let lower = format!(" {} ", page.low(sentence));
    if !LEXICON.list("told_strong").iter().any(|(word, _)| lower.contains(word)) {
        return None;
    }
    let company = behind(page, sentence, "told_employer", &|name| {
        let names = evidence(name);
        let proper = name.starts_with(char::is_uppercase) && names.title < 3 && !words::is_place(name);
        !is_school(name) && names.title < 3 && (names.company >= 2 || proper && !is_chinese(name))
    });
    let title = behind(page, sentence, "told_title", &|name| evidence(name).title == 3 && evidence(name).company < 3);
    (company.is_some() || title.is_some())
        .then(|| (company.map(|company| names::company(page, &company)), title.map(|title| names::title(page, &title))))
}

/// The first name behind one of the words of a class that fits.
fn behind(page: &Page, sentence: &Range<usize>, class: &str, fits: &dyn Fn(&str) -> bool) -> Option<Range<usize>> {
    let lower = page.low(sentence);
    for (word, _) in LEXICON.list(class) {
        for (found, _) in lower.match_indices(word.trim_start()) {
            let bounded = !word.starts_with(' ') || found == 0 || lower[..found].ends_with(' ');
            if !bounded {
                continue;
            }
            let start = found + word.trim_start().len();
            let rest = &lower[start..];
            let ends = LEXICON.list("told_ends").iter().filter_map(|(end, _)| rest.find(end));
            let dated = dates::find(rest).first().map(|dated| dated.at.start);
            let end = ends.chain(dated).filter(|&end| end > 0).min().unwrap_or(rest.len());
            let name = clean(page, sentence.start + start..sentence.start + start + end);
            let text = page.slice(&name);
            if !text.is_empty() && text.chars().count() <= MAX_NAME && fits(text) {
                return Some(name);
            }
        }
    }
    None
}
