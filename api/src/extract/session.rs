//! The signed-in user.

use std::time::Duration;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum_extra::extract::cookie::CookieJar;
use bole_domain::access::Access;
use bole_domain::ids::{OrganizationId, SessionId, UserId};
use bole_store::{StoreError, UserTx, sessions, users};
use time::OffsetDateTime;

use crate::auth::cookies;
use crate::error::{ApiError, ApiResult};
use crate::state::ApiState;

/// How long the tokens before a refresh go on working: requests and tabs that were under way.
pub const REFRESH_GRACE: Duration = Duration::from_secs(30);

/// A live session: 401 without one.
pub struct Session {
    /// The session.
    pub id: SessionId,
    /// Whose it is.
    pub user: users::User,
    /// Until when it works without a refresh.
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

/// The live session of a request, and what its user may do in an organization.
pub(super) async fn live(
    parts: &Parts,
    state: &ApiState,
    organization: Option<OrganizationId>,
) -> ApiResult<(Session, Option<Access>)> {
    let jar = CookieJar::from_headers(&parts.headers);
    let token = cookies::read(&jar, cookies::ACCESS).ok_or_else(ApiError::unauthenticated)?;
    let (session, access) = match sessions::who_is_asking(&state.db, token.session, organization).await {
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
        Ok(live(parts, state, None).await?.0)
    }
}

/// For routes that serve both: `None` without a live session.
impl OptionalFromRequestParts<ApiState> for Session {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Option<Self>, ApiError> {
        match live(parts, state, None).await {
            Ok((session, _)) => Ok(Some(session)),
            Err(error) if error.status() == StatusCode::UNAUTHORIZED => Ok(None),
            Err(error) => Err(error),
        }
    }
}
