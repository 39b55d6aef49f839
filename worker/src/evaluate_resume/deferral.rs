//! Evaluations whose model is asked within a day, at a lower price.
//!
//! The first attempt keeps the judge's request for a provider batch and postpones the task. When the answer is here, or none
//! is to be expected any more, the task is hastened; otherwise it runs some time after the day and asks the model itself.

use std::sync::Arc;
use std::time::Duration;

use bole_ai::provider::RecordedRequest;
use bole_domain::ai::{BATCH_WINDOW, CANCEL_WINDOW, EvaluationTiming};
use bole_domain::evaluation::Rubric;
use bole_domain::ids::ModelBatchRequestId;
use bole_queue::{Outcome, TaskContext, TaskError};
use bole_store::ai_usage::{self, AiUse};
use bole_store::evaluations::ToEvaluate;
use bole_store::files::{self, FileText};
use bole_store::model_batches::{self, NewRequest, RequestState};
use bole_store::rubrics;
use time::OffsetDateTime;

use super::batched::Job;

/// How the first question on a resume is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Deferral {
    /// Of the model, now.
    Absent,
    /// It is kept for a provider batch.
    Record,
    /// It was answered by one.
    Answered { question_hash: Vec<u8>, completion: String, reads_person: bool },
}

/// What an evaluation does next.
pub(super) enum Next {
    Evaluate(Deferral),
    /// It waits for its batch.
    Wait(Duration),
}

/// What the evaluation of a task does next at this moment.
pub(super) async fn next(
    context: &TaskContext,
    timing: EvaluationTiming,
    now: OffsetDateTime,
) -> Result<Next, TaskError> {
    if timing == EvaluationTiming::Now {
        return Ok(Next::Evaluate(Deferral::Absent));
    }
    let mut tx = context.tenant().await?;
    let request = model_batches::of_task(&mut tx, context.id()).await?;
    tx.release();
    let Some(request) = request else { return Ok(Next::Evaluate(Deferral::Record)) };
    Ok(match request.state {
        // Its batch is cancelled first, because what it answers meanwhile is paid for.
        RequestState::Waiting(until) => match Duration::try_from(until + CANCEL_WINDOW - now) {
            Ok(rest) if !rest.is_zero() => Next::Wait(rest),
            _ => Next::Evaluate(Deferral::Absent),
        },
        RequestState::Released => Next::Evaluate(Deferral::Absent),
        RequestState::Answered(completion) => Next::Evaluate(Deferral::Answered {
            question_hash: request.question_hash,
            completion,
            reads_person: request.reads_person,
        }),
    })
}

/// An evaluation that waits for a provider batch from now on.
pub(crate) struct DeferredEvaluation {
    pub(super) entry: ToEvaluate,
    pub(super) text: FileText,
    /// Whether the text was just read and has to be stored.
    pub(super) fresh_text: bool,
    pub(super) job: Arc<Job>,
    /// The rubric, if it was just extracted and has to be stored.
    pub(super) fresh_rubric: Option<Arc<Rubric>>,
    pub(super) request: RecordedRequest,
    /// Identifies the provider's key.
    pub(super) account: String,
    pub(super) reads_person: bool,
    /// What reading the job has used.
    pub(super) used: Option<AiUse>,
}

impl DeferredEvaluation {
    /// Stores the request with everything that it was made of, so that the same is asked when the answer is here.
    pub(super) async fn store(&self, context: &TaskContext, now: OffsetDateTime) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        context.hold_in(&mut tx).await?;
        if self.fresh_text {
            files::keep_texts(&mut tx, &[(self.entry.file_id, &self.text)]).await?;
        }
        if let Some(rubric) = &self.fresh_rubric {
            rubrics::keep(&mut tx, self.job.id, &self.job.reader.name, rubric, &self.job.fingerprint).await?;
        }
        let request = NewRequest {
            id: ModelBatchRequestId::new(),
            task: context.id(),
            entry: self.entry.id,
            account: &self.account,
            model: &self.request.model,
            question_hash: &self.request.question_hash,
            reads_person: self.reads_person,
            body: &self.request.body,
            fall_back_at: now + BATCH_WINDOW,
        };
        model_batches::record(&mut tx, &request).await?;
        if let Some(used) = &self.used {
            ai_usage::record(&mut tx, std::slice::from_ref(used)).await?;
        }
        tx.commit().await?;
        Ok(Outcome::Postponed(BATCH_WINDOW))
    }
}
