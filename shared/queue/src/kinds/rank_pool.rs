//! `pool.rank`: the talent pool, evaluated for a job.

use bole_domain::ids::BatchId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Fills a batch with the latest resumes of the talent pool: one evaluation for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankPool {
    /// The batch.
    pub batch_id: BatchId,
}

impl TaskKind for RankPool {
    const NAME: &'static str = "pool.rank";
    const LANE: Lane = Lane::Documents;
    // Ahead of the organization's evaluations: nobody should wait for another's to see their own begin.
    const PRIORITY: i16 = -10;
}
