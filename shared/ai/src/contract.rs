//! The interface of judges: inputs, outputs and failures of an evaluation.

use std::any::Any;
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use bole_domain::evaluation::{AiEval, Engine, Judgements, QuotableText, Rubric, Spread, is_settled, middle};
use bole_domain::failure::{FailureReason, TaskReason};
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::allowed::allowed_shared;
use crate::builtin::{end_of_entries, is_shown_by_work, without_instructions};
use crate::{off_thread, summary};

/// A job's texts; each may be prose, a list, or empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobBrief {
    pub title: String,
    /// The core requirement, usually a few sentences.
    pub core_requirement: String,
    pub jd: String,
    /// Evaluation criteria: requirements, weights, dimensions, thresholds.
    pub ai_evaluation_criteria: String,
}

impl JobBrief {
    /// Changes whenever anything changes that the rubric depends on, including [`Judge::version`].
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

/// A resume and its reading.
#[derive(Debug, Clone, Copy)]
pub struct Resume<'a> {
    /// The visible text with line breaks. Quotations are slices of it.
    pub text: &'a str,
    /// The profile read from that text.
    pub profile: &'a Profile,
    /// Text invisible on the page. It is only checked for flags.
    pub hidden_text: &'a [String],
    /// The month used for "present".
    pub today: YearMonth,
}

/// Why an evaluation failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct AiError {
    /// The reason; transient categories are retried.
    pub reason: FailureReason,
    /// Details for operators, without resume content.
    pub detail: String,
    /// The wait requested by the other side.
    pub retry_after: Option<Duration>,
    /// Whether the provider's quota is spent, so that waiting alone does not help.
    pub is_exhausted: bool,
}

/// A job with its rubric, and data that a judge prepares from it once for all resumes.
#[derive(Debug)]
pub struct JobContext {
    /// The job's texts.
    pub brief: JobBrief,
    pub rubric: Arc<Rubric>,
    prepared: OnceLock<Arc<dyn Any + Send + Sync>>,
    shown_by_work: OnceLock<Arc<HashSet<String>>>,
    rubric_hash: OnceLock<Arc<[u8]>>,
    allowed: OnceLock<JobBrief>,
}

impl JobContext {
    /// What may not be asked is left out of the rubric.
    #[must_use]
    pub fn new(brief: JobBrief, rubric: Arc<Rubric>) -> Self {
        Self::with(brief, allowed_shared(rubric), OnceLock::new())
    }

    /// A job of whose texts and rubric only what may be asked is left.
    pub(crate) fn of_allowed(brief: JobBrief, rubric: Arc<Rubric>) -> Self {
        let allowed = OnceLock::from(brief.clone());
        Self::with(brief, rubric, allowed)
    }

    fn with(brief: JobBrief, rubric: Arc<Rubric>, allowed: OnceLock<JobBrief>) -> Self {
        let (prepared, shown_by_work) = (OnceLock::new(), OnceLock::new());
        Self { brief, rubric, prepared, shown_by_work, rubric_hash: OnceLock::new(), allowed }
    }

    /// The job's texts without what may not be asked, which is all that judges read.
    pub fn allowed(&self) -> &JobBrief {
        self.allowed.get_or_init(|| self.brief.allowed())
    }

    /// The data a judge prepared from this job, created on first use. A judge uses one type for it.
    pub fn prepared<T: Any + Send + Sync>(&self, prepare: impl Fn(&JobBrief, &Rubric) -> T) -> Arc<T> {
        let make = || -> Arc<dyn Any + Send + Sync> { Arc::new(prepare(self.allowed(), &self.rubric)) };
        let known = Arc::clone(self.prepared.get_or_init(make));
        // Another judge has prepared this job, so the result is not cached.
        known.downcast().unwrap_or_else(|_| Arc::new(prepare(self.allowed(), &self.rubric)))
    }

    /// Identifies what scores depend on in the rubric.
    ///
    /// # Errors
    /// Never in practice.
    pub fn rubric_hash(&self) -> Result<Arc<[u8]>, AiError> {
        if let Some(known) = self.rubric_hash.get() {
            return Ok(Arc::clone(known));
        }
        let hash = rubric_hash(&self.rubric)?;
        Ok(Arc::clone(self.rubric_hash.get_or_init(|| hash.into())))
    }

