//! `job.draft`: drafts a text of a job for the editor. A model's draft is streamed; only the task's result is stored.

use std::time::Duration;

use bole_ai::provider::Chat;
use bole_ai::{BuiltIn, Draft, DraftRequest, Drafter, JobBrief, TemplateDrafter, draft_question};
use bole_domain::ai::AiPurpose;
use bole_domain::failure::FailureReason;
use bole_providers::PriceList;
use bole_queue::kinds::DraftJob;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::task_texts;
use serde::Serialize;
use tokio::runtime::Handle;
use tokio::sync::watch;

use crate::model_work::{self, Purpose};
use crate::reading;

/// Enough for the longest draft.
const MAX_ANSWER_TOKENS: u32 = 4_096;
/// Text arriving within this time is written together.
const FLUSH_INTERVAL: Duration = Duration::from_millis(30);

handler!(DraftJobHandler);

/// The result of a draft task.
#[derive(Serialize)]
struct Drafted {
    text: String,
    engine: &'static str,
    /// Why a template was used although a model is configured.
    #[serde(skip_serializing_if = "Option::is_none")]
    fallback_reason: Option<FailureReason>,
}

impl TaskHandler for DraftJobHandler {
    type Kind = DraftJob;
    const TIME_LIMIT: Duration = Duration::from_secs(1_800);

    async fn run(&self, context: &TaskContext, task: DraftJob) -> Result<Outcome, TaskError> {
        let DraftJob { draft, title, core_requirement, jd, company_name, prompt } = task;
        let job = JobBrief { title, core_requirement, jd, ai_evaluation_criteria: String::new() };
        let request = DraftRequest { kind: draft, job, company_name };
        let mut tx = context.tenant().await?;
        let setup = self.tools.providers.of(&mut tx).await?;
        tx.release();
        let written = match model_work::chat(&setup.provider, context.id()) {
            Ok(Some(chat)) => write(context, &chat, &setup.prices, &request, &prompt).await.map(Some),
            Ok(None) => Ok(None),
            Err(error) => Err(error),
        };
        let (draft, fallback_reason) = match written {
            Ok(Some(text)) => (Draft { text, engine: "model" }, None),
            Ok(None) => (fill_in(request).await?, None),
            Err(error) if setup.falls_back && (context.is_last_attempt() || !error.is_transient) => {
                (fill_in(request).await?, Some(error.reason))
            }
            Err(error) => return Err(error),
        };
        let drafted = Drafted { text: draft.text, engine: draft.engine, fallback_reason };
        let mut tx = context.tenant().await?;
        task_texts::clear(&mut tx, context.id()).await?;
        Ok(context.finish(tx, drafted).await?)
    }
}

/// From a template.
async fn fill_in(request: DraftRequest) -> Result<Draft, TaskError> {
    let runtime = Handle::current();
    // Extracting a job's rubric is CPU-bound.
    let drafting = tokio::task::spawn_blocking(move || runtime.block_on(TemplateDrafter(BuiltIn).draft(&request)));
    drafting.await?.map_err(reading::judge)
}

/// From the model, with the partial text shown to viewers.
async fn write(
    context: &TaskContext,
    chat: &Chat,
    prices: &PriceList,
    request: &DraftRequest,
    prompt: &str,
) -> Result<String, TaskError> {
    let (text, so_far) = watch::channel(String::new());
    let asking = async move {
        let on_piece = |piece: &str| text.send_modify(|text| text.push_str(piece));
        chat.stream(draft_question(request, prompt), MAX_ANSWER_TOKENS, on_piece).await
    };
    let (answer, ()) = tokio::join!(asking, show(context, so_far));
    let failure = model_work::failure(&answer);
    model_work::settle(context, chat, prices, Purpose::new(AiPurpose::Draft), failure).await?;
    Ok(without_fence(&answer.map_err(model_work::failed)?))
}

/// Stores the text as it grows.
async fn show(context: &TaskContext, mut so_far: watch::Receiver<String>) {
    while so_far.changed().await.is_ok() {
        let text = so_far.borrow_and_update().clone();
        let shown = async {
            let mut tx = context.tenant().await?;
            task_texts::set(&mut tx, context.id(), &text).await?;
            tx.commit().await
        };
        if let Err(error) = shown.await {
            tracing::debug!(%error, "a growing text is not shown");
        }
        tokio::time::sleep(FLUSH_INTERVAL).await;
    }
}

/// Removes the code fence that models often add.
fn without_fence(text: &str) -> String {
    let text = text.trim();
    let inner = text.strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let inner = inner.and_then(|rest| rest.split_once('\n')).map_or(text, |(_, inner)| inner);
    inner.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_fence_around_a_draft_is_removed() {
        assert_eq!(without_fence("```markdown\n## A\n1. Why?\n```\n"), "## A\n1. Why?");
        assert_eq!(without_fence("## A\n```\nx\n```\nB"), "## A\n```\nx\n```\nB");
    }
}
