//! Turns the judgements of any judge into an evaluation: quotations are checked against the text, unsupported
//! verdicts become unknown, and the score is an explainable sum.

use std::collections::{BTreeMap, HashMap};

use super::judgement::{Judgement, Judgements};
use super::quotation::QuotableText;
use super::years::YearsSum;
use super::{
    Adjustment, AiEval, Criterion, CriterionKind, CriterionResult, Dimension, EvaluationVersions, LevelCap,
    RecommendationLevel, Rubric, ScorePart, Verdict,
};

/// Lowest credit of a met criterion; its strength raises it up to 1.
const MET_FROM: f64 = 0.6;
/// Credit range of a partly met criterion.
const PARTLY: (f64, f64) = (0.3, 0.6);
/// Highest credit of an undecided criterion, depending on the rest of the resume.
const UNKNOWN_TO: f64 = 0.4;
/// Strength of an undecided criterion where the career gives it none: the same for every resume and criterion.
const UNKNOWN_STRENGTH: f64 = 0.375;
/// The most interview questions suggested.
const MAX_QUESTIONS: usize = 3;
/// Share of a cap above which scores are compressed instead of cut off, which keeps their order.
const CAP_KNEE: f64 = 0.9;

/// Checks a judge's judgements against the resume's text and computes the scores.
#[must_use]
pub fn evaluate(rubric: &Rubric, quotable: &QuotableText, judgements: Judgements) -> AiEval {
    let Judgements { judge, criteria, career, opening, dimensions, flags, impossible_lines } = judgements;
    let nearness = career.map(|career| career.nearness);
    let mut dropped_quotes = impossible_lines;
    let mut by_id: HashMap<String, Judgement> =
        criteria.into_iter().map(|judgement| (judgement.criterion_id.clone(), judgement)).collect();
    let mut results: Vec<CriterionResult> = Vec::with_capacity(rubric.criteria.len());
    let mut credits: Vec<f64> = Vec::with_capacity(rubric.criteria.len());
    for criterion in &rubric.criteria {
        let checked = match by_id.remove(&criterion.id) {
            Some(judgement) => check(judgement, quotable, nearness, &mut dropped_quotes),
            None => Checked::unknown(nearness),
        };
        credits.push(credit(checked.verdict, checked.strength));
        results.push(checked.into_result(criterion));
    }
    let mut flags = flags;
    for flag in &mut flags {
        if flag.kind.quotes_visible_text() && flag.quote.as_deref().is_some_and(|quote| !quotable.contains(quote)) {
            flag.quote = None;
            dropped_quotes += 1;
        }
    }

    let score_parts = parts(rubric, &results, &credits, nearness);
    let sum = score_parts.iter().map(|part| tenths(part.points)).sum();
    let (adjustments, overall_tenths) = adjust(sum, lowest_cap(&results, |_, result| result.verdict));
    let overall_score = f64::from(overall_tenths) / 10.0;
    let by_score = RecommendationLevel::of(overall_score, rubric.thresholds, false);
    let missed = results
        .iter()
        .find(|result| result.kind == CriterionKind::Must && result.verdict == Verdict::Not && result.weight > 0.0);
    let recommendation_level = RecommendationLevel::of(overall_score, rubric.thresholds, missed.is_some());
    let level_cap = missed
        .filter(|_| recommendation_level != by_score)
        .map(|missed| LevelCap { from: by_score, criterion: missed.criterion.clone() });
    limit_questions(&mut results, recommendation_level);
    let mut evaluation = AiEval {
        overall_score,
        recommendation_level,
        summary: opening,
        scores: dimension_scores(&results, &credits, nearness, dimensions),
        criteria: results,
        score_parts,
        adjustments,
        thresholds: Some(rubric.thresholds),
        level_cap,
        dropped_quotes,
        flags,
        engine: judge.engine,
        fallback_reason: None,
        spread: None,
        versions: EvaluationVersions {
            engine: judge.version,
            model: judge.model,
            prompt: judge.prompt,
            rubric: rubric.version.clone(),
            reading: String::new(),
        },
    };
    evaluation.note_missing_criteria(rubric);
    evaluation
}

