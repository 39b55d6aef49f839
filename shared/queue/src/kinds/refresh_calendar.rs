//! `calendar.refresh`: reads busy times from an interviewer's calendar.

use bole_domain::ids::UserId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Reads a member's calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefreshCalendar {
    /// The member.
    pub user_id: UserId,
}

impl TaskKind for RefreshCalendar {
    const NAME: &'static str = "calendar.refresh";
    const LANE: Lane = Lane::General;
}
