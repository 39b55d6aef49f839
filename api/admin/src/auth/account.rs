//! Creating, confirming, recovering and changing accounts. Whether an address has an account is only revealed to its
//! owner, by email.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::extract::cookie::CookieJar;
use bole_api_core::auth::limits::{ACCOUNT_MAILS, MAILS_FROM, PASSWORD_CHANGES, SIGN_INS, SIGN_UPS_FROM, count_all};
use bole_api_core::auth::password::{MAX_CHARS, MIN_CHARS};
use bole_api_core::auth::{cookies, token};
use bole_api_core::code::Code;
use bole_api_core::config::Registration;
use bole_api_core::error::{ApiError, ApiResult, Check, StoreResultExt};
use bole_api_core::extract::{ClientAddress, Json, SecurityNotes, Session};
use bole_api_core::state::ApiState;
use bole_domain::evaluation::Language;
use bole_domain::ids::UserId;
use bole_domain::organization::Role;
use bole_domain::text::clean_line;
use bole_domain::wire_enum;
use bole_mail::Message;
use bole_store::users::{self, NewUser, OneTimeToken, UserType};
use bole_store::{Actor, IdentityTx, StoreError, TenantTx, known_devices, members, organizations, sessions};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};
use utoipa::ToSchema;

use super::sign_in::clear_site_data;
use super::{SessionInfo, User, email_change, held_sessions, language, language_of, open_session};

/// Lifetime of a confirmation link.
const SIGNUP_LIFE: Duration = Duration::days(1);
/// How long a new session may change the password without the current one.
const FRESH: Duration = Duration::minutes(15);
/// Lifetime of a recovery link.
const RECOVERY_LIFE: Duration = Duration::hours(1);

/// Whether registration is open.
#[derive(Debug, Serialize, ToSchema)]
pub struct RegistrationInfo {
    /// False if accounts are only created by invitation.
    open: bool,
}

/// Whether registration is open.
#[utoipa::path(get, path = "/api/auth/registration", tag = "auth", responses((status = 200, body = RegistrationInfo)))]
pub async fn registration(State(state): State<ApiState>) -> Json<RegistrationInfo> {
    Json(RegistrationInfo { open: state.config.registration == Registration::Open })
}

/// An account to create.
#[derive(Deserialize, ToSchema)]
pub struct SignUp {
    /// The address to confirm.
    #[serde(default)]
    #[schema(required, format = "email")]
    email: String,
    /// At least 8 characters.
    #[serde(default)]
    #[schema(required, format = "password", min_length = 8, max_length = 256)]
    password: String,
    /// The person's name.
    #[serde(default)]
    #[schema(required, max_length = 200)]
    full_name: String,
}

/// The response to a registration, whether or not the address had an account.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedUp {
    /// The account, unconfirmed.
    user: User,
    /// Whether an email with a link was sent.
    confirmation_sent: bool,
}

/// Creates an account and emails a confirmation link.
///
/// If the address already has an account, its owner gets an email saying so; the response is the same.
#[utoipa::path(post, path = "/api/auth/sign-up", tag = "auth", responses((status = 201, body = SignedUp)))]
pub async fn sign_up(
    State(state): State<ApiState>,
    caller: ClientAddress,
    headers: HeaderMap,
    Json(input): Json<SignUp>,
) -> ApiResult<(StatusCode, Json<SignedUp>)> {
    evenly(&state, register(&state, &caller, &headers, input)).await
}

