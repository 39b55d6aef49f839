//! Work done in sandboxed child processes besides reading documents: the built-in engine, and parsing emails and
//! calendars.

use std::sync::Arc;

use async_trait::async_trait;
use bole_ai::child::{self, Question};
use bole_ai::{AiError, BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_documents::{DocumentFailure, Sandbox};
use bole_domain::evaluation::{Engine, Judgements, Rubric};
use bole_domain::failure::TaskReason;

/// The built-in engine, run in child processes with time and memory limits.
pub struct SandboxedEngine {
    sandbox: Arc<Sandbox>,
}

impl SandboxedEngine {
    #[must_use]
    pub const fn new(sandbox: Arc<Sandbox>) -> Self {
        Self { sandbox }
    }

    async fn ask<T: serde::de::DeserializeOwned>(&self, question: &Question) -> Result<T, AiError> {
        let answer = self.sandbox.call(&question.to_bytes()?).await.map_err(failed)?;
        child::answer(&answer)
    }
}

#[async_trait]
impl Judge for SandboxedEngine {
    fn engine(&self) -> Engine {
        BuiltIn.engine()
    }

    fn version(&self) -> &str {
        BuiltIn.version()
    }

    async fn rubric(&self, job: &JobBrief) -> Result<Rubric, AiError> {
        self.ask(&Question::Rubric(job.clone())).await
    }

    async fn judge(&self, job: &JobContext, resume: &Resume<'_>) -> Result<Judgements, AiError> {
        self.ask(&Question::judge(job, resume)?).await
    }
}

fn failed(failure: DocumentFailure) -> AiError {
    AiError { reason: failure.reason, detail: failure.detail, retry_after: None, is_exhausted: false }
}

/// Handles a request in the child process; the callers are [`SandboxedEngine`], `mailbox.poll` and
/// `calendar.refresh`.
///
/// # Errors
/// When the request is invalid.
pub fn serve(question: &[u8]) -> Result<Vec<u8>, DocumentFailure> {
    let answered = if let Some(mail) = question.strip_prefix(bole_mail::MAIL_PREFIX) {
        bole_mail::serve(mail).map_err(|error| error.to_string())
    } else if let Some(calendar) = question.strip_prefix(bole_calendar::PREFIX) {
        bole_calendar::serve(calendar).map_err(|error| error.to_string())
    } else {
        child::serve(question).map_err(|error| error.detail)
    };
    answered.map_err(|detail| DocumentFailure { reason: TaskReason::Internal.into(), detail })
}
