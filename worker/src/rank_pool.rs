//! `pool.rank`: fills a batch with the latest resumes of the talent pool, a page per transaction. After an
//! interruption it continues with missing people. Stored readings are reused.

use std::time::Duration;

use bole_domain::ids::{BatchTaskId, JobId, PersonId};
use bole_queue::kinds::RankPool;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::batch_tasks::{self, NewEntry, NewEntryOutcome};
use bole_store::{StoreError, batches, talent_pool};
use serde_json::json;

use crate::evaluation_tasks;

/// The most entries per transaction.
const PAGE: i64 = 500;

handler!(RankPoolHandler);

impl TaskHandler for RankPoolHandler {
    type Kind = RankPool;
    const TIME_LIMIT: Duration = Duration::from_secs(600);

    async fn run(&self, context: &TaskContext, task: RankPool) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let batch = match batches::find(&mut tx, task.batch_id).await {
            Ok(batch) => batch,
            Err(StoreError::NotFound) => return Ok(Outcome::DONE),
            Err(error) => return Err(error.into()),
        };
        let mut entries = batch_tasks::positions(&mut tx, task.batch_id).await?.len();
        let others = talent_pool::count_other_resumes(&mut tx, Some(task.batch_id)).await?;
        tx.commit().await?;
        // People added to the pool meanwhile are ranked too.
        let total = entries.saturating_add(usize::try_from(others).unwrap_or_default());
        let tell = |entries: usize| {
            let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            context.progress(count(entries), count(entries.max(total)));
        };
        tell(entries);
        let mut after = None;
        while let Some((last, added)) = self.add_page(context, task, batch.job_id, after, entries).await? {
            after = Some(last);
            entries += added;
            tell(entries);
            self.tools.signals.wake();
        }
        Outcome::completed(json!({ "entries": entries }))
    }
}

impl RankPoolHandler {
    /// Adds a page of missing people; returns the last one and their number, or `None` if none is missing.
    async fn add_page(
        &self,
        context: &TaskContext,
        RankPool { batch_id, timing }: RankPool,
        job: JobId,
        after: Option<PersonId>,
        begun: usize,
    ) -> Result<Option<(PersonId, usize)>, TaskError> {
        let mut tx = context.tenant().await?;
        let resumes = talent_pool::other_resumes(&mut tx, batch_id, after, PAGE).await?;
        let Some(last) = resumes.last().map(|resume| resume.person_id) else {
            tx.release();
            return Ok(None);
        };
        let ids: Vec<BatchTaskId> = resumes.iter().map(|_| BatchTaskId::new()).collect();
        let lane = self.tools.providers.evaluation_lane(&mut tx).await?;
        let tasks = evaluation_tasks::enqueue(&mut tx, batch_id, lane, timing, context.request_id(), &ids).await?;
        let entries: Vec<NewEntry> = resumes
            .into_iter()
            .zip(ids)
            .zip(tasks)
            .enumerate()
            .map(|(at, ((resume, id), task_id))| NewEntry {
                id,
                position: i32::try_from(begun + at + 1).unwrap_or(i32::MAX),
                file_name: resume.file_name,
                outcome: NewEntryOutcome::Queued { file_id: resume.file_id, task_id },
            })
            .collect();
        batch_tasks::record(&mut tx, batch_id, job, &entries).await?;
        context.hold_in(&mut tx).await?;
        tx.commit().await?;
        Ok(Some((last, entries.len())))
    }
}
