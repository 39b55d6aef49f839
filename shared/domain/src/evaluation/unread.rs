//! Evaluations of resumes with pages that could not be read: what is missing may be there.

use super::{AiEval, Flag, FlagKind, Language, RecommendationLevel, Verdict};

impl AiEval {
    /// Notes that text was recognised in the pictures of pages.
    pub fn note_recognized_pages(&mut self, pages: &[u32]) {
        if !pages.is_empty() {
            self.flags.push(Flag { kind: FlagKind::RecognizedText, quote: None });
        }
    }

    /// Notes pages that are pictures without text. What they may show is unknown: no criterion counts as not met, and
    /// a low level becomes 待评估, with a summary that only says why.
    pub fn note_unread_pages(&mut self, pages: &[u32], language: Language) {
        if pages.is_empty() {
            return;
        }
        self.flags.push(Flag { kind: FlagKind::UnreadPages, quote: None });
        for result in self.criteria.iter_mut().filter(|result| result.verdict == Verdict::Not) {
            result.verdict = Verdict::Unknown;
            result.missing = None;
        }
        let note = note(pages, language);
        if matches!(self.recommendation_level, RecommendationLevel::Average | RecommendationLevel::NotRecommend) {
            self.recommendation_level = RecommendationLevel::ToBeEvaluated;
            self.level_cap = None;
            self.summary = note;
        } else {
            let gap = if language == Language::Zh { "" } else { " " };
            self.summary = format!("{note}{gap}{}", self.summary);
        }
    }
}

fn note(pages: &[u32], language: Language) -> String {
    let numbers: Vec<String> = pages.iter().map(u32::to_string).collect();
    match (language, pages) {
        (Language::Zh, _) => format!("第 {} 页是没有文字的图片，未能读取，评估不含这部分内容。", numbers.join("、")),
        (Language::En, [page]) => format!("Page {page} is a picture without text and wasn't read."),
        (Language::En, _) => format!("Pages {} are pictures without text and weren't read.", numbers.join(", ")),
        (Language::Id, _) => format!("Halaman {} berupa gambar tanpa teks dan tidak terbaca.", numbers.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::evaluation::{CriterionKind, CriterionResult, Engine, EvaluationVersions};

    fn evaluation(level: RecommendationLevel) -> AiEval {
        let criterion = CriterionResult {
            id: "c1".into(),
            criterion: "5 years of payroll".into(),
            kind: CriterionKind::Must,
            weight: 100.0,
            dimension: "skills_match".into(),
            verdict: Verdict::Not,
            quote: None,
            confidence: 1.0,
            question: None,
            more_quotes: Vec::new(),
            missing: Some("no payroll experience".into()),
            years: None,
            cap: None,
        };
        let versions = EvaluationVersions {
            engine: "1".into(),
            model: None,
            prompt: None,
            rubric: "1".into(),
            reading: "1".into(),
        };
        AiEval {
            overall_score: 12.0,
            recommendation_level: level,
            summary: "No payroll experience.".into(),
            scores: BTreeMap::new(),
            criteria: vec![criterion],
            score_parts: Vec::new(),
            adjustments: Vec::new(),
            thresholds: None,
            level_cap: None,
            dropped_quotes: 0,
            flags: Vec::new(),
            engine: Engine::BuiltIn,
            fallback_reason: None,
            spread: None,
            versions,
        }
    }

    #[test]
    fn low_level_with_unread_pages_is_withheld() {
        let mut eval = evaluation(RecommendationLevel::NotRecommend);
        eval.note_unread_pages(&[2], Language::En);
        assert_eq!(eval.recommendation_level, RecommendationLevel::ToBeEvaluated);
        assert_eq!(eval.summary, "Page 2 is a picture without text and wasn't read.");
        assert_eq!((eval.criteria[0].verdict, &eval.criteria[0].missing), (Verdict::Unknown, &None));
        assert_eq!(eval.flags, [Flag { kind: FlagKind::UnreadPages, quote: None }]);
    }

    #[test]
    fn high_level_stays_and_is_flagged() {
        let mut eval = evaluation(RecommendationLevel::Recommend);
        eval.summary = "优势：薪酬。".into();
        eval.note_unread_pages(&[3, 4], Language::Zh);
        assert_eq!(eval.recommendation_level, RecommendationLevel::Recommend);
        assert_eq!(eval.summary, "第 3、4 页是没有文字的图片，未能读取，评估不含这部分内容。优势：薪酬。");
    }

    #[test]
    fn whole_resumes_are_left_alone() {
        let mut eval = evaluation(RecommendationLevel::NotRecommend);
        eval.note_unread_pages(&[], Language::En);
        assert_eq!(eval, evaluation(RecommendationLevel::NotRecommend));
    }
}
