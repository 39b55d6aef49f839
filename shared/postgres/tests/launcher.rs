//! The launcher as a process, killed in every way. Runs as root and as a normal user; tests that differ say so in
//! their names.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may fail")]

use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor};

/// A running launcher.
struct Launcher {
    process: Child,
    postmaster: Pid,
    url: String,
}

impl Launcher {
    /// Starts one in `folder` and waits until its server is ready.
    fn start(folder: &Path) -> Self {
        let mut process = command(folder).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (pid, url) = line.trim().split_once(' ').expect("the launcher prints the server's pid and address");
        Self { process, postmaster: Pid::from_raw(pid.parse().unwrap()).unwrap(), url: url.to_owned() }
    }

    async fn connect(&self) -> PgConnection {
        PgConnection::connect_with(&PgConnectOptions::from_str(&self.url).unwrap()).await.unwrap()
    }

    /// Creates a table with one committed row.
    async fn write(&self) {
        self.connect().await.execute("CREATE TABLE kept AS SELECT 42 AS answer").await.unwrap();
    }

    /// Reads that row.
    async fn read(&self) -> i32 {
        sqlx::query_scalar("SELECT answer FROM kept").fetch_one(&mut self.connect().await).await.unwrap()
    }

    fn stop(mut self) {
        kill_process(Pid::from_child(&self.process), Signal::INT).unwrap();
        assert!(self.process.wait().unwrap().success());
        assert!(test_kill_process(self.postmaster).is_err(), "the server outlived an orderly stop");
    }

    fn kill_launcher(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Kills the server and then the launcher, which is stopped meanwhile so that it cannot clean up.
    fn kill_both(&mut self) {
        kill_process(Pid::from_child(&self.process), Signal::STOP).unwrap();
        kill_process(self.postmaster, Signal::KILL).unwrap();
        self.kill_launcher();
    }
}

impl Drop for Launcher {
    /// So that a failing test leaves no server behind.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bole-postgres"));
    command.arg(folder).stdin(Stdio::null());
    command
}

/// A folder that every account can enter.
fn open_folder() -> tempfile::TempDir {
    tempfile::Builder::new().permissions(std::fs::Permissions::from_mode(0o755)).tempdir_in("/tmp").unwrap()
}

/// Waits until the process is gone. A zombie counts as gone.
fn wait_until_gone(pid: Pid) {
    let pid = pid.as_raw_nonzero().to_string();
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let output = Command::new("ps").args(["-o", "stat=", "-p", &pid]).output().unwrap();
        let state = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        if state.is_empty() || state.starts_with('Z') {
            return;
        }
        assert!(Instant::now() < deadline, "process {pid} is still there ({state})");
        std::thread::yield_now();
    }
}

/// Waits until another process than `holder` has locked the folder.
fn wait_for_another_holder(folder: &Path, holder: u32) {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let note = std::fs::read_to_string(folder.join("launcher.lock")).unwrap();
        if note.split_whitespace().find_map(|word| word.parse().ok()).is_some_and(|pid: u32| pid != holder) {
            return;
        }
        assert!(Instant::now() < deadline, "the folder is still locked by {note}");
        std::thread::yield_now();
    }
}

#[tokio::test]
async fn data_survives_a_clean_restart() {
    let folder = open_folder();
    let first = Launcher::start(folder.path());
    first.write().await;
    first.stop();
    let second = Launcher::start(folder.path());
    assert_eq!(second.read().await, 42);
    second.stop();
}

#[tokio::test]
async fn cluster_is_utf8_durable_and_without_network_connections() {
    let folder = open_folder();
    let launcher = Launcher::start(folder.path());
    let mut connection = launcher.connect().await;
    for (setting, value) in
        [("server_encoding", "UTF8"), ("fsync", "on"), ("synchronous_commit", "on"), ("listen_addresses", "")]
    {
        let shown: String =
            sqlx::query_scalar("SELECT current_setting($1)").bind(setting).fetch_one(&mut connection).await.unwrap();
        assert_eq!(shown, value, "{setting}");
    }
    launcher.stop();
}

