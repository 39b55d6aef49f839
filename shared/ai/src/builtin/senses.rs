//! Word senses in three languages (`lexicon/senses.txt`): a criterion and a sentence in different words are compared
//! by senses, and by stems for words without one.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use super::text::{Term, is_cjk, terms};

/// A sense's number, stable within a build.
pub type SenseId = u16;

static SENSES: LazyLock<Senses> = LazyLock::new(|| Senses::read(include_str!("../../lexicon/senses.txt")));

/// The weights of a noun, a verb and a common word.
const THING: f64 = 1.0;
const DOING: f64 = 0.5;
const EVERYDAY: f64 = 0.3;
/// The weight of a pair of Chinese characters without a sense.
const PAIR: f64 = 0.45;
/// The weight from which a word is significant.
const TELLING: f64 = 0.6;
/// The maximum length of an inflected ending.
const ENDING: usize = 7;

struct Pattern {
    text: String,
    senses: Vec<SenseId>,
    is_open: bool,
    is_exact: bool,
}

struct Senses {
    patterns: Vec<Pattern>,
    every: Option<AhoCorasick>,
    longest: Option<AhoCorasick>,
    weights: Vec<f64>,
    /// For each sense, itself and its broader senses.
    broader: Vec<Vec<SenseId>>,
}

impl Senses {
    fn read(source: &'static str) -> Self {
        let mut names: BTreeMap<&str, SenseId> = BTreeMap::new();
        let (mut weights, mut parents): (Vec<f64>, Vec<Option<&str>>) = (Vec::new(), Vec::new());
        let mut words: BTreeMap<(String, bool, bool), Vec<SenseId>> = BTreeMap::new();
        let mut weight = THING;
        for line in source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(section) = line.strip_prefix('[') {
                weight = match section {
                    "leads]" => 0.0,
                    "doings]" => DOING,
                    "everyday]" => EVERYDAY,
                    _ => THING,
                };
                continue;
            }
            let Some((name, rest)) = line.split_once(": ") else { continue };
            let (list, parent) = rest.split_once(" < ").map_or((rest, None), |(list, parent)| (list, Some(parent)));
            let (list, kinds) = list.split_once(" > ").unwrap_or((list, ""));
            let mut add = |name: &'static str, list: Vec<&str>, parent: Option<&'static str>| {
                let id = SenseId::try_from(weights.len()).unwrap_or(SenseId::MAX);
                names.insert(name, id);
                weights.push(weight);
                parents.push(parent);
                for word in list.into_iter().map(str::trim).filter(|word| !word.is_empty()) {
                    let (word, is_exact) = word.strip_prefix('=').map_or((word, false), |word| (word, true));
                    let (word, is_open) = word.strip_suffix('*').map_or((word, false), |word| (word, true));
                    let text = if is_exact { word.to_owned() } else { word.to_lowercase() };
                    words.entry((text, is_open, is_exact)).or_default().push(id);
                }
            };
            add(name, list.split(',').collect(), parent);
            for kind in kinds.split(", ").filter(|kind| !kind.is_empty()) {
                add(kind, kind.split('/').collect(), Some(name));
            }
        }
        let broader = (0..weights.len())
            .map(|at| {
                let mut chain = vec![SenseId::try_from(at).unwrap_or(SenseId::MAX)];
                let mut next = parents[at];
                while let Some(id) = next.and_then(|name| names.get(name)).filter(|id| !chain.contains(id)) {
                    chain.push(*id);
                    next = parents[usize::from(*id)];
                }
                chain
            })
            .collect();
        let patterns: Vec<Pattern> = words
            .into_iter()
            .map(|((text, is_open, is_exact), senses)| Pattern { text, senses, is_open, is_exact })
            .collect();
        let built = |kind: MatchKind| {
            let texts = patterns.iter().map(|pattern| &pattern.text);
            AhoCorasick::builder().match_kind(kind).ascii_case_insensitive(true).build(texts).ok()
        };
        let (every, longest) = (built(MatchKind::Standard), built(MatchKind::LeftmostLongest));
        Self { every, longest, patterns, weights, broader }
    }

    /// The extent of a hit as a whole word.
    fn word(&self, text: &str, pattern: usize, start: usize, end: usize) -> Option<(usize, usize)> {
        let pattern = self.patterns.get(pattern)?;
        if pattern.is_exact && text.get(start..end) != Some(pattern.text.as_str()) {
            return None;
        }
        let joins = |c: char| c.is_alphanumeric() && !is_cjk(c);
        let first = pattern.text.chars().next()?;
        if joins(first) && text.get(..start)?.chars().next_back().is_some_and(joins) {
            return None;
        }
        if pattern.text.chars().next_back().is_some_and(is_cjk) {
            return Some((start, end));
        }
        let rest: usize = text.get(end..)?.chars().take_while(|c| joins(*c)).map(char::len_utf8).sum();
        let most = if pattern.is_open { ENDING } else { 0 };
        (rest <= most).then_some((start, end + rest))
    }
}

