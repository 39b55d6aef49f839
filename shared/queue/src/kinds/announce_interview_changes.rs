//! `interview.announce_changes`: notifies participants of an interview of what changed, once it can no longer be undone.

use bole_domain::ids::InterviewScheduleId;
use bole_domain::interview::{InterviewChange, Participant, announcements};
use bole_domain::task::Lane;
use bole_store::interview_notices::{self, KnownInterview};
use bole_store::ledger::{self, NewTask};
use bole_store::{StoreResult, TenantTx};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::AnnounceInterview;
use super::call_off_interviews::UNDO_TIME;
use crate::TaskKind;

/// Notifies participants, unless the interview was changed again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnounceInterviewChanges {
    /// The interview.
    pub schedule_id: InterviewScheduleId,
    /// The version created by the change.
    pub version: i32,
}

impl TaskKind for AnnounceInterviewChanges {
    const NAME: &'static str = "interview.announce_changes";
    const LANE: Lane = Lane::General;
    const MAX_ATTEMPTS: i32 = 10;
}

/// Notifies candidate and interviewer of what differs from what they know. Wake the workers after the commit.
///
/// # Errors
/// When the database does not answer.
pub async fn announce_changes(tx: &mut TenantTx, id: InterviewScheduleId) -> StoreResult<()> {
    let KnownInterview { version, announced, current, .. } = interview_notices::known(tx, id).await?;
    let changes = announcements(announced.as_ref(), &current, OffsetDateTime::now_utc());
    if changes.is_empty() {
        return interview_notices::release(tx, id).await;
    }
    let task = |(to, change): (Participant, InterviewChange)| {
        let known = announced.clone().filter(|_| change == InterviewChange::Cancelled);
        AnnounceInterview { schedule_id: id, version, change, to, known }.new_task(None)
    };
    ledger::enqueue_many(tx, changes.into_iter().map(task).collect::<StoreResult<_>>()?).await?;
    interview_notices::announce(tx, id, &current).await
}

/// Does the same for a member's change when it can no longer be undone.
///
/// # Errors
/// When the database does not answer.
pub async fn announce_changes_later(tx: &mut TenantTx, id: InterviewScheduleId) -> StoreResult<()> {
    let KnownInterview { version, announced, current, .. } = interview_notices::known(tx, id).await?;
    let now = OffsetDateTime::now_utc();
    if announcements(announced.as_ref(), &current, now).is_empty() {
        return Ok(());
    }
    interview_notices::hold(tx, id, version).await?;
    let task = AnnounceInterviewChanges { schedule_id: id, version }.new_task(None)?;
    ledger::enqueue(tx, NewTask { run_at: Some(now + UNDO_TIME), ..task }).await?;
    Ok(())
}
