//! The task ledger: work that outlives the request that asked for it.
//!
//! A task is enqueued inside the caller's [`TenantTx`](crate::TenantTx), so it exists exactly if the change that caused
//! it does. It is then either *waiting* (a row of `queue`), *due later* (a row of `queue_later`), or *over*. A worker takes
//! a [`Lease`] on waiting tasks of one [`Lane`] and the kinds it knows, renews it while it works, and gives the outcome
//! back; every write a worker makes names its lease, so one that lost it changes nothing.
//!
//! Work that belongs to no organization is enqueued inside an [`IdentityTx`](crate::IdentityTx) and carries
//! [`OrganizationId::SYSTEM`]; no organization sees it.
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

pub use claim::{CLAIM_SQL, Claim, Claimed, Cursor, Renewal, Share, claim, release, renew};
pub use enqueue::{enqueue, enqueue_many, enqueue_system};
pub use finish::{finish, finish_all_in, finish_in, progress};
pub use signal::{Wakeups, notify};
pub use sweep::{Pruned, QueueStats, ping, promote, prune, reclaim, stats};
pub use task_views::{
    TaskFilter, TaskVisibility, cancel, cancel_many, count, get, hasten, list, lock_task, reschedule, retry,
    retry_failed_with, retry_many, settle,
};

/// How often a task is tried where its kind says nothing else.
pub const DEFAULT_MAX_ATTEMPTS: i32 = 5;

/// A task to enqueue.
#[derive(Debug, Clone, PartialEq)]
pub struct NewTask {
    /// Which handler runs it.
    pub kind: &'static str,
    /// Whose slots it waits for.
    pub lane: Lane,
    /// What the handler reads, as JSON.
    pub payload: Value,
    /// Lower numbers first, within the organization. Usually 0.
    pub priority: i16,
    /// Not before this time; `None` means at once.
    pub run_at: Option<OffsetDateTime>,
    /// How often it is tried before it fails for good.
    pub max_attempts: i32,
    /// While a task of this organization, kind and key is not over, enqueueing another one gives that one back.
    pub dedupe_key: Option<String>,
    /// The request that caused it, for logs.
    pub request_id: Option<String>,
    /// The payload is a secret: it is forgotten when the task is over, however it ended.
    pub is_secret: bool,
}

impl NewTask {
    /// A task to run at once, with the usual priority and attempts.
    ///
    /// # Errors
    /// When the payload has no JSON form.
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

/// The task that an enqueue led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enqueued {
    /// Its id.
    pub id: TaskId,
    /// It was there already, under the same unique key; nothing was added.
    pub existing: bool,
}

/// The right to finish one attempt of a task. Ends when renewals stop, when a person cancels the task, or when it is
/// given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lease {
    /// The task.
    pub task: TaskId,
    /// Whose task it is.
    pub organization: OrganizationId,
    /// Which claim the lease comes from: different for each, so that not even the same worker can mistake one for another.
    pub token: Uuid,
}

/// Why an attempt failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The group it belongs to.
    pub category: ErrorCategory,
    /// What happened.
    pub reason: FailureReason,
    /// For operators; no personal data. Never sent to a browser.
    pub detail: String,
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq)]
pub enum AttemptOutcome {
    /// Done, with its result.
    Completed(Value),
    /// Over without a result; waits for a person.
    Failed(Failure),
    /// To be tried again after a while.
    Retry {
        /// Why this attempt failed.
        failure: Failure,
        /// How long to wait.
        after: Duration,
    },
    /// To be run again after a while; this attempt does not count.
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
    /// How far it got, where it said so.
    pub progress: Option<Progress>,
}

/// How far a task has come: `done` of `total`, in units of its own. Zero of zero where it does not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Progress {
    /// Units done.
    pub done: i32,
    /// Units in all.
    pub total: i32,
}

/// A task as people see it.
#[derive(Debug, Clone, PartialEq)]
pub struct TaskView {
    /// Its id.
    pub id: TaskId,
    /// Which handler runs it.
    pub kind: String,
    /// Where it stands. A cancelled task is `Failed` with reason [`Cancelled`](bole_domain::failure::TaskReason::Cancelled).
    pub status: TaskStatus,
    /// How far it has come.
    pub progress: Progress,
    /// What it produced, once completed.
    pub result: Option<Value>,
    /// Why the last attempt failed, where it did and no later one succeeded.
    pub error: Option<TaskErrorView>,
    /// Attempts started.
    pub attempts: i32,
    /// Who asked for it, where a person did.
    pub created_by: Option<UserId>,
    /// When it was enqueued.
    pub created_at: OffsetDateTime,
    /// When the running or last attempt started.
    pub started_at: Option<OffsetDateTime>,
    /// When it was over.
    pub finished_at: Option<OffsetDateTime>,
}

/// Why a task failed, as far as people are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskErrorView {
    /// The group it belongs to.
    pub category: ErrorCategory,
    /// What happened; the web app has a sentence and a suggestion for each.
    pub reason: FailureReason,
}
