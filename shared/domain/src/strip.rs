//! The evidence strip: an evaluation's verdicts as one letter per criterion, compact enough for lists.

use serde::Serialize;
use utoipa::ToSchema;

use crate::evaluation::{CriterionKind, CriterionResult, Verdict};

/// One criterion of an evaluation, without its quotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct StripGlyph {
    /// Must-have or nice to have.
    pub kind: CriterionKind,
    /// What the resume shows.
    pub verdict: Verdict,
}

impl StripGlyph {
    /// `m` met, `p` partly, `n` not, `u` unknown; upper case for a must-have.
    const fn letter(self) -> char {
        let letter = match self.verdict {
            Verdict::Met => 'm',
            Verdict::Partly => 'p',
            Verdict::Not => 'n',
            Verdict::Unknown => 'u',
        };
        match self.kind {
            CriterionKind::Must => letter.to_ascii_uppercase(),
            CriterionKind::Nice => letter,
        }
    }

    const fn of(letter: char) -> Option<Self> {
        let verdict = match letter.to_ascii_lowercase() {
            'm' => Verdict::Met,
            'p' => Verdict::Partly,
            'n' => Verdict::Not,
            'u' => Verdict::Unknown,
            _ => return None,
        };
        let kind = if letter.is_ascii_uppercase() { CriterionKind::Must } else { CriterionKind::Nice };
        Some(Self { kind, verdict })
    }
}

/// Encodes the results, in order. Criteria without weight are questions for the interview and have no mark.
#[must_use]
pub fn strip(criteria: &[CriterionResult]) -> String {
    let scored = criteria.iter().filter(|criterion| criterion.weight > 0.0);
    scored.map(|c| StripGlyph { kind: c.kind, verdict: c.verdict }.letter()).collect()
}

/// Decodes a strip; unknown letters are skipped.
#[must_use]
pub fn glyphs(strip: &str) -> Vec<StripGlyph> {
    strip.chars().filter_map(StripGlyph::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strip_round_trips() {
        let criterion = |kind, verdict| CriterionResult {
            id: String::new(),
            more_quotes: Vec::new(),
            missing: None,
            years: None,
            cap: None,
            criterion: "SQL".into(),
            kind,
            weight: 10.0,
            dimension: "skills_match".into(),
            verdict,
            quote: None,
            confidence: 1.0,
            question: None,
        };
        let kinds = [CriterionKind::Must, CriterionKind::Nice];
        let verdicts = [Verdict::Met, Verdict::Partly, Verdict::Not, Verdict::Unknown];
        let all: Vec<_> = kinds.iter().flat_map(|&kind| verdicts.iter().map(move |&v| criterion(kind, v))).collect();
        assert_eq!(strip(&all), "MPNUmpnu");
        let expected: Vec<_> = all.iter().map(|c| StripGlyph { kind: c.kind, verdict: c.verdict }).collect();
        assert_eq!(glyphs(&strip(&all)), expected);
        assert!(glyphs("").is_empty());
        let asked = CriterionResult { weight: 0.0, ..all[0].clone() };
        assert_eq!(strip(&[asked, all[1].clone()]), "P", "a question has no mark");
    }
}
