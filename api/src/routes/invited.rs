//! Invitations as whoever holds a link to one sees them: look, accept, decline.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::CookieJar;
use bole_domain::ids::{OrganizationId, UserId};
use bole_domain::organization::{InvitationStatus, Role};
use bole_domain::text::clean_line;
use bole_store::invitations::{self, Link};
use bole_store::users::{self, NewUser, UserType};
use bole_store::{Actor, IdentityTx, StoreError, TenantTx, members, organizations};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::auth::{SessionInfo, check_password, language, open_session, send_confirmation};
use super::members::no_seat;
use crate::auth::limits::{ANSWERS_BY_LINK, LINKS_FROM, count_all};
use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, StoreResultExt};
use crate::extract::{ClientAddress, Json, Path, Session};
use crate::link_token::LinkToken;
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
    /// Whether the address has an account, to sign in with before accepting. Told only by a link that was mailed to it.
    has_account: bool,
}

/// What a link leads to, as it was a moment ago.
struct Found {
    invitation: invitations::Invitation,
    link: Link,
    organization: organizations::Organization,
    /// The account of the invited address that somebody can sign in to.
    account: Option<users::User>,
}

async fn find(state: &ApiState, token: &LinkToken) -> ApiResult<Found> {
    let mut tx = state.db.tenant(&Actor::guest(token.organization)).await?;
    let link = invitations::link(&mut tx, &token.hash()).await.or_not_found(Code::InvitationInvalid)?;
    let invitation = invitations::find(&mut tx, link.invitation).await.or_not_found(Code::InvitationInvalid)?;
    let organization = organizations::get(&mut tx).await.or_not_found(Code::InvitationInvalid)?;
    let mut tx = tx.into_identity().await?;
    let account = account(&mut tx, &invitation.email).await?;
    tx.release();
    Ok(Found { invitation, link, organization, account })
}

/// The invitation that a link leads to, and with it its organization's seats, held until the transaction ends.
async fn lock(state: &ApiState, token: &LinkToken) -> ApiResult<(TenantTx, invitations::Invitation)> {
    let mut tx = state.db.tenant(&Actor::guest(token.organization)).await?;
    let limits = organizations::lock_limits(&mut tx).await.or_not_found(Code::InvitationInvalid)?;
    let link = invitations::link(&mut tx, &token.hash()).await.or_not_found(Code::InvitationInvalid)?;
    let invitation = invitations::lock(&mut tx, link.invitation).await.or_not_found(Code::InvitationInvalid)?;
    require_pending(invitation.status)?;
    require_inviter(&mut tx, &invitation).await?;
    require_seat(&mut tx, limits.max_users).await?;
    Ok((tx, invitation))
}

/// Reads a link's token, and counts that somebody follows it.
async fn read(state: &ApiState, caller: &ClientAddress, token: &str) -> ApiResult<LinkToken> {
    count_all(&state.db, &[(&LINKS_FROM, &caller.source())], Code::RequestTooMany).await?;
    LinkToken::parse(token).ok_or_else(|| ApiError::not_found(Code::InvitationInvalid))
}

/// The same for an answer to the invitation.
async fn read_for_answer(state: &ApiState, caller: &ClientAddress, token: &str) -> ApiResult<LinkToken> {
    let token = read(state, caller, token).await?;
    count_all(&state.db, &[(&ANSWERS_BY_LINK, &hex::encode(token.hash()))], Code::RequestTooMany).await?;
    Ok(token)
}

async fn account(tx: &mut IdentityTx, email: &str) -> ApiResult<Option<users::User>> {
    match users::by_email(tx, email).await {
        Ok(known) => Ok(Some(known.user).filter(|user| user.email_confirmed_at.is_some())),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The invitation that a link leads to. For whoever holds the link, signed in or not.
#[utoipa::path(get, path = "/api/invitations/{token}", operation_id = "get_invitation", tag = "invitations",
    params(("token" = String, Path)),
    responses((status = 200, body = InvitationForMe)))]
pub async fn get_invitation(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Path(token): Path<String>,
) -> ApiResult<Json<InvitationForMe>> {
    let token = read(&state, &caller, &token).await?;
    let Found { invitation, link, organization, account } = find(&state, &token).await?;
    Ok(Json(InvitationForMe {
        organization_id: organization.id,
        organization_name: organization.name,
        email: invitation.email,
        role: invitation.role,
        invited_by_name: invitation.invited_by_name,
        expires_at: invitation.expires_at,
        status: invitation.status,
        has_account: link.mailed && account.is_some(),
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
    responses((status = 200, body = Accepted)))]
pub async fn accept_invitation(
    State(state): State<ApiState>,
    caller: ClientAddress,
    session: Option<Session>,
    Path(token): Path<String>,
    jar: CookieJar,
    headers: HeaderMap,
    Json(acceptance): Json<Acceptance>,
) -> ApiResult<Response> {
    let token = read_for_answer(&state, &caller, &token).await?;
    let found = find(&state, &token).await?;
    require_pending(found.invitation.status)?;
    let Some(user) = &found.account else {
        return join_as_newcomer(&state, &token, &found, acceptance, jar, &headers).await;
    };
    let session = session.ok_or_else(session_required)?;
    if session.user_id() != user.id {
        return Err(ApiError::forbidden(
            Code::InvitationOtherAddress,
            "The invitation is for another address than the one signed in with.",
        ));
    }
    let (tx, invitation) = lock(&state, &token).await?;
    join(tx, user.id, &invitation).await?;
    let info = SessionInfo::new(session.user, session.expires_at);
    let accepted = Accepted { organization_id: token.organization, session: Some(info), confirmation_sent: false };
    Ok(Json(accepted).into_response())
}

fn session_required() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        Code::SessionRequired,
        "The invited address has an account; sign in with it first.",
    )
}

