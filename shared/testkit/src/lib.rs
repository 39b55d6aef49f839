//! Real services and builders for tests.
//!
//! `bole-testkit <command …>` starts a PostgreSQL and a Redis for the command and says where they are in
//! [`DATABASE_URL`] and [`REDIS_URL`]. A test asks for [`TestDatabase::new`] or [`TestRedis::new`] and gets something of
//! its own in them; without the services it fails and says how to run it.

mod database;
mod dovecot;
mod imap;
pub mod linear;
mod postfix;
mod provider;
mod redis_server;
mod seed;
pub mod services;
mod smtp;
pub mod source;

pub use database::TestDatabase;
pub use dovecot::Dovecot;
pub use imap::{ImapFault, ImapServer};
pub use postfix::Postfix;
pub use provider::{PROVIDER_KEY, TestProvider};
pub use redis_server::TestRedis;
pub use seed::Seed;
pub use smtp::{Fault, ReceivedMail, SmtpServer};

/// The address of the test PostgreSQL, as its superuser.
pub const DATABASE_URL: &str = "BOLE_TEST_DATABASE_URL";

/// The address of the test Redis.
pub const REDIS_URL: &str = "BOLE_TEST_REDIS_URL";

/// The executable that ties a service to the process that started it; see [`bole_postgres::guard`].
pub const GUARD: &str = "BOLE_TEST_GUARD";

/// The subcommand by which that executable becomes a child that reads hostile files.
pub const EXTRACT: &str = "extract";

/// The executable whose children read hostile files, for tests whose crate has none of its own.
///
/// # Panics
/// When the test runs without `bole-testkit`.
pub fn reader() -> std::path::PathBuf {
    address(GUARD).into()
}

/// Reads an address that `bole-testkit` set.
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
