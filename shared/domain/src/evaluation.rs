//! What an evaluation says, and how verdicts become scores and a level. The model or the engine judges evidence;
//! quotations are checked and the numbers computed here.

mod judgement;
mod opinions;
mod quotation;
mod scoring;
mod years;

use std::collections::BTreeMap;

pub use judgement::{Career, JudgeVersion, Judgement, Judgements, Limit, LimitKind, YearsClaim};
pub use opinions::{is_settled, middle};
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
    /// The recommendation level, also the tier's source.
    pub enum RecommendationLevel {
        /// 80 and over.
        StronglyRecommend => "强烈推荐",
        /// 60 and over.
        Recommend => "推荐",
        /// 40 and over, or a must-have is missed.
        Average => "一般",
        /// Below 40.
        NotRecommend => "不推荐",
        /// Not evaluated yet.
        ToBeEvaluated => "待评估",
    }
}

wire_enum! {
    /// Whether missing a criterion caps the level.
    pub enum CriterionKind {
        /// Missing it caps the level at 一般.
        Must => "must",
        /// It only weighs.
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
        /// Shown not to be so, or absent where it would have to stand.
        Not => "not",
        /// The resume does not tell.
        Unknown => "unknown",
    }
}

wire_enum! {
    /// A scored side of the candidate, where the job's criteria name no others.
    pub enum Dimension {
        /// Skills asked for.
        SkillsMatch => "skills_match",
        /// Work like the job's, for how long.
        ExperienceRelevance => "experience_relevance",
        /// Degree and field.
        Education => "education",
        /// Length and continuity of employments.
        CareerStability => "career_stability",
        /// How clearly the resume tells its story, and languages.
        Communication => "communication",
        /// How near the working life as a whole is to the job.
        CareerFit => "career_fit",
    }
}

wire_enum! {
    /// What kind of judge evaluated.
    pub enum Engine {
        /// The rules that come with Bole.
        BuiltIn => "built-in",
        /// A language model.
        Model => "model",
    }
}

wire_enum! {
    /// Which of a job's texts something was read from.
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
    /// The language a text is written in, of the three Bole works in.
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
    /// Stable within the rubric: the same for every candidate, so that strips line up. E.g. `c1`.
    pub id: String,
    /// In the job's own words.
    #[serde(alias = "criterion")]
    pub text: String,
    /// Must or nice.
    pub kind: CriterionKind,
    /// Share of the score; the rubric's weights sum to 100.
    pub weight: f64,
    /// The dimension it counts into: a [`Dimension`] wire value, or a name the job's criteria state.
    pub dimension: String,
    /// The phrase it was read from.
    #[serde(default)]
    pub source: Option<Phrase>,
}

/// A stretch of one of a job's texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Phrase {
    /// Which text.
    pub field: JobField,
    /// First character, counted in UTF-16 units as JavaScript does.
    pub start: u32,
    /// Past the last character.
    pub end: u32,
}

/// What a job asks for, once understood: shown to HR, and the same for every candidate of that version of the job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Rubric {
    /// The language the job is written in; summaries use it.
    pub language: Language,
    /// Must-haves first, then the job's order.
    pub criteria: Vec<Criterion>,
    /// Level thresholds: strongly recommend, recommend, average. Default 80, 60, 40.
    #[serde(default)]
    #[schema(required)]
    pub thresholds: Thresholds,
    /// Share of the score, of 100, that the nearness of the career has; the criteria share the rest.
    #[serde(default)]
    pub career_weight: f64,
    /// Engine and version that read it, e.g. `built-in/1`.
    pub version: String,
    /// Who changed it by hand.
    #[serde(default)]
    pub edited_by: Option<UserId>,
    /// When it was changed by hand.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub edited_at: Option<OffsetDateTime>,
}

/// The career's share of the score, unless a rubric says otherwise.
pub const CAREER_WEIGHT: f64 = 25.0;

/// Scores from which each level begins.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Thresholds {
    /// 强烈推荐 from here.
    pub strongly_recommend: f64,
    /// 推荐 from here.
    pub recommend: f64,
    /// 一般 from here.
    pub average: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { strongly_recommend: 80.0, recommend: 60.0, average: 40.0 }
    }
}

