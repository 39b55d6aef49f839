//! The two session cookies, and the cookie that identifies a known browser.

use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use time::Duration;

use super::token::SessionToken;
use crate::config::ApiConfig;

/// A cookie. Over TLS its name starts with `__Host-`, so that no other host of the domain can set it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    /// Carries the access token.
    Access,
    /// Carries the refresh token.
    Refresh,
    /// Identifies a browser that has signed in before.
    Device,
}

impl Name {
    /// The name used on plain HTTP on this machine.
    #[must_use]
    pub const fn plain(self) -> &'static str {
        match self {
            Self::Access => "bole_access",
            Self::Refresh => "bole_refresh",
            Self::Device => "bole_device",
        }
    }

    /// The name in this configuration.
    #[must_use]
    pub fn get(self, config: &ApiConfig) -> &'static str {
        if !config.secure_cookies() {
            return self.plain();
        }
        match self {
            Self::Access => "__Host-bole_access",
            Self::Refresh => "__Host-bole_refresh",
            Self::Device => "__Host-bole_device",
        }
    }
}

/// How long browsers keep the refresh token and the device cookie, and the maximum lifetime of a session.
pub const REFRESH_LIFE: Duration = Duration::days(400);
/// How long an unused session lasts.
pub const IDLE_LIFE: Duration = Duration::days(30);

/// Adds a session's tokens to the jar.
pub fn set(
    jar: CookieJar,
    config: &ApiConfig,
    access: &SessionToken,
    access_life: Duration,
    refresh: &SessionToken,
) -> CookieJar {
    jar.add(cookie(config, Name::Access, access.encode(), access_life)).add(cookie(
        config,
        Name::Refresh,
        refresh.encode(),
        REFRESH_LIFE,
    ))
}

/// Sets the device cookie.
pub fn set_device(jar: CookieJar, config: &ApiConfig, token: String) -> CookieJar {
    jar.add(cookie(config, Name::Device, token, REFRESH_LIFE))
}

/// Removes the session's cookies.
pub fn clear(jar: CookieJar, config: &ApiConfig) -> CookieJar {
    [Name::Access, Name::Refresh]
        .into_iter()
        .fold(jar, |jar, name| jar.add(cookie(config, name, String::new(), Duration::ZERO)))
}

/// The token in a cookie, if present and readable.
#[must_use]
pub fn read(jar: &CookieJar, config: &ApiConfig, name: Name) -> Option<SessionToken> {
    SessionToken::parse(jar.get(name.get(config))?.value())
}

fn cookie(config: &ApiConfig, name: Name, value: String, life: Duration) -> Cookie<'static> {
    Cookie::build((name.get(config), value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .max_age(life)
        .secure(config.secure_cookies())
        .build()
}
