//! Scheduled interviews: scheduling and recording the outcome also moves the candidate.

use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{CursorPage, CursorPaging, Item, Json, Paged, Path, Query, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_api_core::totals::List;
use bole_domain::ids::{ApplicationId, InterviewScheduleId, UserId};
use bole_domain::interview::{CalendarEvent, ScheduleStatus};
use bole_domain::permission::Permission;
use bole_domain::stage::{Move, SubStatus};
use bole_queue::kinds::announce_changes_later;
use bole_store::interview_schedules::{
    self, DOUBLE_BOOKING, InterviewSchedule, Interviewer, NewSchedule, ScheduleChange, ScheduleFilter,
};
use bole_store::moves::{self, Authority, MoveItem, MoveOutcome, MoveRequest, Refusal};
use bole_store::{StoreError, StoreResult, TenantTx, applications, interview_notices};
use serde::Deserialize;
use time::{Duration, OffsetDateTime};
use utoipa::{IntoParams, ToSchema};

bole_api_core::area! { "interviews": list_schedules, create_schedule, update_schedule, link_schedule, get_schedule_ics }

const MAX_NOTES: usize = 10_000;
const MAX_LINE: usize = 500;
const MAX_LENGTH: Duration = Duration::hours(12);

/// Filter of a list of interviews.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ScheduleQuery {
    /// Ending at or after.
    #[serde(default, with = "time::serde::rfc3339::option")]
    from: Option<OffsetDateTime>,
    /// Starting before.
    #[serde(default, with = "time::serde::rfc3339::option")]
    to: Option<OffsetDateTime>,
    /// Only this application; latest first then.
    application_id: Option<ApplicationId>,
    /// Only with this status.
    #[param(inline)]
    status: Option<ScheduleStatus>,
    /// Only the caller's own.
    #[serde(default)]
    mine: bool,
}

/// Interviews by time, earliest first; for one application latest first.
#[utoipa::path(get, path = "/interview-schedules", params(ScheduleQuery, CursorPaging),
    responses((status = 200, body = Paged<InterviewSchedule>)))]
pub async fn list_schedules(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(query): Query<ScheduleQuery>,
    page: CursorPage,
) -> ApiResult<Json<Paged<InterviewSchedule>>> {
    tenant.require_any(&[Permission::SCHEDULE_VIEW, Permission::PIPELINE_VIEW])?;
    let ScheduleQuery { from, to, application_id, status, mine } = query;
    let filter = ScheduleFilter { from, to, application_id, status, interviewer_id: mine.then(|| tenant.user_id()) };
    let (found, next) = interview_schedules::list(&mut tx, filter, page.0).await?;
    let total = state.totals.of_cursor_page(&mut tx, List::Schedules(filter), page, found.len()).await?;
    tx.release();
    Ok(Json(Paged::estimated(found, total).before(next)))
}

/// An interview to schedule.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ScheduleInput {
    /// The application; without it, a candidate is linked later.
    application_id: Option<ApplicationId>,
    #[serde(default, with = "time::serde::rfc3339::option")]
    start_time: Option<OffsetDateTime>,
    #[serde(default, with = "time::serde::rfc3339::option")]
    end_time: Option<OffsetDateTime>,
    /// The round; the next one if absent.
    #[schema(minimum = 1, maximum = 99)]
    round: Option<i32>,
    /// The interviewer; the caller if absent.
    interviewer: Option<Interviewer>,
    #[serde(default)]
    location: String,
    #[serde(default)]
    meeting_link: String,
    /// Notes for the interviewer.
    #[serde(default)]
    notes: String,
}

