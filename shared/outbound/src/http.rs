//! HTTP clients for URLs that organizations name.

use std::error::Error;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use bole_domain::outbound::{AllowedHosts, is_public_address};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::{Action, Attempt, Policy};
use reqwest::{Client, ClientBuilder, Url};

use crate::crypto::use_ring;
use crate::resolve::{Reach, ResolveError, resolve};

const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// Names that lead to this machine or its networks, themselves and as the end of others.
const LOCAL_NAMES: [&str; 3] = ["localhost", "local", "internal"];

/// Why a URL is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UrlError {
    /// Not a valid HTTP URL.
    #[error("not a URL")]
    Invalid,
    /// Neither https nor a host allowed by the operator.
    #[error("the scheme is not https")]
    Insecure,
    /// It points to this machine or its networks.
    #[error("the address is private")]
    Private,
}

/// Checks a URL: https to what is no private address, or a host the operator allows. Host names are checked again when
/// they are resolved.
///
/// # Errors
/// The reason if it is refused.
pub fn check_url(url: &Url, allowed: &AllowedHosts) -> Result<(), UrlError> {
    let host = url.host_str().ok_or(UrlError::Invalid)?;
    let port = url.port_or_known_default().ok_or(UrlError::Invalid)?;
    if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
        return Err(UrlError::Invalid);
    }
    if allowed.allows(host, port) {
        return Ok(());
    }
    let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let name = host.trim_end_matches('.');
    let is_local =
        LOCAL_NAMES.iter().any(|end| name.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')));
    if is_local || literal.is_ok_and(|address| !is_public_address(address)) {
        return Err(UrlError::Private);
    }
    if url.scheme() == "https" { Ok(()) } else { Err(UrlError::Insecure) }
}

/// A client for a URL that was checked. It uses no proxy of the environment, connects to public addresses only unless
/// the operator allows the host, and follows this many redirects, none from a host the operator allows.
pub fn client(url: &Url, allowed: &AllowedHosts, max_redirects: usize) -> ClientBuilder {
    use_ring();
    let client = Client::builder()
        .no_proxy()
        .redirect(Policy::none())
        .connect_timeout(CONNECT_LIMIT)
        .user_agent(concat!("bole/", env!("CARGO_PKG_VERSION")));
    let host = url.host_str().unwrap_or_default();
    if allowed.allows(host, url.port_or_known_default().unwrap_or_default()) {
        return client.dns_resolver(Arc::new(Resolver(Reach::Anywhere)));
    }
    client
        .redirect(Policy::custom(move |attempt| follow(attempt, max_redirects)))
        .dns_resolver(Arc::new(Resolver(Reach::Public(AllowedHosts::default()))))
}

/// Redirects must meet the same conditions as URLs.
fn follow(attempt: Attempt<'_>, max_redirects: usize) -> Action {
    if attempt.previous().len() > max_redirects {
        return attempt.stop();
    }
    match check_url(attempt.url(), &AllowedHosts::default()) {
        Ok(()) => attempt.follow(),
        Err(error) => attempt.error(error),
    }
}

/// Why a request found no way to its host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectFault {
    /// No host has this name.
    HostUnknown,
    /// It led to a private address.
    HostForbidden,
    /// The certificate is not trusted, has expired or is of another name.
    CertificateInvalid,
}

/// Why a request found no way to its host, if that is why it failed.
#[must_use]
pub fn connect_fault(error: &reqwest::Error) -> Option<ConnectFault> {
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(error) = cause {
        match (error.downcast_ref::<ResolveError>(), error.downcast_ref::<rustls::Error>()) {
            (Some(ResolveError::Unknown), _) => return Some(ConnectFault::HostUnknown),
            (Some(ResolveError::Private), _) => return Some(ConnectFault::HostForbidden),
            (_, Some(rustls::Error::InvalidCertificate(_))) => return Some(ConnectFault::CertificateInvalid),
            _ if error.is::<UrlError>() => return Some(ConnectFault::HostForbidden),
            _ => {}
        }
        // The source of such an error is that of the one inside.
        let inside = error.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
        cause = inside.map(|inside| inside as &dyn Error).or_else(|| error.source());
    }
    None
}

