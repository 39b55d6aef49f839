//! `interview.check_timeout`: expires invitations that were not answered in time.

use bole_domain::ids::{JobId, UserId};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Expires invitations.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckInterviewTimeout {
    /// The member who requested it; `None` for the clock.
    #[serde(default)]
    pub asked_by: Option<UserId>,
    /// The job whose part of the counts is reported too.
    #[serde(default)]
    pub job_id: Option<JobId>,
}

impl TaskKind for CheckInterviewTimeout {
    const NAME: &'static str = "interview.check_timeout";
    const LANE: Lane = Lane::General;
}
