//! Jobs that name nothing to judge by: nobody is rejected for that.

use super::{AiEval, Flag, FlagKind, Language, RecommendationLevel, Rubric, Verdict};

/// How the version of a rubric begins whose criteria are the default dimensions, because the job names none.
pub const DEFAULT_DIMENSIONS: &str = "default-dimensions/1";

impl Rubric {
    /// Whether a resume can be judged by it.
    #[must_use]
    pub fn has_criteria(&self) -> bool {
        self.criteria.iter().any(|criterion| criterion.weight > 0.0)
    }

    /// Whether its criteria are the default dimensions, because the job names none.
    #[must_use]
    pub fn is_by_default_dimensions(&self) -> bool {
        self.version.starts_with(DEFAULT_DIMENSIONS)
    }
}

impl AiEval {
    /// Makes the evaluation 待评估, with a summary that only says why, if its rubric has no criteria, or only the default
    /// dimensions, of which the resume shows nothing.
    pub(super) fn note_missing_criteria(&mut self, rubric: &Rubric) {
        let shows_nothing = || self.criteria.iter().all(|result| result.verdict == Verdict::Unknown);
        if rubric.has_criteria() && !(rubric.is_by_default_dimensions() && shows_nothing()) {
            return;
        }
        self.flags.push(Flag { kind: FlagKind::NoCriteria, quote: None });
        self.recommendation_level = RecommendationLevel::ToBeEvaluated;
        self.level_cap = None;
        self.overall_score = 0.0;
        self.scores.clear();
        self.score_parts.clear();
        self.adjustments.clear();
        note(rubric.language).clone_into(&mut self.summary);
    }
}

const fn note(language: Language) -> &'static str {
    match language {
        Language::Zh => "该职位没有可用的评估标准，暂未评估。请先填写评估标准，再重新评估。",
        Language::En => {
            "This job has no criteria to judge by, so the resume wasn't assessed. Write criteria first, then evaluate again."
        }
        Language::Id => {
            "Lowongan ini belum memiliki kriteria, jadi CV belum dinilai. Tulis kriteria dulu, lalu evaluasi ulang."
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::evaluation::{
        Career, Criterion, CriterionKind, Engine, JudgeVersion, Judgement, Judgements, QuotableText, evaluate,
    };

    fn rubric(version: &str, weights: &[f64]) -> Rubric {
        let criterion = |(number, weight): (usize, &f64)| Criterion {
            id: format!("c{number}"),
            text: format!("criterion {number}"),
            kind: CriterionKind::Nice,
            weight: *weight,
            dimension: "skills_match".into(),
            cap: None,
            source: None,
        };
        Rubric {
            language: Language::En,
            criteria: weights.iter().enumerate().map(criterion).collect(),
            thresholds: Default::default(),
            career_weight: 25.0,
            version: version.into(),
            fallback: None,
            edited_by: None,
            edited_at: None,
        }
    }

    fn evaluated(rubric: &Rubric, verdicts: &[Verdict]) -> AiEval {
        let judgement = |(number, verdict): (usize, &Verdict)| Judgement {
            criterion_id: format!("c{number}"),
            verdict: *verdict,
            strength: None,
            quotations: vec!["Sold tea".into()],
            confidence: 1.0,
            missing: None,
            question: None,
            years: None,
        };
        let judgements = Judgements {
            judge: JudgeVersion { engine: Engine::Model, version: "1".into(), model: None, prompt: None },
            criteria: verdicts.iter().enumerate().map(judgement).collect(),
            career: Some(Career { nearness: 0.1 }),
            opening: "Sells tea.".into(),
            dimensions: BTreeMap::new(),
            flags: Vec::new(),
            impossible_lines: 0,
        };
        evaluate(rubric, &QuotableText::new("Sold tea"), judgements)
    }

    fn is_withheld(eval: &AiEval) -> bool {
        let is_flagged = eval.flags.iter().any(|flag| flag.kind == FlagKind::NoCriteria);
        assert_eq!(is_flagged, eval.recommendation_level == RecommendationLevel::ToBeEvaluated);
        if is_flagged {
            assert!(eval.summary.contains("Write criteria first"), "{}", eval.summary);
            assert_eq!((eval.overall_score, eval.score_parts.len(), eval.scores.len()), (0.0, 0, 0));
        }
        is_flagged
    }

    #[test]
    fn resume_without_criteria_is_to_be_evaluated() {
        assert!(is_withheld(&evaluated(&rubric("built-in/1", &[]), &[])));
        assert!(is_withheld(&evaluated(&rubric("built-in/1", &[0.0]), &[Verdict::Not])));
        assert!(!is_withheld(&evaluated(&rubric("built-in/1", &[100.0]), &[Verdict::Not])));
        assert!(!is_withheld(&evaluated(&rubric("built-in/1", &[100.0]), &[Verdict::Unknown])));
    }

    #[test]
    fn default_dimensions_that_a_resume_does_not_show_reject_nobody() {
        let rubric = rubric(&format!("{DEFAULT_DIMENSIONS} m"), &[60.0, 40.0]);
        assert!(is_withheld(&evaluated(&rubric, &[Verdict::Unknown, Verdict::Unknown])));
        assert!(!is_withheld(&evaluated(&rubric, &[Verdict::Met, Verdict::Unknown])));
        assert!(!is_withheld(&evaluated(&rubric, &[Verdict::Not, Verdict::Unknown])));
    }
}