    /// The criteria that are shown by work done, rather than by a degree or employment dates.
    async fn shown_by_work(&self) -> Result<Arc<HashSet<String>>, AiError> {
        if let Some(known) = self.shown_by_work.get() {
            return Ok(Arc::clone(known));
        }
        let rubric = Arc::clone(&self.rubric);
        // Once per job. The first job of a process waits for the lexicon.
        let read = off_thread(usize::MAX, move || {
            let criteria = rubric.criteria.iter().map(|criterion| &criterion.text);
            Arc::new(criteria.filter(|text| is_shown_by_work(text)).cloned().collect())
        });
        let read = read.await?;
        Ok(Arc::clone(self.shown_by_work.get_or_init(|| read)))
    }
}

/// Says which kind of hash it is; those of other kinds cannot be compared with it.
const HASH_KIND: u8 = 2;

/// Identifies what scores depend on in a rubric: not the phrases it was extracted from, nor who edited it.
///
/// # Errors
/// Never in practice.
pub fn rubric_hash(rubric: &Rubric) -> Result<Vec<u8>, AiError> {
    let Rubric { criteria, thresholds, career_weight, .. } = rubric;
    let caps: Vec<_> = criteria.iter().filter_map(|one| Some((&one.id, one.cap?))).collect();
    let criteria: Vec<_> = criteria.iter().map(|one| (&one.text, one.kind, one.weight, &one.dimension)).collect();
    // Without caps, the hash is that of evaluations made before there were any.
    let json = if caps.is_empty() {
        serde_json::to_vec(&(criteria, thresholds, career_weight))
    } else {
        serde_json::to_vec(&(criteria, thresholds, career_weight, caps))
    };
    let json = json.map_err(|error| AiError {
        reason: TaskReason::Internal.into(),
        detail: error.to_string(),
        retry_after: None,
        is_exhausted: false,
    })?;
    Ok([&[HASH_KIND][..], Sha256::digest(json).as_slice()].concat())
}

/// Judges resumes against jobs, criterion by criterion. Scores, level and the check of quotations are done for all
/// judges by [`evaluate`].
#[async_trait]
pub trait Judge: Send + Sync {
    /// The kind of judge.
    fn engine(&self) -> Engine;

    /// The version of its rules: a rubric of another version is extracted again.
    fn version(&self) -> &str;

    /// Extracts the rubric of a job.
    async fn rubric(&self, job: &JobBrief) -> Result<Rubric, AiError>;

    /// Judges one resume by its job's rubric.
    async fn judge(&self, job: &JobContext, resume: &Resume<'_>) -> Result<Judgements, AiError>;

    /// A question to the child process that reads a document, by which it judges the document for this job as well, and
    /// prepares its text for a model if asked to; `None` if this judge does not work there.
    fn question_to_reader(&self, job: &JobContext, for_model: bool) -> Option<Vec<u8>> {
        let _ = (job, for_model);
        None
    }

    /// The part of a resume's text that a model may read: without instructions to it.
    async fn text_for_model(&self, resume: &Resume<'_>) -> Result<String, AiError> {
        let text = text_of_model_length(resume.text);
        off_thread(text.len(), move || without_instructions(&text)).await
    }

    /// How many opinions on one resume may differ; 1 if each judgement is the same.
    fn most_opinions(&self, job: &JobContext) -> u32 {
        let _ = job;
        1
    }

    /// The opinion with this number, from 1, on one resume.
    async fn opinion(&self, job: &JobContext, resume: &Resume<'_>, number: u32) -> Result<Judgements, AiError> {
        let _ = number;
        self.judge(job, resume).await
    }
}

/// The maximum length of the text sent to a model.
const MAX_MODEL_CHARACTERS: usize = 60_000;

/// The entries of a resume that are not too long for a model.
pub(crate) fn text_of_model_length(text: &str) -> String {
    match text.char_indices().nth(MAX_MODEL_CHARACTERS) {
        Some((most, _)) => text[..end_of_entries(text, most)].to_owned(),
        None => text.to_owned(),
    }
}

/// Whether a resume is too long for a model, which then reads its first entries.
pub(crate) fn is_cut_for_models(text: &str) -> bool {
    text.char_indices().nth(MAX_MODEL_CHARACTERS).is_some()
}

/// Evaluates one resume: checks and scores the judge's judgements. A judge whose judgements may differ is asked again, in
/// another order, if the first score is near a threshold, and a third time if the two levels differ.
///
/// # Errors
/// The judge's error, if there is no opinion at all.
pub async fn evaluate(judge: &dyn Judge, job: &JobContext, resume: &Resume<'_>) -> Result<AiEval, AiError> {
    let counter = Counter::new(job, resume);
    let mut opinions = vec![judge.judge(job, resume).await?];
    let mut evaluations = vec![counter.count(opinions[0].clone()).await?];
    let most = judge.most_opinions(job);
    if most > 1 && !is_settled(&evaluations[0], job.rubric.thresholds) {
        for number in 2..=most {
            let agreed =
                evaluations.iter().all(|eval| eval.recommendation_level == evaluations[0].recommendation_level);
            if number > 2 && agreed {
                break;
            }
            // Further opinions are optional.
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
    evaluation.summary = summary::of(job.rubric.language, &evaluation, &*job.shown_by_work().await?);
    Ok(evaluation)
}

/// Scores judgements, on a blocking thread if the texts are long, because searching quotations in them is slow.
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
        let quoted = judgements.criteria.iter().flat_map(|judgement| &judgement.quotations).map(String::len);
        let bytes = text.len() + quoted.sum::<usize>();
        off_thread(bytes, move || {
            let quotable = quotable.get_or_init(|| QuotableText::new(&text));
            bole_domain::evaluation::evaluate(&rubric, quotable, judgements)
        })
        .await
    }
}

/// The range of scores of several evaluations; none for a single one.
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
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;
    use crate::BuiltIn;

