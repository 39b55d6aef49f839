//! `resumes.reprocess`: reads resumes again.

use bole_domain::ids::JobId;
use bole_domain::repair::ReadingFilter;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Reads resumes again whose reading is outdated or incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReprocessResumes {
    /// Which resumes.
    pub filter: ReadingFilter,
    /// Only those of people who applied for this job.
    pub job_id: Option<JobId>,
}

impl TaskKind for ReprocessResumes {
    const NAME: &'static str = "resumes.reprocess";
    const LANE: Lane = Lane::Documents;
    // Less urgent than the organization's own evaluations.
    const PRIORITY: i16 = 10;
}
