//! A real IMAP server: Dovecot with settings, a port and a mailbox of its own.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use bole_postgres::guard::{self, DeathSignal};
use rustix::process::{Pid, Signal, getgid, getuid, kill_process};
use tempfile::TempDir;

use crate::services;

/// Debian keeps servers where only root's PATH leads.
const FOLDERS: [&str; 2] = ["/usr/sbin", "/usr/local/sbin"];
/// How long it may take until it greets, and until it has ended.
const PATIENCE: Duration = Duration::from_secs(60);
/// Whom root hands the mailbox to: Dovecot opens none of root's.
const NOBODY: u32 = 65_534;

/// A running Dovecot; ends with the value.
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
    /// The password it takes, of whatever user.
    pub const PASSWORD: &str = "mailbox-password";

    /// Starts it on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// When it is not installed, or does not start.
    pub fn start() -> anyhow::Result<Self> {
        let program = program().context("dovecot is not installed; `make setup` tells how to get it")?;
        // The port is free when it is chosen; should another program take it first, the next one is tried.
        for _ in 0..5 {
            let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            if let Some(dovecot) = Self::start_on(&program, port)? {
                return Ok(dovecot);
            }
        }
        bail!("dovecot does not start; run it by hand to see why")
    }

    fn start_on(program: &Path, port: u16) -> anyhow::Result<Option<Self>> {
        let folder = tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o755)).tempdir()?;
        let owner = if getuid().is_root() { (NOBODY, NOBODY) } else { (getuid().as_raw(), getgid().as_raw()) };
        let mailbox = folder.path().join("mail");
        for part in ["", "cur", "new", "tmp"] {
            let part = mailbox.join(part);
            fs::create_dir(&part)?;
            chown(&part, Some(owner.0), Some(owner.1))?;
        }
        let settings = folder.path().join("dovecot.conf");
        fs::write(&settings, settings_for(folder.path(), port, owner)?)?;
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

    /// Its port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Puts a message into the mailbox as mail servers do; lines may end as they like.
    ///
    /// # Errors
    /// When the disk refuses it.
    pub fn deliver(&self, message: &str) -> anyhow::Result<()> {
        let name = uuid::Uuid::now_v7().to_string();
        let (written, delivered) = (self.mailbox.join("tmp").join(&name), self.mailbox.join("new").join(&name));
        let mut file = fs::File::create(&written)?;
        file.write_all(message.replace("\r\n", "\n").as_bytes())?;
        chown(&written, Some(self.owner.0), Some(self.owner.1))?;
        // Dovecot sees it whole or not at all.
        Ok(fs::rename(written, delivered)?)
    }

    /// How many messages are marked as seen.
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
        // Asked to end, it ends its own children, too.
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

/// Settings of Dovecot 2.3.
fn settings_for(folder: &Path, port: u16, (uid, gid): (u32, u32)) -> anyhow::Result<String> {
    let folder = folder.to_str().context("a folder whose name is no text")?;
    // Without root, every part runs as whoever starts it, and none can be locked into a folder.
    let rootless = if getuid().is_root() {
        String::new()
    } else {
        let user = std::env::var("USER").or_else(|_| std::env::var("LOGNAME")).context("USER is not set")?;
        let services = ["anvil", "imap-login", "stats"].map(|name| format!("service {name} {{\n  chroot =\n}}\n"));
        format!(
            "default_internal_user = {user}\ndefault_login_user = {user}\ndefault_internal_group =\n{}",
            services.concat()
        )
    };
    Ok(format!(
        "base_dir = {folder}/run\nstate_dir = {folder}/state\nlog_path = {folder}/log\nprotocols = imap\nlisten = 127.0.0.1\n\
         ssl = no\ndisable_plaintext_auth = no\nmail_location = maildir:{folder}/mail\nmailbox_idle_check_interval = 1 secs\n\
         first_valid_uid = 1\n\
         passdb {{\n  driver = static\n  args = password={password}\n}}\n\
         userdb {{\n  driver = static\n  args = uid={uid} gid={gid} home={folder}\n}}\n\
         service imap-login {{\n  inet_listener imap {{\n    port = {port}\n  }}\n  inet_listener imaps {{\n    port = 0\n  }}\n}}\n\
         {rootless}",
        password = Dovecot::PASSWORD,
    ))
}
