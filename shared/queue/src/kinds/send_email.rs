//! `email.send`: sends one email to a candidate; `email.send_request`: groups the emails of one request.

use bole_domain::ids::EmailId;
use bole_domain::task::Lane;
use serde::{Deserialize, Serialize};

use crate::TaskKind;

/// Sends one email.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendEmail {
    /// The email.
    pub email_id: EmailId,
}

impl TaskKind for SendEmail {
    const NAME: &'static str = "email.send";
    const LANE: Lane = Lane::Mail;
    const MAX_ATTEMPTS: i32 = 12;
}

/// Groups the emails of one request. No worker runs it: it ends with the last of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendEmailRequest {}

impl TaskKind for SendEmailRequest {
    const NAME: &'static str = "email.send_request";
    const LANE: Lane = Lane::Mail;
}
