//! Words of three languages made comparable: terms (stems of words, pairs of Chinese characters) with their weights,
//! and the small judgements about text that every other part needs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use bole_domain::evaluation::Language;

/// Words that say nothing about an occupation, and words that say little.
static WORDS: LazyLock<Words> = LazyLock::new(|| Words::read(include_str!("../../lexicon/words.txt")));

struct Words {
    stop: BTreeSet<String>,
    generic: BTreeSet<String>,
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
                    "[generic]" => generic.insert(stem(&word.to_lowercase())),
                    _ if word.chars().any(is_cjk) => {
                        phrases.push(word);
                        true
                    }
                    _ => stop.insert(stem(&word.to_lowercase())),
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

/// Full-width digits, letters and signs, and the spaces that are not plain, as plain ones. Punctuation stays as written:
/// criteria are shown in the job's own words.
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

/// How much text there is, in units of about one Latin character: a Chinese character says about as much as three.
pub fn amount(text: &str) -> usize {
    text.chars().map(|c| if is_cjk(c) { 3 } else { usize::from(c.is_alphanumeric()) }).sum()
}

/// The terms of a text and how much each says: 1 for a telling one, 0.3 for a generic one. Stop words are left out.
pub fn terms(text: &str) -> BTreeMap<String, f64> {
    let mut found = BTreeMap::new();
    let lower = text.to_lowercase();
    let kept = without_stop_phrases(&lower);
    let mut word = String::new();
    let mut previous: Option<char> = None;
    for c in kept.chars().chain([' ']) {
        if is_cjk(c) {
            if let Some(before) = previous {
                found.insert([before, c].iter().collect(), 1.0);
            }
            previous = Some(c);
        } else {
            previous = None;
        }
        if !is_cjk(c) && (c.is_alphanumeric() || (matches!(c, '+' | '#') && !word.is_empty())) {
            word.push(c);
        } else if !word.is_empty() {
            keep_word(&word, &mut found);
            word.clear();
        }
    }
    found
}

fn keep_word(word: &str, found: &mut BTreeMap<String, f64>) {
    let root = stem(word);
    let telling = root.chars().count() > 1 && !root.chars().all(|c| c.is_ascii_digit());
    if telling && !WORDS.stop.contains(&root) {
        let weight = if WORDS.generic.contains(&root) { 0.3 } else { 1.0 };
        found.insert(root, weight);
    }
}

fn without_stop_phrases(text: &str) -> String {
    let Some(automaton) = &WORDS.stop_phrases else { return text.to_owned() };
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for hit in automaton.find_iter(text) {
        kept.push_str(&text[from..hit.start()]);
        kept.push(' ');
        from = hit.end();
    }
    kept.push_str(&text[from..]);
    kept
}

/// A light stem for English and Indonesian alike: both sides of every comparison go through it, so it need only be
/// consistent. `mengelola`, `pengelolaan` and `dikelola` meet; so do `audits`, `audited` and `auditing`.
pub fn stem(word: &str) -> String {
    if !word.is_ascii() || word.len() < 5 {
        return word.to_owned();
    }
    let word = word.strip_suffix("nya").unwrap_or(word);
    let rootless = ["ies", "ing", "ed", "kan", "an", "es", "s", "i", "e", "y"]
        .iter()
        .find_map(|suffix| word.strip_suffix(suffix).filter(|rest| rest.len() >= 4 && !rest.ends_with('s')))
        .unwrap_or(word);
    strip_prefix(rootless)
}

fn strip_prefix(word: &str) -> String {
    let vowel = |rest: &str| rest.starts_with(['a', 'e', 'i', 'o', 'u']);
    for (prefix, restored) in [("meny", "s"), ("peny", "s"), ("meng", ""), ("peng", "")] {
        if let Some(rest) = word.strip_prefix(prefix).filter(|rest| rest.len() >= 3) {
            return drop_k(format!("{restored}{rest}"));
        }
    }
    for (prefix, restored) in [("mem", "p"), ("pem", "p"), ("men", "t"), ("pen", "t")] {
        if let Some(rest) = word.strip_prefix(prefix).filter(|rest| rest.len() >= 3) {
            return if vowel(rest) { format!("{restored}{rest}") } else { rest.to_owned() };
        }
    }
    for prefix in ["ber", "ter", "di", "ke"] {
        if let Some(rest) = word.strip_prefix(prefix).filter(|rest| rest.len() >= 4) {
            return drop_k(rest.to_owned());
        }
    }
    drop_k(word.to_owned())
}

/// Indonesian drops a root's k after meng-: the stem drops it everywhere.
fn drop_k(word: String) -> String {
    match word.strip_prefix('k') {
        Some(rest) if rest.len() >= 4 && rest.starts_with(['a', 'e', 'i', 'o', 'u']) => rest.to_owned(),
        _ => word,
    }
}

/// The share of the needed terms' weight that is among the given ones.
pub fn coverage(needed: &BTreeMap<String, f64>, given: &BTreeSet<String>) -> f64 {
    let total: f64 = needed.values().sum();
    if total <= 0.0 {
        return 0.0;
    }
    let hit: f64 = needed.iter().filter(|(term, _)| given.contains(*term)).map(|(_, weight)| weight).sum();
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

/// The language a text is written in: any good share of Chinese makes it Chinese; then Indonesian by its little words.
pub fn language(text: &str) -> Language {
    let chinese = text.chars().filter(|c| is_cjk(*c)).count();
    let latin_words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()).count();
    if chinese > 0 && chinese * 2 >= latin_words {
        return Language::Zh;
    }
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let indonesian = words.filter(|word| INDONESIAN.contains(word)).count();
    if indonesian * 14 >= latin_words && indonesian > 0 { Language::Id } else { Language::En }
}

/// Brings a number into 0–1; what is no number is 0.
pub fn unit(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}

/// A pattern with word boundaries of ASCII: Unicode ones make matching in Chinese text slow, and there is no boundary
/// between Chinese and Latin letters in their sense.
pub fn ascii_bounds(pattern: &str) -> String {
    pattern.replace(r"\b", r"(?-u:\b)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_word_share_a_stem() {
        assert_eq!(stem("audits"), stem("auditing"));
        assert_eq!(stem("mengelola"), stem("pengelolaan"));
        assert_eq!(stem("menyusun"), stem("penyusunan"));
    }

    #[test]
    fn chinese_terms_are_pairs_of_characters_between_stop_phrases() {
        let found = terms("负责宠物美容");
        assert!(found.contains_key("宠物") && found.contains_key("美容"), "{found:?}");
        assert!(!found.keys().any(|term| term.contains('负')), "{found:?}");
    }

    #[test]
    fn the_language_of_a_job_is_seen_in_its_words() {
        assert_eq!(language("熟悉 Kubernetes、Docker，五年以上经验"), Language::Zh);
        assert_eq!(language("Minimal 3 tahun pengalaman sebagai backend developer"), Language::Id);
        assert_eq!(language("Five years with Kubernetes and Docker"), Language::En);
    }
}
