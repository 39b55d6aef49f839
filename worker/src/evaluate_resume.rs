//! `resume.evaluate`: reads one resume and evaluates it for its job.
//!
//! The text is stored with the file and the rubric with the job, so that neither is computed twice. The process that
//! reads a resume judges it in the same request if the rubric is known. Pictures are recognised in a lane of their own; the
//! entry then goes on in the lane of models, if one judges. The evaluation and the task's end are committed
//! together, exactly once. Resumes evaluated at the same time share their two transactions, before and after.

pub(crate) mod batched;
pub(crate) mod deferral;
mod engine;
mod judging;
mod rubric;

use std::sync::Arc;
use std::time::Duration;

use bole_ai::provider::{ModelJudgeOptions, differences};
use bole_ai::{AiError, JobContext, Judge, Resume, child};
use bole_documents::{EXTRACTION_VERSION, Sandbox};
use bole_domain::evaluation::{AiEval, Language, Rubric};
use bole_domain::failure::{DocumentReason, TaskReason};
use bole_domain::ids::FileId;
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use bole_domain::task::Lane;
use bole_providers::{Provider, ProviderSetup};
use bole_queue::kinds::EvaluateResume;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::batch_tasks;
use bole_store::evaluations::ToEvaluate;
use bole_store::files::{self, FileText};
use serde_json::Value;
use time::OffsetDateTime;

use self::batched::{EvaluationLoader, EvaluationWriter, Job, LoadRequest, LoadedEntry, NewEvaluation};
use self::deferral::{Deferral, DeferredEvaluation, Next};
use self::engine::ResumeEngine;
use self::judging::Judging;
use self::rubric::Rubrics;
use crate::batcher::Batcher;
use crate::{Tools, evaluation_tasks, reading};

/// Runs `resume.evaluate`.
pub struct EvaluateResumeHandler {
    loader: Batcher<EvaluationLoader>,
    writer: Batcher<EvaluationWriter>,
    evaluator: Evaluator,
}

impl EvaluateResumeHandler {
    #[must_use]
    pub fn new(tools: Tools) -> Self {
        let loader = Batcher::new(EvaluationLoader::new(&tools));
        Self { loader, writer: Batcher::new(EvaluationWriter), evaluator: Evaluator::new(tools) }
    }

    /// Gives the entry to a task in another lane, and ends this one.
    async fn hand_over(
        &self,
        context: &TaskContext,
        EvaluateResume { batch_task_id: entry, timing, .. }: EvaluateResume,
        HandOver { lane, file, text }: HandOver,
    ) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        context.hold_in(&mut tx).await?;
        if let Some(text) = text.as_deref() {
            files::keep_texts(&mut tx, &[(file, text)]).await?;
        }
        let tasks = evaluation_tasks::enqueue_each(&mut tx, lane, timing, context.request_id(), &[entry]).await?;
        let tasks: Vec<_> = std::iter::once(entry).zip(tasks).collect();
        batch_tasks::set_tasks(&mut tx, &tasks).await?;
        let outcome = context.finish(tx, Value::Null).await?;
        self.evaluator.tools.signals.wake();
        Ok(outcome)
    }
}

/// Evaluates loaded entries.
pub(crate) struct Evaluator {
    tools: Tools,
    rubrics: Rubrics,
}

/// How far an entry came in its task.
pub(crate) enum Evaluation {
    /// It is evaluated.
    New(Box<NewEvaluation>),
    /// It goes on in another lane.
    HandOver(HandOver),
    /// Its model is asked later.
    Deferred(Box<DeferredEvaluation>),
}

/// An entry that goes on in another lane.
pub(crate) struct HandOver {
    lane: Lane,
    file: FileId,
    /// The text of the file, if it was just read and has to be stored.
    text: Option<Box<FileText>>,
}

/// An evaluation and its origin.
struct Judged {
    /// Hash of the rubric used.
    rubric_hash: Arc<[u8]>,
    /// The rubric, if it was just extracted and has to be stored.
    fresh_rubric: Option<Arc<Rubric>>,
    /// The language of that rubric.
    language: Language,
    eval: AiEval,
}

/// A job with its rubric.
struct KnownJob<'a> {
    context: &'a JobContext,
    /// The rubric, if it was just extracted and has to be stored.
    fresh_rubric: Option<Arc<Rubric>>,
}

impl Evaluator {
    pub(crate) fn new(tools: Tools) -> Self {
        Self { tools, rubrics: Rubrics::default() }
    }

