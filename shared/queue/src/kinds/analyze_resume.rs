//! `resume.analyze`: analyzes the career described by a resume.

use bole_domain::ids::ResumeId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Analyzes the career described by a resume.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalyzeResume {
    /// The resume.
    pub resume_id: ResumeId,
    /// Whether the text of pages that are pictures is recognised, in the lane of scans.
    #[serde(default)]
    pub recognizes: bool,
}

impl TaskKind for AnalyzeResume {
    const NAME: &'static str = "resume.analyze";
    const LANE: Lane = Lane::Documents;
    // A user is waiting for it.
    const PRIORITY: i16 = -10;
}
