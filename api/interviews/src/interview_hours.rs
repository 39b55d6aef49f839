//! The signed-in member's bookable hours, and the members who can be interviewers.

use bole_api_core::code::Code;
use bole_api_core::error::{ApiResult, Check};
use bole_api_core::extract::{Json, Paged, ReadTenant, Tenant};
use bole_domain::booking::{InterviewHours, MAX_HOLIDAYS, MAX_RANGES};
use bole_domain::ids::UserId;
use bole_domain::permission::Permission;
use bole_store::{interview_duties, interview_hours, interview_schedules};
use serde::Serialize;
use utoipa::ToSchema;

use crate::interview_schedules::is_link;

bole_api_core::area! { "interviews": get_interview_hours, put_interview_hours, list_interviewers }

const MAX_LINE: usize = 500;

/// Permissions of those who interview or schedule interviews.
pub(super) const INTERVIEW: [Permission; 3] =
    [Permission::SCHEDULE_VIEW, Permission::SCHEDULE_REVIEW, Permission::PIPELINE_SCHEDULE];

/// The signed-in member's hours: Monday to Friday, 9:00 to 18:00 in the organization's time zone unless set.
#[utoipa::path(get, path = "/interview-hours", responses((status = 200, body = InterviewHours)))]
pub async fn get_interview_hours(ReadTenant { tenant, mut tx }: ReadTenant) -> ApiResult<Json<InterviewHours>> {
    tenant.require_any(&INTERVIEW)?;
    let hours = interview_hours::of_member(&mut tx, tenant.user_id()).await?;
    tx.release();
    Ok(Json(hours))
}

/// Sets the signed-in member's hours.
#[utoipa::path(put, path = "/interview-hours", responses((status = 200, body = InterviewHours)))]
pub async fn put_interview_hours(tenant: Tenant, Json(hours): Json<InterviewHours>) -> ApiResult<Json<InterviewHours>> {
    tenant.require_any(&INTERVIEW)?;
    let mut tx = tenant.begin().await?;
    let mut check = Check::new();
    check.ensure(interview_hours::is_zone(&mut tx, &hours.time_zone).await?, "time_zone", Code::FieldUnknownValue);
    let are_ranges = hours.weekly.len() <= MAX_RANGES && hours.weekly.iter().all(|range| range.minutes().is_some());
    check.ensure(are_ranges, "weekly", Code::FieldInvalid);
    check.ensure(hours.holidays.len() <= MAX_HOLIDAYS, "holidays", Code::FieldTooLong);
    check.ensure((10..=480).contains(&hours.slot_minutes), "slot_minutes", Code::FieldInvalid);
    check.ensure((0..=240).contains(&hours.buffer_minutes), "buffer_minutes", Code::FieldInvalid);
    check.ensure((0..=336).contains(&hours.notice_hours), "notice_hours", Code::FieldInvalid);
    check.at_most("location", &hours.location, MAX_LINE);
    check.at_most("meeting_link", &hours.meeting_link, MAX_LINE);
    check.ensure(is_link(&hours.meeting_link), "meeting_link", Code::FieldLinkInvalid);
    check.finish()?;
    interview_hours::put(&mut tx, tenant.user_id(), &hours).await?;
    tx.commit().await?;
    Ok(Json(hours))
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
