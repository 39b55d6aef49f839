//! `interview.check_timeout`: expires invitations unanswered for five days, a thousand at a time, and notifies
//! interested members once.

use std::collections::HashSet;

use bole_domain::email::INVITATION_TIMEOUT;
use bole_domain::ids::{JobId, UserId};
use bole_domain::stage::Move;
use bole_mail::{Message, TimedOutLine, timed_out_digest};
use bole_queue::kinds::CheckInterviewTimeout;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::digests::{self, DigestRecipient};
use bole_store::moves::{self, Authority, MoveItem, MoveRequest, Placed};
use bole_store::{Actor, TenantTx, timeouts};
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};

use crate::notices;
use crate::send_digest::reader;

/// How long before the expiry a warning is counted.
const WARNING: Duration = Duration::days(1);
/// The most per transaction.
const STEP: i64 = 1000;

handler!(CheckInterviewTimeoutHandler);

/// Expired invitations.
#[derive(Default)]
struct Counts {
    online: u32,
    onsite: u32,
}

impl Counts {
    fn add(&mut self, is_online: bool) {
        *(if is_online { &mut self.online } else { &mut self.onsite }) += 1;
    }

    const fn total(&self) -> u32 {
        self.online + self.onsite
    }

    fn result(&self, warnings: i64) -> Value {
        json!({
            "updated_count": self.total(), "online_timeout_count": self.online, "onsite_timeout_count": self.onsite,
            "warnings_count": warnings,
        })
    }
}

impl CheckInterviewTimeoutHandler {
    /// Notifies members of expired invitations, except the one who requested the check: those assigned to the job, or who
    /// see all jobs where nobody is, and those who want updates of all they see.
    async fn notify(&self, tx: &mut TenantTx, asked_by: Option<UserId>) -> Result<(), TaskError> {
        let invitations = digests::take_timed_out(tx).await?;
        if invitations.is_empty() {
            return Ok(());
        }
        let organization_id = tx.organization();
        let (organization, recipients) = digests::recipients(tx).await?;
        let assigned: HashSet<JobId> = invitations
            .iter()
            .map(|invitation| invitation.job_id)
            .filter(|job| recipients.iter().any(|recipient| recipient.is_assigned(*job)))
            .collect();
        let concerns = |recipient: &DigestRecipient, job: JobId| {
            let is_theirs = recipient.is_assigned(job) || !assigned.contains(&job);
            recipient.sees(job) && (recipient.wants_updates || is_theirs)
        };
        let message = |recipient: &DigestRecipient| {
            let seen = invitations.iter().filter(|invitation| concerns(recipient, invitation.job_id));
            let lines: Vec<TimedOutLine<'_>> = seen
                .map(|invitation| TimedOutLine {
                    candidate: invitation.candidate.as_deref().unwrap_or("—"),
                    job_id: invitation.job_id,
                    job: &invitation.job_title,
                    is_online: invitation.is_online,
                })
                .collect();
            let public_url = self.tools.public_url.as_deref();
            (!lines.is_empty()).then(|| {
                timed_out_digest(&reader((organization_id, organization.as_str()), recipient), &lines, public_url)
            })
        };
        let others = recipients.iter().filter(|recipient| asked_by != Some(recipient.user_id));
        let messages: Vec<Message> = others.filter_map(message).collect();
        notices::write(&self.tools, tx, &messages).await?;
        Ok(())
    }
}

impl TaskHandler for CheckInterviewTimeoutHandler {
    type Kind = CheckInterviewTimeout;

    async fn run(&self, context: &TaskContext, task: CheckInterviewTimeout) -> Result<Outcome, TaskError> {
        let due = OffsetDateTime::now_utc() + self.tools.clock_offset - INVITATION_TIMEOUT;
        let (mut counts, mut job_counts) = (Counts::default(), Counts::default());
        loop {
            let mut tx = context.open(&Actor::clock(context.organization())).await?;
            let invited = timeouts::invited_before(&mut tx, due, STEP).await?;
            let items: Vec<MoveItem> = invited.iter().map(|(id, _)| MoveItem::current(*id)).collect();
            let request =
                MoveRequest { what: Move::TimeOut, items: &items, reason: None, authority: Authority::System };
            let outcomes = moves::apply(&mut tx, &request).await?;
            let moved: Vec<(&Placed, bool)> = invited
                .iter()
                .zip(&outcomes)
                .filter_map(|((_, is_online), outcome)| Some((outcome.moved()?, *is_online)))
                .collect();
            for (placed, is_online) in &moved {
                counts.add(*is_online);
                if task.job_id == Some(placed.job_id) {
                    job_counts.add(*is_online);
                }
            }
            digests::note_timed_out(&mut tx, &moved).await?;
            let ended = invited.len() < usize::try_from(STEP).unwrap_or(usize::MAX) || moved.is_empty();
            if ended {
                let warnings = timeouts::count_invited_before(&mut tx, due + WARNING, None).await?;
                let mut result = counts.result(warnings);
                if let Some(job) = task.job_id {
                    let warnings = timeouts::count_invited_before(&mut tx, due + WARNING, Some(job)).await?;
                    result["job"] = job_counts.result(warnings);
                }
                self.notify(&mut tx, task.asked_by).await?;
                let end = context.finish(tx, result).await?;
                self.tools.signals.wake();
                return Ok(end);
            }
            tx.commit().await?;
            context.progress(counts.total(), 0);
        }
    }
}
