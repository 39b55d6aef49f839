//! Evaluations, and how verdicts become scores and a level. A model or the built-in engine provides judgements;
//! quotations are checked and numbers computed here.

mod basis;
mod criteria;
mod judgement;
mod opinions;
mod own_marks;
mod quotation;
mod scoring;
mod unread;
mod years;

use std::collections::BTreeMap;

pub use basis::{EvaluationBasis, EvaluationDifference};
pub use criteria::DEFAULT_DIMENSIONS;
pub use judgement::{Career, JudgeVersion, Judgement, Judgements, YearsClaim};
pub use opinions::{is_settled, middle};
pub use own_marks::{CriterionMarks, GivenMark, MAX_MARK_REASON, count_disagreements, place_marks};
pub use quotation::QuotableText;
pub use scoring::evaluate;
pub use years::{YearsSpan, YearsSum, relevant_years};

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::failure::FailureReason;
use crate::ids::UserId;
use crate::wire_enum;

wire_enum! {
    /// The recommendation level; it also determines the tier.
    pub enum RecommendationLevel {
        /// 80 and over.
        StronglyRecommend => "强烈推荐",
        /// 60 and over.
        Recommend => "推荐",
        /// 40 and over, or a must-have is missing.
        Average => "一般",
        /// Below 40.
        NotRecommend => "不推荐",
        /// Not evaluated yet, or not evaluable.
        ToBeEvaluated => "待评估",
    }
}

wire_enum! {
    /// Whether missing a criterion caps the level.
    pub enum CriterionKind {
        /// Missing it caps the level at 一般.
        Must => "must",
        /// It only affects the score.
        Nice => "nice",
    }
}

wire_enum! {
    /// What the resume shows for one criterion.
    pub enum Verdict {
        /// Shown.
        Met => "met",
        /// Shown in part.
        Partly => "partly",
        /// Contradicted, or absent where the resume would have to state it.
        Not => "not",
        /// The resume does not say.
        Unknown => "unknown",
    }
}

wire_enum! {
    /// A scored dimension, used unless the job's criteria name others.
    pub enum Dimension {
        /// Skills asked for.
        SkillsMatch => "skills_match",
        /// Relevant experience and its length.
        ExperienceRelevance => "experience_relevance",
        /// Degree and field.
        Education => "education",
        /// Length and continuity of employments.
        CareerStability => "career_stability",
        /// Clarity of the resume, and languages.
        Communication => "communication",
        /// Similarity of the overall career to the job.
        CareerFit => "career_fit",
    }
}

wire_enum! {
    /// The kind of judge.
    pub enum Engine {
        /// The built-in rules.
        BuiltIn => "built-in",
        /// A language model.
        Model => "model",
    }
}

wire_enum! {
    /// The text of a job that something was extracted from.
    pub enum JobField {
        /// The title.
        Title => "title",
        /// The core requirement.
        CoreRequirement => "core_requirement",
        /// The job description.
        Jd => "jd",
        /// The evaluation criteria.
        AiEvaluationCriteria => "ai_evaluation_criteria",
    }
}

wire_enum! {
    /// A language supported by Bole.
    pub enum Language {
        /// Simplified Chinese.
        Zh => "zh-CN",
        /// English.
        En => "en-US",
        /// Bahasa Indonesia.
        Id => "id-ID",
    }
}

/// One row of a job's rubric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Criterion {
    /// Stable within the rubric and the same for every candidate, e.g. `c1`.
    pub id: String,
    /// In the job's own words.
    #[serde(alias = "criterion")]
    pub text: String,
    /// Must-have or nice to have.
    pub kind: CriterionKind,
    /// Share of the score; the rubric's weights sum to 100.
    pub weight: f64,
    /// The dimension it counts towards: a [`Dimension`] wire value, or a name from the job's criteria.
    pub dimension: String,
    /// The highest score of a resume that shows it to be missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<f64>,
    /// The phrase it was extracted from.
    #[serde(default)]
    pub source: Option<Phrase>,
}

/// A range within one of a job's texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Phrase {
    /// Which text.
    pub field: JobField,
    /// Start, in UTF-16 code units as in JavaScript.
    pub start: u32,
    /// End, exclusive.
    pub end: u32,
}

