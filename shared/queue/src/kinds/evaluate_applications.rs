//! `applications.evaluate`: evaluates applications again, or their resumes for another job.

use bole_domain::ai::EvaluationTiming;
use bole_domain::ids::{ApplicationId, JobId};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Evaluates the resumes of applications.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvaluateApplications {
    /// The applications.
    pub application_ids: Vec<ApplicationId>,
    /// For this job; without it, each for its own.
    pub job_id: Option<JobId>,
    /// Every open application of this job, instead of `application_ids`.
    #[serde(default)]
    pub everybody_of: Option<JobId>,
    /// When they are evaluated.
    #[serde(default)]
    pub timing: EvaluationTiming,
}

impl TaskKind for EvaluateApplications {
    const NAME: &'static str = "applications.evaluate";
    const LANE: Lane = Lane::General;
}
