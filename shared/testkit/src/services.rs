//! Starts the services. Tests that stop, kill or restart a service start their own.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Duration;

use anyhow::{Context, bail};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bole_postgres::guard::{self, DeathSignal};
use bole_postgres::{Server, Settings};
use ring::digest::{SHA256, digest};
use ring::hmac;
use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection, Executor};
use tempfile::TempDir;

use crate::GUARD;

/// Prefix of the test servers' folders, followed by a random suffix.
const PREFIX: &str = "bole-test-";

/// A PostgreSQL in memory without durability.
#[derive(Debug)]
pub struct Postgres {
    server: Server,
    folder: TempDir,
}

impl Postgres {
    /// Starts it with the database `postgres` and the superuser `postgres`.
    ///
    /// # Errors
    /// If PostgreSQL is not installed, or does not start.
    pub async fn start() -> anyhow::Result<Self> {
        Self::start_with(&[("max_connections", "400")]).await
    }

    /// The same, with additional server settings.
    ///
    /// # Errors
    /// As [`Postgres::start`].
    pub async fn start_with(options: &[(&str, &str)]) -> anyhow::Result<Self> {
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        sweep(&place);
        let folder = tempfile::Builder::new()
            .prefix(PREFIX)
            .permissions(fs::Permissions::from_mode(0o755))
            .tempdir_in(&place)
            .context("cannot make a folder for the test PostgreSQL")?;
        let server = Server::start(Settings {
            durable: false,
            guard: guard(),
            options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            ..Settings::new(folder.path())
        })
        .await?;
        hash_password_once(&server).await?;
        Ok(Self { server, folder })
    }

    /// The superuser's address of the database `postgres`.
    pub fn url(&self) -> String {
        self.server.url("postgres")
    }

    pub fn server(&self) -> &Server {
        &self.server
    }

    /// Stops it and removes its data.
    ///
    /// # Errors
    /// When it does not stop.
    pub async fn stop(self) -> anyhow::Result<()> {
        self.server.stop().await?;
        self.folder.close().context("cannot remove the test PostgreSQL's folder")
    }
}

/// Has a client hash the superuser's password once to sign in, instead of 4,096 times, which takes long in a debug build.
async fn hash_password_once(server: &Server) -> anyhow::Result<()> {
    let verifier = scram_verifier(&server.connect_options().password);
    let mut superuser = PgConnection::connect(&server.url("postgres")).await?;
    superuser.execute(AssertSqlSafe(format!("ALTER ROLE CURRENT_USER PASSWORD '{verifier}'"))).await?;
    superuser.close().await?;
    Ok(())
}

/// What PostgreSQL keeps of an ASCII password for SCRAM-SHA-256 with one iteration (RFC 5802).
fn scram_verifier(password: &str) -> String {
    let salt = b"one salt for all";
    let hmac = |key: &[u8], text: &[u8]| hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), text);
    let salted = hmac(password.as_bytes(), &[&salt[..], &1_u32.to_be_bytes()].concat());
    let client_key = hmac(salted.as_ref(), b"Client Key");
    let stored_key = STANDARD.encode(digest(&SHA256, client_key.as_ref()));
    let server_key = STANDARD.encode(hmac(salted.as_ref(), b"Server Key"));
    format!("SCRAM-SHA-256$1:{}${stored_key}:{server_key}", STANDARD.encode(salt))
}

/// Removes the folders of killed test servers, except new ones that may be about to be used.
fn sweep(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let age = entry.metadata().and_then(|meta| meta.modified()).map(|time| time.elapsed().unwrap_or_default());
        let old = age.is_ok_and(|age| age > Duration::from_secs(60));
        if !ours || !old {
            continue;
        }
        if File::open(entry.path().join("launcher.lock")).is_ok_and(|lock| lock.try_lock().is_ok()) {
            // Another run may be sweeping as well.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The guard for services started by this process, if it is `bole-testkit` or runs under it.
pub(crate) fn guard() -> Option<PathBuf> {
    let this = std::env::current_exe().ok().filter(|path| path.file_name() == Some(OsStr::new("bole-testkit")));
    this.map(|_| guard::this_executable()).or_else(|| std::env::var_os(GUARD).map(PathBuf::from))
}

/// A Redis without persistence. Killed on drop.
#[derive(Debug)]
pub struct Redis {
    child: Child,
    port: u16,
}

impl Redis {
    /// Starts it on a free port of 127.0.0.1.
    ///
    /// # Errors
    /// If `redis-server` is not on the PATH, or does not start.
    pub fn start() -> anyhow::Result<Self> {
        // The port is free when chosen; if another program takes it first, the next one is tried.
        for _ in 0..5 {
            let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
            if let Some(redis) = Self::start_on(port)? {
                return Ok(redis);
            }
        }
        bail!("redis-server does not start; run it by hand to see why")
    }

    /// Starts it on `port`, for tests that restart it. `None` if it ended immediately.
    ///
    /// # Errors
    /// If `redis-server` is not on the PATH.
    pub fn start_on(port: u16) -> anyhow::Result<Option<Self>> {
        let mut command = guard::command(guard().as_deref(), OsStr::new("redis-server"), DeathSignal::Terminate);
        command.args(["--bind", "127.0.0.1", "--port", &port.to_string(), "--save", "", "--appendonly", "no"]);
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("redis-server is not installed; `make setup` tells how to get it")?;
        let stdout = child.stdout.take().context("redis-server has no output")?;
        let mut lines = BufReader::new(stdout).lines();
        let ready = lines.any(|line| line.is_ok_and(|line| line.contains("Ready to accept connections")));
        if !ready {
            child.wait()?;
            return Ok(None);
        }
        // Further output is discarded, so that it does not block.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(Some(Self { child, port }))
    }

    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Its port, for restarting it after [`Redis::kill`].
    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn kill(self) {}
}

impl Drop for Redis {
    fn drop(&mut self) {
        // An error means that it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn own_redis_can_be_killed_and_restarted() {
        let redis = Redis::start().unwrap();
        let (port, url) = (redis.port(), redis.url());
        let answers = async |url: &str| {
            let mut connection = redis::Client::open(url).unwrap().get_multiplexed_async_connection().await?;
            redis::cmd("PING").query_async::<String>(&mut connection).await
        };
        assert_eq!(answers(&url).await.unwrap(), "PONG");
        redis.kill();
        assert!(answers(&url).await.is_err());
        let again = Redis::start_on(port).unwrap().unwrap();
        assert_eq!(answers(&again.url()).await.unwrap(), "PONG");
    }
}
