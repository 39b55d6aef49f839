//! `interview.remind`: reminds of the next day's interviews.

use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Reminds candidates and interviewers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemindInterviews {}

impl TaskKind for RemindInterviews {
    const NAME: &'static str = "interview.remind";
    const LANE: Lane = Lane::General;
}
