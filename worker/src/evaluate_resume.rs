//! `resume.evaluate`: reads one resume and judges it against its job.
//!
//! The text is kept with the file, the rubric with the job: a second evaluation of either reads nothing twice. The
//! evaluation and the task's end are one commit, so it happens once however often it is begun.

use std::time::Duration;

use bole_ai::{JobBrief, Resume};
use bole_documents::EXTRACTION_VERSION;
use bole_domain::batch::FailureReason;
use bole_domain::evaluation::Rubric;
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use bole_queue::kinds::EvaluateResume;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_storage::Key;
use bole_store::batch_tasks::{self, BatchTask};
use bole_store::files::{self, File, FileText};
use bole_store::rubrics::{self, RubricSource};
use bole_store::{StoreError, StoreResult};
use time::OffsetDateTime;

use crate::{Tools, reading};

/// Runs `resume.evaluate`.
pub struct EvaluateResumeHandler {
    tools: Tools,
}

/// What the database knows before the work begins.
struct Known {
    entry: BatchTask,
    file: File,
    text: Option<FileText>,
    source: RubricSource,
}

/// Something that is either kept already, or was made now and has to be.
struct Kept<T> {
    value: T,
    fresh: bool,
}

impl EvaluateResumeHandler {
    /// With these tools.
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }

    async fn known(context: &TaskContext, payload: EvaluateResume) -> StoreResult<Known> {
        let mut tx = context.tenant().await?;
        let entry = batch_tasks::find(&mut tx, payload.batch_task_id).await?;
        let file = files::find(&mut tx, entry.file_id.ok_or(StoreError::NotFound)?).await?;
        let text = files::text(&mut tx, file.id, EXTRACTION_VERSION).await?;
        let source = rubrics::source(&mut tx, entry.job_id).await?;
        tx.commit().await?;
        Ok(Known { entry, file, text, source })
    }

    async fn text(&self, known: &Known, today: YearMonth) -> Result<Kept<FileText>, TaskError> {
        if let Some(text) = &known.text {
            return Ok(Kept { value: text.clone(), fresh: false });
        }
        let key = Key::stored(known.file.storage_key.clone());
        let copy = self.tools.storage.local_copy(&key).await.map_err(|error| reading::storage(&error))?;
        let extraction = self.tools.sandbox.extract(copy.path(), &known.entry.file_name).await;
        let extraction = extraction.map_err(reading::document)?;
        let profile = bole_documents::profile::read(&extraction.text, today);
        let value = FileText {
            text: extraction.text,
            hidden_text: extraction.hidden_text,
            profile,
            pages: i32::try_from(extraction.pages).unwrap_or(i32::MAX),
            extraction_version: EXTRACTION_VERSION.to_owned(),
        };
        Ok(Kept { value, fresh: true })
    }

    async fn rubric(&self, job: &JobBrief, source: &RubricSource, hash: &[u8]) -> Result<Kept<Rubric>, TaskError> {
        match &source.kept {
            Some((rubric, kept_hash)) if kept_hash == hash => Ok(Kept { value: rubric.clone(), fresh: false }),
            _ => {
                let value = self.tools.evaluator.rubric(job).await.map_err(reading::evaluator)?;
                Ok(Kept { value, fresh: true })
            }
        }
    }
}

impl TaskHandler for EvaluateResumeHandler {
    const KIND: &'static str = EvaluateResume::KIND;
    type Payload = EvaluateResume;
    const TIME_LIMIT: Duration = Duration::from_secs(180);

    async fn run(&self, context: &TaskContext, payload: EvaluateResume) -> Result<Outcome, TaskError> {
        let known = match Self::known(context, payload).await {
            Ok(known) => known,
            // Deleted while it waited.
            Err(StoreError::NotFound) => return Ok(Outcome::DONE),
            Err(error) => return Err(error.into()),
        };
        let today = this_month()?;
        let text = self.text(&known, today).await?;
        if is_no_resume(&text.value.profile) {
            return Err(TaskError::new(FailureReason::NotAResume, "no contact, work, education or skills in the text"));
        }
        let job = JobBrief {
            title: known.source.title.clone(),
            core_requirement: known.source.core_requirement.clone(),
            jd: known.source.jd.clone(),
            ai_evaluation_criteria: known.source.ai_evaluation_criteria.clone(),
        };
        let hash = job.fingerprint(self.tools.evaluator.engine());
        let rubric = self.rubric(&job, &known.source, &hash).await?;
        let resume = Resume {
            text: &text.value.text,
            profile: &text.value.profile,
            hidden_text: &text.value.hidden_text,
            today,
        };
        let evaluated = self.tools.evaluator.evaluate(&job, &rubric.value, &resume).await;
        let mut eval = evaluated.map_err(reading::evaluator)?;
        EXTRACTION_VERSION.clone_into(&mut eval.versions.extraction);

        let mut tx = context.tenant().await?;
        if text.fresh {
            files::keep_text(&mut tx, known.file.id, &text.value).await?;
        }
        if rubric.fresh {
            rubrics::keep(&mut tx, known.entry.job_id, &rubric.value, &hash).await?;
        }
        batch_tasks::keep_evaluation(&mut tx, known.entry.id, &eval, &text.value.profile).await?;
        context.finish_in(&mut tx, ()).await?;
        tx.commit().await?;
        Ok(Outcome::Finished)
    }
}

/// The month that "present" means in a resume read now.
fn this_month() -> Result<YearMonth, TaskError> {
    let now = OffsetDateTime::now_utc();
    YearMonth::new(now.year(), u8::from(now.month()))
        .ok_or_else(|| TaskError::new(FailureReason::Internal, "the clock is set to another century"))
}

/// An invoice, a certificate, a letter: text without any of what every resume has.
const fn is_no_resume(profile: &Profile) -> bool {
    profile.email.is_none()
        && profile.phone.is_none()
        && profile.work_experiences.is_empty()
        && profile.education.is_empty()
        && profile.skills.is_empty()
}
