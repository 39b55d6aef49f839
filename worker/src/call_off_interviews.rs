//! `interview.call_off`: cancels interviews of candidates who were moved away from them, and notifies everybody.

use bole_queue::kinds::{CallOffInterviews, announce_changes};
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::called_off_interviews;
use serde_json::json;

handler!(CallOffInterviewsHandler);

impl TaskHandler for CallOffInterviewsHandler {
    type Kind = CallOffInterviews;

    async fn run(&self, context: &TaskContext, task: CallOffInterviews) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let called_off = called_off_interviews::call_off(&mut tx, &task.application_ids).await?;
        for id in &called_off {
            announce_changes(&mut tx, *id).await?;
        }
        let end = context.finish(tx, json!({ "cancelled": called_off.len() })).await?;
        self.tools.signals.wake();
        Ok(end)
    }
}
