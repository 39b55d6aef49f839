//! `job.draft`: drafts a text of a job for the editor.

use bole_domain::job::DraftKind;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Drafts a job's description, criteria or questions from its other fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftJob {
    /// Which text.
    pub draft: DraftKind,
    /// The job's title.
    pub title: String,
    /// The core requirement.
    pub core_requirement: String,
    /// The job description, if there is one.
    pub jd: String,
    /// The company, if known.
    pub company_name: String,
    /// The requesting user's prompt with its variables filled in, for a model.
    #[serde(default)]
    pub prompt: String,
}

impl TaskKind for DraftJob {
    const NAME: &'static str = "job.draft";
    const LANE: Lane = Lane::Models;
    // A user is waiting in the editor.
    const PRIORITY: i16 = -20;
}
