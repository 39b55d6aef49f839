//! A sample resume judged by an organization's model, for show.

use std::sync::Arc;
use std::time::Instant;

use bole_ai::provider::{Chat, ModelJudge, ModelJudgeOptions, Usage};
use bole_ai::{AiError, BuiltIn, JobContext, Judge, Resume, Sample, evaluate, sample};
use bole_domain::evaluation::{Language, Verdict};
use bole_domain::failure::TaskReason;
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

/// The sample and how the model judged it.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiSample {
    /// The job's title.
    job: String,
    resume: &'static str,
    score: f64,
    /// The judgement of each criterion.
    criteria: Vec<AiSampleCriterion>,
}

/// A criterion of the sample job.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiSampleCriterion {
    /// The criterion.
    text: String,
    verdict: Verdict,
    /// The passage that shows it.
    quote: Option<String>,
    /// What the resume does not show.
    missing: Option<String>,
}

/// What the model took for the sample.
#[derive(Debug, Serialize, ToSchema)]
pub struct AiSampleCost {
    /// Duration in milliseconds.
    ms: u64,
    prompt_tokens: u64,
    cached_tokens: u64,
    completion_tokens: u64,
    /// Cost in US dollars; absent if the price is not known.
    cost: Option<f64>,
}

/// Judges the sample; also what it took.
pub(super) async fn judged(chat: &Chat, language: Language) -> Result<(AiSample, u64), AiError> {
    let begun = Instant::now();
    let Sample { job: brief, resume: text } = sample(language);
    let built_in: Arc<dyn Judge> = Arc::new(BuiltIn);
    let rubric = Arc::new(built_in.rubric(&brief).await?);
    let title = brief.title.clone();
    let job = JobContext::new(brief, rubric);
    let now = OffsetDateTime::now_utc();
    let today = YearMonth::new(now.year(), u8::from(now.month())).ok_or_else(|| AiError {
        reason: TaskReason::Internal.into(),
        detail: "the clock is set to another century".to_owned(),
        retry_after: None,
        is_exhausted: false,
    })?;
    let profile = Profile::default();
    let resume = Resume { text, profile: &profile, hidden_text: &[], today };
    let judge = ModelJudge::new(chat.clone(), built_in, ModelJudgeOptions::default());
    let evaluation = evaluate(&judge, &job, &resume).await?;
    let criteria = evaluation.criteria.into_iter().map(|one| AiSampleCriterion {
        text: one.criterion,
        verdict: one.verdict,
        quote: one.quote,
        missing: one.missing,
    });
    let sample = AiSample { job: title, resume: text, score: evaluation.overall_score, criteria: criteria.collect() };
    let ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok((sample, ms))
}

impl AiSampleCost {
    pub(super) const fn new(usage: &Usage, ms: u64, cost: Option<f64>) -> Self {
        let &Usage { prompt_tokens, cached_tokens, completion_tokens, .. } = usage;
        Self { ms, prompt_tokens, cached_tokens, completion_tokens, cost }
    }
}
