//! How well a judge does on labelled resumes: its marks compared with those of people, and the figures over them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::evaluation::{Engine, Verdict};

/// What identifies a judge: results are comparable only between equal ones.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JudgeIdentity {
    /// The kind of judge.
    pub engine: Engine,
    /// The model's name; `None` for the built-in engine.
    pub model: Option<String>,
    /// Version of the prompt, or of the built-in engine.
    pub version: String,
}

/// A criterion's label and what the judge showed for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasuredMark {
    /// The criterion's id.
    pub criterion: String,
    /// The label.
    pub labelled: Verdict,
    /// The judge's verdict.
    pub shown: Verdict,
    /// The lines that prove the label, from 1.
    pub labelled_lines: Vec<u32>,
    /// The lines of the judge's quotations.
    pub cited_lines: Vec<u32>,
}

/// A labelled resume and how it was judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MeasuredResume {
    /// The job's name in the sample.
    pub job: String,
    /// The resume's name in the job.
    pub resume: String,
    /// Its place among the job's resumes, the best first.
    pub rank: u32,
    /// The score it was given.
    pub score: f64,
    /// How long the judge took, in milliseconds.
    pub milliseconds: u64,
    /// One per criterion.
    pub marks: Vec<MeasuredMark>,
}

/// Figures over measured resumes; those without anything to count are `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct JudgeFigures {
    /// Of the marks shown as met, the share that is met; partly met counts half.
    pub precision: Option<f64>,
    /// Of the marks that are met, the share shown as met.
    pub recall: Option<f64>,
    /// Of the marks shown as met or partly that have labelled lines, the share that cites one of them.
    pub proof: Option<f64>,
    /// Of the marks that are not met or unknown, the share shown as met.
    pub false_comfort: Option<f64>,
    /// Of the pairs of resumes of a job, the share in the labelled order; an equal pair counts half.
    pub known_order: Option<f64>,
    /// Of the same pairs, the share with equal scores.
    pub equal_pairs: Option<f64>,
    /// Seconds per resume.
    pub seconds: Option<f64>,
}

impl JudgeFigures {
    /// The figures over these resumes.
    #[must_use]
    pub fn of(resumes: &[MeasuredResume]) -> Self {
        let marks = || resumes.iter().flat_map(|resume| &resume.marks);
        let is_met = |verdict| verdict == Verdict::Met;
        let worth = |verdict| match verdict {
            Verdict::Met => 1.0,
            Verdict::Partly => 0.5,
            Verdict::Not | Verdict::Unknown => 0.0,
        };
        let one = |is: bool| f64::from(u8::from(is));
        let has_evidence = |mark: &&MeasuredMark| worth(mark.shown) > 0.0 && !mark.labelled_lines.is_empty();
        let cites = |mark: &MeasuredMark| mark.cited_lines.iter().any(|line| mark.labelled_lines.contains(line));
        let (known_order, equal_pairs) = orders(resumes);
        Self {
            precision: mean(marks().filter(|mark| is_met(mark.shown)).map(|mark| worth(mark.labelled))),
            recall: mean(marks().filter(|mark| is_met(mark.labelled)).map(|mark| one(is_met(mark.shown)))),
            proof: mean(marks().filter(has_evidence).map(|mark| one(cites(mark)))),
            false_comfort: mean(
                marks()
                    .filter(|mark| matches!(mark.labelled, Verdict::Not | Verdict::Unknown))
                    .map(|mark| one(is_met(mark.shown))),
            ),
            known_order,
            equal_pairs,
            seconds: mean(resumes.iter().map(|resume| seconds(resume.milliseconds))),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "a duration in milliseconds is far below the precise range")]
fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1_000.0
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

/// The shares of pairs of one job's resumes in the labelled order, and with equal scores.
fn orders(resumes: &[MeasuredResume]) -> (Option<f64>, Option<f64>) {
    let pairs = || {
        resumes.iter().enumerate().flat_map(|(at, one)| {
            let others = resumes[at + 1..].iter().filter(|other| other.job == one.job && other.rank != one.rank);
            others.map(
                move |other| if one.rank < other.rank { (one.score, other.score) } else { (other.score, one.score) },
            )
        })
    };
    // Scores have one decimal.
    let is_equal = |(better, worse): (f64, f64)| (better - worse).abs() < 0.05;
    let known = pairs().map(|pair| match pair {
        pair if is_equal(pair) => 0.5,
        (better, worse) if better > worse => 1.0,
        _ => 0.0,
    });
    (mean(known), mean(pairs().map(|pair| f64::from(u8::from(is_equal(pair))))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(labelled: Verdict, shown: Verdict, lines: (&[u32], &[u32])) -> MeasuredMark {
        let (labelled_lines, cited_lines) = (lines.0.to_vec(), lines.1.to_vec());
        MeasuredMark { criterion: "c1".to_owned(), labelled, shown, labelled_lines, cited_lines }
    }

    fn resume(job: &str, rank: u32, score: f64, marks: Vec<MeasuredMark>) -> MeasuredResume {
        MeasuredResume { job: job.to_owned(), resume: format!("r{rank}"), rank, score, milliseconds: 500, marks }
    }

    #[test]
    fn judge_that_always_says_met_is_imprecise_and_comforts_falsely() {
        use Verdict::{Met, Not, Partly, Unknown};
        let marks = [Met, Partly, Not, Unknown].map(|labelled| mark(labelled, Met, (&[3], &[7])));
        let figures = JudgeFigures::of(&[resume("a", 1, 90.0, marks.to_vec()), resume("a", 2, 90.0, marks.to_vec())]);
        assert_eq!(figures.precision, Some(0.375));
        assert_eq!((figures.recall, figures.false_comfort), (Some(1.0), Some(1.0)));
        assert_eq!(figures.proof, Some(0.0));
        assert_eq!((figures.known_order, figures.equal_pairs), (Some(0.5), Some(1.0)));
        assert_eq!(figures.seconds, Some(0.5));
    }

    #[test]
    fn judge_that_agrees_with_the_labels_has_no_faults() {
        use Verdict::{Met, Not, Partly, Unknown};
        let right = |verdict| mark(verdict, verdict, (&[3, 4], &[4]));
        let resumes = [
            resume("a", 2, 40.0, vec![right(Partly), right(Not)]),
            resume("a", 1, 80.0, vec![right(Met), mark(Unknown, Unknown, (&[], &[]))]),
            resume("b", 1, 10.0, vec![right(Met)]),
        ];
        let figures = JudgeFigures::of(&resumes);
        let shares = [figures.precision, figures.recall, figures.proof, figures.known_order];
        assert_eq!(shares, [Some(1.0); 4]);
        assert_eq!((figures.false_comfort, figures.equal_pairs), (Some(0.0), Some(0.0)));
    }

    #[test]
    fn nothing_to_count_is_no_figure() {
        assert_eq!(JudgeFigures::of(&[]), JudgeFigures::default());
        let silent = [resume("a", 1, 0.0, vec![mark(Verdict::Met, Verdict::Unknown, (&[1], &[]))])];
        let figures = JudgeFigures::of(&silent);
        assert_eq!((figures.precision, figures.recall, figures.proof), (None, Some(0.0), None));
    }
}
