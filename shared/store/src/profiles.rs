//! Users' profiles and preferences. Both belong to the account, hence [`IdentityTx`].

use bole_domain::evaluation::Language;
use bole_domain::ids::UserId;
use bole_domain::preference::DateFormat;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;

use crate::{IdentityTx, StoreResult};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    /// As entered.
    pub phone: Option<String>,
    pub job_title: Option<String>,
    pub bio: Option<String>,
    /// An IANA time zone.
    pub timezone: Option<String>,
    /// When onboarding was completed, if it was.
    pub onboarded_at: Option<OffsetDateTime>,
}

/// A user's preferences.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Preferences {
    /// Whether emails other than account emails are sent; if not, the next three are off as well.
    pub email_notifications: bool,
    /// Whether a daily digest reports moves by others in their jobs.
    pub candidate_updates: bool,
    /// Whether they get interview reminders.
    pub interview_reminders: bool,
    /// Whether they are notified of offers that wait for them or were answered.
    pub offer_updates: bool,
    /// The language of the interface and of emails; null until chosen, and null leaves it unchanged.
    pub language: Option<Language>,
    pub date_format: DateFormat,
}

/// The profile of an account.
pub async fn profile(tx: &mut IdentityTx, user: UserId) -> StoreResult<Profile> {
    Ok(sqlx::query_as!(
        Profile,
        "SELECT phone, job_title, bio, timezone, onboarded_at FROM users WHERE id = $1",
        user.0
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Replaces the profile. `onboarded_at` is kept; `onboarded` sets it once.
pub async fn replace_profile(
    tx: &mut IdentityTx,
    user: UserId,
    profile: &Profile,
    onboarded: bool,
) -> StoreResult<Profile> {
    let Profile { phone, job_title, bio, timezone, onboarded_at: _ } = profile;
    Ok(sqlx::query_as!(
        Profile,
        "UPDATE users SET phone = $2, job_title = $3, bio = $4, timezone = $5, updated_at = now(),
                onboarded_at = CASE WHEN $6 THEN coalesce(onboarded_at, now()) ELSE onboarded_at END
         WHERE id = $1 RETURNING phone, job_title, bio, timezone, onboarded_at",
        user.0,
        phone.as_deref(),
        job_title.as_deref(),
        bio.as_deref(),
        timezone.as_deref(),
        onboarded
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Whether the database knows this time zone.
pub async fn knows_timezone(tx: &mut IdentityTx, name: &str) -> StoreResult<bool> {
    let known = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM pg_catalog.pg_timezone_names WHERE name = $1) AS "known!""#,
        name
    );
    Ok(known.fetch_one(tx.conn()?).await?)
}

/// The preferences of an account.
pub async fn preferences(tx: &mut IdentityTx, user: UserId) -> StoreResult<Preferences> {
    Ok(sqlx::query_as!(
        Preferences,
        r#"SELECT email_notifications, candidate_updates, interview_reminders, offer_updates,
                  language AS "language: _", date_format AS "date_format: _"
         FROM users WHERE id = $1"#,
        user.0,
    )
    .fetch_one(tx.conn()?)
    .await?)
}

/// Replaces the preferences; `None` keeps the language.
pub async fn replace_preferences(tx: &mut IdentityTx, user: UserId, preferences: Preferences) -> StoreResult<()> {
    let Preferences {
        email_notifications,
        candidate_updates,
        interview_reminders,
        offer_updates,
        language,
        date_format,
    } = preferences;
    sqlx::query!(
        "UPDATE users SET email_notifications = $2, candidate_updates = $3, interview_reminders = $4,
                language = coalesce($5, language), date_format = $6, offer_updates = $7, updated_at = now()
         WHERE id = $1",
        user.0,
        email_notifications,
        candidate_updates,
        interview_reminders,
        language.map(Language::as_str),
        date_format.as_str(),
        offer_updates
    )
    .execute(tx.conn()?)
    .await?;
    Ok(())
}
