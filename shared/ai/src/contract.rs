//! What goes into an evaluation, what comes out, and how it fails, whoever judges.

use std::any::Any;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use bole_domain::evaluation::{AiEval, Engine, Judgements, QuotableText, Rubric, Spread, is_settled, middle};
use bole_domain::failure::FailureReason;
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{off_thread, summary};

/// What a job says about whom it looks for; each text may be prose, a list, or empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobBrief {
    /// The job's title.
    pub title: String,
    /// The core requirement, usually one or a few sentences.
    pub core_requirement: String,
    /// The job description.
    pub jd: String,
    /// How candidates are to be judged: requirements, weights, dimensions, thresholds.
    pub ai_evaluation_criteria: String,
}

impl JobBrief {
    /// What a rubric read from this job by a judge of this [`Judge::version`] depends on: differs as soon as
    /// any of it does.
    #[must_use]
    pub fn fingerprint(&self, version: &str) -> Vec<u8> {
        let Self { title, core_requirement, jd, ai_evaluation_criteria } = self;
        let mut hash = Sha256::new();
        for part in [version, title, core_requirement, jd, ai_evaluation_criteria] {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        hash.finalize().to_vec()
    }
}

/// One resume, read.
#[derive(Debug, Clone, Copy)]
pub struct Resume<'a> {
    /// Its visible text, lines kept. Quotations are slices of it.
    pub text: &'a str,
    /// The profile read from that text.
    pub profile: &'a Profile,
    /// Text a reader of the page would not see. It is looked at for flags and never counts.
    pub hidden_text: &'a [String],
    /// The month that "present" means.
    pub today: YearMonth,
}

/// Why an evaluation failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct AiError {
    /// What happened; transient categories are retried.
    pub reason: FailureReason,
    /// For operators; holds nothing of the resume.
    pub detail: String,
    /// How long the other side asked to be left alone.
    pub retry_after: Option<Duration>,
    /// The provider's quota is spent: waiting alone does not help.
    pub is_exhausted: bool,
}

/// A job with the rubric its resumes are judged by. Whatever a judge prepares from it is kept here, so that it is
/// prepared once for all its resumes and forgotten with them.
#[derive(Debug)]
pub struct JobContext {
    /// The job's texts.
    pub brief: JobBrief,
    /// What its resumes are judged by.
    pub rubric: Arc<Rubric>,
    prepared: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl JobContext {
    /// A job with its rubric.
    #[must_use]
    pub fn new(brief: JobBrief, rubric: Arc<Rubric>) -> Self {
        Self { brief, rubric, prepared: OnceLock::new() }
    }

    /// What a judge prepared from this job, made by the first call. A judge uses one type for it.
    pub fn prepared<T: Any + Send + Sync>(&self, prepare: impl Fn(&JobBrief, &Rubric) -> T) -> Arc<T> {
        let make = || -> Arc<dyn Any + Send + Sync> { Arc::new(prepare(&self.brief, &self.rubric)) };
        let known = Arc::clone(self.prepared.get_or_init(make));
        // Another judge has prepared this job: that is not kept twice.
        known.downcast().unwrap_or_else(|_| Arc::new(prepare(&self.brief, &self.rubric)))
    }
}

/// Judges resumes against jobs, criterion by criterion. Scores, level and the check of quotations are no judge's work:
/// [`evaluate`] does them for all.
#[async_trait]
pub trait Judge: Send + Sync {
    /// What kind of judge it is.
    fn engine(&self) -> Engine;

    /// The judge with the version of its rules: a rubric that another version read is read again.
    fn version(&self) -> &str;

    /// Reads a job once into what every resume is judged by.
    async fn rubric(&self, job: &JobBrief) -> Result<Rubric, AiError>;

