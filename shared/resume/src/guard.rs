//! Finds sentences that instruct whoever evaluates the resume, openly or with spaced letters.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::AhoCorasick;
use regex::Regex;

use crate::lexicon::LEXICON;
use crate::narrative::sentences;
use crate::page::Page;

/// A pattern that is compiled when a sentence first holds its words.
struct Attack {
    pattern: &'static str,
    compiled: OnceLock<Option<Regex>>,
    /// The groups of words that it needs, as bits.
    needs: u128,
}

/// The patterns, and the automaton that finds their words.
struct Attacks {
    patterns: Vec<Attack>,
    words: Option<AhoCorasick>,
    groups: Vec<u128>,
}

static ATTACKS: LazyLock<Attacks> = LazyLock::new(|| {
    let mut words: BTreeMap<&str, u128> = BTreeMap::new();
    let mut patterns: Vec<Attack> = Vec::new();
    for (group, (form, pattern)) in LEXICON.list("attack").iter().enumerate() {
        let bit = 1_u128 << group.min(127);
        form.split('|').for_each(|word| *words.entry(word).or_default() |= bit);
        match patterns.last_mut() {
            Some(last) if last.pattern == *pattern => last.needs |= bit,
            _ => patterns.push(Attack { pattern, compiled: OnceLock::new(), needs: bit }),
        }
    }
    let automaton = AhoCorasick::new(words.keys()).ok();
    Attacks { patterns, words: automaton, groups: words.into_values().collect() }
});

/// The sentences of the rows that instruct; one that goes on in small letters in the next row is one.
pub(crate) fn read(page: &Page, rows: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut running = false;
    for sentence in rows.flat_map(|row| sentences(page, &row)) {
        let text = page.slice(&sentence);
        let goes_on = running && text.starts_with(char::is_lowercase);
        running = goes_on || instructs(page.low(&sentence));
        if running {
            found.push(sentence.clone());
            let next = page.text[sentence.end..].chars().next();
            running = !next.is_some_and(|c| matches!(c, '.' | '。' | '!' | ';')) && !text.ends_with(['.', '!', '?']);
        }
    }
    found
}

fn instructs(lower: &str) -> bool {
    let letters = lower.split_whitespace().filter(|word| word.chars().count() == 1).count();
    matches(lower) || letters >= 8 && matches(&lower.split_whitespace().collect::<String>())
}

fn matches(lower: &str) -> bool {
    let Attacks { patterns, words, groups } = &*ATTACKS;
    let Some(words) = words else { return false };
    let held = words.find_overlapping_iter(lower).fold(0, |held, hit| held | groups[hit.pattern().as_usize()]);
    patterns.iter().any(|attack| held & attack.needs == attack.needs && attack.is_match(lower))
}

impl Attack {
    fn is_match(&self, lower: &str) -> bool {
        // ASCII word boundaries: a Chinese letter beside a Latin word is one.
        let compiled = || Regex::new(&self.pattern.replace(r"\b", r"(?-u:\b)")).ok();
        self.compiled.get_or_init(compiled).as_ref().is_some_and(|pattern| pattern.is_match(lower))
    }
}
