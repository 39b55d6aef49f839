//! `batch.unpack`: unpacks an uploaded ZIP.

use bole_domain::ids::BatchId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Unpacks an uploaded ZIP into one evaluation per resume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnpackBatch {
    /// The batch.
    pub batch_id: BatchId,
}

impl TaskKind for UnpackBatch {
    const NAME: &'static str = "batch.unpack";
    const LANE: Lane = Lane::Documents;
    // Ahead of evaluations, so that a new batch starts while others are still running.
    const PRIORITY: i16 = -10;
}
