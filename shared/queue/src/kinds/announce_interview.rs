//! `interview.announce`: one email about an interview that was scheduled, moved or cancelled.

use bole_domain::ids::{ApplicationId, InterviewScheduleId};
use bole_domain::interview::{InterviewChange, Participant};
use bole_domain::task::Lane;
use bole_store::interview_notices::{self, CalledOffInterview};
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

/// Notifies interviewers of the interviews cancelled by the move that took these candidates out of the pipeline.
/// Candidates only get their rejection.
///
/// # Errors
/// When the database does not answer.
pub async fn announce_called_off(tx: &mut TenantTx, applications: &[ApplicationId]) -> StoreResult<()> {
    let called_off = interview_notices::take_called_off(tx, applications).await?;
    announce_cancellations(tx, &called_off).await
}

/// Notifies interviewers that these interviews were cancelled.
///
/// # Errors
/// When the database does not answer.
pub async fn announce_cancellations(tx: &mut TenantTx, called_off: &[CalledOffInterview]) -> StoreResult<()> {
    if called_off.is_empty() {
        return Ok(());
    }
    let tasks = called_off.iter().map(|&CalledOffInterview { id, version, interviewer_id }| {
        let to = Participant::Interviewer(interviewer_id);
        AnnounceInterview { schedule_id: id, version, change: InterviewChange::Cancelled, to }.new_task(None)
    });
    ledger::enqueue_many(tx, tasks.collect::<StoreResult<_>>()?).await?;
    Ok(())
}
