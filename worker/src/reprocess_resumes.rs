//! `resumes.reprocess`: reads resumes again, a page at a time. Results are stored per page, so that an interrupted
//! run has less left to do. An unreadable file is counted and left unchanged. Scans come last: for them the task moves to
//! the lane of scans.

use std::time::Duration;

use bole_documents::EXTRACTION_VERSION;
use bole_domain::ids::{JobId, ResumeId};
use bole_domain::repair::ReadingFilter;
use bole_domain::task::Lane;
use bole_queue::kinds::{ReprocessResumes, UnreadScans};
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::files::{self, FileText};
use bole_store::repairs::{self, ResumeToRead};
use bole_store::{StoreResult, TenantTx};
use futures_util::{StreamExt, stream};
use serde_json::json;

use crate::reading;

/// Resumes read before the results are stored.
const PAGE: i64 = 16;

handler!(ReprocessResumesHandler);

impl TaskHandler for ReprocessResumesHandler {
    type Kind = ReprocessResumes;
    const TIME_LIMIT: Duration = Duration::from_secs(24 * 3_600);

    async fn run(&self, context: &TaskContext, task: ReprocessResumes) -> Result<Outcome, TaskError> {
        match task {
            ReprocessResumes { filter, job_id, rest: None } => self.read(context, filter, job_id).await,
            ReprocessResumes { rest: Some(scans), .. } => self.recognize(context, scans).await,
        }
    }
}

impl ReprocessResumesHandler {
    /// Reads all that are no scans.
    async fn read(
        &self,
        context: &TaskContext,
        filter: ReadingFilter,
        job_id: Option<JobId>,
    ) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let total = repairs::count_resumes(&mut tx, filter, job_id, EXTRACTION_VERSION).await?;
        tx.release();
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        let mut scans = UnreadScans { resume_ids: Vec::new(), read: 0, failed: 0 };
        let mut after: Option<ResumeId> = None;
        loop {
            context.progress(scans.read + scans.failed, total);
            let mut tx = context.tenant().await?;
            let page = repairs::resumes_to_read(&mut tx, filter, job_id, EXTRACTION_VERSION, after, PAGE).await?;
            tx.release();
            let Some(last) = page.last() else {
                if scans.resume_ids.is_empty() {
                    return result(&scans);
                }
                let tx = context.tenant().await?;
                let rest = ReprocessResumes { filter, job_id, rest: Some(scans) };
                return Ok(context.move_to(tx, Lane::Scans, &rest).await?);
            };
            after = Some(last.id);
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let (tools, today) = (&self.tools, reading::this_month()?);
            let readings = stream::iter(page).map(|resume| async move {
                let found = reading::file_without_pictures(tools, &resume.storage_key, &resume.file_name, today).await;
                (resume, found)
            });
            let readings: Vec<_> = readings.buffer_unordered(cores).collect().await;
            let mut tx = context.tenant().await?;
            for (resume, found) in readings {
                match found {
                    Ok(Some(text)) => {
                        keep(&mut tx, &resume, &text).await?;
                        scans.read += 1;
                    }
                    Ok(None) => scans.resume_ids.push(resume.id),
                    Err(_) => scans.failed += 1,
                }
            }
            tx.commit().await?;
        }
    }

    /// Reads scans one after the other, as others wait in their lane.
    async fn recognize(&self, context: &TaskContext, mut scans: UnreadScans) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let resumes = repairs::scans_to_read(&mut tx, &scans.resume_ids, EXTRACTION_VERSION).await?;
        tx.release();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let total = count(scans.resume_ids.len()) + scans.read + scans.failed;
        // Those of an interrupted attempt are read.
        scans.read += count(scans.resume_ids.len() - resumes.len());
        for resume in resumes {
            context.progress(scans.read + scans.failed, total);
            let today = reading::this_month()?;
            match reading::file(&self.tools, &resume.storage_key, &resume.file_name, today).await {
                Ok(text) => {
                    let mut tx = context.tenant().await?;
                    keep(&mut tx, &resume, &text).await?;
                    tx.commit().await?;
                    scans.read += 1;
                }
                Err(_) => scans.failed += 1,
            }
        }
        result(&scans)
    }
}

async fn keep(tx: &mut TenantTx, resume: &ResumeToRead, text: &FileText) -> StoreResult<()> {
    files::keep_texts(tx, &[(resume.file_id, text)]).await?;
    let profile = files::profile(tx, resume.file_id).await?;
    repairs::apply_reading(tx, resume.id, &profile).await
}

fn result(UnreadScans { read, failed, .. }: &UnreadScans) -> Result<Outcome, TaskError> {
    Outcome::completed(json!({ "read": read, "failed": failed }))
}
