//! `model_batches.exchange`: sends an organization's recorded requests to its provider in batches, fetches answers, and
//! cancels batches that nobody waits for.
//!
//! Each step is in the database before the next: a batch is recorded, then its file, then the provider's name of it. After an
//! interruption a batch that was created but not recorded is found by its file, so that nothing is paid for twice. What
//! fails for a moment is tried again by the next exchange; at the latest a day later evaluations ask by themselves.

use std::collections::HashMap;
use std::time::Duration;

use bole_ai::provider::{BatchAnswer, Chat, ChatError, MAX_BATCH_BYTES, MAX_BATCH_REQUESTS, ProviderBatch, batch_line};
use bole_domain::failure::AiReason;
use bole_domain::ids::{ModelBatchId, ModelBatchRequestId};
use bole_providers::{Prices, Provider};
use bole_queue::kinds::ExchangeModelBatches;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::ai_usage::{self, AiUse};
use bole_store::model_batches::{self, OpenBatch, Unsent};
use bole_store::{StoreError, TenantTx, ai_settings};
use serde_json::json;

use crate::Tools;

/// The most requests sent by one task; the next one sends further ones.
const MAX_SENT: i64 = 50_000;

/// Runs `model_batches.exchange`.
pub struct ExchangeModelBatchesHandler {
    tools: Tools,
}

/// Why a step was not done.
enum StepError {
    Provider(ChatError),
    Task(TaskError),
}

impl From<ChatError> for StepError {
    fn from(error: ChatError) -> Self {
        Self::Provider(error)
    }
}

impl From<TaskError> for StepError {
    fn from(error: TaskError) -> Self {
        Self::Task(error)
    }
}

impl From<StoreError> for StepError {
    fn from(error: StoreError) -> Self {
        Self::Task(error.into())
    }
}

