//! `batch.retry`: failed entries of a batch tried again, a page in a transaction. What waits again already is left alone, so
//! after it was cut off it begins anew.

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
        let (mut count, mut done) = (0, 0);
        for page in task_ids.chunks(PAGE) {
            let mut tx = context.tenant().await?;
            count += ledger::retry_many(&mut tx, page).await?;
            tx.commit().await?;
            self.tools.signals.wake();
            done += u32::try_from(page.len()).unwrap_or(u32::MAX);
            context.progress(done, total);
        }
        Outcome::completed(json!({ "count": count }))
    }
}
