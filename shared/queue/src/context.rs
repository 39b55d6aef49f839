//! A handler's view of its task.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bole_domain::ids::{OrganizationId, TaskId, UserId};
use bole_domain::permission::Permission;
use bole_domain::task::Lane;
use bole_store::ledger::{self, Lease, Progress};
use bole_store::{Actor, Db, StoreResult, TenantTx, members};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::{Outcome, TaskKind};

/// One attempt of a task, for its handler. Cheap to clone.
#[derive(Clone)]
pub struct TaskContext {
    pub(crate) db: Db,
    pub(crate) attempt: Arc<Attempt>,
    pub(crate) number: i32,
    pub(crate) max_attempts: i32,
    pub(crate) request_id: Option<Arc<str>>,
}

/// State of an attempt shared by the handler and the worker.
pub(crate) struct Attempt {
    pub(crate) lease: Lease,
    /// Fired when the lease is lost, after which the attempt cannot be finished.
    pub(crate) lost: CancellationToken,
    /// The end is being written and may already be stored, so a renewal that does not find the lease means nothing.
    settled: AtomicBool,
    progress: AtomicU64,
}

impl Attempt {
    pub(crate) fn new(lease: Lease) -> Self {
        Self { lease, lost: CancellationToken::new(), settled: AtomicBool::new(false), progress: AtomicU64::new(0) }
    }

    pub(crate) fn settle(&self) {
        self.settled.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Relaxed)
    }

    /// The latest reported progress.
    pub(crate) fn progress(&self) -> Option<Progress> {
        let packed = self.progress.load(Ordering::Relaxed);
        let part = |bits: u64| i32::try_from(bits & u64::from(u32::MAX)).unwrap_or(i32::MAX);
        (packed != 0).then(|| Progress { done: part(packed >> 32), total: part(packed) })
    }
}

impl TaskContext {
    /// The task.
    #[must_use]
    pub fn id(&self) -> TaskId {
        self.attempt.lease.task
    }

    /// The organization it works for, and the only one it can access; [`OrganizationId::SYSTEM`] for work of no
    /// organization, which can access none.
    #[must_use]
    pub fn organization(&self) -> OrganizationId {
        self.attempt.lease.organization
    }

    /// Which attempt this is, from 1.
    #[must_use]
    pub const fn attempt(&self) -> i32 {
        self.number
    }

    /// Whether no automatic retry would follow this attempt.
    #[must_use]
    pub const fn is_last_attempt(&self) -> bool {
        self.number >= self.max_attempts
    }

    /// The id of the request that caused the task, to pass on to tasks it enqueues.
    #[must_use]
    pub fn request_id(&self) -> Option<&str> {
        self.request_id.as_deref()
    }

    /// The lease of this attempt.
    #[must_use]
    pub fn lease(&self) -> &Lease {
        &self.attempt.lease
    }

