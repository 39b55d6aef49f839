//! Emails to members through the server's mail server, enqueued with the change that causes them.

use bole_mail::Message;
use bole_queue::TaskKind;
use bole_queue::kinds::SendAccountMail;
use bole_store::mailbox::{self, NewCapture};
use bole_store::{StoreError, TenantTx, ledger};

use crate::Tools;

/// Sends or captures messages when the transaction commits; wake the workers afterwards. Without a mail server they
/// are dropped.
pub(crate) async fn write(tools: &Tools, tx: &mut TenantTx, messages: &[Message]) -> Result<(), StoreError> {
    if tools.mail.is_some() {
        let tasks = messages.iter().map(|Message { to, subject, text, html, .. }| {
            let (to, subject, text, html) = (to.clone(), subject.clone(), text.clone(), html.clone());
            SendAccountMail { to, subject, text, html }.new_task(None)
        });
        ledger::enqueue_many(tx, tasks.collect::<Result<Vec<_>, _>>()?).await?;
    } else if tools.captures_mail {
        for Message { to, subject, text, html, links } in messages {
            mailbox::capture_for_tenant(tx, NewCapture { to, subject, text, html, links, attachments: &[] }).await?;
        }
    }
    Ok(())
}
