//! Ties a child's life to its launcher's: the launcher starts its own executable with a hidden subcommand, which
//! switches to the child's account, requests a signal for its parent's death from the kernel, and then becomes the
//! child.
//!
//! It is a separate program instead of a hook between fork and exec, because the kernel drops the request when the
//! account changes, and to avoid unsafe code. The request is tied to the *thread* that started the guard, so that
//! thread must live as long as the child.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::process::ExitCode;

/// The first argument that makes the executable a guard: `<exe> process-guard …`.
///
/// `main` must check for it before starting a runtime, and pass the remaining arguments to [`run`].
pub const SUBCOMMAND: &str = "process-guard";

/// The exit code of a guard that could not become its child.
const FAILED: u8 = 126;

/// What the guard does before it executes its child.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GuardOptions {
    /// The process whose death is monitored.
    pub parent: u32,
    /// The signal for the child when that process dies.
    pub signal: DeathSignal,
    /// The account to switch to, as uid and gid.
    pub account: Option<(u32, u32)>,
    /// A folder to open before switching. Each [`OPENED_FOLDER`] argument of the child is replaced by a path to it.
    pub open: Option<PathBuf>,
}

/// The placeholder for the opened folder's path.
pub(crate) const OPENED_FOLDER: &str = "@opened";

/// The child's signal when its launcher dies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeathSignal {
    /// SIGINT: PostgreSQL's fast shutdown.
    Interrupt,
    /// SIGTERM.
    Terminate,
}

/// The running executable, in a form that works after its file is replaced by a new build.
pub fn this_executable() -> PathBuf {
    if cfg!(target_os = "linux") {
        return PathBuf::from("/proc/self/exe");
    }
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("bole"))
}

/// A command that runs `program` under a guard, to be started from a thread that outlives it. Without a `guard`, or
/// on other systems than Linux, it is the plain program.
pub fn command(guard: Option<&std::path::Path>, program: &OsStr, signal: DeathSignal) -> std::process::Command {
    crate::spawn::command(guard, program, signal, None, None)
}

impl GuardOptions {
    /// The arguments between [`SUBCOMMAND`] and the program.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let signal = match self.signal {
            DeathSignal::Interrupt => "int",
            DeathSignal::Terminate => "term",
        };
        let (uid, gid) = self
            .account
            .map_or_else(|| ("-".to_owned(), "-".to_owned()), |(uid, gid)| (uid.to_string(), gid.to_string()));
        let open = self.open.clone().map_or_else(|| "-".into(), PathBuf::into_os_string);
        vec![self.parent.to_string().into(), signal.into(), uid.into(), gid.into(), open]
    }

    /// Parses the arguments written by [`GuardOptions::arguments`].
    fn parse(arguments: &mut impl Iterator<Item = OsString>) -> Option<Self> {
        let mut next = || arguments.next().and_then(|text| text.into_string().ok());
        let parent = next()?.parse().ok()?;
        let signal = match next()?.as_str() {
            "int" => DeathSignal::Interrupt,
            "term" => DeathSignal::Terminate,
            _ => return None,
        };
        let (uid, gid) = (next()?, next()?);
        let account = match uid.as_str() {
            "-" => None,
            uid => Some((uid.parse().ok()?, gid.parse().ok()?)),
        };
        let open = arguments.next()?;
        Some(Self { parent, signal, account, open: (open != "-").then(|| PathBuf::from(open)) })
    }
}

/// Becomes the guarded program. Only returns on failure, after printing the reason to stderr.
///
/// `arguments` are those after [`SUBCOMMAND`]. Must be called while the process has one thread.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut arguments = arguments.into_iter();
    let Some(options) = GuardOptions::parse(&mut arguments) else {
        eprintln!("{SUBCOMMAND} is internal: it starts a server that ends with its launcher");
        return ExitCode::from(FAILED);
    };
    let Some(program) = arguments.next() else {
        eprintln!("{SUBCOMMAND}: no program to run");
        return ExitCode::from(FAILED);
    };
    let opened = match prepare(&options) {
        Ok(opened) => opened,
        Err(error) => {
            eprintln!("{SUBCOMMAND}: cannot prepare to run {}: {error}", program.display());
            return ExitCode::from(FAILED);
        }
    };
    let arguments = arguments.map(|argument| match &opened {
        Some(opened) if argument == OPENED_FOLDER => opened.into(),
        _ => argument,
    });
    let error = std::os::unix::process::CommandExt::exec(std::process::Command::new(&program).args(arguments));
    eprintln!("{SUBCOMMAND}: cannot run {}: {error}", program.display());
    ExitCode::from(FAILED)
}

/// Opens the folder, switches the account, requests the signal, and checks that the parent did not die before.
/// Returns the opened folder's path.
#[cfg(target_os = "linux")]
fn prepare(options: &GuardOptions) -> std::io::Result<Option<String>> {
    use std::os::fd::IntoRawFd;

    use rustix::fs::{Mode, OFlags};
    use rustix::process::{Gid, Signal, Uid};
    let opened = match &options.open {
        // Without CLOEXEC and never closed, so that the child and all its processes inherit it.
        Some(folder) => Some(rustix::fs::open(folder, OFlags::PATH | OFlags::DIRECTORY, Mode::empty())?.into_raw_fd()),
        None => None,
    };
    if let Some((uid, gid)) = options.account {
        let (uid, gid) = (Uid::from_raw(uid), Gid::from_raw(gid));
        rustix::thread::set_thread_groups(&[])?;
        rustix::thread::set_thread_res_gid(gid, gid, gid)?;
        rustix::thread::set_thread_res_uid(uid, uid, uid)?;
    }
    let signal = match options.signal {
        DeathSignal::Interrupt => Signal::INT,
        DeathSignal::Terminate => Signal::TERM,
    };
    rustix::process::set_parent_process_death_signal(Some(signal))?;
    let parent = rustix::process::getppid().map(|pid| pid.as_raw_nonzero().get().cast_unsigned());
    if parent != Some(options.parent) {
        return Err(std::io::Error::other("the launcher is gone"));
    }
    Ok(opened.map(|descriptor| format!("/proc/self/fd/{descriptor}")))
}

#[cfg(not(target_os = "linux"))]
fn prepare(_: &GuardOptions) -> std::io::Result<Option<String>> {
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guard_arguments_round_trip() {
        for options in [
            GuardOptions {
                parent: 7,
                signal: DeathSignal::Interrupt,
                account: Some((101, 104)),
                open: Some("/root/bole".into()),
            },
            GuardOptions { parent: 1, signal: DeathSignal::Terminate, account: None, open: None },
        ] {
            assert_eq!(GuardOptions::parse(&mut options.arguments().into_iter()), Some(options));
        }
    }

    #[test]
    fn invalid_guard_arguments_are_refused() {
        let words = ["7", "hup", "-", "-", "-"].map(OsString::from);
        assert_eq!(GuardOptions::parse(&mut words.into_iter()), None);
    }
}
