//! Moves of applications: by hand one at a time, and the actions of the pipeline in bulk.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{Claimed, Idempotency, Item, Json, Tenant};
use bole_domain::ids::ApplicationId;
use bole_domain::permission::Permission;
use bole_domain::stage::{ArchiveReason, Move, MoveKind, Stage, State, SubStatus};
use bole_domain::wire_enum;
use bole_queue::kinds::call_off_later;
use bole_store::applications::{self, Application};
use bole_store::moves::{self, Authority, MoveItem, MoveOutcome, MoveRequest, Placed, Refusal};
use bole_store::{TenantTx, called_off_interviews};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::applications::shown;

bole_api_core::area! { "applications":
    update_application, drag_applications, mark_applications_passed, take_back_applications, eliminate_applications,
    archive_applications, restore_applications, recall_applications, onboard_applications
}

/// Maximum applications per call.
const MAX_ITEMS: usize = 1_000;

/// Maximum length of a reason.
const MAX_REASON: usize = 2_000;

/// An application and the version the move is based on.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
pub struct ItemInput {
    /// The application.
    id: ApplicationId,
    /// The version the move is based on; any if absent.
    version: Option<i32>,
}

/// The applications to move.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct MoveInput {
    /// At most 1,000 applications.
    #[schema(max_items = 1000)]
    items: Option<Vec<ItemInput>>,
    /// Like `items`, without versions.
    #[schema(max_items = 1000)]
    ids: Option<Vec<ApplicationId>>,
    /// The reason; required to override the AI's recommendation.
    reason: Option<String>,
}

/// The applications to eliminate.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct EliminateInput {
    /// At most 1,000 applications.
    #[schema(max_items = 1000)]
    items: Option<Vec<ItemInput>>,
    /// Like `items`, without versions.
    #[schema(max_items = 1000)]
    ids: Option<Vec<ApplicationId>>,
    /// The reason; required to override the AI's recommendation.
    reason: Option<String>,
    /// Whether to send a rejection email. Then nothing is moved yet: the response says who can be rejected, and
    /// sending the email eliminates them.
    #[serde(default)]
    send_email: bool,
}

/// The applications to archive.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct ArchiveInput {
    /// At most 1,000 applications.
    #[schema(max_items = 1000)]
    items: Option<Vec<ItemInput>>,
    /// Like `items`, without versions.
    #[schema(max_items = 1000)]
    ids: Option<Vec<ApplicationId>>,
    /// The archive reason. 已发拒信淘汰 is only set by elimination.
    #[schema(inline)]
    reason: Option<ArchiveReason>,
}

wire_enum! {
    /// Whether an item was moved.
    pub enum ResultStatus {
        /// Moved.
        Ok => "ok",
        /// Not moved.
        Refused => "refused",
    }
}

/// The result for each item, in the order of the request.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveResults {
    /// One per item.
    results: Vec<MoveResult>,
}

/// The result for one item.
#[derive(Debug, Serialize, ToSchema)]
pub struct MoveResult {
    /// The application.
    id: ApplicationId,
    /// Whether it was moved.
    status: ResultStatus,
    /// Why it was not moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Code>,
    /// Its current placement.
    #[serde(skip_serializing_if = "Option::is_none")]
    application: Option<Placed>,
    /// The interview it was restored to has been cancelled, so that it waits for a booking again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    interview_cancelled: bool,
}

impl MoveResult {
    fn of(id: ApplicationId, outcome: MoveOutcome) -> Self {
        let (status, code, placed) = match outcome {
            MoveOutcome::Moved(placed) => (ResultStatus::Ok, None, Some(placed)),
            MoveOutcome::Refused(refusal, current) => (ResultStatus::Refused, Some(code_of(refusal)), current),
        };
        Self { id, status, code, application: placed, interview_cancelled: false }
    }
}

const fn code_of(refusal: Refusal) -> Code {
    match refusal {
        Refusal::NotFound => Code::ApplicationNotFound,
        Refusal::Stale => Code::RequestStale,
        Refusal::NotAllowed => Code::ApplicationMoveNotAllowed,
        Refusal::PermissionDenied => Code::PermissionDenied,
        Refusal::ReasonRequired => Code::ApplicationReasonRequired,
    }
}

