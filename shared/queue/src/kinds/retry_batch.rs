//! `batch.retry`: many failed entries of a batch tried again.

use bole_domain::ids::TaskId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Tries the tasks of failed entries again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetryBatch {
    /// The entries' tasks.
    pub task_ids: Vec<TaskId>,
}

impl TaskKind for RetryBatch {
    const NAME: &'static str = "batch.retry";
    const LANE: Lane = Lane::General;
}
