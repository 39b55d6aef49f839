//! People's own verdicts on an evaluation's criteria: which criterion a mark is about, the score by one's own marks, and
//! how often people disagree with the judge.

use std::collections::{BTreeMap, BTreeSet};

use super::scoring::{ROUNDING, adjust, credit, lowest_cap, tenths, unknown_strength};
use super::{AiEval, CriterionResult, Verdict};

/// The most characters of a mark's reason.
pub const MAX_MARK_REASON: usize = 200;

/// A person's mark on a criterion.
pub trait GivenMark {
    /// The person who gave it.
    type Person: Ord;

    /// Who gave it.
    fn person(&self) -> Self::Person;
    /// The criterion's text.
    fn criterion(&self) -> &str;
    /// The criterion's position, if it was given to the current evaluation.
    fn position(&self) -> Option<usize>;
}

/// Places marks on the criteria of the current evaluation. A mark given to an earlier one follows a criterion that reads the
/// same; without such a criterion it has no place. `marks` are ordered from the current evaluation to the first: of a
/// person's marks on one criterion only the latest is left.
#[must_use]
pub fn place_marks<M: GivenMark>(criteria: &[CriterionResult], marks: Vec<M>) -> Vec<(Option<usize>, M)> {
    let mut seen = BTreeSet::new();
    let placed = marks.into_iter().filter_map(|mark| {
        let same = |result: &CriterionResult| result.weight > 0.0 && result.criterion == mark.criterion();
        let place = mark.position().filter(|at| *at < criteria.len()).or_else(|| criteria.iter().position(same));
        let text = place.map_or_else(|| mark.criterion().to_owned(), |_| String::new());
        seen.insert((mark.person(), place, text)).then_some((place, mark))
    });
    placed.collect()
}

impl AiEval {
    /// The score with a person's verdicts in place of the judge's, by position: the same sum with the caps that follow. None for
    /// evaluations from before parts of the score were stored, unless all verdicts agree.
    #[must_use]
    pub fn score_by(&self, own: &BTreeMap<usize, Verdict>) -> Option<f64> {
        let agrees = |(at, verdict): (&usize, &Verdict)| self.criteria.get(*at).is_none_or(|c| c.verdict == *verdict);
        if own.iter().all(agrees) {
            return Some(self.overall_score);
        }
        (self.score_parts.len() >= self.criteria.len()).then(|| self.sum_by(own))
    }

    fn sum_by(&self, own: &BTreeMap<usize, Verdict>) -> f64 {
        let verdict_at = |at: usize, result: &CriterionResult| own.get(&at).copied().unwrap_or(result.verdict);
        let nearness = self.score_parts.get(self.criteria.len()).map(|career| career.credit);
        let points = self.score_parts.iter().enumerate().map(|(at, part)| match self.criteria.get(at) {
            Some(result) if verdict_at(at, result) != result.verdict => {
                let verdict = verdict_at(at, result);
                tenths(part.weight * credit(verdict, strength(verdict, nearness)))
            }
            _ => tenths(part.points),
        });
        let sum = points.sum::<i32>().clamp(0, 1000) - self.former_deductions(own);
        let (_, score) = adjust(sum, lowest_cap(&self.criteria, verdict_at));
        f64::from(score) / 10.0
    }

    /// What the rules of a job took from evaluations of former versions, in tenths of a point. What a missing criterion that
    /// a person found took falls away.
    fn former_deductions(&self, own: &BTreeMap<usize, Verdict>) -> i32 {
        let is_counted_again = |reason: &str| {
            reason == ROUNDING || self.criteria.iter().any(|result| result.cap.is_some() && result.criterion == reason)
        };
        let is_lifted = |reason: &str| {
            self.criteria.iter().enumerate().any(|(at, result)| {
                let is_found = own.get(&at).is_some_and(|verdict| *verdict != Verdict::Not);
                result.criterion == reason && result.verdict == Verdict::Not && is_found
            })
        };
        let former =
            self.adjustments.iter().filter(|former| !is_counted_again(&former.reason) && !is_lifted(&former.reason));
        former.map(|former| tenths(-former.points)).sum()
    }
}

/// A person doesn't say how strongly a verdict holds: met counts in full, partly as the middle of its range, and what the
/// resume leaves open as it does for a judge.
fn strength(verdict: Verdict, nearness: Option<f64>) -> f64 {
    match verdict {
        Verdict::Met => 1.0,
        Verdict::Partly => 0.5,
        Verdict::Unknown => unknown_strength(nearness),
        Verdict::Not => 0.0,
    }
}