async fn register(
    state: &ApiState,
    caller: &ClientAddress,
    headers: &HeaderMap,
    SignUp { email, password, full_name }: SignUp,
) -> ApiResult<(StatusCode, Json<SignedUp>)> {
    if state.config.registration == Registration::Invitation {
        return Err(ApiError::forbidden(Code::AuthRegistrationClosed, "Accounts are made by invitation."));
    }
    // Before the password is measured, which takes the processor that sign-ins need.
    count_all(&state.db, &[(&SIGN_UPS_FROM, &caller.source())], Code::RequestTooMany).await?;
    let mut check = Check::new();
    check.email("email", &email).text("full_name", &full_name, 200);
    check_password(state, &mut check, &password, &[&email, &full_name]).await?;
    check.finish()?;
    let (email, full_name) = (email.trim().to_lowercase(), clean_line(&full_name));
    let full_name = full_name.as_str();
    count_mail(state, caller, &email).await?;

    let language = language(headers);
    let password_hash = state.passwords.hash(password).await?;
    let new = NewUser {
        id: UserId::new(),
        email: &email,
        full_name,
        password_hash: &password_hash,
        language: Some(language.as_str()),
        confirmed: false,
        user_type: users::UserType::TenantOwner,
    };
    let mut tx = state.db.identity().await?;
    if users::insert(&mut tx, &new).await? {
        send_confirmation(state, &mut tx, new.id, &email, full_name, language, Some(&password_hash)).await?;
    } else {
        let known = users::by_email(&mut tx, &email).await?.user;
        if known.email_confirmed_at.is_some() {
            let link = format!("{}/login", state.config.public_url);
            let mail = bole_mail::already_registered(language_of(&known), &email, &known.full_name, &link);
            state.mailer.send(&mut tx, &mail).await?;
        } else {
            users::sign_up_again(&mut tx, known.id, full_name, &password_hash).await?;
            send_confirmation(state, &mut tx, known.id, &email, full_name, language, Some(&password_hash)).await?;
        }
    }
    tx.commit().await?;
    // Built from the request only, so that it reveals nothing about the address.
    let user = User {
        id: new.id,
        full_name: full_name.to_owned(),
        user_type: UserType::TenantOwner,
        needs_password: false,
        language: None,
        email_confirmed_at: None,
        created_at: OffsetDateTime::now_utc(),
        email,
    };
    Ok((StatusCode::CREATED, Json(SignedUp { user, confirmation_sent: true })))
}

/// An email address.
#[derive(Deserialize, ToSchema)]
pub struct Address {
    /// Case-insensitive.
    #[serde(default)]
    #[schema(required, format = "email")]
    email: String,
}

/// Emails the confirmation link again if the account is unconfirmed. After several sign-ups it is a link for choosing a
/// new password, since another person may have chosen the last one.
///
/// Always 202.
#[utoipa::path(post, path = "/api/auth/resend", operation_id = "resend_confirmation", tag = "auth",
    responses((status = 202)))]
pub async fn resend(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Json(Address { email }): Json<Address>,
) -> ApiResult<StatusCode> {
    evenly(&state, confirm_again(&state, &caller, &email)).await
}

async fn confirm_again(state: &ApiState, caller: &ClientAddress, email: &str) -> ApiResult<StatusCode> {
    let Some((mut tx, known)) = account_to_write_to(state, caller, email).await? else {
        return Ok(StatusCode::ACCEPTED);
    };
    let users::Credentials { user, password_hash } = known;
    if user.email_confirmed_at.is_none() && user.needs_password {
        send_recovery(state, &mut tx, &user).await?;
    } else if user.email_confirmed_at.is_none() {
        let language = language_of(&user);
        let password = password_hash.as_deref();
        send_confirmation(state, &mut tx, user.id, &user.email, &user.full_name, language, password).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::ACCEPTED)
}

/// Emails a link for setting a new password if the account exists.
///
/// Always 202.
#[utoipa::path(post, path = "/api/auth/reset-password", tag = "auth", responses((status = 202)))]
pub async fn reset_password(
    State(state): State<ApiState>,
    caller: ClientAddress,
    Json(Address { email }): Json<Address>,
) -> ApiResult<StatusCode> {
    evenly(&state, recover(&state, &caller, &email)).await
}

async fn recover(state: &ApiState, caller: &ClientAddress, email: &str) -> ApiResult<StatusCode> {
    let Some((mut tx, known)) = account_to_write_to(state, caller, email).await? else {
        return Ok(StatusCode::ACCEPTED);
    };
    send_recovery(state, &mut tx, &known.user).await?;
    tx.commit().await?;
    Ok(StatusCode::ACCEPTED)
}

async fn send_recovery(state: &ApiState, tx: &mut IdentityTx, user: &users::User) -> ApiResult<()> {
    let link = add_token(state, tx, user.id, "recovery", "/reset-password", RECOVERY_LIFE, None).await?;
    let mail = bole_mail::recovery(language_of(user), &user.email, &user.full_name, &link);
    state.mailer.send(tx, &mail).await
}

