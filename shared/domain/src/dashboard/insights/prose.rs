//! Rules for a model's text on the findings: no number of its own, and no finding said again.

use std::collections::BTreeSet;

use super::{Finding, SLOW_DAYS};
use crate::dashboard::LONG_WAIT_DAYS;

/// The length of the letter sequences by which texts are compared.
const SEQUENCE: usize = 4;
/// A text that has this share of a sentence's sequences says it again.
const RESTATED_PERCENT: usize = 60;

/// Whether every number in the text comes from the findings. A text with other numbers must not be shown.
#[must_use]
pub fn is_covered(text: &str, findings: &[Finding]) -> bool {
    let mut known: BTreeSet<String> = BTreeSet::from([LONG_WAIT_DAYS.to_string(), SLOW_DAYS.to_string()]);
    for finding in findings {
        let cause = finding.cause.as_ref();
        let counts =
            [finding.value, finding.before, cause.and_then(|cause| cause.value), cause.and_then(|cause| cause.before)];
        known.extend(counts.into_iter().flatten().map(|number| number.to_string()));
        known.extend(finding.days.map(|days| days.to_string()));
        let names = [
            finding.job_title.as_ref(),
            cause.and_then(|cause| cause.job_title.as_ref()),
            cause.and_then(|cause| cause.name.as_ref()),
        ];
        known.extend(names.into_iter().flatten().flat_map(|name| numbers(name)));
    }
    numbers(text).iter().all(|number| known.contains(number))
}

/// Whether the text says one of the sentences again, by the letter sequences they share.
#[must_use]
pub fn restates(text: &str, sentences: &[String]) -> bool {
    let said = sequences(text);
    sentences.iter().any(|sentence| {
        let own = sequences(sentence);
        !own.is_empty() && own.intersection(&said).count() * 100 >= own.len() * RESTATED_PERCENT
    })
}

fn sequences(text: &str) -> BTreeSet<Vec<char>> {
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    letters.windows(SEQUENCE).map(<[char]>::to_vec).collect()
}

/// The numbers in a text, without thousands separators. One with a percent sign counts as different, since no finding
/// holds a percentage.
fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut current = String::new();
    let mut characters = text.chars().map(half_width).peekable();
    while let Some(c) = characters.next() {
        let followed_by_digit = characters.peek().is_some_and(char::is_ascii_digit);
        match c {
            '0'..='9' => current.push(c),
            '.' if !current.is_empty() && followed_by_digit => current.push(c),
            ',' if !current.is_empty() && followed_by_digit => {}
            '%' if !current.is_empty() => current.push(c),
            _ if !current.is_empty() => found.push(std::mem::take(&mut current)),
            _ => {}
        }
    }
    if !current.is_empty() {
        found.push(current);
    }
    found
}

/// Converts a full-width digit or sign to ASCII.
fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => u32::from(c).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(c),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentence_said_again_is_recognized_in_any_language() {
        let sentences = [
            "14 candidates have waited 7 days or more for a decision in AI review.".to_owned(),
            "有 9 位候选人等待面试评估已达 7 天以上。".to_owned(),
            "Undangan wawancara kedaluwarsa: 6.".to_owned(),
        ];
        for sentence in &sentences {
            assert!(restates(&format!("First of all: {sentence} Act now!"), &sentences), "{sentence}");
        }
        assert!(restates("14 candidates have waited 7 days or longer for a decision in the AI review", &sentences));
        for summary in [
            "Start with the review of Backend Engineer: it also explains why fewer people reached interviews.",
            "先处理后端工程师的评审积压，它也是面试减少的原因。",
            "Mulailah dari tinjauan lowongan itu, karena wawancara ikut berkurang.",
        ] {
            assert!(!restates(summary, &sentences), "{summary}");
        }
        assert!(!restates("", &sentences) && !restates("Anything.", &[]));
    }
}