/// A sense in a text, and its position.
pub type FoundSense = (SenseId, usize);

/// All senses in a text including broader ones, in order.
pub fn senses_in(text: &str) -> Vec<FoundSense> {
    find_senses(text, usize::MAX)
}

/// The same without broader senses.
pub fn named_in(text: &str) -> Vec<FoundSense> {
    find_senses(text, 1)
}

fn find_senses(text: &str, levels: usize) -> Vec<FoundSense> {
    let mut told: Vec<FoundSense> = Vec::new();
    let Some(every) = &SENSES.every else { return told };
    for hit in every.find_overlapping_iter(text) {
        let pattern = hit.pattern().as_usize();
        if SENSES.word(text, pattern, hit.start(), hit.end()).is_none() {
            continue;
        }
        for sense in &SENSES.patterns[pattern].senses {
            told.extend(SENSES.broader[usize::from(*sense)].iter().take(levels).map(|id| (*id, hit.start())));
        }
    }
    told.sort_unstable();
    told
}

/// One required word: a sense, or a stem without one.
#[derive(Debug, Clone, PartialEq)]
struct Unit {
    senses: Vec<SenseId>,
    term: Option<Term>,
    weight: f64,
}

/// The requirements of a criterion, word by word.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RequiredSenses {
    units: Vec<Unit>,
}

/// How much of a requirement a sentence covers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// By weight, 0–1.
    pub of_weight: f64,
    /// The number of significant words.
    pub telling: usize,
    /// Whether all significant words are covered.
    pub is_all: bool,
    /// The position of the first one, by senses.
    pub at: Option<usize>,
    /// Whether any significant word is expressed differently from the criterion.
    pub in_senses: bool,
}

impl RequiredSenses {
    /// Reads the requirements of a text, except for irrelevant stems and senses.
    pub fn of(text: &str, beside: impl Fn(&Term) -> bool, known: &[FoundSense]) -> Self {
        let mut units: Vec<Unit> = Vec::new();
        let mut plain = String::with_capacity(text.len());
        let mut from = 0;
        let hits = SENSES.longest.iter().flat_map(|longest| longest.find_iter(text));
        for hit in hits {
            let pattern = hit.pattern().as_usize();
            let Some((start, end)) = SENSES.word(text, pattern, hit.start(), hit.end()) else { continue };
            if start < from {
                continue;
            }
            plain.push_str(&text[from..start]);
            plain.push('\n');
            from = end;
            let senses = SENSES.patterns[pattern].senses.clone();
            let own = terms(&text[start..end]);
            let is_known = senses.iter().any(|id| known.iter().any(|(sense, _)| sense == id));
            let is_beside = is_known || (!own.is_empty() && own.keys().all(&beside));
            let weight = if is_beside { 0.0 } else { weight_of(&senses) };
            if weight > 0.0 && !units.iter().any(|unit| unit.senses == senses) {
                units.push(Unit { senses, term: None, weight });
            }
        }
        plain.push_str(&text[from..]);
        // Pairs of characters overlap, so each counts about half a word.
        let (chinese, latin): (String, String) = (only(&plain, true), only(&plain, false));
        let weighed =
            |text: &str, share: f64| terms(text).into_iter().map(move |(term, weight)| (term, weight * share));
        for (term, weight) in weighed(&chinese, PAIR).chain(weighed(&latin, 1.0)) {
            if !beside(&term) {
                units.push(Unit { senses: Vec::new(), term: Some(term), weight });
            }
        }
        Self { units }
    }

