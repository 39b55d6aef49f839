//! Real services and builders for tests.
//!
//! `bole-testkit <command …>` starts a PostgreSQL and a Redis for the command and passes their URLs in
//! [`DATABASE_URL`] and [`REDIS_URL`]. [`TestDatabase::new`] and [`TestRedis::new`] give a test its own share;
//! without the services they fail with instructions.

pub mod accuracy;
mod database;
mod dialect;
mod dovecot;
mod imap;
pub mod linear;
mod no_limits;
mod postfix;
mod provider;
mod provider_batches;
mod proxy;
mod ranking;
mod redis_server;
mod s3;
mod seed;
pub mod services;
mod smtp;
pub mod source;
mod untrusted_tls;

pub use database::TestDatabase;
pub use dialect::{Dialect, ProviderFailure, Recorded, Source};
pub use dovecot::Dovecot;
pub use imap::{ImapFault, ImapServer};
pub use no_limits::NoLimits;
pub use postfix::Postfix;
pub use provider::{PROVIDER_KEY, TestProvider};
pub use provider_batches::TestBatch;
pub use proxy::DatabaseProxy;
pub use ranking::pairwise_accuracy;
pub use redis_server::TestRedis;
pub use s3::S3Server;
pub use seed::Seed;
pub use smtp::{Fault, ReceivedMail, SmtpManner, SmtpServer};
pub use untrusted_tls::untrusted_tls;

/// URL of the test PostgreSQL, as its superuser.
pub const DATABASE_URL: &str = "BOLE_TEST_DATABASE_URL";

pub const REDIS_URL: &str = "BOLE_TEST_REDIS_URL";

/// The executable that ties a service to its parent process; see [`bole_postgres::guard`].
pub const GUARD: &str = "BOLE_TEST_GUARD";

/// The subcommand of that executable for reading untrusted files.
pub const EXTRACT: &str = "extract";

/// The executable for child processes that read untrusted files, for tests whose crate has none.
///
/// # Panics
/// When the test runs without `bole-testkit`.
pub fn reader() -> std::path::PathBuf {
    address(GUARD).into()
}

/// Reads a URL set by `bole-testkit`.
///
/// # Panics
/// When the test runs without it.
pub(crate) fn address(variable: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| {
        panic!(
            "{variable} is not set: this test needs a PostgreSQL and a Redis. Run `make test`, or one crate's tests with \
             `cargo run -p bole-testkit -- cargo test -p <crate>`."
        )
    })
}
