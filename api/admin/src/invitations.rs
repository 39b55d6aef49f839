//! Invitations of an organization: send, list, resend, copy the link, cancel.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{ClientAddress, CursorPage, CursorPaging, Item, Json, Paged, Query, ReadTenant, Tenant};
use bole_api_core::state::ApiState;
use bole_domain::evaluation::Language;
use bole_domain::ids::{InvitationId, JobId};
use bole_domain::organization::{InvitationStatus, Role};
use bole_domain::permission::Permission;
use bole_secrets::LinkToken;
use bole_store::invitations::{self, Invitation, NewInvitation};
use bole_store::{TenantTx, jobs, members, organizations};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};
use utoipa::{IntoParams, ToSchema};

use crate::auth::{count_mail, language};
use crate::invited::account;
use crate::members::{extra_permissions, no_seat};

bole_api_core::area! { "organizations":
    list_invitations, create_invitation, cancel_invitation, resend_invitation, copy_invitation_link
}

/// Lifetime of an invitation.
const LIFE: Duration = Duration::days(7);

/// Filter of a list of invitations.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct InvitationQuery {
    /// Only with this status; all but accepted ones if absent.
    #[param(inline)]
    status: Option<InvitationStatus>,
}

/// Invitations that were not accepted, including expired and declined ones, last sent first.
#[utoipa::path(get, path = "/invitations", params(InvitationQuery, CursorPaging),
    responses((status = 200, body = Paged<Invitation>)))]
pub async fn list_invitations(
    ReadTenant { tenant, mut tx }: ReadTenant,
    Query(InvitationQuery { status }): Query<InvitationQuery>,
    CursorPage(page): CursorPage,
) -> ApiResult<Json<Paged<Invitation>>> {
    tenant.require(Permission::MEMBERS_CREATE)?;
    let (found, total, next) = invitations::list(&mut tx, status, page).await?;
    tx.release();
    Ok(Json(Paged::of((found, total)).before(next)))
}

/// An invitation to send.
#[derive(Debug, Deserialize, ToSchema)]
pub struct InvitationInput {
    /// Case-insensitive.
    #[serde(default)]
    #[schema(required, format = "email")]
    email: String,
    /// At most the caller's own role.
    role: Role,
    /// Permissions in addition to those of the role, as `resource:action`, among those the caller has.
    #[serde(default)]
    #[schema(value_type = Option<Vec<Permission>>)]
    permissions: Option<Vec<String>>,
    /// Jobs to assign to them when they accept, among those the caller can access.
    #[serde(default)]
    job_ids: Vec<JobId>,
}

/// Invites a user by email. The link works once, for seven days.
#[utoipa::path(post, path = "/invitations", responses((status = 201, body = Invitation)))]
pub async fn create_invitation(
    State(state): State<ApiState>,
    tenant: Tenant,
    caller: ClientAddress,
    headers: HeaderMap,
    Json(InvitationInput { email, role, permissions, job_ids }): Json<InvitationInput>,
) -> ApiResult<impl IntoResponse> {
    tenant.require(Permission::MEMBERS_CREATE)?;
    let mut check = Check::new();
    check.email("email", &email);
    check.finish()?;
    if !tenant.role().reaches(role) {
        return Err(ApiError::forbidden(Code::MemberRoleAboveOwn, "Nobody is invited above one's own role."));
    }
    let permissions = extra_permissions(&tenant, role, &permissions.unwrap_or_default())?;
    let email = email.trim().to_lowercase();
    let language = language_to(&state, &email, &headers).await?;

    let mut tx = tenant.begin().await?;
    let limits = organizations::lock_limits(&mut tx).await.or_not_found(Code::OrganizationNotFound)?;
    if members::is_member(&mut tx, &email).await? {
        return Err(ApiError::conflict(Code::InvitationAlreadyMember, "They are a member already."));
    }
    if !jobs::all_accessible(&mut tx, &job_ids).await? {
        return Err(ApiError::invalid_field("job_ids", Code::JobNotFound));
    }
    let id = InvitationId::new();
    let expires_at = OffsetDateTime::now_utc() + LIFE;
    let new = NewInvitation {
        id,
        email: &email,
        role,
        permissions: &permissions,
        jobs: &job_ids,
        invited_by: tenant.user_id(),
        expires_at,
    };
    invitations::insert(&mut tx, &new).await.on_constraint("organization_invitations_open_key", || {
        ApiError::conflict(Code::InvitationAlreadyPending, "They are invited already; send that invitation again.")
    })?;
    // Includes this invitation, so that the invited user has a seat.
    let taken = members::count_active(&mut tx).await? + invitations::count_pending(&mut tx).await?;
    if taken > i64::from(limits.max_users) {
        return Err(no_seat(limits.max_users));
    }
    count_mail(&state, &caller, &email).await?;
    send(&state, &tenant, tx, id, language).await.map(|made| (StatusCode::CREATED, Json(made)))
}

