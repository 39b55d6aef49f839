//! What a judge says about one resume, before it is checked and counted: the engine and a model alike.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Engine, Flag, Verdict};
use crate::period::{Period, YearMonth};

/// What a judge says about one resume.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Judgements {
    /// Who judged.
    pub judge: JudgeVersion,
    /// At most one per criterion of the rubric; a criterion without one is unknown.
    pub criteria: Vec<Judgement>,
    /// How near the working life as a whole is to the job.
    pub career: Option<Career>,
    /// One or two sentences on the person, in the job's language.
    pub opening: String,
    /// Scores, 0–100, of dimensions that no criterion counts into; they inform and weigh nothing.
    pub dimensions: BTreeMap<String, f64>,
    /// What a person should know before trusting the score.
    pub flags: Vec<Flag>,
    /// What the job itself takes off the score, or the most it allows.
    pub limits: Vec<Limit>,
}

/// Which judge made the judgements, so that they can be repeated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeVersion {
    /// The built-in engine or a model.
    pub engine: Engine,
    /// The version of its rules, or of the code that calls the model.
    pub version: String,
    /// The model's name.
    pub model: Option<String>,
    /// The prompt's version.
    pub prompt: Option<String>,
}

/// What a judge says about one criterion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// [`super::Criterion::id`].
    pub criterion_id: String,
    /// What the resume shows.
    pub verdict: Verdict,
    /// 0–1: how much of it is shown within the verdict (length, recency, size). The confidence stands in for it.
    pub strength: Option<f64>,
    /// 0–1: the share of the criterion's points, where the job states what earns how much.
    #[serde(default)]
    pub share: Option<f64>,
    /// Passages of the resume, the best first.
    pub quotations: Vec<String>,
    /// 0–1: how sure the judge is.
    pub confidence: f64,
    /// What is missing, in the job's language.
    pub missing: Option<String>,
    /// What to ask the candidate.
    pub question: Option<String>,
    /// The periods that count towards a number of years, where the criterion asks for one.
    pub years: Option<YearsClaim>,
}

/// The employments that count towards the years a criterion asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct YearsClaim {
    /// The years asked for.
    pub required: f64,
    /// Their periods, in any order; they may overlap.
    pub periods: Vec<Period>,
    /// The month that "present" means.
    pub today: YearMonth,
}

/// How near a working life is to the job.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Career {
    /// 0–1.
    pub nearness: f64,
}

/// What a job's own rules do to the whole score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Limit {
    /// Why, in the job's words.
    pub reason: String,
    /// What it does.
    pub kind: LimitKind,
}

/// What a limit does.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum LimitKind {
    /// Takes so many points off.
    Deduct(f64),
    /// Lets the score be at most so much.
    AtMost(f64),
}
