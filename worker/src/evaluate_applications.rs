//! `applications.evaluate`: evaluates applications again, or their resumes for another job.
//!
//! The task creates a batch per job with entries of existing files, and ends with them. Until then it is postponed from
//! look to look, so that it takes no slot from other work.

use std::collections::BTreeMap;
use std::time::Duration;

use bole_domain::ai::EvaluationTiming;
use bole_domain::batch::BatchSource;
use bole_domain::ids::{ApplicationId, BatchId, BatchTaskId, JobId};
use bole_domain::task::Lane;
use bole_queue::kinds::EvaluateApplications;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::batch_tasks::{self, NewEntry, NewEntryOutcome};
use bole_store::batches::{self, NewBatch};
use bole_store::reevaluations::{self, Source};
use bole_store::{StoreResult, TenantTx, ledger};
use serde_json::json;

use crate::evaluation_tasks;

/// The most entries of a batch, as for an upload.
const MAX_ENTRIES: usize = 5_000;
/// Polling interval of the batches.
const INTERVAL: Duration = Duration::from_secs(1);
/// The same where a provider batch is waited for.
const LONG_INTERVAL: Duration = Duration::from_secs(15);

handler!(EvaluateApplicationsHandler);

impl EvaluateApplicationsHandler {
    /// The task's batches, created if missing.
    async fn batches(&self, context: &TaskContext, task: &EvaluateApplications) -> Result<Vec<BatchId>, TaskError> {
        let mut tx = context.tenant().await?;
        let made = reevaluations::batches_of(&mut tx, context.id()).await?;
        // With progress there were batches, even if all have been deleted since.
        if !made.is_empty() || ledger::get(&mut tx, context.id()).await?.progress.total > 0 {
            tx.release();
            return Ok(made);
        }
        let sources = match task.everybody_of {
            Some(job) => reevaluations::sources_of_job(&mut tx, job).await?,
            None => reevaluations::sources(&mut tx, &task.application_ids).await?,
        };
        let mut by_job: BTreeMap<JobId, Vec<Source>> = BTreeMap::new();
        for source in sources {
            by_job.entry(task.job_id.unwrap_or(source.job_id)).or_default().push(source);
        }
        let lane = self.tools.providers.evaluation_lane(&mut tx).await?;
        let mut made = Vec::with_capacity(by_job.len());
        for (job, sources) in by_job {
            for part in sources.chunks(MAX_ENTRIES) {
                made.push(batch(&mut tx, context, job, (lane, task.timing), part).await?);
            }
        }
        context.hold_in(&mut tx).await?;
        tx.commit().await?;
        self.tools.signals.wake();
        Ok(made)
    }
}

async fn batch(
    tx: &mut TenantTx,
    context: &TaskContext,
    job_id: JobId,
    (lane, timing): (Lane, EvaluationTiming),
    sources: &[Source],
) -> StoreResult<BatchId> {
    let id = BatchId::new();
    let file_name = sources.first().map(|source| source.job_title.clone()).unwrap_or_default();
    let unpack_task_id = Some(context.id());
    let new = NewBatch { id, job_id, file_name, source: BatchSource::Reevaluation, zip: None, unpack_task_id };
    batches::create(tx, new).await?;
    let ids: Vec<BatchTaskId> = sources.iter().map(|_| BatchTaskId::new()).collect();
    let tasks = evaluation_tasks::enqueue(tx, id, lane, timing, context.request_id(), &ids).await?;
    let entries: Vec<NewEntry> = (0..)
        .zip(&ids)
        .zip(sources.iter().zip(&tasks))
        .map(|((position, id), (source, task))| NewEntry {
            id: *id,
            position,
            file_name: source.file_name.clone(),
            outcome: NewEntryOutcome::Queued { file_id: source.file_id, task_id: *task },
        })
        .collect();
    batch_tasks::record(tx, id, job_id, &entries).await?;
    let own = ids.iter().zip(sources).filter(|(_, source)| source.job_id == job_id);
    let own: Vec<(BatchTaskId, ApplicationId)> = own.map(|(id, source)| (*id, source.application_id)).collect();
    reevaluations::link(tx, &own).await?;
    Ok(id)
}

impl TaskHandler for EvaluateApplicationsHandler {
    type Kind = EvaluateApplications;
    /// Enough to create the batches of every candidate of a job.
    const TIME_LIMIT: Duration = Duration::from_secs(600);

    async fn run(&self, context: &TaskContext, task: EvaluateApplications) -> Result<Outcome, TaskError> {
        let batches = self.batches(context, &task).await?;
        let mut tx = context.tenant().await?;
        let progress = reevaluations::progress(&mut tx, &batches).await?;
        tx.release();
        let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        context.progress(count(progress.over), count(progress.total));
        if progress.over < progress.total {
            return Ok(Outcome::Postponed(match task.timing {
                EvaluationTiming::Now => INTERVAL,
                EvaluationTiming::WithinADay => LONG_INTERVAL,
            }));
        }
        let asked = match task.everybody_of {
            Some(_) => progress.total,
            None => i64::try_from(task.application_ids.len()).unwrap_or(i64::MAX),
        };
        Outcome::completed(json!({
            "batch_ids": batches,
            "job_id": task.everybody_of.or(task.job_id),
            "evaluated": progress.over - progress.failed,
            "failed": progress.failed,
            "skipped": asked - progress.total,
        }))
    }
}
