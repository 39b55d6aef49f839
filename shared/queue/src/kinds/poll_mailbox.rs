//! `mailbox.poll`: fetches new email from the organization's mailbox.

use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Fetches new email from the mailbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PollMailbox {}

impl TaskKind for PollMailbox {
    const NAME: &'static str = "mailbox.poll";
    const LANE: Lane = Lane::Mail;
    // Outgoing email goes first.
    const PRIORITY: i16 = 10;
}
