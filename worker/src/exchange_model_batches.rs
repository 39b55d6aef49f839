//! `model_batches.exchange`: sends an organization's recorded requests to its provider in batches, fetches answers, and
//! cancels batches that nobody waits for.
//!
//! Each step is in the database before the next: a batch is recorded, then its file, then the provider's name of it. After an
//! interruption a batch that was created but not recorded is found by its file, so that nothing is paid for twice. What
//! fails for a moment is tried again by the next exchange. After a day, or when its key was changed, a batch is cancelled before
//! its evaluations ask by themselves, so that nothing is paid for twice.

use std::collections::HashMap;
use std::time::Duration;

use bole_ai::provider::{BatchAnswer, Chat, ChatError, MAX_BATCH_BYTES, MAX_BATCH_REQUESTS, ProviderBatch, batch_line};
use bole_domain::failure::AiReason;
use bole_domain::ids::{ModelBatchId, ModelBatchRequestId};
use bole_providers::{Prices, Provider, ProviderSetup};
use bole_queue::kinds::ExchangeModelBatches;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::ai_usage::{self, AiUse};
use bole_store::model_batches::{self, NewBatch, OpenBatch, Unsent};
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

/// An organization's provider.
struct Connection {
    /// Its client, if it answers batches.
    chat: Option<Chat>,
    /// Whether new ones may be sent to it.
    is_running: bool,
    /// See [`ProviderSetup::budget_left`].
    budget_left: Option<i64>,
}

impl Connection {
    /// The client, if the batch was sent with its key.
    fn of(&self, batch: &OpenBatch) -> Option<&Chat> {
        self.chat.as_ref().filter(|chat| chat.account() == batch.account)
    }
}

