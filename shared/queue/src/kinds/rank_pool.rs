//! `pool.rank`: evaluates the talent pool for a job.

use bole_domain::ai::EvaluationTiming;
use bole_domain::ids::BatchId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Fills a batch with the latest resumes of the talent pool, one evaluation each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankPool {
    /// The batch.
    pub batch_id: BatchId,
    /// When its entries are evaluated.
    #[serde(default)]
    pub timing: EvaluationTiming,
}

impl TaskKind for RankPool {
    const NAME: &'static str = "pool.rank";
    const LANE: Lane = Lane::Documents;
    // Ahead of evaluations, so that a new batch starts while others are still running.
    const PRIORITY: i16 = -10;
}
