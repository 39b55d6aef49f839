//! `interview.send_reminder`: reminds a participant of an interview, unless it was moved or cancelled.

use std::time::Duration;

use bole_domain::interview::{Participant, ScheduleStatus};
use bole_mail::interview_reminder;
use bole_queue::kinds::SendReminder;
use bole_queue::{Outcome, RetryPolicy, TaskContext, TaskError, TaskHandler};
use bole_store::interview_notices::{self, InterviewNotice};
use time::OffsetDateTime;

use crate::interview_mail::{deliver, recipient, skipped};

handler!(SendReminderHandler);

impl TaskHandler for SendReminderHandler {
    type Kind = SendReminder;
    const TIME_LIMIT: Duration = Duration::from_secs(240);
    const RETRY: RetryPolicy = RetryPolicy { base: Duration::from_secs(6), cap: Duration::from_secs(600) };

    async fn run(&self, context: &TaskContext, task: SendReminder) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let notice = interview_notices::list(&mut tx, &[task.schedule_id]).await?.pop();
        let Some(notice) = notice.filter(|notice| is_due(&task, notice)) else {
            return skipped(context, tx, "outdated").await;
        };
        let Some(recipient) = recipient(&self.tools, &mut tx, &notice, task.to, None).await? else {
            return skipped(context, tx, "outdated").await;
        };
        let message = interview_reminder(recipient.language, &recipient.address, &recipient.facts(&notice));
        deliver(&self.tools, context, tx, recipient.is_candidate, message, |_| Vec::new()).await
    }
}

/// Whether the interview still takes place at that time with this participant.
fn is_due(task: &SendReminder, notice: &InterviewNotice) -> bool {
    let takes_part = match task.to {
        Participant::Candidate => true,
        Participant::Interviewer(user) => notice.interviewer_id == Some(user),
    };
    takes_part
        && notice.status == ScheduleStatus::Scheduled
        && notice.start_time == task.start_time
        && notice.start_time > OffsetDateTime::now_utc()
}
