//! A real mail server: Postfix with its own folders, port and settings, delivering everything into one Maildir. The
//! machine's configuration is neither read nor changed.

use std::ffi::OsStr;
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use bole_postgres::guard::{self, DeathSignal};
use tempfile::TempDir;

use crate::ReceivedMail;
use crate::services::guard;

/// Time limit for starting and for an email to arrive.
const PATIENCE: Duration = Duration::from_secs(90);
const LOOK: Duration = Duration::from_millis(20);
/// Owner of the Maildir, an unprivileged account.
const NOBODY: u32 = 65_534;

/// A running Postfix; stopped on drop.
pub struct Postfix {
    child: Child,
    folder: TempDir,
    port: u16,
}

impl Postfix {
    /// Starts it on a free port of 127.0.0.1. It offers STARTTLS with a certificate for `localhost`.
    ///
    /// # Errors
    /// If it is not installed, cannot be run by this account, or does not start.
    pub fn start() -> anyhow::Result<Self> {
        let daemons = output(privileged("postconf").args(["-d", "-h", "daemon_directory"]))
            .context("Postfix cannot be run; `scripts/setup.sh --tests` installs it")?;
        let folder = tempfile::Builder::new()
            .prefix("bole-test-postfix-")
            .permissions(fs::Permissions::from_mode(0o755))
            .tempdir()?;
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let root = folder.path();
        for name in ["config", "queue", "data", "mail"] {
            fs::create_dir(root.join(name))?;
        }
        let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()])?;
        fs::write(root.join("certificate.pem"), certified.cert.pem())?;
        fs::write(root.join("key.pem"), certified.signing_key.serialize_pem())?;
        fs::set_permissions(root.join("key.pem"), fs::Permissions::from_mode(0o600))?;
        fs::write(root.join("config/main.cf"), main_cf(root))?;
        fs::write(root.join("config/master.cf"), master_cf(port))?;
        output(privileged("chown").arg("postfix").arg(root.join("data")))?;
        output(privileged("chown").arg(NOBODY.to_string()).arg(root.join("mail")))?;
        output(privileged("postfix").arg("-c").arg(root.join("config")).arg("check"))?;

        let master = Path::new(daemons.trim()).join("master");
        let mut command = if is_root() {
            guard::command(guard().as_deref(), master.as_os_str(), DeathSignal::Terminate)
        } else {
            let mut command = guard::command(guard().as_deref(), OsStr::new("sudo"), DeathSignal::Terminate);
            command.arg("-n").arg(master);
            command
        };
        let child = command
            .arg("-c")
            .arg(root.join("config"))
            .arg("-d")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("Postfix's master does not start")?;
        let mut postfix = Self { child, folder, port };
        postfix.until_serving()?;
        Ok(postfix)
    }

    fn until_serving(&mut self) -> anyhow::Result<()> {
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let ended = self.child.try_wait()?;
            ensure!(ended.is_none() && began.elapsed() < PATIENCE, "Postfix does not serve: {}", self.log());
            std::thread::sleep(LOOK);
        }
        Ok(())
    }

    /// Its URL, with STARTTLS.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp+starttls://localhost:{}", self.port)
    }

    /// The certificate that clients must trust, as PEM.
    #[must_use]
    pub fn certificate(&self) -> PathBuf {
        self.folder.path().join("certificate.pem")
    }

    #[must_use]
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    /// The emails delivered so far.
    ///
    /// # Panics
    /// When the Maildir cannot be read.
    #[must_use]
    #[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
    pub fn delivered(&self) -> Vec<ReceivedMail> {
        let new = self.folder.path().join("mail/box/new");
        let Ok(entries) = fs::read_dir(&new) else { return Vec::new() };
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.iter().map(|file| delivered(&String::from_utf8(fs::read(file).unwrap()).unwrap())).collect()
    }

    /// Waits until `count` emails are delivered, and returns them all.
    ///
    /// # Panics
    /// When they do not come.
    pub async fn wait_for(&self, count: usize) -> Vec<ReceivedMail> {
        let began = Instant::now();
        loop {
            let mails = self.delivered();
            if mails.len() >= count {
                return mails;
            }
            assert!(began.elapsed() < PATIENCE, "{count} mails did not arrive, but {}: {}", mails.len(), self.log());
            tokio::time::sleep(LOOK).await;
        }
    }
}

impl Drop for Postfix {
    fn drop(&mut self) {
        // An error means that it has already ended.
        let _ = output(privileged("postfix").arg("-c").arg(self.folder.path().join("config")).arg("stop"));
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Some files belong to Postfix's accounts.
        let _ = output(privileged("rm").arg("-rf").arg(self.folder.path()));
    }
}

/// A Maildir file: the envelope from the headers added by the delivery, and the lines as on the wire.
fn delivered(file: &str) -> ReceivedMail {
    let mail = ReceivedMail { from: String::new(), to: Vec::new(), data: file.replace('\n', "\r\n") };
    let from = mail.header("return-path").trim_matches(['<', '>']).to_owned();
    ReceivedMail { from, to: vec![mail.header("x-original-to")], data: mail.data }
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Postfix switches accounts, so root has to start it.
fn privileged(program: &str) -> Command {
    if is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("sudo");
    command.args(["-n", program]);
    command
}

/// Runs a command to its end and returns its output.
fn output(command: &mut Command) -> anyhow::Result<String> {
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("{command:?} does not start"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?} failed: {said}");
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn main_cf(root: &Path) -> String {
    let root = root.display();
    format!(
        "compatibility_level = 3.6
myhostname = mta.test
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
queue_directory = {root}/queue
data_directory = {root}/data
maillog_file = {root}/log
maillog_file_prefixes = {root}
smtputf8_enable = yes
smtpd_tls_security_level = may
smtpd_tls_cert_file = {root}/certificate.pem
smtpd_tls_key_file = {root}/key.pem
smtpd_relay_restrictions = permit_mynetworks, reject
alias_maps =
local_recipient_maps =
virtual_mailbox_domains = static:all
virtual_mailbox_base = {root}/mail
virtual_mailbox_maps = static:box/
virtual_uid_maps = static:{NOBODY}
virtual_gid_maps = static:{NOBODY}
virtual_minimum_uid = 1
default_transport = error:nothing leaves this machine
relay_transport = error:nothing leaves this machine
local_transport = error:nothing leaves this machine
smtp_host_lookup = native
"
    )
}

fn master_cf(port: u16) -> String {
    format!(
        "127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
showq unix n - n - - showq
postlog unix-dgram n - n - 1 postlogd
"
    )
}
