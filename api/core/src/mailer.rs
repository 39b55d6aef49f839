//! Delivers account emails transactionally, to the captured mailbox or the queue.

use bole_mail::Message;
use bole_queue::TaskKind;
use bole_queue::kinds::SendAccountMail;
use bole_store::mailbox::{self, NewCapture};
use bole_store::{IdentityTx, TenantTx, quotas};

use crate::code::Code;
use crate::config::AccountMail;
use crate::error::{ApiError, ApiResult};

/// Delivers an email in the transaction of the change that causes it.
#[derive(Debug, Clone, Copy)]
pub struct Mailer {
    mode: AccountMail,
    unverified_per_day: Option<i64>,
}

impl Mailer {
    /// One that delivers this way.
    pub(crate) const fn new(mode: AccountMail, unverified_per_day: Option<i64>) -> Self {
        Self { mode, unverified_per_day }
    }

    /// Delivers the email when `tx` commits.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn send(&self, tx: &mut IdentityTx, message: &Message) -> ApiResult<()> {
        match self.mode {
            AccountMail::Captured => mailbox::capture(tx, capture(message)).await?,
            AccountMail::Queued => {
                task(message).enqueue_system(tx, None).await?;
            }
        }
        Ok(())
    }

    /// [`Mailer::send`] in an organization's transaction, within its quota of emails.
    ///
    /// # Errors
    /// 409 `email.quota_reached`, or when the database does not answer.
    pub async fn send_for_tenant(&self, tx: &mut TenantTx, message: &Message) -> ApiResult<()> {
        match self.mode {
            AccountMail::Captured => mailbox::capture_for_tenant(tx, capture(message)).await?,
            AccountMail::Queued => {
                if !quotas::take_email(tx, self.unverified_per_day).await? {
                    let text = "The organization sends no more emails today.";
                    return Err(ApiError::conflict(Code::EmailQuotaReached, text));
                }
                task(message).enqueue(tx, None).await?;
            }
        }
        Ok(())
    }
}

fn capture(Message { to, subject, text, html, links }: &Message) -> NewCapture<'_> {
    NewCapture { to, subject, text, html, links, attachments: &[] }
}

fn task(Message { to, subject, text, html, links: _ }: &Message) -> SendAccountMail {
    SendAccountMail { to: to.clone(), subject: subject.clone(), text: text.clone(), html: html.clone() }
}
