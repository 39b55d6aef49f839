//! What the law forbids to ask a person for: age, gender, looks, family, religion, origin and the like. The patterns, their
//! exceptions and the clauses are data.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use bole_domain::evaluation::Language;
use bole_domain::wire_enum;
use regex::Regex;
use serde::Serialize;

use crate::data::rows;

wire_enum! {
    /// A personal attribute that a job may not ask for.
    pub enum ProtectedAttribute {
        /// Age, or a generation.
        Age => "age",
        /// Gender.
        Gender => "gender",
        /// Looks.
        Looks => "looks",
        /// Height and weight.
        Height => "height",
        /// Marriage, pregnancy and children.
        Family => "family",
        /// Religion.
        Religion => "religion",
        /// Ethnicity, colour and region of origin.
        Ethnicity => "ethnicity",
        /// Household registration.
        Household => "household",
        /// Blood type.
        BloodType => "blood_type",
        /// Zodiac signs.
        Zodiac => "zodiac",
    }
}

/// A place where a text asks for a protected attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Protected {
    /// In bytes.
    pub range: Range<usize>,
    /// The attribute.
    pub attribute: ProtectedAttribute,
    /// The clause of law, in the language of the words found.
    pub clause: &'static str,
}

/// How an attribute is asked for in one language.
struct Pattern {
    attribute: ProtectedAttribute,
    clause: &'static str,
    find: Regex,
    except: Option<Regex>,
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let clauses: BTreeMap<(&str, &str), &'static str> = rows(include_str!("../data/clauses.tsv"))
        .filter_map(|row| <[&str; 3]>::try_from(row).ok())
        .map(|[attribute, language, clause]| ((attribute, language), clause))
        .collect();
    let mut forms: BTreeMap<(&str, &str), [Vec<&str>; 2]> = BTreeMap::new();
    for row in rows(include_str!("../data/protected.tsv")) {
        let Ok([attribute, language, kind, form]) = <[&str; 4]>::try_from(row) else { continue };
        forms.entry((attribute, language)).or_default()[usize::from(kind == "except")].push(form);
    }
    let pattern = |(key, [find, except]): ((&str, &str), [Vec<&str>; 2])| {
        Some(Pattern {
            attribute: key.0.parse().ok()?,
            clause: clauses.get(&key)?,
            find: compiled(&find)?,
            except: if except.is_empty() { None } else { Some(compiled(&except)?) },
        })
    };
    forms.into_iter().filter_map(pattern).collect()
});

/// Word boundaries are those of ASCII, because Chinese is written without spaces.
fn compiled(forms: &[&str]) -> Option<Regex> {
    Regex::new(&format!("(?im){}", forms.join("|")).replace(r"\b", r"(?-u:\b)")).ok()
}

/// Where a text asks for what the law forbids to ask for, in order.
#[must_use]
pub fn protected(text: &str) -> Vec<Protected> {
    let mut found: Vec<Protected> = Vec::new();
    for Pattern { attribute, clause, find, except } in PATTERNS.iter() {
        let mut matches = find.find_iter(text).peekable();
        if matches.peek().is_none() {
            continue;
        }
        let excepted: Ranges = except.iter().flat_map(|except| except.find_iter(text)).map(|hit| hit.range()).collect();
        for hit in matches {
            let range = inner(text, hit.range());
            if !excepted.overlaps(&range) && !range.is_empty() {
                found.push(Protected { range, attribute: *attribute, clause });
            }
        }
    }
    found.sort_by_key(|one| (one.range.start, std::cmp::Reverse(one.range.end)));
    found.dedup_by(|next, former| next.attribute == former.attribute && next.range.start < former.range.end);
    found
}

/// Ranges in order that do not overlap.
#[derive(Debug, Default)]
pub struct Ranges(Vec<Range<usize>>);

