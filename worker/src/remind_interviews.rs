//! `interview.remind`: enqueues reminders of the next day's interviews, once each.

use bole_domain::ids::UserId;
use bole_domain::interview::Participant;
use bole_queue::kinds::{RemindInterviews, SendReminder};
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler, TaskKind};
use bole_store::interview_notices::{self, InterviewNotice, NotifiedMember};
use bole_store::ledger::{self, NewTask};
use bole_store::{StoreResult, reminders};
use serde_json::json;
use time::OffsetDateTime;

use crate::send_email::transport;

/// The most interviews per transaction.
const STEP: i64 = 200;

handler!(RemindInterviewsHandler);

impl TaskHandler for RemindInterviewsHandler {
    type Kind = RemindInterviews;

    async fn run(&self, context: &TaskContext, _: RemindInterviews) -> Result<Outcome, TaskError> {
        let now = OffsetDateTime::now_utc() + self.tools.clock_offset;
        let mut reminded = 0;
        loop {
            let mut tx = context.tenant().await?;
            // Without a mail server, the reminders stay due.
            if transport(&self.tools, &mut tx).await?.is_err() {
                tx.release();
                break;
            }
            let due = reminders::take(&mut tx, now, STEP).await?;
            if due.is_empty() {
                break;
            }
            reminded += due.len();
            let interviewers: Vec<UserId> = due.iter().filter_map(|notice| notice.interviewer_id).collect();
            let members = interview_notices::members(&mut tx, &interviewers).await?;
            let tasks = due.iter().flat_map(|notice| tasks(notice, &members)).collect::<StoreResult<_>>()?;
            ledger::enqueue_many(&mut tx, tasks).await?;
            tx.commit().await?;
            self.tools.signals.wake();
        }
        let tx = context.tenant().await?;
        Ok(context.finish(tx, json!({ "reminded": reminded })).await?)
    }
}

/// Reminders for the candidate, and for the interviewer if enabled.
fn tasks(notice: &InterviewNotice, members: &[NotifiedMember]) -> Vec<StoreResult<NewTask>> {
    let member = members.iter().find(|member| notice.interviewer_id == Some(member.user_id) && member.wants_reminders);
    let interviewer = member.map(|member| Participant::Interviewer(member.user_id));
    let remind = |to| SendReminder { schedule_id: notice.id, start_time: notice.start_time, to }.new_task(None);
    [Participant::Candidate].into_iter().chain(interviewer).map(remind).collect()
}
