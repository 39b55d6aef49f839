//! A server whose certificate nobody trusts.

use std::net::SocketAddr;

use tokio::net::TcpListener;

use crate::smtp::shake_hands;

/// Starts one on a free port, for as long as the test runs.
///
/// # Errors
/// When there is no free port.
pub async fn untrusted_tls() -> std::io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            // The client ends the handshake.
            let _ = shake_hands(stream).await;
        }
    });
    Ok(address)
}
