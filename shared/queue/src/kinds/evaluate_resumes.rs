//! `resumes.evaluate`: evaluates entries of a batch whose files were read before.

use bole_domain::ids::BatchId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Evaluates the entries of a batch that name this task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluateResumes {
    /// The batch.
    pub batch_id: BatchId,
}

impl TaskKind for EvaluateResumes {
    const NAME: &'static str = "resumes.evaluate";
    const LANE: Lane = Lane::Documents;
}
