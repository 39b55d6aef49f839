//! Several opinions of one judge on one resume: when to request another, and how to combine them.

use super::{AiEval, Judgement, Judgements, Thresholds, Verdict};

/// Distance from a threshold within which a score may fall on either side by chance.
const NEAR: f64 = 2.0;
/// Whether another opinion could hardly change the level: the score is near no threshold.
#[must_use]
pub fn is_settled(eval: &AiEval, thresholds: Thresholds) -> bool {
    let Thresholds { strongly_recommend, recommend, average } = thresholds;
    [strongly_recommend, recommend, average].iter().all(|threshold| (eval.overall_score - threshold).abs() > NEAR)
}

/// Combines opinions: for each criterion the median verdict, the lower one of two, with the most confident judgement;
/// disagreement lowers the confidence.
#[must_use]
pub fn middle(opinions: Vec<Judgements>) -> Option<Judgements> {
    let mut opinions = opinions.into_iter();
    let mut together = opinions.next()?;
    let others: Vec<Judgements> = opinions.collect();
    for judgement in &mut together.criteria {
        let same = |other: &&Judgement| other.criterion_id == judgement.criterion_id;
        let mut all: Vec<&Judgement> = vec![judgement];
        all.extend(others.iter().filter_map(|opinion| opinion.criteria.iter().find(same)));
        let mut ranks: Vec<u8> = all.iter().map(|judgement| rank(judgement.verdict)).collect();
        ranks.sort_unstable();
        let chosen = ranks[(ranks.len() - 1) / 2];
        let agreeing = || all.iter().filter(|judgement| rank(judgement.verdict) == chosen);
        let count = |number: usize| f64::from(u32::try_from(number).unwrap_or(u32::MAX));
        let agreement = count(agreeing().count()) / count(all.len());
        let surest = agreeing().max_by(|one, other| one.confidence.total_cmp(&other.confidence));
        if let Some(surest) = surest {
            let confidence = surest.confidence * agreement;
            // Disagreement is expressed by the confidence; the strength stays as judged. That of an unknown verdict does
            // not depend on the confidence.
            let strength = surest.strength.or(Some(surest.confidence).filter(|_| surest.verdict != Verdict::Unknown));
            let chosen = Judgement { confidence, strength, ..(**surest).clone() };
            *judgement = chosen;
        }
    }
    Some(together)
}

/// Order of verdicts, lowest first.
const fn rank(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Not => 0,
        Verdict::Unknown => 1,
        Verdict::Partly => 2,
        Verdict::Met => 3,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::evaluation::{Engine, JudgeVersion};

    fn opinion(verdicts: &[(Verdict, f64)]) -> Judgements {
        let criteria = verdicts.iter().enumerate().map(|(at, (verdict, confidence))| Judgement {
            criterion_id: format!("c{at}"),
            verdict: *verdict,
            strength: None,
            quotations: vec![format!("{verdict} {confidence}")],
            confidence: *confidence,
            missing: None,
            question: None,
            years: None,
        });
        Judgements {
            judge: JudgeVersion { engine: Engine::Model, version: "1".into(), model: None, prompt: None },
            criteria: criteria.collect(),
            career: None,
            opening: String::new(),
            dimensions: BTreeMap::new(),
            flags: Vec::new(),
            impossible_lines: 0,
        }
    }

    #[test]
    fn lower_of_two_and_middle_of_three_opinions_win() {
        use Verdict::{Met, Not, Partly, Unknown};
        let [one, two, three] = [
            opinion(&[(Met, 0.9), (Met, 0.5), (Unknown, 0.4)]),
            opinion(&[(Partly, 0.8), (Met, 0.8), (Not, 0.4)]),
            opinion(&[(Met, 0.7), (Met, 0.6), (Met, 1.0)]),
        ];
        let verdicts = |together: &Judgements| -> Vec<Verdict> {
            together.criteria.iter().map(|judgement| judgement.verdict).collect()
        };
        let pair = middle(vec![one.clone(), two.clone()]).unwrap();
        assert_eq!(verdicts(&pair), [Partly, Met, Not]);
        assert!((pair.criteria[0].confidence - 0.4).abs() < 1e-9, "half of 0.8");
        assert!((pair.criteria[1].confidence - 0.8).abs() < 1e-9, "the surest of those who agree");
        let all = middle(vec![one, two, three]).unwrap();
        assert_eq!(verdicts(&all), [Met, Met, Unknown]);
        assert_eq!(all.criteria[0].quotations, ["met 0.9"]);
        assert_eq!((all.criteria[0].strength, all.criteria[2].strength), (Some(0.9), None));
        assert_eq!(middle(Vec::new()), None);
    }

    #[test]
    fn opinion_order_does_not_change_the_verdicts() {
        let opinions =
            [opinion(&[(Verdict::Met, 0.9)]), opinion(&[(Verdict::Not, 0.8)]), opinion(&[(Verdict::Partly, 0.7)])];
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let shuffled = order.map(|at: usize| opinions[at].clone());
            assert_eq!(middle(shuffled.to_vec()).unwrap().criteria[0].verdict, Verdict::Partly);
        }
    }
}
