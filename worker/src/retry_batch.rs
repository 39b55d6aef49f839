//! `batch.retry`: retries failed entries of a batch, one page per transaction. Entries already waiting are skipped, so an
//! interrupted task can start over.

use std::collections::HashSet;
use std::time::Duration;

use bole_queue::kinds::RetryBatch;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::ledger;
use serde_json::json;

use crate::{PAGE, Tools};

/// Runs `batch.retry`.
pub struct RetryBatchHandler {
    tools: Tools,
}

impl RetryBatchHandler {
    /// With these tools.
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }
}

impl TaskHandler for RetryBatchHandler {
    type Kind = RetryBatch;
    const TIME_LIMIT: Duration = Duration::from_secs(600);

    async fn run(&self, context: &TaskContext, RetryBatch { task_ids }: RetryBatch) -> Result<Outcome, TaskError> {
        let total = u32::try_from(task_ids.len()).unwrap_or(u32::MAX);
        let (mut retried, mut done) = (HashSet::new(), 0);
        for page in task_ids.chunks(PAGE) {
            let mut tx = context.tenant().await?;
            retried.extend(ledger::retry_many(&mut tx, page).await?);
            tx.commit().await?;
            self.tools.signals.wake();
            done += u32::try_from(page.len()).unwrap_or(u32::MAX);
            context.progress(done, total);
        }
        // Entries may share a task.
        let count = task_ids.iter().filter(|task| retried.contains(task)).count();
        Outcome::completed(json!({ "count": count }))
    }
}