/// Whether a request failed because it led to a private address.
#[must_use]
pub fn is_forbidden(error: &reqwest::Error) -> bool {
    connect_fault(error) == Some(ConnectFault::HostForbidden)
}

/// Resolves names to addresses that may be connected to.
struct Resolver(Reach);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let reach = self.0.clone();
        Box::pin(async move {
            let found = resolve(name.as_str(), 0, &reach).await?;
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}

#[cfg(test)]
mod tests {
    use reqwest::{StatusCode, header};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    fn check(text: &str) -> Result<(), UrlError> {
        check_url(&text.parse().unwrap(), &"127.0.0.1:8081".parse().unwrap())
    }

    #[test]
    fn urls_must_be_public_or_allowed_by_the_operator() {
        for allowed in ["https://api.example.com/v1?a=b", "http://127.0.0.1:8081/v1", "https://notlocal.example"] {
            assert_eq!(check(allowed), Ok(()), "{allowed}");
        }
        for private in [
            "https://127.0.0.1/v1",
            "http://127.0.0.1:8082",
            "https://[::1]/",
            "https://169.254.169.254/latest",
            "https://0x7f000001/",
            "https://2130706433/",
            "https://127.1/",
            "https://[::ffff:10.0.0.1]/",
            "https://[64:ff9b::a00:1]/",
            "https://localhost/",
            "https://localhost./",
            "https://db.internal/",
            "https://calendar.intern.local./a",
            "https://metadata.google.internal/",
        ] {
            assert_eq!(check(private), Err(UrlError::Private), "{private}");
        }
        assert_eq!(check("http://api.example.com/v1"), Err(UrlError::Insecure));
        for invalid in ["ftp://example.com/a", "https://u:p@example.com/", "file:///etc/passwd", "mailto:a@b.example"] {
            assert_eq!(check(invalid), Err(UrlError::Invalid), "{invalid}");
        }
    }

    /// Answers one request with this head.
    async fn answer_once(listener: TcpListener, head: String) {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            request.push(stream.read_u8().await.unwrap());
        }
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.shutdown().await.unwrap();
    }

    #[tokio::test]
    async fn name_of_this_machine_is_not_connected_to() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let url: Url = format!("http://localhost:{port}/").parse().unwrap();
        let refused = client(&url, &AllowedHosts::default(), 3).build().unwrap().get(url.clone()).send().await;
        assert_eq!(connect_fault(&refused.unwrap_err()), Some(ConnectFault::HostForbidden));

        for hosts in ["", "no-such-host.invalid:443"] {
            let url: Url = "https://no-such-host.invalid/".parse().unwrap();
            let hosts = hosts.parse().unwrap();
            let unknown = client(&url, &hosts, 3).build().unwrap().get(url).send().await.unwrap_err();
            assert_eq!(connect_fault(&unknown), Some(ConnectFault::HostUnknown));
        }

        let allowed = format!("localhost:{port}").parse().unwrap();
        let head = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".to_owned();
        let server = tokio::spawn(answer_once(listener, head));
        let answer = client(&url, &allowed, 3).build().unwrap().get(url).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::NO_CONTENT);
        server.await.unwrap();
    }

    #[tokio::test]
    async fn allowed_host_allows_no_other_address() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let url: Url = format!("http://{address}/").parse().unwrap();
        let head =
            "HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        let server = tokio::spawn(answer_once(listener, head.to_owned()));
        let allowed = address.to_string().parse().unwrap();
        let answer = client(&url, &allowed, 3).build().unwrap().get(url).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::FOUND);
        assert!(answer.headers().contains_key(header::LOCATION));
        server.await.unwrap();
    }
}