    /// The job with its rubric, which is extracted if it is not stored yet.
    async fn known<'a>(&self, job: &'a Job, judge: &dyn Judge) -> Result<KnownJob<'a>, AiError> {
        if let Some(context) = job.stored_context() {
            return Ok(KnownJob { context, fresh_rubric: None });
        }
        let rubric = self.rubrics.read(judge, &job.brief, &job.fingerprint).await?;
        Ok(KnownJob { context: job.context(&rubric), fresh_rubric: Some(rubric) })
    }

    /// With the stored rubric, else with one extracted by the built-in engine.
    async fn judged_by_built_in(&self, job: &Job, resume: &Resume<'_>) -> Result<Judged, AiError> {
        let judge = &*self.tools.judge;
        let rubric = match &job.rubric {
            Some(rubric) => rubric.clone(),
            None => self.rubrics.read(judge, &job.brief, &job.brief.fingerprint(judge.version())).await?,
        };
        let context = JobContext::new(job.brief.clone(), rubric);
        let eval = bole_ai::evaluate(judge, &context, resume).await?;
        let language = context.rubric.language;
        Ok(Judged { rubric_hash: context.rubric_hash()?, fresh_rubric: None, language, eval })
    }

    /// Reads the entry's file; if the job's rubric is known, the engine judges it in the same process.
    async fn read(
        &self,
        entry: &ToEvaluate,
        job: Option<&JobContext>,
        engine: &ResumeEngine,
        for_model: bool,
        today: YearMonth,
        sandbox: &Sandbox,
    ) -> Result<FileText, TaskError> {
        let question = job.and_then(|job| Some((job, self.tools.judge.question_to_reader(job, for_model)?)));
        let Some((job, question)) = question else {
            return reading::file_in(&self.tools, sandbox, &entry.storage_key, &entry.file_name, today).await;
        };
        let (text, answer) =
            reading::file_and_answer(&self.tools, sandbox, &entry.storage_key, &entry.file_name, today, &question)
                .await?;
        engine.keep(Arc::clone(&job.rubric), child::answer(&answer).map_err(reading::judge)?);
        Ok(text)
    }

    /// Stores a text whose recognition took long, so that what fails from here on does not repeat it.
    async fn keep(&self, context: &TaskContext, file: FileId, text: &FileText) -> Result<(), TaskError> {
        let mut tx = context.tenant().await?;
        context.hold_in(&mut tx).await?;
        files::keep_texts(&mut tx, &[(file, text)]).await?;
        Ok(tx.commit().await?)
    }

    /// Reads the entry's file, unless that was done before, and evaluates it. Pictures are recognised in the lane of scans
    /// only, where no model is asked, because its few slots must not wait for a provider.
    pub(crate) async fn evaluate(
        &self,
        context: &TaskContext,
        loaded: LoadedEntry,
        recognizes: bool,
        deferral: Deferral,
    ) -> Result<Evaluation, TaskError> {
        let LoadedEntry { mut entry, job, setup, may_have_request } = loaded;
        // A profile read by a model is not requested again.
        let has_read = entry.text.as_ref().is_some_and(|text| text.model_profile.is_some());
        let deferral = match deferral {
            Deferral::Record if !self.answers_batches(&setup) => Deferral::Absent,
            deferral => deferral,
        };
        let reads_person = match deferral {
            // The question is the one that was answered, even if another evaluation has read the profile since.
            Deferral::Answered { reads_person, .. } => reads_person,
            _ => !has_read,
        };
        let options = ModelJudgeOptions { reads_person, ..job.options.clone() };
        let engine = Arc::new(ResumeEngine::new(Arc::clone(&self.tools.judge)));
        let built_in: Arc<dyn Judge> = Arc::clone(&engine) as _;
        let judging = Judging::of(context.id(), &setup, &built_in, &options, &deferral)?;
        let today = reading::this_month()?;
        // A model extracts a rubric only for a resume that could be read, because that costs.
        let known = if judging.asks_model() {
            job.stored_context().map(|context| KnownJob { context, fresh_rubric: None })
        } else {
            Some(self.known(&job, &*built_in).await.map_err(reading::judge)?)
        };
        let recognizer = self.tools.sandbox.recognizer();
        let is_read = |text: &FileText| recognizer.is_none() || !reading::needs_recognition(text);
        let file = entry.file_id;
        let hand_over =
            |lane, text: Option<FileText>| Ok(Evaluation::HandOver(HandOver { lane, file, text: text.map(Box::new) }));
        let asks_model = judging.asks_model();
        let (mut text, mut fresh_text) = match (entry.text.take(), &recognizer) {
            (Some(text), _) if is_read(&text) => (text, false),
            (before, Some(recognizer)) if recognizes => {
                // The engine answers for the model when that is asked, in the next task.
                let context = known.as_ref().filter(|_| !asks_model).map(|known| known.context);
                let read = self.read(&entry, context, &engine, asks_model, today, recognizer).await;
                (reading::recognized(before, read)?, true)
            }
            (Some(_), _) => return hand_over(Lane::Scans, None),
            (None, _) => {
                let context = known.as_ref().map(|known| known.context);
                match self.read(&entry, context, &engine, asks_model, today, &self.tools.sandbox).await {
                    Err(error) if recognizer.is_some() && reading::is_picture(&error) => {
                        return hand_over(Lane::Scans, None);
                    }
                    read => (read?, true),
                }
            }
        };
        if !is_read(&text) {
            return hand_over(Lane::Scans, Some(text));
        }
        if recognizes && asks_model {
            return hand_over(Lane::Models, fresh_text.then_some(text));
        }
        if recognizes && fresh_text {
            self.keep(context, file, &text).await?;
            fresh_text = false;
        }
        if is_no_resume(&text.profile) {
            // The resume may be on the pages that are pictures.
            let is_whole = text.unread_pages.is_empty();
            let reason = if is_whole { DocumentReason::NotAResume } else { DocumentReason::Scanned };
            return Err(TaskError::new(reason, "no contact, work, education or skills in the text"));
        }
        let FileText { text: body, hidden_text, profile, .. } = &text;
        let resume = Resume { text: body, profile, hidden_text, today };
        let judge = &*judging.judge;
        let known = match known {
            Some(known) => Ok(known),
            None => self.known(&job, &*judging.rubric_judge).await,
        };
        let read_rubric = known.as_ref().ok().and_then(|known| known.fresh_rubric.clone());
        let judged = match known {
            Ok(known) => judged(known, judge, &resume).await,
            Err(error) => Err(error),
        };
        if let Some((request, account)) = judging.recorded() {
            let (used, fresh_rubric) = (judging.used(&entry), read_rubric);
            let deferred =
                DeferredEvaluation { entry, text, fresh_text, job, fresh_rubric, request, account, reads_person, used };
            return Ok(Evaluation::Deferred(Box::new(deferred)));
        }
        // The usage of an evaluation is stored with it.
        let mut used = None;
        match &judged {
            Ok(_) => used = judging.used(&entry),
            Err(error) => judging.settle(context, &entry, error).await?,
        }
        let judged = match judged {
            Err(error) if judging.gives_up(context, &error) => {
                let mut judged = self.judged_by_built_in(&job, &resume).await.map_err(reading::judge)?;
                judged.eval.fallback_reason = Some(error.reason);
                judged
            }
            judged => judged.map_err(reading::judge)?,
        };
        let Judged { rubric_hash, fresh_rubric, language, mut eval } = judged;
        eval.fallback_reason = eval.fallback_reason.or_else(|| judging.fallback_reason.clone());
        if let Some(read) = judging.take_profile() {
            text.model_profile = Some(read);
            fresh_text = true;
        }
        if let Some(read) = &text.model_profile {
            eval.flags.extend(differences(&text.profile, &read.profile));
        }
        EXTRACTION_VERSION.clone_into(&mut eval.versions.reading);
        eval.note_recognized_pages(&text.recognized_pages);
        eval.note_unread_pages(&text.unread_pages, language);

        Ok(Evaluation::New(Box::new(NewEvaluation {
            context: context.clone(),
            entry,
            text,
            fresh_text,
            job,
            fresh_rubric,
            rubric_hash,
            eval,
            used,
            may_have_request,
        })))
    }

    fn answers_batches(&self, setup: &ProviderSetup) -> bool {
        matches!(&setup.provider, Provider::Model(chat) if self.tools.providers.answers_batches(chat))
    }
}

