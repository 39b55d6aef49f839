//! `interview.follow_up`: suggests follow-up questions for an interview, by a model.

use bole_domain::ids::{ApplicationId, UserId};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Suggests questions from the gaps of the resume and the interviewer's notes so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposeFollowUps {
    /// The application of the interviewed candidate.
    pub application_id: ApplicationId,
    /// The interviewer, whose draft contains the notes.
    pub user_id: UserId,
}

impl TaskKind for ProposeFollowUps {
    const NAME: &'static str = "interview.follow_up";
    const LANE: Lane = Lane::Models;
    // An interviewer is waiting, mid-interview.
    const PRIORITY: i16 = -20;
}
