//! Configuration of the API.

use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use axum::http::Uri;
use bole_domain::outbound::AllowedHosts;
use bole_mail::MailServer;
use bole_secrets::ServerKey;
use ipnet::{AddrParseError, IpNet};
use time::OffsetDateTime;

use crate::clock::Clock;

/// 2 GiB.
pub const DEFAULT_UPLOAD_LIMIT: u64 = 2 << 30;

/// 100 GiB.
pub const DEFAULT_STORAGE_LIMIT: u64 = 100 << 30;

/// Slower than any connection on which a ZIP is uploaded.
pub const UPLOAD_PACE: UploadPace =
    UploadPace { piece: Duration::from_secs(30), grace: Duration::from_secs(60), min_rate: 16 << 10 };

/// Longer than a database fails over, and short for a member who waits for the reservation of a process that died.
pub const UPLOAD_LEASE: Duration = Duration::from_secs(120);

/// Default lifetime of an access token.
pub const SESSION_LIFE: Duration = Duration::from_secs(3600);

/// Default heartbeat interval of event streams.
pub const EVENT_HEARTBEAT: Duration = Duration::from_secs(25);

/// Default interval of checks of the connection that receives events.
pub const EVENT_CHECK: Duration = Duration::from_secs(15);

/// Longer than looking up an account, storing a link and enqueueing an email take, and short for a user.
pub const EVEN_ANSWER: Duration = Duration::from_millis(400);

/// Configuration of the API process.
#[derive(Debug, Clone)]
pub struct ApiConfig {
    /// Public URL without a trailing slash, used for links in emails, the Origin check and `Secure` cookies. E.g.
    /// `http://127.0.0.1:7080`.
    pub public_url: String,
    /// Who may sign up.
    pub registration: Registration,
    /// Single-machine mode on loopback: the Host header must name this machine, and captured mail can be read.
    pub local: bool,
    /// Whether the last `X-Forwarded-For` entry is the client's address, set by a trusted proxy.
    pub behind_proxy: bool,
    /// The proxies it is believed of.
    pub trusted_proxies: TrustedProxies,
    /// Maximum open connections of a client, if limited. Those of trusted proxies are not.
    pub connections_per_client: Option<usize>,
    /// Where account mail goes.
    pub account_mail: AccountMail,
    /// The mail server of organizations without one of their own.
    pub default_mail: Option<DefaultMail>,
    /// Maximum emails per day through it, of an organization that the operator has not verified, if limited.
    pub unverified_mail_per_day: Option<i64>,
    /// What the captured mailbox asks for as a bearer token, in local mode.
    pub mailbox_token: String,
    /// Private mail servers that organizations may use.
    pub mail_allow_hosts: AllowedHosts,
    /// Key for encrypting organizations' passwords; without it none can be stored.
    pub server_key: Option<ServerKey>,
    /// Bearer token of `/metrics`; without it there is no `/metrics` on this port.
    pub metrics_token: Option<String>,
    /// Maximum size of an uploaded ZIP in bytes.
    pub upload_limit: u64,
    /// How slow an upload may be.
    pub upload_pace: UploadPace,
    /// How long the reservation of an upload outlives its last renewal.
    pub upload_lease: Duration,
    /// Maximum storage of an organization in bytes: files, uploaded ZIPs and exports.
    pub storage_limit: u64,
    /// Whether workers recognise the text of pictures.
    pub reads_pictures: bool,
    /// Domain of the addresses for submitting resumes.
    pub submission_domain: String,
    /// Lifetime of an access token.
    pub session_life: Duration,
    /// Cost of password hashing.
    pub password_cost: PasswordCost,
    /// Minimum duration of calls whose work depends on whether an account exists; longer than that work takes.
    pub even_answer: Duration,
    /// Heartbeat interval of event streams.
    pub event_heartbeat: Duration,
    /// How often the connection that receives events is checked while it is silent.
    pub event_check: Duration,
    /// Who chooses an organization's plan.
    pub plans: Plans,
    /// The clock of cached answers.
    pub clock: Clock,
    /// The offset of the clock used for deadlines and free slots.
    pub clock_offset: time::Duration,
}

/// How slow an upload may be. Only the time of waiting for its sender counts.
#[derive(Debug, Clone, Copy)]
pub struct UploadPace {
    /// The most time between two pieces of it.
    pub piece: Duration,
    /// The time any upload may take.
    pub grace: Duration,
    /// It may take longer by what has come at this many bytes per second.
    pub min_rate: u64,
}

impl UploadPace {
    /// How long an upload may have taken of which so many bytes have come.
    #[must_use]
    pub fn allowance(&self, received: u64) -> Duration {
        self.grace + Duration::from_secs(received / self.min_rate.max(1))
    }
}

/// Addresses and networks of trusted proxies, comma-separated; if empty, every caller is trusted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

