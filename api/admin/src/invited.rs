//! Invitations as seen with their link: view, accept, decline.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::CookieJar;
use bole_api_core::auth::limits::{ANSWERS_BY_LINK, LINKS_FROM, count_all};
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{ClientAddress, Json, Path, SecurityNotes, Session};
use bole_api_core::state::ApiState;
use bole_domain::ids::{OrganizationId, UserId};
use bole_domain::organization::{InvitationStatus, Role};
use bole_domain::permission::Permission;
use bole_domain::text::clean_line;
use bole_secrets::LinkToken;
use bole_store::invitations::{self, Link};
use bole_store::users::{self, NewUser, UserType};
use bole_store::{Actor, IdentityTx, StoreError, TenantTx, members, organizations};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::auth::{SessionInfo, check_password, count_mail, held_sessions, language, open_session, send_confirmation};
use crate::members::no_seat;

bole_api_core::area! { "invitations": get_invitation, accept_invitation, decline_invitation }

/// An invitation as shown to the invited person.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitationForMe {
    organization_id: OrganizationId,
    organization_name: String,
    /// The recipient's address.
    email: String,
    role: Role,
    /// Name of the inviting user.
    invited_by_name: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    expires_at: OffsetDateTime,
    /// `pending`, `accepted`, `declined` or `expired`.
    status: InvitationStatus,
    /// Whether the address has an account to sign in with; only revealed by an emailed link.
    has_account: bool,
}

