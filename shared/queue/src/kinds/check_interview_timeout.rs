//! `interview.check_timeout`: invitations that nobody answered in time.

use bole_domain::ids::UserId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Times invitations out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckInterviewTimeout {
    /// Who asked for it, where it is not the clock.
    #[serde(default)]
    pub asked_by: Option<UserId>,
}

impl TaskKind for CheckInterviewTimeout {
    const NAME: &'static str = "interview.check_timeout";
    const LANE: Lane = Lane::General;
}
