//! `interview.announce`: one email about an interview that was scheduled, moved or cancelled.

use bole_domain::ids::InterviewScheduleId;
use bole_domain::interview::{Appointment, InterviewChange, Participant};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Notifies one participant of a change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnounceInterview {
    /// The interview.
    pub schedule_id: InterviewScheduleId,
    /// The version created by the change.
    pub version: i32,
    /// The change.
    pub change: InterviewChange,
    /// The recipient.
    pub to: Participant,
    /// Of a cancellation: the appointment as the recipient knows it.
    #[serde(default)]
    pub known: Option<Appointment>,
}

impl TaskKind for AnnounceInterview {
    const NAME: &'static str = "interview.announce";
    const LANE: Lane = Lane::Mail;
    const MAX_ATTEMPTS: i32 = 10;
}
