//! `resumes.reprocess`: resumes read again.

use bole_domain::ids::JobId;
use bole_domain::repair::ReadingFilter;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Reads resumes again whose reading is old or unfinished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReprocessResumes {
    /// Which.
    pub filter: ReadingFilter,
    /// Only of people who applied for this job.
    pub job_id: Option<JobId>,
}

impl TaskKind for ReprocessResumes {
    const NAME: &'static str = "resumes.reprocess";
    const LANE: Lane = Lane::Documents;
    // Nobody waits for it before their own evaluations.
    const PRIORITY: i16 = 10;
}
