//! The two transactions of an evaluation, each for many resumes at a time.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use bole_ai::provider::{ModelJudgeOptions, rubric_version};
use bole_ai::{JobBrief, JobContext};
use bole_documents::EXTRACTION_VERSION;
use bole_domain::evaluation::{AiEval, Rubric};
use bole_domain::ids::{BatchTaskId, JobId};
use bole_domain::prompt::PromptType;
use bole_providers::{Provider, ProviderSetup, Providers};
use bole_queue::{TaskContext, finish_all_in};
use bole_store::evaluations::{self, Evaluated, ToEvaluate};
use bole_store::{StoreError, StoreResult, TenantTx, files, prompts, rubrics};

use crate::batcher::BatchedWork;

/// A job as it was when its resumes were loaded.
pub(super) struct Job {
    pub(super) id: JobId,
    pub(super) brief: JobBrief,
    /// Who reads its rubric.
    pub(super) reader: RubricReader,
    /// Of what the job says, and of its reader with its version.
    pub(super) fingerprint: Vec<u8>,
    /// The stored rubric, if it was changed by hand or is of this fingerprint.
    pub(super) rubric: Option<Arc<Rubric>>,
    /// What the model is told beside the rubric.
    pub(super) options: ModelJudgeOptions,
    /// The job with its rubric, shared by all resumes of a batch.
    pub(super) judged_by: OnceLock<JobContext>,
}

impl Job {
    async fn find(tx: &mut TenantTx, id: JobId, reader: &RubricReader) -> StoreResult<Self> {
        let mut source = rubrics::source(tx, id, &reader.name).await?;
        let brief = JobBrief {
            title: std::mem::take(&mut source.title),
            core_requirement: std::mem::take(&mut source.core_requirement),
            jd: std::mem::take(&mut source.jd),
            ai_evaluation_criteria: std::mem::take(&mut source.ai_evaluation_criteria),
        };
        let fingerprint = brief.fingerprint(&reader.version);
        let rubric = source.current(&fingerprint).map(Arc::new);
        let prompt = prompts::active(tx, PromptType::Evaluation).await?;
        let guidance = prompt.map(|prompt| {
            let value = |name: &str| match name {
                "title" => Some(brief.title.clone()),
                "core_requirement" => Some(brief.core_requirement.clone()),
                "jd" => Some(brief.jd.clone()),
                "ai_evaluation_criteria" => Some(brief.ai_evaluation_criteria.clone()),
                _ => None,
            };
            bole_domain::prompt::render(&prompt.text, value)
        });
        let options = ModelJudgeOptions { is_blind: source.blind_mode, guidance, reads_person: true };
        Ok(Self { id, brief, reader: reader.clone(), fingerprint, rubric, options, judged_by: OnceLock::new() })
    }
}

/// An entry to load.
pub(super) struct LoadRequest {
    pub(super) context: TaskContext,
    pub(super) entry: BatchTaskId,
}

/// An entry with all that its evaluation needs.
#[derive(Clone)]
pub(super) struct LoadedEntry {
    pub(super) entry: ToEvaluate,
    pub(super) job: Arc<Job>,
    /// Who does the organization's model work, on what terms.
    pub(super) setup: ProviderSetup,
}

/// Who reads rubrics.
#[derive(Clone)]
pub(super) struct RubricReader {
    pub(super) name: String,
    pub(super) version: String,
}

/// Loads entries before they are evaluated.
pub(super) struct EvaluationLoader {
    pub(super) engine: RubricReader,
    pub(super) providers: Arc<Providers>,
}

impl BatchedWork for EvaluationLoader {
    type Input = LoadRequest;
    /// Nothing where the resume or its job was deleted.
    type Output = Option<LoadedEntry>;