impl ExchangeModelBatchesHandler {
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }

    /// The client of the organization's provider, if it answers batches, and whether new ones may be sent to it.
    async fn chat(&self, tx: &mut TenantTx, context: &TaskContext) -> Result<(Option<Chat>, bool), TaskError> {
        // Answers of a paused provider are paid for already, and its batches can be cancelled.
        let chat = match self.tools.providers.configured(tx).await? {
            Provider::Model(chat) if self.tools.providers.answers_batches(&chat) => Some(chat.for_task(context.id())),
            _ => None,
        };
        let is_running = matches!(self.tools.providers.of(tx).await?.provider, Provider::Model(_));
        Ok((chat, is_running))
    }

    /// Records new batches, and returns all that are not over.
    async fn open(
        &self,
        context: &TaskContext,
        submits: bool,
    ) -> Result<(Option<Chat>, bool, Vec<OpenBatch>), TaskError> {
        let mut tx = context.tenant().await?;
        context.hold_in(&mut tx).await?;
        let (chat, is_running) = self.chat(&mut tx, context).await?;
        match chat.as_ref().filter(|_| is_running) {
            Some(chat) => model_batches::release_unsent(&mut tx, Some(&chat.account())).await?,
            None => model_batches::release_unsent(&mut tx, None).await?,
        }
        if submits {
            for requests in files(model_batches::unsent(&mut tx, MAX_SENT).await?) {
                let Some(Unsent { account, model, .. }) = requests.first() else { continue };
                let ids: Vec<ModelBatchRequestId> = requests.iter().map(|request| request.id).collect();
                model_batches::create(&mut tx, ModelBatchId::new(), account, model, &ids).await?;
            }
        }
        let open = model_batches::open(&mut tx).await?;
        tx.commit().await?;
        Ok((chat, is_running, open))
    }

    /// Does the next step of a batch.
    async fn exchange(
        &self,
        context: &TaskContext,
        chat: Option<&Chat>,
        is_running: bool,
        batch: &OpenBatch,
    ) -> Result<(), StepError> {
        let Some(chat) = chat.filter(|chat| chat.account() == batch.account) else {
            // Only the key that it was sent with can read it.
            return Ok(end(context, batch, "key_changed", Vec::new()).await?);
        };
        let Some(provider_id) = &batch.provider_id else {
            return submit(context, chat, is_running, batch).await;
        };
        match chat.batch(provider_id).await? {
            None => end(context, batch, "unknown", Vec::new()).await?,
            Some(found) if found.is_over() => fetch(context, chat, batch, &found).await?,
            Some(_) if batch.is_awaited || batch.is_cancelling => {}
            Some(_) => {
                chat.cancel_batch(provider_id).await?;
                let mut tx = context.tenant().await?;
                context.hold_in(&mut tx).await?;
                model_batches::set_cancelling(&mut tx, batch.id).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }

    /// What a failed step leads to: nothing where the next exchange may succeed.
    async fn settle(&self, context: &TaskContext, batch: &OpenBatch, error: ChatError) -> Result<(), TaskError> {
        tracing::warn!(batch = %batch.id, %error, "a provider batch was not exchanged");
        if error.is_exhausted || error.reason == AiReason::KeyRefused {
            let mut tx = context.tenant().await?;
            ai_settings::set_pause(&mut tx, &error.reason.into()).await?;
            tx.commit().await?;
        }
        let is_momentary = error.reason.category().is_transient() && !error.is_exhausted;
        // One that is at the provider may still be answered.
        if is_momentary || batch.provider_id.is_some() {
            return Ok(());
        }
        end(context, batch, "refused", Vec::new()).await
    }
}

/// Sends a batch, or finds the one that an interrupted exchange has created.
async fn submit(context: &TaskContext, chat: &Chat, is_running: bool, batch: &OpenBatch) -> Result<(), StepError> {
    let label = batch.id.to_string();
    if let Some(file) = &batch.input_file_id
        && let Some(created) = chat.find_batch(file, &label).await?
    {
        return Ok(set_submitted(context, batch, &created).await?);
    }
    if !batch.is_awaited || !is_running {
        return Ok(end(context, batch, "withdrawn", Vec::new()).await?);
    }
    let file = match &batch.input_file_id {
        Some(file) => file.clone(),
        None => upload(context, chat, batch, &label).await?,
    };
    let created = chat.create_batch(&file, &label).await?;
    Ok(set_submitted(context, batch, &created).await?)
}

async fn upload(context: &TaskContext, chat: &Chat, batch: &OpenBatch, label: &str) -> Result<String, StepError> {
    let mut tx = context.tenant().await?;
    let bodies = model_batches::bodies(&mut tx, batch.id).await?;
    tx.release();
    let lines: String = bodies.iter().map(|(id, body)| batch_line(&id.to_string(), body)).collect();
    let file = chat.upload_batch_file(label, lines).await?;
    let mut tx = context.tenant().await?;
    context.hold_in(&mut tx).await?;
    model_batches::set_input_file(&mut tx, batch.id, &file).await?;
    tx.commit().await?;
    Ok(file)
}

async fn set_submitted(context: &TaskContext, batch: &OpenBatch, created: &ProviderBatch) -> Result<(), TaskError> {
    let mut tx = context.tenant().await?;
    context.hold_in(&mut tx).await?;
    model_batches::set_submitted(&mut tx, batch.id, &created.id).await?;
    tx.commit().await?;
    Ok(())
}

/// Stores the answers of a batch that is over at the provider, and removes its files there.
async fn fetch(context: &TaskContext, chat: &Chat, batch: &OpenBatch, found: &ProviderBatch) -> Result<(), StepError> {
    let answers = match &found.output_file_id {
        Some(file) => chat.batch_answers(file).await?,
        None => Vec::new(),
    };
    end(context, batch, &found.status, answers).await?;
    let files = [&batch.input_file_id, &found.output_file_id, &found.error_file_id];
    for file in files.into_iter().flatten() {
        if let Err(error) = chat.delete_batch_file(file).await {
            tracing::warn!(batch = %batch.id, %error, "a file of a provider batch was not removed");
        }
    }
    Ok(())
}

/// Ends a batch: stores answers and what they cost, and lets its evaluations go on.
async fn end(
    context: &TaskContext,
    batch: &OpenBatch,
    outcome: &str,
    answers: Vec<BatchAnswer>,
) -> Result<(), TaskError> {
    let answered = answers.into_iter().filter_map(|BatchAnswer { custom_id, completion, usage }| {
        Some((custom_id.parse::<ModelBatchRequestId>().ok()?, completion?, usage))
    });
    let answered: Vec<_> = answered.collect();
    let mut tx = context.tenant().await?;
    context.hold_in(&mut tx).await?;
    if !model_batches::lock_open(&mut tx, batch.id).await? {
        tx.release();
        return Ok(());
    }
    let prices = Prices::of(&batch.model, ai_settings::find(&mut tx).await?.as_ref());
    let ids: Vec<ModelBatchRequestId> = answered.iter().map(|(id, ..)| *id).collect();
    let purposes = model_batches::purposes(&mut tx, &ids).await?;
    let used = |(id, _, usage): &(ModelBatchRequestId, String, _)| {
        let purpose = purposes.get(id);
        let (job_id, batch_id) = (purpose.map(|purpose| purpose.job), purpose.map(|purpose| purpose.batch));
        AiUse { job_id, batch_id, ..prices.used_in_batch(usage, &batch.model) }
    };
    let used: Vec<AiUse> = answered.iter().map(used).collect();
    let texts: HashMap<ModelBatchRequestId, String> =
        answered.into_iter().map(|(id, completion, _)| (id, completion)).collect();
    model_batches::end(&mut tx, batch.id, outcome, &texts.into_iter().collect::<Vec<_>>()).await?;
    model_batches::resume_evaluations(&mut tx).await?;
    // Last, because the row of the month's cost is locked from here on.
    if !used.is_empty() {
        ai_usage::record(&mut tx, &used).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The requests by file: each of one key and model, and no longer than a provider takes.
fn files(unsent: Vec<Unsent>) -> Vec<Vec<Unsent>> {
    let (mut files, mut bytes): (Vec<Vec<Unsent>>, usize) = (Vec::new(), 0);
    for request in unsent {
        match files.last_mut() {
            Some(file)
                if file.len() < MAX_BATCH_REQUESTS
                    && bytes + request.bytes <= MAX_BATCH_BYTES
                    && file.first().is_some_and(|first| is_of_one_batch(first, &request)) =>
            {
                bytes += request.bytes;
                file.push(request);
            }
            _ => {
                bytes = request.bytes;
                files.push(vec![request]);
            }
        }
    }
    files
}

fn is_of_one_batch(one: &Unsent, other: &Unsent) -> bool {
    (&one.account, &one.model) == (&other.account, &other.model)
}

impl TaskHandler for ExchangeModelBatchesHandler {
    type Kind = ExchangeModelBatches;
    /// Files are large.
    const TIME_LIMIT: Duration = Duration::from_secs(1_800);

    async fn run(&self, context: &TaskContext, task: ExchangeModelBatches) -> Result<Outcome, TaskError> {
        let (chat, is_running, open) = self.open(context, task.submits).await?;
        for batch in &open {
            match self.exchange(context, chat.as_ref(), is_running, batch).await {
                Ok(()) => {}
                Err(StepError::Provider(error)) => self.settle(context, batch, error).await?,
                Err(StepError::Task(error)) => return Err(error),
            }
        }
        let mut tx = context.tenant().await?;
        context.hold_in(&mut tx).await?;
        // Those released above as well.
        model_batches::resume_evaluations(&mut tx).await?;
        tx.commit().await?;
        self.tools.signals.wake();
        Outcome::completed(json!({ "batches": open.len() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_of_one_key_and_model_and_not_too_long() {
        let request = |model: &str, bytes| Unsent {
            id: ModelBatchRequestId::new(),
            account: "a".to_owned(),
            model: model.to_owned(),
            bytes,
        };
        let half = MAX_BATCH_BYTES / 2;
        let requests = vec![request("m", half), request("m", half), request("m", 1), request("n", 1), request("n", 1)];
        let lengths: Vec<usize> = files(requests).iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 1, 2]);
        let many = (0..=MAX_BATCH_REQUESTS).map(|_| request("m", 1)).collect();
        assert_eq!(files(many).iter().map(Vec::len).collect::<Vec<_>>(), [MAX_BATCH_REQUESTS, 1]);
    }
}
