//! The server: slow callers, callers with many connections, and shutdown.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use bole_api::TrustedProxies;
use bole_api::serve::{ServeLimits, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio_util::sync::CancellationToken;

use crate::support::eventually;

#[tokio::test]
async fn connection_with_unfinished_headers_times_out() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    let limits = ServeLimits { head: Duration::from_millis(200), connections: 1, ..ServeLimits::default() };
    let router = Router::new().route("/", get(async || "hello"));
    let server = tokio::spawn({
        let stop = stop.clone();
        async move { serve(listener, router, &limits, stop).await }
    });

    let mut slow = TcpStream::connect(address).await.unwrap();
    slow.write_all(b"GET / HTTP/1.1\r\nHost: a\r\nX-").await.unwrap();
    // The only connection becomes free by timeout.
    let answer = reqwest::get(format!("http://{address}/")).await.unwrap();
    assert_eq!(answer.text().await.unwrap(), "hello");
    let mut rest = Vec::new();
    let _ = slow.read_to_end(&mut rest).await;
    assert!(!String::from_utf8_lossy(&rest).contains("hello"));

    stop.cancel();
    server.await.unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}

/// A server with these limits, until it is dropped.
async fn serving(limits: ServeLimits) -> (SocketAddr, tokio_util::sync::DropGuard) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    let router = Router::new().route("/", get(async || "hello"));
    tokio::spawn({
        let stop = stop.clone();
        async move { serve(listener, router, &limits, stop).await }
    });
    (address, stop.drop_guard())
}

/// A connection from this address of this machine, if it is answered; it stays open.
async fn answered(from: &str, to: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{from}:0").parse().unwrap()).unwrap();
    let mut stream = socket.connect(to).await.unwrap();
    let mut answer = [0; 1024];
    // A closed connection may refuse the request or end without an answer.
    stream.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").await.ok()?;
    let read = stream.read(&mut answer).await.ok()?;
    String::from_utf8_lossy(&answer[..read]).contains("hello").then_some(stream)
}

#[tokio::test]
async fn clients_cannot_take_all_connections() {
    let limits = ServeLimits { connections_per_client: Some(2), ..ServeLimits::default() };
    let (server, _guard) = serving(limits).await;
    let first = answered("127.0.0.1", server).await.unwrap();
    let _second = answered("127.0.0.1", server).await.unwrap();
    assert!(answered("127.0.0.1", server).await.is_none());
    let _other = answered("127.0.0.2", server).await.unwrap();
    drop(first);
    eventually("a closed connection makes room", async || answered("127.0.0.1", server).await.map(drop)).await;
}

#[tokio::test]
async fn proxies_may_have_many_connections() {
    let limits = ServeLimits {
        connections_per_client: Some(1),
        proxies: Some("127.0.0.1".parse().unwrap()),
        ..ServeLimits::default()
    };
    let (server, _guard) = serving(limits.clone()).await;
    let _many = [answered("127.0.0.1", server).await.unwrap(), answered("127.0.0.1", server).await.unwrap()];
    let _one = answered("127.0.0.2", server).await.unwrap();
    assert!(answered("127.0.0.2", server).await.is_none());

    // Without a list, any caller is a trusted proxy.
    let (server, _guard) = serving(ServeLimits { proxies: Some(TrustedProxies::default()), ..limits }).await;
    let _many = [answered("127.0.0.1", server).await.unwrap(), answered("127.0.0.1", server).await.unwrap()];
}