/// The marks given on one criterion of a job.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub struct CriterionMarks {
    /// The criterion's text.
    pub criterion: String,
    /// How many marks were given, on all candidates and by all members.
    pub marks: u32,
    /// How many of them differ from the verdict of the evaluation that was marked.
    pub disagreements: u32,
}

/// Counts by criterion; each group of marks is a criterion, the judge's verdict, the person's, and how many.
#[must_use]
pub fn count_disagreements(groups: impl IntoIterator<Item = (String, Verdict, Verdict, u32)>) -> Vec<CriterionMarks> {
    let mut counts: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for (criterion, judged, own, marks) in groups {
        let count = counts.entry(criterion).or_default();
        count.0 += marks;
        count.1 += if judged == own { 0 } else { marks };
    }
    let counts = counts.into_iter();
    counts.map(|(criterion, (marks, disagreements))| CriterionMarks { criterion, marks, disagreements }).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evaluation::{
        Adjustment, Career, Criterion, CriterionKind, Engine, JudgeVersion, Judgement, Judgements, Language,
        QuotableText, Rubric, Thresholds, evaluate,
    };

    const PASSAGE: &str = "ran the payroll of four plants";

    /// Weight, verdict, strength and cap of each criterion.
    type Row = (f64, Verdict, f64, Option<f64>);

    fn evaluated(rows: &[Row], career: (f64, f64)) -> AiEval {
        let criterion = |(at, row): (usize, &Row)| Criterion {
            id: format!("c{at}"),
            text: format!("criterion {at}"),
            kind: CriterionKind::Nice,
            weight: row.0,
            dimension: "skills_match".to_owned(),
            cap: row.3,
            source: None,
        };
        let rubric = Rubric {
            language: Language::En,
            criteria: rows.iter().enumerate().map(criterion).collect(),
            thresholds: Thresholds::default(),
            career_weight: career.0,
            version: "test".to_owned(),
            fallback: None,
            edited_by: None,
            edited_at: None,
        };
        let judgement = |(at, row): (usize, &Row)| Judgement {
            criterion_id: format!("c{at}"),
            verdict: row.1,
            strength: Some(row.2),
            quotations: vec![PASSAGE.to_owned()],
            confidence: 0.9,
            missing: None,
            question: None,
            years: None,
        };
        let judgements = Judgements {
            judge: JudgeVersion { engine: Engine::BuiltIn, version: "1".into(), model: None, prompt: None },
            criteria: rows.iter().enumerate().map(judgement).collect(),
            career: Some(Career { nearness: career.1 }),
            opening: String::new(),
            dimensions: BTreeMap::new(),
            flags: Vec::new(),
            impossible_lines: 0,
        };
        evaluate(&rubric, &QuotableText::new(PASSAGE), judgements)
    }

    #[test]
    fn verdict_of_a_person_replaces_the_judges_in_the_sum() {
        let evaluation = evaluated(&[(50.0, Verdict::Met, 1.0, None), (50.0, Verdict::Met, 1.0, None)], (0.0, 0.0));
        assert_eq!(evaluation.overall_score, 100.0);
        for (own, score) in
            [(Verdict::Met, 100.0), (Verdict::Partly, 72.5), (Verdict::Unknown, 57.5), (Verdict::Not, 50.0)]
        {
            assert_eq!(evaluation.score_by(&BTreeMap::from([(1, own)])), Some(score), "{own}");
        }
    }

    #[test]
    fn cap_follows_the_verdict_of_a_person() {
        let rows = |verdict| [(90.0, Verdict::Met, 1.0, None), (10.0, verdict, 1.0, Some(60.0))];
        let missing = evaluated(&rows(Verdict::Not), (0.0, 0.0));
        assert!(missing.overall_score < 60.0, "{}", missing.overall_score);
        assert_eq!(missing.score_by(&BTreeMap::from([(1, Verdict::Met)])), Some(100.0));
        let shown = evaluated(&rows(Verdict::Met), (0.0, 0.0));
        assert_eq!(shown.score_by(&BTreeMap::from([(1, Verdict::Not)])), Some(missing.overall_score));
    }

    #[test]
    fn former_evaluations_keep_their_adjustments() {
        let rows = [(50.0, Verdict::Not, 0.0, None), (50.0, Verdict::Met, 1.0, None)];
        let adjusted = |reason: &str| AiEval {
            adjustments: vec![Adjustment { reason: reason.into(), points: -20.0 }],
            overall_score: 30.0,
            ..evaluated(&rows, (0.0, 0.0))
        };
        let own = BTreeMap::from([(0, Verdict::Met)]);
        assert_eq!(adjusted("a rule").score_by(&own), Some(80.0));
        assert_eq!(adjusted("criterion 0").score_by(&own), Some(100.0), "the criterion is not missing");
        assert_eq!(adjusted("criterion 0").score_by(&BTreeMap::from([(1, Verdict::Not)])), Some(0.0));
    }

    #[test]
    fn evaluations_without_parts_have_only_the_score_of_the_judge() {
        let rows = [(100.0, Verdict::Met, 1.0, None)];
        let evaluation = AiEval { score_parts: Vec::new(), ..evaluated(&rows, (0.0, 0.0)) };
        assert_eq!(evaluation.score_by(&BTreeMap::from([(0, Verdict::Met)])), Some(100.0));
        assert_eq!(evaluation.score_by(&BTreeMap::from([(0, Verdict::Not)])), None);
    }

    struct Given(u8, &'static str, Option<usize>);

    impl GivenMark for Given {
        type Person = u8;
        fn person(&self) -> u8 {
            self.0
        }
        fn criterion(&self) -> &str {
            self.1
        }
        fn position(&self) -> Option<usize> {
            self.2
        }
    }

    #[test]
    fn marks_follow_criteria_that_read_the_same() {
        let evaluation = evaluated(&[(50.0, Verdict::Met, 1.0, None), (50.0, Verdict::Met, 1.0, None)], (0.0, 0.0));
        let marks = vec![
            Given(1, "criterion 1", Some(1)),
            Given(1, "criterion 1", None),
            Given(1, "criterion 0", None),
            Given(2, "criterion 1", None),
            Given(1, "rewritten since", None),
            Given(1, "rewritten since", None),
            Given(1, "another", None),
        ];
        let placed = place_marks(&evaluation.criteria, marks);
        let placed: Vec<_> = placed.iter().map(|(place, mark)| (mark.0, mark.1, *place)).collect();
        assert_eq!(
            placed,
            [
                (1, "criterion 1", Some(1)),
                (1, "criterion 0", Some(0)),
                (2, "criterion 1", Some(1)),
                (1, "rewritten since", None),
                (1, "another", None),
            ]
        );
    }

    #[test]
    fn disagreements_are_counted_by_criterion() {
        let groups = [
            ("SQL".to_owned(), Verdict::Met, Verdict::Met, 13),
            ("SQL".to_owned(), Verdict::Met, Verdict::Not, 4),
            ("SQL".to_owned(), Verdict::Unknown, Verdict::Partly, 3),
            ("Rust".to_owned(), Verdict::Not, Verdict::Not, 2),
        ];
        let counts = count_disagreements(groups);
        let counts: Vec<_> = counts.iter().map(|c| (c.criterion.as_str(), c.disagreements, c.marks)).collect();
        assert_eq!(counts, [("Rust", 0, 2), ("SQL", 7, 20)]);
    }

    fn rows() -> impl Strategy<Value = Vec<Row>> {
        let verdict = prop::sample::select(Verdict::ALL.to_vec());
        prop::collection::vec((0.0f64..40.0, verdict, 0.0f64..1.0, prop::option::of(0.0f64..100.0)), 1..10)
    }

    proptest! {
        #[test]
        fn agreeing_changes_nothing(
            rows in rows(), career in (0.0f64..50.0, 0.0f64..1.0)
        ) {
            let evaluation = evaluated(&rows, career);
            let own: BTreeMap<usize, Verdict> =
                evaluation.criteria.iter().enumerate().map(|(at, result)| (at, result.verdict)).collect();
            prop_assert_eq!(evaluation.score_by(&own), Some(evaluation.overall_score));
            prop_assert_eq!(evaluation.sum_by(&own), evaluation.overall_score);
        }

        #[test]
        fn better_verdict_never_lowers_the_score(
            rows in rows(), career in (0.0f64..50.0, 0.0f64..1.0), at in 0usize..10
        ) {
            let evaluation = evaluated(&rows, career);
            let at = at % rows.len();
            let by = |verdict| evaluation.sum_by(&BTreeMap::from([(at, verdict)]));
            let scores = [by(Verdict::Not), by(Verdict::Partly), by(Verdict::Met)];
            let is_judged = evaluation.criteria[at].verdict;
            prop_assert!(scores.is_sorted(), "{is_judged} {scores:?}");
            prop_assert!(scores.iter().all(|score| (0.0..=100.0).contains(score)));
        }
    }
}
