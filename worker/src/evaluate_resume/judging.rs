//! Which judge a resume gets, and when the built-in engine stands in for a model.

use std::sync::Arc;

use bole_ai::provider::{Chat, ModelJudge, ModelJudgeOptions};
use bole_ai::{AiError, Judge};
use bole_domain::failure::FailureReason;
use bole_domain::ids::BatchTaskId;
use bole_domain::profile::ModelProfile;
use bole_providers::{Prices, ProviderSetup};
use bole_queue::{TaskContext, TaskError};
use bole_store::batch_tasks;

use crate::model_work::{self, Purpose};

/// A judge, and the model it asks.
pub(super) struct Judging {
    pub(super) judge: Arc<dyn Judge>,
    model: Option<Arc<ModelJudge>>,
    /// Why the built-in engine stands in for the model.
    pub(super) fallback_reason: Option<FailureReason>,
    chat: Option<Chat>,
    prices: Prices,
    falls_back: bool,
}

impl Judging {
    /// By the organization's provider; the built-in engine counts years and finds flags in any case.
    pub(super) fn of(
        setup: &ProviderSetup,
        built_in: &Arc<dyn Judge>,
        options: &ModelJudgeOptions,
    ) -> Result<Self, TaskError> {
        let ProviderSetup { provider, falls_back, prices } = setup;
        let (chat, fallback_reason) = match model_work::chat(provider) {
            Ok(chat) => (chat, None),
            Err(error) if *falls_back => (None, Some(error.reason)),
            Err(error) => return Err(error),
        };
        let model = chat.as_ref().map(|chat| ModelJudge::new(chat.clone(), Arc::clone(built_in), options.clone()));
        let model = model.map(Arc::new);
        let judge: Arc<dyn Judge> = match &model {
            Some(model) => Arc::clone(model) as Arc<dyn Judge>,
            None => Arc::clone(built_in),
        };
        Ok(Self { judge, model, fallback_reason, chat, prices: *prices, falls_back: *falls_back })
    }

    /// The person as the model read them just now.
    pub(super) fn take_profile(&self) -> Option<ModelProfile> {
        self.model.as_ref()?.take_profile()
    }

    /// Whether the built-in engine is to judge what the model could not: the organization wants it, and nothing is left
    /// to try.
    pub(super) fn gives_up(&self, context: &TaskContext, error: &AiError) -> bool {
        let nothing_left = !error.reason.category().is_transient() || error.is_exhausted || context.is_last_attempt();
        self.falls_back && self.chat.is_some() && nothing_left
    }

    /// Records what was consumed, and pauses the organization's model work where only a person can help.
    pub(super) async fn settle(
        &self,
        context: &TaskContext,
        entry: BatchTaskId,
        error: Option<&AiError>,
    ) -> Result<(), TaskError> {
        let Some(chat) = self.chat.as_ref().filter(|chat| chat.usage().requests > 0) else { return Ok(()) };
        let mut tx = context.tenant().await?;
        let task = batch_tasks::find(&mut tx, entry).await?;
        tx.release();
        let purpose = Purpose { name: "evaluation", job: Some(task.job_id), batch: Some(task.batch_id) };
        let failure = error.map(|error| (error.reason.clone(), error.is_exhausted));
        model_work::settle(context, chat, &self.prices, purpose, failure).await
    }
}