/// The invitation behind a link.
struct Found {
    invitation: invitations::Invitation,
    link: Link,
    organization: organizations::Organization,
    /// The invited address's account, if it can sign in.
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

/// The invitation behind a link, locked with its organization's seats until the transaction ends.
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

/// Parses a link's token and counts the view.
async fn read(state: &ApiState, caller: &ClientAddress, token: &str) -> ApiResult<LinkToken> {
    count_all(&state.db, &[(&LINKS_FROM, &caller.source())], Code::RequestTooMany).await?;
    LinkToken::parse(token).ok_or_else(|| ApiError::not_found(Code::InvitationInvalid))
}

/// The same for answering the invitation.
async fn read_for_answer(state: &ApiState, caller: &ClientAddress, token: &str) -> ApiResult<LinkToken> {
    let token = read(state, caller, token).await?;
    count_all(&state.db, &[(&ANSWERS_BY_LINK, &hex::encode(token.hash()))], Code::RequestTooMany).await?;
    Ok(token)
}

/// The account of an address, if it can sign in.
pub(crate) async fn account(tx: &mut IdentityTx, email: &str) -> ApiResult<Option<users::User>> {
    match users::by_email(tx, email).await {
        Ok(known) => Ok(Some(known.user).filter(|user| user.email_confirmed_at.is_some())),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// The invitation behind a link. Needs no session.
#[utoipa::path(get, path = "/api/invitations/{token}", params(("token" = String, Path)),
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

/// Data of a new user; not needed for an existing one.
#[derive(Deserialize, ToSchema)]
pub struct Acceptance {
    /// The person's name.
    #[schema(max_length = 200)]
    full_name: Option<String>,
    /// At least 8 characters.
    #[schema(format = "password", min_length = 8, max_length = 256)]
    password: Option<String>,
}

/// The result of accepting.
#[derive(Debug, Serialize, ToSchema)]
pub struct Accepted {
    /// The organization joined, or to be joined once the address is confirmed.
    organization_id: OrganizationId,
    /// The session, if one exists or was created.
    session: Option<SessionInfo>,
    /// Whether an email was sent for a new user to confirm their address before signing in, because the link was not
    /// emailed to them.
    confirmation_sent: bool,
}

/// Accepts an invitation. An existing user must be signed in with the invited address; a new one provides name and
/// password and is signed in, unless somebody else is in this browser. With a copied link a new user only signs up: the invitation stays open until they have
/// confirmed their address and accept it.
#[utoipa::path(post, path = "/api/invitations/{token}/accept", params(("token" = String, Path)),
    responses((status = 200, body = Accepted)))]
pub async fn accept_invitation(
    State(state): State<ApiState>,
    caller: ClientAddress,
    notes: SecurityNotes,
    session: Option<Session>,
    Path(token): Path<String>,
    headers: HeaderMap,
    Json(acceptance): Json<Acceptance>,
) -> ApiResult<Response> {
    let token = read_for_answer(&state, &caller, &token).await?;
    let found = find(&state, &token).await?;
    notes.within(token.organization);
    require_pending(found.invitation.status)?;
    if session.as_ref().is_some_and(|session| session.user.email != found.invitation.email) {
        return Err(other_address());
    }
    let Some(user) = &found.account else {
        return join_as_newcomer(&state, &caller, &token, &found, acceptance, &headers, &notes).await;
    };
    let session = session.ok_or_else(session_required)?;
    let (tx, invitation) = lock(&state, &token).await?;
    join(tx, user.id, &invitation).await?;
    let info = SessionInfo::new(session.user, session.expires_at);
    let accepted = Accepted { organization_id: token.organization, session: Some(info), confirmation_sent: false };
    Ok(Json(accepted).into_response())
}

fn other_address() -> ApiError {
    let text = "The invitation is for another address than the one signed in with; sign out first.";
    ApiError::conflict(Code::InvitationOtherAddress, text)
}

fn session_required() -> ApiError {
    ApiError::new(
        StatusCode::UNAUTHORIZED,
        Code::SessionRequired,
        "The invited address has an account; sign in with it first.",
    )
}

/// Creates an account, and with an emailed link the membership in the same transaction. The password is hashed before.
async fn join_as_newcomer(
    state: &ApiState,
    caller: &ClientAddress,
    token: &LinkToken,
    found: &Found,
    Acceptance { full_name, password }: Acceptance,
    headers: &HeaderMap,
    notes: &SecurityNotes,
) -> ApiResult<Response> {
    let jar = CookieJar::from_headers(headers);
    let (email, mailed) = (&found.invitation.email, found.link.mailed);
    let (full_name, password) = (full_name.unwrap_or_default(), password.unwrap_or_default());
    let mut check = Check::new();
    check.text("full_name", &full_name, 200);
    check_password(state, &mut check, &password, &[email, &full_name]).await?;
    check.finish()?;
    if !mailed {
        count_mail(state, caller, email).await?;
    }
    let language = language(headers);
    let password_hash = state.passwords.hash(password).await?;
    let full_name = clean_line(&full_name);
    let full_name = full_name.as_str();

    let (tx, invitation) = lock(state, token).await?;
    let mut tx = tx.into_identity().await?;
    // An access token may have expired, and the browser still be another user's.
    if held_sessions(state, &mut tx, &jar).await?.iter().any(|session| session.user.email != *email) {
        return Err(other_address());
    }
    if account(&mut tx, email).await?.is_some() {
        return Err(session_required());
    }
    let new = NewUser {
        id: UserId::new(),
        email,
        full_name,
        password_hash: &password_hash,
        language: Some(language.as_str()),
        confirmed: mailed,
        user_type: UserType::Member,
    };
    let is_new = users::insert(&mut tx, &new).await?;
    let user_id = users::by_email(&mut tx, email).await?.user.id;
    notes.acts(user_id);
    if !mailed {
        // Whoever has a copied link need not be the one who reads the address's email, so nobody has consented yet.
        if !is_new {
            users::sign_up_again(&mut tx, user_id, full_name, &password_hash).await?;
        }
        send_confirmation(state, &mut tx, user_id, email, full_name, language, Some(&password_hash)).await?;
        tx.commit().await?;
        let accepted = Accepted { organization_id: token.organization, session: None, confirmation_sent: true };
        return Ok(Json(accepted).into_response());
    }
    // An unconfirmed registration with this address is taken over, because the invited person can read its email.
    if !is_new {
        users::change(&mut tx, user_id, Some(full_name), Some(&password_hash)).await?;
        users::confirm(&mut tx, user_id).await?;
        users::drop_tokens(&mut tx, user_id).await?;
    }
    let user = users::by_email(&mut tx, email).await?.user;
    let (jar, info) = open_session(state, &mut tx, user, jar, headers).await?;
    let tx = tx.into_tenant(Actor::guest(token.organization)).await?;
    join(tx, user_id, &invitation).await?;
    let accepted = Accepted { organization_id: token.organization, session: Some(info), confirmation_sent: false };
    Ok((jar, Json(accepted)).into_response())
}

/// Requires that the invitation can still be answered.
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

/// Requires that the inviter could still send this invitation: an active member who may invite, may assign the role, and has
/// every extra permission.
pub(super) async fn require_inviter(tx: &mut TenantTx, invitation: &invitations::Invitation) -> ApiResult<()> {
    let inviter = match invitation.invited_by {
        Some(user) => members::active_access(tx, user).await?,
        None => None,
    };
    let could_invite = inviter.is_some_and(|inviter| {
        inviter.role.reaches(invitation.role)
            && inviter.allows(Permission::MEMBERS_CREATE)
            && invitation.permissions.iter().all(|given| inviter.allows(*given))
    });
    if could_invite { Ok(()) } else { require_pending(InvitationStatus::Expired) }
}

/// Requires a free seat. Lock the limits first, so that two users cannot take the last one.
pub(super) async fn require_seat(tx: &mut TenantTx, max_users: i32) -> ApiResult<()> {
    if members::count_active(tx).await? >= i64::from(max_users) { Err(no_seat(max_users)) } else { Ok(()) }
}

/// Adds the invited person as a member, and commits.
pub(super) async fn join(mut tx: TenantTx, user: UserId, invitation: &invitations::Invitation) -> ApiResult<()> {
    if !members::join(&mut tx, user, invitation).await? {
        return Err(ApiError::conflict(Code::InvitationAlreadyMember, "They are a member already."));
    }
    invitations::answer(&mut tx, invitation.id, true).await?;
    Ok(tx.commit().await?)
}

/// Declines an invitation. Needs no session.
#[utoipa::path(post, path = "/api/invitations/{token}/decline", params(("token" = String, Path)),
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
