//! Emails about one interview: recipient, and delivery, which other single emails share.

use std::time::Duration;

use bole_domain::booking::LINK_LIFE;
use bole_domain::email::{EmailLanguage, address_of};
use bole_domain::evaluation::Language;
use bole_domain::ids::UserId;
use bole_domain::interview::{InterviewChange, Participant};
use bole_domain::written_time::written;
use bole_domain::zone::Zone;
use bole_mail::{Attachment, DeliveryError, InterviewFacts, Message, OutgoingMail, sender_address};
use bole_queue::{Outcome, TaskContext, TaskError};
use bole_secrets::LinkToken;
use bole_store::bookings::{self, NewBookingLink};
use bole_store::interview_notices::{self, InterviewNotice, NotifiedMember};
use bole_store::mailbox::{self, NewCapture};
use bole_store::{StoreResult, TenantTx, mail_settings};
use serde_json::json;
use time::OffsetDateTime;

use crate::Tools;
use crate::send_account_mail::again;
use crate::send_email::{CAPTURED_SENDER, Transport, captured, return_quota, take_quota, transport, wait_for_limits};

/// Retry interval while the email service is stopped.
const STOPPED: Duration = Duration::from_secs(60);

/// A participant as an email recipient.
pub(crate) struct Recipient {
    pub address: String,
    pub language: EmailLanguage,
    name: String,
    /// The other participant.
    pub other: String,
    pub is_candidate: bool,
    /// The page where the candidate moves or cancels it.
    link: Option<String>,
    /// When it takes place, as people write it.
    when: String,
}

impl Recipient {
    /// The interview's details for this recipient.
    pub(crate) fn facts<'a>(&'a self, notice: &'a InterviewNotice) -> InterviewFacts<'a> {
        InterviewFacts {
            name: &self.name,
            other: &self.other,
            job: &notice.job_title,
            employer: &notice.employer,
            when: &self.when,
            is_candidate: self.is_candidate,
            link: self.link.as_deref(),
            location: &notice.location,
            meeting_link: &notice.meeting_link,
        }
    }
}

/// The participant as a recipient of an email about a change, else of a reminder; `None` if they cannot or do not want
/// to receive email. A candidate's link is made in `tx`.
pub(crate) async fn recipient(
    tools: &Tools,
    tx: &mut TenantTx,
    notice: &InterviewNotice,
    to: Participant,
    change: Option<InterviewChange>,
) -> Result<Option<Recipient>, TaskError> {
    Ok(match to {
        Participant::Candidate => {
            let address = address_of(notice.candidate_email.as_deref(), notice.candidate_contact.as_deref());
            let Some(address) = address else { return Ok(None) };
            // A candidate who was not invited to book is not asked to choose another time.
            let offers_times = notice.is_invited || change != Some(InterviewChange::Cancelled);
            let link = match (tools.public_url.as_deref(), notice.movable_with) {
                (Some(public_url), Some(interviewer)) if offers_times => {
                    Some(new_link(tx, public_url, notice, interviewer).await?)
                }
                _ => None,
            };
            Some(Recipient {
                is_candidate: true,
                link,
                when: when(notice, None, notice.candidate_language),
                address,
                language: notice.candidate_language,
                name: notice.candidate.clone(),
                other: notice.interviewer.clone(),
            })
        }
        Participant::Interviewer(user) => {
            let member = interview_notices::members(tx, &[user]).await?.pop();
            // One who was replaced has a zone of their own that is not known here.
            let own_zone = notice.interviewer_zone.filter(|_| notice.interviewer_id == Some(user));
            member.map(|NotifiedMember { name, email, language, .. }| {
                let language = language.map_or(notice.candidate_language, Language::into);
                Recipient {
                    address: email,
                    language,
                    name,
                    other: notice.candidate.clone(),
                    is_candidate: false,
                    link: None,
                    when: when(notice, own_zone, language),
                }
            })
        }
    })
}

/// A link to the interview, of this email alone: only hashes of links are stored.
async fn new_link(
    tx: &mut TenantTx,
    public_url: &str,
    notice: &InterviewNotice,
    interviewer_id: UserId,
) -> StoreResult<String> {
    let token = LinkToken::random(tx.organization());
    let link = NewBookingLink { token_hash: token.hash(), application_id: notice.application_id, interviewer_id };
    let expires_at = OffsetDateTime::now_utc().max(notice.start_time) + LINK_LIFE;
    bookings::create_interview_link(tx, &link, notice.id, expires_at).await?;
    Ok(format!("{public_url}/booking/{}", token.encode()))
}

/// The start in the organization's zone, and beside it in the recipient's own and the candidate's, where known.
fn when(notice: &InterviewNotice, own: Option<Zone>, language: EmailLanguage) -> String {
    let zones: Vec<Zone> = [Some(notice.zone), own, notice.candidate_zone].into_iter().flatten().collect();
    written(notice.start_time, &zones, language)
}

/// Delivers a message through the organization's mail server, else the server's own or the local mailbox, and ends
/// the task. Attachments depend on the sender. An email to a candidate counts against the daily quota.
pub(crate) async fn deliver(
    tools: &Tools,
    context: &TaskContext,
    mut tx: TenantTx,
    is_to_candidate: bool,
    message: Message,
    attachments: impl FnOnce(&str) -> Vec<Attachment>,
) -> Result<Outcome, TaskError> {
    if mail_settings::is_stopped(&mut tx).await? {
        tx.release();
        return Ok(Outcome::Postponed(STOPPED));
    }
    let transport = match transport(tools, &mut tx).await? {
        Ok(transport) => transport,
        Err(reason) => return skipped(context, tx, reason.as_str()).await,
    };
    let from = transport.sender().unwrap_or(CAPTURED_SENDER).to_owned();
    let attachments = attachments(&sender_address(&from));
    let Message { to, subject, text, html, links } = message;
    let Transport::Smtp { server, reach, .. } = &transport else {
        let capture = NewCapture {
            to: &to,
            subject: &subject,
            text: &text,
            html: &html,
            links: &links,
            attachments: &captured(&attachments),
        };
        mailbox::capture_for_tenant(&mut tx, capture).await?;
        return Ok(context.finish(tx, json!({})).await?);
    };
    // No transaction is open while waiting for limits or a mail server, and the email's link has to work when it arrives.
    tx.commit().await?;
    if let Some(wait) = wait_for_limits(tools, context, &transport, &to).await? {
        return Ok(Outcome::Postponed(wait));
    }
    if is_to_candidate {
        let mut tx = context.tenant().await?;
        let wait = take_quota(tools, &mut tx, &transport).await?;
        tx.commit().await?;
        if let Some(wait) = wait {
            return Ok(Outcome::Postponed(wait));
        }
    }
    let mail = OutgoingMail {
        id: context.id().0,
        from,
        reply_to: None,
        follows: Vec::new(),
        to,
        subject,
        text,
        html,
        attachments,
        is_automatic: true,
    };
    let delivered = tools.deliverer.deliver(server, reach, &mail).await;
    if delivered.as_ref().is_err_and(|error| !matches!(error, DeliveryError::Unknown)) && is_to_candidate {
        let mut tx = context.tenant().await?;
        return_quota(&mut tx, &transport).await?;
        tx.commit().await?;
    }
    delivered.map_err(|error| again(&error))?;
    Ok(Outcome::DONE)
}

/// Ends a task that has nothing to send.
pub(crate) async fn skipped(context: &TaskContext, tx: TenantTx, why: &str) -> Result<Outcome, TaskError> {
    Ok(context.finish(tx, json!({ "skipped": why })).await?)
}
