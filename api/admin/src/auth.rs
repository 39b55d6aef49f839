//! Accounts and sessions: registration, confirmation, sign-in, refresh, sign-out, recovery, changes.

mod account;
mod devices;
mod email_change;
mod sign_in;

pub use account::*;
pub use devices::*;
pub use email_change::*;
pub use sign_in::*;

use axum::http::{HeaderMap, header};
use axum_extra::extract::cookie::CookieJar;
use bole_api_core::auth::cookies::{self, IDLE_LIFE, Name};
use bole_api_core::auth::token::{self, SessionToken};
use bole_api_core::error::ApiResult;
use bole_api_core::state::ApiState;
use bole_domain::evaluation::Language;
use bole_domain::ids::SessionId;
use bole_store::sessions::{self, Locked};
use bole_store::users::{self, User};
use bole_store::{IdentityTx, StoreError, known_devices};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub fn routes() -> OpenApiRouter<ApiState> {
    OpenApiRouter::new()
        .routes(routes!(registration))
        .routes(routes!(sign_up))
        .routes(routes!(sign_in))
        .routes(routes!(sign_out))
        .routes(routes!(session))
        .routes(routes!(refresh))
        .routes(routes!(resend))
        .routes(routes!(reset_password))
        .routes(routes!(verify))
        .routes(routes!(update_user, delete_user))
        .routes(routes!(change_email))
        .routes(routes!(list_sessions))
        .routes(routes!(end_session))
        .routes(routes!(sign_out_everywhere))
}

/// The signed-in user, and when the session has to be refreshed.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionInfo {
    /// The account.
    user: User,
    /// When the access cookie expires; refresh before.
    #[serde(with = "time::serde::rfc3339")]
    expires_at: OffsetDateTime,
}

impl SessionInfo {
    /// The session of this user.
    pub(super) fn new(user: users::User, expires_at: OffsetDateTime) -> Self {
        Self { user, expires_at }
    }
}

/// Creates a session and adds its cookies to the jar.
pub(super) async fn open_session(
    state: &ApiState,
    tx: &mut IdentityTx,
    user: users::User,
    jar: CookieJar,
    headers: &HeaderMap,
) -> ApiResult<(CookieJar, SessionInfo)> {
    // A browser has one session, so the replaced one ends.
    for held in held_sessions(state, tx, &jar).await? {
        sessions::revoke(tx, held.id).await?;
    }
    let id = SessionId::new();
    let family_key: [u8; 32] = rand::random();
    let (access, refresh) = (SessionToken::random(id), SessionToken::of_family(id, &family_key));
    let now = OffsetDateTime::now_utc();
    let expires_at = now + state.config.session_life;
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let agent: String = agent.chars().take(300).collect();
    let tokens = sessions::Tokens {
        access_hash: &access.hash(),
        access_until: expires_at,
        refresh_hash: &refresh.hash(),
        refresh_until: now + IDLE_LIFE,
    };
    sessions::open(tx, id, user.id, &tokens, &family_key, &agent).await?;
    let device = jar.get(cookies::Name::Device.get(&state.config)).map(|cookie| cookie.value().to_owned());
    let device = device.filter(|token| token.len() <= 64).unwrap_or_else(token::one_time);
    known_devices::remember(tx, &token::one_time_hash(&device), user.id).await?;
    let jar = cookies::set(jar, &state.config, &access, expires_at - now, &refresh);
    let jar = cookies::set_device(jar, &state.config, device);
    Ok((jar, SessionInfo { user, expires_at }))
}

/// The live sessions whose tokens are in the jar, including those a refresh has just replaced.
pub(super) async fn held_sessions(
    state: &ApiState,
    tx: &mut IdentityTx,
    jar: &CookieJar,
) -> ApiResult<Vec<sessions::Session>> {
    let mut held: Vec<sessions::Session> = Vec::new();
    for token in [Name::Access, Name::Refresh].into_iter().filter_map(|name| cookies::read(jar, &state.config, name)) {
        if held.iter().any(|session| session.id == token.session) {
            continue;
        }
        let Locked { session, family_key, .. } = match sessions::lock(tx, token.session).await {
            Ok(found) => found,
            Err(StoreError::NotFound) => continue,
            Err(error) => return Err(error.into()),
        };
        let previous = session.previous.as_ref();
        let is_its = token.is(&session.access_hash)
            || token.is(&session.refresh_hash)
            || previous.is_some_and(|previous| token.is(&previous.access_hash) || token.is(&previous.refresh_hash))
            || token.is_of_family(&family_key);
        if is_its && OffsetDateTime::now_utc() < session.refresh_until {
            held.push(session);
        }
    }
    Ok(held)
}

/// The first supported language the browser accepts, else zh-CN.
pub(super) fn language(headers: &HeaderMap) -> Language {
    let asked = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    asked.split(',').find_map(|one| primary(one.trim())).unwrap_or(Language::Zh)
}

/// The language of emails to this user.
fn language_of(user: &users::User) -> Language {
    user.language.as_deref().and_then(|language| language.parse().ok()).unwrap_or(Language::Zh)
}

fn primary(tag: &str) -> Option<Language> {
    let subtag = tag.split(['-', '_', ';']).next()?.to_ascii_lowercase();
    match subtag.as_str() {
        "zh" => Some(Language::Zh),
        "en" => Some(Language::En),
        // "in" is the former code for Indonesian.
        "id" | "in" => Some(Language::Id),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_supported_browser_language_is_chosen() {
        for (asked, language_) in [
            ("id,en;q=0.8", Language::Id),
            ("fr-FR, en-GB;q=0.9", Language::En),
            ("in-ID", Language::Id),
            ("fr", Language::Zh),
            ("", Language::Zh),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, asked.parse().unwrap())]);
            assert_eq!(language(&headers), language_, "{asked}");
        }
    }
}
