//! `judge.measure`: has the organization's judge evaluate the labelled sample, several resumes at a time. Each result is
//! stored with its usage, so that a retry continues with the missing resumes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bole_ai::labelled_sample::{self as sample, SampleJob, SampleResume};
use bole_ai::provider::{Chat, ModelJudge, ModelJudgeOptions};
use bole_ai::{AiError, JobContext, Judge};
use bole_domain::ai::AiPurpose;
use bole_domain::ids::MeasurementId;
use bole_domain::measurement::{JudgeFigures, MeasuredResume};
use bole_providers::{PriceList, ProviderSetup, judge_identity};
use bole_queue::kinds::MeasureJudge;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::judge_measurements::{self as measurements, Used};
use bole_store::{StoreError, ai_usage};
use futures_util::{StreamExt as _, stream};

use crate::model_work::{self, Purpose};
use crate::reading;

/// Resumes judged at the same time. The organization's evaluations share the key's limits with them.
const CONCURRENCY: usize = 4;

handler!(MeasureJudgeHandler);

/// The measured judge; `chat` is `None` for the built-in engine.
struct Measured<'a> {
    context: &'a TaskContext,
    measurement: MeasurementId,
    built_in: &'a Arc<dyn Judge>,
    chat: Option<Chat>,
    prices: PriceList,
    /// Whether a resume has failed, so that no other is begun.
    has_failed: AtomicBool,
}

impl TaskHandler for MeasureJudgeHandler {
    type Kind = MeasureJudge;
    /// Calls of a model wait for its rate limits.
    const TIME_LIMIT: Duration = Duration::from_secs(1_800);

    async fn run(
        &self,
        context: &TaskContext,
        MeasureJudge { measurement_id }: MeasureJudge,
    ) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let progress = match measurements::progress(&mut tx, measurement_id).await {
            Ok(progress) if progress.finished_at.is_none() => progress,
            Ok(_) | Err(StoreError::NotFound) => return Ok(Outcome::DONE),
            Err(error) => return Err(error.into()),
        };
        let ProviderSetup { provider, prices, .. } = self.tools.providers.of(&mut tx).await?;
        let chat = model_work::chat(&provider, context.id())?;
        let judge = judge_identity(chat.as_ref());
        let mut outcomes = progress.outcomes;
        if progress.judge.as_ref() != Some(&judge) {
            measurements::begin(&mut tx, measurement_id, &judge).await?;
            outcomes.clear();
        }
        context.hold_in(&mut tx).await?;
        tx.commit().await?;

        let built_in = &self.tools.judge;
        let has_failed = AtomicBool::new(false);
        let measured = Measured { context, measurement: measurement_id, built_in, chat, prices, has_failed };
        let mut missing = Vec::new();
        for job in sample::jobs() {
            let known = Arc::new(job.context());
            for resume in &job.resumes {
                if !outcomes.iter().any(|outcome| outcome.job == job.name && outcome.resume == resume.name) {
                    missing.push(measured.resume(job, Arc::clone(&known), resume));
                }
            }
        }
        let (mut done, total) = (count(outcomes.len()), count(sample::resume_count()));
        context.progress(done, total);
        let mut judged = stream::iter(missing).buffer_unordered(CONCURRENCY);
        let mut failure = None;
        // To the end also after a failure: what was requested is paid for.
        while let Some(outcome) = judged.next().await {
            match outcome {
                Ok(Some(outcome)) => {
                    outcomes.push(outcome);
                    done += 1;
                    context.progress(done, total);
                }
                Ok(None) => {}
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        drop(judged);
        if let Some(error) = failure {
            return Err(error);
        }

        let mut tx = context.tenant().await?;
        measurements::finish(&mut tx, measurement_id).await?;
        Ok(context.finish(tx, JudgeFigures::of(&outcomes)).await?)
    }
}

impl Measured<'_> {
    /// Judges a resume, unless another has failed.
    async fn resume(
        &self,
        job: &'static SampleJob,
        known: Arc<JobContext>,
        resume: &'static SampleResume,
    ) -> Result<Option<MeasuredResume>, TaskError> {
        if self.has_failed.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let judged = self.judged(job, known, resume).await;
        if judged.is_err() {
            self.has_failed.store(true, Ordering::Relaxed);
        }
        judged.map(Some)
    }

    /// Judges a resume and stores the result with its usage.
    async fn judged(
        &self,
        job: &'static SampleJob,
        known: Arc<JobContext>,
        resume: &'static SampleResume,
    ) -> Result<MeasuredResume, TaskError> {
        let text = resume.text;
        let today = sample::month().map_err(reading::judge)?;
        let profile = tokio::task::spawn_blocking(move || bole_documents::profile::read(text, today)).await?;
        let chat = self.chat.as_ref().map(|chat| chat.for_task(self.context.id()));
        let outcome = match &chat {
            None => resume.measure(job.name, &known, &**self.built_in, &profile).await,
            Some(chat) => {
                let options = ModelJudgeOptions::default();
                let judge = ModelJudge::new(chat.clone(), Arc::clone(self.built_in), options);
                resume.measure(job.name, &known, &judge, &profile).await
            }
        };
        match outcome {
            Ok(outcome) => {
                self.store(&outcome, chat.as_ref()).await?;
                Ok(outcome)
            }
            Err(error) => {
                self.settle(chat.as_ref(), &error).await?;
                Err(reading::judge(error))
            }
        }
    }

    async fn store(&self, outcome: &MeasuredResume, chat: Option<&Chat>) -> Result<(), TaskError> {
        let used = chat.and_then(|chat| model_work::used(chat, &self.prices, Purpose::new(AiPurpose::Measurement)));
        let of_resume = used.as_ref().map_or_else(Used::default, |used| Used {
            prompt_tokens: used.prompt_tokens,
            completion_tokens: used.completion_tokens,
            cost_micros: used.cost_micros,
        });
        let mut tx = self.context.tenant().await?;
        // A default model that was replaced is another from the first answer on.
        measurements::add(&mut tx, self.measurement, &judge_identity(chat), outcome, of_resume).await?;
        if let Some(used) = used {
            ai_usage::record(&mut tx, &[used]).await?;
        }
        self.context.hold_in(&mut tx).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn settle(&self, chat: Option<&Chat>, error: &AiError) -> Result<(), TaskError> {
        let Some(chat) = chat else { return Ok(()) };
        let failure = Some((error.reason.clone(), error.is_exhausted));
        let purpose = Purpose::new(AiPurpose::Measurement);
        model_work::settle(self.context, chat, &self.prices, purpose, failure).await
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