/// Schedules an interview; the candidate is then booked.
#[utoipa::path(post, path = "/interview-schedules", responses((status = 201, body = InterviewSchedule)))]
pub async fn create_schedule(
    State(state): State<ApiState>,
    tenant: Tenant,
    Json(input): Json<ScheduleInput>,
) -> ApiResult<(StatusCode, Json<InterviewSchedule>)> {
    tenant.require_any(&Permission::SCHEDULES_INTERVIEWS)?;
    let ScheduleInput { application_id, start_time, end_time, round, interviewer, location, meeting_link, notes } =
        input;
    let mut check = Check::new();
    check.ensure(start_time.is_some(), "start_time", Code::FieldRequired);
    check.ensure(end_time.is_some(), "end_time", Code::FieldRequired);
    check.ensure(round.is_none_or(|round| (1..=99).contains(&round)), "round", Code::FieldInvalid);
    check_texts(&mut check, Some(&location), Some(&meeting_link), Some(&notes));
    check.finish()?;
    let (Some(start_time), Some(end_time)) = (start_time, end_time) else {
        return Err(ApiError::invalid_field("start_time", Code::FieldRequired));
    };
    check_times(start_time, end_time)?;
    let mut tx = tenant.begin().await?;
    if let Some(application) = application_id {
        applications::lock(&mut tx, application).await.or_not_found(Code::ApplicationNotFound)?;
    }
    let (interviewer_id, interviewer_name) = resolve(&mut tx, &tenant, interviewer.unwrap_or_default()).await?;
    let new = NewSchedule {
        application_id,
        start_time,
        end_time,
        round,
        interviewer_id,
        interviewer_name,
        location,
        meeting_link,
        notes,
        invitee_name: String::new(),
        invitee_email: String::new(),
        may_overlap: false,
    };
    interview_schedules::lock_interviewer(&mut tx, (new.interviewer_id, &new.interviewer_name)).await?;
    check_free(&mut tx, (new.interviewer_id, &new.interviewer_name, new.start_time, new.end_time), None).await?;
    let id = match interview_schedules::create(&mut tx, &new).await {
        Ok(id) => id,
        Err(error) => {
            let taken = (new.interviewer_id, new.interviewer_name.as_str(), new.start_time, new.end_time);
            return Err(refused(&tenant, tx, error, taken, None).await);
        }
    };
    if let Some(application) = application_id {
        follow(&mut tx, application, ScheduleStatus::Scheduled).await?;
    }
    let schedule = interview_schedules::find(&mut tx, id).await?;
    announce_changes_later(&mut tx, id).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok((StatusCode::CREATED, Json(schedule)))
}

/// An update of an interview; absent fields stay unchanged.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SchedulePatch {
    /// The version the change is based on.
    version: Option<i32>,
    #[serde(default, with = "time::serde::rfc3339::option")]
    start_time: Option<OffsetDateTime>,
    #[serde(default, with = "time::serde::rfc3339::option")]
    end_time: Option<OffsetDateTime>,
    round: Option<i32>,
    interviewer: Option<Interviewer>,
    /// The status; the candidate moves with it.
    #[schema(inline)]
    status: Option<ScheduleStatus>,
    location: Option<String>,
    meeting_link: Option<String>,
    /// Notes for the interviewer.
    notes: Option<String>,
}

/// The path of an interview.
#[derive(Debug, Deserialize)]
pub struct SchedulePath {
    schedule_id: InterviewScheduleId,
}

/// Moves an interview, records its outcome, or updates its notes.
#[utoipa::path(patch, path = "/interview-schedules/{schedule_id}", params(("schedule_id" = InterviewScheduleId, Path)),
    responses((status = 200, body = InterviewSchedule)))]
