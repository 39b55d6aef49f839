//! `resume.analyze`: the working life that a resume tells.

use bole_domain::ids::ResumeId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Analyzes the working life of a resume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalyzeResume {
    /// The resume.
    pub resume_id: ResumeId,
}

impl TaskKind for AnalyzeResume {
    const NAME: &'static str = "resume.analyze";
    const LANE: Lane = Lane::Documents;
    // Somebody waits for it.
    const PRIORITY: i16 = -10;
}