/// One criterion as judged for one resume.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CriterionResult {
    /// The criterion's id in the rubric.
    #[serde(default)]
    pub id: String,
    /// In the job's own words.
    pub criterion: String,
    /// Must or nice.
    pub kind: CriterionKind,
    /// Share of the score, of 100.
    pub weight: f64,
    /// The dimension it counts into.
    pub dimension: String,
    /// What the resume shows.
    pub verdict: Verdict,
    /// Verbatim from the resume; always contained in its text. Absent where there is nothing to quote.
    pub quote: Option<String>,
    /// 0–1: how sure the judge is.
    pub confidence: f64,
    /// What to ask the candidate where the resume does not settle it.
    pub question: Option<String>,
    /// Further passages, each contained in the text.
    #[serde(default, rename = "moreQuotes", skip_serializing_if = "Vec::is_empty")]
    pub more_quotes: Vec<String>,
    /// What is missing, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// How the years it asks for were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub years: Option<YearsSum>,
}

/// What one criterion, or the career, adds to the score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScorePart {
    /// The criterion's text, or `career_fit`.
    pub criterion: String,
    /// Its share of the score, of 100.
    pub weight: f64,
    /// 0–1.
    pub credit: f64,
    /// Weight times credit, one decimal.
    pub points: f64,
}

/// What the job's own rules add to the sum of the parts or take off it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Adjustment {
    /// Why, in the job's words.
    pub reason: String,
    /// Points, one decimal; negative where they are taken off.
    pub points: f64,
}

/// Why the level is below what the score alone would give.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LevelCap {
    /// The level of the score alone.
    pub from: RecommendationLevel,
    /// The must-have that is missing.
    pub criterion: String,
}

wire_enum! {
    /// Something a person should know before trusting the score.
    pub enum FlagKind {
        /// Text that tries to instruct the evaluator.
        PromptInjection => "prompt_injection",
        /// Skills pasted in bulk with no experience behind them.
        KeywordStuffing => "keyword_stuffing",
        /// More than six months between employments.
        EmploymentGap => "employment_gap",
        /// Full-time employments at the same time.
        EmploymentOverlap => "employment_overlap",
        /// Part-time work beside another employment, as the resume says.
        PartTimeOverlap => "part_time_overlap",
        /// Little text to judge from.
        ThinResume => "thin_resume",
        /// The model and the built-in reader read the name, an address, a number or a period differently.
        ReadingDiffers => "reading_differs",
    }
}

impl FlagKind {
    /// Whether its quotation is one of the visible text; instructions may stand in hidden text.
    #[must_use]
    pub const fn quotes_visible_text(self) -> bool {
        !matches!(self, Self::PromptInjection)
    }
}

/// One flag with its evidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Flag {
    /// What kind.
    pub kind: FlagKind,
    /// Verbatim from the resume where there is something to quote.
    pub quote: Option<String>,
}

/// Which versions made an evaluation, so that it can be repeated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EvaluationVersions {
    /// The engine's rules, or the code that calls the model.
    pub engine: String,
    /// The model's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The prompt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The rubric.
    pub rubric: String,
    /// The reading of the file.
    #[serde(alias = "extraction")]
    pub reading: String,
}

/// `ai_eval`: the evaluation of one resume against one job. camelCase on the wire, as the product's clients read it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AiEval {
    /// 0–100, one decimal.
    #[serde(alias = "score")]
    pub overall_score: f64,
    /// The level the score and the must-haves give.
    pub recommendation_level: RecommendationLevel,
    /// A few sentences in the job's language.
    pub summary: String,
    /// 0–100 by dimension; a dimension the resume says nothing about is left out.
    pub scores: BTreeMap<String, f64>,
    /// Must-haves first; the same order for every candidate of a job.
    pub criteria: Vec<CriterionResult>,
    /// With the adjustments, they add up to the score.
    #[serde(default, rename = "score_parts")]
    pub score_parts: Vec<ScorePart>,
    /// What the job's own rules take off, each with its reason.
    #[serde(default)]
    pub adjustments: Vec<Adjustment>,
    /// Why the level is below what the score alone would give.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level_cap: Option<LevelCap>,
    /// How many of the judge's quotations were not in the text.
    #[serde(default, rename = "dropped_quotes")]
    pub dropped_quotes: u32,
    /// What a person should know before trusting the score.
    pub flags: Vec<Flag>,
    /// What kind of judge evaluated.
    pub engine: Engine,
    /// Why the built-in engine judged although the organization has a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback_reason: Option<FailureReason>,
    /// Where the judge was asked more than once: the scores its opinions would have given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// For repeating it.
    pub versions: EvaluationVersions,
}

/// The scores of several opinions on one resume.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Spread {
    /// The lowest.
    pub low: f64,
    /// The highest.
    pub high: f64,
    /// How many opinions there were.
    pub opinions: u32,
}

impl RecommendationLevel {
    /// The level of a score: by the thresholds, capped at 一般 where a must-have is missed.
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
    fn a_missed_must_have_caps_the_level_and_never_raises_it() {
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
