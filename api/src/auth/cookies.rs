//! The two cookies of a session.

use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use time::Duration;

use super::token::SessionToken;

/// Carries the access token.
pub const ACCESS: &str = "bole_access";
/// Carries the refresh token.
pub const REFRESH: &str = "bole_refresh";
/// How long the refresh token is kept.
pub const REFRESH_LIFE: Duration = Duration::days(400);

/// Puts a session's tokens into the jar.
pub fn set(
    jar: CookieJar,
    access: &SessionToken,
    access_life: Duration,
    refresh: &SessionToken,
    secure: bool,
) -> CookieJar {
    jar.add(cookie(ACCESS, access.encode(), access_life, secure)).add(cookie(
        REFRESH,
        refresh.encode(),
        REFRESH_LIFE,
        secure,
    ))
}

/// Takes them out of the browser.
pub fn clear(jar: CookieJar, secure: bool) -> CookieJar {
    [ACCESS, REFRESH].into_iter().fold(jar, |jar, name| jar.add(cookie(name, String::new(), Duration::ZERO, secure)))
}

/// The token in a cookie, where there is one that can be read.
#[must_use]
pub fn read(jar: &CookieJar, name: &str) -> Option<SessionToken> {
    SessionToken::parse(jar.get(name)?.value())
}

fn cookie(name: &'static str, value: String, life: Duration, secure: bool) -> Cookie<'static> {
    Cookie::build((name, value)).path("/").http_only(true).same_site(SameSite::Lax).max_age(life).secure(secure).build()
}
