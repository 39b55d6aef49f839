//! Language-independent text comparison: weighted terms (word stems, pairs of Chinese characters), and small helpers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use bole_domain::evaluation::Language;

/// The hash of a stem or a pair of Chinese characters.
pub type Term = u64;

/// Stop words, and generic words.
static WORDS: LazyLock<Words> = LazyLock::new(|| Words::read(include_str!("../../lexicon/words.txt")));

struct Words {
    stop: BTreeSet<Term>,
    generic: BTreeSet<Term>,
    stop_phrases: Option<AhoCorasick>,
}

impl Words {
    fn read(source: &str) -> Self {
        let (mut stop, mut generic, mut phrases) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        let mut section = "";
        for line in source.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if line.starts_with('[') {
                section = line;
                continue;
            }
            for word in line.split_whitespace() {
                match section {
                    "[generic]" => generic.insert(stem(&word.to_lowercase()).term()),
                    _ if word.chars().any(is_cjk) => {
                        phrases.push(word);
                        true
                    }
                    _ => stop.insert(stem(&word.to_lowercase()).term()),
                };
            }
        }
        let stop_phrases = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&phrases).ok();
        Self { stop, generic, stop_phrases }
    }
}

/// Whether a character belongs to a script written without spaces.
pub fn is_cjk(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Converts full-width digits, letters, signs and special spaces to plain ones. Punctuation stays, because criteria
/// are shown as written.
pub fn normalise(text: &str) -> String {
    let plain = |c: char| match c {
        '\u{ff10}'..='\u{ff19}'
        | '\u{ff21}'..='\u{ff3a}'
        | '\u{ff41}'..='\u{ff5a}'
        | '％'
        | '＋'
        | '＃'
        | '／'
        | '－' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        '\u{a0}' | '\u{3000}' | '\u{2002}' | '\u{2003}' => ' ',
        other => other,
    };
    text.chars().map(plain).collect()
}

/// The amount of text in units of a Latin character; a Chinese character counts as three.
pub fn amount(text: &str) -> usize {
    text.chars().map(|c| if is_cjk(c) { 3 } else { usize::from(c.is_alphanumeric()) }).sum()
}

/// The terms of a text and their weights: 1 for significant ones, 0.3 for generic ones. Stop words are left out.
pub fn terms(text: &str) -> BTreeMap<Term, f64> {
    let mut found = BTreeMap::new();
    each_term(&text.to_lowercase(), |term, weight| {
        found.insert(term, weight);
    });
    found
}

/// The terms of a lower-case text, sorted and unique.
pub fn term_set(lower: &str) -> Vec<Term> {
    let mut found = Vec::with_capacity(lower.len() / 6);
    each_term(lower, |term, _| found.push(term));
    found.sort_unstable();
    found.dedup();
    found
}

/// All terms of a lower-case text with weights, including repetitions.
fn each_term(lower: &str, mut found: impl FnMut(Term, f64)) {
    let mut from = 0;
    if let Some(automaton) = &WORDS.stop_phrases {
        for hit in automaton.find_iter(lower) {
            terms_between(&lower[from..hit.start()], &mut found);
            from = hit.end();
        }
    }
    terms_between(&lower[from..], &mut found);
}

/// The terms of a range without stop phrases.
fn terms_between(text: &str, found: &mut impl FnMut(Term, f64)) {
    let mut word: Option<usize> = None;
    let mut before: Option<usize> = None;
    for (at, c) in text.char_indices() {
        let cjk = is_cjk(c);
        if cjk {
            if let Some(from) = before {
                found(hash("", &text[from..at + c.len_utf8()]), 1.0);
            }
            before = Some(at);
        } else {
            before = None;
        }
        if !cjk && (c.is_alphanumeric() || (matches!(c, '+' | '#') && word.is_some())) {
            word = word.or(Some(at));
        } else if let Some(from) = word.take() {
            keep_word(&text[from..at], found);
        }
    }
    if let Some(from) = word {
        keep_word(&text[from..], found);
    }
}

fn keep_word(word: &str, found: &mut impl FnMut(Term, f64)) {
    let root = stem(word);
    let telling = root.is_telling();
    let term = root.term();
    if telling && !WORDS.stop.contains(&term) {
        found(term, if WORDS.generic.contains(&term) { 0.3 } else { 1.0 });
    }
}

/// A word's stem: a restored prefix, and the rest of the word.
#[derive(Debug, Clone, Copy)]
pub struct Stem<'a> {
    restored: &'static str,
    rest: &'a str,
}

