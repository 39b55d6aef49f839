//! Starts PostgreSQL's programs: account, guard, environment, process group.

use std::ffi::OsStr;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::account::Account;
use crate::error::Error;
use crate::guard::{DeathSignal, GuardOptions, OPENED_FOLDER, SUBCOMMAND};

/// A command that runs `program` as `account`, tied to this process if possible.
pub(crate) fn command(
    guard: Option<&Path>,
    program: &OsStr,
    signal: DeathSignal,
    account: Option<&Account>,
    open: Option<&Path>,
) -> Command {
    match guard.filter(|_| cfg!(target_os = "linux")) {
        Some(guard) => {
            let options = GuardOptions {
                parent: std::process::id(),
                signal,
                account: account.map(|account| (account.uid, account.gid)),
                open: open.map(Path::to_owned),
            };
            let mut command = Command::new(guard);
            command.arg(SUBCOMMAND).args(options.arguments()).arg(program);
            command
        }
        None => {
            let mut command = Command::new(program);
            if let Some(account) = account {
                command.uid(account.uid).gid(account.gid);
            }
            command
        }
    }
}

/// [`command`] for PostgreSQL's own programs: quiet, in its own process group (the launcher handles Ctrl-C), without
/// inherited `PG…` variables.
pub(crate) fn postgres_program(
    guard: Option<&Path>,
    program: &Path,
    account: Option<&Account>,
    place: Option<&ClusterPath>,
) -> Command {
    let open = place.and_then(|place| place.open.as_deref());
    let mut command = command(guard, program.as_os_str(), DeathSignal::Interrupt, account, open);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"PG")) {
        command.env_remove(name);
    }
    command.env("TZ", "UTC").process_group(0).stdin(Stdio::null()).current_dir("/");
    command
}

/// The path of a cluster as passed to the server.
///
/// An account that may not enter a parent folder (`/root`, a private temporary folder) cannot use the path. On Linux
/// the guard opens the folder while it is still root, and processes that inherit the handle can access the folder
/// through it.
pub(crate) struct ClusterPath {
    /// The path for `-D`.
    pub named: PathBuf,
    /// The folder the guard has to open for it.
    open: Option<PathBuf>,
}

impl ClusterPath {
    pub fn of(data: &Path, guard: Option<&Path>, account: Option<&Account>) -> Result<Self, Error> {
        match account.filter(|account| !account.can_enter(data)) {
            None => Ok(Self { named: data.to_owned(), open: None }),
            Some(_) if guard.is_some() && cfg!(target_os = "linux") => {
                Ok(Self { named: PathBuf::from(OPENED_FOLDER), open: Some(data.to_owned()) })
            }
            Some(account) => Err(Error::Unreachable { account: account.name.clone(), folder: data.to_owned() }),
        }
    }
}
