//! `interview.follow_up`: questions that an interviewer may ask next, by a model.

use bole_domain::ids::{ApplicationId, UserId};
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Proposes questions from what the resume left open and what the interviewer has noted so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProposeFollowUps {
    /// Who is interviewed.
    pub application_id: ApplicationId,
    /// Who interviews: their draft tells what was asked.
    pub user_id: UserId,
}

impl TaskKind for ProposeFollowUps {
    const NAME: &'static str = "interview.follow_up";
    const LANE: Lane = Lane::Models;
    // Somebody waits in the middle of an interview.
    const PRIORITY: i16 = -20;
}
