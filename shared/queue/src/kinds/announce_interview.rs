//! `interview.announce`: one mail about an interview that was booked, moved or cancelled.

use bole_domain::ids::InterviewScheduleId;
use bole_domain::interview::{InterviewChange, Participant};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Tells one participant of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnounceInterview {
    /// The interview.
    pub schedule_id: InterviewScheduleId,
    /// The version that the change made.
    pub version: i32,
    /// What is told.
    pub change: InterviewChange,
    /// To whom.
    pub to: Participant,
}

impl TaskKind for AnnounceInterview {
    const NAME: &'static str = "interview.announce";
    const LANE: Lane = Lane::Mail;
    const MAX_ATTEMPTS: i32 = 10;
}
