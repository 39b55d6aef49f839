//! Work done in sandboxed child processes besides reading documents: the built-in engine, and parsing emails and
//! calendars.

use std::sync::Arc;

use async_trait::async_trait;
use bole_ai::child::{self, Question};
use bole_ai::{AiError, BuiltIn, JobBrief, JobContext, Judge, Resume};
use bole_documents::{Calls, DocumentFailure, Reading, Sandbox};
use bole_domain::evaluation::{Engine, Judgements, Rubric};
use bole_domain::failure::TaskReason;
use bole_domain::period::YearMonth;

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

    fn question_to_reader(&self, job: &JobContext, for_model: bool) -> Option<Vec<u8>> {
        child::question_about(job, for_model).ok()
    }
}

fn failed(failure: DocumentFailure) -> AiError {
    AiError { reason: failure.reason, detail: failure.detail, retry_after: None, is_exhausted: false }
}

/// What the child processes do besides reading documents.
pub const CALLS: Calls = Calls { on_bytes: serve, on_reading: judge };

/// Judges the resume that was read.
fn judge(question: &[u8], reading: &Reading, today: YearMonth) -> Result<Vec<u8>, DocumentFailure> {
    let Reading { extraction, profile } = reading;
    let resume = Resume { text: &extraction.text, profile, hidden_text: &extraction.hidden_text, today };
    child::serve_about(question, &resume).map_err(|error| invalid(error.detail))
}

/// Handles a request; the callers are [`SandboxedEngine`], `mailbox.poll` and `calendar.refresh`.
fn serve(question: &[u8]) -> Result<Vec<u8>, DocumentFailure> {
    let answered = if let Some(mail) = question.strip_prefix(bole_mail::MAIL_PREFIX) {
        bole_mail::serve(mail).map_err(|error| error.to_string())
    } else if let Some(calendar) = question.strip_prefix(bole_calendar::PREFIX) {
        bole_calendar::serve(calendar).map_err(|error| error.to_string())
    } else {
        child::serve(question).map_err(|error| error.detail)
    };
    answered.map_err(invalid)
}

fn invalid(detail: String) -> DocumentFailure {
    DocumentFailure { reason: TaskReason::Internal.into(), detail }
}
