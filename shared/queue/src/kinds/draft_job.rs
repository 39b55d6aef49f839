//! `job.draft`: a text of a job, drafted for its editor.

use bole_domain::job::DraftKind;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Drafts a job's description, criteria or questions from what it says so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftJob {
    /// Which text.
    pub draft: DraftKind,
    /// The job's title.
    pub title: String,
    /// What candidates must bring, in short.
    pub core_requirement: String,
    /// The job description, as far as there is one.
    pub jd: String,
    /// The company, where it is known.
    pub company_name: String,
    /// The prompt in force for whoever asked, its variables filled in; for a model.
    #[serde(default)]
    pub prompt: String,
}

impl TaskKind for DraftJob {
    const NAME: &'static str = "job.draft";
    const LANE: Lane = Lane::Models;
    // Somebody waits in front of the editor.
    const PRIORITY: i16 = -20;
}
