//! Booking by candidates: a private link shows the interviewer's free slots, to book, move or cancel an interview.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use bole_api_core::auth::limits::{BOOKING_VIEWS_BY_LINK, BOOKINGS_BY_LINK, CANDIDATE_LINKS_FROM, count_all};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{ClientAddress, Item, Json, Path, Tenant};
use bole_api_core::files;
use bole_api_core::state::ApiState;
use bole_domain::booking::{InterviewHours, LINK_LIFE, is_bookable};
use bole_domain::email::EmailType;
use bole_domain::ids::{ApplicationId, InterviewScheduleId, UserId};
use bole_domain::interview::ScheduleStatus;
use bole_domain::job::LocationType;
use bole_domain::permission::Permission;
use bole_domain::stage::Stage;
use bole_domain::zone::Zone;
use bole_queue::kinds::announce_changes;
use bole_secrets::LinkToken;
use bole_store::bookings::{self, BookingLink, InvitationTarget, NewBookingLink};
use bole_store::interview_hours::{self, SlotFilter};
use bole_store::interview_schedules::{
    self, DOUBLE_BOOKING, InterviewSchedule, NewSchedule, ScheduleChange, ScheduleFilter,
};
use bole_store::rate_limits::RateLimit;
use bole_store::{Actor, ListPage, StoreError, TenantTx, applications};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};
use utoipa::ToSchema;

use crate::interview_schedules::{calendar_file, follow};

bole_api_core::area! { "interviews":
    get_booking_page, book_interview, cancel_booking, get_booking_ics, get_booking_logo, create_booking_link
}

/// A booking link to create.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct BookingLinkInput {
    /// The interviewer, a member; the caller if absent.
    interviewer_id: Option<UserId>,
}

/// A new booking link.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingLinkMade {
    /// The link. It is not stored and cannot be shown again; earlier links stay valid.
    link: String,
    #[serde(with = "time::serde::rfc3339")]
    expires_at: OffsetDateTime,
}

/// Creates a private link for a candidate to book their interview.
#[utoipa::path(post, path = "/applications/{application_id}/booking-link",
    params(("application_id" = ApplicationId, Path)), responses((status = 201, body = BookingLinkMade)))]
pub async fn create_booking_link(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(application): Item<ApplicationId>,
    Json(BookingLinkInput { interviewer_id }): Json<BookingLinkInput>,
) -> ApiResult<(StatusCode, Json<BookingLinkMade>)> {
    tenant.require_any(&Permission::SCHEDULES_INTERVIEWS)?;
    let mut tx = tenant.begin().await?;
    applications::find(&mut tx, application).await.or_not_found(Code::ApplicationNotFound)?;
    let interviewer = interviewer_id.unwrap_or_else(|| tenant.user_id());
    check_interviewer(&mut tx, "interviewer_id", interviewer).await?;
    let (link, expires_at) = new_link(&mut tx, &state.config.public_url, application, interviewer).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(BookingLinkMade { link, expires_at })))
}

/// Requires that they are an active member.
pub(super) async fn check_interviewer(tx: &mut TenantTx, field: &str, interviewer: UserId) -> ApiResult<()> {
    match interview_schedules::member_name(tx, interviewer).await {
        Ok(_) => Ok(()),
        Err(StoreError::NotFound) => Err(ApiError::invalid_field(field, Code::FieldUnknownValue)),
        Err(error) => Err(error.into()),
    }
}

/// A new booking link of the application, and its expiry.
pub(super) async fn new_link(
    tx: &mut TenantTx,
    public_url: &str,
    application_id: ApplicationId,
    interviewer_id: UserId,
) -> ApiResult<(String, OffsetDateTime)> {
    let token = LinkToken::random(tx.organization());
    let expires_at = OffsetDateTime::now_utc() + LINK_LIFE;
    let link = NewBookingLink { token_hash: token.hash(), application_id, interviewer_id };
    bookings::create_links(tx, &[link], expires_at).await?;
    Ok((format!("{public_url}/booking/{}", token.encode()), expires_at))
}

/// The interviewer whose free slots invited candidates see.
#[derive(Debug, Clone, Copy)]
pub(super) struct InvitingInterviewer {
    /// Chosen explicitly, whatever the job offers.
    pub chosen: Option<UserId>,
    /// Used if the job has neither a booking link nor exactly one interviewer.
    pub otherwise: UserId,
}

