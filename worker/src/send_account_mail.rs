//! `account_mail.send`: hands a mail about an account to the server's own mail server.
//!
//! Every attempt has the same Message-ID, and what it says does no harm twice, so whatever is not known to have arrived is
//! sent again.

use std::time::Duration;

use bole_domain::failure::MailReason;
use bole_mail::{DeliveryError, OutgoingMail, Reach};
use bole_queue::kinds::SendAccountMail;
use bole_queue::{Outcome, RetryPolicy, TaskContext, TaskError, TaskHandler};

use crate::Tools;

/// Runs `account_mail.send`.
pub struct SendAccountMailHandler {
    tools: Tools,
}

impl SendAccountMailHandler {
    /// With these tools.
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }
}

impl TaskHandler for SendAccountMailHandler {
    type Kind = SendAccountMail;
    const TIME_LIMIT: Duration = Duration::from_secs(240);
    const RETRY: RetryPolicy = RetryPolicy { base: Duration::from_secs(4), cap: Duration::from_secs(300) };

    async fn run(&self, context: &TaskContext, mail: SendAccountMail) -> Result<Outcome, TaskError> {
        let Some(settings) = &self.tools.mail else {
            return Err(TaskError::new(MailReason::NotConfigured, "this worker has no mail server"));
        };
        let SendAccountMail { to, subject, text, html } = mail;
        let mail = OutgoingMail {
            id: context.id().0,
            from: settings.from.clone(),
            reply_to: None,
            follows: None,
            to,
            subject,
            text,
            html,
            attachments: Vec::new(),
            is_automatic: true,
        };
        let delivered = self.tools.deliverer.deliver(&settings.server, &Reach::Anywhere, &mail).await;
        delivered.map_err(|error| again(&error))?;
        Ok(Outcome::DONE)
    }
}

/// A failure that is tried again, unless the server has refused the mail for good.
pub(crate) fn again(error: &DeliveryError) -> TaskError {
    let reason = match error {
        DeliveryError::Invalid(_) | DeliveryError::Rejected(_) => MailReason::Rejected,
        DeliveryError::Forbidden | DeliveryError::Unreachable(_) => MailReason::Unreachable,
        DeliveryError::KeyRefused(_) => MailReason::KeyRefused,
        DeliveryError::Deferred(_) => MailReason::Deferred,
        DeliveryError::Unknown => MailReason::Unknown,
    };
    TaskError::new(reason, error.to_string()).transient(reason != MailReason::Rejected)
}
