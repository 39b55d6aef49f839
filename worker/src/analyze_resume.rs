//! `resume.analyze`: analyzes the career in a resume: years, gaps, overlaps. A resume that was not read completely is
//! read first, a scan in the lane of scans.

use std::time::Duration;

use bole_domain::period::{Period, Timeline};
use bole_domain::profile::WorkExperience;
use bole_domain::repair::AnalysisStatus;
use bole_domain::task::Lane;
use bole_queue::kinds::AnalyzeResume;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::{StoreError, files, people, repairs};
use serde_json::json;

use crate::reading;

handler!(AnalyzeResumeHandler);

impl AnalyzeResumeHandler {
    /// The employments, read from the file if none are known; `None` if it is a scan for the lane of scans.
    async fn employments(
        &self,
        context: &TaskContext,
        task: AnalyzeResume,
    ) -> Result<Option<Vec<WorkExperience>>, TaskError> {
        let mut tx = context.tenant().await?;
        let known = people::work_experiences(&mut tx, task.resume_id).await?;
        if !known.is_empty() {
            return Ok(Some(known));
        }
        let resume = people::resume(&mut tx, task.resume_id).await?;
        let file = files::find(&mut tx, resume.file_id).await?;
        tx.release();
        let (key, name, today) = (&file.storage_key, &resume.file_name, reading::this_month()?);
        let text = if task.recognizes {
            Some(reading::file(&self.tools, key, name, today).await?)
        } else {
            reading::file_without_pictures(&self.tools, key, name, today).await?
        };
        let Some(text) = text else { return Ok(None) };
        let mut tx = context.tenant().await?;
        files::keep_texts(&mut tx, &[(resume.file_id, &text)]).await?;
        let profile = files::profile(&mut tx, resume.file_id).await?;
        repairs::apply_reading(&mut tx, task.resume_id, &profile).await?;
        tx.commit().await?;
        Ok(Some(profile.work_experiences))
    }
}

/// Sets the status of the analysis; false if the resume was deleted meanwhile.
async fn stands(context: &TaskContext, task: AnalyzeResume, status: AnalysisStatus) -> Result<bool, TaskError> {
    let mut tx = context.tenant().await?;
    match repairs::set_analysis(&mut tx, task.resume_id, status, None).await {
        Ok(()) => {
            tx.commit().await?;
            Ok(true)
        }
        Err(StoreError::NotFound) => Ok(false),
        Err(other) => Err(other.into()),
    }
}

impl TaskHandler for AnalyzeResumeHandler {
    type Kind = AnalyzeResume;
    /// Recognising the text of a scan takes seconds a page.
    const TIME_LIMIT: Duration = Duration::from_secs(1_800);

    async fn run(&self, context: &TaskContext, task: AnalyzeResume) -> Result<Outcome, TaskError> {
        if !stands(context, task, AnalysisStatus::Processing).await? {
            return Ok(Outcome::DONE);
        }
        let employments = match self.employments(context, task).await {
            Ok(Some(employments)) => employments,
            Ok(None) => {
                if !stands(context, task, AnalysisStatus::Pending).await? {
                    return Ok(Outcome::DONE);
                }
                let tx = context.tenant().await?;
                return Ok(context.move_to(tx, Lane::Scans, &AnalyzeResume { recognizes: true, ..task }).await?);
            }
            Err(error) => {
                let is_over = !error.is_transient || context.is_last_attempt();
                let status = if is_over { AnalysisStatus::Failed } else { AnalysisStatus::Pending };
                return if stands(context, task, status).await? { Err(error) } else { Ok(Outcome::DONE) };
            }
        };
        let today = reading::this_month()?;
        let periods: Vec<Period> = employments
            .iter()
            .filter_map(|one| Period::new(one.start_date?, if one.is_current { today } else { one.end_date? }))
            .collect();
        let timeline = Timeline::of(&periods);
        let mut tx = context.tenant().await?;
        repairs::set_analysis(&mut tx, task.resume_id, AnalysisStatus::Completed, Some(&timeline)).await?;
        let result = json!({
            "resume_id": task.resume_id,
            "periodCount": periods.len(),
            "totalYears": timeline.total_years(),
            "hasGaps": !timeline.gaps.is_empty(),
            "hasOverlap": !timeline.overlaps.is_empty(),
            "gaps": timeline.gaps,
            "overlaps": timeline.overlaps,
        });
        Ok(context.finish(tx, result).await?)
    }
}