/// The booking link of each invited candidate: to the chosen interviewer's slots, else the job's external link, else
/// to the slots of its interviewer.
pub(super) async fn invitation_links(
    tx: &mut TenantTx,
    public_url: &str,
    InvitingInterviewer { chosen, otherwise }: InvitingInterviewer,
    items: &[(ApplicationId, EmailType)],
) -> ApiResult<Vec<(ApplicationId, String)>> {
    let invited: Vec<ApplicationId> = items
        .iter()
        .filter(|(_, kind)| matches!(kind, EmailType::OnlineInvitation | EmailType::OnsiteInvitation))
        .map(|(id, _)| *id)
        .collect();
    let expires_at = OffsetDateTime::now_utc() + LINK_LIFE;
    let mut links = Vec::with_capacity(invited.len());
    let mut made = Vec::new();
    for target in bookings::invitation_targets(tx, &invited).await? {
        let InvitationTarget { application_id, outside_link, interviewer_id } = target;
        let link = match outside_link.filter(|_| chosen.is_none()) {
            Some(link) => link,
            None => {
                let token = LinkToken::random(tx.organization());
                let interviewer_id = chosen.or(interviewer_id).unwrap_or(otherwise);
                made.push(NewBookingLink { token_hash: token.hash(), application_id, interviewer_id });
                format!("{public_url}/booking/{}", token.encode())
            }
        };
        links.push((application_id, link));
    }
    bookings::create_links(tx, &made, expires_at).await?;
    Ok(links)
}

/// A slot, free or booked.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingSlot {
    #[serde(with = "time::serde::rfc3339")]
    pub(super) start_time: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    pub(super) end_time: OffsetDateTime,
}

/// The booking page of a candidate.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingPage {
    employer_name: String,
    /// URL of the organization's logo, if it has one.
    logo_url: Option<String>,
    job_title: String,
    interviewer_name: String,
    /// The interviewer's time zone.
    time_zone: String,
    /// Length of the interview, in minutes.
    duration_minutes: i32,
    /// Whether it is held online or at an address.
    form: LocationType,
    /// Whether a slot can be booked or changed: not after the candidate moved on or the interview took place.
    is_open: bool,
    /// The free slots, earliest first.
    slots: Vec<BookingSlot>,
    /// The candidate's interview.
    booked: Option<BookingSlot>,
    /// The location, once booked.
    location: String,
    /// The meeting link, once booked.
    meeting_link: String,
}

/// The current state behind a link.
struct Booking {
    /// The time that slots are compared with.
    now: OffsetDateTime,
    link: BookingLink,
    job_title: String,
    interviewer_name: String,
    hours: InterviewHours,
    form: LocationType,
    is_open: bool,
    booked: Option<InterviewSchedule>,
}

/// What a link is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    View,
    Change,
}

/// Parses a link's token and counts its use, by source first: any made-up token has a count of its own.
async fn read(state: &ApiState, caller: &ClientAddress, token: &str, limit: &RateLimit) -> ApiResult<LinkToken> {
    let token = LinkToken::parse(token).ok_or_else(|| ApiError::not_found(Code::BookingNotFound))?;
    let (source, hash) = (caller.source(), hex::encode(token.hash()));
    count_all(&state.db, &[(&CANDIDATE_LINKS_FROM, &source), (limit, &hash)], Code::RequestTooMany).await?;
    Ok(token)
}

async fn open(state: &ApiState, token: &LinkToken, access: Access) -> ApiResult<(TenantTx, Booking)> {
    let now = state.config.now();
    let mut tx = state.db.tenant(&Actor::candidate(token.organization)).await?;
    let link = bookings::find_link(&mut tx, &token.hash()).await.or_not_found(Code::BookingNotFound)?;
    if access == Access::Change {
        applications::lock(&mut tx, link.application_id).await.or_not_found(Code::BookingNotFound)?;
        bookings::lock_application(&mut tx, link.application_id).await?;
    }
    let application = applications::find(&mut tx, link.application_id).await.or_not_found(Code::BookingNotFound)?;
    let interviewer_name =
        interview_schedules::member_name(&mut tx, link.interviewer_id).await.or_not_found(Code::BookingNotFound)?;
    let mut hours = interview_hours::of_member(&mut tx, link.interviewer_id).await?;
    let filter = ScheduleFilter {
        application_id: Some(link.application_id),
        status: Some(ScheduleStatus::Scheduled),
        from: Some(now),
        ..ScheduleFilter::default()
    };
    let named = match link.schedule_id {
        Some(id) => Some(interview_schedules::find(&mut tx, id).await?),
        None => None,
    };
    let mut booked = named.filter(|named| named.status == ScheduleStatus::Scheduled && named.end_time >= now);
    if booked.is_none() {
        booked = interview_schedules::list(&mut tx, filter, ListPage::first(1)).await?.0.pop();
    }
    // An interview keeps its length when it is moved.
    if let Some(booked) = &booked {
        let minutes = (booked.end_time - booked.start_time).whole_minutes().max(1);
        hours.slot_minutes = i32::try_from(minutes).unwrap_or(hours.slot_minutes);
    }
    let form = match application.state.stage() {
        Stage::OnsiteInterview => LocationType::Onsite,
        _ => LocationType::Online,
    };
    let is_open =
        application.archive_reason.is_none() && is_bookable(application.state.stage(), application.state.sub_status());
    Ok((tx, Booking { now, link, job_title: application.job_title, interviewer_name, hours, form, is_open, booked }))
}

