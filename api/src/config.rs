//! What the API needs to know of the installation it serves.

use std::time::Duration;

use axum::http::Uri;
use bole_domain::outbound::AllowedHosts;
use bole_secrets::ServerKey;

/// 2 GiB.
pub const DEFAULT_UPLOAD_LIMIT: u64 = 2 << 30;

/// 100 GiB.
pub const DEFAULT_STORAGE_LIMIT: u64 = 100 << 30;

/// How long a session usually works without being refreshed.
pub const SESSION_LIFE: Duration = Duration::from_secs(3600);

/// How often an open stream of events shows that it is alive.
pub const EVENT_HEARTBEAT: Duration = Duration::from_secs(25);

/// Longer than looking an account up, writing a link down and enqueueing a mail take, and nothing to somebody who waits for mail.
pub const EVEN_ANSWER: Duration = Duration::from_millis(400);

/// Settings of the API process.
#[derive(Debug, Clone)]
pub struct ApiConfig {
    /// Where people reach Bole, without a trailing slash: links in mail, the origin of changes, whether cookies are
    /// `Secure`. E.g. `http://127.0.0.1:7080`.
    pub public_url: String,
    /// Whether anybody may sign up.
    pub registration: Registration,
    /// One machine, loopback only: the Host header must name this machine, and captured mail can be read.
    pub local: bool,
    /// Whether the last `X-Forwarded-For` entry, written by a proxy of ours, is the caller's address.
    pub behind_proxy: bool,
    /// Where account mail goes.
    pub account_mail: AccountMail,
    /// What the captured mailbox asks for as a bearer token, in local mode.
    pub mailbox_token: String,
    /// Private mail servers that organizations may name.
    pub mail_allow_hosts: AllowedHosts,
    /// What passwords of organizations are sealed with; without it none is kept.
    pub server_key: Option<ServerKey>,
    /// What `/metrics` asks for as a bearer token; no token, no `/metrics` on this port.
    pub metrics_token: Option<String>,
    /// The most bytes an uploaded ZIP may have.
    pub upload_limit: u64,
    /// The most bytes an organization may store: files, uploaded ZIPs and exports.
    pub storage_limit: u64,
    /// The domain of the addresses that jobs receive resumes at.
    pub submission_domain: String,
    /// How long a session works without being refreshed.
    pub session_life: Duration,
    /// The cost of a password hash.
    pub password_cost: PasswordCost,
    /// How long calls take at least whose work depends on whether an address has an account: longer than that work does.
    pub even_answer: Duration,
    /// How often an open stream of events shows that it is alive.
    pub event_heartbeat: Duration,
    /// Who chooses an organization's plan.
    pub plans: Plans,
}

/// Where account mail goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountMail {
    /// Into the captured mailbox: local mode without a mail server.
    Captured,
    /// To the queue, for a worker that has a mail server.
    Queued,
}

/// Who may make an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registration {
    /// Anybody.
    Open,
    /// Whoever an admin invited.
    Invitation,
}

/// Who chooses an organization's plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plans {
    /// Whoever makes it.
    Open,
    /// An operator; it begins as free, and the wish is written down.
    Operator,
}

/// argon2id's parameters. A hash carries its own, so a change affects new passwords.
#[derive(Debug, Clone, Copy)]
pub struct PasswordCost {
    /// Memory in KiB.
    pub memory_kib: u32,
    /// Passes.
    pub passes: u32,
}

impl Default for PasswordCost {
    /// OWASP's first choice for argon2id.
    fn default() -> Self {
        Self { memory_kib: 19 * 1024, passes: 2 }
    }
}

impl ApiConfig {
    /// One machine, reached at `public_url`.
    #[must_use]
    pub fn local(public_url: impl Into<String>) -> Self {
        Self {
            public_url: public_url.into().trim_end_matches('/').to_owned(),
            registration: Registration::Open,
            local: true,
            behind_proxy: false,
            account_mail: AccountMail::Captured,
            mailbox_token: String::new(),
            mail_allow_hosts: AllowedHosts::default(),
            server_key: None,
            metrics_token: None,
            upload_limit: DEFAULT_UPLOAD_LIMIT,
            storage_limit: DEFAULT_STORAGE_LIMIT,
            submission_domain: "resumes.bole.localhost".to_owned(),
            session_life: SESSION_LIFE,
            password_cost: PasswordCost::default(),
            even_answer: EVEN_ANSWER,
            event_heartbeat: EVENT_HEARTBEAT,
            plans: Plans::Open,
        }
    }

    /// Whether cookies may travel over plain HTTP: only to this machine itself.
    #[must_use]
    pub fn secure_cookies(&self) -> bool {
        let Ok(url) = self.public_url.parse::<Uri>() else { return true };
        !(url.scheme_str() == Some("http") && url.host().is_some_and(is_loopback_name))
    }

    /// Whether people reach Bole over TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// The origin (`scheme://host[:port]`) people use.
    #[must_use]
    pub fn origin(&self) -> &str {
        let after_scheme = self.public_url.find("://").map_or(0, |at| at + 3);
        let end = self.public_url[after_scheme..].find('/').map_or(self.public_url.len(), |at| after_scheme + at);
        &self.public_url[..end]
    }
}

/// Whether a host name, without port, can only mean this machine.
pub(crate) fn is_loopback_name(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || matches!(host, "127.0.0.1" | "[::1]" | "::1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_secure_everywhere_but_on_this_machine() {
        for (url, secure) in [
            ("http://127.0.0.1:7080", false),
            ("http://localhost", false),
            ("http://[::1]:7080", false),
            ("https://localhost", true),
            ("https://hire.example.com", true),
            ("http://intranet", true),
            ("http://localhost.example.com", true),
        ] {
            assert_eq!(ApiConfig::local(url).secure_cookies(), secure, "{url}");
        }
    }

    #[test]
    fn the_origin_leaves_the_path_out() {
        assert_eq!(ApiConfig::local("https://example.com:8443/bole/").origin(), "https://example.com:8443");
    }
}