    #[test]
    fn quotations_in_a_long_resume_are_located_on_another_thread() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let job = JobBrief { title: "Accountant".into(), jd: "- CPA\n- Rust".into(), ..JobBrief::default() };
        let rubric = Arc::new(runtime.block_on(BuiltIn.rubric(&job)).unwrap());
        let job = JobContext::new(job, rubric);
        let short = Resume {
            text: "CPA since 2016",
            profile: &Profile::default(),
            hidden_text: &[],
            today: YearMonth::new(2026, 6).unwrap(),
        };
        let judgements = runtime.block_on(BuiltIn.judge(&job, &short)).unwrap();
        let text = "No CPA. ".repeat(1 << 19);
        let long = Resume { text: &text, ..short };

        let _entered = runtime.enter();
        let is_done_at_once = |resume| {
            let counter = Counter::new(&job, resume);
            pin!(counter.count(judgements.clone())).poll(&mut Context::from_waker(Waker::noop())).is_ready()
        };
        assert!(is_done_at_once(&short));
        assert!(!is_done_at_once(&long));
    }

    #[test]
    fn fingerprint_depends_on_versions_and_texts() {
        let job = JobBrief { title: "Editor".into(), core_requirement: "ab".into(), ..JobBrief::default() };
        let moved = JobBrief { title: "Editora".into(), core_requirement: "b".into(), ..JobBrief::default() };
        assert_eq!(job.fingerprint("built-in/1"), job.clone().fingerprint("built-in/1"));
        assert_ne!(job.fingerprint("built-in/1"), job.fingerprint("built-in/2"));
        assert_ne!(job.fingerprint("built-in/1"), moved.fingerprint("built-in/1"));
    }

    #[test]
    fn rubrics_that_score_alike_have_the_same_hash() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let read = |jd: &str| {
            let job = JobBrief { title: "Accountant".into(), jd: jd.into(), ..JobBrief::default() };
            runtime.block_on(BuiltIn.rubric(&job)).unwrap()
        };
        let rubric = read("- CPA\n- Rust");
        let hash = rubric_hash(&rubric).unwrap();
        assert_eq!(rubric_hash(&read("\n\n- CPA\n- Rust")).unwrap(), hash, "the phrases stand elsewhere");
        assert_eq!(rubric_hash(&Rubric { version: "other".into(), ..rubric.clone() }).unwrap(), hash);
        assert_ne!(rubric_hash(&Rubric { career_weight: 0.0, ..rubric }).unwrap(), hash);
        assert_ne!(rubric_hash(&read("- CPA\n- Go")).unwrap(), hash);
    }
}
