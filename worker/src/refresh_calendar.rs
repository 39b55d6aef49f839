//! `calendar.refresh`: fetches an interviewer's calendar and stores their busy times. It is parsed in a sandboxed
//! child, because its content is untrusted.

use std::time::Duration;

use bole_calendar::{CalendarAddress, Question, fetch};
use bole_domain::booking::{BusyTime, HORIZON_DAYS};
use bole_domain::ids::UserId;
use bole_domain::interview::CalendarFailure;
use bole_queue::kinds::RefreshCalendar;
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler};
use bole_store::interviewer_calendars::{self, InterviewerCalendar};
use bole_store::{StoreError, interview_hours, interview_schedules};
use serde_json::json;
use time::OffsetDateTime;

/// Days stored beyond the bookable range, for when the calendar cannot be read for some days.
const SPARE_DAYS: i64 = 7;

handler!(RefreshCalendarHandler);

impl RefreshCalendarHandler {
    /// The member's busy times, or why they could not be read.
    async fn read(
        &self,
        context: &TaskContext,
        user: UserId,
        calendar: &InterviewerCalendar,
        zone: String,
    ) -> Result<Vec<BusyTime>, CalendarFailure> {
        let (allowed, place) =
            (&self.tools.mail_allow_hosts, interviewer_calendars::address_place(context.organization(), user));
        let opened = self.tools.server_key.as_ref().and_then(|key| key.open(&place, &calendar.address_sealed).ok());
        let opened = opened.ok_or(CalendarFailure::ServerKeyChanged)?;
        // The host may no longer be allowed.
        let address = CalendarAddress::parse(&opened, allowed).map_err(|_| CalendarFailure::HostForbidden)?;
        let bytes = fetch(&address, allowed).await.map_err(|error| error.failure())?;
        let from = OffsetDateTime::now_utc() - time::Duration::days(1);
        let to = from + time::Duration::days(i64::from(HORIZON_DAYS) + SPARE_DAYS);
        let question = Question { zone, from, to }.to_bytes(&bytes).map_err(|error| error.failure())?;
        let answer = self.tools.sandbox.call(&question).await.map_err(|_| CalendarFailure::Unreadable)?;
        bole_calendar::answer(&answer).map_err(|error| error.failure())
    }
}

impl TaskHandler for RefreshCalendarHandler {
    type Kind = RefreshCalendar;
    const TIME_LIMIT: Duration = Duration::from_secs(300);

    async fn run(
        &self,
        context: &TaskContext,
        RefreshCalendar { user_id }: RefreshCalendar,
    ) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let Some(calendar) = interviewer_calendars::find(&mut tx, user_id).await? else { return Ok(Outcome::DONE) };
        match interview_schedules::member_name(&mut tx, user_id).await {
            // Calendars of former members are not refreshed.
            Err(StoreError::NotFound) => {
                interviewer_calendars::delete(&mut tx, user_id).await?;
                tx.commit().await?;
                return Ok(Outcome::DONE);
            }
            name => name.map(drop)?,
        }
        let zone = interview_hours::of_member(&mut tx, user_id).await?.time_zone;
        tx.release();
        let read = self.read(context, user_id, &calendar, zone).await;
        let mut tx = context.tenant().await?;
        let told = match &read {
            Ok(busy) => {
                interviewer_calendars::note_busy(&mut tx, user_id, &calendar, busy).await?;
                json!({ "busy": busy.len() })
            }
            Err(failure) => {
                interviewer_calendars::note_failure(&mut tx, user_id, &calendar, *failure).await?;
                json!({ "failure": failure })
            }
        };
        Ok(context.finish(tx, told).await?)
    }
}
