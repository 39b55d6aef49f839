//! `interview.send_reminder`: one reminder of an interview.

use bole_domain::ids::InterviewScheduleId;
use bole_domain::interview::Participant;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::TaskKind;

/// Reminds one participant of an interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendReminder {
    /// The interview.
    pub schedule_id: InterviewScheduleId,
    /// The start time to remind of; nothing is sent if the interview was moved meanwhile.
    #[serde(with = "time::serde::rfc3339")]
    pub start_time: OffsetDateTime,
    /// The recipient.
    pub to: Participant,
}

impl TaskKind for SendReminder {
    const NAME: &'static str = "interview.send_reminder";
    const LANE: Lane = Lane::Mail;
    const MAX_ATTEMPTS: i32 = 10;
}
