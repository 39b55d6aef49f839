//! A real IMAP server: Dovecot with its own settings, port and mailbox.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use bole_postgres::guard::{self, DeathSignal};
use rustix::process::{Pid, Signal, getgid, getuid, kill_process};
use tempfile::TempDir;

use crate::services;

/// Debian installs servers outside normal users' PATH.
const FOLDERS: [&str; 2] = ["/usr/sbin", "/usr/local/sbin"];
/// Time limit for starting and for stopping.
const PATIENCE: Duration = Duration::from_secs(60);
/// Owner of the mailbox under root, because Dovecot refuses root's mailboxes.
const NOBODY: u32 = 65_534;

/// A running Dovecot; stopped on drop.
#[derive(Debug)]
pub struct Dovecot {
    child: Child,
    port: u16,
    /// The mailbox's files, in the Maildir format.
    mailbox: PathBuf,
    owner: (u32, u32),
    _folder: TempDir,
}

impl Dovecot {
    /// The password, accepted for any user.
    pub const PASSWORD: &str = "mailbox-password";

    /// Starts it on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// If it is not installed, or does not start.
    pub fn start() -> anyhow::Result<Self> {
        let program = program().context("dovecot is not installed; `make setup` tells how to get it")?;
        let syntax = Syntax::of_program(&program)?;
        // The port is free when it is chosen; should another program take it first, the next one is tried.
        for _ in 0..5 {
            let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            if let Some(dovecot) = Self::start_on(&program, syntax, port)? {
                return Ok(dovecot);
            }
        }
        bail!("dovecot does not start; run it by hand to see why")
    }

    fn start_on(program: &Path, syntax: Syntax, port: u16) -> anyhow::Result<Option<Self>> {
        let folder = tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o755)).tempdir()?;
        let owner = if getuid().is_root() { (NOBODY, NOBODY) } else { (getuid().as_raw(), getgid().as_raw()) };
        let mailbox = folder.path().join("mail");
        for part in ["", "cur", "new", "tmp"] {
            let part = mailbox.join(part);
            fs::create_dir(&part)?;
            chown(&part, Some(owner.0), Some(owner.1))?;
        }
        let settings = folder.path().join("dovecot.conf");
        let account = Account::current()?;
        fs::write(&settings, settings_for(syntax, folder.path(), port, owner, account.as_ref())?)?;
        let mut command = guard::command(services::guard().as_deref(), program.as_os_str(), DeathSignal::Terminate);
        command.arg("-F").arg("-c").arg(&settings);
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let mut dovecot = Self { child, port, mailbox, owner, _folder: folder };
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if dovecot.greets() {
                return Ok(Some(dovecot));
            }
            if dovecot.child.try_wait()?.is_some() {
                return Ok(None);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        bail!("dovecot does not answer")
    }

    fn greets(&self) -> bool {
        let mut greeting = [0; 4];
        let connected = TcpStream::connect(("127.0.0.1", self.port));
        connected.is_ok_and(|mut stream| stream.read_exact(&mut greeting).is_ok() && greeting == *b"* OK")
    }

    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Delivers a message to the mailbox as mail servers do; any line ending is accepted.
    ///
    /// # Errors
    /// When the disk refuses it.
    pub fn deliver(&self, message: &str) -> anyhow::Result<()> {
        let name = uuid::Uuid::now_v7().to_string();
        let (written, delivered) = (self.mailbox.join("tmp").join(&name), self.mailbox.join("new").join(&name));
        let mut file = fs::File::create(&written)?;
        file.write_all(message.replace("\r\n", "\n").as_bytes())?;
        chown(&written, Some(self.owner.0), Some(self.owner.1))?;
        // Renamed, so that Dovecot sees the complete file.
        Ok(fs::rename(written, delivered)?)
    }

    /// The number of messages marked as seen.
    ///
    /// # Errors
    /// When the disk refuses it.
    pub fn seen(&self) -> anyhow::Result<usize> {
        let mut seen = 0;
        for entry in fs::read_dir(self.mailbox.join("cur"))? {
            let name = entry?.file_name();
            seen +=
                usize::from(name.to_string_lossy().rsplit_once(":2,").is_some_and(|(_, flags)| flags.contains('S')));
        }
        Ok(seen)
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        // SIGTERM also ends its children.
        if let Ok(Some(pid)) = i32::try_from(self.child.id()).map(Pid::from_raw) {
            let _ = kill_process(pid, Signal::TERM);
        }
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn program() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&on_path).chain(FOLDERS.map(PathBuf::from));
    folders.map(|folder| folder.join(OsStr::new("dovecot"))).find(|path| path.is_file())
}

/// The form of its settings, which 2.4 changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Syntax {
    Before24,
    Since24,
}

