//! `candidates.digest`: tells members what others did in their jobs.

use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Writes the digest of the moves since the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendDigest {}

impl TaskKind for SendDigest {
    const NAME: &'static str = "candidates.digest";
    const LANE: Lane = Lane::General;
}
