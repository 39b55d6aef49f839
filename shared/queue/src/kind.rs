//! Kinds of tasks, for those who enqueue them and those who run them.

use bole_domain::task::Lane;
use bole_store::ledger::{self, DEFAULT_MAX_ATTEMPTS, Enqueued, NewTask};
use bole_store::{IdentityTx, StoreResult, TenantTx};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A kind of task. A value of the implementing type is one task's payload.
///
/// Old payloads must stay readable: add fields with `#[serde(default)]`.
pub trait TaskKind: Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The name in the ledger; must not change once tasks with it exist.
    const NAME: &'static str;

    /// The lane.
    const LANE: Lane;

    /// Lower numbers run first within an organization.
    const PRIORITY: i16 = 0;

    /// The number of attempts before it fails for good.
    const MAX_ATTEMPTS: i32 = DEFAULT_MAX_ATTEMPTS;

    /// Whether the payload is secret: the ledger then deletes it when the task is over.
    const IS_SECRET: bool = false;

    /// Builds the task, to be enqueued alone or with others.
    ///
    /// # Errors
    /// When the payload cannot be serialized.
    fn new_task(&self, request_id: Option<String>) -> StoreResult<NewTask> {
        Ok(NewTask {
            priority: Self::PRIORITY,
            max_attempts: Self::MAX_ATTEMPTS,
            request_id,
            is_secret: Self::IS_SECRET,
            ..NewTask::new(Self::NAME, Self::LANE, self)?
        })
    }

    /// Enqueues it in the transaction of the change that causes it. Wake the workers once the transaction is
    /// committed.
    ///
    /// # Errors
    /// When the database refuses it.
    fn enqueue(
        &self,
        tx: &mut TenantTx,
        request_id: Option<String>,
    ) -> impl Future<Output = StoreResult<Enqueued>> + Send {
        async move { ledger::enqueue(tx, self.new_task(request_id)?).await }
    }

    /// [`TaskKind::enqueue`] for work that belongs to no organization.
    ///
    /// # Errors
    /// When the database refuses it.
    fn enqueue_system(
        &self,
        tx: &mut IdentityTx,
        request_id: Option<String>,
    ) -> impl Future<Output = StoreResult<Enqueued>> + Send {
        async move { ledger::enqueue_system(tx, self.new_task(request_id)?).await }
    }
}
