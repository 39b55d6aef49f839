//! The signed-in user.

use std::time::Duration;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;
use bole_domain::ids::{SessionId, UserId};
use bole_store::{StoreError, StoreResult, UserTx, sessions, users};
use time::OffsetDateTime;

use crate::auth::cookies;
use crate::auth::token::SessionToken;
use crate::error::{ApiError, ApiResult};
use crate::extract::SecurityNotes;
use crate::state::ApiState;

/// How long the tokens before a refresh stay valid, for concurrent requests and tabs.
pub const REFRESH_GRACE: Duration = Duration::from_secs(30);

/// A live session: 401 without one.
pub struct Session {
    /// The session.
    pub id: SessionId,
    pub user: users::User,
    /// When it expires unless refreshed.
    pub expires_at: OffsetDateTime,
    state: ApiState,
}

impl Session {
    /// The user's id.
    #[must_use]
    pub const fn user_id(&self) -> UserId {
        self.user.id
    }

    /// A transaction over the user's own rows, outside any organization.
    ///
    /// # Errors
    /// 503 when the database does not answer.
    pub async fn begin(&self) -> ApiResult<UserTx> {
        Ok(self.state.db.user(self.user.id).await?)
    }
}

/// The token of a request.
pub(super) fn token(parts: &Parts, state: &ApiState) -> ApiResult<SessionToken> {
    let jar = CookieJar::from_headers(&parts.headers);
    cookies::read(&jar, &state.config, cookies::Name::Access).ok_or_else(ApiError::unauthenticated)
}

/// The session found for a token, if it is live and the token matches.
pub(super) fn live<T>(
    token: &SessionToken,
    state: &ApiState,
    found: StoreResult<(sessions::Session, T)>,
) -> ApiResult<(Session, T)> {
    let (session, access) = match found {
        Ok(found) => found,
        Err(StoreError::NotFound) => return Err(ApiError::unauthenticated()),
        Err(error) => return Err(error.into()),
    };
    let now = OffsetDateTime::now_utc();
    let current = token.is(&session.access_hash) && now < session.access_until;
    let just_replaced = session.previous.is_some_and(|previous| token.is(&previous.access_hash))
        && now < session.refreshed_at + REFRESH_GRACE;
    if !current && !just_replaced {
        return Err(ApiError::unauthenticated());
    }
    let expires_at = session.access_until;
    Ok((Session { id: session.id, user: session.user, expires_at, state: state.clone() }, access))
}

impl FromRequestParts<ApiState> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        let token = token(parts, state)?;
        let (session, _) = live(&token, state, sessions::authenticate(&state.db, token.session, None).await)?;
        SecurityNotes::of(parts).acts(session.user_id());
        Ok(session)
    }
}

/// For routes with optional authentication: `None` without a live session.
impl OptionalFromRequestParts<ApiState> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Option<Self>, ApiError> {
        match <Self as FromRequestParts<ApiState>>::from_request_parts(parts, state).await {
            Ok(session) => Ok(Some(session)),
            Err(error) if error.status() == StatusCode::UNAUTHORIZED => Ok(None),
            Err(error) => Err(error),
        }
    }
}