/// Makes the invited person an account and a member, in one transaction. The password is hashed before it begins.
async fn join_as_newcomer(
    state: &ApiState,
    token: &LinkToken,
    found: &Found,
    Acceptance { full_name, password }: Acceptance,
    jar: CookieJar,
    headers: &HeaderMap,
) -> ApiResult<Response> {
    let (email, mailed) = (&found.invitation.email, found.link.mailed);
    let (full_name, password) = (full_name.unwrap_or_default(), password.unwrap_or_default());
    let mut check = Check::new();
    check.text("full_name", &full_name, 200);
    check_password(state, &mut check, &password, &[email, &full_name]).await?;
    check.finish()?;
    let language = language(headers);
    let password_hash = state.passwords.hash(password).await?;
    let full_name = clean_line(&full_name);
    let full_name = full_name.as_str();

    let (tx, invitation) = lock(state, token).await?;
    let mut tx = tx.into_identity().await?;
    if account(&mut tx, email).await?.is_some() {
        return Err(session_required());
    }
    let new = NewUser {
        id: UserId::new(),
        email,
        full_name,
        password_hash: &password_hash,
        language: language.as_str(),
        confirmed: mailed,
        user_type: UserType::Member,
    };
    // Somebody may have signed up with the address and never confirmed it; whoever reads its mail now does.
    if !users::insert(&mut tx, &new).await? {
        let known = users::by_email(&mut tx, email).await?.user;
        users::change(&mut tx, known.id, Some(full_name), Some(&password_hash)).await?;
        if mailed {
            users::confirm(&mut tx, known.id).await?;
            users::drop_tokens(&mut tx, known.id).await?;
        }
    }
    let user = users::by_email(&mut tx, email).await?.user;
    let user_id = user.id;
    let (jar, session) = if mailed {
        let (jar, info) = open_session(state, &mut tx, user, jar, headers).await?;
        (jar, Some(info))
    } else {
        let chosen = Some(password_hash.as_str());
        send_confirmation(state, &mut tx, user_id, email, full_name, language, chosen).await?;
        (jar, None)
    };
    let tx = tx.into_tenant(Actor::guest(token.organization)).await?;
    join(tx, user_id, &invitation).await?;
    let confirmation_sent = session.is_none();
    Ok((jar, Json(Accepted { organization_id: token.organization, session, confirmation_sent })).into_response())
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

/// Goes on only while whoever invited belongs to the organization and reaches the role they gave.
pub(super) async fn require_inviter(tx: &mut TenantTx, invitation: &invitations::Invitation) -> ApiResult<()> {
    let inviter = match invitation.invited_by {
        Some(user) => members::active_role(tx, user).await?,
        None => None,
    };
    if inviter.is_some_and(|role| role.reaches(invitation.role)) {
        Ok(())
    } else {
        require_pending(InvitationStatus::Expired)
    }
}

/// Goes on only where the plan has a seat. Lock its limits first, or two take the last one.
pub(super) async fn require_seat(tx: &mut TenantTx, max_users: i32) -> ApiResult<()> {
    if members::count_active(tx).await? >= i64::from(max_users) { Err(no_seat(max_users)) } else { Ok(()) }
}

/// Makes the invited person a member, and commits.
pub(super) async fn join(mut tx: TenantTx, user: UserId, invitation: &invitations::Invitation) -> ApiResult<()> {
    if !members::join(&mut tx, user, invitation).await? {
        return Err(ApiError::conflict(Code::InvitationAlreadyMember, "They are a member already."));
    }
    invitations::answer(&mut tx, invitation.id, true).await?;
    Ok(tx.commit().await?)
}

/// Declines an invitation. For whoever holds the link.
#[utoipa::path(post, path = "/api/invitations/{token}/decline", operation_id = "decline_invitation", tag = "invitations",
    params(("token" = String, Path)),
    responses((status = 204)))]
pub async fn decline_invitation(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Path(token): Path<String>,
) -> ApiResult<StatusCode> {
    let token = read_for_answer(&state, &caller, &token).await?;
    let mut tx = state.db.tenant(&Actor::guest(token.organization)).await?;
    let link = invitations::link(&mut tx, &token.hash()).await.or_not_found(Code::InvitationInvalid)?;
    let invitation = invitations::lock(&mut tx, link.invitation).await.or_not_found(Code::InvitationInvalid)?;
    require_pending(invitation.status)?;
    invitations::answer(&mut tx, invitation.id, false).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
