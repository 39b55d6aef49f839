//! `interview.announce_changes`: notifies participants of an interview of a change that was not undone.

use bole_queue::kinds::{AnnounceInterviewChanges, announce_changes};
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::{StoreError, interview_notices};
use serde_json::json;

use crate::interview_mail::skipped;

handler!(AnnounceInterviewChangesHandler);

impl TaskHandler for AnnounceInterviewChangesHandler {
    type Kind = AnnounceInterviewChanges;

    async fn run(&self, context: &TaskContext, task: AnnounceInterviewChanges) -> Result<Outcome, TaskError> {
        let AnnounceInterviewChanges { schedule_id, version } = task;
        let mut tx = context.tenant().await?;
        let held_version = match interview_notices::known(&mut tx, schedule_id).await {
            Ok(known) => known.held_version,
            Err(StoreError::NotFound) => None,
            Err(error) => return Err(error.into()),
        };
        // A later change is announced by a task of its own.
        if held_version != Some(version) {
            return skipped(context, tx, "outdated").await;
        }
        announce_changes(&mut tx, schedule_id).await?;
        let end = context.finish(tx, json!({})).await?;
        self.tools.signals.wake();
        Ok(end)
    }
}
