//! One attempt of one task: the handler with its guards.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use apalis_core::error::BoxDynError;
use apalis_core::task::Task;
use bole_domain::failure::TaskReason;
use bole_store::Db;
use bole_store::ledger::{AttemptOutcome, Claimed};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::context::Attempt;
use crate::task::AnyHandler;
use crate::{Outcome, Registry, RetryPolicy, TaskContext, TaskError};

/// The longest wait before a retry.
const MAX_WAIT: Duration = Duration::from_secs(86_400);

/// A claimed task on its way to its handler.
#[derive(Clone)]
pub(crate) struct ClaimedTask {
    pub(crate) claimed: Arc<Claimed>,
    pub(crate) attempt: Arc<Attempt>,
    pub(crate) since: Instant,
}

/// How an attempt ended, as far as the ledger is concerned.
#[derive(Debug)]
pub(crate) enum AttemptEnd {
    /// To be written to the ledger.
    Outcome(AttemptOutcome),
    /// Written by the handler in its own transaction.
    Finished,
    /// To be released, because the worker is stopping.
    GiveBack,
    /// Nothing to write, because the lease is lost.
    Lost,
}

/// The innermost service: finds the handler and runs it. It never fails; its response is how the attempt ended.
#[derive(Clone)]
pub(crate) struct Runner {
    pub(crate) db: Db,
    pub(crate) registry: Registry,
    /// Fired at the end of the grace period.
    pub(crate) cut: CancellationToken,
}

impl tower::Service<Task<ClaimedTask>> for Runner {
    type Response = AttemptEnd;
    type Error = BoxDynError;
    type Future = BoxFuture<'static, Result<AttemptEnd, BoxDynError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, task: Task<ClaimedTask>) -> Self::Future {
        let runner = self.clone();
        let claimed = task.args.clone();
        async move { Ok(runner.run(claimed).await) }.boxed()
    }
}

impl Runner {
    async fn run(&self, ClaimedTask { claimed, attempt, since }: ClaimedTask) -> AttemptEnd {
        let Some(handler) = self.registry.get(&claimed.kind) else {
            // Unreachable, because claims only name kinds that have a handler.
            tracing::error!(kind = claimed.kind, "no handler here for this kind of task");
            return AttemptEnd::GiveBack;
        };
        metrics::histogram!("bole_task_start_seconds", "kind" => handler.kind()).record(since.elapsed());
        let started = Instant::now();
        let end = self.guarded(handler.as_ref(), &claimed, attempt).await;
        metrics::histogram!("bole_task_seconds", "kind" => handler.kind()).record(started.elapsed());
        metrics::counter!("bole_tasks_total", "kind" => handler.kind(), "end" => end.label()).increment(1);
        end
    }

    async fn guarded(&self, handler: &dyn AnyHandler, claimed: &Arc<Claimed>, attempt: Arc<Attempt>) -> AttemptEnd {
        let lost = attempt.lost.clone();
        let context = TaskContext {
            db: self.db.clone(),
            attempt,
            number: claimed.attempt,
            max_attempts: claimed.max_attempts,
            request_id: claimed.request_id.as_deref().map(Arc::from),
        };
        let limit = handler.time_limit();
        let attempt = AssertUnwindSafe(handler.run(&context, claimed.payload.clone())).catch_unwind();
        let outcome = tokio::select! {
            biased;
            outcome = tokio::time::timeout(limit, attempt) => outcome,
            () = lost.cancelled() => return AttemptEnd::Lost,
            () = self.cut.cancelled() => return AttemptEnd::GiveBack,
        };
        let error = match outcome {
            Ok(Ok(Ok(Outcome::Completed(result)))) => return AttemptEnd::Outcome(AttemptOutcome::Completed(result)),
            Ok(Ok(Ok(Outcome::Finished(_)))) => return AttemptEnd::Finished,
            Ok(Ok(Ok(Outcome::Postponed(after)))) => {
                return AttemptEnd::Outcome(AttemptOutcome::Postponed { after: after.min(MAX_WAIT) });
            }
            Ok(Ok(Err(error))) => error,
            // The panic message may quote a resume; the panic hook logs the location.
            Ok(Err(_)) => TaskError::new(TaskReason::Panicked, "the handler panicked"),
            Err(_) => TaskError::new(TaskReason::TimeLimit, format!("it took longer than {limit:?}")),
        };
        metrics::counter!("bole_task_failures_total", "kind" => handler.kind(), "reason" => error.reason.to_string())
            .increment(1);
        tracing::warn!(category = %error.category, reason = %error.reason, detail = error.detail, "attempt failed");
        if error.is_transient {
            AttemptEnd::Outcome(retry_or_fail(claimed, handler.retry(), error))
        } else {
            AttemptEnd::Outcome(AttemptOutcome::Failed(error.into_failure()))
        }
    }
}

impl AttemptEnd {
    const fn label(&self) -> &'static str {
        match self {
            Self::Outcome(AttemptOutcome::Completed(_)) | Self::Finished => "completed",
            Self::Outcome(AttemptOutcome::Failed(_)) => "failed",
            Self::Outcome(AttemptOutcome::Retry { .. }) => "retry",
            Self::Outcome(AttemptOutcome::Postponed { .. }) => "postponed",
            Self::GiveBack => "given_back",
            Self::Lost => "lost",
        }
    }
}

/// A delayed retry, if an attempt is left.
pub(crate) fn retry_or_fail(claimed: &Claimed, policy: RetryPolicy, error: TaskError) -> AttemptOutcome {
    let after = policy.wait(claimed.attempt, error.retry_after);
    let failure = error.into_failure();
    if claimed.attempt < claimed.max_attempts {
        AttemptOutcome::Retry { failure, after: after.min(MAX_WAIT) }
    } else {
        AttemptOutcome::Failed(failure)
    }
}
