//! The two transactions of an evaluation, each shared by many resumes.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bole_ai::provider::{ModelJudgeOptions, rubric_version};
use bole_ai::{JobBrief, JobContext};
use bole_documents::EXTRACTION_VERSION;
use bole_domain::ai::EvaluationTiming;
use bole_domain::evaluation::{AiEval, Rubric};
use bole_domain::ids::{BatchTaskId, JobId, TaskId};
use bole_domain::prompt::PromptType;
use bole_providers::{Provider, ProviderSetup, Providers};
use bole_queue::{Outcome, TaskContext, finish_all_in};
use bole_store::ai_usage::{self, AiUse};
use bole_store::evaluations::{self, Evaluated, ToEvaluate};
use bole_store::{StoreError, StoreResult, TenantTx, files, model_batches, prompts, rubrics};

use crate::Tools;
use crate::batcher::BatchedWork;

/// How many recently loaded jobs are kept.
const RECENT_JOBS: usize = 16;

/// A job as it was when its resumes were loaded.
pub(super) struct Job {
    pub(super) id: JobId,
    pub(super) brief: JobBrief,
    /// The engine that extracts its rubric.
    pub(super) reader: RubricReader,
    /// Hash of the job's texts and of the extracting engine with its version.
    pub(super) fingerprint: Vec<u8>,
    /// The stored rubric: edited by hand, matching this fingerprint, or one of the built-in engine by which resumes were
    /// evaluated before there was a model.
    pub(super) rubric: Option<Arc<Rubric>>,
    /// Whether it is noted that resumes were evaluated by it.
    pub(super) is_used: bool,
    /// The model's options besides the rubric.
    pub(super) options: ModelJudgeOptions,
    /// The job with its rubric, shared by all resumes of a batch.
    pub(super) judged_by: OnceLock<JobContext>,
}

impl Job {
    async fn find(tx: &mut TenantTx, id: JobId, reader: &RubricReader, engine: &RubricReader) -> StoreResult<Self> {
        let mut source = rubrics::source(tx, id, &reader.name).await?;
        let brief = JobBrief {
            title: std::mem::take(&mut source.title),
            core_requirement: std::mem::take(&mut source.core_requirement),
            jd: std::mem::take(&mut source.jd),
            ai_evaluation_criteria: std::mem::take(&mut source.ai_evaluation_criteria),
        };
        let fingerprint = brief.fingerprint(&reader.version);
        let is_model = reader != engine;
        // Without criteria the job is read again by a model, which may find some.
        let mut rubric = source.current(&fingerprint).filter(|read| !is_model || read.has_criteria());
        let mut is_used = rubric.as_ref().is_some_and(|rubric| source.is_used || rubric.edited_at.is_some());
        if rubric.is_none() && is_model {
            let mut before = rubrics::source(tx, id, &engine.name).await?;
            let was_used = before.is_used;
            rubric = before.current(&brief.fingerprint(&engine.version)).filter(|read| was_used && read.has_criteria());
            is_used = rubric.is_some();
        }
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
        Ok(Self {
            id,
            brief,
            reader: reader.clone(),
            fingerprint,
            rubric: rubric.map(Arc::new),
            is_used,
            options,
            judged_by: OnceLock::new(),
        })
    }

    /// The job with this rubric, prepared once for all resumes.
    pub(super) fn context(&self, rubric: &Arc<Rubric>) -> &JobContext {
        self.judged_by.get_or_init(|| JobContext::new(self.brief.clone(), Arc::clone(rubric)))
    }

    /// The job with its stored rubric, if there is one.
    pub(super) fn stored_context(&self) -> Option<&JobContext> {
        self.rubric.as_ref().map(|rubric| self.context(rubric))
    }

    /// Whether resumes are judged the same way by both.
    fn is_same(&self, other: &Self) -> bool {
        let Self { id, brief, reader, fingerprint, rubric, is_used, options, judged_by: _ } = self;
        *id == other.id
            && *brief == other.brief
            && *reader == other.reader
            && *fingerprint == other.fingerprint
            && *rubric == other.rubric
            && *is_used == other.is_used
            && *options == other.options
    }
}

/// The most recently loaded jobs; what was prepared from one is reused while the job is unchanged.
#[derive(Default)]
pub(super) struct RecentJobs(Mutex<VecDeque<Arc<Job>>>);

