//! What goes into an evaluation, what comes out, and how it fails, whoever evaluates.

use std::time::Duration;

use async_trait::async_trait;
use bole_domain::batch::ErrorCategory;
use bole_domain::evaluation::{AiEval, Rubric};
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

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
    /// What a rubric read from this job by an evaluator of this [`Evaluator::version`] depends on: differs as soon as
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
#[error("{category}: {detail}")]
pub struct AiError {
    /// Its group; transient ones are retried.
    pub category: ErrorCategory,
    /// For operators; holds nothing of the resume.
    pub detail: String,
    /// How long the other side asked to be left alone.
    pub retry_after: Option<Duration>,
}

/// Judges resumes against jobs.
#[async_trait]
pub trait Evaluator: Send + Sync {
    /// The name that results carry: `built-in`, or the model's.
    fn engine(&self) -> &str;

    /// The engine with the version of its rules: a rubric that another version read is read again.
    fn version(&self) -> &str;

    /// Reads a job once into what every resume is judged by.
    async fn rubric(&self, job: &JobBrief) -> Result<Rubric, AiError>;

    /// Judges one resume by the rubric of its job.
    async fn evaluate(&self, job: &JobBrief, rubric: &Rubric, resume: &Resume<'_>) -> Result<AiEval, AiError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fingerprint_tells_versions_and_texts_apart() {
        let job = JobBrief { title: "Editor".into(), core_requirement: "ab".into(), ..JobBrief::default() };
        let moved = JobBrief { title: "Editora".into(), core_requirement: "b".into(), ..JobBrief::default() };
        assert_eq!(job.fingerprint("built-in/1"), job.clone().fingerprint("built-in/1"));
        assert_ne!(job.fingerprint("built-in/1"), job.fingerprint("built-in/2"));
        assert_ne!(job.fingerprint("built-in/1"), moved.fingerprint("built-in/1"));
    }
}
