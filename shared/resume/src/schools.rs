//! Schools and degrees in a piece of a line.

use std::ops::Range;

use bole_domain::profile::DegreeLevel;

use crate::labels;
use crate::lexicon::LEXICON;
use crate::page::{Page, is_chinese, is_han, words};
use crate::roles;
use crate::words::evidence;

/// Longer pieces are prose.
const MAX_PIECE: usize = 240;

/// A degree in a text, by bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Degree {
    pub(crate) at: Range<usize>,
    pub(crate) level: DegreeLevel,
}

fn level(value: &str) -> Option<DegreeLevel> {
    value.parse().ok()
}

pub(crate) fn is_school(piece: &str) -> bool {
    if piece.chars().count() > 130 {
        return false;
    }
    let lower = piece.to_lowercase();
    if is_chinese(piece) {
        return LEXICON.within("school", &lower, 2).is_some_and(|(at, end, _)| {
            let named = |at: usize, end: usize| at > 0 && !lower[at..end].is_ascii();
            named(at, end)
                || LEXICON
                    .within("school", &lower[end..], 2)
                    .is_some_and(|(next, last, _)| named(end + next, end + last))
        }) && !piece.starts_with("大学");
    }
    let words = words(&lower);
    let kind = |word: &str| LEXICON.has("school_kind", word);
    // "SMK jurusan Akuntansi" names no school.
    if words.first().is_some_and(|first| kind(first))
        && words.get(1).is_none_or(|next| LEXICON.has("school_field", next))
    {
        return false;
    }
    if words.len() == 1 && piece.contains(char::is_lowercase) || labels::field_of(piece).is_some() {
        return false;
    }
    words.iter().enumerate().any(|(at, word)| {
        // "High School Diploma" is a degree, "Willow Creek High School" a school.
        let generic = *word == "school"
            && at == 1
            && matches!(words[0], "high" | "higher")
            && words.get(2).is_none_or(|next| matches!(*next, "diploma" | "graduate" | "certificate"));
        let ambiguous = kind(word) || LEXICON.has("school_word", word);
        let capital = piece.split(|c: char| !c.is_alphanumeric()).any(|written| {
            written.eq_ignore_ascii_case(word)
                && (!written.contains(char::is_lowercase)
                    || written.len() > 5 && written.starts_with(char::is_uppercase))
        });
        let known = LEXICON.has("school", word) || word.len() > 6 && LEXICON.ends("school_end", word).is_some();
        known && !generic && (!ambiguous || capital)
    })
}

/// The level that the kind of a school gives by itself.
pub(crate) fn school_level(school: &str) -> Option<DegreeLevel> {
    let lower = school.to_lowercase();
    let high = words(&lower).iter().any(|word| LEXICON.has("school_secondary", word))
        || LEXICON
            .list("secondary_phrase")
            .iter()
            .any(|(kind, _)| lower.contains(kind) && (kind.is_ascii() || lower.ends_with(kind)));
    high.then_some(DegreeLevel::HighSchool)
}

pub(crate) fn is_elementary(school: &str) -> bool {
    let lower = school.to_lowercase();
    lower.split(' ').next().is_some_and(|first| LEXICON.has("elementary", first))
        || LEXICON.list("elementary").iter().any(|(kind, _)| kind.len() > 5 && lower.contains(kind))
}

