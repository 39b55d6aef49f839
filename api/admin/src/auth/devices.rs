//! The user's signed-in devices.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum_extra::extract::cookie::CookieJar;
use bole_api_core::auth::cookies;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiResult, StoreResultExt};
use bole_api_core::extract::{Item, Json, Paged, Session};
use bole_api_core::state::ApiState;
use bole_domain::ids::SessionId;
use bole_store::sessions;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;

use super::sign_in::clear_site_data;

/// A signed-in device.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignedIn {
    id: SessionId,
    /// The browser's user agent.
    user_agent: String,
    /// When they signed in.
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
    /// When it was last refreshed.
    #[serde(with = "time::serde::rfc3339")]
    last_seen_at: OffsetDateTime,
    /// Whether it is the current session.
    is_current: bool,
}

/// The user's sessions, latest active first.
#[utoipa::path(get, path = "/api/auth/sessions", tag = "auth", security(("session" = [])),
    responses((status = 200, body = Paged<SignedIn>)))]
pub async fn list_sessions(State(state): State<ApiState>, session: Session) -> ApiResult<Json<Paged<SignedIn>>> {
    let mut tx = state.db.identity().await?;
    let all = sessions::of_user(&mut tx, session.user_id()).await?;
    tx.release();
    let all: Vec<_> = all
        .into_iter()
        .map(|one| SignedIn {
            id: one.id,
            user_agent: one.user_agent,
            created_at: one.created_at,
            last_seen_at: one.refreshed_at,
            is_current: one.id == session.id,
        })
        .collect();
    Ok(Json(Paged::all(all)))
}

/// Ends one of the user's sessions.
#[utoipa::path(delete, path = "/api/auth/sessions/{session_id}", tag = "auth", security(("session" = [])),
    params(("session_id" = SessionId, Path)), responses((status = 204)))]
pub async fn end_session(
    State(state): State<ApiState>,
    session: Session,
    Item(id): Item<SessionId>,
) -> ApiResult<StatusCode> {
    let mut tx = state.db.identity().await?;
    sessions::revoke_own(&mut tx, session.user_id(), id).await.or_not_found(Code::AuthSessionNotFound)?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all of the user's sessions, including this one.
#[utoipa::path(post, path = "/api/auth/sign-out-everywhere", tag = "auth", security(("session" = [])),
    responses((status = 204)))]
pub async fn sign_out_everywhere(
    State(state): State<ApiState>,
    session: Session,
    jar: CookieJar,
) -> ApiResult<(StatusCode, HeaderMap, CookieJar)> {
    let mut tx = state.db.identity().await?;
    sessions::revoke_all(&mut tx, session.user_id(), None).await?;
    tx.commit().await?;
    Ok((StatusCode::NO_CONTENT, clear_site_data(&state), cookies::clear(jar, &state.config)))
}