/// The requirements extracted from a job: shown to HR, and the same for every candidate of that version of the job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rubric {
    /// The language of the job; summaries use it.
    pub language: Language,
    /// Must-haves first, then the job's order.
    pub criteria: Vec<Criterion>,
    /// Level thresholds: strongly recommend, recommend, average. Default 80, 60, 40.
    #[serde(default)]
    #[schema(required)]
    pub thresholds: Thresholds,
    /// Share of the score, out of 100, for career fit; the criteria share the rest.
    #[serde(default)]
    pub career_weight: f64,
    /// Engine and version that extracted it, e.g. `built-in/1`.
    pub version: String,
    /// Why the built-in engine read the job in place of the organization's model, if it did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<RubricFallback>,
    /// Who last edited it.
    #[serde(default)]
    pub edited_by: Option<UserId>,
    /// When it was last edited.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub edited_at: Option<OffsetDateTime>,
}

/// Why the built-in engine read a job in place of the organization's model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RubricFallback {
    /// The model left out lines of the job's texts.
    LinesLost,
    /// The model's answer had no criteria that could be read.
    AnswerUnusable,
}

/// The default share of career fit.
pub const CAREER_WEIGHT: f64 = 25.0;

/// The lowest score of each level.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Thresholds {
    /// Lowest score of 强烈推荐.
    pub strongly_recommend: f64,
    /// Lowest score of 推荐.
    pub recommend: f64,
    /// Lowest score of 一般.
    pub average: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { strongly_recommend: 80.0, recommend: 60.0, average: 40.0 }
    }
}

/// The result of one criterion for one resume.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CriterionResult {
    /// The criterion's id in the rubric.
    #[serde(default)]
    pub id: String,
    /// In the job's own words.
    pub criterion: String,
    /// Must-have or nice to have.
    pub kind: CriterionKind,
    /// Share of the score, out of 100.
    pub weight: f64,
    /// The dimension it counts towards.
    pub dimension: String,
    /// What the resume shows.
    pub verdict: Verdict,
    /// Verbatim from the resume; always contained in its text. Absent if there is nothing to quote.
    pub quote: Option<String>,
    /// Confidence of the judge, 0–1.
    pub confidence: f64,
    /// A question for the candidate where the resume leaves it open.
    pub question: Option<String>,
    /// Further passages, each contained in the text.
    #[serde(default, rename = "moreQuotes", skip_serializing_if = "Vec::is_empty")]
    pub more_quotes: Vec<String>,
    /// What is missing, in plain language.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// How the required years were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub years: Option<YearsSum>,
    /// The highest score of a resume that shows it to be missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<f64>,
}

/// The contribution of one criterion, or of career fit, to the score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScorePart {
    /// The criterion's text, or `career_fit`.
    pub criterion: String,
    /// Its share of the score, out of 100.
    pub weight: f64,
    /// Credit, 0–1.
    pub credit: f64,
    /// Weight times credit, one decimal.
    pub points: f64,
}

/// A change of the score by the job's own rules.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Adjustment {
    /// Why, in the job's words.
    pub reason: String,
    /// Points, one decimal; negative for a deduction.
    pub points: f64,
}

/// Why the level is lower than the score implies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LevelCap {
    /// The level by score only.
    pub from: RecommendationLevel,
    /// The missing must-have.
    pub criterion: String,
}

wire_enum! {
    /// A warning about an evaluation.
    pub enum FlagKind {
        /// Text that tries to instruct the evaluator.
        PromptInjection => "prompt_injection",
        /// Skills listed in bulk without matching experience.
        KeywordStuffing => "keyword_stuffing",
        /// More than six months between employments.
        EmploymentGap => "employment_gap",
        /// Overlapping full-time employments.
        EmploymentOverlap => "employment_overlap",
        /// Part-time work alongside another employment, according to the resume.
        PartTimeOverlap => "part_time_overlap",
        /// Little text to judge.
        ThinResume => "thin_resume",
        /// The model and the built-in reader disagree on the name, an address, a number or a period.
        ReadingDiffers => "reading_differs",
        /// Pages that are pictures without text were not read.
        UnreadPages => "unread_pages",
        /// Text was recognised in pictures of pages, and may contain mistakes.
        RecognizedText => "recognized_text",
        /// The job's texts name nothing to judge by.
        NoCriteria => "no_criteria",
        /// The model read only the first entries of a very long resume.
        CutResume => "cut_resume",
    }
}

