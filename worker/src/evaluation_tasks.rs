//! The ledger tasks of new batch entries whose files are stored.

use bole_domain::ai::EvaluationTiming;
use bole_domain::ids::{BatchId, BatchTaskId, TaskId};
use bole_domain::task::Lane;
use bole_queue::TaskKind;
use bole_queue::kinds::{EvaluateResume, EvaluateResumes};
use bole_store::ledger::NewTask;
use bole_store::{StoreResult, TenantTx, ledger};

/// The most entries that share a task.
const SHARE: usize = 100;

/// Enqueues the evaluation of a batch's new entries; the task of each, in order. Entries for the built-in engine share
/// tasks, since nothing but the processor is waited for.
pub(crate) async fn enqueue(
    tx: &mut TenantTx,
    batch_id: BatchId,
    lane: Lane,
    timing: EvaluationTiming,
    request_id: Option<&str>,
    entries: &[BatchTaskId],
) -> StoreResult<Vec<TaskId>> {
    if lane != Lane::Documents {
        return enqueue_each(tx, lane, timing, request_id, entries).await;
    }
    let new = || EvaluateResumes { batch_id }.new_task(request_id.map(str::to_owned));
    let tasks = entries.chunks(SHARE).map(|_| new()).collect::<StoreResult<_>>()?;
    let tasks = ledger::enqueue_many(tx, tasks).await?;
    let shared = entries.chunks(SHARE).zip(tasks);
    Ok(shared.flat_map(|(entries, task)| std::iter::repeat_n(task.id, entries.len())).collect())
}

/// Enqueues a task for each of these entries; in the lane of scans, their pictures are recognised.
pub(crate) async fn enqueue_each(
    tx: &mut TenantTx,
    lane: Lane,
    timing: EvaluationTiming,
    request_id: Option<&str>,
    entries: &[BatchTaskId],
) -> StoreResult<Vec<TaskId>> {
    let new = |id: &BatchTaskId| {
        let task = EvaluateResume { batch_task_id: *id, recognizes: lane == Lane::Scans, timing }
            .new_task(request_id.map(str::to_owned))?;
        Ok(NewTask { lane, ..task })
    };
    let tasks = entries.iter().map(new).collect::<StoreResult<_>>()?;
    Ok(ledger::enqueue_many(tx, tasks).await?.into_iter().map(|task| task.id).collect())
}
