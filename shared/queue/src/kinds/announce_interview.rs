//! `interview.announce`: one email about an interview that was scheduled, moved or cancelled.

use bole_domain::ids::InterviewScheduleId;
use bole_domain::interview::{InterviewChange, Participant};
use bole_domain::task::Lane;
use bole_store::called_off_interviews::CalledOffInterview;
use bole_store::{StoreResult, TenantTx, ledger};
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Notifies one participant of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnounceInterview {
    /// The interview.
    pub schedule_id: InterviewScheduleId,
    /// The version created by the change.
    pub version: i32,
    /// The change.
    pub change: InterviewChange,
    /// The recipient.
    pub to: Participant,
}

impl TaskKind for AnnounceInterview {
    const NAME: &'static str = "interview.announce";
    const LANE: Lane = Lane::Mail;
    const MAX_ATTEMPTS: i32 = 10;
}

/// Notifies candidates and interviewers that these interviews were cancelled.
///
/// # Errors
/// When the database does not answer.
pub async fn announce_cancellations(tx: &mut TenantTx, called_off: &[CalledOffInterview]) -> StoreResult<()> {
    let tasks = called_off.iter().flat_map(|&CalledOffInterview { id, version, interviewer_id }| {
        let interviewer = interviewer_id.map(Participant::Interviewer);
        [Participant::Candidate].into_iter().chain(interviewer).map(move |to| {
            AnnounceInterview { schedule_id: id, version, change: InterviewChange::Cancelled, to }.new_task(None)
        })
    });
    let tasks = tasks.collect::<StoreResult<Vec<_>>>()?;
    if tasks.is_empty() {
        return Ok(());
    }
    ledger::enqueue_many(tx, tasks).await?;
    Ok(())
}