wire_enum! {
    /// The purpose of an emailed link.
    pub enum TokenType {
        /// Confirming the address of a new account.
        Signup => "signup",
        /// Accepting an invitation.
        Invite => "invite",
        /// Signing in without a password.
        Magiclink => "magiclink",
        /// Choosing a new password.
        Recovery => "recovery",
        /// Any that proves ownership of the address.
        Email => "email",
        /// Confirming the account's new address.
        EmailChange => "email_change",
    }
}

/// The token of an emailed link.
#[derive(Deserialize, ToSchema)]
pub struct Verify {
    /// The purpose stated in the link.
    #[serde(rename = "type")]
    kind: TokenType,
    /// The link's token.
    #[serde(default)]
    #[schema(required)]
    token_hash: String,
}

/// Uses an emailed link: confirms the address and creates a session.
#[utoipa::path(post, path = "/api/auth/verify", tag = "auth", responses((status = 200, body = SessionInfo)))]
pub async fn verify(
    State(state): State<ApiState>,
    events: SecurityNotes,
    jar: CookieJar,
    headers: HeaderMap,
    Json(Verify { kind, token_hash }): Json<Verify>,
) -> ApiResult<(CookieJar, Json<SessionInfo>)> {
    let kinds: &[TokenType] = match &kind {
        TokenType::Email => &[TokenType::Signup, TokenType::Invite, TokenType::Magiclink, TokenType::Email],
        one => std::slice::from_ref(one),
    };
    let kinds: Vec<String> = kinds.iter().map(ToString::to_string).collect();
    let mut tx = state.db.identity().await?;
    let used = match users::use_token(&mut tx, &token::one_time_hash(&token_hash), &kinds).await {
        Ok(used) => used,
        Err(StoreError::NotFound) => return Err(ApiError::invalid_field("token_hash", Code::AuthTokenInvalid)),
        Err(error) => return Err(error.into()),
    };
    // A link must not sign a browser in as another user. The token stays valid, because the transaction is rolled
    // back.
    let held = held_sessions(&state, &mut tx, &jar).await?;
    if held.iter().any(|session| session.user.id != used.user) {
        return Err(ApiError::conflict(
            Code::AuthOtherSession,
            "Somebody else is signed in here. Sign out first, then follow the link again.",
        ));
    }
    events.acts(used.user);
    let known = users::by_id(&mut tx, used.user).await?.user;
    if let Some(email) = &used.email {
        email_change::apply(&state, &mut tx, &known, email).await?;
    } else if known.email_confirmed_at.is_none() && used.password_hash.is_some() {
        users::change(&mut tx, used.user, used.full_name.as_deref(), used.password_hash.as_deref()).await?;
    } else if known.email_confirmed_at.is_none() {
        users::drop_unowned_password(&mut tx, used.user).await?;
    }
    users::confirm(&mut tx, used.user).await?;
    let user = users::by_id(&mut tx, used.user).await?.user;
    let opened = open_session(&state, &mut tx, user, jar, &headers).await?;
    tx.commit().await?;
    state.signals.wake();
    Ok((opened.0, Json(opened.1)))
}

/// An update of the own account; absent fields stay unchanged.
#[derive(Deserialize, ToSchema)]
pub struct UserChanges {
    /// A new name.
    #[schema(max_length = 200)]
    full_name: Option<String>,
    /// A new password; ends all other sessions.
    #[schema(format = "password", min_length = 8, max_length = 256)]
    password: Option<String>,
    /// Required to change the password, except right after signing in or following a recovery link.
    #[schema(format = "password")]
    current_password: Option<String>,
}

/// Updates the signed-in user's name or password.
#[utoipa::path(patch, path = "/api/auth/user", tag = "auth", security(("session" = [])),
    responses((status = 200, body = SessionInfo)))]
