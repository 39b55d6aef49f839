//! The running server: start, readiness, connection, shutdown.

use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tokio::sync::{oneshot, watch};

use crate::account::Account;
use crate::error::{Error, IoContext};
use crate::folder::Folder;
use crate::orphans::{self, FAST_SHUTDOWN_TIMEOUT, IMMEDIATE_SHUTDOWN_TIMEOUT};
use crate::spawn::{self, ClusterPath};
use crate::{SUPERUSER, Settings, binaries, initdb};

/// Where root stores copies of binaries that the server's account cannot access otherwise.
const ROOT_COPIES: &str = "/var/lib/bole";

/// The port in the socket's name.
const PORT: u16 = 5432;

/// How to connect to the server. It only listens on a unix socket.
#[derive(Clone, PartialEq, Eq)]
pub struct ConnectOptions {
    pub socket_folder: PathBuf,
    /// The port, which is part of the socket's name.
    pub port: u16,
    /// The superuser.
    pub user: String,
    pub password: String,
}

impl std::fmt::Debug for ConnectOptions {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ConnectOptions").field("socket_folder", &self.socket_folder).finish_non_exhaustive()
    }
}

impl ConnectOptions {
    /// The connection URL of `database`, including the password.
    pub fn url(&self, database: &str) -> String {
        let Self { socket_folder, port, user, password } = self;
        let host = percent_encode(&socket_folder.to_string_lossy());
        format!("postgres://{user}:{password}@localhost:{port}/{}?host={host}", percent_encode(database))
    }
}

/// Percent-encodes all but letters, digits and a few marks.
fn percent_encode(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut encoded, byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => encoded.push(char::from(byte)),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
        encoded
    })
}

/// A running server. Dropping it asks the server to stop without waiting; [`Server::stop`] waits.
#[derive(Debug)]
pub struct Server {
    folder: Folder,
    version: String,
    connect: ConnectOptions,
    pid: Pid,
    exited: watch::Receiver<Option<ExitStatus>>,
}

impl Server {
    /// Starts the server, creating its cluster if necessary, and returns when it accepts connections, after a
    /// possible crash recovery.
    pub async fn start(settings: Settings) -> Result<Self, Error> {
        let prepared = tokio::task::spawn_blocking(move || Prepared::new(&settings)).await;
        let prepared = prepared
            .map_err(std::io::Error::other)
            .io_context("Cannot prepare", Path::new("PostgreSQL"))
            .and_then(|prepared| prepared)?;
        let Prepared { folder, version, connect, command } = prepared;
        let log = folder.log();
        let (pid, exited) = run(command).await.io_context("Cannot run PostgreSQL", &folder.root)?;
        let mut server = Self { folder, version, connect, pid, exited };
        server.ready(&log).await?;
        Ok(server)
    }

