//! Enqueues emails about interviews that were scheduled, moved or cancelled, with the change.

use bole_domain::interview::{Appointment, announcements};
use bole_queue::TaskKind;
use bole_queue::kinds::AnnounceInterview;
use bole_store::interview_notices;
use bole_store::interview_schedules::InterviewSchedule;
use bole_store::{StoreResult, TenantTx, ledger};
use time::OffsetDateTime;

/// Notifies candidate and interviewer of what changed for them. Wake the workers after the commit.
pub(super) async fn announce(
    tx: &mut TenantTx,
    before: Option<&InterviewSchedule>,
    after: &InterviewSchedule,
) -> StoreResult<()> {
    let told = announcements(before.map(appointment).as_ref(), &appointment(after), OffsetDateTime::now_utc());
    if told.is_empty() {
        return Ok(());
    }
    let task = |(to, change)| AnnounceInterview { schedule_id: after.id, version: after.version, change, to };
    let tasks = told.into_iter().map(|told| task(told).new_task(None)).collect::<Result<Vec<_>, _>>()?;
    ledger::enqueue_many(tx, tasks).await?;
    interview_notices::announce(tx, after.id).await
}

fn appointment(schedule: &InterviewSchedule) -> Appointment {
    Appointment {
        status: schedule.status,
        start: schedule.start_time,
        end: schedule.end_time,
        location: schedule.location.clone(),
        meeting_link: schedule.meeting_link.clone(),
        interviewer: schedule.interviewer_id,
        has_candidate: schedule.candidate.is_some(),
    }
}