    /// A transaction in the task's organization, as the worker.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn tenant(&self) -> StoreResult<TenantTx> {
        self.db.tenant(&Actor::worker(self.organization())).await
    }

    /// A transaction in the task's organization with another actor: the clock, or the member who requested the task.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn open(&self, actor: &Actor) -> StoreResult<TenantTx> {
        self.db.tenant(actor).await
    }

    /// A transaction with the permissions of a member; `None` if they are no longer one.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn tenant_as(&self, user: UserId) -> StoreResult<Option<TenantTx>> {
        let mut tx = self.tenant().await?;
        let access = members::active_access(&mut tx, user).await?;
        tx.release();
        match access {
            Some(access) => self.db.tenant(&Actor::member(self.organization(), user, &access)).await.map(Some),
            None => Ok(None),
        }
    }

    /// The same for a member who has this permission; `None` if they do not.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn tenant_allowed(&self, user: UserId, permission: Permission) -> StoreResult<Option<TenantTx>> {
        let mut tx = self.tenant().await?;
        let access = members::active_access(&mut tx, user).await?;
        tx.release();
        match access.filter(|access| access.allows(permission)) {
            Some(access) => self.db.tenant(&Actor::member(self.organization(), user, &access)).await.map(Some),
            None => Ok(None),
        }
    }

    /// Commits `tx` with the end of the task in it: the changes in `tx` and the end are stored together, exactly once.
    ///
    /// # Errors
    /// [`StoreError::Stale`](bole_store::StoreError::Stale) when the lease is lost, or the database does not answer:
    /// then nothing of `tx` is stored.
    pub async fn finish(&self, mut tx: TenantTx, result: impl serde::Serialize + Send) -> StoreResult<Outcome> {
        let result: Value = serde_json::to_value(result)?;
        ledger::finish_in(&mut tx, &self.attempt.lease, result, self.attempt.progress()).await?;
        self.attempt.settle();
        tx.commit().await?;
        Ok(Outcome::Finished(Committed(())))
    }

    /// Commits `tx` with the task's move to another lane, where it is run again with this payload.
    ///
    /// # Errors
    /// [`StoreError::Stale`](bole_store::StoreError::Stale) when the lease is lost, or the database does not answer:
    /// then nothing of `tx` is stored.
    pub async fn move_to<K: TaskKind>(&self, mut tx: TenantTx, lane: Lane, payload: &K) -> StoreResult<Outcome> {
        let payload = serde_json::to_value(payload)?;
        self.hold_in(&mut tx).await?;
        ledger::move_to(&mut tx, self.id(), lane, &payload).await?;
        tx.commit().await?;
        Ok(Outcome::Postponed(Duration::ZERO))
    }

    /// Makes sure that the changes in `tx` are only committed while the task is held by this attempt, which goes on.
    ///
    /// # Errors
    /// [`StoreError::Stale`](bole_store::StoreError::Stale) when the lease is lost: do not commit `tx`.
    pub async fn hold_in(&self, tx: &mut TenantTx) -> StoreResult<()> {
        ledger::hold_in(tx, &self.attempt.lease).await
    }

    /// Reports progress. It can be called often: it is written about twice a second, together with that of all other
    /// tasks.
    pub fn progress(&self, done: u32, total: u32) {
        self.attempt.progress.store(u64::from(done) << 32 | u64::from(total), Ordering::Relaxed);
    }

    /// Whether the lease is lost, by cancellation or because renewals did not reach the database in time. Nothing
    /// more may be committed then.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.attempt.lost.is_cancelled()
    }
}

/// Proof that a handler has committed the end of its task.
#[derive(Debug, PartialEq, Eq)]
pub struct Committed(());

/// Tasks of one organization that end in one transaction.
#[must_use]
pub struct JointFinish<'a> {
    tasks: &'a [&'a TaskContext],
    lost: HashSet<Lease>,
}

/// Ends tasks of one organization in `tx`, without results, except those whose lease is lost.
///
/// # Errors
/// When the database does not answer: do not commit `tx`.
pub async fn finish_all_in<'a>(tx: &mut TenantTx, tasks: &'a [&'a TaskContext]) -> StoreResult<JointFinish<'a>> {
    let ends = tasks.iter().map(|task| (*task.lease(), Value::Null, task.attempt.progress())).collect();
    let lost: HashSet<Lease> = ledger::finish_all_in(tx, ends).await?.into_iter().collect();
    for task in tasks.iter().filter(|task| !lost.contains(task.lease())) {
        task.attempt.settle();
    }
    Ok(JointFinish { tasks, lost })
}

impl JointFinish<'_> {
    /// Whether the task ends here. What any other changed must not be in the transaction.
    #[must_use]
    pub fn includes(&self, task: &TaskContext) -> bool {
        !self.lost.contains(task.lease())
    }

    /// Commits the transaction. Returns the outcome of each task; none where its lease is lost.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn commit(self, tx: TenantTx) -> StoreResult<Vec<Option<Outcome>>> {
        tx.commit().await?;
        let outcome = |task: &&TaskContext| self.includes(task).then_some(Outcome::Finished(Committed(())));
        Ok(self.tasks.iter().map(outcome).collect())
    }
}
