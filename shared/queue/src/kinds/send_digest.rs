//! `candidates.digest`: emails members a summary of others' activity in their jobs.

use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Summarizes the moves since the previous digest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendDigest {}

impl TaskKind for SendDigest {
    const NAME: &'static str = "candidates.digest";
    const LANE: Lane = Lane::General;
}
