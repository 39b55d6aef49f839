//! `job.draft`: drafts a text of a job for its editor. Nothing is kept but the task's result.

use std::time::Duration;

use bole_ai::{BuiltIn, DraftRequest, Drafter, JobBrief, TemplateDrafter};
use bole_domain::batch::FailureReason;
use bole_queue::kinds::DraftJob;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use serde::Serialize;
use tokio::runtime::Handle;

/// Runs `job.draft`.
pub struct DraftJobHandler;

/// What a draft task answers.
#[derive(Serialize)]
struct Drafted {
    text: String,
    engine: &'static str,
}

impl TaskHandler for DraftJobHandler {
    type Kind = DraftJob;
    const TIME_LIMIT: Duration = Duration::from_secs(120);

    async fn run(&self, _: &TaskContext, task: DraftJob) -> Result<Outcome, TaskError> {
        let DraftJob { draft, title, core_requirement, jd, company_name } = task;
        let job = JobBrief { title, core_requirement, jd, ai_evaluation_criteria: String::new() };
        let request = DraftRequest { kind: draft, job, company_name };
        let runtime = Handle::current();
        // Understanding a job takes a core, not a turn on the runtime.
        let drafting = tokio::task::spawn_blocking(move || runtime.block_on(TemplateDrafter(BuiltIn).draft(&request)));
        let draft = drafting.await?.map_err(|error| {
            TaskError::new(FailureReason::Internal, error.detail.clone())
                .in_category(error.category)
                .retry_after(error.retry_after)
        })?;
        Outcome::completed(Drafted { text: draft.text, engine: draft.engine })
    }
}
