//! The upcoming interviews and booking links of members, and handing them over when one leaves.

use axum::extract::State;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::{Item, Json, Paged, Query, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::ids::{InterviewScheduleId, UserId};
use bole_domain::interview::ScheduleStatus;
use bole_domain::permission::Permission;
use bole_queue::kinds::announce_changes_later;
use bole_store::interview_duties::{self, InterviewDuties};
use bole_store::interview_schedules::{self, ScheduleChange};
use bole_store::{StoreError, TenantTx};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

bole_api_core::area! { "interviews": list_interview_duties, hand_over_interviews }

/// Maximum interviews handed over at once.
const MAX_INTERVIEWS: i64 = 500;

/// Whose duties.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DutiesQuery {
    /// Of this user; of all who are no longer active members if absent.
    user_id: Option<UserId>,
}

/// Upcoming interviews and open invitations of one member, or of all who have left. Every member can read their own.
#[utoipa::path(get, path = "/interview-duties", params(DutiesQuery),
    responses((status = 200, body = Paged<InterviewDuties>)))]
pub async fn list_interview_duties(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(DutiesQuery { user_id }): Query<DutiesQuery>,
) -> ApiResult<Json<Paged<InterviewDuties>>> {
    require_access(&tenant, &mut tx, user_id).await?;
    let found = interview_duties::list(&mut tx, user_id).await?;
    tx.release();
    Ok(Json(Paged::all(found)))
}

/// Those who schedule interviews can access the duties of all within their jobs, and every member all of their own.
async fn require_access(tenant: &Tenant, tx: &mut TenantTx, of: Option<UserId>) -> ApiResult<()> {
    if of == Some(tenant.user_id()) {
        return Ok(interview_duties::see_all(tx).await?);
    }
    tenant.require_any(&Permission::SCHEDULES_INTERVIEWS)
}

/// To whom interviews are handed over.
#[derive(Debug, Deserialize, ToSchema)]
pub struct HandOver {
    /// An active member.
    to: UserId,
}

/// What was handed over.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct HandedOver {
    /// Interviews with the new interviewer.
    interviews: i64,
    /// Interviews left as they are, because the new interviewer has another one then.
    conflicts: i64,
    /// Candidates who were invited and now book the new interviewer's free slots.
    invitations: i64,
}

/// Hands a member's upcoming interviews and booking links over to another: among those the caller can access, or all of the
/// caller's own, as before leaving. Candidates and both interviewers are told.
#[utoipa::path(post, path = "/interview-duties/{user_id}/hand-over", params(("user_id" = UserId, Path)),
    responses((status = 200, body = HandedOver)))]
pub async fn hand_over_interviews(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(from): Item<UserId>,
    Json(HandOver { to }): Json<HandOver>,
) -> ApiResult<Json<HandedOver>> {
    let mut tx = tenant.begin().await?;
    require_access(&tenant, &mut tx, Some(from)).await?;
    if from == to {
        return Err(ApiError::invalid_field("to", Code::FieldInvalid));
    }
    let name = match interview_schedules::member_name(&mut tx, to).await {
        Ok(name) => name,
        Err(StoreError::NotFound) => return Err(ApiError::invalid_field("to", Code::FieldUnknownValue)),
        Err(error) => return Err(error.into()),
    };
    let mut done = HandedOver::default();
    let upcoming = interview_duties::upcoming(&mut tx, from, MAX_INTERVIEWS).await?;
    // Applications first, as for every change of an interview.
    interview_schedules::lock_applications_of(&mut tx, &upcoming).await?;
    interview_schedules::lock_interviewer(&mut tx, (Some(to), &name)).await?;
    for id in upcoming {
        match give(&mut tx, id, to, &name).await? {
            Some(true) => done.interviews += 1,
            Some(false) => done.conflicts += 1,
            None => {}
        }
    }
    done.invitations = interview_duties::hand_over_links(&mut tx, from, to).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(done))
}

/// Gives an interview to another interviewer, unless they have another one then. `None` if it was deleted or ended while its
/// application was waited for.
async fn give(tx: &mut TenantTx, id: InterviewScheduleId, to: UserId, name: &str) -> ApiResult<Option<bool>> {
    let before = match interview_schedules::find(tx, id).await {
        Ok(before) if before.status == ScheduleStatus::Scheduled => before,
        Ok(_) | Err(StoreError::NotFound) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if interview_duties::is_busy(tx, to, before.start_time, before.end_time, id).await? {
        return Ok(Some(false));
    }
    let change = ScheduleChange { interviewer: Some((Some(to), name.to_owned())), ..ScheduleChange::default() };
    interview_schedules::change(tx, id, before.version, &change).await?;
    announce_changes_later(tx, id).await?;
    Ok(Some(true))
}