/// A status change by hand.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ApplicationPatch {
    /// The version the change is based on.
    version: Option<i32>,
    /// The new stage; unchanged if absent.
    #[schema(inline)]
    status: Option<Stage>,
    /// The new sub-status; unchanged if absent.
    #[schema(inline)]
    sub_status: Option<SubStatus>,
    /// The reason; required to override the AI's recommendation.
    reason: Option<String>,
}

/// Sets an application's status by hand.
#[utoipa::path(patch, path = "/applications/{application_id}", params(("application_id" = ApplicationId, Path)),
    responses((status = 200, body = Application)))]
pub async fn update_application(
    tenant: Tenant,
    Item(id): Item<ApplicationId>,
    Json(patch): Json<ApplicationPatch>,
) -> ApiResult<Json<Application>> {
    tenant.require_any(&MoveKind::SetByHand.permissions())?;
    let ApplicationPatch { version, status, sub_status, reason } = patch;
    let mut tx = tenant.begin().await?;
    let current = applications::find(&mut tx, id).await.or_not_found(Code::ApplicationNotFound)?;
    let version = version.ok_or_else(|| ApiError::invalid_field("version", Code::FieldRequired))?;
    if version != current.version {
        return Err(ApiError::stale(&shown(current)));
    }
    check_reason(reason.as_deref())?;
    let (stage, sub_status) =
        (status.unwrap_or(current.state.stage()), sub_status.unwrap_or(current.state.sub_status()));
    let to = State::new(stage, sub_status)
        .ok_or_else(|| ApiError::invalid_field("sub_status", Code::ApplicationStateInvalid))?;
    if to == current.state && current.archive_reason.is_none() {
        return Ok(Json(shown(current)));
    }
    let request = MoveRequest {
        what: Move::SetByHand(to),
        items: &[MoveItem::seen(id, version)],
        reason: reason.as_deref(),
        authority: Authority::Member(&tenant.access),
    };
    match moves::apply(&mut tx, &request).await?.pop() {
        Some(MoveOutcome::Moved(_)) => call_off_later(&mut tx, &[id]).await?,
        Some(MoveOutcome::Refused(refusal, _)) => return Err(refused(&mut tx, id, refusal).await),
        None => return Err(ApiError::not_found(Code::ApplicationNotFound)),
    }
    let application = applications::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(shown(application)))
}

async fn refused(tx: &mut TenantTx, id: ApplicationId, refusal: Refusal) -> ApiError {
    let code = code_of(refusal);
    match refusal {
        Refusal::NotFound => ApiError::not_found(code),
        Refusal::Stale => match applications::find(tx, id).await {
            Ok(current) => ApiError::stale(&shown(current)),
            Err(error) => error.into(),
        },
        Refusal::NotAllowed => ApiError::conflict(code, "The application cannot be set to this from where it is."),
        Refusal::PermissionDenied => ApiError::forbidden(code, "This needs another permission here."),
        Refusal::ReasonRequired => ApiError::invalid_field("reason", code),
    }
}

fn check_reason(reason: Option<&str>) -> ApiResult<()> {
    let mut check = Check::new();
    check.at_most("reason", reason.unwrap_or_default(), MAX_REASON);
    check.finish()
}

/// Moves candidates from online to onsite interviews.
#[utoipa::path(post, path = "/applications/drag", responses((status = 200, body = MoveResults)))]
pub async fn drag_applications(
    tenant: Tenant,
    idempotency: Idempotency,
    Json(input): Json<MoveInput>,
) -> ApiResult<Response> {
    move_many(&tenant, &idempotency, Move::Drag, input).await
}

/// Marks interviews as passed, which leads to the offer intent.
#[utoipa::path(post, path = "/applications/mark-passed", responses((status = 200, body = MoveResults)))]
pub async fn mark_applications_passed(
    tenant: Tenant,
    idempotency: Idempotency,
    Json(input): Json<MoveInput>,
) -> ApiResult<Response> {
    move_many(&tenant, &idempotency, Move::MarkPassed, input).await
}