    /// Judges one resume by the rubric of its job.
    async fn judge(&self, job: &JobContext, resume: &Resume<'_>) -> Result<Judgements, AiError>;

    /// Whether it may judge the same resume otherwise when it is asked again.
    fn may_waver(&self) -> bool {
        false
    }

    /// Its opinion of this number, from 1, on one resume.
    async fn opinion(&self, job: &JobContext, resume: &Resume<'_>, number: u32) -> Result<Judgements, AiError> {
        let _ = number;
        self.judge(job, resume).await
    }
}

/// More opinions than this are not asked for.
const MAX_OPINIONS: u32 = 3;

/// Evaluates one resume: the judge's judgements, checked against the text and counted. A judge that may waver is asked
/// again where its first opinion is near a threshold, and a third time where the two give different levels.
///
/// # Errors
/// The judge's, where it gives no opinion at all.
pub async fn evaluate(judge: &dyn Judge, job: &JobContext, resume: &Resume<'_>) -> Result<AiEval, AiError> {
    let counter = Counter::new(job, resume);
    let mut opinions = vec![judge.judge(job, resume).await?];
    let mut evaluations = vec![counter.count(opinions[0].clone()).await?];
    if judge.may_waver() && !is_settled(&evaluations[0], job.rubric.thresholds) {
        for number in 2..=MAX_OPINIONS {
            let agreed =
                evaluations.iter().all(|eval| eval.recommendation_level == evaluations[0].recommendation_level);
            if number > 2 && agreed {
                break;
            }
            // One opinion is enough to go on with.
            let Ok(opinion) = judge.opinion(job, resume, number).await else { break };
            evaluations.push(counter.count(opinion.clone()).await?);
            opinions.push(opinion);
        }
    }
    let spread = spread(&evaluations);
    let mut evaluation = match middle(opinions) {
        Some(together) if spread.is_some() => counter.count(together).await?,
        _ => evaluations.swap_remove(0),
    };
    let score = evaluation.overall_score;
    evaluation.spread =
        spread.map(|spread| Spread { low: spread.low.min(score), high: spread.high.max(score), ..spread });
    evaluation.summary = summary::of(job.rubric.language, &evaluation);
    Ok(evaluation)
}

/// Counts judgements over one text: quotations are looked up in megabytes, which is no work for an async thread.
#[derive(Clone)]
struct Counter {
    rubric: Arc<Rubric>,
    text: Arc<str>,
    quotable: Arc<OnceLock<QuotableText>>,
}

impl Counter {
    fn new(job: &JobContext, resume: &Resume<'_>) -> Self {
        Self { rubric: Arc::clone(&job.rubric), text: resume.text.into(), quotable: Arc::default() }
    }

    async fn count(&self, judgements: Judgements) -> Result<AiEval, AiError> {
        let Self { rubric, text, quotable } = self.clone();
        off_thread(move || {
            let quotable = quotable.get_or_init(|| QuotableText::new(&text));
            bole_domain::evaluation::evaluate(&rubric, quotable, judgements)
        })
        .await
    }
}

/// The scores of several evaluations; nothing of a single one.
fn spread(evaluations: &[AiEval]) -> Option<Spread> {
    let scores = || evaluations.iter().map(|eval| eval.overall_score);
    (evaluations.len() > 1).then(|| Spread {
        low: scores().fold(f64::INFINITY, f64::min),
        high: scores().fold(f64::NEG_INFINITY, f64::max),
        opinions: u32::try_from(evaluations.len()).unwrap_or(u32::MAX),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BuiltIn;

    /// A judge whose opinion is ready, as a model's is when it has come over the network.
    struct Ready(Judgements);

    #[async_trait]
    impl Judge for Ready {
        fn engine(&self) -> Engine {
            Engine::Model
        }

        fn version(&self) -> &str {
            "ready"
        }

        async fn rubric(&self, _: &JobBrief) -> Result<Rubric, AiError> {
            unreachable!("the job has its rubric")
        }

        async fn judge(&self, _: &JobContext, _: &Resume<'_>) -> Result<Judgements, AiError> {
            Ok(self.0.clone())
        }
    }

    /// Processor time of this thread alone: another test beside it does not count, nor does a loaded machine.
    fn own_time() -> Duration {
        Duration::try_from(rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime)).unwrap()
    }

    fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
        let begun = own_time();
        let done = work();
        (done, own_time() - begun)
    }

    #[test]
    fn quotations_are_not_looked_up_on_the_async_thread() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let job = JobBrief { title: "Accountant".into(), jd: "- CPA\n- Rust".into(), ..JobBrief::default() };
        let rubric = Arc::new(runtime.block_on(BuiltIn.rubric(&job)).unwrap());
        let job = JobContext::new(job, Arc::clone(&rubric));
        let short = Resume {
            text: "CPA since 2016",
            profile: &Profile::default(),
            hidden_text: &[],
            today: YearMonth::new(2026, 6).unwrap(),
        };
        let judgements = runtime.block_on(BuiltIn.judge(&job, &short)).unwrap();
        let text = format!("No {}", "CPA ".repeat(1 << 20));
        let resume = Resume { text: &text, ..short };

        let direct = || bole_domain::evaluation::evaluate(&rubric, &QuotableText::new(&text), judgements.clone());
        let (counted, on_one_thread) = timed(direct);
        let judge = Ready(judgements.clone());
        let (evaluated, on_the_async_thread) = timed(|| runtime.block_on(evaluate(&judge, &job, &resume)).unwrap());
        assert_eq!(evaluated.overall_score, counted.overall_score);
        assert!(on_the_async_thread * 10 < on_one_thread, "{on_the_async_thread:?} of {on_one_thread:?}");
    }

    #[test]
    fn a_fingerprint_tells_versions_and_texts_apart() {
        let job = JobBrief { title: "Editor".into(), core_requirement: "ab".into(), ..JobBrief::default() };
        let moved = JobBrief { title: "Editora".into(), core_requirement: "b".into(), ..JobBrief::default() };
        assert_eq!(job.fingerprint("built-in/1"), job.clone().fingerprint("built-in/1"));
        assert_ne!(job.fingerprint("built-in/1"), job.fingerprint("built-in/2"));
        assert_ne!(job.fingerprint("built-in/1"), moved.fingerprint("built-in/1"));
    }
}
