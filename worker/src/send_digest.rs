//! `candidates.digest`: emails members a daily summary of others' activity in their jobs.

use bole_domain::evaluation::Language;
use bole_domain::ids::OrganizationId;
use bole_mail::{DigestReader, Message, UpdateLine, update_digest};
use bole_queue::kinds::SendDigest;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::Actor;
use bole_store::digests::{self, CandidateUpdate, DigestRecipient};
use serde_json::json;
use time::OffsetDateTime;

use crate::notices;

handler!(SendDigestHandler);

impl TaskHandler for SendDigestHandler {
    type Kind = SendDigest;

    async fn run(&self, context: &TaskContext, _: SendDigest) -> Result<Outcome, TaskError> {
        let now = OffsetDateTime::now_utc() + self.tools.clock_offset;
        let mut tx = context.open(&Actor::clock(context.organization())).await?;
        let updates = digests::take_updates(&mut tx, now).await?;
        let (organization, recipients) = digests::recipients(&mut tx).await?;
        let public_url = self.tools.public_url.as_deref();
        let messages: Vec<Message> = recipients
            .iter()
            .filter_map(|recipient| {
                message((context.organization(), organization.as_str()), recipient, &updates, public_url)
            })
            .collect();
        notices::write(&self.tools, &mut tx, &messages).await?;
        let end = context.finish(tx, json!({ "digests": messages.len() })).await?;
        self.tools.signals.wake();
        Ok(end)
    }
}

/// A member's digest; `None` if there was no activity by others in their jobs.
fn message(
    organization: (OrganizationId, &str),
    recipient: &DigestRecipient,
    updates: &[CandidateUpdate],
    public_url: Option<&str>,
) -> Option<Message> {
    if !recipient.wants_updates {
        return None;
    }
    let lines: Vec<UpdateLine<'_>> = updates
        .iter()
        .filter(|update| recipient.sees(update.job_id) && update.by != Some(recipient.user_id))
        .map(|update| UpdateLine {
            candidate: update.candidate.as_deref().unwrap_or("—"),
            job_id: update.job_id,
            job: &update.job_title,
            to: update.to,
        })
        .collect();
    (!lines.is_empty()).then(|| update_digest(&reader(organization, recipient), &lines, public_url))
}

/// The recipient of a digest of an organization.
pub(crate) fn reader<'a>(
    (organization_id, organization): (OrganizationId, &'a str),
    recipient: &'a DigestRecipient,
) -> DigestReader<'a> {
    DigestReader {
        organization_id,
        email: &recipient.email,
        name: &recipient.name,
        language: recipient.language.unwrap_or(Language::Zh),
        organization,
    }
}
