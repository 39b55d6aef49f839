//! `interview.check_timeout`: invitations that nobody answered in time.

use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Times invitations out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckInterviewTimeout {}

impl TaskKind for CheckInterviewTimeout {
    const NAME: &'static str = "interview.check_timeout";
    const LANE: Lane = Lane::General;
}
