//! The signed-in member's bookable hours, and the members who can be interviewers.

use bole_api_core::code::Code;
use bole_api_core::error::{ApiResult, Check};
use bole_api_core::extract::{Json, Paged, ReadTenant, Tenant};
use bole_domain::booking::{self, MAX_HOLIDAYS, MAX_RANGES, WeeklyRange};
use bole_domain::ids::UserId;
use bole_domain::permission::Permission;
use bole_store::{interview_duties, interview_hours, interview_schedules};
use serde::{Deserialize, Serialize};
use time::Date;
use utoipa::ToSchema;

use crate::interview_schedules::is_link;

bole_api_core::area! { "interviews": get_interview_hours, put_interview_hours, list_interviewers }

time::serde::format_description!(day, Date, "[year]-[month]-[day]");

const MAX_LINE: usize = 500;

/// Permissions of those who interview or schedule interviews.
pub(super) const INTERVIEW: [Permission; 3] =
    [Permission::SCHEDULE_VIEW, Permission::SCHEDULE_REVIEW, Permission::PIPELINE_SCHEDULE];

/// A day without bookable hours.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(value_type = String, format = Date)]
pub struct Holiday(#[serde(with = "day")] Date);

/// A member's bookable hours.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct InterviewHours {
    /// An IANA time zone, such as `Asia/Jakarta`.
    time_zone: String,
    /// The weekly hours; a weekday may have several ranges.
    weekly: Vec<WeeklyRange>,
    /// Dates without bookable hours.
    #[serde(default)]
    holidays: Vec<Holiday>,
    /// Length of an interview, in minutes.
    #[schema(minimum = 10, maximum = 480)]
    slot_minutes: i32,
    /// Free time before and after each interview, in minutes.
    #[schema(minimum = 0, maximum = 240)]
    buffer_minutes: i32,
    /// Minimum notice, in hours.
    #[schema(minimum = 0, maximum = 336)]
    notice_hours: i32,
    /// Where interviews take place; shown to candidates who book.
    #[serde(default)]
    location: String,
    /// The meeting link; shown to candidates who book.
    #[serde(default)]
    meeting_link: String,
}

impl From<booking::InterviewHours> for InterviewHours {
    fn from(hours: booking::InterviewHours) -> Self {
        let booking::InterviewHours {
            time_zone,
            weekly,
            holidays,
            slot_minutes,
            buffer_minutes,
            notice_hours,
            location,
            meeting_link,
        } = hours;
        let holidays = holidays.into_iter().map(Holiday).collect();
        Self { time_zone, weekly, holidays, slot_minutes, buffer_minutes, notice_hours, location, meeting_link }
    }
}

/// The signed-in member's hours: Monday to Friday, 9:00 to 18:00 in the organization's time zone unless set.
#[utoipa::path(get, path = "/interview-hours", responses((status = 200, body = InterviewHours)))]
pub async fn get_interview_hours(ReadTenant { tenant, mut tx }: ReadTenant) -> ApiResult<Json<InterviewHours>> {
    tenant.require_any(&INTERVIEW)?;
    let hours = interview_hours::of_member(&mut tx, tenant.user_id()).await?;
    tx.release();
    Ok(Json(hours.into()))
}

/// Sets the signed-in member's hours.
#[utoipa::path(put, path = "/interview-hours", responses((status = 200, body = InterviewHours)))]
pub async fn put_interview_hours(tenant: Tenant, Json(input): Json<InterviewHours>) -> ApiResult<Json<InterviewHours>> {
    tenant.require_any(&INTERVIEW)?;
    let InterviewHours {
        time_zone,
        weekly,
        holidays,
        slot_minutes,
        buffer_minutes,
        notice_hours,
        location,
        meeting_link,
    } = input;
    let mut tx = tenant.begin().await?;
    let mut check = Check::new();
    check.ensure(interview_hours::is_zone(&mut tx, &time_zone).await?, "time_zone", Code::FieldUnknownValue);
    let are_ranges = weekly.len() <= MAX_RANGES && weekly.iter().all(|range| range.minutes().is_some());
    check.ensure(are_ranges, "weekly", Code::FieldInvalid);
    check.ensure(holidays.len() <= MAX_HOLIDAYS, "holidays", Code::FieldTooLong);
    check.ensure((10..=480).contains(&slot_minutes), "slot_minutes", Code::FieldInvalid);
    check.ensure((0..=240).contains(&buffer_minutes), "buffer_minutes", Code::FieldInvalid);
    check.ensure((0..=336).contains(&notice_hours), "notice_hours", Code::FieldInvalid);
    check.at_most("location", &location, MAX_LINE);
    check.at_most("meeting_link", &meeting_link, MAX_LINE);
    check.ensure(is_link(&meeting_link), "meeting_link", Code::FieldLinkInvalid);
    check.finish()?;
    let holidays = holidays.into_iter().map(|Holiday(date)| date).collect();
    let hours = booking::InterviewHours {
        time_zone,
        weekly,
        holidays,
        slot_minutes,
        buffer_minutes,
        notice_hours,
        location,
        meeting_link,
    };
    interview_hours::put(&mut tx, tenant.user_id(), &hours).await?;
    tx.commit().await?;
    Ok(Json(hours.into()))
}

/// A member who can be an interviewer.
#[derive(Debug, Serialize, ToSchema)]
pub struct InterviewerOption {
    /// The member.
    user_id: UserId,
    name: String,
}

/// The active members who may interview, by name; also for members who have interviews to hand over.
#[utoipa::path(get, path = "/interviewers", responses((status = 200, body = Paged<InterviewerOption>)))]
pub async fn list_interviewers(ReadTenant { tenant, mut tx }: ReadTenant) -> ApiResult<Json<Paged<InterviewerOption>>> {
    let refused = tenant.require_any(&INTERVIEW).err();
    let members = interview_schedules::interviewers(&mut tx).await?;
    if let Some(refused) = refused {
        interview_duties::see_all(&mut tx).await?;
        if interview_duties::list(&mut tx, Some(tenant.user_id())).await?.is_empty() {
            return Err(refused);
        }
    }
    tx.release();
    let option = |(user_id, name)| InterviewerOption { user_id, name };
    Ok(Json(Paged::all(members.into_iter().map(option).collect())))
}
