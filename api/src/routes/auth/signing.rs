//! Signing in and out, and keeping a session alive.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::CookieJar;
use bole_store::{StoreError, sessions, users};
use serde::Deserialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::{SessionInfo, open_session, set_cookies};
use crate::auth::cookies::{self, REFRESH_LIFE};
use crate::auth::throttle::{FAILURES_FROM, FAILURES_OF, SIGN_INS};
use crate::code::Code;
use crate::error::{ApiError, ApiResult, Check, Problem};
use crate::extract::{ClientAddress, Json, REFRESH_GRACE, Session};
use crate::state::ApiState;

/// Address and password.
#[derive(Deserialize, ToSchema)]
pub struct SignIn {
    /// In any case of letters.
    #[serde(default)]
    #[schema(required, format = "email")]
    email: String,
    /// The password.
    #[serde(default)]
    #[schema(required, format = "password")]
    password: String,
}

/// Opens a session, in two HttpOnly cookies.
#[utoipa::path(post, path = "/api/auth/sign-in", operation_id = "sign_in", tag = "auth", request_body = SignIn,
    responses((status = 200, body = SessionInfo), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn sign_in(
    State(state): State<ApiState>,
    caller: ClientAddress,
    jar: CookieJar,
    headers: HeaderMap,
    Json(SignIn { email, password }): Json<SignIn>,
) -> ApiResult<(CookieJar, Json<SessionInfo>)> {
    let mut check = Check::new();
    check.ensure(!email.trim().is_empty(), "email", Code::FieldRequired);
    check.ensure(!password.is_empty(), "password", Code::FieldRequired);
    check.finish()?;
    let email = email.trim().to_lowercase();
    let source = caller.ip.to_string();
    let key = format!("{source} {email}");
    let braked = [
        FAILURES_OF.wait(&state.db, &email).await?,
        FAILURES_FROM.wait(&state.db, &source).await?,
        SIGN_INS.count(&state.db, &key).await?,
    ];
    if let Some(wait) = braked.into_iter().flatten().next() {
        return Err(ApiError::too_many(Code::AuthTooManyAttempts, wait));
    }

    let mut tx = state.db.identity().await?;
    let known = match users::by_email(&mut tx, &email).await {
        Ok(known) => Some(known),
        Err(StoreError::NotFound) => None,
        Err(error) => return Err(error.into()),
    };
    // Nothing is held while the password is being checked, which takes a while.
    tx.rollback().await?;
    let (user, hash) = known.map_or((None, None), |known| (Some(known.user), known.password_hash));
    let right = state.passwords.matches(password, hash).await?;
    let Some(user) = user.filter(|_| right) else {
        FAILURES_OF.count(&state.db, &email).await?;
        FAILURES_FROM.count(&state.db, &source).await?;
        return Err(ApiError::new(
            StatusCode::UNAUTHORIZED,
            Code::AuthInvalidCredentials,
            "No account has this address and password.",
        ));
    };
    SIGN_INS.forget(&state.db, &key).await?;
    if user.email_confirmed_at.is_none() {
        return Err(ApiError::forbidden(Code::AuthEmailNotConfirmed, "Follow the link in the mail first."));
    }
    let mut tx = state.db.identity().await?;
    let (jar, info) = open_session(&state, &mut tx, user, jar, &headers).await?;
    tx.commit().await?;
    Ok((jar, Json(info)))
}

/// Ends the session, if there is one, and takes its cookies away.
#[utoipa::path(post, path = "/api/auth/sign-out", operation_id = "sign_out", tag = "auth", responses((status = 204)))]
pub async fn sign_out(State(state): State<ApiState>, jar: CookieJar) -> ApiResult<(StatusCode, CookieJar)> {
    let mut tx = state.db.identity().await?;
    for token in [cookies::ACCESS, cookies::REFRESH].into_iter().filter_map(|name| cookies::read(&jar, name)) {
        match sessions::lock(&mut tx, token.session).await {
            Ok(session) if token.is(&session.access_hash) || token.is(&session.refresh_hash) => {
                sessions::revoke(&mut tx, session.id).await?;
            }
            Ok(_) | Err(StoreError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
    }
    tx.commit().await?;
    Ok((StatusCode::NO_CONTENT, cookies::clear(jar, state.config.secure_cookies())))
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/auth/session", operation_id = "session", tag = "auth", security(("session" = [])),
    responses((status = 200, body = SessionInfo), (status = 401, body = Problem)))]
pub async fn session(session: Session) -> Json<SessionInfo> {
    Json(SessionInfo { user: session.user.into(), expires_at: session.expires_at })
}

/// Replaces both cookies by new ones.
///
/// The old refresh cookie gives the same new ones for half a minute, for tabs that asked together; after that,
/// somebody else must have kept it, and the session ends.
#[utoipa::path(post, path = "/api/auth/refresh", operation_id = "refresh", tag = "auth",
    responses((status = 200, body = SessionInfo), (status = 401, body = Problem)))]
pub async fn refresh(State(state): State<ApiState>, jar: CookieJar) -> ApiResult<Response> {
    let secure = state.config.secure_cookies();
    let over = |jar| Ok((cookies::clear(jar, secure), ApiError::unauthenticated()).into_response());
    let Some(token) = cookies::read(&jar, cookies::REFRESH) else { return over(jar) };
    let mut tx = state.db.identity().await?;
    let session = match sessions::lock(&mut tx, token.session).await {
        Ok(session) => session,
        Err(StoreError::NotFound) => return over(jar),
        Err(error) => return Err(error.into()),
    };
    let now = OffsetDateTime::now_utc();
    if token.is(&session.refresh_hash) && now < session.refresh_until {
        let seed: [u8; 32] = rand::random();
        let (access, next) = (token.next("access", &seed), token.next("refresh", &seed));
        let expires_at = now + state.config.session_life;
        let tokens = sessions::Tokens {
            access_hash: &access.hash(),
            access_until: expires_at,
            refresh_hash: &next.hash(),
            refresh_until: now + REFRESH_LIFE,
        };
        sessions::rotate(&mut tx, session.id, &tokens, &seed).await?;
        tx.commit().await?;
        let jar = set_cookies(&state, jar, &access, &next, expires_at - now);
        return Ok((jar, Json(SessionInfo { user: session.user.into(), expires_at })).into_response());
    }
    match session.previous.filter(|previous| token.is(&previous.refresh_hash)) {
        Some(previous) if now < session.refreshed_at + REFRESH_GRACE => {
            tx.rollback().await?;
            let (access, next) = (token.next("access", &previous.seed), token.next("refresh", &previous.seed));
            let jar = set_cookies(&state, jar, &access, &next, session.access_until - now);
            let info = SessionInfo { user: session.user.into(), expires_at: session.access_until };
            Ok((jar, Json(info)).into_response())
        }
        Some(_) => {
            tracing::warn!(session = %session.id, "an old refresh token was used again; the session is revoked");
            sessions::revoke(&mut tx, session.id).await?;
            tx.commit().await?;
            over(jar)
        }
        None => {
            tx.rollback().await?;
            over(jar)
        }
    }
}
