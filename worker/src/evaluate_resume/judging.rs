//! Which judge a resume gets, and what asking a model leaves behind: its consumption, and a pause where a person is needed.

use std::sync::Arc;

use bole_ai::provider::{Chat, ModelJudge};
use bole_ai::{AiError, Judge};
use bole_domain::batch::FailureReason;
use bole_domain::ids::BatchTaskId;
use bole_providers::Provider;
use bole_queue::{TaskContext, TaskError};
use bole_store::ai_usage::{self, AiUse};
use bole_store::{ai_settings, batch_tasks};

/// A judge, and the model it asks.
pub(super) struct Judging {
    pub(super) judge: Arc<dyn Judge>,
    chat: Option<Chat>,
}

impl Judging {
    /// By the organization's provider; the built-in engine reads rubrics, years and flags in any case.
    pub(super) fn of(provider: &Provider, built_in: &Arc<dyn Judge>) -> Result<Self, TaskError> {
        match provider {
            Provider::BuiltIn => Ok(Self { judge: Arc::clone(built_in), chat: None }),
            Provider::Model(chat) => {
                let chat = chat.metered();
                let judge = Arc::new(ModelJudge::new(chat.clone(), Arc::clone(built_in), false));
                Ok(Self { judge, chat: Some(chat) })
            }
            Provider::Paused(reason) => {
                let error = TaskError::new(FailureReason::AiPaused, format!("model work is paused: {reason}"));
                Err(error.in_category(reason.category()))
            }
            Provider::Unusable(error) => Err(TaskError::new(error.reason, error.detail.clone())),
        }
    }

    /// Records what was consumed, and pauses the organization's model work where only a person can help.
    pub(super) async fn settle(
        &self,
        context: &TaskContext,
        entry: BatchTaskId,
        error: Option<&AiError>,
    ) -> Result<(), TaskError> {
        let Some(chat) = &self.chat else { return Ok(()) };
        let usage = chat.usage();
        if usage.requests == 0 {
            return Ok(());
        }
        let mut tx = context.tenant().await?;
        let task = batch_tasks::find(&mut tx, entry).await?;
        let number = |tokens: u64| i64::try_from(tokens).unwrap_or(i64::MAX);
        let used = AiUse {
            purpose: "evaluation",
            model: chat.model(),
            job_id: Some(task.job_id),
            batch_id: Some(task.batch_id),
            requests: i32::try_from(usage.requests).unwrap_or(i32::MAX),
            prompt_tokens: number(usage.prompt_tokens),
            cached_tokens: number(usage.cached_tokens),
            completion_tokens: number(usage.completion_tokens),
        };
        ai_usage::record(&mut tx, &used).await?;
        if let Some(error) = error
            && (error.reason == FailureReason::AiKeyRefused || error.is_exhausted)
        {
            ai_settings::set_pause(&mut tx, error.reason).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}