    /// How to connect to the server that another process runs in a folder; `None` if none does.
    ///
    /// # Errors
    /// When the folder's files cannot be read.
    pub fn running(data_dir: &Path) -> Result<Option<ConnectOptions>, Error> {
        let Some(folder) = Folder::held_by_another(data_dir)? else { return Ok(None) };
        let path = folder.data().join("postmaster.pid");
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            text => text.io_context("Cannot read", &path)?,
        };
        let Some(socket_folder) = socket_folder(&text) else { return Ok(None) };
        let password = folder.password()?;
        Ok(Some(ConnectOptions { socket_folder, port: PORT, user: SUPERUSER.to_owned(), password }))
    }

    /// Waits for `postmaster.pid` to report readiness.
    async fn ready(&mut self, log: &Path) -> Result<(), Error> {
        let file = self.folder.data().join("postmaster.pid");
        let started = Instant::now();
        let mut next_word = Duration::from_secs(10);
        loop {
            if let Some(status) = *self.exited.borrow() {
                return Err(Error::NotStarted {
                    status: status.to_string(),
                    log: log.to_owned(),
                    tail: tail(log).unwrap_or_else(|error| error.to_string()),
                });
            }
            if let Ok(text) = fs::read_to_string(&file)
                && is_ready(&text, self.pid)
            {
                tracing::debug!(version = self.version, elapsed = ?started.elapsed(), "PostgreSQL is ready");
                return Ok(());
            }
            if started.elapsed() > next_word {
                tracing::info!(elapsed = ?started.elapsed(), "PostgreSQL is still starting, as after a crash");
                next_word *= 2;
            }
            tokio::select! {
                _ = self.exited.changed() => {}
                () = tokio::time::sleep(Duration::from_millis(5)) => {}
            }
        }
    }

    /// How to connect.
    pub fn connect_options(&self) -> &ConnectOptions {
        &self.connect
    }

    /// The connection URL of `database`, including the password.
    pub fn url(&self, database: &str) -> String {
        self.connect.url(database)
    }

    /// The version of the running PostgreSQL, such as `18.4`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The server's process id.
    pub fn pid(&self) -> i32 {
        self.pid.as_raw_nonzero().get()
    }

    /// Writes a note for a second launcher that finds the folder locked, such as the served address.
    pub fn write_lock_note(&mut self, note: &str) -> Result<(), Error> {
        self.folder.write_lock_note(note)
    }

    /// Completes when the server has ended, requested or not.
    pub async fn exited(&self) -> ExitStatus {
        let mut exited = self.exited.clone();
        let status = exited.wait_for(Option::is_some).await.ok().and_then(|status| *status);
        // Without a status, the thread waiting for the server is gone, and so is the server.
        status.unwrap_or_else(|| ExitStatus::from_raw(0))
    }

    /// Stops the server: orderly (open transactions are rolled back), or immediately after 20 s.
    pub async fn stop(self) -> Result<(), Error> {
        for (signal, patience) in [(Signal::INT, FAST_SHUTDOWN_TIMEOUT), (Signal::QUIT, IMMEDIATE_SHUTDOWN_TIMEOUT)] {
            self.signal(signal);
            if tokio::time::timeout(patience, self.exited()).await.is_ok() {
                self.folder.remove_socket_folder(&self.connect.socket_folder);
                return Ok(());
            }
            tracing::warn!(?signal, "PostgreSQL did not stop in {} s", patience.as_secs());
        }
        // It has its own process group. Committed data is on disk.
        let _ = kill_process_group(self.pid, Signal::KILL);
        if tokio::time::timeout(IMMEDIATE_SHUTDOWN_TIMEOUT, self.exited()).await.is_ok() {
            return Ok(());
        }
        Err(Error::Orphan { pid: self.pid(), folder: self.folder.root.clone() })
    }

    fn signal(&self, signal: Signal) {
        if self.exited.borrow().is_none() {
            // It may just have ended, which the waiting thread notices.
            let _ = kill_process(self.pid, signal);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.signal(Signal::INT);
    }
}

/// Everything needed for the start.
struct Prepared {
    folder: Folder,
    version: String,
    connect: ConnectOptions,
    command: Command,
}

impl Prepared {
    fn new(settings: &Settings) -> Result<Self, Error> {
        let folder = Folder::lock(&settings.data_dir)?;
        let account = Account::choose(settings.run_as.as_deref(), &folder.data())?;
        let account = account.as_ref();
        let major = folder.major()?;
        let copies = if account.is_some() { Path::new(ROOT_COPIES) } else { folder.root.as_path() };
        let binaries = binaries::find(settings, major, copies, account)?;
        let socket_folder = folder.socket_folder(account)?;
        if major.is_none() {
            tracing::info!(folder = %folder.root.display(), version = binaries.version, "making the database");
            initdb::create(settings, &folder, &binaries, account)?;
        } else {
            orphans::clean_up(&folder.data(), &socket_folder)?;
        }
        let connect =
            ConnectOptions { socket_folder, port: PORT, user: SUPERUSER.to_owned(), password: folder.password()? };
        let command = server_command(settings, &folder, &binaries, &connect.socket_folder, account)?;
        Ok(Self { folder, version: binaries.version, connect, command })
    }
}

