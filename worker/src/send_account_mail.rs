//! `account_mail.send`: sends an account email through the server's mail server.
//!
//! Every attempt has the same Message-ID and the content is safe to repeat, so an email that may not have arrived is
//! sent again.

use std::time::Duration;

use bole_domain::failure::MailReason;
use bole_mail::{DeliveryError, OutgoingMail, Reach};
use bole_queue::kinds::SendAccountMail;
use bole_queue::{Outcome, RetryPolicy, TaskContext, TaskError, TaskHandler};

handler!(SendAccountMailHandler);

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
            follows: Vec::new(),
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

/// A failure that is retried, unless the server permanently rejected the email.
pub(crate) fn again(error: &DeliveryError) -> TaskError {
    TaskError::new(error.reason(), error.to_string()).transient(!error.is_refusal())
}
