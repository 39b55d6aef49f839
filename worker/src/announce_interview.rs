//! `interview.announce`: notifies a candidate or an interviewer that an interview was scheduled, moved or cancelled,
//! with a calendar event.
//!
//! Every attempt has the same Message-ID and the event the same UID, so sending again is safe. A change superseded by
//! a later one is not announced.

use std::time::Duration;

use bole_domain::interview::{Appointment, Attendance, CalendarEvent, InterviewChange, Participant, ScheduleStatus};
use bole_mail::{Attachment, interview_notice};
use bole_queue::kinds::{AnnounceInterview, UNDO_TIME};
use bole_queue::{Outcome, RetryPolicy, TaskContext, TaskError, TaskHandler};
use bole_store::interview_notices::{self, InterviewNotice};
use time::OffsetDateTime;

use crate::interview_mail::{Recipient, deliver, recipient, skipped};

handler!(AnnounceInterviewHandler);

impl TaskHandler for AnnounceInterviewHandler {
    type Kind = AnnounceInterview;
    const TIME_LIMIT: Duration = Duration::from_secs(240);
    const RETRY: RetryPolicy = RetryPolicy { base: Duration::from_secs(6), cap: Duration::from_secs(600) };

    async fn run(&self, context: &TaskContext, task: AnnounceInterview) -> Result<Outcome, TaskError> {
        let AnnounceInterview { schedule_id, change, to, .. } = task;
        let mut tx = context.tenant().await?;
        let notice = interview_notices::list(&mut tx, &[schedule_id]).await?.pop();
        let Some(mut notice) = notice.filter(|notice| is_news(&task, notice)) else {
            return skipped(context, tx, "outdated").await;
        };
        // The time that would be written may be undone.
        if notice.is_held {
            tx.release();
            return Ok(Outcome::Postponed(UNDO_TIME));
        }
        if let Some(Appointment { start, end, location, meeting_link, .. }) = task.known {
            (notice.start_time, notice.end_time) = (start, end);
            (notice.location, notice.meeting_link) = (location, meeting_link);
        }
        let Some(recipient) = recipient(&self.tools, &mut tx, &notice, to, Some(change)).await? else {
            return skipped(context, tx, "outdated").await;
        };
        let message = interview_notice(recipient.language, &recipient.address, change, &recipient.facts(&notice));
        let attached = |organizer: &str| vec![entry(change, &notice, &recipient, organizer)];
        deliver(&self.tools, context, tx, recipient.is_candidate, message, attached).await
    }
}

/// Whether the change is still current and the interview not over. A removed participant is only notified of the
/// removal.
fn is_news(task: &AnnounceInterview, notice: &InterviewNotice) -> bool {
    let takes_part = match task.to {
        Participant::Candidate => true,
        Participant::Interviewer(user) => notice.interviewer_id == Some(user),
    };
    let is_outdated =
        if takes_part { task.version < notice.announced_version } else { task.change != InterviewChange::Cancelled };
    !is_outdated && notice.end_time > OffsetDateTime::now_utc()
}

fn entry(change: InterviewChange, notice: &InterviewNotice, recipient: &Recipient, organizer: &str) -> Attachment {
    let event = CalendarEvent {
        uid: &format!("{}@bole", notice.id),
        sequence: notice.version - 1,
        stamp: notice.updated_at,
        start: notice.start_time,
        end: notice.end_time,
        summary: &format!("{} · {}", notice.job_title, recipient.other),
        description: "",
        location: &notice.location,
        url: &notice.meeting_link,
        is_cancelled: change == InterviewChange::Cancelled || notice.status == ScheduleStatus::Cancelled,
        attendance: Some(Attendance { organizer, attendee: &recipient.address }),
    };
    Attachment::calendar(event.method(), event.to_ics())
}