pub async fn update_schedule(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<InterviewScheduleId>,
    Json(patch): Json<SchedulePatch>,
) -> ApiResult<Json<InterviewSchedule>> {
    tenant.require(Permission::SCHEDULE_EDIT)?;
    let SchedulePatch { version, start_time, end_time, round, interviewer, status, location, meeting_link, notes } =
        patch;
    let mut tx = tenant.begin().await?;
    interview_schedules::lock_application_of(&mut tx, id).await?;
    let current = interview_schedules::find(&mut tx, id).await.or_not_found(Code::ScheduleNotFound)?;
    let version = version.ok_or_else(|| ApiError::invalid_field("version", Code::FieldRequired))?;
    if version != current.version {
        return Err(ApiError::stale(&current));
    }
    // The notes of a round are concealed from its interviewers until they write their own, and an interview given to
    // somebody else may be one that the caller does not see any more.
    let goes_to_another = interviewer.as_ref().is_some_and(|to| {
        let to = to.user_id.or_else(|| to.name.trim().is_empty().then(|| tenant.user_id()));
        to != current.interviewer.user_id
    });
    if goes_to_another || round.is_some_and(|round| round != current.round) {
        tenant.require_any(&Permission::SCHEDULES_INTERVIEWS)?;
    }
    let mut check = Check::new();
    check.ensure(round.is_none_or(|round| (1..=99).contains(&round)), "round", Code::FieldInvalid);
    check_texts(&mut check, location.as_ref(), meeting_link.as_ref(), notes.as_ref());
    check.finish()?;
    let (start, end) = (start_time.unwrap_or(current.start_time), end_time.unwrap_or(current.end_time));
    check_times(start, end)?;
    let interviewer = match interviewer {
        Some(interviewer) => Some(resolve(&mut tx, &tenant, interviewer).await?),
        None => None,
    };
    let status = status.filter(|status| *status != current.status);
    let application = current.application_id;
    if application.is_none() && matches!(status, Some(ScheduleStatus::Completed | ScheduleStatus::NoShow)) {
        return Err(ApiError::conflict(Code::ScheduleNotLinked, "Link the interview to a candidate first."));
    }
    let taken_by = interviewer.clone().unwrap_or((current.interviewer.user_id, current.interviewer.name.clone()));
    let change = ScheduleChange {
        start_time,
        end_time,
        round,
        interviewer,
        status,
        location,
        meeting_link,
        notes,
        application_id: None,
        may_overlap: false,
    };
    interview_schedules::lock_interviewer(&mut tx, (taken_by.0, &taken_by.1)).await?;
    let is_moved = start_time.is_some() || end_time.is_some() || change.interviewer.is_some() || status.is_some();
    if is_moved && status.unwrap_or(current.status) == ScheduleStatus::Scheduled {
        check_free(&mut tx, (taken_by.0, &taken_by.1, start, end), Some(id)).await?;
    }
    if let Err(error) = interview_schedules::change(&mut tx, id, version, &change).await {
        let taken = (taken_by.0, taken_by.1.as_str(), start, end);
        return Err(refused(&tenant, tx, error, taken, Some(id)).await);
    }
    if let (Some(application), Some(status)) = (application, status) {
        follow(&mut tx, application, status).await?;
    }
    let schedule = interview_schedules::find(&mut tx, id).await?;
    announce_changes_later(&mut tx, id).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(schedule))
}

/// The candidate of an externally booked interview.
#[derive(Debug, Deserialize, ToSchema)]
pub struct LinkInput {
    application_id: Option<ApplicationId>,
}

/// Links an externally booked interview to a candidate, who is then booked.
#[utoipa::path(post, path = "/interview-schedules/{schedule_id}/link",
    params(("schedule_id" = InterviewScheduleId, Path)), responses((status = 200, body = InterviewSchedule)))]
pub async fn link_schedule(
    State(state): State<ApiState>,
    tenant: Tenant,
    Path(SchedulePath { schedule_id: id }): Path<SchedulePath>,
    Json(LinkInput { application_id }): Json<LinkInput>,
) -> ApiResult<Json<InterviewSchedule>> {
    tenant.require(Permission::SCHEDULE_EDIT)?;
    let application = application_id.ok_or_else(|| ApiError::invalid_field("application_id", Code::FieldRequired))?;
    let mut tx = tenant.begin().await?;
    let current = interview_schedules::find(&mut tx, id).await.or_not_found(Code::ScheduleNotFound)?;
    match current.application_id {
        Some(linked) if linked == application => return Ok(Json(current)),
        Some(_) => return Err(ApiError::conflict(Code::ScheduleAlreadyLinked, "It is another candidate's interview.")),
        None => {}
    }
    applications::lock(&mut tx, application).await.or_not_found(Code::ApplicationNotFound)?;
    let change = ScheduleChange { application_id: Some(application), ..ScheduleChange::default() };
    interview_schedules::change(&mut tx, id, current.version, &change).await?;
    follow(&mut tx, application, current.status).await?;
    let schedule = interview_schedules::find(&mut tx, id).await?;
    if current.invitee_email.is_empty() {
        announce_changes_later(&mut tx, id).await?;
    } else {
        note_announced(&mut tx, id).await?;
    }
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(schedule))
}

