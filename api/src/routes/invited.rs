//! Invitations as whoever holds a link to one sees them: look, accept, decline.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::CookieJar;
use bole_domain::ids::{OrganizationId, UserId};
use bole_domain::organization::{InvitationStatus, Role};
use bole_store::invitations::{self, Link};
use bole_store::users::{self, NewUser};
use bole_store::{Actor, StoreError, TenantTx, members, organizations};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::auth::{SessionInfo, check_password, language, open_session, send_confirmation};
use super::invitations::LinkToken;
use super::members::no_seat;
use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, Problem, StoreResultExt};
use crate::extract::{Json, Path, Session};
use crate::state::ApiState;

/// An invitation as the invited person sees it.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationForMe {
    /// Where to.
    organization_id: OrganizationId,
    /// Its name.
    organization_name: String,
    /// To whom.
    email: String,
    /// As what.
    role: Role,
    /// By whom.
    invited_by_name: Option<String>,
    /// Until when it can be accepted.
    #[serde(with = "time::serde::rfc3339")]
    expires_at: OffsetDateTime,
    /// pending, accepted, declined or expired.
    status: InvitationStatus,
    /// Whether the address has an account, to sign in with before accepting.
    has_account: bool,
}

/// The invitation that a link leads to, held until the transaction ends.
async fn follow(tx: &mut TenantTx, token: &LinkToken) -> ApiResult<(invitations::Invitation, Link)> {
    let link = invitations::link(tx, &token.hash()).await.or_not_found(Code::InvitationInvalid)?;
    let invitation = invitations::find(tx, link.invitation).await.or_not_found(Code::InvitationInvalid)?;
    Ok((invitation, link))
}

fn read(token: &str) -> ApiResult<LinkToken> {
    LinkToken::parse(token).ok_or_else(|| ApiError::not_found(Code::InvitationInvalid))
}

/// The account of the invited address that somebody can sign in to.
async fn account(state: &ApiState, email: &str) -> ApiResult<Option<users::User>> {
    let mut tx = state.db.identity().await?;
    let found = users::by_email(&mut tx, email).await;
    tx.rollback().await?;
    match found {
        Ok(known) => Ok(Some(known.user).filter(|user| user.email_confirmed_at.is_some())),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The invitation that a mailed link leads to. For whoever holds the link, signed in or not.
#[utoipa::path(get, path = "/api/invitations/{token}", operation_id = "get_invitation", tag = "invitations",
    params(("token" = String, Path)),
    responses((status = 200, body = InvitationForMe), (status = 404, body = Problem)))]
pub async fn get_invitation(
    State(state): State<ApiState>,
    Path(token): Path<String>,
) -> ApiResult<Json<InvitationForMe>> {
    let token = read(&token)?;
    let mut tx = state.db.tenant(&Actor::guest(token.organization)).await?;
    let (invitation, _) = follow(&mut tx, &token).await?;
    let organization = organizations::get(&mut tx).await.or_not_found(Code::InvitationInvalid)?;
    tx.rollback().await?;
    let has_account = account(&state, &invitation.email).await?.is_some();
    Ok(Json(InvitationForMe {
        organization_id: organization.id,
        organization_name: organization.name,
        email: invitation.email,
        role: invitation.role,
        invited_by_name: invitation.invited_by_name,
        expires_at: invitation.expires_at,
        status: invitation.status,
        has_account,
    }))
}

/// What a new user says of themselves; an existing one says nothing.
#[derive(Deserialize, ToSchema)]
pub struct Acceptance {
    /// The person's name.
    #[schema(max_length = 200)]
    full_name: Option<String>,
    /// At least 8 characters.
    #[schema(format = "password", min_length = 8, max_length = 256)]
    password: Option<String>,
}

/// What accepting came to.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accepted {
    /// Where they now belong.
    organization_id: OrganizationId,
    /// The session, where one was opened or there was one.
    session: Option<SessionInfo>,
    /// Whether a mail is on its way by which a new user confirms their address before they sign in: the link was not
    /// mailed to them.
    confirmation_sent: bool,
}

/// Accepts an invitation. An existing user is signed in with the invited address; a new one says name and password, and
/// is signed in after.
#[utoipa::path(post, path = "/api/invitations/{token}/accept", operation_id = "accept_invitation", tag = "invitations",
    params(("token" = String, Path)), request_body = Acceptance,
    responses((status = 200, body = Accepted), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem)))]
