//! `resumes.evaluate`: evaluates entries of a batch whose files were read before, many by one task.
//!
//! Entries are loaded, judged and stored in groups; each group is committed only while the task is held. An entry that
//! fails, or needs its file read or a model asked, gets a task of its own, which is retried and fails by itself. So do all
//! that are left when an attempt is interrupted, because one of them may be the cause.

use std::thread::available_parallelism;
use std::time::Duration;

use bole_domain::ai::EvaluationTiming;
use bole_domain::failure::TaskReason;
use bole_domain::ids::BatchTaskId;
use bole_domain::task::Lane;
use bole_queue::kinds::EvaluateResumes;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::{StoreError, StoreResult, batch_tasks};
use futures_util::{StreamExt, stream};
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::batcher::BatchedWork;
use crate::evaluate_resume::batched::{self, EvaluationLoader, LoadRequest, LoadedEntry, NewEvaluation};
use crate::evaluate_resume::deferral::Deferral;
use crate::evaluate_resume::{Evaluation, Evaluator};
use crate::{Tools, evaluation_tasks};

/// The most entries in memory for a task, and in a transaction.
const GROUP: usize = 50;
/// How many tasks run for each processor: while some wait for the database, others are judged.
const TASKS_PER_CORE: usize = 4;
/// How many entries of a task are judged at a time for each processor.
const ENTRIES_PER_CORE: usize = 2;

/// Runs `resumes.evaluate`.
pub struct EvaluateResumesHandler {
    tools: Tools,
    loader: EvaluationLoader,
    evaluator: Evaluator,
    /// One permit for each task with entries in memory.
    running: Semaphore,
    cores: usize,
}

/// What became of a group's entries.
#[derive(Default)]
struct Group {
    evaluated: Vec<NewEvaluation>,
    /// Those that need tasks of their own.
    alone: Vec<BatchTaskId>,
}

impl EvaluateResumesHandler {
    #[must_use]
    pub fn new(tools: Tools) -> Self {
        let cores = available_parallelism().map_or(2, usize::from);
        Self {
            loader: EvaluationLoader::new(&tools),
            evaluator: Evaluator::new(tools.clone()),
            running: Semaphore::new(cores * TASKS_PER_CORE),
            tools,
            cores,
        }
    }

    async fn evaluate(&self, context: &TaskContext, entries: &[BatchTaskId]) -> Result<Group, TaskError> {
        let request = |entry: &BatchTaskId| LoadRequest {
            context: context.clone(),
            entry: *entry,
            timing: EvaluationTiming::Now,
        };
        let requests: Vec<LoadRequest> = entries.iter().map(request).collect();
        // A deleted entry is not loaded.
        let loaded = self.loader.run(&requests).await?;
        let loaded: Vec<(BatchTaskId, LoadedEntry)> =
            entries.iter().copied().zip(loaded).filter_map(|(id, loaded)| Some((id, loaded?))).collect();
        let judged: Vec<_> = stream::iter(loaded)
            .map(|(id, loaded)| async move { (id, self.judged(context, loaded).await) })
            .buffer_unordered(self.cores * ENTRIES_PER_CORE)
            .collect()
            .await;
        let mut group = Group::default();
        for (id, judged) in judged {
            match judged {
                Some(new) => group.evaluated.push(new),
                None => group.alone.push(id),
            }
        }
        Ok(group)
    }

    async fn judged(&self, context: &TaskContext, loaded: LoadedEntry) -> Option<NewEvaluation> {
        if !loaded.is_at_hand() {
            return None;
        }
        match self.evaluator.evaluate(context, loaded, false, Deferral::Absent).await {
            Ok(Evaluation::New(new)) => Some(*new),
            Ok(Evaluation::HandOver(_) | Evaluation::Deferred(_)) => None,
            Err(error) => {
                tracing::debug!(reason = %error.reason, "an entry is evaluated again, alone");
                None
            }
        }
    }

    /// Stores a group, and ends the task with the last one.
    async fn store(&self, context: &TaskContext, group: &Group, is_last: bool) -> Result<Option<Outcome>, TaskError> {
        let evaluated: Vec<&NewEvaluation> = group.evaluated.iter().collect();
        match self.store_together(context, &evaluated, &group.alone, is_last).await {
            Err(StoreError::NotFound) => {}
            stored => return Ok(stored?),
        }
        // One was deleted meanwhile.
        for new in evaluated {
            match self.store_together(context, &[new], &[], false).await {
                Err(StoreError::NotFound) => {}
                stored => drop(stored?),
            }
        }
        Ok(self.store_together(context, &[], &group.alone, is_last).await?)
    }

    async fn store_together(
        &self,
        context: &TaskContext,
        evaluated: &[&NewEvaluation],
        alone: &[BatchTaskId],
        is_last: bool,
    ) -> StoreResult<Option<Outcome>> {
        let mut tx = context.tenant().await?;
        context.hold_in(&mut tx).await?;
        if !evaluated.is_empty() {
            batched::store(&mut tx, evaluated).await?;
        }
        if !alone.is_empty() {
            let lane = self.tools.providers.evaluation_lane(&mut tx).await?;
            let tasks =
                evaluation_tasks::enqueue_each(&mut tx, lane, EvaluationTiming::Now, context.request_id(), alone)
                    .await?;
            let tasks: Vec<_> = alone.iter().copied().zip(tasks).collect();
            batch_tasks::set_tasks(&mut tx, &tasks).await?;
        }
        let outcome = if is_last {
            Some(context.finish(tx, Value::Null).await?)
        } else {
            tx.commit().await?;
            None
        };
        if !alone.is_empty() {
            self.tools.signals.wake();
        }
        Ok(outcome)
    }
}

impl TaskHandler for EvaluateResumesHandler {
    type Kind = EvaluateResumes;
    /// Others run before it.
    const TIME_LIMIT: Duration = Duration::from_secs(1_800);

    async fn run(&self, context: &TaskContext, _: EvaluateResumes) -> Result<Outcome, TaskError> {
        let closed = |_| TaskError::new(TaskReason::Internal, "the worker is stopping");
        let _running = self.running.acquire().await.map_err(closed)?;
        let mut tx = context.tenant().await?;
        let entries = batch_tasks::unevaluated_of(&mut tx, context.id()).await?;
        let lane = self.tools.providers.evaluation_lane(&mut tx).await?;
        tx.release();
        if context.attempt() > 1 || lane != Lane::Documents {
            let outcome = self.store(context, &Group { alone: entries, ..Group::default() }, true).await?;
            return Ok(outcome.unwrap_or(Outcome::DONE));
        }
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (mut done, mut outcome) = (0, None);
        for entries_of_group in entries.chunks(GROUP) {
            let group = self.evaluate(context, entries_of_group).await?;
            done += entries_of_group.len();
            context.progress(count(done), count(entries.len()));
            outcome = self.store(context, &group, done == entries.len()).await?;
        }
        Ok(outcome.unwrap_or(Outcome::DONE))
    }
}