impl FromIterator<Range<usize>> for Ranges {
    /// From ranges in the order of their starts; those that overlap become one.
    fn from_iter<T: IntoIterator<Item = Range<usize>>>(ranges: T) -> Self {
        let mut merged: Vec<Range<usize>> = Vec::new();
        for range in ranges {
            match merged.last_mut() {
                Some(last) if range.start < last.end => last.end = last.end.max(range.end),
                _ => merged.push(range),
            }
        }
        Self(merged)
    }
}

impl Ranges {
    pub fn overlaps(&self, range: &Range<usize>) -> bool {
        let after = self.0.partition_point(|other| other.end <= range.start);
        self.0.get(after).is_some_and(|other| other.start < range.end)
    }
}

/// A range without the spaces and punctuation at its ends.
fn inner(text: &str, range: Range<usize>) -> Range<usize> {
    let is_edge = |c: char| c.is_whitespace() || matches!(c, ',' | '，' | ';' | '；' | '.' | '。' | '、' | '(' | '•');
    let whole = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (whole.len() - whole.trim_start_matches(is_edge).len());
    start..range.end - (whole.len() - whole.trim_end_matches(is_edge).len()).min(range.end - start)
}

/// A text without what it may not ask for: clauses that are mostly about that are left out whole. `None` if nothing else
/// is left.
#[must_use]
pub fn without_protected(text: &str) -> Option<String> {
    let found = protected(text);
    if found.is_empty() {
        return Some(text.to_owned());
    }
    let mut left = String::with_capacity(text.len());
    let mut first = 0;
    for clause in clauses(text) {
        first += found[first..].iter().take_while(|one| one.range.end <= clause.start).count();
        let inside: Vec<Range<usize>> = found[first..]
            .iter()
            .take_while(|one| one.range.start < clause.end)
            .map(|one| one.range.start.max(clause.start)..one.range.end.min(clause.end))
            .filter(|range| range.start < range.end)
            .collect();
        let mut kept = String::new();
        let mut at = clause.start;
        for range in &inside {
            kept.push_str(text.get(at..range.start).unwrap_or_default());
            at = at.max(range.end);
        }
        kept.push_str(text.get(at..clause.end).unwrap_or_default());
        let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
        let whole = text.get(clause.clone()).unwrap_or_default();
        if inside.is_empty() || letters(&kept) * 2 > letters(whole) {
            left.push_str(&kept);
        }
    }
    let is_joint = |c: char| c.is_whitespace() || matches!(c, ',' | '，' | ';' | '；' | '、');
    let left = left.trim_matches(is_joint);
    left.chars().any(char::is_alphanumeric).then(|| left.to_owned())
}

/// A text without what it may not ask for, line by line.
#[must_use]
pub fn without_protected_lines(text: &str) -> String {
    if protected(text).is_empty() {
        return text.to_owned();
    }
    let kept: Vec<String> = text
        .split('\n')
        .filter_map(|line| match protected(line).is_empty() {
            true => Some(line.to_owned()),
            false => without_protected(line),
        })
        .collect();
    kept.join("\n")
}

/// The parts of a text between commas, each with the comma after it.
fn clauses(text: &str) -> Vec<Range<usize>> {
    let mut clauses = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if matches!(c, ',' | '，' | ';' | '；' | '。' | '\n' | '、') {
            clauses.push(start..at + c.len_utf8());
            start = at + c.len_utf8();
        }
    }
    clauses.push(start..text.len());
    clauses
}

/// The clause of law that an attribute falls under in a language.
#[must_use]
pub fn clause(attribute: ProtectedAttribute, language: Language) -> Option<&'static str> {
    let code = match language {
        Language::Zh => "zh",
        Language::En => "en",
        Language::Id => "id",
    };
    rows(include_str!("../data/clauses.tsv"))
        .filter_map(|row| <[&str; 3]>::try_from(row).ok())
        .find(|[name, of, _]| *name == attribute.as_str() && *of == code)
        .map(|[.., clause]| clause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        assert_eq!(PATTERNS.len(), rows(include_str!("../data/clauses.tsv")).count());
    }
}
