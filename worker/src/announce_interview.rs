//! `interview.announce`: tells a candidate or an interviewer that an interview was booked, moved or cancelled, with an entry
//! for their calendar.
//!
//! Every attempt has the same Message-ID and the entry the same UID, so what is not known to have arrived is sent again.
//! What a later change tells already is not told.

use std::time::Duration;

use bole_domain::email::address_of;
use bole_domain::evaluation::Language;
use bole_domain::failure::MailReason;
use bole_domain::interview::{Attendance, CalendarEvent, InterviewChange, Participant, ScheduleStatus};
use bole_mail::{Attachment, InterviewFacts, Message, OutgoingMail, interview_notice, sender_address};
use bole_queue::kinds::AnnounceInterview;
use bole_queue::{Outcome, RetryPolicy, TaskContext, TaskError, TaskHandler};
use bole_store::interview_notices::{self, InterviewNotice, NotifiedMember};
use bole_store::mailbox::{self, NewCapture};
use bole_store::{TenantTx, mail_settings};
use serde_json::json;
use time::OffsetDateTime;

use crate::Tools;
use crate::send_account_mail::again;
use crate::send_email::{CAPTURED_SENDER, Road, captured, road, wait_for_limits};

/// While the email service is stopped, it is looked at again after this long.
const STOPPED: Duration = Duration::from_secs(60);

/// Runs `interview.announce`.
pub struct AnnounceInterviewHandler {
    tools: Tools,
}

impl AnnounceInterviewHandler {
    /// With these tools.
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }
}

impl TaskHandler for AnnounceInterviewHandler {
    type Kind = AnnounceInterview;
    const TIME_LIMIT: Duration = Duration::from_secs(240);
    const RETRY: RetryPolicy = RetryPolicy { base: Duration::from_secs(6), cap: Duration::from_secs(600) };

    async fn run(&self, context: &TaskContext, task: AnnounceInterview) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let Some(message) = message(&mut tx, &task).await? else { return skipped(context, tx, "outdated").await };
        if mail_settings::is_stopped(&mut tx).await? {
            tx.release();
            return Ok(Outcome::Postponed(STOPPED));
        }
        let Some(road) = road(&self.tools, &mut tx).await? else {
            return skipped(context, tx, MailReason::NotConfigured.as_str()).await;
        };
        let mail = message.outgoing(context.id().0, road.sender().unwrap_or(CAPTURED_SENDER));
        let Road::Smtp { server, reach, .. } = &road else {
            let OutgoingMail { to, subject, text, html, attachments, .. } = &mail;
            let (links, attachments) = (&message.message.links, &captured(attachments));
            mailbox::capture_for_tenant(&mut tx, NewCapture { to, subject, text, html, links, attachments }).await?;
            context.finish_in(&mut tx, json!({})).await?;
            tx.commit().await?;
            return Ok(Outcome::Finished);
        };
        let wait = wait_for_limits(&self.tools, &mut tx, &road, &mail.to).await?;
        // Nobody waits for the database while a mail server takes its time.
        tx.release();
        if let Some(wait) = wait {
            return Ok(Outcome::Postponed(wait));
        }
        self.tools.deliverer.deliver(server, reach, &mail).await.map_err(|error| again(&error))?;
        Ok(Outcome::DONE)
    }
}

async fn skipped(context: &TaskContext, mut tx: TenantTx, why: &str) -> Result<Outcome, TaskError> {
    context.finish_in(&mut tx, json!({ "skipped": why })).await?;
    tx.commit().await?;
    Ok(Outcome::Finished)
}

/// What is written to one participant.
struct Announcement {
    message: Message,
    notice: InterviewNotice,
    summary: String,
    is_cancelled: bool,
}

/// What there is to tell; nothing where a later change tells it, the interview is over, or nobody can be written to.
async fn message(tx: &mut TenantTx, task: &AnnounceInterview) -> Result<Option<Announcement>, TaskError> {
    let AnnounceInterview { schedule_id, version, change, to } = *task;
    let Some(notice) = interview_notices::list(tx, &[schedule_id]).await?.pop() else { return Ok(None) };
    let takes_part = match to {
        Participant::Candidate => true,
        Participant::Interviewer(user) => notice.interviewer_id == Some(user),
    };
    // Whoever takes no part any more is told that alone.
    let is_outdated =
        if takes_part { version < notice.announced_version } else { change != InterviewChange::Cancelled };
    if is_outdated || notice.end_time <= OffsetDateTime::now_utc() {
        return Ok(None);
    }
    let facts = InterviewFacts {
        name: &notice.candidate,
        other: &notice.interviewer,
        job: &notice.job_title,
        organization: &notice.organization,
        start: &notice.start,
        zone: &notice.zone,
        location: &notice.location,
        meeting_link: &notice.meeting_link,
    };
    let (message, other) = match to {
        Participant::Candidate => {
            let Some(to) = address_of(notice.candidate_email.as_deref(), notice.candidate_contact.as_deref()) else {
                return Ok(None);
            };
            (interview_notice(notice.candidate_language, &to, change, &facts), &notice.interviewer)
        }
        Participant::Interviewer(user) => {
            let Some(NotifiedMember { name, email, language, .. }) =
                interview_notices::members(tx, &[user]).await?.pop()
            else {
                return Ok(None);
            };
            let facts = InterviewFacts { name: &name, other: &notice.candidate, ..facts };
            let language = language.map_or(notice.candidate_language, Language::into);
            (interview_notice(language, &email, change, &facts), &notice.candidate)
        }
    };
    let summary = format!("{} · {other}", notice.job_title);
    let is_cancelled = change == InterviewChange::Cancelled || notice.status == ScheduleStatus::Cancelled;
    Ok(Some(Announcement { message, summary, is_cancelled, notice }))
}

impl Announcement {
    fn outgoing(&self, id: uuid::Uuid, from: &str) -> OutgoingMail {
        let Self { message: Message { to, subject, text, html, .. }, notice, summary, is_cancelled } = self;
        let organizer = sender_address(from);
        let event = CalendarEvent {
            uid: &format!("{}@bole", notice.id),
            sequence: notice.version - 1,
            stamp: notice.updated_at,
            start: notice.start_time,
            end: notice.end_time,
            summary,
            description: "",
            location: &notice.location,
            url: &notice.meeting_link,
            is_cancelled: *is_cancelled,
            attendance: Some(Attendance { organizer: &organizer, attendee: to }),
        };
        OutgoingMail {
            id,
            from: from.to_owned(),
            reply_to: None,
            follows: None,
            to: to.clone(),
            subject: subject.clone(),
            text: text.clone(),
            html: html.clone(),
            attachments: vec![Attachment::calendar(event.method(), event.to_ics())],
            is_automatic: true,
        }
    }
}
