//! `interview.remind`: tells candidates and interviewers of the interviews of the next day, once each.

use bole_domain::email::address_of;
use bole_domain::evaluation::Language;
use bole_domain::ids::UserId;
use bole_mail::{InterviewFacts, Message, interview_reminder};
use bole_queue::kinds::RemindInterviews;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::interview_notices::{self, InterviewNotice, NotifiedMember};
use bole_store::reminders;
use serde_json::json;
use time::OffsetDateTime;

use crate::{Tools, notices};

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
        while notices::can_write(&self.tools) {
            let mut tx = context.tenant().await?;
            let due = reminders::take(&mut tx, now, STEP).await?;
            if due.is_empty() {
                break;
            }
            reminded += due.len();
            let interviewers: Vec<UserId> = due.iter().filter_map(|notice| notice.interviewer_id).collect();
            let members = interview_notices::members(&mut tx, &interviewers).await?;
            let messages: Vec<Message> = due.iter().flat_map(|notice| messages(notice, &members)).collect();
            notices::write(&self.tools, &mut tx, &messages).await?;
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
fn messages(notice: &InterviewNotice, members: &[NotifiedMember]) -> Vec<Message> {
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
    let candidate = address_of(notice.candidate_email.as_deref(), notice.candidate_contact.as_deref());
    let to_candidate = candidate.map(|to| interview_reminder(notice.candidate_language, &to, &facts));
    let member = members.iter().find(|member| notice.interviewer_id == Some(member.user_id) && member.wants_reminders);
    let to_interviewer = member.map(|member| {
        let language = member.language.map_or(notice.candidate_language, Language::into);
        let facts = InterviewFacts { name: &notice.interviewer, other: &notice.candidate, ..facts };
        interview_reminder(language, &member.email, &facts)
    });
    to_candidate.into_iter().chain(to_interviewer).collect()
}
