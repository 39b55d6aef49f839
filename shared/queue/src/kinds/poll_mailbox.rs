//! `mailbox.poll`: the organization's mailbox, looked into for new mail.

use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Takes new mail from the mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PollMailbox {}

impl TaskKind for PollMailbox {
    const NAME: &'static str = "mailbox.poll";
    const LANE: Lane = Lane::Mail;
    // Mail that waits to be sent goes first.
    const PRIORITY: i16 = 10;
}
