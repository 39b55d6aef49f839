//! `batch.unpack`: an uploaded ZIP, taken apart.

use bole_domain::ids::BatchId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Takes an uploaded ZIP apart: one evaluation for each resume in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnpackBatch {
    /// The batch.
    pub batch_id: BatchId,
}

impl TaskKind for UnpackBatch {
    const NAME: &'static str = "batch.unpack";
    const LANE: Lane = Lane::Documents;
    // Ahead of the organization's evaluations: nobody should wait for another's to see their own begin.
    const PRIORITY: i16 = -10;
}
