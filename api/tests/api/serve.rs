//! The server: slow callers and shutdown.

use std::time::Duration;

use axum::Router;
use axum::routing::get;
use bole_api::serve::{ServeLimits, serve};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

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