pub async fn accept_invitation(
    State(state): State<ApiState>,
    session: Option<Session>,
    Path(token): Path<String>,
    jar: CookieJar,
    headers: HeaderMap,
    Json(Acceptance { full_name, password }): Json<Acceptance>,
) -> ApiResult<Response> {
    let token = read(&token)?;
    let organization_id = token.organization;
    let mut tx = state.db.tenant(&Actor::guest(organization_id)).await?;
    let limits = organizations::lock_limits(&mut tx).await.or_not_found(Code::InvitationInvalid)?;
    let (invitation, link) = follow(&mut tx, &token).await?;
    require_pending(invitation.status)?;
    require_seat(&mut tx, limits.max_users).await?;

    if let Some(user) = account(&state, &invitation.email).await? {
        let Some(session) = session else {
            return Err(ApiError::new(
                StatusCode::UNAUTHORIZED,
                Code::InvitationSignInRequired,
                "The invited address has an account; sign in with it first.",
            ));
        };
        if session.user_id() != user.id {
            return Err(ApiError::forbidden(
                Code::InvitationOtherAddress,
                "The invitation is for another address than the one signed in with.",
            ));
        }
        join(tx, user.id, &invitation).await?;
        let info = SessionInfo::new(user, session.expires_at);
        return Ok(Json(Accepted { organization_id, session: Some(info), confirmation_sent: false }).into_response());
    }

    let (full_name, password) = (full_name.unwrap_or_default(), password.unwrap_or_default());
    let mut check = Check::new();
    check.text("full_name", &full_name, 200);
    check_password(&mut check, &password, &[&invitation.email, &full_name]);
    check.finish()?;
    let language = language(&headers);
    let password_hash = state.passwords.hash(password).await?;
    let full_name = full_name.trim();
    let mut identity = state.db.identity().await?;
    let new = NewUser {
        id: UserId::new(),
        email: &invitation.email,
        full_name,
        password_hash: &password_hash,
        language: language.as_str(),
        confirmed: link.mailed,
    };
    // Somebody may have signed up with the address and never confirmed it; whoever reads its mail now does.
    if !users::insert(&mut identity, &new).await? {
        let known = users::by_email(&mut identity, &invitation.email).await?.user;
        users::change(&mut identity, known.id, Some(full_name), Some(&password_hash)).await?;
        if link.mailed {
            users::confirm(&mut identity, known.id).await?;
            users::drop_tokens(&mut identity, known.id).await?;
        }
    }
    let user = users::by_email(&mut identity, &invitation.email).await?.user;
    let user_id = user.id;
    let (jar, info) = if link.mailed {
        let (jar, info) = open_session(&state, &mut identity, user, jar, &headers).await?;
        (jar, Some(info))
    } else {
        let chosen = Some(password_hash.as_str());
        send_confirmation(&state, &mut identity, user_id, &invitation.email, full_name, language, chosen).await?;
        (jar, None)
    };
    identity.commit().await?;
    join(tx, user_id, &invitation).await?;
    let confirmation_sent = info.is_none();
    Ok((jar, Json(Accepted { organization_id, session: info, confirmation_sent })).into_response())
}

/// Goes on only where the invitation can still be answered.
pub(super) fn require_pending(status: InvitationStatus) -> ApiResult<()> {
    match status {
        InvitationStatus::Pending => Ok(()),
        InvitationStatus::Accepted => {
            Err(ApiError::conflict(Code::InvitationAlreadyAccepted, "The invitation was accepted before."))
        }
        InvitationStatus::Declined => Err(ApiError::conflict(Code::InvitationDeclined, "The invitation was declined.")),
        InvitationStatus::Expired => Err(ApiError::conflict(Code::InvitationExpired, "The invitation has expired.")),
    }
}

/// Goes on only where the plan has a seat. Lock its limits first, or two take the last one.
pub(super) async fn require_seat(tx: &mut TenantTx, max_users: i32) -> ApiResult<()> {
    if members::count_active(tx).await? >= i64::from(max_users) { Err(no_seat(max_users)) } else { Ok(()) }
}

/// Makes the invited person a member, and commits.
pub(super) async fn join(mut tx: TenantTx, user: UserId, invitation: &invitations::Invitation) -> ApiResult<()> {
    members::join(&mut tx, user, invitation).await?;
    invitations::answer(&mut tx, invitation.id, true).await?;
    Ok(tx.commit().await?)
}

/// Declines an invitation. For whoever holds the link.
#[utoipa::path(post, path = "/api/invitations/{token}/decline", operation_id = "decline_invitation", tag = "invitations",
    params(("token" = String, Path)),
    responses((status = 204), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub async fn decline_invitation(State(state): State<ApiState>, Path(token): Path<String>) -> ApiResult<StatusCode> {
    let token = read(&token)?;
    let mut tx = state.db.tenant(&Actor::guest(token.organization)).await?;
    let (invitation, _) = follow(&mut tx, &token).await?;
    require_pending(invitation.status)?;
    invitations::answer(&mut tx, invitation.id, false).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
