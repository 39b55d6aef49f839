//! `batch.clear`: failed or skipped entries cleared off a batch, a page in a transaction.

use std::time::Duration;

use bole_queue::kinds::ClearBatch;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::batch_tasks;
use serde_json::json;

use crate::PAGE;

/// Runs `batch.clear`.
pub struct ClearBatchHandler;

impl TaskHandler for ClearBatchHandler {
    type Kind = ClearBatch;
    const TIME_LIMIT: Duration = Duration::from_secs(600);

    async fn run(&self, context: &TaskContext, task: ClearBatch) -> Result<Outcome, TaskError> {
        let ClearBatch { batch_id, status, ended_by } = task;
        let mut tx = context.tenant().await?;
        let entries = batch_tasks::ids_in(&mut tx, batch_id, status, ended_by).await?;
        tx.commit().await?;
        let total = u32::try_from(entries.len()).unwrap_or(u32::MAX);
        let (mut count, mut done) = (0, 0);
        for page in entries.chunks(PAGE) {
            let ids: Vec<_> = page.iter().map(|(id, _)| *id).collect();
            let mut tx = context.tenant().await?;
            count += batch_tasks::clear(&mut tx, &ids, status).await?;
            tx.commit().await?;
            done += u32::try_from(page.len()).unwrap_or(u32::MAX);
            context.progress(done, total);
        }
        Outcome::completed(json!({ "count": count }))
    }
}
