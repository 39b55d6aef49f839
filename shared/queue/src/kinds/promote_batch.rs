//! `batch.promote`: many entries of a batch made applications.

use bole_domain::ids::{BatchId, BatchTaskId};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Makes completed entries of a batch applications in AI review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromoteBatch {
    /// The batch.
    pub batch_id: BatchId,
    /// The entries.
    pub task_ids: Vec<BatchTaskId>,
}

impl TaskKind for PromoteBatch {
    const NAME: &'static str = "batch.promote";
    const LANE: Lane = Lane::General;
}
