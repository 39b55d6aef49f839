//! The task ledger: work that continues after the request that caused it.
//!
//! A task is enqueued inside the caller's [`TenantTx`](crate::TenantTx), so both are committed or neither is. It is
//! then either *waiting* (a row of `queue`), *due later* (a row of `queue_later`), or *over*. A worker takes a
//! [`Lease`] on waiting tasks of one [`Lane`] and the kinds it knows, renews it while working, and writes the
//! outcome. Every write names the lease, so a worker that lost it cannot change anything.
//!
//! Work that belongs to no organization is enqueued inside an [`IdentityTx`](crate::IdentityTx) and carries
//! [`OrganizationId::SYSTEM`]; no organization can access it.
//!
//! Functions that take a tenant transaction act for one organization; those that take [`Db`](crate::Db) act for the
//! queue as a whole, on the ledger's own pool and role.

mod claim;
mod connection;
mod enqueue;
mod finish;
mod signal;
mod sweep;
mod task_views;

use std::time::Duration;

use bole_domain::batch::TaskStatus;
use bole_domain::failure::{ErrorCategory, FailureReason};
use bole_domain::ids::{OrganizationId, TaskId, UserId};
use bole_domain::task::Lane;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::StoreResult;

pub use claim::{CLAIM_SQL, Claim, Claimed, Cursor, Share, claim, release, renew};
pub use enqueue::{enqueue, enqueue_many, enqueue_system};
pub use finish::{finish, finish_all_in, finish_in, hold_in, progress};
pub use signal::{Wakeups, notify};
pub use sweep::{Pruned, QueueStats, fail_unserved, ping, promote, prune, reclaim, stats};
pub use task_views::{
    TaskFilter, TaskVisibility, cancel, cancel_many, count, failed_with, get, hasten, list, lock_task, move_to,
    reschedule, retry, retry_many, retrying_with, settle,
};

/// The default number of attempts.
pub const DEFAULT_MAX_ATTEMPTS: i32 = 5;

/// A task to enqueue.
#[derive(Debug, Clone, PartialEq)]
pub struct NewTask {
    pub kind: &'static str,
    pub lane: Lane,
    /// The task's data, as JSON.
    pub payload: Value,
    /// Lower numbers run first within the organization; the default is 0.
    pub priority: i16,
    /// The earliest start; `None` means now.
    pub run_at: Option<OffsetDateTime>,
    /// The number of attempts before it fails for good.
    pub max_attempts: i32,
    /// While a task of this organization, kind and key is not over, enqueueing another returns that one.
    pub dedupe_key: Option<String>,
    /// The request that caused it, for logs.
    pub request_id: Option<String>,
    /// Whether the payload is secret: it is deleted when the task is over.
    pub is_secret: bool,
}

impl NewTask {
    /// A task to run now, with default priority and attempts.
    ///
    /// # Errors
    /// When the payload cannot be serialized.
    pub fn new(kind: &'static str, lane: Lane, payload: &impl serde::Serialize) -> StoreResult<Self> {
        Ok(Self {
            kind,
            lane,
            payload: serde_json::to_value(payload)?,
            priority: 0,
            run_at: None,
            max_attempts: DEFAULT_MAX_ATTEMPTS,
            dedupe_key: None,
            request_id: None,
            is_secret: false,
        })
    }
}

/// The result of an enqueue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enqueued {
    pub id: TaskId,
    /// Whether it already existed under the same unique key, so that nothing was added.
    pub existing: bool,
}

/// A worker's right to one attempt of a task. It ends when renewals stop, when the task is cancelled, or when it is
/// released.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lease {
    pub task: TaskId,
    pub organization: OrganizationId,
    /// Identifies the claim, so that leases of different claims cannot be confused, even within a worker.
    pub token: Uuid,
}

/// Why an attempt failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub category: ErrorCategory,
    pub reason: FailureReason,
    /// Details for operators, without personal data. Never sent to a browser.
    pub detail: String,
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq)]
pub enum AttemptOutcome {
    /// Done, with its result.
    Completed(Value),
    /// Over without a result; needs a person.
    Failed(Failure),
    /// To be retried after a while.
    Retry {
        /// Why this attempt failed.
        failure: Failure,
        /// How long to wait.
        after: Duration,
    },
    /// To be run again after a while, without counting this attempt.
    Postponed {
        /// How long to wait.
        after: Duration,
    },
}

/// The end of one attempt, to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The attempt.
    pub lease: Lease,
    /// How it ended.
    pub outcome: AttemptOutcome,
    /// How far it got, if reported.
    pub progress: Option<Progress>,
}

/// Progress of a task: `done` of `total`, in units of its own; zero of zero if not reported.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Progress {
    /// Units done.
    pub done: i32,
    /// Units in all.
    pub total: i32,
}

/// A task as displayed.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskView {
    pub id: TaskId,
    pub kind: String,
    /// The status. A cancelled task is `Failed` with reason
    /// [`Cancelled`](bole_domain::failure::TaskReason::Cancelled).
    pub status: TaskStatus,
    pub progress: Progress,
    /// The result, once completed.
    pub result: Option<Value>,
    /// Why the last attempt failed, unless a later one succeeded.
    pub error: Option<TaskErrorView>,
    /// Attempts started.
    pub attempts: i32,
    /// The user who requested it, if any.
    pub created_by: Option<UserId>,
    /// When it was enqueued.
    pub created_at: OffsetDateTime,
    /// When the running or last attempt started.
    pub started_at: Option<OffsetDateTime>,
    /// When it ended.
    pub finished_at: Option<OffsetDateTime>,
}

/// Why a task failed, as displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskErrorView {
    pub category: ErrorCategory,
    /// The reason; the web app has a text and a suggestion for each.
    pub reason: FailureReason,
}