impl FlagKind {
    /// Whether its quotation comes from the visible text; injected instructions may be hidden.
    #[must_use]
    pub const fn quotes_visible_text(self) -> bool {
        !matches!(self, Self::PromptInjection)
    }
}

/// A warning with its evidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Flag {
    /// The kind.
    pub kind: FlagKind,
    /// Verbatim from the resume, if there is something to quote.
    pub quote: Option<String>,
}

/// The versions behind an evaluation, so that it can be reproduced.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EvaluationVersions {
    /// Version of the engine's rules, or of the code that calls the model.
    pub engine: String,
    /// The model's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Version of the prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// Version of the rubric.
    pub rubric: String,
    /// Version of the resume's reading.
    #[serde(alias = "extraction")]
    pub reading: String,
}

/// `ai_eval`: the evaluation of one resume for one job. camelCase on the wire, for existing clients.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiEval {
    /// 0–100, one decimal.
    #[serde(alias = "score")]
    pub overall_score: f64,
    /// The level, from the score and the must-haves.
    pub recommendation_level: RecommendationLevel,
    /// A few sentences in the job's language.
    pub summary: String,
    /// Scores from 0 to 100 by dimension; dimensions the resume says nothing about are left out.
    pub scores: BTreeMap<String, f64>,
    /// Must-haves first; the same order for every candidate of a job.
    pub criteria: Vec<CriterionResult>,
    /// They add up to the score, together with the adjustments.
    #[serde(default, rename = "score_parts")]
    pub score_parts: Vec<ScorePart>,
    /// Changes by the job's own rules, each with its reason.
    #[serde(default)]
    pub adjustments: Vec<Adjustment>,
    /// The thresholds of the level; absent from evaluations made before they were stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<Thresholds>,
    /// Why the level is lower than the score implies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_cap: Option<LevelCap>,
    /// How many of the judge's quotations, or of the lines it cited, are not in the text.
    #[serde(default, rename = "dropped_quotes")]
    pub dropped_quotes: u32,
    /// Warnings about the evaluation.
    pub flags: Vec<Flag>,
    /// The kind of judge.
    pub engine: Engine,
    /// Why the built-in engine was used although a model is configured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback_reason: Option<FailureReason>,
    /// The scores of the individual opinions, if several were requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// Versions, for reproducing it.
    pub versions: EvaluationVersions,
}

/// The scores of several opinions on one resume.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Spread {
    /// The lowest.
    pub low: f64,
    /// The highest.
    pub high: f64,
    /// How many opinions.
    pub opinions: u32,
}

impl RecommendationLevel {
    /// The level of a score by the thresholds, capped at 一般 if a must-have is missing.
    #[must_use]
    pub fn of(score: f64, thresholds: Thresholds, must_missed: bool) -> Self {
        let level = if score >= thresholds.strongly_recommend {
            Self::StronglyRecommend
        } else if score >= thresholds.recommend {
            Self::Recommend
        } else if score >= thresholds.average {
            Self::Average
        } else {
            Self::NotRecommend
        };
        if must_missed { level.max(Self::Average) } else { level }
    }

    /// Tier 1 is 强烈推荐, tier 2 推荐, tier 3 the rest.
    #[must_use]
    pub const fn tier(self) -> u8 {
        match self {
            Self::StronglyRecommend => 1,
            Self::Recommend => 2,
            _ => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_must_have_caps_the_level_and_never_raises_it() {
        let thresholds = Thresholds::default();
        assert_eq!(RecommendationLevel::of(95.0, thresholds, false), RecommendationLevel::StronglyRecommend);
        assert_eq!(RecommendationLevel::of(95.0, thresholds, true), RecommendationLevel::Average);
        assert_eq!(RecommendationLevel::of(20.0, thresholds, true), RecommendationLevel::NotRecommend);
    }

    #[test]
    fn thresholds_are_inclusive() {
        let thresholds = Thresholds::default();
        assert_eq!(RecommendationLevel::of(80.0, thresholds, false), RecommendationLevel::StronglyRecommend);
        assert_eq!(RecommendationLevel::of(60.0, thresholds, false), RecommendationLevel::Recommend);
        assert_eq!(RecommendationLevel::of(40.0, thresholds, false), RecommendationLevel::Average);
        assert_eq!(RecommendationLevel::of(39.9, thresholds, false), RecommendationLevel::NotRecommend);
    }
}