/// The first degree of a text.
pub(crate) fn degree(text: &str) -> Option<Degree> {
    if text.len() > MAX_PIECE {
        return None;
    }
    if text.contains(is_han)
        && let Some(found) = chinese_degree(text)
    {
        return Some(found);
    }
    let separators = [' ', '\t', '(', ')', '/', ',', '|', ':', ';'];
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for word in text.split_inclusive(separators) {
        let bare = word.trim_end_matches(separators);
        if !bare.is_empty() {
            starts.push((at, at + bare.len()));
        }
        at += word.len();
    }
    let key = |from: usize, to: usize| {
        text[from..to].chars().filter(|c| c.is_alphanumeric() || *c == '\'').collect::<String>().to_lowercase()
    };
    for (index, &(from, to)) in starts.iter().enumerate() {
        let single = key(from, to);
        let pair = starts
            .get(index + 1)
            .map(|&(_, end)| (key(from, end), end))
            .filter(|(pair, _)| LEXICON.has("degree_pair", pair));
        let (found, end) = pair.as_ref().map_or((single.as_str(), to), |(pair, end)| (pair.as_str(), *end));
        let written = &text[from..to];
        let Some(level) = LEXICON.get("degree", found).and_then(level).or_else(|| lettered(written)) else { continue };
        // Short ones are words too: MA, MS, Ed, man, di.
        let upper = !written.contains(char::is_lowercase);
        let capital = written.starts_with(char::is_uppercase);
        if single.chars().count() <= 3
            && pair.is_none()
            && !(upper && capital
                || written.trim_end_matches('.').contains('.')
                || capital && LEXICON.has("degree_mixed", &single))
        {
            continue;
        }
        if index == 0 && starts.len() > 1 && LEXICON.has("school_kind", &single) && is_school(text) {
            return None;
        }
        return Some(Degree { at: from..of_phrase(text, end), level });
    }
    None
}

/// "Bachelor of Science": the end of a degree's name.
fn of_phrase(text: &str, end: usize) -> usize {
    let lower = text[end..].to_ascii_lowercase();
    let phrase = LEXICON.list("degree_of").iter().find(|(of, _)| lower.trim_start().starts_with(of));
    phrase.map_or(end, |(of, _)| end + (lower.len() - lower.trim_start().len()) + of.len())
}

fn chinese_degree(text: &str) -> Option<Degree> {
    LEXICON.list("degree").iter().filter(|(name, _)| name.contains(is_han)).find_map(|&(name, value)| {
        let at = text.find(name)?;
        let level = level(value)?;
        // 某某高等专科学校 is a school, 某某高中 another.
        let school = text[at + name.len()..].starts_with("学校")
            || level == DegreeLevel::HighSchool
                && text.chars().count() > 4
                && (LEXICON.has("school", name) || text[at..].contains("学校"));
        (!school).then(|| Degree { at: at..at + name.len(), level })
    })
}

/// "S.Farm.", "A.Md.Kep": the letter before the dot gives the level in any field.
fn lettered(word: &str) -> Option<DegreeLevel> {
    let (letter, field) = word.split_once('.')?;
    let field = field.trim_end_matches('.');
    let named = (1..=12).contains(&field.len())
        && field.starts_with(|c: char| c.is_ascii_uppercase())
        && field.chars().all(|c| c.is_ascii_alphabetic() || c == '.');
    match letter {
        "S" | "B" if named => Some(DegreeLevel::Bachelor),
        "M" if named => Some(DegreeLevel::Master),
        "A" if named && field.starts_with("Md") => Some(DegreeLevel::Associate),
        _ => None,
    }
}

/// Whether a stretch names a degree and a school, and no employment; `any` level, or above a secondary school.
pub(crate) fn is_schooling(page: &Page, at: &Range<usize>, any: bool) -> bool {
    let text = page.slice(at);
    if text.chars().count() > 160 {
        return false;
    }
    let pieces = roles::strong(page, at);
    if !pieces.iter().any(|piece| is_school(page.slice(piece))) {
        return false;
    }
    let lowest = if any { DegreeLevel::HighSchool } else { DegreeLevel::Associate };
    let named =
        degree(text).map(|degree| degree.level).or_else(|| school_level(text)).is_some_and(|level| level >= lowest)
            || text.contains("专业");
    named
        && !pieces
            .iter()
            .flat_map(|piece| roles::weak(page, piece))
            .any(|piece| evidence(page.slice(&piece)).title == 3 && degree(page.slice(&piece)).is_none())
}

/// The level; a university without a degree ranks as a bachelor's.
pub(crate) fn rank(level: Option<DegreeLevel>, school: Option<&str>) -> Option<DegreeLevel> {
    let university = |school: &str| LEXICON.within("university", &school.to_lowercase(), 2).is_some();
    level.or_else(|| school.is_some_and(university).then_some(DegreeLevel::Bachelor))
}
