//! Task handlers: what they do, how they fail and how they are retried.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use bole_domain::failure::{ErrorCategory, FailureReason, TaskReason};
use bole_store::StoreError;
use bole_store::ledger::Failure;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::Value;

use crate::{Committed, TaskContext, TaskKind};

/// Runs the tasks of one kind. The implementing type holds its dependencies: clients, storage, configuration.
pub trait TaskHandler: Send + Sync + 'static {
    /// The kind it runs.
    type Kind: TaskKind;

    /// The time limit of one attempt.
    const TIME_LIMIT: Duration = Duration::from_secs(300);

    /// When a failed attempt is tried again.
    const RETRY: RetryPolicy = RetryPolicy::DEFAULT;

    /// Runs one attempt. It may run again after being interrupted anywhere: key external effects by the task, and
    /// make database changes together with [`TaskContext::finish`] or idempotent.
    fn run(&self, context: &TaskContext, task: Self::Kind) -> impl Future<Output = Result<Outcome, TaskError>> + Send;
}

/// How a successful attempt ended.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    /// Done, with this result; `Null` for none.
    Completed(Value),
    /// The handler committed the end with its changes, by [`TaskContext::finish`]: nothing is left to write.
    Finished(Committed),
    /// To be run again after this long, without counting an attempt.
    Postponed(Duration),
}

impl Outcome {
    /// Done, with a result.
    ///
    /// # Errors
    /// When the result cannot be serialized.
    pub fn completed(result: impl Serialize) -> Result<Self, TaskError> {
        serde_json::to_value(result)
            .map(Self::Completed)
            .map_err(|error| TaskError::new(TaskReason::Internal, error.to_string()))
    }

    /// Done, without a result.
    pub const DONE: Self = Self::Completed(Value::Null);
}

/// How an attempt failed. Transient failures are retried while attempts are left; others need a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct TaskError {
    /// The reason.
    pub reason: FailureReason,
    /// The category: the reason's own unless set.
    pub category: ErrorCategory,
    /// Details for operators, without personal data.
    pub detail: String,
    /// Whether it is retried automatically: by category unless set.
    pub is_transient: bool,
    /// The minimum wait, if the other side requested one.
    pub retry_after: Option<Duration>,
}

impl TaskError {
    /// A failure that is retried according to its reason's category.
    pub fn new(reason: impl Into<FailureReason>, detail: impl Into<String>) -> Self {
        let reason = reason.into();
        let category = reason.category();
        Self { reason, category, detail: detail.into(), is_transient: category.is_transient(), retry_after: None }
    }

    /// Sets another category, for example that of the cause for paused work.
    #[must_use]
    pub const fn in_category(mut self, category: ErrorCategory) -> Self {
        self.category = category;
        self.is_transient = category.is_transient();
        self
    }

    /// Sets whether it is retried automatically, whatever its category.
    #[must_use]
    pub const fn transient(mut self, is_transient: bool) -> Self {
        self.is_transient = is_transient;
        self
    }

    /// Sets the minimum wait before a retry.
    #[must_use]
    pub const fn retry_after(mut self, after: Option<Duration>) -> Self {
        self.retry_after = after;
        self
    }

    pub(crate) fn into_failure(self) -> Failure {
        Failure { category: self.category, reason: self.reason, detail: self.detail }
    }
}

impl From<StoreError> for TaskError {
    fn from(error: StoreError) -> Self {
        let reason = match error {
            StoreError::Unavailable(_) => TaskReason::DatabaseUnavailable,
            _ => TaskReason::Internal,
        };
        Self::new(reason, error.to_string())
    }
}

impl From<tokio::task::JoinError> for TaskError {
    /// A panic in a task the handler spawned counts as one of the handler.
    fn from(error: tokio::task::JoinError) -> Self {
        // A panic message may quote a resume.
        if error.is_panic() {
            Self::new(TaskReason::Panicked, "something the handler spawned panicked")
        } else {
            Self::new(TaskReason::Internal, "something the handler spawned was cancelled")
        }
    }
}