/// The booking page of a private link.
#[utoipa::path(get, path = "/api/booking/{token}", params(("token" = String, Path)),
    responses((status = 200, body = BookingPage)))]
pub async fn get_booking_page(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Path(token): Path<String>,
) -> ApiResult<Json<BookingPage>> {
    let token = read(&state, &caller, &token, &BOOKING_VIEWS_BY_LINK).await?;
    let (mut tx, booking) = open(&state, &token, Access::View).await?;
    let page = page(&mut tx, booking, &token).await?;
    tx.release();
    Ok(Json(page))
}

async fn page(tx: &mut TenantTx, booking: Booking, token: &LinkToken) -> ApiResult<BookingPage> {
    let Booking { now, link, job_title, interviewer_name, hours, form, is_open, booked } = booking;
    let moved = booked.as_ref().map(|booked| booked.id);
    let free = if is_open {
        interview_hours::free_slots(tx, link.interviewer_id, &hours, SlotFilter { now, start: None, moved }).await?
    } else {
        Vec::new()
    };
    let length = Duration::minutes(i64::from(hours.slot_minutes));
    let slots = free.into_iter().map(|start_time| BookingSlot { start_time, end_time: start_time + length }).collect();
    let (location, meeting_link) =
        booked.as_ref().map(|booked| (booked.location.clone(), booked.meeting_link.clone())).unwrap_or_default();
    Ok(BookingPage {
        employer_name: link.employer,
        logo_url: link.logo_sha256.map(|sha256| format!("/api/booking/{}/logo?v={}", token.encode(), &sha256[..12])),
        job_title,
        interviewer_name,
        time_zone: hours.time_zone,
        duration_minutes: hours.slot_minutes,
        form,
        is_open,
        slots,
        booked: booked.map(|booked| BookingSlot { start_time: booked.start_time, end_time: booked.end_time }),
        location,
        meeting_link,
    })
}

/// The slot chosen by a candidate.
#[derive(Debug, Deserialize, ToSchema)]
pub struct BookingInput {
    /// Start of one of the free slots.
    #[serde(default, with = "time::serde::rfc3339::option")]
    start_time: Option<OffsetDateTime>,
    /// The time zone in which the candidate sees the slots, by its IANA name.
    time_zone: Option<String>,
}

/// The booking made.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingMade {
    /// The candidate's interview.
    booked: BookingSlot,
}

/// Books a free slot, or moves the booking to it. Idempotent.
#[utoipa::path(post, path = "/api/booking/{token}", params(("token" = String, Path)),
    responses((status = 200, body = BookingMade)))]
pub async fn book_interview(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Path(token): Path<String>,
    Json(BookingInput { start_time, time_zone }): Json<BookingInput>,
) -> ApiResult<Json<BookingMade>> {
    let token = read(&state, &caller, &token, &BOOKINGS_BY_LINK).await?;
    let start = start_time.ok_or_else(|| ApiError::invalid_field("start_time", Code::FieldRequired))?;
    let (mut tx, booking) = open(&state, &token, Access::Change).await?;
    if let Some(zone) = time_zone.as_deref().and_then(Zone::named) {
        bookings::note_zone(&mut tx, &token.hash(), zone).await?;
    }
    let same = booking.booked.as_ref().filter(|booked| booked.start_time == start);
    let booked = match same {
        Some(booked) => BookingSlot { start_time: start, end_time: booked.end_time },
        None => reserve(&mut tx, &booking, start).await?,
    };
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(BookingMade { booked }))
}