#[tokio::test]
async fn wrong_password_is_refused() {
    let folder = open_folder();
    let launcher = Launcher::start(folder.path());
    let options = PgConnectOptions::from_str(&launcher.url).unwrap().password("wrong");
    let refusal = PgConnection::connect_with(&options).await.unwrap_err();
    assert_eq!(refusal.as_database_error().and_then(|error| error.code()).as_deref(), Some("28P01"));
    launcher.stop();
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn killed_launcher_stops_its_server_without_data_loss() {
    let folder = open_folder();
    let mut first = Launcher::start(folder.path());
    first.write().await;
    first.kill_launcher();
    wait_until_gone(first.postmaster);
    let second = Launcher::start(folder.path());
    assert_eq!(second.read().await, 42);
    second.stop();
}

#[tokio::test]
async fn killing_launcher_and_server_loses_no_data() {
    let folder = open_folder();
    let mut first = Launcher::start(folder.path());
    first.write().await;
    first.kill_both();
    assert!(folder.path().join("data/postmaster.pid").exists(), "there is something to recover from");
    let second = Launcher::start(folder.path());
    assert_eq!(second.read().await, 42);
    second.stop();
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn live_orphan_is_stopped_before_the_next_start() {
    let folder = open_folder();
    let mut first = Launcher::start(folder.path());
    first.write().await;
    let mut held = first.connect().await;
    let backend: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut held).await.unwrap();
    let backend = Pid::from_raw(backend).unwrap();
    // A server's shutdown waits for its connections, and a stopped one does not end.
    kill_process(backend, Signal::STOP).unwrap();
    let killed = first.process.id();
    first.kill_launcher();
    let orphan = first.postmaster;
    let next = {
        let folder = folder.path().to_owned();
        std::thread::spawn(move || Launcher::start(&folder))
    };
    wait_for_another_holder(folder.path(), killed);
    assert!(test_kill_process(orphan).is_ok(), "the orphan outlived its launcher");
    kill_process(backend, Signal::CONT).unwrap();
    let second = tokio::task::spawn_blocking(|| next.join().unwrap()).await.unwrap();
    wait_until_gone(orphan);
    assert_eq!(second.read().await, 42);
    second.stop();
}

#[tokio::test]
async fn second_launcher_is_refused_and_names_the_holder() {
    let folder = open_folder();
    let first = Launcher::start(folder.path());
    let second = command(folder.path()).output().unwrap();
    assert!(!second.status.success());
    let refusal = String::from_utf8_lossy(&second.stderr);
    assert!(refusal.contains("already in use"), "{refusal}");
    assert!(refusal.contains(&format!("process {}", first.process.id())), "{refusal}");
    first.stop();
}

#[tokio::test]
async fn interrupted_initialization_starts_over() {
    let folder = open_folder();
    std::fs::create_dir_all(folder.path().join("data.tmp/base")).unwrap();
    std::fs::write(folder.path().join("data.tmp/PG_VERSION"), "15\n").unwrap();
    let launcher = Launcher::start(folder.path());
    launcher.write().await;
    assert_eq!(launcher.read().await, 42);
    assert!(!folder.path().join("data.tmp").exists());
    launcher.stop();
}

#[tokio::test]
async fn long_data_folder_path_works() {
    let folder = open_folder();
    let deep = folder.path().join("a-folder-name-of-some-length/".repeat(8));
    let launcher = Launcher::start(&deep);
    launcher.write().await;
    assert_eq!(launcher.read().await, 42);
    launcher.stop();
}

#[test]
fn data_of_another_version_is_refused_with_instructions() {
    let folder = open_folder();
    std::fs::create_dir(folder.path().join("data")).unwrap();
    std::fs::write(folder.path().join("data/PG_VERSION"), "9\n").unwrap();
    let output = command(folder.path()).output().unwrap();
    let refusal = String::from_utf8_lossy(&output.stderr);
    assert!(refusal.contains("was made by PostgreSQL 9") && refusal.contains("docs/operations.md"), "{refusal}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn root_starts_the_server_as_another_account() {
    let folder = open_folder();
    let launcher = Launcher::start(folder.path());
    let owner = std::fs::metadata(format!("/proc/{}", launcher.postmaster.as_raw_nonzero())).unwrap().uid();
    let me = rustix::process::geteuid();
    if me.is_root() {
        assert_ne!(owner, 0);
    } else {
        assert_eq!(owner, me.as_raw());
    }
    launcher.stop();
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn folder_below_a_private_folder_works() {
    // Under root, the server's account cannot enter this folder.
    let private: PathBuf = tempfile::tempdir().unwrap().keep();
    std::fs::set_permissions(&private, std::fs::Permissions::from_mode(0o700)).unwrap();
    let mut first = Launcher::start(&private.join("bole"));
    first.write().await;
    first.kill_both();
    let second = Launcher::start(&private.join("bole"));
    assert_eq!(second.read().await, 42);
    second.stop();
    std::fs::remove_dir_all(private).unwrap();
}