impl ExchangeModelBatchesHandler {
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }

    /// The organization's provider as batches see it.
    async fn connection(&self, tx: &mut TenantTx, context: &TaskContext) -> Result<Connection, TaskError> {
        // Answers of a paused provider are paid for already, and its batches can be cancelled.
        let chat = match self.tools.providers.configured(tx).await? {
            Provider::Model(chat) if self.tools.providers.answers_batches(&chat) => Some(chat.for_task(context.id())),
            _ => None,
        };
        let ProviderSetup { provider, budget_left, .. } = self.tools.providers.of(tx).await?;
        Ok(Connection { chat, is_running: matches!(provider, Provider::Model(_)), budget_left })
    }

    /// Creates batches of the gathered requests, as many as the month's budget allows.
    async fn create(&self, tx: &mut TenantTx, budget_left: Option<i64>) -> Result<(), TaskError> {
        let settings = ai_settings::find(tx).await?;
        let key = self.tools.providers.batch_key(tx).await?;
        let mut left = budget_left;
        for mut requests in files(model_batches::unsent(tx, MAX_SENT).await?) {
            let Some(Unsent { account, model, .. }) = requests.first().cloned() else { continue };
            let prices = Prices::of(&model, settings.as_ref());
            let (fitting, reserved_micros) = affordable(&requests, prices, left);
            requests.truncate(fitting);
            if requests.is_empty() {
                continue;
            }
            left = left.map(|left| left - reserved_micros);
            let ids: Vec<ModelBatchRequestId> = requests.iter().map(|request| request.id).collect();
            let (id, key) = (ModelBatchId::new(), key.clone());
            let (account, model) = (account.as_str(), model.as_str());
            model_batches::create(tx, NewBatch { id, account, model, key, reserved_micros, requests: &ids }).await?;
        }
        Ok(())
    }

    /// Records new batches, and returns all that are not over.
    async fn open(&self, context: &TaskContext, submits: bool) -> Result<(Connection, Vec<OpenBatch>), TaskError> {
        let mut tx = context.tenant().await?;
        context.hold_in(&mut tx).await?;
        let connection = self.connection(&mut tx, context).await?;
        match connection.chat.as_ref().filter(|_| connection.is_running) {
            Some(chat) => model_batches::release_unsent(&mut tx, Some(&chat.account())).await?,
            None => model_batches::release_unsent(&mut tx, None).await?,
        }
        if submits {
            self.create(&mut tx, connection.budget_left).await?;
        }
        let open = model_batches::open(&mut tx).await?;
        if submits && open.is_empty() {
            // The budget has no room for them, and no batch is going to leave any.
            model_batches::release_unsent(&mut tx, None).await?;
        }
        tx.commit().await?;
        Ok((connection, open))
    }

    /// Does the next step of a batch.
    async fn exchange(
        &self,
        context: &TaskContext,
        connection: &Connection,
        batch: &OpenBatch,
    ) -> Result<(), StepError> {
        let present = connection.of(batch);
        let former = match present {
            Some(_) => None,
            None => self.tools.providers.former(context.organization(), batch).map(|chat| chat.for_task(context.id())),
        };
        let Some(chat) = present.or(former.as_ref()) else {
            // Only the key that it was sent with can read it.
            return Ok(end(context, batch, "key_changed", Vec::new()).await?);
        };
        let goes_on = batch.is_awaited && !batch.is_withdrawn && present.is_some();
        let Some(provider_id) = &batch.provider_id else {
            return submit(context, chat, goes_on && connection.is_running, batch).await;
        };
        match chat.batch(provider_id).await? {
            None => end(context, batch, "unknown", Vec::new()).await?,
            Some(found) if found.is_over() => fetch(context, chat, batch, &found).await?,
            Some(_) if batch.is_lost => end(context, batch, "lost", Vec::new()).await?,
            Some(_) if goes_on || batch.is_cancelling => {}
            // What it has answered until then is used and paid for; the rest is asked now.
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
    async fn settle(
        &self,
        context: &TaskContext,
        connection: &Connection,
        batch: &OpenBatch,
        error: ChatError,
    ) -> Result<(), TaskError> {
        tracing::warn!(batch = %batch.id, %error, "a provider batch was not exchanged");
        let is_lasting = error.is_exhausted || error.reason == AiReason::KeyRefused;
        if is_lasting && connection.of(batch).is_none() {
            // A former key that was withdrawn at the provider does not concern the present one.
            return end(context, batch, "key_changed", Vec::new()).await;
        }
        if is_lasting {
            let mut tx = context.tenant().await?;
            ai_settings::set_pause(&mut tx, &error.reason.into()).await?;
            tx.commit().await?;
        }
        let is_momentary = error.reason.category().is_transient() && !error.is_exhausted;
        // One that is at the provider may still be answered.
        if !batch.is_lost && (is_momentary || batch.provider_id.is_some()) {
            return Ok(());
        }
        let outcome = if batch.is_lost { "lost" } else { "refused" };
        end(context, batch, outcome, Vec::new()).await
    }
}

/// Sends a batch, or finds the one that an interrupted exchange has created.
async fn submit(context: &TaskContext, chat: &Chat, goes_on: bool, batch: &OpenBatch) -> Result<(), StepError> {
    let label = batch.id.to_string();
    if let Some(file) = &batch.input_file_id
        && let Some(created) = chat.find_batch(file, &label).await?
    {
        return Ok(set_submitted(context, batch, &created).await?);
    }
    if !goes_on {
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

/// How many of the requests may be sent, the first ones, and what they are expected to cost.
fn affordable(requests: &[Unsent], prices: Prices, left: Option<i64>) -> (usize, i64) {
    let (mut count, mut cost) = (0, 0_i64);
    for request in requests {
        let with_it = cost.saturating_add(prices.reserved_in_batch(request.bytes));
        if left.is_some_and(|left| with_it >= left) {
            break;
        }
        (count, cost) = (count + 1, with_it);
    }
    (count, cost)
}

fn is_of_one_batch(one: &Unsent, other: &Unsent) -> bool {
    (&one.account, &one.model) == (&other.account, &other.model)
}

impl TaskHandler for ExchangeModelBatchesHandler {
    type Kind = ExchangeModelBatches;
    /// Files are large.
    const TIME_LIMIT: Duration = Duration::from_secs(1_800);

    async fn run(&self, context: &TaskContext, task: ExchangeModelBatches) -> Result<Outcome, TaskError> {
        let (connection, open) = self.open(context, task.submits).await?;
        for batch in &open {
            match self.exchange(context, &connection, batch).await {
                Ok(()) => {}
                Err(StepError::Provider(error)) => self.settle(context, &connection, batch, error).await?,
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
    fn requests_beyond_the_budget_are_not_sent() {
        let request =
            |bytes| Unsent { id: ModelBatchRequestId::new(), account: "a".to_owned(), model: "m".to_owned(), bytes };
        let prices = Prices { prompt: 2.0, cached: 2.0, completion: 2.0 };
        let one = prices.reserved_in_batch(3_000);
        let requests = [request(3_000), request(3_000), request(3_000)];
        assert_eq!(affordable(&requests, prices, None), (3, 3 * one));
        assert_eq!(affordable(&requests, prices, Some(2 * one + 1)), (2, 2 * one));
        assert_eq!(affordable(&requests, prices, Some(one)), (0, 0));
    }

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
