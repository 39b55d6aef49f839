//! The webhook for external booking services: signed, idempotent, and stored even if the candidate is unknown.

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bole_api_core::area::area;
use bole_api_core::auth::limits::{HOOKS_FROM, HOOKS_OF, count_all};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult};
use bole_api_core::extract::{ClientAddress, Json, Path, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::booking_hook::{HookMessage, HookSignature, InvalidHook, OutsideBooking, is_fresh};
use bole_domain::ids::{ApplicationId, InterviewScheduleId, OrganizationId, UserId};
use bole_domain::interview::{InterviewChange, ScheduleStatus};
use bole_domain::permission::Permission;
use bole_domain::wire_enum;
use bole_secrets::is_signed;
use bole_store::booking_hooks::{self, BookingHook};
use bole_store::interview_schedules::{self, InterviewSchedule, NewSchedule, ScheduleChange};
use bole_store::{Actor, TenantTx, applications};
use bytes::Bytes;
use serde::Serialize;
use sha2::{Digest, Sha256};
use time::{Duration, OffsetDateTime};
use utoipa::ToSchema;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;
use uuid::Uuid;

use crate::interview_schedules::{follow, note_announced};
use crate::server_key::{is_unreadable, server_key};

pub fn routes() -> OpenApiRouter<ApiState> {
    let limit = DefaultBodyLimit::max(MAX_BODY);
    area(
        "settings",
        [
            routes!(receive_booking_hook).layer(limit),
            routes!(get_booking_hook, delete_booking_hook),
            routes!(rotate_booking_hook_secret),
        ],
    )
}

/// Maximum size of a message in bytes.
const MAX_BODY: usize = 256 << 10;
/// How long the previous secret stays valid.
const GRACE: Duration = Duration::hours(24);

/// The webhook settings.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingHookSettings {
    /// The URL to configure at the booking service.
    url: String,
    /// Whether a secret is set.
    has_secret: bool,
    /// Whether it was saved with another server key, so that messages are refused until it is replaced; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    is_secret_unreadable: bool,
    /// When the secret was last rotated.
    #[serde(with = "time::serde::rfc3339::option")]
    rotated_at: Option<OffsetDateTime>,
    /// When a message was last received.
    #[serde(with = "time::serde::rfc3339::option")]
    received_at: Option<OffsetDateTime>,
}

fn settings(state: &ApiState, organization: OrganizationId, hook: Option<&BookingHook>) -> BookingHookSettings {
    BookingHookSettings {
        url: format!("{}/api/hooks/booking/{}", state.config.public_url, address(organization)),
        has_secret: hook.is_some(),
        is_secret_unreadable: is_unreadable(
            state,
            &booking_hooks::secret_place(organization),
            hook.map(|hook| hook.secret_sealed.as_slice()),
        ),
        rotated_at: hook.map(|hook| hook.rotated_at),
        received_at: hook.and_then(|hook| hook.received_at),
    }
}

/// The organization's part of the webhook URL. It is not secret, because messages are signed.
fn address(organization: OrganizationId) -> String {
    URL_SAFE_NO_PAD.encode(organization.0.as_bytes())
}

pub(super) fn organization_at(address: &str) -> Option<OrganizationId> {
    Some(Uuid::from_slice(&URL_SAFE_NO_PAD.decode(address).ok()?).ok()?.into())
}

/// The webhook's URL, and whether it has a secret.
#[utoipa::path(get, path = "/settings/booking-hook", responses((status = 200, body = BookingHookSettings)))]
pub async fn get_booking_hook(
    State(state): State<ApiState>,
    ReadTenant { tenant, mut tx }: ReadTenant,
) -> ApiResult<Json<BookingHookSettings>> {
    tenant.require(Permission::SETTINGS_VIEW)?;
    let hook = booking_hooks::find(&mut tx).await?;
    tx.release();
    Ok(Json(settings(&state, tenant.organization(), hook.as_ref())))
}