/// A judgement whose quotations are in the text.
struct Checked {
    verdict: Verdict,
    strength: f64,
    quotations: Vec<String>,
    confidence: f64,
    missing: Option<String>,
    question: Option<String>,
    years: Option<YearsSum>,
}

impl Checked {
    fn unknown(nearness: Option<f64>) -> Self {
        Self {
            verdict: Verdict::Unknown,
            strength: unknown_strength(nearness),
            quotations: Vec::new(),
            confidence: 0.0,
            missing: None,
            question: None,
            years: None,
        }
    }

    fn into_result(self, criterion: &Criterion) -> CriterionResult {
        let mut quotations = self.quotations.into_iter();
        CriterionResult {
            id: criterion.id.clone(),
            criterion: criterion.text.clone(),
            kind: criterion.kind,
            weight: criterion.weight,
            dimension: criterion.dimension.clone(),
            verdict: self.verdict,
            quote: quotations.next(),
            more_quotes: quotations.collect(),
            confidence: self.confidence,
            missing: self.missing,
            question: self.question,
            years: self.years,
            cap: criterion.cap,
        }
    }
}

/// Drops quotations that are not in the text. A met or partly met criterion without any then becomes unknown, and a
/// met one with too few years becomes partly met.
fn check(judgement: Judgement, text: &QuotableText, nearness: Option<f64>, dropped: &mut u32) -> Checked {
    let Judgement { criterion_id: _, verdict, strength, quotations, confidence, missing, question, years } = judgement;
    let offered = quotations.len();
    let quotations: Vec<String> = quotations
        .into_iter()
        .map(|quotation| quotation.trim().to_owned())
        .filter(|quotation| text.contains(quotation))
        .collect();
    *dropped += u32::try_from(offered - quotations.len()).unwrap_or(u32::MAX);
    // An unknown verdict has no evidence.
    let quotations = if verdict == Verdict::Unknown { Vec::new() } else { quotations };
    let confidence = unit(confidence);
    let years = years.as_ref().map(YearsSum::of);
    let short = years.as_ref().is_some_and(|sum| !sum.is_enough());
    let shown = matches!(verdict, Verdict::Met | Verdict::Partly);
    let (verdict, strength) = match verdict {
        _ if shown && quotations.is_empty() => (Verdict::Unknown, unknown_strength(nearness)),
        Verdict::Met if short => (Verdict::Partly, 1.0),
        // Being sure that the resume does not tell is no reason for credit; the career is.
        Verdict::Unknown => (verdict, strength.map_or_else(|| unknown_strength(nearness), unit)),
        verdict => (verdict, unit(strength.unwrap_or(confidence))),
    };
    let question = question.filter(|_| verdict != Verdict::Met);
    let years = years.filter(|sum| !sum.spans.is_empty());
    Checked { verdict, strength, quotations, confidence, missing, question, years }
}

/// The strength of what a resume does not tell.
pub(super) fn unknown_strength(nearness: Option<f64>) -> f64 {
    nearness.map_or(UNKNOWN_STRENGTH, unit)
}

pub(super) fn credit(verdict: Verdict, strength: f64) -> f64 {
    let between = |from: f64, to: f64| from + (to - from) * strength;
    let credit = match verdict {
        Verdict::Met => between(MET_FROM, 1.0),
        Verdict::Partly => between(PARTLY.0, PARTLY.1),
        Verdict::Unknown => between(0.0, UNKNOWN_TO),
        Verdict::Not => 0.0,
    };
    (credit * 100.0).round() / 100.0
}

/// Weight times credit of each criterion, and of career fit if the rubric gives it a share.
fn parts(rubric: &Rubric, results: &[CriterionResult], credits: &[f64], nearness: Option<f64>) -> Vec<ScorePart> {
    let career_weight = nearness.map_or(0.0, |_| rubric.career_weight.clamp(0.0, 100.0));
    let total: f64 = rubric.criteria.iter().map(|criterion| criterion.weight.max(0.0)).sum();
    let share = if total > 0.0 { (100.0 - career_weight) / total } else { 0.0 };
    let part = |criterion: String, weight: f64, credit: f64| ScorePart {
        criterion,
        weight: (weight * 100.0).round() / 100.0,
        credit,
        points: f64::from(tenths(weight * credit)) / 10.0,
    };
    let mut parts: Vec<ScorePart> = results
        .iter()
        .zip(credits)
        .map(|(result, credit)| part(result.criterion.clone(), result.weight.max(0.0) * share, *credit))
        .collect();
    if let Some(nearness) = nearness.filter(|_| career_weight > 0.0) {
        let nearness = (unit(nearness) * 100.0).round() / 100.0;
        parts.push(part(Dimension::CareerFit.to_string(), career_weight, nearness));
    }
    parts
}