async fn judged(known: KnownJob<'_>, judge: &dyn Judge, resume: &Resume<'_>) -> Result<Judged, AiError> {
    let KnownJob { context, fresh_rubric } = known;
    let eval = bole_ai::evaluate(judge, context, resume).await?;
    let language = context.rubric.language;
    Ok(Judged { rubric_hash: context.rubric_hash()?, fresh_rubric, language, eval })
}

impl TaskHandler for EvaluateResumeHandler {
    type Kind = EvaluateResume;
    /// Calls of a model wait for its rate limits.
    const TIME_LIMIT: Duration = Duration::from_secs(1_800);

    async fn run(&self, context: &TaskContext, payload: EvaluateResume) -> Result<Outcome, TaskError> {
        let EvaluateResume { batch_task_id: entry, recognizes, timing } = payload;
        let now = OffsetDateTime::now_utc() + self.evaluator.tools.clock_offset;
        let deferral = match deferral::next(context, timing, now).await? {
            Next::Wait(rest) => return Ok(Outcome::Postponed(rest)),
            Next::Evaluate(deferral) => deferral,
        };
        let request = LoadRequest { context: context.clone(), entry, timing };
        // Deleted while it was waiting.
        let Some(loaded) = self.loader.submit(context.organization(), request).await? else { return Ok(Outcome::DONE) };
        match self.evaluator.evaluate(context, loaded, recognizes, deferral).await? {
            Evaluation::HandOver(to) => self.hand_over(context, payload, to).await,
            Evaluation::Deferred(deferred) => deferred.store(context, now).await,
            Evaluation::New(new) => {
                let outcome = self.writer.submit(context.organization(), *new).await?;
                outcome.ok_or_else(|| TaskError::new(TaskReason::Internal, "the lease is lost"))
            }
        }
    }
}

/// Whether the text has nothing typical of a resume, as in an invoice or a certificate.
const fn is_no_resume(profile: &Profile) -> bool {
    profile.email.is_none()
        && profile.phone.is_none()
        && profile.work_experiences.is_empty()
        && profile.education.is_empty()
        && profile.skills.is_empty()
}
