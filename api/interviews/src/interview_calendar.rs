//! The signed-in member's calendar, whose busy times cannot be booked.

use axum::extract::State;
use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::{Json, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_calendar::CalendarAddress;
use bole_domain::interview::CalendarFailure;
use bole_queue::TaskKind;
use bole_queue::kinds::RefreshCalendar;
use bole_store::interviewer_calendars;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::interview_hours::INTERVIEW;
use crate::server_key::{is_unreadable, server_key};

bole_api_core::area! { "interviews": get_interview_calendar, put_interview_calendar, delete_interview_calendar }

/// A member's calendar. Its address is never returned.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct InterviewCalendar {
    /// Host of the calendar; `null` if not set.
    host: Option<String>,
    /// Why it could not be read last time, as in `calendar.unreachable`; earlier busy times stay valid.
    failure: Option<CalendarFailure>,
    #[serde(with = "time::serde::rfc3339::option")]
    read_at: Option<OffsetDateTime>,
}

impl From<interviewer_calendars::InterviewerCalendar> for InterviewCalendar {
    fn from(row: interviewer_calendars::InterviewerCalendar) -> Self {
        let interviewer_calendars::InterviewerCalendar { host, address_sealed: _, failure, read_at } = row;
        Self { host: Some(host), failure, read_at }
    }
}

/// The signed-in member's calendar.
#[utoipa::path(get, path = "/interview-calendar", responses((status = 200, body = InterviewCalendar)))]
pub async fn get_interview_calendar(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
) -> ApiResult<Json<InterviewCalendar>> {
    tenant.require_any(&INTERVIEW)?;
    let mut calendar = interviewer_calendars::find(&mut tx, tenant.user_id()).await?;
    tx.release();
    if let Some(calendar) = &mut calendar {
        let place = interviewer_calendars::address_place(tenant.organization(), tenant.user_id());
        // Also before the calendar is read again.
        if is_unreadable(&state, &place, Some(&calendar.address_sealed)) {
            calendar.failure = Some(CalendarFailure::ServerKeyChanged);
        }
    }
    Ok(Json(calendar.map(InterviewCalendar::from).unwrap_or_default()))
}

/// A calendar to subscribe to.
#[derive(Deserialize, ToSchema)]
pub struct InterviewCalendarInput {
    /// Its secret iCal address, with https or webcal.
    #[schema(format = "password")]
    address: String,
}

/// Sets the signed-in member's calendar. It is read now and then every quarter of an hour.
#[utoipa::path(put, path = "/interview-calendar", responses((status = 200, body = InterviewCalendar)))]
pub async fn put_interview_calendar(
    State(state): State<ApiState>,
    tenant: Tenant,
    Json(InterviewCalendarInput { address }): Json<InterviewCalendarInput>,
) -> ApiResult<Json<InterviewCalendar>> {
    tenant.require_any(&INTERVIEW)?;
    let address = CalendarAddress::parse(&address, &state.config.mail_allow_hosts)
        .map_err(|_| ApiError::invalid_field("address", Code::FieldInvalid))?;
    let user_id = tenant.user_id();
    let place = interviewer_calendars::address_place(tenant.organization(), user_id);
    let key = server_key(&state)?;
    let sealed = key.seal(&place, address.as_str()).map_err(|error| ApiError::internal(&error))?;
    let mut tx = tenant.begin().await?;
    let before = interviewer_calendars::find(&mut tx, user_id).await?;
    let is_same = |before: &interviewer_calendars::InterviewerCalendar| {
        key.open(&place, &before.address_sealed).is_ok_and(|known| known == address.as_str())
    };
    // The busy times of the same calendar count until it is read again.
    let kept = before.filter(is_same);
    if kept.is_none() {
        interviewer_calendars::put(&mut tx, user_id, address.host(), &sealed).await?;
    }
    // Not deduplicated with the cron's task, which may be reading the previous address.
    RefreshCalendar { user_id }.enqueue(&mut tx, None).await?;
    tx.commit().await?;
    state.signals.wake();
    let host = Some(address.host().to_owned());
    let set = InterviewCalendar { host, ..InterviewCalendar::default() };
    Ok(Json(kept.map_or(set, InterviewCalendar::from)))
}

/// Removes the signed-in member's calendar and its busy times.
#[utoipa::path(delete, path = "/interview-calendar", responses((status = 204)))]
pub async fn delete_interview_calendar(tenant: Tenant) -> ApiResult<StatusCode> {
    tenant.require_any(&INTERVIEW)?;
    let mut tx = tenant.begin().await?;
    interviewer_calendars::delete(&mut tx, tenant.user_id()).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