pub async fn update_user(
    State(state): State<ApiState>,
    session: Session,
    Json(UserChanges { full_name, password, current_password }): Json<UserChanges>,
) -> ApiResult<Json<SessionInfo>> {
    let mut check = Check::new();
    if let Some(full_name) = &full_name {
        check.text("full_name", full_name, 200);
    }
    if let Some(password) = &password {
        let user = session.user_id().to_string();
        count_all(&state.db, &[(&PASSWORD_CHANGES, &user)], Code::AuthTooManyAttempts).await?;
        check_password(&state, &mut check, password, &[&session.user.email, &session.user.full_name]).await?;
    }
    check.finish()?;
    let password_hash = match password {
        Some(password) => {
            require_owner(&state, &session, current_password).await?;
            Some(state.passwords.hash(password).await?)
        }
        None => None,
    };
    let mut tx = state.db.identity().await?;
    let full_name = full_name.as_deref().map(clean_line);
    let user = users::change(&mut tx, session.user_id(), full_name.as_deref(), password_hash.as_deref()).await?;
    if password_hash.is_some() {
        sessions::revoke_all(&mut tx, user.id, Some(session.id)).await?;
        users::drop_tokens(&mut tx, user.id).await?;
        known_devices::delete_all(&mut tx, user.id).await?;
        let link = format!("{}/login", state.config.public_url);
        let mail = bole_mail::password_changed(language_of(&user), &user.email, &user.full_name, &link);
        state.mailer.send(&mut tx, &mail).await?;
    }
    tx.commit().await?;
    state.signals.wake();
    Ok(Json(SessionInfo { user, expires_at: session.expires_at }))
}

/// Confirmation of an account deletion.
#[derive(Deserialize, ToSchema)]
pub struct AccountDeletion {
    /// The password; not needed right after signing in.
    #[schema(format = "password")]
    current_password: Option<String>,
}

/// Permanently deletes the signed-in user's account with its sessions and memberships.
///
/// Their actions in organizations stay, without the name. The last owner of an organization has to transfer or delete
/// it first.
#[utoipa::path(delete, path = "/api/auth/user", tag = "auth", security(("session" = [])), responses((status = 204)))]
pub async fn delete_user(
    State(state): State<ApiState>,
    session: Session,
    jar: CookieJar,
    Json(AccountDeletion { current_password }): Json<AccountDeletion>,
) -> ApiResult<(StatusCode, HeaderMap, CookieJar)> {
    require_owner(&state, &session, current_password).await?;
    let mut tx = session.begin().await?;
    let owned = organizations::of_user(&mut tx).await?;
    tx.release();
    let owned: Vec<_> = owned.iter().filter(|membership| membership.access.role == Role::Owner).collect();
    // All are looked at before the first is left: who cannot go stays everywhere.
    for membership in &owned {
        in_owned(&state, &session, membership).await?.rollback().await?;
    }
    for membership in owned {
        let mut tx = in_owned(&state, &session, membership).await?;
        members::change(&mut tx, membership.id, Role::Owner, &[], false).await?;
        tx.commit().await?;
    }
    let mut tx = state.db.identity().await?;
    users::delete(&mut tx, session.user_id()).await?;
    tx.commit().await?;
    Ok((StatusCode::NO_CONTENT, clear_site_data(&state), cookies::clear(jar, &state.config)))
}

/// A transaction inside an organization that has another owner than the session's user, and keeps one until it ends.
async fn in_owned(state: &ApiState, session: &Session, membership: &organizations::Membership) -> ApiResult<TenantTx> {
    let actor = Actor::owner(membership.organization.id, session.user_id());
    let mut tx = state.db.tenant(&actor).await?;
    organizations::lock_limits(&mut tx).await.or_not_found(Code::OrganizationNotFound)?;
    if !members::has_other_owner(&mut tx, membership.id).await? {
        return Err(ApiError::conflict(Code::MemberLastOwner, "An organization keeps an owner."));
    }
    Ok(tx)
}

/// Requires the current password or a recent sign-in, so that an unlocked screen is not enough. A password that is sent is
/// always checked.
pub(super) async fn require_owner(
    state: &ApiState,
    session: &Session,
    current_password: Option<String>,
) -> ApiResult<()> {
    let mut tx = state.db.identity().await?;
    let opened_at = sessions::opened_at(&mut tx, session.id).await?;
    let hash = users::by_id(&mut tx, session.user_id()).await?.password_hash;
    // No connection is held while the password is checked.
    tx.rollback().await?;
    let Some(current_password) = current_password else {
        if hash.is_none() || OffsetDateTime::now_utc() < opened_at + FRESH {
            return Ok(());
        }
        return Err(ApiError::forbidden(Code::AuthReauthenticationNeeded, "Say the current password as well."));
    };
    let key = format!("password of {}", session.user_id());
    count_all(&state.db, &[(&SIGN_INS, &key)], Code::AuthTooManyAttempts).await?;
    if !state.passwords.matches(current_password, hash).await? {
        return Err(ApiError::invalid_field("current_password", Code::AuthCurrentPasswordWrong));
    }
    SIGN_INS.reset(&state.db, &key).await?;
    Ok(())
}

