//! `batch.clear`: many failed or skipped entries cleared off a batch.

use bole_domain::batch::TaskStatus;
use bole_domain::ids::BatchId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::TaskKind;

/// Clears the entries of a batch that are in a state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClearBatch {
    /// The batch.
    pub batch_id: BatchId,
    /// The state of the entries.
    pub status: TaskStatus,
    /// Only those that ended by then, if given.
    #[serde(default, with = "time::serde::rfc3339::option")]
    pub ended_by: Option<OffsetDateTime>,
}

impl TaskKind for ClearBatch {
    const NAME: &'static str = "batch.clear";
    const LANE: Lane = Lane::General;
}
