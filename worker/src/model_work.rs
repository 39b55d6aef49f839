//! Calls of an organization's model: choosing it, recording usage, and pausing after failures.

use bole_ai::provider::{Chat, ChatError};
use bole_domain::ai::AiPurpose;
use bole_domain::failure::{AiReason, FailureReason};
use bole_domain::ids::{BatchId, JobId, TaskId};
use bole_providers::{PriceList, Provider};
use bole_queue::{TaskContext, TaskError};
use bole_store::ai_settings;
use bole_store::ai_usage::{self, AiUse};

use crate::reading;

/// What model work is for, as recorded in its usage.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purpose {
    pub(crate) purpose: AiPurpose,
    pub(crate) job: Option<JobId>,
    pub(crate) batch: Option<BatchId>,
}

impl Purpose {
    /// Work without a job.
    pub(crate) const fn new(purpose: AiPurpose) -> Self {
        Self { purpose, job: None, batch: None }
    }
}

/// The model's client for the task, with its own usage counter; `None` if the built-in engine does the work.
///
/// # Errors
/// When model work is paused, which only a person ends, or its settings are invalid.
pub(crate) fn chat(provider: &Provider, task: TaskId) -> Result<Option<Chat>, TaskError> {
    match provider {
        Provider::BuiltIn => Ok(None),
        Provider::Model(chat) => Ok(Some(chat.for_task(task))),
        Provider::Paused(FailureReason::Ai(AiReason::BudgetSpent)) => {
            Err(TaskError::new(AiReason::BudgetSpent, "the budget of the month is spent").transient(false))
        }
        Provider::Paused(reason) => {
            let error = TaskError::new(AiReason::Paused, format!("model work is paused: {reason}"));
            Err(error.in_category(reason.category()).transient(false))
        }
        Provider::Unusable(error) => Err(TaskError::new(error.reason, error.detail.clone())),
    }
}

/// The error of a failed call.
pub(crate) fn failed(error: ChatError) -> TaskError {
    reading::judge(error.into())
}

/// Records the client's usage, and pauses the organization's model work if only a person can resolve the failure.
pub(crate) async fn settle(
    context: &TaskContext,
    chat: &Chat,
    prices: &PriceList,
    purpose: Purpose,
    failure: Option<(FailureReason, bool)>,
) -> Result<(), TaskError> {
    let Some(used) = used(chat, prices, purpose) else { return Ok(()) };
    let mut tx = context.tenant().await?;
    ai_usage::record(&mut tx, &[used]).await?;
    if let Some((reason, is_exhausted)) = failure
        && (is_exhausted || reason == AiReason::KeyRefused)
    {
        ai_settings::set_pause(&mut tx, &reason).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// What the client has used, to be recorded; `None` if nothing was requested.
pub(crate) fn used(chat: &Chat, prices: &PriceList, purpose: Purpose) -> Option<AiUse> {
    let Purpose { purpose, job: job_id, batch: batch_id } = purpose;
    prices.used(chat, purpose).map(|used| AiUse { job_id, batch_id, ..used })
}

/// The reason of a failed call, and whether the quota is spent.
pub(crate) fn failure<T>(answer: &Result<T, ChatError>) -> Option<(FailureReason, bool)> {
    answer.as_ref().err().map(|error| (error.reason.into(), error.is_exhausted))
}
