//! Sign-in, sign-out and session refresh.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::CookieJar;
use bole_api_core::auth::cookies::{self, IDLE_LIFE, Name, REFRESH_LIFE};
use bole_api_core::auth::limits::{FAILURES_FROM, FAILURES_OF, SIGN_INS, SIGN_INS_BY_DEVICE, count_all};
use bole_api_core::auth::token;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiError, ApiResult, Check};
use bole_api_core::extract::{ClientAddress, Json, REFRESH_GRACE, SecurityNotes, Session};
use bole_api_core::state::ApiState;
use bole_store::sessions::{self, Locked};
use bole_store::{StoreError, known_devices, users};
use serde::Deserialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::{SessionInfo, held_sessions, open_session};

/// Credentials.
#[derive(Deserialize, ToSchema)]
pub struct SignIn {
    /// Case-insensitive.
    #[serde(default)]
    #[schema(required, format = "email")]
    email: String,
    #[serde(default)]
    #[schema(required, format = "password")]
    password: String,
}

/// Creates a session, in two HttpOnly cookies.
#[utoipa::path(post, path = "/api/auth/sign-in", tag = "auth", responses((status = 200, body = SessionInfo)))]
pub async fn sign_in(
    State(state): State<ApiState>,
    caller: ClientAddress,
    events: SecurityNotes,
    jar: CookieJar,
    headers: HeaderMap,
    Json(SignIn { email, password }): Json<SignIn>,
) -> ApiResult<(CookieJar, Json<SessionInfo>)> {
    let mut check = Check::new();
    check.ensure(!email.trim().is_empty(), "email", Code::FieldRequired);
    check.ensure(!password.is_empty(), "password", Code::FieldRequired);
    check.finish()?;
    let email = email.trim().to_lowercase();
    // Counted before the password is checked, so that concurrent attempts cannot bypass the limit; taken back on
    // success.
    let source = caller.source();
    count_all(&state.db, &[(&FAILURES_FROM, &source)], Code::AuthTooManyAttempts).await?;

    let mut tx = state.db.identity().await?;
    let known = match users::by_email(&mut tx, &email).await {
        Ok(known) => Some(known),
        Err(StoreError::NotFound) => None,
        Err(error) => return Err(error.into()),
    };
    let device = jar.get(Name::Device.get(&state.config)).map(|cookie| token::one_time_hash(cookie.value()));
    let known_device = match device {
        Some(device) if known_devices::is_known(&mut tx, &device, &email).await? => Some(hex::encode(device)),
        _ => None,
    };
    // No connection is held during the slow password check.
    tx.release();
    let by_source = format!("{source} {email}");
    let attempts = known_device.as_ref().map_or((&SIGN_INS, &by_source), |device| (&SIGN_INS_BY_DEVICE, device));
    let failures_of = known_device.is_none().then_some((&FAILURES_OF, email.as_str()));
    let limits: Vec<_> = [(attempts.0, attempts.1.as_str())].into_iter().chain(failures_of).collect();
    count_all(&state.db, &limits, Code::AuthTooManyAttempts).await?;
    if let Some(known) = &known {
        events.concerns(known.user.id);
    }
    let (user, hash) = known.map_or((None, None), |known| (Some(known.user), known.password_hash));
    let right = state.passwords.matches(password, hash).await?;
    let Some(user) = user.filter(|_| right) else {
        return Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            Code::AuthInvalidCredentials,
            "No account has this address and password.",
        ));
    };
    attempts.0.reset(&state.db, attempts.1).await?;
    FAILURES_FROM.take_back(&state.db, &source).await?;
    if failures_of.is_some() {
        FAILURES_OF.take_back(&state.db, &email).await?;
    }
    events.acts(user.id);
    if user.email_confirmed_at.is_none() {
        return Err(ApiError::forbidden(Code::AuthEmailNotConfirmed, "Follow the link in the mail first."));
    }
    let mut tx = state.db.identity().await?;
    let (jar, info) = open_session(&state, &mut tx, user, jar, &headers).await?;
    tx.commit().await?;
    Ok((jar, Json(info)))
}