/// Refuses a password that is too short, too long or easy to guess, also for someone who knows the `about` words.
pub(crate) async fn check_password(
    state: &ApiState,
    check: &mut Check,
    password: &str,
    about: &[&str],
) -> ApiResult<()> {
    match password.chars().count() {
        0 => check.refuse("password", Code::FieldRequired),
        short if short < MIN_CHARS => check.refuse("password", Code::FieldTooShort),
        long if long > MAX_CHARS => check.refuse("password", Code::FieldTooLong),
        _ => {
            let about = about.iter().map(|known| known.chars().take(MAX_CHARS).collect()).collect();
            let is_common = state.passwords.is_common(password.to_owned(), about).await?;
            check.ensure(!is_common, "password", Code::AuthPasswordCommon)
        }
    };
    Ok(())
}

/// Counts an email by recipient and requester: 429 if either limit is exceeded.
pub(crate) async fn count_mail(state: &ApiState, caller: &ClientAddress, email: &str) -> ApiResult<()> {
    let wait = match MAILS_FROM.count(&state.db, &caller.source()).await? {
        Some(wait) => Some(wait),
        None => ACCOUNT_MAILS.count(&state.db, email).await?,
    };
    wait.map_or(Ok(()), |wait| Err(ApiError::too_many(Code::RequestTooMany, wait)))
}

/// Delays the response to a constant time, so that it reveals nothing about the address.
pub(super) async fn evenly<T>(state: &ApiState, work: impl Future<Output = T>) -> T {
    let (answer, ()) = tokio::join!(work, tokio::time::sleep(state.config.even_answer));
    answer
}

/// The account of an address, in a transaction, unless it does not exist or its email limit is exceeded.
async fn account_to_write_to(
    state: &ApiState,
    caller: &ClientAddress,
    email: &str,
) -> ApiResult<Option<(IdentityTx, users::Credentials)>> {
    let mut check = Check::new();
    check.email("email", email);
    check.finish()?;
    let email = email.trim().to_lowercase();
    match count_mail(state, caller, &email).await {
        Err(error) if error.status() == StatusCode::TOO_MANY_REQUESTS => return Ok(None),
        counted => counted?,
    }
    let mut tx = state.db.identity().await?;
    match users::by_email(&mut tx, &email).await {
        Ok(known) => Ok(Some((tx, known))),
        Err(StoreError::NotFound) => {
            tx.rollback().await?;
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

pub(crate) async fn send_confirmation(
    state: &ApiState,
    tx: &mut IdentityTx,
    user: UserId,
    email: &str,
    full_name: &str,
    language: Language,
    password_hash: Option<&str>,
) -> ApiResult<()> {
    let chosen = password_hash.map(|hash| (full_name, hash));
    let link = add_token(state, tx, user, "signup", "/organization/create", SIGNUP_LIFE, chosen).await?;
    let mail: Message = bole_mail::signup(language, email, full_name, &link);
    state.mailer.send(tx, &mail).await
}

/// Stores a new one-time token and returns its link.
async fn add_token(
    state: &ApiState,
    tx: &mut IdentityTx,
    user: UserId,
    kind: &str,
    page: &str,
    life: Duration,
    chosen: Option<(&str, &str)>,
) -> ApiResult<String> {
    let token = token::one_time();
    users::add_token(
        tx,
        &OneTimeToken {
            hash: &token::one_time_hash(&token),
            user,
            kind,
            expires_at: OffsetDateTime::now_utc() + life,
            full_name: chosen.map(|(name, _)| name),
            password_hash: chosen.map(|(_, hash)| hash),
            email: None,
        },
    )
    .await?;
    Ok(format!("{}{page}?type={kind}&token_hash={token}", state.config.public_url))
}