impl RecentJobs {
    fn kept(&self, job: Job) -> Arc<Job> {
        let mut recent = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = recent.iter().find(|known| known.is_same(&job)) {
            return Arc::clone(known);
        }
        let job = Arc::new(job);
        recent.retain(|known| known.id != job.id);
        recent.truncate(RECENT_JOBS - 1);
        recent.push_front(Arc::clone(&job));
        job
    }
}

/// An entry to load.
pub(crate) struct LoadRequest {
    pub(crate) context: TaskContext,
    pub(crate) entry: BatchTaskId,
    pub(crate) timing: EvaluationTiming,
}

/// An entry with everything its evaluation needs.
pub(crate) struct LoadedEntry {
    pub(super) entry: ToEvaluate,
    pub(super) job: Arc<Job>,
    /// The organization's AI provider and settings.
    pub(super) setup: ProviderSetup,
    /// Whether it may have a request for a provider batch.
    pub(super) may_have_request: bool,
}

impl LoadedEntry {
    /// Whether the built-in engine judges it by what was read before, so that nobody has to be waited for.
    pub(crate) fn is_at_hand(&self) -> bool {
        self.entry.text.is_some() && matches!(self.setup.provider, Provider::BuiltIn)
    }
}

/// Who reads rubrics.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct RubricReader {
    pub(super) name: String,
    pub(super) version: String,
}

/// Loads entries for evaluation.
pub(crate) struct EvaluationLoader {
    engine: RubricReader,
    providers: Arc<Providers>,
    recent: RecentJobs,
}

impl EvaluationLoader {
    pub(crate) fn new(tools: &Tools) -> Self {
        let engine = RubricReader { name: tools.judge.engine().to_string(), version: tools.judge.version().to_owned() };
        Self { engine, providers: Arc::clone(&tools.providers), recent: RecentJobs::default() }
    }
}

impl BatchedWork for EvaluationLoader {
    type Input = LoadRequest;
    /// `None` if the resume or its job was deleted.
    type Output = Option<LoadedEntry>;

