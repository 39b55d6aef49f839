//! The signed-in user's profile and preferences.

use axum::extract::State;
use bole_api_core::code::Code;
use bole_api_core::error::{ApiResult, Check};
use bole_api_core::extract::{Json, Session};
use bole_api_core::state::ApiState;
use bole_domain::evaluation::Language;
use bole_domain::ids::UserId;
use bole_domain::preference::DateFormat;
use bole_domain::text::clean_line;
use bole_store::profiles::{self, Preferences};
use bole_store::{IdentityTx, operations};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;

bole_api_core::area! { "auth": get_my_profile, put_my_profile, get_my_preferences, put_my_preferences }

const MAX_JOB_TITLE: usize = 120;
const MAX_BIO: usize = 2000;
const MAX_TIMEZONE: usize = 64;

/// A user's profile.
#[derive(Debug, Serialize, ToSchema)]
pub struct MyProfile {
    /// A phone number.
    phone: Option<String>,
    job_title: Option<String>,
    /// A short biography.
    bio: Option<String>,
    /// An IANA time zone, such as `Asia/Jakarta`.
    timezone: Option<String>,
    /// When onboarding was completed.
    #[serde(with = "time::serde::rfc3339::option")]
    onboarded_at: Option<OffsetDateTime>,
    /// The language of the preferences: spoken wherever none was chosen in the browser.
    language: Option<Language>,
    /// How dates are written, as in the preferences: every page needs it together with the time zone.
    date_format: DateFormat,
    /// Whether the user is an operator, who can open the operations page.
    is_operator: bool,
}

impl MyProfile {
    /// Adds the preferences that every page needs from the start.
    async fn read(tx: &mut IdentityTx, user: UserId, profile: profiles::Profile) -> ApiResult<Self> {
        let profiles::Profile { phone, job_title, bio, timezone, onboarded_at } = profile;
        let profiles::Preferences { language, date_format, .. } = profiles::preferences(tx, user).await?;
        let is_operator = operations::is_operator(tx, user).await?;
        Ok(Self { phone, job_title, bio, timezone, onboarded_at, language, date_format, is_operator })
    }
}

/// A profile replacing the current one; missing fields are cleared.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfileUpdate {
    /// Digits with `+ - ( ) .` and spaces.
    #[serde(default)]
    phone: Option<String>,
    /// At most 120 characters.
    #[serde(default)]
    job_title: Option<String>,
    /// At most 2,000 characters.
    #[serde(default)]
    bio: Option<String>,
    /// An IANA time zone.
    #[serde(default)]
    timezone: Option<String>,
    /// Whether onboarding is completed; cannot be undone.
    #[serde(default)]
    onboarded: bool,
}

/// The caller's profile.
#[utoipa::path(get, path = "/api/me/profile", security(("session" = [])), responses((status = 200, body = MyProfile)))]
pub async fn get_my_profile(State(state): State<ApiState>, session: Session) -> ApiResult<Json<MyProfile>> {
    let mut tx = state.db.identity().await?;
    let profile = profiles::profile(&mut tx, session.user_id()).await?;
    let mine = MyProfile::read(&mut tx, session.user_id(), profile).await?;
    tx.rollback().await?;
    Ok(Json(mine))
}

/// Replaces the caller's profile.
#[utoipa::path(put, path = "/api/me/profile", security(("session" = [])), responses((status = 200, body = MyProfile)))]
pub async fn put_my_profile(
    State(state): State<ApiState>,
    session: Session,
    Json(update): Json<ProfileUpdate>,
) -> ApiResult<Json<MyProfile>> {
    let ProfileUpdate { phone, job_title, bio, timezone, onboarded } = update;
    let line = |text: Option<String>| text.map(|text| clean_line(&text)).filter(|text| !text.is_empty());
    let profile = profiles::Profile {
        phone: line(phone),
        job_title: line(job_title),
        bio: bio.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()),
        timezone: line(timezone),
        onboarded_at: None,
    };
    let mut check = Check::new();
    if let Some(phone) = &profile.phone {
        check.phone("phone", phone);
    }
    for (field, value, max) in [
        ("job_title", &profile.job_title, MAX_JOB_TITLE),
        ("bio", &profile.bio, MAX_BIO),
        ("timezone", &profile.timezone, MAX_TIMEZONE),
    ] {
        check.at_most(field, value.as_deref().unwrap_or_default(), max);
    }
    let mut tx = state.db.identity().await?;
    if let Some(timezone) = &profile.timezone {
        check.ensure(profiles::knows_timezone(&mut tx, timezone).await?, "timezone", Code::FieldUnknownValue);
    }
    check.finish()?;
    let kept = profiles::replace_profile(&mut tx, session.user_id(), &profile, onboarded).await?;
    let mine = MyProfile::read(&mut tx, session.user_id(), kept).await?;
    tx.commit().await?;
    Ok(Json(mine))
}

/// The caller's preferences.
#[utoipa::path(get, path = "/api/me/preferences", security(("session" = [])),
    responses((status = 200, body = Preferences)))]
pub async fn get_my_preferences(State(state): State<ApiState>, session: Session) -> ApiResult<Json<Preferences>> {
    let mut tx = state.db.identity().await?;
    let preferences = profiles::preferences(&mut tx, session.user_id()).await?;
    tx.rollback().await?;
    Ok(Json(preferences))
}

/// Replaces the caller's preferences.
#[utoipa::path(put, path = "/api/me/preferences", security(("session" = [])),
    responses((status = 200, body = Preferences)))]
pub async fn put_my_preferences(
    State(state): State<ApiState>,
    session: Session,
    Json(preferences): Json<Preferences>,
) -> ApiResult<Json<Preferences>> {
    let mut tx = state.db.identity().await?;
    profiles::replace_preferences(&mut tx, session.user_id(), preferences).await?;
    let kept = profiles::preferences(&mut tx, session.user_id()).await?;
    tx.commit().await?;
    Ok(Json(kept))
}