/// The interview as a calendar file. Importing it again after a change updates the event.
#[utoipa::path(get, path = "/interview-schedules/{schedule_id}/ics",
    params(("schedule_id" = InterviewScheduleId, Path)),
    responses((status = 200, content_type = "text/calendar", body = String)))]
pub async fn get_schedule_ics(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Path(SchedulePath { schedule_id: id }): Path<SchedulePath>,
) -> ApiResult<Response> {
    tenant.require_any(&[Permission::SCHEDULE_VIEW, Permission::PIPELINE_VIEW])?;
    let schedule = interview_schedules::find(&mut tx, id).await.or_not_found(Code::ScheduleNotFound)?;
    tx.release();
    let candidate = schedule.candidate.as_ref();
    let who = candidate.and_then(|candidate| candidate.name.clone()).unwrap_or_else(|| schedule.invitee_name.clone());
    let what = candidate.and_then(|candidate| candidate.job_title.clone()).unwrap_or_default();
    let summary: Vec<_> = [who, what].into_iter().filter(|text| !text.is_empty()).collect();
    Ok(calendar_file(&schedule, &summary.join(" · ")))
}

/// The interview as a calendar file.
pub(super) fn calendar_file(schedule: &InterviewSchedule, summary: &str) -> Response {
    let mut headers = axum::http::HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/calendar; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"interview.ics\""));
    let event = CalendarEvent {
        uid: &format!("{}@bole", schedule.id),
        sequence: schedule.version - 1,
        stamp: schedule.updated_at,
        start: schedule.start_time,
        end: schedule.end_time,
        summary,
        description: "",
        location: &schedule.location,
        url: &schedule.meeting_link,
        is_cancelled: schedule.status == ScheduleStatus::Cancelled,
        attendance: None,
    };
    (headers, event.to_ics()).into_response()
}

/// Records that participants know the interview from the external service it was booked at, which notifies them itself.
pub(super) async fn note_announced(tx: &mut TenantTx, id: InterviewScheduleId) -> StoreResult<()> {
    let known = interview_notices::known(tx, id).await?;
    interview_notices::announce(tx, id, &known.current).await
}

/// Moves the candidate along with their interview.
pub(super) async fn follow(tx: &mut TenantTx, application: ApplicationId, status: ScheduleStatus) -> ApiResult<()> {
    // A candidate with another upcoming interview stays booked.
    if status == ScheduleStatus::Cancelled && interview_schedules::is_scheduled(tx, application).await? {
        return Ok(());
    }
    let (what, already): (Move, &[SubStatus]) = match status {
        ScheduleStatus::Scheduled => (Move::Book, &[SubStatus::OnlineScheduled, SubStatus::OnsiteScheduled]),
        ScheduleStatus::Completed => (Move::CompleteInterview, &[SubStatus::InterviewCompleted]),
        ScheduleStatus::NoShow => (Move::MarkNoShow, &[SubStatus::NoShow]),
        ScheduleStatus::Cancelled => (Move::CancelBooking, &[]),
    };
    let request =
        MoveRequest { what, items: &[MoveItem::current(application)], reason: None, authority: Authority::System };
    let outcome = moves::apply(tx, &request).await?.pop();
    match outcome {
        Some(MoveOutcome::Moved(_)) => Ok(()),
        // An interview can be cancelled after its candidate moved on.
        Some(MoveOutcome::Refused(Refusal::NotAllowed, _)) if status == ScheduleStatus::Cancelled => Ok(()),
        Some(MoveOutcome::Refused(Refusal::NotAllowed, Some(placed)))
            if placed.archive_reason.is_none() && already.contains(&placed.sub_status) =>
        {
            Ok(())
        }
        Some(MoveOutcome::Refused(Refusal::NotFound, _)) | None => Err(ApiError::not_found(Code::ApplicationNotFound)),
        Some(MoveOutcome::Refused(..)) => {
            Err(ApiError::conflict(Code::ApplicationMoveNotAllowed, "The candidate is not at a stage with interviews."))
        }
    }
}