/// The lowest cap of the criteria that the resume shows to be missing, by the verdicts of the judge or of a person, with
/// its criterion.
pub(super) fn lowest_cap(
    results: &[CriterionResult],
    verdict: impl Fn(usize, &CriterionResult) -> Verdict,
) -> Option<(f64, &str)> {
    let missing = results.iter().enumerate().filter(|(at, result)| verdict(*at, result) == Verdict::Not);
    let caps = missing.filter_map(|(_, result)| Some((result.cap?, result.criterion.as_str())));
    caps.min_by(|one, other| one.0.total_cmp(&other.0))
}

/// The reason of the adjustment for rounded parts.
pub(super) const ROUNDING: &str = "rounding";

/// Applies a cap to the sum, in tenths of a point.
pub(super) fn adjust(sum: i32, cap: Option<(f64, &str)>) -> (Vec<Adjustment>, i32) {
    let mut adjustments = Vec::new();
    let mut score = sum;
    let mut apply = |score: &mut i32, to: i32, reason: &str| {
        let to = to.clamp(0, 1000);
        if to != *score {
            adjustments.push(Adjustment { reason: reason.to_owned(), points: f64::from(to - *score) / 10.0 });
            *score = to;
        }
    };
    // Rounding can raise the sum slightly above 100.
    apply(&mut score, sum, ROUNDING);
    if let Some((most, criterion)) = cap {
        let most = f64::from(tenths(most.clamp(0.0, 100.0)));
        let knee = most * CAP_KNEE;
        if f64::from(score) > knee {
            let above = f64::from(score) - knee;
            let to = knee + (most - knee) * above / (1000.0 - knee).max(1.0);
            apply(&mut score, to.round() as i32, criterion);
        }
    }
    (adjustments, score)
}

/// The weighted credit of each dimension's decided criteria, 0–100. Dimensions with only unknowns are left out.
fn dimension_scores(
    results: &[CriterionResult],
    credits: &[f64],
    nearness: Option<f64>,
    informative: BTreeMap<String, f64>,
) -> BTreeMap<String, f64> {
    let mut sums: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (result, credit) in results.iter().zip(credits) {
        if result.verdict != Verdict::Unknown && result.weight > 0.0 {
            let sum = sums.entry(&result.dimension).or_default();
            sum.0 += result.weight * credit;
            sum.1 += result.weight;
        }
    }
    let percent = |share: f64| f64::from(tenths(unit(share) * 100.0)) / 10.0;
    let mut scores: BTreeMap<String, f64> = sums
        .into_iter()
        .map(|(dimension, (credit, weight))| (dimension.to_owned(), percent(credit / weight)))
        .collect();
    if let Some(nearness) = nearness {
        scores.insert(Dimension::CareerFit.to_string(), percent(nearness));
    }
    let judged: Vec<&str> =
        results.iter().filter(|result| result.weight > 0.0).map(|result| result.dimension.as_str()).collect();
    for (dimension, score) in informative {
        if !judged.contains(&dimension.as_str()) {
            scores.entry(dimension).or_insert_with(|| percent(score / 100.0));
        }
    }
    scores
}

/// Keeps the questions of the heaviest criteria, must-haves first; none for candidates who are not recommended.
fn limit_questions(results: &mut [CriterionResult], level: RecommendationLevel) {
    let mut asked: Vec<usize> = (0..results.len()).filter(|&at| results[at].question.is_some()).collect();
    asked.sort_by(|&a, &b| {
        let (one, other) = (&results[a], &results[b]);
        one.kind.cmp(&other.kind).then(other.weight.total_cmp(&one.weight)).then(a.cmp(&b))
    });
    let kept = if level == RecommendationLevel::NotRecommend { 0 } else { MAX_QUESTIONS };
    for at in asked.into_iter().skip(kept) {
        results[at].question = None;
    }
}