/// The command line of `postgres`.
fn server_command(
    settings: &Settings,
    folder: &Folder,
    binaries: &binaries::Binaries,
    socket_folder: &Path,
    account: Option<&Account>,
) -> Result<Command, Error> {
    const ALWAYS: [&str; 6] = [
        "listen_addresses=",
        "unix_socket_permissions=0700",
        "logging_collector=off",
        "log_destination=stderr",
        "log_checkpoints=off",
        // JIT compilation only pays off for much longer queries.
        "jit=off",
    ];
    const NOT_DURABLE: [&str; 3] = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
    let guard = settings.guard.as_deref();
    let place = ClusterPath::of(&folder.data(), guard, account)?;
    let mut command = spawn::postgres_program(guard, &binaries.folder.join("postgres"), account, Some(&place));
    command.arg("-D").arg(&place.named).arg("-k").arg(socket_folder);
    for option in ALWAYS.iter().chain(if settings.durable { &[][..] } else { &NOT_DURABLE }) {
        command.args(["-c", option]);
    }
    for (name, value) in &settings.options {
        command.arg("-c").arg(format!("{name}={value}"));
    }
    let log = folder.open_log()?;
    let same = log.try_clone().io_context("Cannot open", &folder.log())?;
    command.stdout(log).stderr(same);
    Ok(command)
}

/// Starts the server from its own thread, which lives as long as the server: the guard's request is tied to that
/// thread, and the process has to be waited for anyway.
async fn run(mut command: Command) -> std::io::Result<(Pid, watch::Receiver<Option<ExitStatus>>)> {
    let (started, start) = oneshot::channel();
    let (exit, exited) = watch::channel(None);
    std::thread::Builder::new().name("postgres-parent".to_owned()).spawn(move || {
        let spawned = command.spawn();
        // From here on only the server holds the log's handle.
        drop(command);
        match spawned {
            Ok(mut child) => {
                let pid = Pid::from_child(&child);
                let heard = started.send(Ok(pid)).is_ok();
                if !heard {
                    let _ = kill_process(pid, Signal::INT);
                }
                exit.send_replace(child.wait().ok());
            }
            Err(error) => {
                // Without a receiver, nobody needs the exit status.
                let _ = started.send(Err(error));
            }
        }
    })?;
    let pid = start.await.map_err(std::io::Error::other)??;
    Ok((pid, exited))
}

/// Whether a `postmaster.pid` belongs to this server and its eighth line reports readiness.
fn is_ready(text: &str, pid: Pid) -> bool {
    let mut lines = text.lines();
    let ours = lines.next().is_some_and(|line| line.trim() == pid.as_raw_nonzero().to_string());
    ours && lines.nth(6).is_some_and(|line| matches!(line.trim(), "ready" | "standby"))
}

/// The folder of the socket, in the fifth line of a `postmaster.pid`.
fn socket_folder(text: &str) -> Option<PathBuf> {
    text.lines().nth(4).map(str::trim).filter(|line| !line.is_empty()).map(PathBuf::from)
}

/// The last lines of the log.
fn tail(log: &Path) -> std::io::Result<String> {
    let mut file = fs::File::open(log)?;
    let length = file.metadata()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(4096)))?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().collect();
    Ok(lines[lines.len().saturating_sub(5)..].join(" / "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connection_url_has_the_escaped_socket_path() {
        let options = ConnectOptions {
            socket_folder: "/tmp/bo le".into(),
            port: 5432,
            user: "postgres".into(),
            password: "secret".into(),
        };
        assert_eq!(options.url("bole"), "postgres://postgres:secret@localhost:5432/bole?host=%2Ftmp%2Fbo%20le");
        assert!(!format!("{options:?}").contains("secret"));
    }

    #[test]
    fn ready_state_is_read_from_line_eight_of_the_pid_file() {
        let pid = Pid::from_raw(42).unwrap();
        let file = |pid, word| format!("{pid}\n/data\n1795226297\n5432\n/tmp/sk\n\n 10117133 9\n{word}\n");
        assert!(is_ready(&file(42, "ready   "), pid));
        assert!(!is_ready(&file(42, "starting"), pid));
        assert!(!is_ready(&file(41, "ready   "), pid), "a stale file");
        assert!(!is_ready("42\n", pid), "half written");
        assert_eq!(socket_folder(&file(42, "ready")), Some("/tmp/sk".into()));
        assert_eq!(socket_folder("42\n/data\n"), None, "half written");
    }
}
