//! Chooses the judge of a resume, and when the built-in engine replaces a model.

use std::sync::Arc;

use bole_ai::provider::{Chat, ModelJudge, ModelJudgeOptions, RecordedRequest};
use bole_ai::{AiError, Judge};
use bole_domain::ai::AiPurpose;
use bole_domain::failure::FailureReason;
use bole_domain::ids::TaskId;
use bole_domain::profile::ModelProfile;
use bole_providers::{PriceList, ProviderSetup};
use bole_queue::{TaskContext, TaskError};
use bole_store::ai_usage::AiUse;
use bole_store::evaluations::ToEvaluate;

use super::deferral::Deferral;
use crate::model_work::{self, Purpose};

/// A judge, and its model if any.
pub(super) struct Judging {
    pub(super) judge: Arc<dyn Judge>,
    /// Reads the job: always now, because all resumes of the job need it.
    pub(super) rubric_judge: Arc<dyn Judge>,
    model: Option<Arc<ModelJudge>>,
    /// Why the built-in engine replaces the model.
    pub(super) fallback_reason: Option<FailureReason>,
    chat: Option<Chat>,
    prices: PriceList,
    falls_back: bool,
}

impl Judging {
    /// The organization's provider; the built-in engine always computes years and flags.
    pub(super) fn of(
        task: TaskId,
        setup: &ProviderSetup,
        built_in: &Arc<dyn Judge>,
        options: &ModelJudgeOptions,
        deferral: &Deferral,
    ) -> Result<Self, TaskError> {
        let ProviderSetup { provider, falls_back, prices, budget_left: _ } = setup;
        let (chat, fallback_reason) = match model_work::chat(provider, task) {
            Ok(chat) => (chat, None),
            Err(error) if *falls_back => (None, Some(error.reason)),
            Err(error) => return Err(error),
        };
        let judge_with = |chat: Chat| Arc::new(ModelJudge::new(chat, Arc::clone(built_in), options.clone()));
        let as_judge = |model: Option<&Arc<ModelJudge>>| match model {
            Some(model) => Arc::clone(model) as Arc<dyn Judge>,
            None => Arc::clone(built_in),
        };
        let rubric_judge = as_judge(chat.clone().map(judge_with).as_ref());
        let chat = chat.map(|chat| match deferral {
            Deferral::Absent => chat,
            Deferral::Record => chat.recording(),
            Deferral::Answered { question_hash, completion, .. } => {
                chat.answering(question_hash.clone(), completion.clone())
            }
        });
        let model = chat.clone().map(judge_with);
        let judge = as_judge(model.as_ref());
        Ok(Self { judge, rubric_judge, model, fallback_reason, chat, prices: *prices, falls_back: *falls_back })
    }

    /// Whether a model is asked.
    pub(super) const fn asks_model(&self) -> bool {
        self.model.is_some()
    }

    /// The request that was kept for a provider batch, and the key that it is for.
    pub(super) fn recorded(&self) -> Option<(RecordedRequest, String)> {
        let chat = self.chat.as_ref()?;
        Some((chat.recorded()?, chat.account()))
    }

    /// The profile the model has just read.
    pub(super) fn take_profile(&self) -> Option<ModelProfile> {
        self.model.as_ref()?.take_profile()
    }

    /// Whether the built-in engine takes over after a failure: the organization allows it, and no attempt is left.
    pub(super) fn gives_up(&self, context: &TaskContext, error: &AiError) -> bool {
        let nothing_left = !error.reason.category().is_transient() || error.is_exhausted || context.is_last_attempt();
        self.falls_back && self.chat.is_some() && nothing_left
    }

    /// What the model has used for this resume, to be recorded.
    pub(super) fn used(&self, entry: &ToEvaluate) -> Option<AiUse> {
        model_work::used(self.chat.as_ref()?, &self.prices, purpose(entry))
    }

    /// Records the usage of a judge that failed, and pauses the organization's model work if only a person can resolve
    /// the failure.
    pub(super) async fn settle(
        &self,
        context: &TaskContext,
        entry: &ToEvaluate,
        error: &AiError,
    ) -> Result<(), TaskError> {
        let Some(chat) = &self.chat else { return Ok(()) };
        let failure = Some((error.reason.clone(), error.is_exhausted));
        model_work::settle(context, chat, &self.prices, purpose(entry), failure).await
    }
}

const fn purpose(entry: &ToEvaluate) -> Purpose {
    Purpose { purpose: AiPurpose::Evaluation, job: Some(entry.job_id), batch: Some(entry.batch_id) }
}