fn double_booking() -> ApiError {
    ApiError::conflict(Code::ScheduleDoubleBooking, "The interviewer has another interview then.")
}

/// Requires that the interviewer has no other interview. The database does not compare with external bookings that
/// conflict with another interview themselves.
async fn check_free(
    tx: &mut TenantTx,
    (interviewer, name, start, end): (Option<UserId>, &str, OffsetDateTime, OffsetDateTime),
    moved: Option<InterviewScheduleId>,
) -> ApiResult<()> {
    if interviewer.is_none() && name.is_empty() {
        return Ok(());
    }
    match interview_schedules::conflicting(tx, (interviewer, name), start, end, moved).await? {
        Some(other) => Err(double_booking().against(&other)),
        None => Ok(()),
    }
}

/// Adds the conflicting interview to a double booking error; returns other errors unchanged.
async fn refused(
    tenant: &Tenant,
    tx: TenantTx,
    error: StoreError,
    (interviewer, name, start, end): (Option<UserId>, &str, OffsetDateTime, OffsetDateTime),
    moved: Option<InterviewScheduleId>,
) -> ApiError {
    let is_double = DOUBLE_BOOKING.iter().any(|constraint| error.is_constraint(constraint));
    if !is_double {
        return error.into();
    }
    let conflict = double_booking();
    // The refused transaction cannot be used any more.
    if tx.rollback().await.is_err() {
        return conflict;
    }
    match other(tenant, (interviewer, name), start, end, moved).await {
        Ok(Some(other)) => conflict.against(&other),
        _ => conflict,
    }
}

async fn other(
    tenant: &Tenant,
    interviewer: (Option<UserId>, &str),
    start: OffsetDateTime,
    end: OffsetDateTime,
    moved: Option<InterviewScheduleId>,
) -> ApiResult<Option<InterviewSchedule>> {
    let mut tx = tenant.begin().await?;
    let found: StoreResult<_> = interview_schedules::conflicting(&mut tx, interviewer, start, end, moved).await;
    tx.release();
    Ok(found?)
}

/// The interviewer: a member, a person by name, or the caller.
async fn resolve(
    tx: &mut TenantTx,
    tenant: &Tenant,
    Interviewer { user_id, name }: Interviewer,
) -> ApiResult<(Option<UserId>, String)> {
    let name = name.trim().to_owned();
    let mut check = Check::new();
    check.at_most("interviewer.name", &name, MAX_LINE);
    check.finish()?;
    let user_id = user_id.or_else(|| name.is_empty().then(|| tenant.user_id()));
    let Some(user) = user_id else { return Ok((None, name)) };
    match interview_schedules::member_name(tx, user).await {
        Ok(own) => Ok((Some(user), if name.is_empty() { own } else { name })),
        Err(StoreError::NotFound) => Err(ApiError::invalid_field("interviewer.user_id", Code::FieldUnknownValue)),
        Err(error) => Err(error.into()),
    }
}

fn check_texts(check: &mut Check, location: Option<&String>, meeting_link: Option<&String>, notes: Option<&String>) {
    let text = |text: Option<&String>| text.cloned().unwrap_or_default();
    check.at_most("location", &text(location), MAX_LINE);
    check.at_most("notes", &text(notes), MAX_NOTES);
    let link = text(meeting_link);
    check.at_most("meeting_link", &link, MAX_LINE);
    check.ensure(is_link(&link), "meeting_link", Code::FieldLinkInvalid);
}

/// Whether it is empty or a valid URL.
pub(super) fn is_link(link: &str) -> bool {
    link.is_empty()
        || (link.starts_with("https://") || link.starts_with("http://")) && !link.contains(char::is_whitespace)
}

fn check_times(start: OffsetDateTime, end: OffsetDateTime) -> ApiResult<()> {
    let mut check = Check::new();
    check.ensure(start < end, "end_time", Code::FieldEndBeforeStart);
    check.ensure(end - start <= MAX_LENGTH, "end_time", Code::FieldInvalid);
    check.finish()
}