/// Undoes a drag or a passed interview of the caller from the last ten minutes.
#[utoipa::path(post, path = "/applications/take-back", responses((status = 200, body = MoveResults)))]
pub async fn take_back_applications(tenant: Tenant, Json(input): Json<MoveInput>) -> ApiResult<Json<MoveResults>> {
    tenant.require_any(&MoveKind::TakeBack.permissions())?;
    let items = checked_items(&input)?;
    let mut tx = tenant.begin().await?;
    let outcomes = moves::take_back(&mut tx, &items, Authority::Member(&tenant.access)).await?;
    let results = returned(&mut tx, &items, outcomes).await?;
    tx.commit().await?;
    Ok(Json(MoveResults { results }))
}

/// Eliminates candidates without an email; final.
#[utoipa::path(post, path = "/applications/eliminate", responses((status = 200, body = MoveResults)))]
pub async fn eliminate_applications(
    tenant: Tenant,
    idempotency: Idempotency,
    Json(EliminateInput { items, ids, reason, send_email }): Json<EliminateInput>,
) -> ApiResult<Response> {
    let input = MoveInput { items, ids, reason };
    if send_email {
        return try_many(&tenant, Move::Eliminate, input).await;
    }
    move_many(&tenant, &idempotency, Move::Eliminate, input).await
}

/// Archives to the talent pool; stage and sub-status stay.
#[utoipa::path(post, path = "/applications/archive", responses((status = 200, body = MoveResults)))]
pub async fn archive_applications(
    tenant: Tenant,
    idempotency: Idempotency,
    Json(ArchiveInput { items, ids, reason }): Json<ArchiveInput>,
) -> ApiResult<Response> {
    tenant.require_any(&MoveKind::Archive.permissions())?;
    let reason = match reason {
        None => return Err(ApiError::invalid_field("reason", Code::FieldRequired)),
        Some(ArchiveReason::Eliminated) => return Err(ApiError::invalid_field("reason", Code::FieldUnknownValue)),
        Some(reason) => reason,
    };
    move_many(&tenant, &idempotency, Move::Archive(reason), MoveInput { items, ids, reason: None }).await
}

/// Restores archived applications to their previous stage.
#[utoipa::path(post, path = "/applications/restore", responses((status = 200, body = MoveResults)))]
pub async fn restore_applications(
    tenant: Tenant,
    idempotency: Idempotency,
    Json(input): Json<MoveInput>,
) -> ApiResult<Response> {
    move_many(&tenant, &idempotency, Move::Restore, input).await
}

/// Recalls archived applications to the first interview.
#[utoipa::path(post, path = "/applications/recall", responses((status = 200, body = MoveResults)))]
pub async fn recall_applications(
    tenant: Tenant,
    idempotency: Idempotency,
    Json(input): Json<MoveInput>,
) -> ApiResult<Response> {
    move_many(&tenant, &idempotency, Move::Recall, input).await
}

wire_enum! {
    /// A step of onboarding.
    pub enum OnboardingAction {
        /// Onboarding begins.
        Begin => "begin",
        /// The person starts work.
        Onboard => "onboard",
        /// The person withdraws before the first day.
        GiveUp => "give_up",
    }
}

/// The candidates to move through onboarding.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OnboardingInput {
    /// The step.
    #[schema(inline)]
    action: Option<OnboardingAction>,
    /// At most 1,000 applications.
    #[schema(max_items = 1000)]
    items: Option<Vec<ItemInput>>,
    /// Like `items`, without versions.
    #[schema(max_items = 1000)]
    ids: Option<Vec<ApplicationId>>,
    reason: Option<String>,
}

/// Moves candidates who accepted an offer through onboarding.
#[utoipa::path(post, path = "/applications/onboarding", responses((status = 200, body = MoveResults)))]
pub async fn onboard_applications(
    tenant: Tenant,
    idempotency: Idempotency,
    Json(OnboardingInput { action, items, ids, reason }): Json<OnboardingInput>,
) -> ApiResult<Response> {
    tenant.require(Permission::OFFER_WORKBENCH_MOVE)?;
    let what = match action {
        Some(OnboardingAction::Begin) => Move::BeginOnboarding,
        Some(OnboardingAction::Onboard) => Move::Onboard,
        Some(OnboardingAction::GiveUp) => Move::GiveUpOnboarding,
        None => return Err(ApiError::invalid_field("action", Code::FieldRequired)),
    };
    move_many(&tenant, &idempotency, what, MoveInput { items, ids, reason }).await
}