impl FromStr for TrustedProxies {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<Self, AddrParseError> {
        let network = |entry: &str| match entry.parse::<IpAddr>() {
            Ok(address) => Ok(IpNet::from(address)),
            Err(_) => entry.parse(),
        };
        let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
        entries.map(network).collect::<Result<_, _>>().map(Self)
    }
}

impl TrustedProxies {
    /// Whether a connection from this address is a proxy's.
    #[must_use]
    pub fn includes(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        self.0.is_empty() || self.0.iter().any(|network| network.contains(&peer))
    }
}

/// The server's own mail server.
#[derive(Debug, Clone)]
pub struct DefaultMail {
    pub server: MailServer,
    /// The sender, as in `Bole <bole@example.com>`.
    pub from: String,
}

/// How account emails are delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountMail {
    /// To the captured mailbox: local mode without a mail server.
    Captured,
    /// To the queue, for a worker with a mail server.
    Queued,
}

/// Who may create an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Registration {
    /// Anyone.
    Open,
    /// Invited users.
    Invitation,
}

/// Who chooses an organization's plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plans {
    /// Its creator.
    Open,
    /// An operator; it starts as free, and the requested plan is recorded.
    Operator,
}

/// Parameters of argon2id. A hash stores its own, so a change only affects new passwords.
#[derive(Debug, Clone, Copy)]
pub struct PasswordCost {
    pub memory_kib: u32,
    pub passes: u32,
}

impl Default for PasswordCost {
    /// OWASP's first recommendation for argon2id.
    fn default() -> Self {
        Self { memory_kib: 19 * 1024, passes: 2 }
    }
}

impl ApiConfig {
    /// A single machine, reached at `public_url`.
    #[must_use]
    pub fn local(public_url: impl Into<String>) -> Self {
        Self {
            public_url: public_url.into().trim_end_matches('/').to_owned(),
            registration: Registration::Open,
            local: true,
            behind_proxy: false,
            trusted_proxies: TrustedProxies::default(),
            // All clients are this machine.
            connections_per_client: None,
            account_mail: AccountMail::Captured,
            default_mail: None,
            unverified_mail_per_day: None,
            mailbox_token: String::new(),
            mail_allow_hosts: AllowedHosts::default(),
            server_key: None,
            metrics_token: None,
            upload_limit: DEFAULT_UPLOAD_LIMIT,
            upload_pace: UPLOAD_PACE,
            upload_lease: UPLOAD_LEASE,
            storage_limit: DEFAULT_STORAGE_LIMIT,
            reads_pictures: false,
            submission_domain: "resumes.bole.localhost".to_owned(),
            session_life: SESSION_LIFE,
            password_cost: PasswordCost::default(),
            even_answer: EVEN_ANSWER,
            event_heartbeat: EVENT_HEARTBEAT,
            event_check: EVENT_CHECK,
            plans: Plans::Open,
            clock: Clock::default(),
            clock_offset: time::Duration::ZERO,
        }
    }

    /// The time that deadlines and free slots are compared with.
    #[must_use]
    pub fn now(&self) -> OffsetDateTime {
        OffsetDateTime::now_utc() + self.clock_offset
    }

    /// Whether cookies are `Secure`: except on this machine itself.
    #[must_use]
    pub fn secure_cookies(&self) -> bool {
        let Ok(url) = self.public_url.parse::<Uri>() else { return true };
        !(url.scheme_str() == Some("http") && url.host().is_some_and(is_loopback_name))
    }

    /// Whether the public URL uses TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// The public origin (`scheme://host[:port]`).
    #[must_use]
    pub fn origin(&self) -> &str {
        let after_scheme = self.public_url.find("://").map_or(0, |at| at + 3);
        let end = self.public_url[after_scheme..].find('/').map_or(self.public_url.len(), |at| after_scheme + at);
        &self.public_url[..end]
    }
}

/// Whether a host name, without port, is always this machine.
pub fn is_loopback_name(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || matches!(host, "127.0.0.1" | "[::1]" | "::1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_secure_except_on_localhost() {
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
    fn proxies_are_addresses_and_networks() {
        let proxies: TrustedProxies = "10.1.0.0/16, 2001:db8::/32,192.0.2.7".parse().unwrap();
        for (peer, is_proxy) in [
            ("10.1.2.3", true),
            ("::ffff:10.1.2.3", true),
            ("10.2.0.1", false),
            ("2001:db8::1", true),
            ("192.0.2.7", true),
            ("192.0.2.8", false),
        ] {
            assert_eq!(proxies.includes(peer.parse().unwrap()), is_proxy, "{peer}");
        }
        assert!(TrustedProxies::default().includes("203.0.113.9".parse().unwrap()));
        assert!("10.0.0.0/33".parse::<TrustedProxies>().is_err());
    }

    #[test]
    fn origin_excludes_path() {
        assert_eq!(ApiConfig::local("https://example.com:8443/bole/").origin(), "https://example.com:8443");
    }
}
