//! The kinds of tasks and what each carries, for those who enqueue them and those who run them.

use bole_domain::ids::{BatchId, BatchTaskId};
use bole_store::StoreResult;
use bole_store::ledger::NewTask;
use serde::{Deserialize, Serialize};

/// Takes an uploaded ZIP apart: one evaluation for each resume in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnpackBatch {
    /// The batch.
    pub batch_id: BatchId,
}

impl UnpackBatch {
    /// The name in the ledger.
    pub const KIND: &'static str = "batch.unpack";

    /// The task, ahead of the organization's evaluations: nobody should wait for another's to see their own begin.
    ///
    /// # Errors
    /// Never in practice: ids have a JSON form.
    pub fn task(self, request_id: Option<String>) -> StoreResult<NewTask> {
        Ok(NewTask { priority: -10, request_id, ..NewTask::new(Self::KIND, &self)? })
    }
}

/// Evaluates one resume of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluateResume {
    /// The entry.
    pub batch_task_id: BatchTaskId,
}

impl EvaluateResume {
    /// The name in the ledger.
    pub const KIND: &'static str = "resume.evaluate";

    /// The task.
    ///
    /// # Errors
    /// Never in practice: ids have a JSON form.
    pub fn task(self, request_id: Option<String>) -> StoreResult<NewTask> {
        Ok(NewTask { request_id, ..NewTask::new(Self::KIND, &self)? })
    }
}
