//! `resume.evaluate`: reads one resume of a batch and evaluates it for its job.

use bole_domain::ai::EvaluationTiming;
use bole_domain::ids::BatchTaskId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Evaluates one resume of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluateResume {
    /// The entry.
    pub batch_task_id: BatchTaskId,
    /// Whether the text of pages that are pictures is recognised.
    #[serde(default)]
    pub recognizes: bool,
    /// Whether a model may be asked later, at a lower price.
    #[serde(default)]
    pub timing: EvaluationTiming,
}

impl EvaluateResume {
    /// Of this entry, now, in the lane of documents or models.
    #[must_use]
    pub const fn now(batch_task_id: BatchTaskId) -> Self {
        Self { batch_task_id, recognizes: false, timing: EvaluationTiming::Now }
    }
}

impl TaskKind for EvaluateResume {
    const NAME: &'static str = "resume.evaluate";
    const LANE: Lane = Lane::Documents;
}