/// A new secret of the webhook.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingHookSecret {
    /// The signing secret. It cannot be shown again.
    secret: String,
    /// The webhook.
    #[serde(flatten)]
    hook: BookingHookSettings,
}

/// Creates or rotates the webhook's secret; the previous one stays valid for a day.
#[utoipa::path(post, path = "/settings/booking-hook/secret", responses((status = 201, body = BookingHookSecret)))]
pub async fn rotate_booking_hook_secret(
    State(state): State<ApiState>,
    tenant: Tenant,
) -> ApiResult<(StatusCode, Json<BookingHookSecret>)> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let secret = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
    let place = booking_hooks::secret_place(tenant.organization());
    let sealed = server_key(&state)?.seal(&place, &secret).map_err(|error| ApiError::internal(&error))?;
    let mut tx = tenant.begin().await?;
    booking_hooks::rotate(&mut tx, &sealed).await?;
    let hook = booking_hooks::find(&mut tx).await?;
    tx.commit().await?;
    let hook = settings(&state, tenant.organization(), hook.as_ref());
    Ok((StatusCode::CREATED, Json(BookingHookSecret { secret, hook })))
}

/// Removes the webhook: messages are refused.
#[utoipa::path(delete, path = "/settings/booking-hook", responses((status = 204)))]
pub async fn delete_booking_hook(tenant: Tenant) -> ApiResult<StatusCode> {
    tenant.require(Permission::SETTINGS_EDIT)?;
    let mut tx = tenant.begin().await?;
    booking_hooks::delete(&mut tx).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A booking service's message, in its own format.
#[derive(ToSchema)]
#[schema(value_type = Object)]
#[expect(
    dead_code,
    reason = "describes the body for the OpenAPI document; its bytes are signed, and read as they came"
)]
pub struct BookingHookMessage(serde_json::Value);

wire_enum! {
    /// What came of a message.
    pub enum BookingHookStatus {
        /// The interview was booked.
        Booked => "booked",
        /// It was moved to another time.
        Moved => "moved",
        Cancelled => "cancelled",
        /// The message was received before.
        Duplicate => "duplicate",
        /// The message is about none of the organization's interviews.
        Ignored => "ignored",
    }
}

impl From<InterviewChange> for BookingHookStatus {
    fn from(change: InterviewChange) -> Self {
        match change {
            InterviewChange::Booked => Self::Booked,
            InterviewChange::Moved => Self::Moved,
            InterviewChange::Cancelled => Self::Cancelled,
        }
    }
}

/// The result of a message.
#[derive(Debug, Serialize, ToSchema)]
pub struct BookingHookResult {
    /// What came of it.
    status: BookingHookStatus,
    /// The interview.
    schedule_id: Option<InterviewScheduleId>,
}

/// Receives a message of a booking service, in Calendly's or Cal.com's format, or `{id, event: booked | moved |
/// cancelled, booking_id, start_time, end_time, name, email, interviewer_email, location, meeting_link}`. It is
/// signed by HMAC-SHA256 with the webhook's secret: `Bole-Signature` or `Calendly-Webhook-Signature` as `t=<unix
/// seconds>,v1=<hex>` over `<t>.<body>`, or Cal.com's `X-Cal-Signature-256` over the body. A message signed more than
/// five minutes ago is refused; a repeated one has no effect.
#[utoipa::path(post, path = "/api/hooks/booking/{token}", tag = "interviews", params(("token" = String, Path)),
    request_body = BookingHookMessage, responses((status = 200, body = BookingHookResult)))]
