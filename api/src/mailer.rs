//! Where account mail goes.

use bole_mail::Message;
use bole_store::{IdentityTx, mailbox};

use crate::error::ApiResult;

/// Delivers a mail together with the change that causes it: both happen, or neither.
#[derive(Debug, Clone, Copy)]
pub enum Mailer {
    /// No SMTP server: the mail is captured in the database, and shown on this machine in local mode.
    Captured,
}

impl Mailer {
    /// Delivers when `tx` commits.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn send(&self, tx: &mut IdentityTx, message: &Message) -> ApiResult<()> {
        match self {
            Self::Captured => {
                let Message { to, subject, text, html, links } = message;
                Ok(mailbox::capture(tx, to, subject, text, html, links).await?)
            }
        }
    }
}