    async fn run(&self, requests: &[LoadRequest]) -> StoreResult<Vec<Option<LoadedEntry>>> {
        let Some(first) = requests.first() else { return Ok(Vec::new()) };
        let mut tx = first.context.tenant().await?;
        let ids: Vec<BatchTaskId> = requests.iter().map(|request| request.entry).collect();
        let found = evaluations::find(&mut tx, &ids, EXTRACTION_VERSION).await?;
        let setup = self.providers.of(&mut tx).await?;
        let reader = match &setup.provider {
            Provider::Model(chat) => {
                let version = rubric_version(chat.configured_model(), &self.engine.version);
                RubricReader { name: bole_domain::evaluation::Engine::Model.to_string(), version }
            }
            _ => self.engine.clone(),
        };
        let mut jobs = HashMap::new();
        for id in found.iter().map(|entry| entry.job_id).collect::<HashSet<_>>() {
            match Job::find(&mut tx, id, &reader, &self.engine).await {
                Ok(job) => drop(jobs.insert(id, self.recent.kept(job))),
                Err(StoreError::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        tx.commit().await?;
        let loaded = found.into_iter().filter_map(|entry| {
            let job = jobs.get(&entry.job_id)?.clone();
            Some((entry.id, LoadedEntry { entry, job, setup: setup.clone(), may_have_request: false }))
        });
        let mut loaded: HashMap<BatchTaskId, LoadedEntry> = loaded.collect();
        let of = |request: &LoadRequest| {
            let may_have_request = request.timing == EvaluationTiming::WithinADay;
            loaded.remove(&request.entry).map(|loaded| LoadedEntry { may_have_request, ..loaded })
        };
        Ok(requests.iter().map(of).collect())
    }
}

/// An evaluated resume.
pub(crate) struct NewEvaluation {
    pub(super) context: TaskContext,
    pub(super) entry: ToEvaluate,
    pub(super) text: files::FileText,
    /// Whether the text was just read and has to be stored.
    pub(super) fresh_text: bool,
    pub(super) job: Arc<Job>,
    /// The rubric, if it was just extracted and has to be stored.
    pub(super) fresh_rubric: Option<Arc<Rubric>>,
    /// Hash of the rubric used.
    pub(super) rubric_hash: Arc<[u8]>,
    pub(super) eval: AiEval,
    /// What the model has used, if one was asked.
    pub(super) used: Option<AiUse>,
    /// Whether it may have a request for a provider batch.
    pub(super) may_have_request: bool,
}

/// Writes evaluations and finishes their tasks in the same transaction. Nothing is written of an attempt that has lost
/// its lease.
pub(super) struct EvaluationWriter;

impl BatchedWork for EvaluationWriter {
    type Input = NewEvaluation;
    type Output = Option<Outcome>;

    async fn run(&self, all: &[NewEvaluation]) -> StoreResult<Vec<Option<Outcome>>> {
        let Some(first) = all.first() else { return Ok(Vec::new()) };
        let mut tx = first.context.tenant().await?;
        // First, because it shows which leases are still valid.
        let contexts: Vec<&TaskContext> = all.iter().map(|new| &new.context).collect();
        let finish = finish_all_in(&mut tx, &contexts).await?;
        let held: Vec<&NewEvaluation> = all.iter().filter(|new| finish.includes(&new.context)).collect();
        store(&mut tx, &held).await?;
        let tasks: Vec<TaskId> = held.iter().filter(|new| new.may_have_request).map(|new| new.context.id()).collect();
        if !tasks.is_empty() {
            model_batches::use_up(&mut tx, &tasks).await?;
        }
        // Spent even if the lease is lost. Last, because the row of the month's cost is locked from here on.
        let used: Vec<AiUse> = all.iter().filter_map(|new| new.used.clone()).collect();
        if !used.is_empty() {
            ai_usage::record(&mut tx, &used).await?;
        }
        finish.commit(tx).await
    }
}

/// Stores evaluations of different entries, with the texts, rubrics and prompts that are new.
///
/// # Errors
/// [`StoreError::NotFound`] when an entry was deleted meanwhile, or the database does not answer.
pub(crate) async fn store(tx: &mut TenantTx, held: &[&NewEvaluation]) -> StoreResult<()> {
    let texts: Vec<_> = held.iter().filter(|new| new.fresh_text).map(|new| (new.entry.file_id, &new.text)).collect();
    if !texts.is_empty() {
        files::keep_texts(tx, &texts).await?;
    }
    // In a fixed order, like the texts.
    let fresh: BTreeMap<JobId, (&Job, &Rubric)> =
        held.iter().filter_map(|new| Some((new.job.id, (&*new.job, &**new.fresh_rubric.as_ref()?)))).collect();
    for (id, (job, rubric)) in fresh {
        rubrics::keep(tx, id, &job.reader.name, rubric, &job.fingerprint).await?;
    }
    let by_engine = |new: &&&NewEvaluation| !new.job.is_used && new.eval.fallback_reason.is_none();
    let mut used: BTreeMap<&str, Vec<JobId>> = BTreeMap::new();
    for new in held.iter().filter(by_engine) {
        let jobs = used.entry(&new.job.reader.name).or_default();
        if !jobs.contains(&new.job.id) {
            jobs.push(new.job.id);
        }
    }
    for (engine, jobs) in used {
        rubrics::mark_used(tx, &jobs, engine).await?;
    }
    let prompts: BTreeMap<&str, &str> = held
        .iter()
        .filter_map(|new| Some((new.eval.versions.prompt.as_deref()?, new.job.options.guidance.as_deref()?)))
        .collect();
    if !prompts.is_empty() {
        evaluations::keep_prompts(tx, &prompts).await?;
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
    evaluations::keep(tx, &evaluated).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(id: JobId, jd: &str) -> Job {
        let brief = JobBrief { jd: jd.to_owned(), ..JobBrief::default() };
        let reader = RubricReader { name: "built_in".to_owned(), version: "1".to_owned() };
        let fingerprint = brief.fingerprint(&reader.version);
        let options = ModelJudgeOptions::default();
        Job { id, brief, reader, fingerprint, rubric: None, is_used: false, options, judged_by: OnceLock::new() }
    }

    #[test]
    fn job_is_cached_until_changed_or_evicted() {
        let (recent, id) = (RecentJobs::default(), JobId::new());
        let first = recent.kept(job(id, "Rust"));
        assert!(Arc::ptr_eq(&first, &recent.kept(job(id, "Rust"))));
        let changed = recent.kept(job(id, "Go"));
        assert!(!Arc::ptr_eq(&first, &changed));
        assert!(Arc::ptr_eq(&changed, &recent.kept(job(id, "Go"))));
        for _ in 0..RECENT_JOBS {
            recent.kept(job(JobId::new(), "Rust"));
        }
        assert!(!Arc::ptr_eq(&changed, &recent.kept(job(id, "Go"))));
        assert_eq!(recent.0.lock().unwrap().len(), RECENT_JOBS);
    }
}