impl Syntax {
    /// What a program answers to `--version`: `2.3.19.1 (9b53102964)`.
    fn of(version: &str) -> anyhow::Result<Self> {
        let mut numbers = version.trim().split(['.', ' ', '-', '(']).map(str::parse::<u32>);
        let (Some(Ok(major)), Some(Ok(minor))) = (numbers.next(), numbers.next()) else {
            bail!("dovecot calls itself {version:?}");
        };
        Ok(if (major, minor) >= (2, 4) { Self::Since24 } else { Self::Before24 })
    }

    fn of_program(program: &Path) -> anyhow::Result<Self> {
        let answer = Command::new(program).arg("--version").output()?;
        Self::of(&String::from_utf8_lossy(&answer.stdout))
    }
}

/// The account of Dovecot's processes that need no root.
struct Account {
    user: String,
    group: String,
}

impl Account {
    /// The current user; `None` for root, which leaves it to Dovecot's own accounts.
    fn current() -> anyhow::Result<Option<Self>> {
        if getuid().is_root() {
            return Ok(None);
        }
        let name = |option: &str| -> anyhow::Result<String> {
            let output = Command::new("id").arg(option).output().context("id does not run")?;
            Ok(String::from_utf8(output.stdout)?.trim().to_owned())
        };
        Ok(Some(Self { user: name("-un")?, group: name("-gn")? }))
    }
}

fn settings_for(
    syntax: Syntax,
    folder: &Path,
    port: u16,
    (uid, gid): (u32, u32),
    account: Option<&Account>,
) -> anyhow::Result<String> {
    let folder = folder.to_str().context("a folder whose name is no text")?;
    let password = Dovecot::PASSWORD;
    let rootless = account.map_or_else(String::new, |Account { user, group }| {
        // None can be locked into a folder.
        let services = ["anvil", "imap-login", "stats"].map(|name| format!("service {name} {{\n  chroot =\n}}\n"));
        format!(
            "default_internal_user = {user}\ndefault_login_user = {user}\ndefault_internal_group = {group}\n{}",
            services.concat()
        )
    });
    // The version has to be the first of all.
    let (version, own) = match syntax {
        Syntax::Before24 => (
            "",
            format!(
                "disable_plaintext_auth = no\nmail_location = maildir:{folder}/mail\n\
                 passdb {{\n  driver = static\n  args = password={password}\n}}\n\
                 userdb {{\n  driver = static\n  args = uid={uid} gid={gid} home={folder}\n}}\n"
            ),
        ),
        Syntax::Since24 => (
            "dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0\n",
            format!(
                "auth_allow_cleartext = yes\nmail_driver = maildir\nmail_path = {folder}/mail\n\
                 namespace inbox {{\n  inbox = yes\n}}\n\
                 passdb static {{\n  password = {password}\n}}\n\
                 userdb static {{\n  fields {{\n    uid = {uid}\n    gid = {gid}\n    home = {folder}\n  }}\n}}\n"
            ),
        ),
    };
    Ok(format!(
        "{version}base_dir = {folder}/run\nstate_dir = {folder}/state\nlog_path = {folder}/log\nprotocols = imap\n\
         listen = 127.0.0.1\nssl = no\nmailbox_idle_check_interval = 1 secs\nfirst_valid_uid = 1\n{own}\
         service imap-login {{\n  inet_listener imap {{\n    port = {port}\n  }}\n  inet_listener imaps {{\n    port = 0\n  }}\n}}\n\
         {rootless}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_match_the_version() {
        for (version, syntax) in [
            ("2.3.19.1 (9b53102964)\n", Syntax::Before24),
            ("2.2.36", Syntax::Before24),
            ("2.4.1-4 (7d8c0e5759)", Syntax::Since24),
            ("2.10.0", Syntax::Since24),
            ("3.0-rc1", Syntax::Since24),
        ] {
            assert_eq!(Syntax::of(version).unwrap(), syntax, "{version}");
        }
        assert!(Syntax::of("unknown").is_err());
        let settings = |syntax| settings_for(syntax, Path::new("/tmp/d"), 1143, (1, 1), None).unwrap();
        let since = settings(Syntax::Since24);
        assert!(since.starts_with("dovecot_config_version = "), "has to be its first line: {since}");
        for gone in ["mail_location", "args =", "disable_plaintext_auth"] {
            assert!(!since.contains(gone) && settings(Syntax::Before24).contains(gone), "{gone}");
        }
    }

    /// What is installed takes the settings that are meant for it.
    #[test]
    fn installed_program_accepts_the_settings() {
        let dovecot = Dovecot::start().unwrap();
        assert_eq!(dovecot.seen().unwrap(), 0);
    }
}
