//! A proxy in front of the test PostgreSQL whose connections can fall silent.

use std::io;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use sqlx::postgres::PgConnectOptions;
use tokio::io::{AsyncRead, AsyncWrite, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::TestDatabase;

/// Forwards connections to a test database.
#[derive(Debug)]
pub struct DatabaseProxy {
    url: String,
    silent: Arc<Mutex<watch::Sender<bool>>>,
    forwarding: JoinHandle<()>,
}

impl DatabaseProxy {
    /// Starts it on a free port.
    ///
    /// # Panics
    /// When no port is free.
    pub async fn start(database: &TestDatabase) -> Self {
        match Self::bind(database).await {
            Ok(proxy) => proxy,
            Err(error) => panic!("cannot start a proxy: {error}"),
        }
    }

    async fn bind(database: &TestDatabase) -> io::Result<Self> {
        let options = PgConnectOptions::from_str(database.url()).map_err(io::Error::other)?;
        let server = Server::of(&options);
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let credentials = database.url().rsplit_once('@').map_or("", |(credentials, _)| credentials);
        let url = format!("{credentials}@{}/{}?sslmode=disable", listener.local_addr()?, database.name());
        let silent = Arc::new(Mutex::new(watch::Sender::new(false)));
        let forwarding = tokio::spawn(accept(listener, server, Arc::clone(&silent)));
        Ok(Self { url, silent, forwarding })
    }

    /// The database's URL through the proxy, as the superuser.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Stops forwarding on every open connection, without closing any; new ones are forwarded.
    pub fn silence(&self) {
        let mut silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *silent, watch::Sender::new(false)).send_replace(true);
    }
}

impl Drop for DatabaseProxy {
    fn drop(&mut self) {
        self.forwarding.abort();
    }
}

/// Where PostgreSQL listens.
enum Server {
    Socket(PathBuf),
    Port(String, u16),
}

impl Server {
    fn of(options: &PgConnectOptions) -> Self {
        match options.get_socket() {
            Some(folder) => Self::Socket(folder.join(format!(".s.PGSQL.{}", options.get_port()))),
            None => Self::Port(options.get_host().to_owned(), options.get_port()),
        }
    }
}

async fn accept(listener: TcpListener, server: Server, silent: Arc<Mutex<watch::Sender<bool>>>) {
    let mut connections = JoinSet::new();
    while let Ok((client, _)) = listener.accept().await {
        let silent = silent.lock().unwrap_or_else(PoisonError::into_inner).subscribe();
        match &server {
            Server::Socket(path) => {
                if let Ok(server) = UnixStream::connect(path).await {
                    connections.spawn(forward(client, server, silent));
                }
            }
            Server::Port(host, port) => {
                if let Ok(server) = TcpStream::connect((host.as_str(), *port)).await {
                    connections.spawn(forward(client, server, silent));
                }
            }
        }
    }
}

async fn forward(
    mut client: TcpStream,
    mut server: impl AsyncRead + AsyncWrite + Unpin,
    mut silent: watch::Receiver<bool>,
) {
    tokio::select! {
        // An error ends the connection, as it should.
        _ = copy_bidirectional(&mut client, &mut server) => return,
        // The sender is dropped once it has said so.
        _ = silent.wait_for(|is_silent| *is_silent) => {}
    }
    std::future::pending::<()>().await;
}
