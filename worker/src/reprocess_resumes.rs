//! `resumes.reprocess`: reads resumes again, a page at a time. Results are stored per page, so that an interrupted
//! run has less left to do. An unreadable file is counted and left unchanged.

use std::time::Duration;

use bole_documents::EXTRACTION_VERSION;
use bole_domain::ids::ResumeId;
use bole_queue::kinds::ReprocessResumes;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::files;
use bole_store::repairs;
use futures_util::{StreamExt, stream};
use serde_json::json;

use crate::{Tools, reading};

/// Resumes read before the results are stored.
const PAGE: i64 = 16;

/// Runs `resumes.reprocess`.
pub struct ReprocessResumesHandler {
    tools: Tools,
}

impl ReprocessResumesHandler {
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }
}

impl TaskHandler for ReprocessResumesHandler {
    type Kind = ReprocessResumes;
    const TIME_LIMIT: Duration = Duration::from_secs(24 * 3_600);

    async fn run(&self, context: &TaskContext, task: ReprocessResumes) -> Result<Outcome, TaskError> {
        let ReprocessResumes { filter, job_id } = task;
        let mut tx = context.tenant().await?;
        let total = repairs::count_resumes(&mut tx, filter, job_id, EXTRACTION_VERSION).await?;
        tx.release();
        let total = u32::try_from(total).unwrap_or(u32::MAX);
        let (mut read, mut failed) = (0_u32, 0_u32);
        let mut after: Option<ResumeId> = None;
        loop {
            context.progress(read + failed, total);
            let mut tx = context.tenant().await?;
            let page = repairs::resumes_to_read(&mut tx, filter, job_id, EXTRACTION_VERSION, after, PAGE).await?;
            tx.release();
            let Some(last) = page.last() else {
                return Outcome::completed(json!({ "read": read, "failed": failed }));
            };
            after = Some(last.id);
            let cores = std::thread::available_parallelism().map_or(1, usize::from);
            let (tools, today) = (&self.tools, reading::this_month()?);
            let readings = stream::iter(page).map(|resume| async move {
                let found = reading::file(tools, &resume.storage_key, &resume.file_name, today).await;
                (resume, found)
            });
            let readings: Vec<_> = readings.buffer_unordered(cores).collect().await;
            let mut tx = context.tenant().await?;
            for (resume, found) in readings {
                let Ok(text) = found else {
                    failed += 1;
                    continue;
                };
                files::keep_texts(&mut tx, &[(resume.file_id, &text)]).await?;
                let profile = files::profile(&mut tx, resume.file_id).await?;
                repairs::apply_reading(&mut tx, resume.id, &profile).await?;
                read += 1;
            }
            tx.commit().await?;
        }
    }
}
