//! The lists of phrases that jobs and resumes are read by, from `lexicon/cues.txt`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::resume::Tone;
use super::text::is_cjk;

static CUES: LazyLock<BTreeMap<&'static str, Vec<String>>> =
    LazyLock::new(|| read(include_str!("../../lexicon/cues.txt")));

fn read(source: &'static str) -> BTreeMap<&'static str, Vec<String>> {
    let mut lists: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    let mut name = "";
    for line in source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(opened) => name = opened,
            None => lists.entry(name).or_default().extend(phrases(line)),
        }
    }
    lists
}

fn phrases(line: &str) -> impl Iterator<Item = String> + '_ {
    line.split(',').map(str::trim).filter(|phrase| !phrase.is_empty()).map(|phrase| phrase.replace('_', " "))
}

/// A list by its name; empty where there is none.
pub fn cues(name: &str) -> &'static [String] {
    CUES.get(name).map_or(&[], Vec::as_slice)
}

/// Whether a lower-case text holds any phrase of a list.
pub fn cued(name: &str, lower: &str) -> bool {
    cues(name).iter().any(|cue| lower.contains(cue.as_str()))
}

/// Where a mention's neighbourhood denies or softens it, found once per line.
#[derive(Debug, Default)]
pub struct Hints(Vec<(usize, usize, u8)>);

/// What a phrase says about the name beside it, as bits: a phrase may stand in several lists.
const DENIED: u8 = 1;
const WEAK: u8 = 2;
const WEAK_AFTER: u8 = 4;
const NOT_DENIED: u8 = 8;
const NOT_WEAK: u8 = 16;
const ANSWERED: u8 = 32;

/// Characters before a name in which a phrase may still be about it.
const LOOK_BACK: usize = 40;

struct Finder {
    automaton: Option<AhoCorasick>,
    says: Vec<u8>,
}

static FINDER: LazyLock<Finder> = LazyLock::new(|| {
    let mut phrases: BTreeMap<String, u8> = BTreeMap::new();
    let mut take = |list: &[String], bit: u8| {
        for phrase in list {
            *phrases.entry(phrase.clone()).or_insert(0) |= bit;
        }
    };
    let own = |list: &[&str]| list.iter().map(|phrase| (*phrase).to_owned()).collect::<Vec<_>>();
    take(cues("denied"), DENIED);
    take(cues("weak"), WEAK);
    take(cues("weak.after"), WEAK_AFTER);
    take(&own(&["not only", "tidak hanya"]), NOT_DENIED);
    // 了解客户 and 基础设施 are work, not beginnings.
    take(&own(&["了解客户", "基础设施"]), NOT_WEAK);
    take(&own(&["：无", ":无", ": none", ": no", ": tidak ada"]), ANSWERED);
    let automaton = AhoCorasick::builder().ascii_case_insensitive(true).build(phrases.keys()).ok();
    Finder { automaton, says: phrases.into_values().collect() }
});

impl Hints {
    /// Looks a line over.
    pub fn of(text: &str) -> Self {
        let Finder { automaton, says } = &*FINDER;
        Self(automaton.as_ref().map_or_else(Vec::new, |automaton| {
            automaton
                .find_overlapping_iter(text)
                .map(|hit| (hit.start(), hit.end(), says[hit.pattern().as_usize()]))
                .collect()
        }))
    }

    fn any(&self, bit: u8, from: usize, to: usize, holds: impl Fn(usize) -> bool) -> bool {
        // They are in the order of their ends.
        let first = self.0.partition_point(|&(_, end, _)| end <= from);
        let past = self.0.partition_point(|&(_, end, _)| end <= to);
        let within = self.0.get(first..past).unwrap_or_default();
        within.iter().any(|&(start, _, says)| says & bit != 0 && start >= from && holds(start))
    }

    /// How a name between two bytes of the line is meant, from the words before it in its clause and right behind it.
    pub fn tone(&self, text: &str, start: usize, end: usize) -> Tone {
        if self.0.is_empty() {
            return Tone::Plain;
        }
        let before = &text[..start];
        let furthest = before.char_indices().rev().take(LOOK_BACK).last().map_or(start, |(at, _)| at);
        let clause = before[furthest..].rfind(['。', '；', ';', '！', '!', '\n', '，']);
        let mut from = clause.map_or(furthest, |at| furthest + at);
        for stop in [". ", " but "] {
            from = before[from..].rfind(stop).map_or(from, |at| from + at);
        }
        let back = |most: usize| before.char_indices().rev().take(most).last().map_or(start, |(at, _)| at).max(from);
        let near = back(LOOK_BACK);
        let on_edge =
            |at: usize| at == near || text[at..].starts_with(is_cjk) || !text[..at].ends_with(char::is_alphanumeric);
        let behind = text[end..].char_indices().nth(14).map_or(text.len(), |(at, _)| end + at);
        let denied = self.any(DENIED, near, start, on_edge) && !self.any(NOT_DENIED, near, start, |_| true);
        if denied || self.any(ANSWERED, end, behind, |at| at == end) {
            return Tone::Denied;
        }
        let close = back(20);
        let begun = self.any(WEAK, close, start, |_| true) && !self.any(NOT_WEAK, close, start, |_| true);
        if begun || self.any(WEAK_AFTER, end, behind, |_| true) { Tone::Weak } else { Tone::Plain }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_beside_a_name_denies_or_softens_it() {
        for (line, name, tone) in [
            ("没有使用过 Kafka", "Kafka", Tone::Denied),
            ("没有缺勤，使用 Kafka", "Kafka", Tone::Plain),
            ("No experience with Kafka yet", "Kafka", Tone::Denied),
            ("Piano and Kafka", "Kafka", Tone::Plain),
            ("Not only Java but Kafka", "Kafka", Tone::Plain),
            ("Sedang belajar Kafka", "Kafka", Tone::Weak),
            ("Kafka（在学）", "Kafka", Tone::Weak),
            ("基础设施与 Kafka", "Kafka", Tone::Plain),
            ("驾照：无", "驾照", Tone::Denied),
        ] {
            let start = line.find(name).unwrap_or_default();
            assert_eq!(Hints::of(line).tone(line, start, start + name.len()), tone, "{line}");
        }
    }
}
