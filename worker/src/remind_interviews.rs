//! `interview.remind`: tells candidates and interviewers of the interviews of the next day, once each.

use bole_domain::email::{EmailLanguage, address_of};
use bole_domain::evaluation::Language;
use bole_mail::{InterviewReminder, Message, interview_reminder};
use bole_queue::kinds::{RemindInterviews, SendAccountMail};
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler, TaskKind};
use bole_store::ledger;
use bole_store::mailbox::{self, NewCapture};
use bole_store::reminders::{self, Reminder};
use serde_json::json;
use time::OffsetDateTime;

use crate::Tools;

/// At most so many interviews in one transaction.
const STEP: i64 = 200;

/// Runs `interview.remind`.
pub struct RemindInterviewsHandler {
    tools: Tools,
}

impl RemindInterviewsHandler {
    /// With these tools.
    #[must_use]
    pub const fn new(tools: Tools) -> Self {
        Self { tools }
    }
}

impl TaskHandler for RemindInterviewsHandler {
    type Kind = RemindInterviews;

    async fn run(&self, context: &TaskContext, _: RemindInterviews) -> Result<Outcome, TaskError> {
        let now = OffsetDateTime::now_utc() + self.tools.clock_offset;
        let mut reminded = 0;
        // Without a way to write, the reminders stay due.
        while self.tools.mail.is_some() || self.tools.captures_mail {
            let mut tx = context.tenant().await?;
            let due = reminders::take(&mut tx, now, STEP).await?;
            if due.is_empty() {
                break;
            }
            reminded += due.len();
            let messages: Vec<Message> = due.iter().flat_map(messages).collect();
            if self.tools.mail.is_some() {
                let tasks = messages.into_iter().map(|Message { to, subject, text, html, .. }| {
                    SendAccountMail { to, subject, text, html }.new_task(None)
                });
                ledger::enqueue_many(&mut tx, tasks.collect::<Result<Vec<_>, _>>()?).await?;
            } else {
                for Message { to, subject, text, html, links } in &messages {
                    mailbox::capture_for_tenant(&mut tx, NewCapture { to, subject, text, html, links }).await?;
                }
            }
            tx.commit().await?;
            self.tools.signals.wake();
        }
        let mut tx = context.tenant().await?;
        context.finish_in(&mut tx, json!({ "reminded": reminded })).await?;
        tx.commit().await?;
        Ok(Outcome::Finished)
    }
}

/// To the candidate, and to the interviewer who wants it.
fn messages(reminder: &Reminder) -> Vec<Message> {
    let facts = InterviewReminder {
        name: &reminder.candidate,
        other: &reminder.interviewer,
        job: &reminder.job_title,
        organization: &reminder.organization,
        start: &reminder.start,
        zone: &reminder.zone,
        location: &reminder.location,
        meeting_link: &reminder.meeting_link,
    };
    let candidate = address_of(reminder.candidate_email.as_deref(), reminder.candidate_contact.as_deref());
    let to_candidate = candidate.map(|to| interview_reminder(reminder.candidate_language, &to, &facts));
    let language = match reminder.interviewer_language {
        Some(Language::Zh) => EmailLanguage::Zh,
        Some(Language::Id) => EmailLanguage::Id,
        Some(Language::En) => EmailLanguage::En,
        None => reminder.candidate_language,
    };
    let turned = InterviewReminder { name: &reminder.interviewer, other: &reminder.candidate, ..facts };
    let to_interviewer = reminder.interviewer_email.as_deref().map(|to| interview_reminder(language, to, &turned));
    to_candidate.into_iter().chain(to_interviewer).collect()
}
