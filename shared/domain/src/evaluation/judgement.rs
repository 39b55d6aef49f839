//! A judge's opinion on one resume, before it is checked and scored; the engine and models share this form.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Engine, Flag, Verdict};
use crate::period::{Period, YearMonth};

/// A judge's opinion on one resume.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Judgements {
    /// The judge.
    pub judge: JudgeVersion,
    /// At most one per criterion of the rubric; a criterion without one counts as unknown.
    pub criteria: Vec<Judgement>,
    /// Career fit.
    pub career: Option<Career>,
    /// One or two sentences about the person, in the job's language.
    pub opening: String,
    /// Scores from 0 to 100 of dimensions without criteria; informational, without weight.
    pub dimensions: BTreeMap<String, f64>,
    /// Warnings.
    pub flags: Vec<Flag>,
    /// How many lines the judge cited that the resume does not have.
    #[serde(default)]
    pub impossible_lines: u32,
}

/// Identifies the judge, so that judgements can be reproduced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeVersion {
    /// Built-in engine or model.
    pub engine: Engine,
    /// Version of its rules, or of the code that calls the model.
    pub version: String,
    /// The model's name.
    pub model: Option<String>,
    /// The prompt's version.
    pub prompt: Option<String>,
}

/// A judge's verdict on one criterion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// See [`super::Criterion::id`].
    pub criterion_id: String,
    /// What the resume shows.
    pub verdict: Verdict,
    /// How strongly it is shown within the verdict (length, recency, size), 0–1. Defaults to the confidence, for an
    /// unknown one to career fit, without which it is the same for everybody.
    pub strength: Option<f64>,
    /// Passages of the resume, best first.
    pub quotations: Vec<String>,
    /// Confidence, 0–1.
    pub confidence: f64,
    /// What is missing, in the job's language.
    pub missing: Option<String>,
    /// A question for the candidate.
    pub question: Option<String>,
    /// The periods that count towards the required years, if the criterion asks for years.
    pub years: Option<YearsClaim>,
}

/// The employments that count towards a criterion's required years.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct YearsClaim {
    /// The required years.
    pub required: f64,
    /// Their periods, in any order; they may overlap.
    pub periods: Vec<Period>,
    /// The month used for "present".
    pub today: YearMonth,
}

/// Career fit: how close a person's career is to the job.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Career {
    /// Closeness, 0–1.
    pub nearness: f64,
}