/// Ends the session, if any, and removes its cookies.
#[utoipa::path(post, path = "/api/auth/sign-out", tag = "auth", responses((status = 204)))]
pub async fn sign_out(
    State(state): State<ApiState>,
    events: SecurityNotes,
    jar: CookieJar,
) -> ApiResult<(StatusCode, HeaderMap, CookieJar)> {
    let mut tx = state.db.identity().await?;
    for session in held_sessions(&state, &mut tx, &jar).await? {
        sessions::revoke(&mut tx, session.id).await?;
        events.acts(session.user.id);
    }
    tx.commit().await?;
    Ok((StatusCode::NO_CONTENT, clear_site_data(&state), cookies::clear(jar, &state.config)))
}

/// Asks a browser on TLS to clear its cache. Preferences such as the language stay.
pub(super) fn clear_site_data(state: &ApiState) -> HeaderMap {
    let header = (HeaderName::from_static("clear-site-data"), HeaderValue::from_static("\"cache\""));
    state.config.secure_cookies().then_some(header).into_iter().collect()
}

/// The signed-in user.
#[utoipa::path(get, path = "/api/auth/session", tag = "auth", security(("session" = [])),
    responses((status = 200, body = SessionInfo)))]
pub async fn session(session: Session) -> Json<SessionInfo> {
    Json(SessionInfo { user: session.user, expires_at: session.expires_at })
}

/// Replaces both cookies by new ones.
///
/// For half a minute the previous refresh cookie gives the same new cookies, for concurrent tabs. An older refresh
/// cookie means that it was copied, so the session ends.
#[utoipa::path(post, path = "/api/auth/refresh", tag = "auth", responses((status = 200, body = SessionInfo)))]
pub async fn refresh(State(state): State<ApiState>, events: SecurityNotes, jar: CookieJar) -> ApiResult<Response> {
    let over = |jar| Ok((cookies::clear(jar, &state.config), ApiError::unauthenticated()).into_response());
    let Some(token) = cookies::read(&jar, &state.config, Name::Refresh) else { return over(jar) };
    let mut tx = state.db.identity().await?;
    let Locked { session, family_key, created_at } = match sessions::lock(&mut tx, token.session).await {
        Ok(found) => found,
        Err(StoreError::NotFound) => return over(jar),
        Err(error) => return Err(error.into()),
    };
    let now = OffsetDateTime::now_utc();
    let ends_at = (now + IDLE_LIFE).min(created_at + REFRESH_LIFE);
    if token.is(&session.refresh_hash) {
        if now >= session.refresh_until || now >= ends_at {
            return over(jar);
        }
        let seed: [u8; 32] = rand::random();
        let (access, next) = (token.next("access", &seed), token.next_of_family(&seed, &family_key));
        let expires_at = (now + state.config.session_life).min(ends_at);
        let tokens = sessions::Tokens {
            access_hash: &access.hash(),
            access_until: expires_at,
            refresh_hash: &next.hash(),
            refresh_until: ends_at,
        };
        sessions::rotate(&mut tx, session.id, &tokens, &seed).await?;
        tx.commit().await?;
        let jar = cookies::set(jar, &state.config, &access, expires_at - now, &next);
        return Ok((jar, Json(SessionInfo { user: session.user, expires_at })).into_response());
    }
    let previous = session.previous.filter(|previous| token.is(&previous.refresh_hash));
    if let Some(previous) = previous.as_ref().filter(|_| now < session.refreshed_at + REFRESH_GRACE) {
        tx.release();
        let (access, next) = (token.next("access", &previous.seed), token.next_of_family(&previous.seed, &family_key));
        let jar = cookies::set(jar, &state.config, &access, session.access_until - now, &next);
        let info = SessionInfo { user: session.user, expires_at: session.access_until };
        return Ok((jar, Json(info)).into_response());
    }
    if previous.is_some() || token.is_of_family(&family_key) {
        sessions::revoke(&mut tx, session.id).await?;
        tx.commit().await?;
        events.acts(session.user.id);
        events.detail("token_reused");
    }
    over(jar)
}