    /// Whether it contains any significant word.
    pub fn is_telling(&self) -> bool {
        self.units.iter().any(|unit| unit.weight >= TELLING)
    }

    /// How much of it a sentence covers, by its sorted senses and stems.
    pub fn share_of(&self, told: &[FoundSense], own: &[Term]) -> Share {
        let sense_at = |unit: &Unit| {
            let found = unit.senses.iter().filter_map(|id| told.iter().find(|(sense, _)| sense == id));
            found.map(|(_, at)| *at).min()
        };
        let total: f64 = self.units.iter().map(|unit| unit.weight).sum();
        let (mut sum, mut telling, mut of_telling, mut at, mut in_senses) = (0.0, 0, 0, None, false);
        for unit in &self.units {
            let place = sense_at(unit);
            let holds = place.is_some() || unit.term.is_some_and(|term| own.binary_search(&term).is_ok());
            let tells = unit.weight >= TELLING;
            of_telling += usize::from(tells);
            if holds {
                sum += unit.weight;
                telling += usize::from(tells);
                in_senses |= tells && place.is_some();
                at = if tells { at.or(place) } else { at };
            }
        }
        Share {
            of_weight: if total > 0.0 { sum / total } else { 0.0 },
            telling,
            is_all: telling == of_telling && of_telling > 0,
            at,
            in_senses,
        }
    }
}

/// A text's Chinese characters, or all others, with the rest as breaks.
fn only(text: &str, chinese: bool) -> String {
    text.chars().map(|c| if is_cjk(c) == chinese { c } else { '\n' }).collect()
}

fn weight_of(senses: &[SenseId]) -> f64 {
    senses.iter().map(|id| SENSES.weights[usize::from(*id)]).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::text::term_set;

    fn share(asked: &str, line: &str) -> Share {
        RequiredSenses::of(asked, |_| false, &[]).share_of(&senses_in(line), &term_set(&line.to_lowercase()))
    }

    #[test]
    fn synonyms_and_translations_share_a_sense() {
        for (asked, line) in [
            ("熟练操作呼吸机、CRRT", "Run continuous renal replacement therapy and look after ventilated patients"),
            ("税务申报", "VAT and stamp duty filing every month"),
            ("Owns the month-end close", "整套账由我收口，月底关账"),
            ("stok opname", "Organised two wall-to-wall counts a year"),
            ("supplier audits", "审核了十二家供应商的现场，审计报告 12 份"),
            ("split tests", "对照组实验 40 组"),
            ("ERP", "the plant runs on Sage 200"),
            ("做过带教", "Preceptor for 9 new graduate nurses since 2021"),
        ] {
            assert!(share(asked, line).is_all, "{asked}: {line}: {:?}", share(asked, line));
        }
    }

    #[test]
    fn broader_or_different_sense_does_not_match() {
        for (asked, line) in [
            ("VAT filing", "Corporate taxes filed each year"),
            ("cold storage of frozen food", "Managed the forklift fleet"),
            ("promotions of teachers", "designated drivers of the region"),
            ("SAP", "The plant runs on Sage 200"),
            ("5S", "lean manufacturing"),
        ] {
            assert!(!share(asked, line).is_all, "{asked}: {line}");
        }
    }

    #[test]
    fn every_sense_has_words_and_an_existing_parent() {
        assert!(SENSES.weights.len() > 150, "{}", SENSES.weights.len());
        let source = include_str!("../../lexicon/senses.txt");
        for (_, parent) in
            source.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" < "))
        {
            assert!(source.contains(&format!("\n{parent}: ")), "{parent}");
        }
    }
}
