//! `account_mail.send`: sends an account email, enqueued with the change that causes it.

use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Sends an account email. The links in it are secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendAccountMail {
    /// The recipient's address.
    pub to: String,
    /// The subject line.
    pub subject: String,
    /// The plain text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
}

impl TaskKind for SendAccountMail {
    const NAME: &'static str = "account_mail.send";
    const LANE: Lane = Lane::Mail;
    // A user is waiting for it.
    const PRIORITY: i16 = -10;
    const MAX_ATTEMPTS: i32 = 10;
    const IS_SECRET: bool = true;
}
