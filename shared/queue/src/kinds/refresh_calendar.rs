//! `calendar.refresh`: an interviewer's calendar, read for when they are busy.

use bole_domain::ids::UserId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Reads a member's calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefreshCalendar {
    /// Whose.
    pub user_id: UserId,
}

impl TaskKind for RefreshCalendar {
    const NAME: &'static str = "calendar.refresh";
    const LANE: Lane = Lane::General;
}
