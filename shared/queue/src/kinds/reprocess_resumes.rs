//! `resumes.reprocess`: reads resumes again.

use bole_domain::ids::{JobId, ResumeId};
use bole_domain::repair::ReadingFilter;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Reads resumes again whose reading is outdated or incomplete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReprocessResumes {
    /// Which resumes.
    pub filter: ReadingFilter,
    /// Only those of people who applied for this job.
    pub job_id: Option<JobId>,
    /// What is left once the others are read.
    #[serde(default)]
    pub rest: Option<UnreadScans>,
}

/// Resumes whose text is recognised in the lane of scans, after the others were read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadScans {
    /// The resumes whose text is recognised.
    pub resume_ids: Vec<ResumeId>,
    /// How many of the others were read.
    pub read: u32,
    /// How many of the others could not be read.
    pub failed: u32,
}

impl TaskKind for ReprocessResumes {
    const NAME: &'static str = "resumes.reprocess";
    const LANE: Lane = Lane::Documents;
    // Less urgent than the organization's own evaluations.
    const PRIORITY: i16 = 10;
}