/// Exponential backoff with full jitter: the wait before attempt n + 1 is random up to `base · 2ⁿ⁻¹`, at most `cap`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// The longest wait after the first attempt.
    pub base: Duration,
    /// The longest wait overall.
    pub cap: Duration,
}

impl RetryPolicy {
    /// Up to 2 s, 4 s, 8 s, … at most 5 minutes.
    pub const DEFAULT: Self = Self { base: Duration::from_secs(2), cap: Duration::from_secs(300) };

    /// The wait after failed attempt `attempt` (from 1); at least what the other side requested.
    #[must_use]
    pub fn wait(&self, attempt: i32, retry_after: Option<Duration>) -> Duration {
        let doublings = u32::try_from(attempt.max(1) - 1).unwrap_or(0).min(31);
        let most = self.base.saturating_mul(1 << doublings).min(self.cap);
        let jittered = most.mul_f64(rand::random::<f64>());
        // Jitter is added, so that not everyone who was asked to wait returns at the same moment.
        retry_after.map_or(jittered, |after| after.saturating_add(jittered.min(after)))
    }
}

/// The handlers of a worker, by kind.
#[derive(Clone, Default)]
pub struct Registry {
    handlers: HashMap<&'static str, Arc<dyn AnyHandler>>,
}

impl Registry {
    /// An empty registry.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a handler, replacing an earlier one of the same kind.
    #[must_use]
    pub fn with<H: TaskHandler>(mut self, handler: H) -> Self {
        self.handlers.insert(H::Kind::NAME, Arc::new(handler));
        self
    }

    /// The kinds with a handler. A task may be enqueued in a lane other than its kind's usual one, so every lane
    /// claims all of them.
    pub(crate) fn kinds(&self) -> Vec<String> {
        self.handlers.keys().map(|&kind| kind.to_owned()).collect()
    }

    pub(crate) fn get(&self, kind: &str) -> Option<&Arc<dyn AnyHandler>> {
        self.handlers.get(kind)
    }
}

/// A [`TaskHandler`] with its payload type erased.
pub(crate) trait AnyHandler: Send + Sync {
    fn kind(&self) -> &'static str;
    fn time_limit(&self) -> Duration;
    fn retry(&self) -> RetryPolicy;
    fn run<'a>(&'a self, context: &'a TaskContext, payload: Value) -> BoxFuture<'a, Result<Outcome, TaskError>>;
}

impl<H: TaskHandler> AnyHandler for H {
    fn kind(&self) -> &'static str {
        H::Kind::NAME
    }

    fn time_limit(&self) -> Duration {
        H::TIME_LIMIT
    }

    fn retry(&self) -> RetryPolicy {
        H::RETRY
    }

    fn run<'a>(&'a self, context: &'a TaskContext, payload: Value) -> BoxFuture<'a, Result<Outcome, TaskError>> {
        Box::pin(async move {
            let payload = serde_json::from_value(payload).map_err(|error| {
                TaskError::new(
                    TaskReason::Internal,
                    format!("the payload of {} cannot be read: {error}", H::Kind::NAME),
                )
            })?;
            TaskHandler::run(self, context, payload).await
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backoff_grows_up_to_the_cap() {
        let policy = RetryPolicy { base: Duration::from_secs(1), cap: Duration::from_secs(10) };
        for (attempt, most) in [(1, 1), (2, 2), (3, 4), (4, 8), (5, 10), (40, 10)] {
            let waits = (0..200).map(|_| policy.wait(attempt, None)).collect::<Vec<_>>();
            assert!(waits.iter().all(|wait| *wait <= Duration::from_secs(most)), "attempt {attempt}");
            // The full range of the jitter is used.
            assert!(waits.iter().any(|wait| *wait > Duration::from_secs(most) / 2), "attempt {attempt}");
            assert!(waits.iter().any(|wait| *wait < Duration::from_secs(most) / 2), "attempt {attempt}");
        }
    }

    #[test]
    fn retry_after_is_respected() {
        let after = Duration::from_secs(60);
        for attempt in 1..6 {
            assert!(RetryPolicy::DEFAULT.wait(attempt, Some(after)) >= after);
        }
    }
}
