//! Open invitations to the signed-in user's own address, from all organizations.

use axum::extract::State;
use axum::http::StatusCode;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, Json, Paged, SecurityNotes, Session};
use bole_api_core::state::ApiState;
use bole_domain::ids::{InvitationId, OrganizationId};
use bole_domain::organization::Role;
use bole_store::invitations::{self, OwnInvitation};
use bole_store::{Actor, organizations};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::invited::{join, require_inviter, require_pending, require_seat};

bole_api_core::area! { "invitations":
    my_invitations, accept_my_invitations, accept_my_invitation, decline_my_invitation
}

/// An open invitation.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyInvitation {
    id: InvitationId,
    organization_id: OrganizationId,
    organization_name: String,
    role: Role,
    /// Name of the inviting user.
    invited_by_name: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    sent_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    expires_at: OffsetDateTime,
}

/// The open invitations to the signed-in user's confirmed address, oldest first.
#[utoipa::path(get, path = "/api/me/invitations", security(("session" = [])),
    responses((status = 200, body = Paged<MyInvitation>)))]
pub async fn my_invitations(State(state): State<ApiState>, session: Session) -> ApiResult<Json<Paged<MyInvitation>>> {
    let mut mine = Vec::new();
    for own in pending(&session).await? {
        let mut tx = state.db.tenant(&Actor::guest(own.organization)).await?;
        let invitation = invitations::find(&mut tx, own.id).await.or_not_found(Code::InvitationNotFound);
        let organization = organizations::get(&mut tx).await.or_not_found(Code::InvitationNotFound);
        tx.rollback().await?;
        // An invitation cancelled meanwhile is skipped.
        let (invitation, organization) = match (invitation, organization) {
            (Ok(invitation), Ok(organization)) => (invitation, organization),
            (Err(error), _) | (_, Err(error)) if error.status() == StatusCode::NOT_FOUND => continue,
            (Err(error), _) | (_, Err(error)) => return Err(error),
        };
        mine.push(MyInvitation {
            id: invitation.id,
            organization_id: organization.id,
            organization_name: organization.name,
            role: invitation.role,
            invited_by_name: invitation.invited_by_name,
            sent_at: invitation.sent_at,
            expires_at: invitation.expires_at,
        });
    }
    Ok(Json(Paged::all(mine)))
}

/// The result of accepting an invitation.
#[derive(Debug, Serialize, ToSchema)]
pub struct Joined {
    /// The organization joined.
    organization_id: OrganizationId,
}

/// Accepts one of the signed-in user's own invitations.
#[utoipa::path(post, path = "/api/me/invitations/{invitation_id}/accept", security(("session" = [])),
    params(("invitation_id" = InvitationId, Path)), responses((status = 200, body = Joined)))]
pub async fn accept_my_invitation(
    State(state): State<ApiState>,
    session: Session,
    notes: SecurityNotes,
    Item(id): Item<InvitationId>,
) -> ApiResult<Json<Joined>> {
    let own = one(&session, id).await?;
    notes.within(own.organization);
    accept(&state, &session, &own).await?;
    Ok(Json(Joined { organization_id: own.organization }))
}

/// Declines one of the signed-in user's own invitations.
#[utoipa::path(post, path = "/api/me/invitations/{invitation_id}/decline", security(("session" = [])),
    params(("invitation_id" = InvitationId, Path)), responses((status = 204)))]
pub async fn decline_my_invitation(
    State(state): State<ApiState>,
    session: Session,
    Item(id): Item<InvitationId>,
) -> ApiResult<StatusCode> {
    let own = one(&session, id).await?;
    let mut tx = state.db.tenant(&Actor::guest(own.organization)).await?;
    let invitation = invitations::lock(&mut tx, id).await.or_not_found(Code::InvitationNotFound)?;
    require_pending(invitation.status)?;
    invitations::answer(&mut tx, id, false).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The result of accepting all invitations.
#[derive(Debug, Serialize, ToSchema)]
pub struct AcceptedAll {
    /// The organizations joined.
    organization_ids: Vec<OrganizationId>,
    /// Invitations that could not be accepted, and why.
    refused: Vec<Refused>,
}

/// An invitation that could not be accepted.
#[derive(Debug, Serialize, ToSchema)]
pub struct Refused {
    organization_id: OrganizationId,
    organization_name: String,
    /// The reason.
    code: Code,
}

/// Accepts every open invitation to the signed-in user's confirmed address.
#[utoipa::path(post, path = "/api/me/invitations/accept", security(("session" = [])),
    responses((status = 200, body = AcceptedAll)))]
pub async fn accept_my_invitations(
    State(state): State<ApiState>,
    session: Session,
    notes: SecurityNotes,
) -> ApiResult<Json<AcceptedAll>> {
    let mut all = AcceptedAll { organization_ids: Vec::new(), refused: Vec::new() };
    for own in pending(&session).await? {
        match accept(&state, &session, &own).await {
            Ok(()) => all.organization_ids.push(own.organization),
            Err(error) if error.status().is_server_error() => return Err(error),
            Err(error) => {
                let mut tx = state.db.tenant(&Actor::guest(own.organization)).await?;
                let organization = organizations::get(&mut tx).await;
                tx.rollback().await?;
                // A deleted organization is skipped.
                if let Ok(organization) = organization {
                    all.refused.push(Refused {
                        organization_id: organization.id,
                        organization_name: organization.name,
                        code: error.code(),
                    });
                }
            }
        }
    }
    let joined: Vec<_> = all.organization_ids.iter().map(ToString::to_string).collect();
    if !joined.is_empty() {
        notes.detail(joined.join(" "));
    }
    Ok(Json(all))
}

/// The open invitations to the caller's confirmed address.
async fn pending(session: &Session) -> ApiResult<Vec<OwnInvitation>> {
    let mut tx = session.begin().await?;
    let pending = invitations::own_pending(&mut tx).await?;
    tx.rollback().await?;
    Ok(pending)
}

/// One of them; 404 for any other invitation.
async fn one(session: &Session, id: InvitationId) -> ApiResult<OwnInvitation> {
    let mut pending = pending(session).await?.into_iter();
    pending.find(|own| own.id == id).ok_or_else(|| ApiError::not_found(Code::InvitationNotFound))
}

async fn accept(state: &ApiState, session: &Session, own: &OwnInvitation) -> ApiResult<()> {
    let mut tx = state.db.tenant(&Actor::guest(own.organization)).await?;
    let limits = organizations::lock_limits(&mut tx).await.or_not_found(Code::InvitationInvalid)?;
    let invitation = invitations::lock(&mut tx, own.id).await.or_not_found(Code::InvitationInvalid)?;
    require_pending(invitation.status)?;
    require_inviter(&mut tx, &invitation).await?;
    require_seat(&mut tx, limits.max_users).await?;
    join(tx, session.user_id(), &invitation).await
}