/// Adds a link and emails it, in one transaction.
async fn send(
    state: &ApiState,
    tenant: &Tenant,
    mut tx: TenantTx,
    id: InvitationId,
    language: Language,
) -> ApiResult<Invitation> {
    let token = LinkToken::random(tenant.organization());
    invitations::add_link(&mut tx, id, &token.hash(), true).await?;
    let invitation = invitations::find(&mut tx, id).await.or_not_found(Code::InvitationNotFound)?;
    let organization = organizations::get(&mut tx).await.or_not_found(Code::OrganizationNotFound)?;
    let link = url(state, &token);
    let inviter = &tenant.session.user.full_name;
    let mail = bole_mail::invitation(language, &invitation.email, inviter, &organization.name, &link);
    state.mailer.send_for_tenant(&mut tx, &mail).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok(invitation)
}

/// The language of an invitation: that of the invited account, else the inviter's.
async fn language_to(state: &ApiState, email: &str, headers: &HeaderMap) -> ApiResult<Language> {
    let mut tx = state.db.identity().await?;
    let known = account(&mut tx, email).await?;
    tx.release();
    let chosen: Option<Language> = known.and_then(|user| user.language?.parse().ok());
    Ok(chosen.unwrap_or_else(|| language(headers)))
}

fn url(state: &ApiState, token: &LinkToken) -> String {
    format!("{}/accept-invitation?token={}", state.config.public_url, token.encode())
}

/// An invitation not above the caller's own role, locked.
async fn reached_one(tenant: &Tenant, tx: &mut TenantTx, id: InvitationId) -> ApiResult<Invitation> {
    let invitation = invitations::lock(tx, id).await.or_not_found(Code::InvitationNotFound)?;
    if !tenant.role().reaches(invitation.role) {
        return Err(ApiError::forbidden(Code::MemberRoleAboveOwn, "That reaches above your own role."));
    }
    Ok(invitation)
}

/// An invitation that the caller may send or copy.
async fn open_one(tenant: &Tenant, tx: &mut TenantTx, id: InvitationId) -> ApiResult<Invitation> {
    let invitation = reached_one(tenant, tx, id).await?;
    match invitation.status {
        InvitationStatus::Pending | InvitationStatus::Expired => Ok(invitation),
        InvitationStatus::Accepted => Err(ApiError::conflict(Code::InvitationAlreadyAccepted, "It was accepted.")),
        InvitationStatus::Declined => Err(ApiError::conflict(Code::InvitationDeclined, "It was declined.")),
    }
}

/// Resends an invitation and renews it for seven days.
#[utoipa::path(post, path = "/invitations/{invitation_id}/resend", params(("invitation_id" = InvitationId, Path)),
    responses((status = 200, body = Invitation)))]
pub async fn resend_invitation(
    State(state): State<ApiState>,
    tenant: Tenant,
    caller: ClientAddress,
    headers: HeaderMap,
    Item(id): Item<InvitationId>,
) -> ApiResult<Json<Invitation>> {
    tenant.require(Permission::MEMBERS_CREATE)?;
    let mut tx = tenant.begin().await?;
    let email = open_one(&tenant, &mut tx, id).await?.email;
    tx.rollback().await?;
    let language = language_to(&state, &email, &headers).await?;
    let mut tx = tenant.begin().await?;
    let invitation = open_one(&tenant, &mut tx, id).await?;
    count_mail(&state, &caller, &invitation.email).await?;
    invitations::renew(&mut tx, id, OffsetDateTime::now_utc() + LIFE, tenant.user_id()).await?;
    send(&state, &tenant, tx, id, language).await.map(Json)
}

/// An invitation link to share by other means.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationLink {
    /// Valid as long as the invitation. A new user who signs up with it confirms their address before joining.
    link: String,
}

/// Creates an invitation link to copy; earlier links stay valid.
#[utoipa::path(post, path = "/invitations/{invitation_id}/link", params(("invitation_id" = InvitationId, Path)),
    responses((status = 200, body = InvitationLink)))]
pub async fn copy_invitation_link(
    State(state): State<ApiState>,
    tenant: Tenant,
    Item(id): Item<InvitationId>,
) -> ApiResult<Json<InvitationLink>> {
    tenant.require(Permission::MEMBERS_CREATE)?;
    let mut tx = tenant.begin().await?;
    let invitation = open_one(&tenant, &mut tx, id).await?;
    if invitation.status == InvitationStatus::Expired {
        return Err(ApiError::conflict(Code::InvitationExpired, "It has expired; send it again first."));
    }
    let token = LinkToken::random(tenant.organization());
    invitations::add_link(&mut tx, id, &token.hash(), false).await?;
    tx.commit().await?;
    Ok(Json(InvitationLink { link: url(&state, &token) }))
}

/// Cancels an invitation, whose links become invalid, or removes a declined one from the list.
#[utoipa::path(delete, path = "/invitations/{invitation_id}", params(("invitation_id" = InvitationId, Path)),
    responses((status = 204)))]
pub async fn cancel_invitation(tenant: Tenant, Item(id): Item<InvitationId>) -> ApiResult<StatusCode> {
    tenant.require(Permission::MEMBERS_CREATE)?;
    let mut tx = tenant.begin().await?;
    let invitation = reached_one(&tenant, &mut tx, id).await?;
    if invitation.status == InvitationStatus::Accepted {
        return Err(ApiError::conflict(Code::InvitationAlreadyAccepted, "It was accepted."));
    }
    invitations::delete(&mut tx, id).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