/// Moves the applications, with a result per item; idempotent by key.
pub(super) async fn move_many(
    tenant: &Tenant,
    idempotency: &Idempotency,
    what: Move,
    input: MoveInput,
) -> ApiResult<Response> {
    tenant.require_any(&what.kind().permissions())?;
    let items = checked_items(&input)?;
    let body = serde_json::to_vec(&(what.kind(), &input)).map_err(|error| ApiError::internal(&error))?;
    let mut tx = tenant.begin().await?;
    let ticket = match idempotency.claim(&mut tx, &body).await? {
        Claimed::Fresh(ticket) => ticket,
        Claimed::Answered(status, body) => return Ok((status, Json(body)).into_response()),
    };
    let results = apply(&mut tx, tenant, what, &items, input.reason.as_deref()).await?;
    ticket.record(&mut tx, StatusCode::OK, &results).await?;
    tx.commit().await?;
    Ok(Json(results).into_response())
}

/// The results of [`move_many`] without moving anything.
async fn try_many(tenant: &Tenant, what: Move, input: MoveInput) -> ApiResult<Response> {
    tenant.require_any(&what.kind().permissions())?;
    let items = checked_items(&input)?;
    let mut tx = tenant.begin().await?;
    let mut results = apply(&mut tx, tenant, what, &items, input.reason.as_deref()).await?;
    tx.rollback().await?;
    for result in results.results.iter_mut().filter(|result| result.status == ResultStatus::Ok) {
        result.application = None;
    }
    Ok(Json(results).into_response())
}

async fn apply(
    tx: &mut TenantTx,
    tenant: &Tenant,
    what: Move,
    items: &[MoveItem],
    reason: Option<&str>,
) -> ApiResult<MoveResults> {
    let request = MoveRequest { what, items, reason, authority: Authority::Member(&tenant.access) };
    let outcomes = moves::apply(tx, &request).await?;
    if matches!(what, Move::Restore) {
        return Ok(MoveResults { results: returned(tx, items, outcomes).await? });
    }
    call_off_later(tx, &moved(&outcomes)).await?;
    let results = items.iter().zip(outcomes).map(|(item, outcome)| MoveResult::of(item.id, outcome)).collect();
    Ok(MoveResults { results })
}

fn moved(outcomes: &[MoveOutcome]) -> Vec<ApplicationId> {
    outcomes.iter().filter_map(MoveOutcome::moved).map(|placed| placed.id).collect()
}

/// The results of a return to former states. An interview cancelled meanwhile stays so: its candidate waits for a
/// booking again.
async fn returned(tx: &mut TenantTx, items: &[MoveItem], outcomes: Vec<MoveOutcome>) -> ApiResult<Vec<MoveResult>> {
    let cancelled = called_off_interviews::without_interview(tx, &moved(&outcomes)).await?;
    let waiting: Vec<MoveItem> = cancelled.into_iter().map(MoveItem::current).collect();
    let request =
        MoveRequest { what: Move::CancelBooking, items: &waiting, reason: None, authority: Authority::System };
    let waiting = moves::apply(tx, &request).await?;
    let result = |(item, outcome): (&MoveItem, MoveOutcome)| {
        let waiting = waiting.iter().find(|waiting| waiting.moved().is_some_and(|placed| placed.id == item.id));
        let interview_cancelled = waiting.is_some();
        MoveResult { interview_cancelled, ..MoveResult::of(item.id, waiting.cloned().unwrap_or(outcome)) }
    };
    Ok(items.iter().zip(outcomes).map(result).collect())
}

fn checked_items(input: &MoveInput) -> ApiResult<Vec<MoveItem>> {
    check_reason(input.reason.as_deref())?;
    let items: Vec<MoveItem> = match (&input.items, &input.ids) {
        (Some(items), None) => {
            let item = |item: &ItemInput| MoveItem { version: item.version, ..MoveItem::current(item.id) };
            items.iter().map(item).collect()
        }
        (None, Some(ids)) => ids.iter().copied().map(MoveItem::current).collect(),
        (None, None) => return Err(ApiError::invalid_field("items", Code::FieldRequired)),
        (Some(_), Some(_)) => return Err(ApiError::invalid_field("ids", Code::FieldInvalid)),
    };
    if items.len() > MAX_ITEMS {
        return Err(ApiError::invalid_field("items", Code::FieldTooLong));
    }
    Ok(items)
}
