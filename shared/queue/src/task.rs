//! What a handler of tasks is: what it does, how it fails and how it is retried.

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

use crate::{TaskContext, TaskKind};

/// Runs the tasks of one kind. A value of the implementing type holds what that needs: clients, storage, configuration.
///
/// ```
/// use bole_domain::task::Lane;
/// use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler, TaskKind};
///
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Greet {
///     name: String,
/// }
///
/// impl TaskKind for Greet {
///     const NAME: &'static str = "greet";
///     const LANE: Lane = Lane::General;
/// }
///
/// struct GreetHandler;
///
/// impl TaskHandler for GreetHandler {
///     type Kind = Greet;
///
///     async fn run(&self, _: &TaskContext, greet: Greet) -> Result<Outcome, TaskError> {
///         Outcome::completed(format!("hello {}", greet.name))
///     }
/// }
/// ```
pub trait TaskHandler: Send + Sync + 'static {
    /// The kind it runs.
    type Kind: TaskKind;

    /// How long one attempt may take.
    const TIME_LIMIT: Duration = Duration::from_secs(300);

    /// When a failed attempt is tried again.
    const RETRY: RetryPolicy = RetryPolicy::DEFAULT;

    /// Runs one attempt. It may be run again after it was cut off anywhere, so what it does to the outside is keyed by the
    /// task; what it does to the database it does together with [`TaskContext::finish_in`], or so that twice is harmless.
    fn run(&self, context: &TaskContext, task: Self::Kind) -> impl Future<Output = Result<Outcome, TaskError>> + Send;
}

/// How a successful attempt ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Done, with this result for whoever asks for the task; `Null` for none.
    Completed(Value),
    /// The handler committed a transaction with [`TaskContext::finish_in`]: nothing is left to write.
    Finished,
    /// Not now: to be run again after this long. It does not count as an attempt.
    Postponed(Duration),
}

impl Outcome {
    /// Done, with a result.
    ///
    /// # Errors
    /// When the result has no JSON form.
    pub fn completed(result: impl Serialize) -> Result<Self, TaskError> {
        serde_json::to_value(result)
            .map(Self::Completed)
            .map_err(|error| TaskError::new(TaskReason::Internal, error.to_string()))
    }

    /// Done, with nothing to tell.
    pub const DONE: Self = Self::Completed(Value::Null);
}

/// How an attempt failed. Transient failures are tried again by themselves while attempts are left; the rest wait for a
/// person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}: {detail}")]
pub struct TaskError {
    /// What happened.
    pub reason: FailureReason,
    /// The group it belongs to: the reason's own, unless said otherwise.
    pub category: ErrorCategory,
    /// For operators; no personal data.
    pub detail: String,
    /// Whether it is tried again by itself: as the category says, unless said otherwise.
    pub is_transient: bool,
    /// Not before this long, where the other side said so.
    pub retry_after: Option<Duration>,
}

impl TaskError {
    /// A failure that is tried again as its reason's category says.
    pub fn new(reason: impl Into<FailureReason>, detail: impl Into<String>) -> Self {
        let reason = reason.into();
        let category = reason.category();
        Self { reason, category, detail: detail.into(), is_transient: category.is_transient(), retry_after: None }
    }

    /// The same in another category: work that is paused belongs to what it was paused for.
    #[must_use]
    pub const fn in_category(mut self, category: ErrorCategory) -> Self {
        self.category = category;
        self.is_transient = category.is_transient();
        self
    }

    /// The same, tried again by itself or not, whatever its category.
    #[must_use]
    pub const fn transient(mut self, is_transient: bool) -> Self {
        self.is_transient = is_transient;
        self
    }

    /// Asks not to be tried again before this long.
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
    /// A panic in something the handler spawned counts like one of its own.
    fn from(error: tokio::task::JoinError) -> Self {
        // A panic's message may quote a resume.
        if error.is_panic() {
            Self::new(TaskReason::Panicked, "something the handler spawned panicked")
        } else {
            Self::new(TaskReason::Internal, "something the handler spawned was cancelled")
        }
    }
}

/// Exponential backoff with full jitter: the wait before attempt n + 1 is anything up to `base · 2ⁿ⁻¹`, at most `cap`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetryPolicy {
    /// The longest wait after the first attempt.
    pub base: Duration,
    /// The longest wait of all.
    pub cap: Duration,
}

impl RetryPolicy {
    /// Up to 2 s, 4 s, 8 s, … at most 5 minutes.
    pub const DEFAULT: Self = Self { base: Duration::from_secs(2), cap: Duration::from_secs(300) };

    /// How long to wait after attempt `attempt` (from 1) failed; never less than the other side asked for.
    #[must_use]
    pub fn wait(&self, attempt: i32, retry_after: Option<Duration>) -> Duration {
        let doublings = u32::try_from(attempt.max(1) - 1).unwrap_or(0).min(31);
        let most = self.base.saturating_mul(1 << doublings).min(self.cap);
        let jittered = most.mul_f64(rand::random::<f64>());
        // Asked to wait, everybody would come back at the same moment: the jitter comes on top.
        retry_after.map_or(jittered, |after| after.saturating_add(jittered.min(after)))
    }
}

/// The handlers a worker has, by kind.
#[derive(Clone, Default)]
pub struct Registry {
    handlers: HashMap<&'static str, Arc<dyn AnyHandler>>,
}

impl Registry {
    /// Without any.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With one more. A later handler of the same kind replaces an earlier one.
    #[must_use]
    pub fn with<H: TaskHandler>(mut self, handler: H) -> Self {
        self.handlers.insert(H::Kind::NAME, Arc::new(handler));
        self
    }

    /// The kinds it has handlers for. A task may be enqueued in another lane than its kind's usual one, so every lane's
    /// claims name all of them.
    pub(crate) fn kinds(&self) -> Vec<String> {
        self.handlers.keys().map(|&kind| kind.to_owned()).collect()
    }

    pub(crate) fn get(&self, kind: &str) -> Option<&Arc<dyn AnyHandler>> {
        self.handlers.get(kind)
    }
}

/// A [`TaskHandler`] whose payload type is forgotten.
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
    fn waits_grow_up_to_the_cap() {
        let policy = RetryPolicy { base: Duration::from_secs(1), cap: Duration::from_secs(10) };
        for (attempt, most) in [(1, 1), (2, 2), (3, 4), (4, 8), (5, 10), (40, 10)] {
            let waits = (0..200).map(|_| policy.wait(attempt, None)).collect::<Vec<_>>();
            assert!(waits.iter().all(|wait| *wait <= Duration::from_secs(most)), "attempt {attempt}");
            // Full jitter: the whole range is used, so that a crowd spreads over it.
            assert!(waits.iter().any(|wait| *wait > Duration::from_secs(most) / 2), "attempt {attempt}");
            assert!(waits.iter().any(|wait| *wait < Duration::from_secs(most) / 2), "attempt {attempt}");
        }
    }

    #[test]
    fn nobody_comes_back_before_they_were_asked_to() {
        let after = Duration::from_secs(60);
        for attempt in 1..6 {
            assert!(RetryPolicy::DEFAULT.wait(attempt, Some(after)) >= after);
        }
    }
}
