//! When interviewer and candidate are busy, and whether they are notified, for those who schedule an interview.

use axum::extract::State;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Json, Query, ReadTenant};
use bole_api_core::state::ApiState;
use bole_domain::booking::{BusyTime, is_restored_by_cancelling, merge_busy};
use bole_domain::email::address_of;
use bole_domain::ids::{ApplicationId, InterviewScheduleId, UserId};
use bole_domain::permission::Permission;
use bole_domain::stage::SubStatus;
use bole_store::applications::{self, Application};
use bole_store::interview_hours::{self, SlotFilter};
use bole_store::{
    StoreError, bookings, interview_availability, interview_duties, interview_notices, interview_schedules,
    interviewer_calendars,
};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};
use utoipa::{IntoParams, ToSchema};

use crate::booking::BookingSlot;

bole_api_core::area! { "interviews": get_interview_availability }

/// The longest range.
const MAX_RANGE: Duration = Duration::days(31);
/// The longest interview, in minutes.
const MAX_MINUTES: i32 = 12 * 60;

/// An interview to schedule.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct AvailabilityQuery {
    /// Start of the range.
    #[serde(default, with = "time::serde::rfc3339::option")]
    from: Option<OffsetDateTime>,
    /// End of the range, at most 31 days later.
    #[serde(default, with = "time::serde::rfc3339::option")]
    to: Option<OffsetDateTime>,
    /// Length of the interview; the interviewer's usual one if absent.
    #[param(minimum = 1, maximum = 720)]
    minutes: Option<i32>,
    /// The application, if known.
    application_id: Option<ApplicationId>,
    /// The interviewer, if a member.
    interviewer_id: Option<UserId>,
    /// The interview that is moved, which does not count as busy.
    schedule_id: Option<InterviewScheduleId>,
}

/// A participant of an interview.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParticipantAvailability {
    /// The busy times within the range, earliest first, without what they are.
    busy: Vec<BookingSlot>,
    /// Whether they are notified of interviews by email.
    is_notified: bool,
}

/// The participants of an interview to schedule.
#[derive(Debug, Serialize, ToSchema)]
pub struct InterviewAvailability {
    /// The interviewer; `null` if not an active member.
    interviewer: Option<ParticipantAvailability>,
    /// The candidate; `null` without an application.
    candidate: Option<ParticipantAvailability>,
    /// The candidate's time zone by its IANA name, if they booked in a browser.
    candidate_zone: Option<String>,
    /// Whether cancelling the interview once it is scheduled leaves the candidate as they are now.
    is_reversible: bool,
    /// Times within the interviewer's hours at which both are free, earliest first; those of the next four weeks.
    free: Vec<BookingSlot>,
}

/// When interviewer and candidate are busy and free, and whether they are notified by email.
#[utoipa::path(get, path = "/interview-availability", params(AvailabilityQuery),
    responses((status = 200, body = InterviewAvailability)))]
pub async fn get_interview_availability(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(query): Query<AvailabilityQuery>,
) -> ApiResult<Json<InterviewAvailability>> {
    tenant.require_any(&Permission::SCHEDULES_INTERVIEWS)?;
    let AvailabilityQuery { from, to, minutes, application_id, interviewer_id, schedule_id } = query;
    let mut check = Check::new();
    check.ensure(minutes.is_none_or(|minutes| (1..=MAX_MINUTES).contains(&minutes)), "minutes", Code::FieldInvalid);
    check.finish()?;
    let from = from.ok_or_else(|| ApiError::invalid_field("from", Code::FieldRequired))?;
    let to = to.ok_or_else(|| ApiError::invalid_field("to", Code::FieldRequired))?;
    if from >= to || to - from > MAX_RANGE {
        return Err(ApiError::invalid_field("to", Code::FieldInvalid));
    }
    let range = (from, to);
    let application = match application_id {
        Some(id) => Some(applications::find(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?),
        None => None,
    };
    // Interviews for other jobs keep them busy as well.
    interview_duties::see_all(&mut tx).await?;
    let mut busy = Vec::new();
    let mut is_reversible = true;
    let mut candidate_zone = None;
    let candidate = match application {
        Some(Application { id, person, state, .. }) => {
            busy = merge_busy(interview_availability::of_candidate(&mut tx, id, range, schedule_id).await?, from, to);
            let is_booked = matches!(state.sub_status(), SubStatus::OnlineScheduled | SubStatus::OnsiteScheduled);
            is_reversible =
                is_restored_by_cancelling(state) || is_booked && interview_schedules::is_scheduled(&mut tx, id).await?;
            candidate_zone = bookings::candidate_zone(&mut tx, id).await?.map(|zone| zone.name().to_owned());
            let address = address_of(person.email.as_deref(), person.contact.as_deref());
            Some(ParticipantAvailability { busy: slots(&busy), is_notified: address.is_some() })
        }
        None => None,
    };
    let member = match interviewer_id {
        Some(user) => interview_schedules::member_name(&mut tx, user).await.map(|_| Some(user)),
        None => Ok(None),
    };
    let member = match member {
        Err(StoreError::NotFound) => None,
        found => found?,
    };
    let mut free = Vec::new();
    let mut interviewer = None;
    if let Some(user) = member {
        let mut times = interview_availability::of_member(&mut tx, user, range, schedule_id).await?;
        times.extend(interviewer_calendars::busy_times(&mut tx, user).await?);
        let is_notified = !interview_notices::members(&mut tx, &[user]).await?.is_empty();
        interviewer = Some(ParticipantAvailability { busy: slots(&merge_busy(times, from, to)), is_notified });
        let mut hours = interview_hours::of_member(&mut tx, user).await?;
        // Those who schedule need no notice.
        hours.notice_hours = 0;
        hours.slot_minutes = minutes.unwrap_or(hours.slot_minutes);
        let filter = SlotFilter { now: state.config.now(), start: None, moved: schedule_id };
        let length = Duration::minutes(i64::from(hours.slot_minutes));
        let starts = interview_hours::free_slots(&mut tx, user, &hours, filter).await?;
        free = starts
            .into_iter()
            .map(|start| BusyTime { start, end: start + length })
            .filter(|time| from <= time.start && time.end <= to)
            .filter(|time| !busy.iter().any(|busy| busy.start < time.end && time.start < busy.end))
            .collect();
    }
    tx.release();
    Ok(Json(InterviewAvailability { interviewer, candidate, candidate_zone, is_reversible, free: slots(&free) }))
}

fn slots(times: &[BusyTime]) -> Vec<BookingSlot> {
    times.iter().map(|time| BookingSlot { start_time: time.start, end_time: time.end }).collect()
}
