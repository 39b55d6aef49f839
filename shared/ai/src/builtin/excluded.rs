//! Experience that a job explicitly does not count.

use super::cues::{cued, cues};
use super::lexicon::{Id, LEXICON};
use super::sentences::sentences;
use super::text::{is_cjk, normalise};
use crate::contract::JobBrief;

/// The concepts that a job does not count: those before "… is not enough", "…不计".
pub fn of(brief: &JobBrief) -> Vec<Id> {
    let mut found: Vec<Id> = [&brief.core_requirement, &brief.jd, &brief.ai_evaluation_criteria]
        .into_iter()
        .flat_map(|text| within(text))
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The concepts that one text does not count.
pub fn within(text: &str) -> Vec<Id> {
    let mut found = Vec::new();
    for sentence in normalise(text).lines().flat_map(sentences) {
        let clauses: Vec<&str> = if sentence.chars().any(is_cjk) {
            sentence.split([',', '，', '(', '（', ')', '）', ':', '：']).collect()
        } else {
            vec![sentence]
        };
        for clause in clauses {
            let lower = clause.to_lowercase();
            if cued("excluded.telling", &lower) {
                continue;
            }
            // "Only X: at most 8 points" means X is not enough; "X: at most 8 points" caps one part of the score.
            let capped = if cued("only", &lower) { cues("excluded.only") } else { &[] };
            let end = cues("excluded").iter().chain(capped).filter_map(|cue| lower.find(cue.as_str())).max();
            let before = end.and_then(|end| lower.get(..end)).unwrap_or("");
            let start =
                cues("excluded.after").iter().filter_map(|cue| Some(lower.find(cue.as_str())? + cue.len())).min();
            let after = start.and_then(|start| lower.get(start..)).unwrap_or("");
            // What rejected candidates lack is required: "managers without product ownership".
            let after = ["without", "没有", "无", "tanpa"]
                .iter()
                .fold(after, |left, cue| left.split(cue).next().unwrap_or(left));
            found.extend(LEXICON.mentions(after).iter().map(|mention| mention.concept));
            found.extend(LEXICON.mentions(before).iter().map(|mention| mention.concept));
        }
    }
    found
}