impl Stem<'_> {
    pub fn term(self) -> Term {
        hash(self.restored, self.rest)
    }

    /// Whether it is more than a letter or a number.
    fn is_telling(self) -> bool {
        let long = self.restored.len() + self.rest.chars().take(2).count() > 1;
        long && !(self.restored.is_empty() && self.rest.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

/// FNV-1a over two strings.
fn hash(head: &str, rest: &str) -> Term {
    let mixed = |hash: Term, byte: u8| (hash ^ Term::from(byte)).wrapping_mul(0x0100_0000_01b3);
    head.bytes().chain(rest.bytes()).fold(0xcbf2_9ce4_8422_2325, mixed)
}

/// A light stemmer for English and Indonesian; it only needs to be consistent. `mengelola`, `pengelolaan` and
/// `dikelola` are equal; so are `audits`, `audited` and `auditing`.
pub fn stem(word: &str) -> Stem<'_> {
    if !word.is_ascii() || word.len() < 5 {
        return Stem { restored: "", rest: word };
    }
    let word = word.strip_suffix("nya").unwrap_or(word);
    let rootless = ["ies", "ing", "ed", "kan", "an", "es", "s", "i", "e", "y"]
        .iter()
        .find_map(|suffix| word.strip_suffix(suffix).filter(|rest| rest.len() >= 4 && !rest.ends_with('s')))
        .unwrap_or(word);
    strip_prefix(rootless)
}

fn strip_prefix(word: &str) -> Stem<'_> {
    let vowel = |rest: &str| rest.starts_with(['a', 'e', 'i', 'o', 'u']);
    for (prefix, restored) in [("meny", "s"), ("peny", "s"), ("meng", ""), ("peng", "")] {
        if let Some(rest) = word.strip_prefix(prefix).filter(|rest| rest.len() >= 3) {
            return if restored.is_empty() { drop_k(rest) } else { Stem { restored, rest } };
        }
    }
    for (prefix, restored) in [("mem", "p"), ("pem", "p"), ("men", "t"), ("pen", "t")] {
        if let Some(rest) = word.strip_prefix(prefix).filter(|rest| rest.len() >= 3) {
            return Stem { restored: if vowel(rest) { restored } else { "" }, rest };
        }
    }
    for prefix in ["ber", "ter", "di", "ke"] {
        if let Some(rest) = word.strip_prefix(prefix).filter(|rest| rest.len() >= 4) {
            return drop_k(rest);
        }
    }
    drop_k(word)
}

/// Indonesian drops a root's k after meng-, so the stem drops it everywhere.
fn drop_k(word: &str) -> Stem<'_> {
    match word.strip_prefix('k') {
        Some(rest) if rest.len() >= 4 && rest.starts_with(['a', 'e', 'i', 'o', 'u']) => Stem { restored: "", rest },
        _ => Stem { restored: "", rest: word },
    }
}

/// The share of the required terms' weight found among the sorted given ones.
pub fn coverage(needed: &BTreeMap<Term, f64>, given: &[Term]) -> f64 {
    let total: f64 = needed.values().sum();
    if total <= 0.0 || given.is_empty() {
        return 0.0;
    }
    let hit: f64 = needed.iter().filter(|(term, _)| given.binary_search(term).is_ok()).map(|(_, weight)| weight).sum();
    hit / total
}

const INDONESIAN: &[&str] = &[
    "dan",
    "yang",
    "dengan",
    "untuk",
    "di",
    "dari",
    "dalam",
    "pengalaman",
    "minimal",
    "memiliki",
    "mampu",
    "tahun",
    "pada",
    "atau",
    "sebagai",
    "bahasa",
    "kerja",
    "pendidikan",
    "menguasai",
    "bertanggung",
    "jawab",
    "lulusan",
    "staf",
    "kepala",
    "manajer",
    "akuntan",
    "perawat",
    "guru",
    "insinyur",
    "berpengalaman",
    "wajib",
    "serta",
];

/// The language of a text: Chinese with a sufficient share of Chinese characters, Indonesian by its function words,
/// else English.
pub fn language(text: &str) -> Language {
    let chinese = text.chars().filter(|c| is_cjk(*c)).count();
    let latin_words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()).count();
    if chinese > 0 && chinese * 2 >= latin_words {
        return Language::Zh;
    }
    let words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let indonesian = words.filter(|word| INDONESIAN.iter().any(|known| word.eq_ignore_ascii_case(known))).count();
    if indonesian * 14 >= latin_words && indonesian > 0 { Language::Id } else { Language::En }
}

/// Clamps a number to 0–1; NaN becomes 0.
pub fn unit(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}

/// Uses ASCII word boundaries: Unicode ones are slow in Chinese text, and do not separate Chinese from Latin letters.
pub fn ascii_bounds(pattern: &str) -> String {
    pattern.replace(r"\b", r"(?-u:\b)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_forms_share_a_stem() {
        for (one, other) in [("audits", "auditing"), ("mengelola", "pengelolaan"), ("menyusun", "penyusunan")] {
            assert_eq!(stem(one).term(), stem(other).term(), "{one} {other}");
        }
    }

    #[test]
    fn chinese_terms_are_character_pairs_between_stop_phrases() {
        let found = terms("负责宠物美容");
        assert!(found.contains_key(&hash("", "宠物")) && found.contains_key(&hash("", "美容")), "{found:?}");
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn job_language_is_detected_from_its_words() {
        assert_eq!(language("熟悉 Kubernetes、Docker，五年以上经验"), Language::Zh);
        assert_eq!(language("Minimal 3 tahun pengalaman sebagai backend developer"), Language::Id);
        assert_eq!(language("Five years with Kubernetes and Docker"), Language::En);
    }
}