pub async fn receive_booking_hook(
    State(state): State<ApiState>,
    from: ClientAddress,
    Path(token): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> ApiResult<Json<BookingHookResult>> {
    count_all(&state.db, &[(&HOOKS_FROM, &from.ip.to_string())], Code::RequestTooMany).await?;
    let too_large =
        || ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, Code::RequestTooLarge, "A message has at most 256 KiB.");
    let body = body.map_err(|_| too_large())?;
    let organization = organization_at(&token).ok_or_else(unsigned)?;
    let mut tx = state.db.tenant(&Actor::guest(organization)).await?;
    let hook = booking_hooks::find(&mut tx).await?;
    tx.release();
    let signature = signature(&headers).ok_or_else(unsigned)?;
    // A missing webhook gives the same error as a wrong signature, so that it cannot be probed.
    let hook = hook.ok_or_else(unsigned)?;
    if !is_genuine(&state, organization, &hook, &signature, &body)? {
        return Err(unsigned());
    }
    count_all(&state.db, &[(&HOOKS_OF, &token)], Code::RequestTooMany).await?;
    let malformed = |InvalidHook(field)| ApiError::invalid_field(field, Code::FieldInvalid);
    let json = serde_json::from_slice(&body)
        .map_err(|_| ApiError::bad_request(Code::RequestMalformed, "The body is not JSON."))?;
    let HookMessage { created_at, booking } = HookMessage::read(&json).map_err(malformed)?;
    let signed_at = match signature {
        HookSignature::Timed { at, .. } => Some(at),
        HookSignature::Body(_) => created_at,
    };
    if !signed_at.is_some_and(|at| is_fresh(at, OffsetDateTime::now_utc())) {
        return Err(ApiError::new(StatusCode::UNAUTHORIZED, Code::HookTooOld, "The message was not signed just now."));
    }
    let Some(booking) = booking else {
        return Ok(Json(BookingHookResult { status: BookingHookStatus::Ignored, schedule_id: None }));
    };
    let mut tx = state.db.tenant(&Actor::candidate(organization)).await?;
    let hash = Sha256::digest(booking.event_id.as_bytes());
    if !booking_hooks::take(&mut tx, &hash).await? {
        tx.release();
        return Ok(Json(BookingHookResult { status: BookingHookStatus::Duplicate, schedule_id: None }));
    }
    let schedule_id = keep(&mut tx, &booking).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(BookingHookResult { status: booking.change.into(), schedule_id }))
}

fn unsigned() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        Code::HookSignatureInvalid,
        "The message is not signed with the webhook's secret.",
    )
}

fn signature(headers: &HeaderMap) -> Option<HookSignature> {
    let value = |name: &str| headers.get(name)?.to_str().ok();
    if let Some(timed) = value("bole-signature").or_else(|| value("calendly-webhook-signature")) {
        return HookSignature::timed(timed);
    }
    HookSignature::of_body(value("x-cal-signature-256")?)
}

