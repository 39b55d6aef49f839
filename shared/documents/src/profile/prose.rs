//! Distinguishes descriptions of work from employers and titles.

use super::classify::{chinese_company, chinese_title};
use super::lexicon::{english, sets};
use super::text::is_chinese;

/// Whether a line without bullet is a description.
pub(super) fn is_prose(line: &str) -> bool {
    let line = line.trim();
    // Gaps between cells do not count.
    let count: usize = line.split_whitespace().map(|word| word.chars().count() + 1).sum();
    if is_chinese(line) {
        let han_stop = line.contains(['。', '；', ';']) || line.ends_with(['.', ',', '、', '，']);
        return count > 48
            || line.ends_with(':')
            || han_stop && count > 8
            || line.contains('%')
            || line.contains(',') && count > 26
            || line.matches(',').count() >= 2
            || sets::ZH_VERBS.begins(line) && chinese_company(line) < 3 && (chinese_title(line) < 3 || count > 9);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    if count > 130 || words.len() > 18 {
        return true;
    }
    let ends = line.ends_with(['.', ';', ':']);
    let first =
        words.first().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()).unwrap_or_default();
    let abbreviation = ["inc.", "ltd.", "co.", "corp.", "tbk.", "jr.", "sr.", "llc.", "bhd.", "st."]
        .iter()
        .any(|end| line.to_lowercase().ends_with(end))
        // "Sp. z o.o.", "S.A.", "Emergency Dept."
        || words.last().is_some_and(|last| last.matches('.').count() >= 2 || matches!(*last, "Dept." | "Bros." | "Tbk." | "Pvt."));
    if ends && !abbreviation && words.len() >= 2 {
        return true;
    }
    let small = words
        .iter()
        .filter(|word| word.chars().next().is_some_and(char::is_lowercase))
        .filter(|word| !is_joint(word))
        .count();
    let lower_first = words.first().is_some_and(|word| word.chars().next().is_some_and(char::is_lowercase));
    let lettered = words.iter().filter(|word| word.chars().any(char::is_alphabetic)).count().max(1);
    let verb = sets::LATIN_VERBS.contains(&first)
        || first.len() > 4 && first.ends_with("ed") && !english::NO_VERBS.contains(&first.as_str())
        || is_indonesian_verb(&first);
    (verb && words.len() >= 3 && small >= 1) || small * 2 > lettered || small >= 4 || (lower_first && words.len() >= 4)
}

fn is_indonesian_verb(word: &str) -> bool {
    word.len() >= 6
        && ["men", "mem", "meng", "meny", "mel", "mer", "mew"].iter().any(|prefix| word.starts_with(prefix))
        && ![
            "mentor",
            "member",
            "mental",
            "menteri",
            "mercedes",
            "melbourne",
            "mercury",
            "mercu",
            "merdeka",
            "memorial",
            "mentari",
            "melati",
            "mendengar",
            "meratus",
            "mekar",
            "mercy",
            "menara",
            "merchant",
            "merchandiser",
            "merapi",
        ]
        .iter()
        .any(|not| word.starts_with(not))
}

fn is_joint(word: &str) -> bool {
    matches!(
        word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase().as_str(),
        "" | "of"
            | "and"
            | "the"
            | "for"
            | "in"
            | "at"
            | "to"
            | "di"
            | "dan"
            | "de"
            | "la"
            | "van"
            | "von"
            | "da"
            | "pada"
            | "untuk"
            | "a"
            | "an"
            | "on"
            | "with"
            | "&"
            | "per"
            | "as"
            | "sebagai"
    )
}
