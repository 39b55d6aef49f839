//! Countries, for requirements valid only in some: a licence to practise, admission to a bar. Recognized by names,
//! regions and towns from `lexicon/places.txt`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::text::is_cjk;

/// A set of countries, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Places(u64);

impl Places {
    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets intersect.
    pub const fn meet(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The union of both sets.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

struct Name {
    text: String,
    exact: bool,
    places: Places,
    /// Whether it names a part of a country.
    part: bool,
}

struct Gazetteer {
    automaton: Option<AhoCorasick>,
    names: Vec<Name>,
}

static PLACES: LazyLock<Gazetteer> = LazyLock::new(|| read(include_str!("../../lexicon/places.txt")));

fn read(source: &str) -> Gazetteer {
    let mut bits: BTreeMap<&str, u64> = BTreeMap::new();
    let mut names: Vec<Name> = Vec::new();
    for line in source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some((key, rest)) = line.split_once(": ") else { continue };
        let (listed, places) = match rest.split_once(" = ").filter(|_| key.starts_with('+')) {
            Some((listed, members)) => {
                (listed, members.split_whitespace().filter_map(|member| bits.get(member)).fold(0, |all, bit| all | bit))
            }
            None => {
                let bit = 1 << bits.len();
                bits.insert(key, bit);
                (rest, bit)
            }
        };
        // ", OH" is a state after a town.
        let listed = listed.replace("=, ", "=\u{0}");
        let (whole, parts) = listed.split_once('|').unwrap_or((listed.as_str(), ""));
        for (list, part) in [(whole, false), (parts, true)] {
            for name in list.split(',').map(str::trim).filter(|name| !name.is_empty()) {
                let exact = name.strip_prefix('=').map(|name| name.replace('\u{0}', ", "));
                let text = exact.clone().unwrap_or_else(|| name.to_owned());
                names.push(Name { text, exact: exact.is_some(), places: Places(places), part });
            }
        }
    }
    let automaton = AhoCorasick::builder()
        .match_kind(MatchKind::Standard)
        .ascii_case_insensitive(true)
        .build(names.iter().map(|name| &name.text))
        .ok();
    Gazetteer { automaton, names }
}

/// All countries named in a text, with their positions.
pub fn named(text: &str) -> Vec<(Places, usize, usize)> {
    found_in(text).into_iter().map(|(name, start, end)| (name.places, start, end)).collect()
}

fn found_in(text: &str) -> Vec<(&'static Name, usize, usize)> {
    let Some(automaton) = &PLACES.automaton else { return Vec::new() };
    let joins = |c: char| c.is_alphanumeric() && !is_cjk(c);
    let whole = |start: usize, end: usize| {
        let (before, after) = (text[..start].chars().next_back(), text[end..].chars().next());
        let own = &text[start..end];
        let left = !own.starts_with(joins) || !before.is_some_and(joins);
        left && (!own.ends_with(joins) || !after.is_some_and(joins))
    };
    automaton
        .find_overlapping_iter(text)
        .filter_map(|hit| {
            let name = &PLACES.names[hit.pattern().as_usize()];
            let found = text.get(hit.start()..hit.end())?;
            let fits = (!name.exact || found == name.text) && whole(hit.start(), hit.end());
            fits.then_some((name, hit.start(), hit.end()))
        })
        .collect()
}

/// The countries required by a text, and the part of a country if only that is named.
pub fn asked_in(text: &str) -> (Places, Option<String>) {
    let found = found_in(text);
    let places = found.iter().fold(Places::default(), |all, (name, ..)| all.with(name.places));
    let part = found.iter().all(|(name, ..)| name.part).then(|| found.first().map(|(name, ..)| name.text.clone()));
    (places, part.flatten())
}

/// Whether a text names a country as a location: "in a US hospital", "di Indonesia", "在新加坡".
pub fn is_where(text: &str) -> bool {
    const BEFORE: &[&str] = &[" in", " in a", " in an", " in the", " within", " within the", " di", "在", "于"];
    let lower = text.to_lowercase();
    named(text).into_iter().any(|(_, start, _)| {
        let before = lower.get(..start).unwrap_or("").trim_end();
        BEFORE.iter().any(|word| before.ends_with(word))
    })
}

/// Whether two names denote the same part of a country, in any language.
pub fn same(part: &str, other: &str) -> bool {
    const FORMS: &[&[&str]] = &[
        &["california", ", ca", "加州", "加利福尼亚"],
        &["new york", ", ny", "纽约"],
        &["texas", ", tx", "德州", "得克萨斯"],
        &["washington", ", wa", "华盛顿州"],
        &["ohio", ", oh"],
        &["florida", ", fl"],
        &["illinois", ", il"],
        &["massachusetts", ", ma"],
        &["pennsylvania", ", pa"],
        &["new jersey", ", nj"],
        &["georgia", ", ga"],
        &["virginia", ", va"],
        &["england", "英格兰", "united kingdom"],
    ];
    let (part, other) = (part.to_lowercase(), other.to_lowercase());
    let of = |name: &str| FORMS.iter().position(|forms| forms.contains(&name));
    part == other || of(&part).is_some_and(|form| of(&other) == Some(form))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named_in(text: &str) -> Places {
        asked_in(text).0
    }

    #[test]
    fn region_named_alone_is_required() {
        assert_eq!(asked_in("Active California RN license").1.as_deref(), Some("California"));
        assert_eq!(asked_in("any U.S. state, Ohio by the start date").1, None);
        assert!(same("California", "加利福尼亚") && !same("California", "Ohio"));
    }

    #[test]
    fn states_towns_and_legal_systems_map_to_countries() {
        let us = named_in("any U.S. state");
        for text in ["Licensed in Ohio", "Dayton, OH", "美国执照", "STR di Amerika Serikat"] {
            assert!(named_in(text).meet(us), "{text}");
        }
        assert!(named_in("a common-law jurisdiction").meet(named_in("Supreme Court of Singapore")));
        assert!(!named_in("a common-law jurisdiction").meet(named_in("上海")));
        for text in ["OHM's law", "ask us", "Georgette", "in or out"] {
            assert!(named_in(text).is_empty(), "{text}");
        }
    }
}
