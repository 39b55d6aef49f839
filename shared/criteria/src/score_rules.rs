//! Rules about the whole score: the levels ("90 分以上优先面试") and caps ("at most 70 without a licence").

use std::sync::LazyLock;

use bole_domain::evaluation::Thresholds;
use regex::Regex;

use crate::{units, words};

/// What a score leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    First,
    Interview,
    Reserve,
    /// Below the score.
    Rejected,
}

/// A score, and what it leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Band {
    pub score: f64,
    pub outcome: Outcome,
}

static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?i)\d{1,3}(?:\.\d+)?").ok());
static BOUND: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)[≥>＞<≤=+→]|\d\s*(?:分|%)?\s*[-–—~～至到]\s*\d|\d+\s*(?:分|points?|pts|poin)").ok()
});
static CLAUSE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[，,；;。|、\n]|[.]\s").ok());

/// The longest clause, in bytes, that the next one can complete.
const LONGEST: usize = 120;
/// The letters in which a number's unit is searched.
const LONGEST_UNIT: usize = 16;
/// The most words of a rule; a Chinese character counts as half.
const MOST_WORDS: usize = 10;

/// The bands of a sentence.
pub fn bands(sentence: &str) -> Vec<Band> {
    let Some(split) = CLAUSE.as_ref() else { return Vec::new() };
    let mut found = Vec::new();
    let mut unfinished = String::new();
    for clause in split.split(&units::outside_brackets(sentence)) {
        // "Anything under 50, send the polite no."
        let joined = match score(clause) {
            None if !unfinished.is_empty() && unfinished.len() <= LONGEST => format!("{unfinished} {clause}"),
            _ => clause.to_owned(),
        };
        unfinished.clear();
        let clause = joined.as_str();
        let Some(score) = score(clause) else { continue };
        let is_below = words::has("band.below", clause) || clause.contains(['<', '＜']) && !clause.contains(['≤', '≥']);
        let outcome = if words::has("band.rejected", clause) {
            Outcome::Rejected
        } else if words::has("band.first", clause) {
            Outcome::First
        } else if words::has("band.reserve", clause) {
            Outcome::Reserve
        } else if words::has("band.interview", clause) {
            Outcome::Interview
        } else {
            unfinished = joined;
            continue;
        };
        let is_bound = BOUND.as_ref().is_some_and(|bound| bound.is_match(clause)) || words::has("band.score", clause);
        let is_short = length(clause) <= MOST_WORDS;
        let is_upper_end = is_below && outcome != Outcome::Rejected && !clause.contains(['≤', '~', '-', '–']);
        if is_short && (is_bound || !found.is_empty()) && !is_upper_end {
            found.push(Band { score, outcome });
        }
    }
    found
}

/// How many words a text has.
fn length(text: &str) -> usize {
    let han = text.chars().filter(|c| c.is_alphabetic() && !c.is_ascii()).count();
    text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty()).count() + han / 2
}

/// The first number of a clause that counts nothing else.
fn score(clause: &str) -> Option<f64> {
    NUMBER.as_ref()?.find_iter(clause).find_map(|hit| {
        let before = clause[..hit.start()].chars().next_back();
        let after: String = clause[hit.end()..].chars().take(LONGEST_UNIT).collect();
        let after = after.trim_start().to_ascii_lowercase();
        let is_part = before.is_some_and(|c| c.is_ascii_alphanumeric() || c == '.');
        let counts = words::forms("count").iter().any(|unit| {
            after
                .strip_prefix(unit)
                .is_some_and(|rest| !unit.is_ascii() || !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        });
        let value: f64 = hit.as_str().parse().ok()?;
        (!is_part && !counts && (10.0..=300.0).contains(&value)).then_some(value)
    })
}

/// The thresholds that bands amount to, on a scale up to `scale`.
pub fn thresholds(bands: &[Band], scale: f64) -> Option<Thresholds> {
    let of = |outcome| bands.iter().filter(move |band| band.outcome == outcome).map(|band| band.score * 100.0 / scale);
    let lowest = |outcome| of(outcome).reduce(f64::min);
    if bands.is_empty() {
        return None;
    }
    let default = Thresholds::default();
    let recommend = lowest(Outcome::Interview);
    let strong = lowest(Outcome::First);
    let average = lowest(Outcome::Reserve).or_else(|| of(Outcome::Rejected).reduce(f64::max));
    let recommend = recommend.unwrap_or_else(|| {
        let within = default.recommend.max(average.unwrap_or(0.0));
        strong.map_or(within, |strong| within.min(strong))
    });
    let strong = strong.unwrap_or(default.strongly_recommend).max(recommend);
    let average = average.unwrap_or(default.average).min(recommend);
    let read = Thresholds { strongly_recommend: strong, recommend, average };
    [strong, recommend, average].iter().all(|score| (0.0..=100.0).contains(score)).then_some(read)
}

static SCALE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:max(?:imum)?|out of|total|满分|总分|合计|skor maksimal|jumlah)\s*(?:is|为|of|[:：])?\s*(\d{2,3})\s*(?:points?|分|poin|%|％)?\s*(?:$|[.。,，)）])").ok()
});

/// The highest score, where a sentence states it.
pub fn scale(sentence: &str) -> Option<f64> {
    let value: f64 = SCALE.as_ref()?.captures(sentence)?.get(1)?.as_str().parse().ok()?;
    (10.0..=300.0).contains(&value).then_some(value)
}

/// The highest score without something, and where the words for that begin: "at most 70 without a licence".
pub fn cap(sentence: &str) -> Option<(f64, String)> {
    let limit = words::find("cap.limit", sentence)?;
    let rest = &sentence[limit.end..];
    let number = NUMBER.as_ref()?.find(rest).filter(|number| number.start() <= 16)?;
    let counted = score(&rest[..rest.len().min(ceil(rest, number.end() + 12))]);
    let points: f64 = number.as_str().parse().ok()?;
    counted.filter(|counted| (*counted - points).abs() < 0.01 && (10.0..100.0).contains(&points))?;
    // "Waste at most 30% without rework" is about something else.
    let is_first = !sentence[..limit.start].chars().any(char::is_alphanumeric)
        || words::has("cap.without", &sentence[..limit.start]);
    let is_bare = !rest[number.end()..].trim_start().starts_with(['%', '％']);
    if !(words::has("cap.score", sentence) || (is_first && is_bare)) {
        return None;
    }
    let around = [&sentence[..limit.start], &rest[number.end()..]].map(str::to_owned);
    let condition = around.into_iter().find_map(|part| {
        let without = words::find("cap.without", &part)?;
        Some(part[without.end..].to_owned()).filter(|thing| thing.chars().any(char::is_alphanumeric))
    })?;
    Some((points, condition))
}

/// The next boundary of a character at or after a byte.
fn ceil(text: &str, mut at: usize) -> usize {
    while at < text.len() && !text.is_char_boundary(at) {
        at += 1;
    }
    at
}
