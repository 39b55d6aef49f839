//! Serves HTTP with limits on slow callers and on connections.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use bole_api_core::client::ClientNetwork;
use bole_api_core::config::TrustedProxies;
use hyper::body::Incoming;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt;

/// Limits of a server.
#[derive(Debug, Clone)]
pub struct ServeLimits {
    /// Time limit for a request's head and for idle connections.
    pub head: Duration,
    /// Maximum open connections; others wait.
    pub connections: usize,
    /// Maximum open connections of a client, if limited; others are closed at once.
    pub connections_per_client: Option<usize>,
    /// The proxies in front of it, whose connections carry the requests of many clients.
    pub proxies: Option<TrustedProxies>,
    /// How long requests may take to finish after shutdown starts.
    pub drain: Duration,
}

impl Default for ServeLimits {
    fn default() -> Self {
        // Longer than proxies keep idle connections, so that none uses a closed one.
        Self {
            head: Duration::from_secs(75),
            connections: 4096,
            connections_per_client: None,
            proxies: None,
            drain: Duration::from_secs(10),
        }
    }
}

/// Serves until shutdown, then lets running requests finish within the limit.
pub async fn serve(listener: TcpListener, router: Router, limits: &ServeLimits, stop: CancellationToken) {
    let connections = Arc::new(Semaphore::new(limits.connections));
    let clients = Arc::new(Clients::new(limits));
    let graceful = GracefulShutdown::new();
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(limits.head);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(Some(limits.head))
        .keep_alive_timeout(limits.head)
        .max_concurrent_streams(128);
    loop {
        let accepted = stop.run_until_cancelled(async {
            let permit = connections.clone().acquire_owned().await.ok();
            (listener.accept().await, permit)
        });
        let Some((accepted, permit)) = accepted.await else { break };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                pause_after(&error).await;
                continue;
            }
        };
        let Some(slot) = clients.admit(peer.ip()) else {
            metrics::counter!("bole_connections_refused_total").increment(1);
            continue;
        };
        let service = router.clone().map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo::<SocketAddr>(peer));
            request.map(Body::new)
        });
        let connection = builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection.into_owned());
        tokio::spawn(async move {
            let (_permit, _slot) = (permit, slot);
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection ended early");
            }
        });
    }
    drop(listener);
    if tokio::time::timeout(limits.drain, graceful.shutdown()).await.is_err() {
        tracing::info!("some requests did not end in time");
    }
}

/// The open connections of each client.
struct Clients {
    limit: Option<usize>,
    proxies: Option<TrustedProxies>,
    open: Mutex<HashMap<ClientNetwork, usize>>,
}

impl Clients {
    fn new(limits: &ServeLimits) -> Self {
        Self { limit: limits.connections_per_client, proxies: limits.proxies.clone(), open: Mutex::default() }
    }

    /// Counts a connection until the slot is dropped, but not one of a proxy. `None` if its client may have no more.
    fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<ClientSlot> {
        let is_proxy = self.proxies.as_ref().is_some_and(|proxies| proxies.includes(peer));
        let Some(limit) = self.limit.filter(|_| !is_proxy) else { return Some(ClientSlot(None)) };
        let client = ClientNetwork::from(peer);
        let mut all = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let open = all.entry(client).or_default();
        if *open >= limit {
            return None;
        }
        *open += 1;
        Some(ClientSlot(Some((self.clone(), client))))
    }
}

/// A client's right to a connection.
struct ClientSlot(Option<(Arc<Clients>, ClientNetwork)>);

impl Drop for ClientSlot {
    fn drop(&mut self) {
        let Some((clients, client)) = self.0.take() else { return };
        let mut all = clients.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = all.get_mut(&client) {
            *open -= 1;
            if *open == 0 {
                all.remove(&client);
            }
        }
    }
}

/// Waits after running out of file descriptors, but not after a single failed connection.
async fn pause_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) {
        tracing::error!(%error, "no connection could be taken");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}