    async fn run(&self, requests: &[LoadRequest]) -> StoreResult<Vec<Option<LoadedEntry>>> {
        let Some(first) = requests.first() else { return Ok(Vec::new()) };
        let mut tx = first.context.tenant().await?;
        let ids: Vec<BatchTaskId> = requests.iter().map(|request| request.entry).collect();
        let found = evaluations::find(&mut tx, &ids, EXTRACTION_VERSION).await?;
        let setup = self.providers.of(&mut tx).await?;
        let reader = match &setup.provider {
            Provider::Model(chat) => {
                let version = rubric_version(chat.model(), &self.engine.version);
                RubricReader { name: bole_domain::evaluation::Engine::Model.to_string(), version }
            }
            _ => self.engine.clone(),
        };
        let mut jobs = HashMap::new();
        for id in found.iter().map(|entry| entry.job_id).collect::<HashSet<_>>() {
            match Job::find(&mut tx, id, &reader).await {
                Ok(job) => drop(jobs.insert(id, Arc::new(job))),
                Err(StoreError::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        tx.commit().await?;
        let loaded = found.into_iter().filter_map(|entry| {
            let job = jobs.get(&entry.job_id)?.clone();
            Some((entry.id, LoadedEntry { entry, job, setup: setup.clone() }))
        });
        let loaded: HashMap<BatchTaskId, LoadedEntry> = loaded.collect();
        Ok(requests.iter().map(|request| loaded.get(&request.entry).cloned()).collect())
    }
}

/// A resume that was evaluated.
pub(super) struct NewEvaluation {
    pub(super) context: TaskContext,
    pub(super) entry: ToEvaluate,
    pub(super) text: files::FileText,
    /// The text was read just now, and has to be stored.
    pub(super) fresh_text: bool,
    pub(super) job: Arc<Job>,
    /// The rubric, where it was read just now and has to be stored.
    pub(super) fresh_rubric: Option<Arc<Rubric>>,
    /// Of the rubric it was judged by.
    pub(super) rubric_hash: Vec<u8>,
    pub(super) eval: AiEval,
}

/// How writing ended.
pub(super) enum WriteOutcome {
    /// Evaluation and end of the task are in the database.
    Finished,
    /// Another attempt has the task now: nothing of this one was written.
    LeaseLost,
}

/// Writes evaluations, and finishes their tasks in the same transaction.
pub(super) struct EvaluationWriter;

impl BatchedWork for EvaluationWriter {
    type Input = NewEvaluation;
    type Output = WriteOutcome;

    async fn run(&self, all: &[NewEvaluation]) -> StoreResult<Vec<WriteOutcome>> {
        let Some(first) = all.first() else { return Ok(Vec::new()) };
        let mut tx = first.context.tenant().await?;
        // First, for it tells whose work still counts.
        let contexts: Vec<&TaskContext> = all.iter().map(|new| &new.context).collect();
        let lost = finish_all_in(&mut tx, &contexts).await?;
        let held: Vec<&NewEvaluation> = all.iter().filter(|new| !lost.contains(new.context.lease())).collect();

        let texts: Vec<_> =
            held.iter().filter(|new| new.fresh_text).map(|new| (new.entry.file_id, &new.text)).collect();
        if !texts.is_empty() {
            files::keep_texts(&mut tx, &texts).await?;
        }
        // In one order everywhere, like the texts.
        let fresh: BTreeMap<JobId, (&Job, &Rubric)> =
            held.iter().filter_map(|new| Some((new.job.id, (&*new.job, &**new.fresh_rubric.as_ref()?)))).collect();
        for (id, (job, rubric)) in fresh {
            rubrics::keep(&mut tx, id, &job.reader.name, rubric, &job.fingerprint).await?;
        }
        let prompts: BTreeMap<&str, &str> = held
            .iter()
            .filter_map(|new| Some((new.eval.versions.prompt.as_deref()?, new.job.options.guidance.as_deref()?)))
            .collect();
        if !prompts.is_empty() {
            evaluations::keep_prompts(&mut tx, &prompts).await?;
        }
        let evaluated: Vec<Evaluated<'_>> = held
            .iter()
            .map(|new| Evaluated {
                entry: new.entry.id,
                file_id: new.entry.file_id,
                job_id: new.entry.job_id,
                application_id: new.entry.application_id,
                rubric_hash: &new.rubric_hash,
                eval: &new.eval,
                profile: new.text.model_profile.as_ref().map_or(&new.text.profile, |read| &read.profile),
            })
            .collect();
        evaluations::keep(&mut tx, &evaluated).await?;
        tx.commit().await?;
        let outcome = |new: &NewEvaluation| {
            if lost.contains(new.context.lease()) { WriteOutcome::LeaseLost } else { WriteOutcome::Finished }
        };
        Ok(all.iter().map(outcome).collect())
    }
}
