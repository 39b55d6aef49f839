//! `batch.promote`: adds entries of a batch to the pipeline.

use bole_domain::ids::{BatchId, BatchTaskId, UserId};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Turns completed entries of a batch into applications in AI review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromoteBatch {
    /// The batch.
    pub batch_id: BatchId,
    /// The entries.
    pub task_ids: Vec<BatchTaskId>,
    /// The member who adds them; `None` in tasks of older versions.
    #[serde(default)]
    pub promoted_by: Option<UserId>,
    /// Whether that member chose each of them, instead of all that are evaluated.
    #[serde(default)]
    pub is_chosen: bool,
    /// How many of the batch are not among them, since they are 待评估.
    #[serde(default)]
    pub left_out: i64,
}

impl TaskKind for PromoteBatch {
    const NAME: &'static str = "batch.promote";
    const LANE: Lane = Lane::General;
}
