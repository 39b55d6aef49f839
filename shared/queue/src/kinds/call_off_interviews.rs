//! `interview.call_off`: cancels the interviews of candidates who were moved away from them, once the move can no longer
//! be undone.

use std::time::Duration;

use bole_domain::ids::ApplicationId;
use bole_domain::task::Lane;
use bole_store::ledger::{self, NewTask};
use bole_store::{StoreResult, TenantTx, called_off_interviews};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::TaskKind;

/// Longer than any notice of a move offers to undo it.
pub const UNDO_TIME: Duration = Duration::from_secs(15);

/// Cancels the interviews that no longer fit their candidates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallOffInterviews {
    /// The candidates.
    pub application_ids: Vec<ApplicationId>,
}

impl TaskKind for CallOffInterviews {
    const NAME: &'static str = "interview.call_off";
    const LANE: Lane = Lane::General;
    const MAX_ATTEMPTS: i32 = 10;
}

/// Has the interviews of moved candidates cancelled, and everybody notified, when the move can no longer be undone.
///
/// # Errors
/// When the database does not answer.
pub async fn call_off_later(tx: &mut TenantTx, applications: &[ApplicationId]) -> StoreResult<()> {
    let misplaced = called_off_interviews::with_misplaced(tx, applications).await?;
    enqueue_call_off(tx, misplaced).await
}

/// The same for candidates that are known to have such interviews.
///
/// # Errors
/// When the database does not answer.
pub async fn enqueue_call_off(tx: &mut TenantTx, application_ids: Vec<ApplicationId>) -> StoreResult<()> {
    if application_ids.is_empty() {
        return Ok(());
    }
    let run_at = Some(OffsetDateTime::now_utc() + UNDO_TIME);
    let task = NewTask { run_at, ..CallOffInterviews { application_ids }.new_task(None)? };
    ledger::enqueue(tx, task).await?;
    Ok(())
}
