//! The lists of phrases that jobs and resumes are read by, from `lexicon/cues.txt`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

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