/// Books the slot for the candidate, or moves their interview to it.
async fn reserve(tx: &mut TenantTx, booking: &Booking, start: OffsetDateTime) -> ApiResult<BookingSlot> {
    if !booking.is_open {
        return Err(ApiError::conflict(Code::BookingClosed, "Nothing can be booked by this link any more."));
    }
    let taken = || ApiError::conflict(Code::BookingSlotTaken, "The time is taken, or no longer offered.");
    let Booking { link, interviewer_name, hours, booked, .. } = booking;
    interview_schedules::lock_slot(tx, link.interviewer_id, start).await?;
    let wanted = SlotFilter { now: booking.now, start: Some(start), moved: booked.as_ref().map(|booked| booked.id) };
    if interview_hours::free_slots(tx, link.interviewer_id, hours, wanted).await?.is_empty() {
        return Err(taken());
    }
    let end = start + Duration::minutes(i64::from(hours.slot_minutes));
    let kept: Result<InterviewScheduleId, StoreError> = match booked {
        Some(booked) => {
            let change = ScheduleChange {
                start_time: Some(start),
                end_time: Some(end),
                interviewer: Some((Some(link.interviewer_id), interviewer_name.clone())),
                ..ScheduleChange::default()
            };
            interview_schedules::change(tx, booked.id, booked.version, &change).await.map(|()| booked.id)
        }
        None => {
            let new = NewSchedule {
                application_id: Some(link.application_id),
                start_time: start,
                end_time: end,
                round: None,
                interviewer_id: Some(link.interviewer_id),
                interviewer_name: interviewer_name.clone(),
                location: hours.location.clone(),
                meeting_link: hours.meeting_link.clone(),
                notes: String::new(),
                invitee_name: String::new(),
                invitee_email: String::new(),
                may_overlap: false,
            };
            interview_schedules::create(tx, &new).await
        }
    };
    match kept {
        Ok(id) => {
            follow(tx, link.application_id, ScheduleStatus::Scheduled).await?;
            announce_changes(tx, id).await?;
            Ok(BookingSlot { start_time: start, end_time: end })
        }
        Err(StoreError::Stale) => Err(taken()),
        Err(error) if DOUBLE_BOOKING.iter().any(|name| error.is_constraint(name)) => Err(taken()),
        Err(error) => Err(error.into()),
    }
}

/// Cancels the booking; another slot can be booked afterwards.
#[utoipa::path(delete, path = "/api/booking/{token}", params(("token" = String, Path)), responses((status = 204)))]
pub async fn cancel_booking(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Path(token): Path<String>,
) -> ApiResult<StatusCode> {
    let token = read(&state, &caller, &token, &BOOKINGS_BY_LINK).await?;
    let (mut tx, booking) = open(&state, &token, Access::Change).await?;
    let Some(booked) = booking.booked else {
        tx.release();
        return Ok(StatusCode::NO_CONTENT);
    };
    let change = ScheduleChange { status: Some(ScheduleStatus::Cancelled), ..ScheduleChange::default() };
    interview_schedules::change(&mut tx, booked.id, booked.version, &change).await?;
    follow(&mut tx, booking.link.application_id, ScheduleStatus::Cancelled).await?;
    announce_changes(&mut tx, booked.id).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(StatusCode::NO_CONTENT)
}

/// The booked interview as a calendar file. Importing it again after a change updates the event.
#[utoipa::path(get, path = "/api/booking/{token}/ics", params(("token" = String, Path)),
    responses((status = 200, content_type = "text/calendar", body = String)))]
pub async fn get_booking_ics(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Path(token): Path<String>,
) -> ApiResult<Response> {
    let token = read(&state, &caller, &token, &BOOKING_VIEWS_BY_LINK).await?;
    let (tx, booking) = open(&state, &token, Access::View).await?;
    tx.release();
    let booked = booking.booked.ok_or_else(|| ApiError::not_found(Code::BookingNotFound))?;
    let summary = format!("{} · {}", booking.job_title, booking.interviewer_name);
    Ok(calendar_file(&booked, &summary))
}

/// The organization's logo, for its candidates.
#[utoipa::path(get, path = "/api/booking/{token}/logo",
    params(("token" = String, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "image/png")))]
pub async fn get_booking_logo(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Path(token): Path<String>,
) -> ApiResult<Response> {
    let token = read(&state, &caller, &token, &BOOKING_VIEWS_BY_LINK).await?;
    let mut tx = state.db.tenant(&Actor::candidate(token.organization)).await?;
    let link = bookings::find_link(&mut tx, &token.hash()).await.or_not_found(Code::BookingNotFound)?;
    tx.release();
    files::logo(&state, token.organization, link.logo_sha256).await
}