pub(super) fn tenths(value: f64) -> i32 {
    (value * 10.0).round() as i32
}

fn unit(value: f64) -> f64 {
    if value.is_nan() { 0.0 } else { value.clamp(0.0, 1.0) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::evaluation::{Career, Engine, Flag, FlagKind, JudgeVersion, Language, Thresholds, YearsClaim};
    use crate::period::{Period, YearMonth};

    const TEXT: &str = "2019.07–至今 星河数据 高级工程师\n负责订单系统，使用 Java 与\nSpring Boot，P99 降到 95 毫秒。";
    const PASSAGE: &str = "负责订单系统，使用 Java 与 Spring Boot";

    fn text() -> QuotableText {
        QuotableText::new(TEXT)
    }

    fn rubric(weights: &[(f64, CriterionKind)], career_weight: f64) -> Rubric {
        let criterion = |(at, &(weight, kind)): (usize, &(f64, CriterionKind))| Criterion {
            id: format!("c{at}"),
            text: format!("criterion {at}"),
            kind,
            weight,
            dimension: if at % 2 == 0 { "even" } else { "odd" }.to_owned(),
            cap: None,
            source: None,
        };
        Rubric {
            language: Language::En,
            criteria: weights.iter().enumerate().map(criterion).collect(),
            thresholds: Thresholds::default(),
            career_weight,
            version: "test".to_owned(),
            fallback: None,
            edited_by: None,
            edited_at: None,
        }
    }

    fn judgement(at: usize, verdict: Verdict, strength: f64) -> Judgement {
        Judgement {
            criterion_id: format!("c{at}"),
            verdict,
            strength: Some(strength),
            quotations: vec![PASSAGE.to_owned()],
            confidence: 0.9,
            missing: None,
            question: (verdict != Verdict::Met).then(|| "why?".to_owned()),
            years: None,
        }
    }

    fn judgements(criteria: Vec<Judgement>, nearness: f64) -> Judgements {
        Judgements {
            judge: JudgeVersion { engine: Engine::Model, version: "1".into(), model: Some("m".into()), prompt: None },
            criteria,
            career: Some(Career { nearness }),
            opening: String::new(),
            dimensions: BTreeMap::new(),
            flags: Vec::new(),
            impossible_lines: 0,
        }
    }

    fn musts(count: usize) -> Rubric {
        rubric(&vec![(100.0 / count as f64, CriterionKind::Must); count], 0.0)
    }

    #[test]
    fn quotations_missing_from_the_text_are_dropped_and_counted() {
        let mut invented = judgement(0, Verdict::Met, 1.0);
        invented.quotations = vec!["ten years of Java".into(), "led twelve people".into()];
        let mut half = judgement(1, Verdict::Met, 1.0);
        half.quotations = vec!["led twelve people".into(), PASSAGE.into()];
        let evaluation = evaluate(&musts(2), &text(), judgements(vec![invented, half], 1.0));
        assert_eq!(evaluation.dropped_quotes, 3);
        assert_eq!((evaluation.criteria[0].verdict, evaluation.criteria[0].quote.as_deref()), (Verdict::Unknown, None));
        assert_eq!(evaluation.criteria[1].verdict, Verdict::Met);
        assert_eq!(evaluation.criteria[1].quote.as_deref(), Some(PASSAGE));
        assert_eq!(evaluation.score_parts[0].credit, 0.4, "as much as what the resume does not tell");
    }

    #[test]
    fn years_below_the_requirement_are_met_in_part() {
        let month = |year| YearMonth::new(year, 1).unwrap();
        let claim = |required| YearsClaim {
            required,
            periods: vec![Period::new(month(2020), month(2023)).unwrap()],
            today: month(2026),
        };
        for (required, verdict) in [(3.0, Verdict::Met), (5.0, Verdict::Partly)] {
            let mut judged = judgement(0, Verdict::Met, 1.0);
            judged.years = Some(claim(required));
            let evaluation = evaluate(&musts(1), &text(), judgements(vec![judged], 1.0));
            assert_eq!(evaluation.criteria[0].verdict, verdict);
            assert_eq!(evaluation.criteria[0].years.as_ref().map(|sum| sum.total), Some(3.1));
        }
    }

    #[test]
    fn judge_sure_that_the_resume_does_not_tell_gives_no_more_credit() {
        let sure_of = |confidence| Judgement { strength: None, confidence, ..judgement(0, Verdict::Unknown, 0.0) };
        for confidence in [0.1, 0.9] {
            let evaluation = evaluate(&musts(1), &text(), judgements(vec![sure_of(confidence)], 0.5));
            assert_eq!(evaluation.score_parts[0].credit, 0.2, "by career fit");
        }
        let mut without_career = judgements(vec![sure_of(0.9)], 0.5);
        without_career.career = None;
        assert_eq!(evaluate(&musts(1), &text(), without_career).score_parts[0].credit, 0.15);
    }

    #[test]
    fn level_carries_its_thresholds() {
        let thresholds = Thresholds { strongly_recommend: 90.0, recommend: 70.0, average: 50.0 };
        let strict = Rubric { thresholds, ..musts(1) };
        let evaluation = evaluate(&strict, &text(), judgements(vec![judgement(0, Verdict::Met, 0.6)], 1.0));
        assert_eq!((evaluation.overall_score, evaluation.thresholds), (84.0, Some(thresholds)));
        assert_eq!(evaluation.recommendation_level, RecommendationLevel::Recommend);
    }

    #[test]
    fn criterion_of_weight_zero_leaves_the_score_of_its_dimension() {
        let mut judged = judgements(vec![judgement(0, Verdict::Met, 1.0), judgement(1, Verdict::Unknown, 0.5)], 0.4);
        judged.dimensions = BTreeMap::from([("odd".to_owned(), 70.0)]);
        let by = rubric(&[(100.0, CriterionKind::Must), (0.0, CriterionKind::Must)], 0.0);
        assert_eq!(evaluate(&by, &text(), judged).scores.get("odd"), Some(&70.0));
    }

    #[test]
    fn dimension_of_unknowns_has_no_score() {
        let judged = vec![judgement(0, Verdict::Met, 1.0), judgement(1, Verdict::Unknown, 0.5)];
        let scores = evaluate(&musts(3), &text(), judgements(judged, 0.4)).scores;
        assert_eq!(scores, BTreeMap::from([("even".to_owned(), 100.0), ("career_fit".to_owned(), 40.0)]));
    }

    #[test]
    fn missed_must_have_caps_the_level_and_reports_it() {
        let judged = vec![judgement(0, Verdict::Met, 1.0), judgement(1, Verdict::Not, 0.0)];
        let by = rubric(&[(90.0, CriterionKind::Must), (10.0, CriterionKind::Must)], 0.0);
        let evaluation = evaluate(&by, &text(), judgements(judged.clone(), 1.0));
        assert_eq!(evaluation.recommendation_level, RecommendationLevel::Average);
        let cap = evaluation.level_cap.unwrap();
        assert_eq!((cap.from, cap.criterion.as_str()), (RecommendationLevel::StronglyRecommend, "criterion 1"));
        let by = rubric(&[(100.0, CriterionKind::Must), (0.0, CriterionKind::Must)], 0.0);
        assert_eq!(evaluate(&by, &text(), judgements(judged, 1.0)).level_cap, None, "what weighs nothing caps nothing");
    }

    #[test]
    fn cap_of_a_criterion_applies_where_the_resume_shows_it_to_be_missing() {
        let mut by = rubric(&[(90.0, CriterionKind::Nice), (10.0, CriterionKind::Nice)], 0.0);
        by.criteria[1].cap = Some(60.0);
        for (verdict, score, adjustments) in
            [(Verdict::Not, 60.0, 1), (Verdict::Unknown, 94.0, 0), (Verdict::Met, 100.0, 0)]
        {
            let judged = vec![judgement(0, Verdict::Met, 1.0), judgement(1, verdict, 1.0)];
            let evaluation = evaluate(&by, &text(), judgements(judged, 1.0));
            assert!((evaluation.overall_score - score).abs() < 2.5, "{verdict} {}", evaluation.overall_score);
            assert_eq!(evaluation.adjustments.len(), adjustments, "{verdict}");
            assert!(evaluation.adjustments.iter().all(|adjustment| adjustment.reason == "criterion 1"));
        }
    }

    #[test]
    fn lowest_cap_of_what_is_missing_applies_with_its_reason() {
        let mut by =
            rubric(&[(98.0, CriterionKind::Nice), (1.0, CriterionKind::Nice), (1.0, CriterionKind::Nice)], 0.0);
        (by.criteria[1].cap, by.criteria[2].cap) = (Some(70.0), Some(50.0));
        let not = |at| judgement(at, Verdict::Not, 0.0);
        let judged = vec![judgement(0, Verdict::Met, 1.0), not(1), not(2)];
        let evaluation = evaluate(&by, &text(), judgements(judged, 1.0));
        assert!((49.0..=50.0).contains(&evaluation.overall_score), "{}", evaluation.overall_score);
        let reasons: Vec<&str> = evaluation.adjustments.iter().map(|one| one.reason.as_str()).collect();
        assert_eq!(reasons, ["criterion 2"]);
    }

    #[test]
    fn at_most_three_questions_and_none_for_excluded_candidates() {
        let judged = |verdict| judgements((0..6).map(|at| judgement(at, verdict, 1.0)).collect(), 1.0);
        let asked = |evaluation: AiEval| evaluation.criteria.iter().filter(|result| result.question.is_some()).count();
        assert_eq!(asked(evaluate(&musts(6), &text(), judged(Verdict::Partly))), 3);
        assert_eq!(asked(evaluate(&musts(6), &text(), judged(Verdict::Not))), 0);
        let answered = Judgement { question: Some("why?".to_owned()), ..judgement(0, Verdict::Met, 1.0) };
        assert_eq!(asked(evaluate(&musts(1), &text(), judgements(vec![answered], 1.0))), 0, "what is met is not asked");
    }

    #[test]
    fn flag_with_an_invented_quotation_keeps_only_its_kind() {
        let mut judged = judgements(Vec::new(), 0.0);
        judged.flags = vec![
            Flag { kind: FlagKind::EmploymentGap, quote: Some("never written".into()) },
            Flag { kind: FlagKind::PromptInjection, quote: Some("in hidden text".into()) },
        ];
        let evaluation = evaluate(&musts(1), &text(), judged);
        let quotes: Vec<bool> = evaluation.flags.iter().map(|flag| flag.quote.is_some()).collect();
        assert_eq!((quotes, evaluation.dropped_quotes), (vec![false, true], 1));
    }

    #[test]
    fn only_scores_near_a_threshold_need_another_opinion() {
        let unsure = vec![Judgement { confidence: 0.1, ..judgement(0, Verdict::Partly, 0.1) }];
        let mut evaluation = evaluate(&musts(1), &text(), judgements(unsure, 0.0));
        for (score, is_settled) in
            [(57.9, true), (58.0, false), (62.0, false), (62.1, true), (81.0, false), (100.0, true)]
        {
            evaluation.overall_score = score;
            assert_eq!(super::super::is_settled(&evaluation, Thresholds::default()), is_settled, "{score}");
        }
    }

    #[test]
    fn what_a_resume_does_not_tell_is_worth_the_same_without_a_career() {
        let credit = |criteria: Vec<Judgement>, career| {
            let judgements = Judgements { career, ..judgements(criteria, 0.0) };
            evaluate(&musts(1), &text(), judgements).score_parts[0].credit
        };
        let unproven =
            || vec![Judgement { quotations: vec!["never written".into()], ..judgement(0, Verdict::Met, 0.9) }];
        assert_eq!(credit(Vec::new(), None), 0.15);
        assert_eq!(credit(unproven(), None), 0.15);
        let untold = Judgement { strength: None, ..judgement(0, Verdict::Unknown, 0.9) };
        assert_eq!(credit(vec![untold], None), 0.15);
        let career = Some(Career { nearness: 1.0 });
        assert_eq!([credit(Vec::new(), career), credit(unproven(), career)], [0.4, 0.4]);
    }

    #[test]
    fn impossible_lines_are_counted_as_dropped_quotations() {
        let judged = Judgements { impossible_lines: 2, ..judgements(Vec::new(), 0.0) };
        assert_eq!(evaluate(&musts(1), &text(), judged).dropped_quotes, 2);
    }

    fn verdicts() -> impl Strategy<Value = Verdict> {
        prop::sample::select(Verdict::ALL.to_vec())
    }

    fn judged() -> impl Strategy<Value = Vec<(f64, bool, Verdict, f64)>> {
        prop::collection::vec((0.0f64..40.0, any::<bool>(), verdicts(), 0.0f64..1.0), 1..14)
    }

    fn caps() -> impl Strategy<Value = Vec<Option<f64>>> {
        prop::collection::vec(prop::option::of(0.0f64..100.0), 14)
    }

    fn run(rows: &[(f64, bool, Verdict, f64)], career: (f64, f64), caps: &[Option<f64>]) -> AiEval {
        let kind = |must| if must { CriterionKind::Must } else { CriterionKind::Nice };
        let weights: Vec<(f64, CriterionKind)> = rows.iter().map(|row| (row.0, kind(row.1))).collect();
        let criteria = rows.iter().enumerate().map(|(at, row)| judgement(at, row.2, row.3)).collect();
        let mut rubric = rubric(&weights, career.0);
        rubric.criteria.iter_mut().zip(caps).for_each(|(criterion, cap)| criterion.cap = *cap);
        evaluate(&rubric, &text(), judgements(criteria, career.1))
    }

    proptest! {
        #[test]
        fn parts_and_adjustments_add_up_to_the_score(
            rows in judged(), career in (0.0f64..50.0, 0.0f64..1.0), caps in caps()
        ) {
            let evaluation = run(&rows, career, &caps);
            let adjusted = evaluation.adjustments.iter().map(|adjustment| adjustment.points);
            let shown: Vec<f64> = evaluation.score_parts.iter().map(|part| part.points).chain(adjusted).collect();
            // Everything shown has one decimal, so a reader who adds it up reaches the score exactly.
            let is_whole = |points: &f64| (points * 10.0 - f64::from(tenths(*points))).abs() < 1e-6;
            prop_assert!(shown.iter().all(is_whole), "{shown:?}");
            let sum: i32 = shown.iter().map(|points| tenths(*points)).sum();
            prop_assert_eq!(f64::from(sum) / 10.0, evaluation.overall_score);
            prop_assert!((0.0..=100.0).contains(&evaluation.overall_score));
            for part in &evaluation.score_parts {
                prop_assert!((part.points - part.weight * part.credit).abs() <= 0.06, "{part:?}");
            }
        }

        #[test]
        fn candidate_at_least_as_good_everywhere_never_scores_lower(
            rows in judged(), better in prop::collection::vec((verdicts(), 0.0f64..1.0), 14),
            career in (0.0f64..50.0, 0.0f64..1.0), more in 0.0f64..1.0, caps in caps()
        ) {
            let worse = run(&rows, career, &caps);
            let raised: Vec<_> = rows.iter().zip(&better).map(|(row, by)| {
                let is_capped = by.0 == Verdict::Not && row.2 != Verdict::Not;
                let rises = !is_capped && credit(by.0, by.1) >= credit(row.2, row.3);
                if rises { (row.0, row.1, by.0, by.1) } else { *row }
            }).collect();
            let raised = run(&raised, (career.0, career.1.max(more)), &caps);
            prop_assert!(raised.overall_score >= worse.overall_score, "{} {}", raised.overall_score, worse.overall_score);
        }

        #[test]
        fn criterion_of_weight_zero_changes_nothing(
            rows in judged(), none in (verdicts(), 0.0f64..1.0, any::<bool>()), career in (0.0f64..50.0, 0.0f64..1.0)
        ) {
            let without = run(&rows, career, &[]);
            let mut with = rows;
            with.push((0.0, none.2, none.0, none.1));
            let with = run(&with, career, &[]);
            prop_assert_eq!(with.overall_score, without.overall_score);
            prop_assert_eq!(with.recommendation_level, without.recommendation_level);
            prop_assert_eq!(with.scores, without.scores);
        }

        #[test]
        fn criteria_order_changes_nothing(
            (rows, shuffled) in judged().prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle()))
        ) {
            let (one, other) = (run(&rows, (20.0, 0.5), &[]), run(&shuffled, (20.0, 0.5), &[]));
            prop_assert!((one.overall_score - other.overall_score).abs() < 1e-9);
            prop_assert_eq!(one.recommendation_level, other.recommendation_level);
        }
    }
}