fn is_genuine(
    state: &ApiState,
    organization: OrganizationId,
    hook: &BookingHook,
    signature: &HookSignature,
    body: &[u8],
) -> ApiResult<bool> {
    let former = hook.former_sealed.as_ref().filter(|_| OffsetDateTime::now_utc() - hook.rotated_at < GRACE);
    let place = booking_hooks::secret_place(organization);
    for sealed in [Some(&hook.secret_sealed), former].into_iter().flatten() {
        // A secret sealed by another server key signs nothing; the settings say so.
        let Ok(secret) = server_key(state)?.open(&place, sealed) else { continue };
        let is_by = match signature {
            HookSignature::Timed { seconds, signatures, .. } => {
                let message = [seconds.as_bytes(), b".", body].concat();
                signatures.iter().any(|signature| is_signed(&secret, &message, signature))
            }
            HookSignature::Body(signature) => is_signed(&secret, body, signature),
        };
        if is_by {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Stores the reported booking. It already exists at the booking service, so conflicts do not refuse it.
async fn keep(tx: &mut TenantTx, booking: &OutsideBooking) -> ApiResult<Option<InterviewScheduleId>> {
    let names: Vec<&str> =
        [Some(booking.booking_id.as_str()), booking.former_id.as_deref()].into_iter().flatten().collect();
    let current = match booking_hooks::schedule_of(tx, &names).await? {
        Some(id) => {
            interview_schedules::lock_application_of(tx, id).await?;
            Some(interview_schedules::find(tx, id).await?)
        }
        None => None,
    };
    if booking.change == InterviewChange::Cancelled {
        let Some(current) = current.filter(|current| current.status == ScheduleStatus::Scheduled) else {
            return Ok(None);
        };
        let change = ScheduleChange { status: Some(ScheduleStatus::Cancelled), ..ScheduleChange::default() };
        interview_schedules::change(tx, current.id, current.version, &change).await?;
        note_announced(tx, current.id).await?;
        follow_known(tx, application_of(&current), ScheduleStatus::Cancelled).await?;
        return Ok(Some(current.id));
    }
    let moved = current.as_ref().map(|current| current.id);
    let application = match &current {
        Some(current) => application_of(current),
        None => booking_hooks::invited(tx, &booking.email).await?,
    };
    if let Some(application) = application {
        applications::lock(tx, application).await?;
    }
    let HostOfBooking { interviewer_id, interviewer_name, is_busy } = host(tx, booking, application, moved).await?;
    let id = match current {
        Some(current) => {
            let change = ScheduleChange {
                start_time: Some(booking.start),
                end_time: Some(booking.end),
                interviewer: Some((interviewer_id, interviewer_name)),
                status: Some(ScheduleStatus::Scheduled),
                location: Some(booking.location.clone()),
                meeting_link: Some(booking.meeting_link.clone()),
                may_overlap: is_busy,
                ..ScheduleChange::default()
            };
            interview_schedules::change(tx, current.id, current.version, &change).await?;
            current.id
        }
        None => {
            let new = NewSchedule {
                application_id: application,
                start_time: booking.start,
                end_time: booking.end,
                round: None,
                interviewer_id,
                interviewer_name,
                location: booking.location.clone(),
                meeting_link: booking.meeting_link.clone(),
                notes: String::new(),
                invitee_name: booking.name.clone(),
                invitee_email: booking.email.clone(),
                may_overlap: is_busy,
            };
            interview_schedules::create(tx, &new).await?
        }
    };
    booking_hooks::set_outside_id(tx, id, &booking.booking_id).await?;
    note_announced(tx, id).await?;
    follow_known(tx, application, ScheduleStatus::Scheduled).await?;
    Ok(Some(id))
}

fn application_of(schedule: &InterviewSchedule) -> Option<ApplicationId> {
    schedule.application_id
}

/// The interviewer of a reported booking.
#[derive(Debug, Default)]
struct HostOfBooking {
    interviewer_id: Option<UserId>,
    interviewer_name: String,
    /// Whether they have another interview at that time.
    is_busy: bool,
}

/// The booked member, by address; none if they may not see the candidate.
async fn host(
    tx: &mut TenantTx,
    booking: &OutsideBooking,
    application: Option<ApplicationId>,
    moved: Option<InterviewScheduleId>,
) -> ApiResult<HostOfBooking> {
    let Some(host) = &booking.host_email else { return Ok(HostOfBooking::default()) };
    let Some((user, name)) = booking_hooks::member(tx, host).await? else { return Ok(HostOfBooking::default()) };
    // Being the interviewer of an application gives access to it, and the message can name anybody.
    if let Some(application) = application
        && !booking_hooks::may_interview(tx, user, application).await?
    {
        return Ok(HostOfBooking::default());
    }
    interview_schedules::lock_interviewer(tx, (Some(user), &name)).await?;
    let taken = interview_schedules::conflicting(tx, (Some(user), &name), booking.start, booking.end, moved).await?;
    Ok(HostOfBooking { interviewer_id: Some(user), interviewer_name: name, is_busy: taken.is_some() })
}

/// Moves the candidate if they are known and in an interview stage.
async fn follow_known(tx: &mut TenantTx, application: Option<ApplicationId>, status: ScheduleStatus) -> ApiResult<()> {
    let Some(application) = application else { return Ok(()) };
    match follow(tx, application, status).await {
        Err(error) if error.code() == Code::ApplicationMoveNotAllowed => Ok(()),
        followed => followed,
    }
}
