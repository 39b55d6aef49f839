//! Asking an organization's model: which one, and what asking leaves behind, its consumption and a pause where a person is
//! needed.

use bole_ai::provider::{Chat, ChatError};
use bole_domain::failure::{AiReason, FailureReason};
use bole_domain::ids::{BatchId, JobId};
use bole_domain::task::Lane;
use bole_providers::{Prices, Provider, Providers};
use bole_queue::kinds::EvaluateResume;
use bole_queue::{TaskContext, TaskError, TaskKind};
use bole_store::ai_settings;
use bole_store::ai_usage::{self, AiUse};
use bole_store::{StoreResult, TenantTx};

/// What model work is for, as its consumption is told.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purpose {
    /// `evaluation`, `rubric`, `draft`, `translation`.
    pub(crate) name: &'static str,
    pub(crate) job: Option<JobId>,
    pub(crate) batch: Option<BatchId>,
}

impl Purpose {
    /// Work that hangs on no job.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self { name, job: None, batch: None }
    }
}

/// Where the organization's evaluations wait for their turn: a model takes seconds, during which no document is read.
///
/// # Errors
/// When the database does not answer.
pub(crate) async fn evaluation_lane(providers: &Providers, tx: &mut TenantTx) -> StoreResult<Lane> {
    Ok(match providers.configured(tx).await? {
        Provider::BuiltIn => EvaluateResume::LANE,
        _ => Lane::Models,
    })
}

/// The model's client with a usage counter of its own; `None` where the built-in engine does the work.
///
/// # Errors
/// When model work is paused or its settings cannot be used.
pub(crate) fn chat(provider: &Provider) -> Result<Option<Chat>, TaskError> {
    match provider {
        Provider::BuiltIn => Ok(None),
        Provider::Model(chat) => Ok(Some(chat.metered())),
        Provider::Paused(FailureReason::Ai(AiReason::BudgetSpent)) => {
            Err(TaskError::new(AiReason::BudgetSpent, "the budget of the month is spent"))
        }
        Provider::Paused(reason) => {
            let error = TaskError::new(AiReason::Paused, format!("model work is paused: {reason}"));
            Err(error.in_category(reason.category()))
        }
        Provider::Unusable(error) => Err(TaskError::new(error.reason, error.detail.clone())),
    }
}

/// A model that gave no answer.
pub(crate) fn failed(error: ChatError) -> TaskError {
    TaskError::new(error.reason, error.detail).retry_after(error.retry_after)
}

/// Records what the client consumed, and pauses the organization's model work where it failed and only a person can help.
pub(crate) async fn settle(
    context: &TaskContext,
    chat: &Chat,
    prices: &Prices,
    purpose: Purpose,
    failure: Option<(FailureReason, bool)>,
) -> Result<(), TaskError> {
    let usage = chat.usage();
    if usage.requests == 0 {
        return Ok(());
    }
    let mut tx = context.tenant().await?;
    let number = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
    let used = AiUse {
        purpose: purpose.name,
        model: chat.model(),
        job_id: purpose.job,
        batch_id: purpose.batch,
        requests: i32::try_from(usage.requests).unwrap_or(i32::MAX),
        prompt_tokens: number(usage.prompt_tokens),
        cached_tokens: number(usage.cached_tokens),
        completion_tokens: number(usage.completion_tokens),
        cost_micros: prices.cost(&usage),
    };
    ai_usage::record(&mut tx, &used).await?;
    if let Some((reason, is_exhausted)) = failure
        && (is_exhausted || reason == AiReason::KeyRefused)
    {
        ai_settings::set_pause(&mut tx, &reason).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Why there is no answer, and whether the quota is spent.
pub(crate) fn failure<T>(answer: &Result<T, ChatError>) -> Option<(FailureReason, bool)> {
    answer.as_ref().err().map(|error| (error.reason.into(), error.is_exhausted))
}
