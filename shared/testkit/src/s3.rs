//! An S3 server on loopback with its own folder.

use std::path::{Path, PathBuf};

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server with one bucket, for one account.
pub struct S3Server {
    root: tempfile::TempDir,
    endpoint: String,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl S3Server {
    pub const BUCKET: &str = "resumes";
    pub const ACCESS_KEY_ID: &str = "bole";
    pub const SECRET_ACCESS_KEY: &str = "a secret of the test";

    /// Starts it on a free port.
    ///
    /// # Errors
    /// When it has no folder or no port.
    pub async fn start() -> anyhow::Result<Self> {
        let root = tempfile::tempdir()?;
        std::fs::create_dir(root.path().join(Self::BUCKET))?;
        let files = s3s_fs::FileSystem::new(root.path()).map_err(|error| anyhow::anyhow!("{error:?}"))?;
        let mut builder = S3ServiceBuilder::new(files);
        builder.set_auth(SimpleAuth::from_single(Self::ACCESS_KEY_ID, Self::SECRET_ACCESS_KEY));
        let service = builder.build();
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let endpoint = format!("http://{}", listener.local_addr()?);
        let (stop, mut stopped) = oneshot::channel();
        let serving = tokio::spawn(async move {
            let (http, connections) = (auto::Builder::new(TokioExecutor::new()), GracefulShutdown::new());
            loop {
                let accepted = tokio::select! {
                    accepted = listener.accept() => accepted,
                    _ = &mut stopped => break,
                };
                let Ok((stream, _)) = accepted else { break };
                let connection = http.serve_connection(TokioIo::new(stream), service.clone()).into_owned();
                let connection = connections.watch(connection);
                tokio::spawn(async move {
                    // A disconnecting client is not a server error.
                    let _ = connection.await;
                });
            }
            drop(listener);
            connections.shutdown().await;
        });
        Ok(Self { root, endpoint, stop, serving })
    }

    /// Its URL.
    #[must_use]
    pub fn endpoint(&self) -> &str {
        &self.endpoint
    }

    /// Stops it with its connections.
    pub async fn stop(self) {
        let _ = self.stop.send(());
        let _ = self.serving.await;
        drop(self.root);
    }

    /// The files of the stored objects, whose paths within the bucket are their keys.
    #[must_use]
    pub fn objects(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        walk(&self.root.path().join(Self::BUCKET), &mut found);
        found
    }
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            walk(&path, found);
        } else {
            found.push(path);
        }
    }
}
