//! Fetches a calendar, only from public addresses and within limits of time and size.

use std::sync::Arc;
use std::time::Duration;

use bole_domain::outbound::{AllowedHosts, is_public_address};
use futures_util::StreamExt;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, StatusCode, header};

use crate::address::{AddressError, CalendarAddress};

const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// Time limit of the whole request.
const ANSWER_LIMIT: Duration = Duration::from_secs(30);
const MAX_BYTES: usize = 10 << 20;
const MAX_REDIRECTS: usize = 3;

/// Why a calendar could not be fetched, without its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FetchError {
    /// The host is not allowed.
    #[error("the calendar's address is private")]
    Forbidden,
    /// No connection to the host, or it was closed.
    #[error("the calendar was not reached")]
    Unreachable,
    /// The calendar does not exist or is not accessible.
    #[error("the host refused the calendar")]
    Refused,
    /// It exceeds the maximum size.
    #[error("the calendar is too large")]
    TooLarge,
}

impl FetchError {
    /// Its stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Forbidden => "calendar.host_forbidden",
            Self::Unreachable => "calendar.unreachable",
            Self::Refused => "calendar.refused",
            Self::TooLarge => "calendar.too_large",
        }
    }
}

/// The calendar's bytes.
///
/// # Errors
/// If it could not be fetched.
pub async fn fetch(address: &CalendarAddress, allowed: &AllowedHosts) -> Result<Vec<u8>, FetchError> {
    let client = client(address, allowed).map_err(|_| FetchError::Unreachable)?;
    let request = client.get(address.url().clone()).header(header::ACCEPT, "text/calendar, */*;q=0.5");
    let answer = request.send().await.map_err(|error| failed(&error))?;
    match answer.status() {
        StatusCode::OK => {}
        status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            return Err(FetchError::Unreachable);
        }
        _ => return Err(FetchError::Refused),
    }
    let mut bytes = Vec::new();
    let mut chunks = answer.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|error| failed(&error))?;
        if bytes.len() + chunk.len() > MAX_BYTES {
            return Err(FetchError::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

fn client(address: &CalendarAddress, allowed: &AllowedHosts) -> reqwest::Result<Client> {
    let port = address.url().port_or_known_default().unwrap_or_default();
    let client = Client::builder()
        .no_proxy()
        .connect_timeout(CONNECT_LIMIT)
        .timeout(ANSWER_LIMIT)
        .user_agent(concat!("bole/", env!("CARGO_PKG_VERSION")));
    if allowed.allows(address.host(), port) {
        // No redirects from hosts allowed by the operator.
        return client.redirect(Policy::none()).build();
    }
    client.redirect(Policy::custom(follow)).dns_resolver(Arc::new(PublicAddresses)).build()
}

/// Redirects must meet the same conditions as addresses.
fn follow(attempt: Attempt<'_>) -> reqwest::redirect::Action {
    if attempt.previous().len() > MAX_REDIRECTS {
        return attempt.stop();
    }
    match CalendarAddress::check(attempt.url(), &AllowedHosts::default()) {
        Ok(()) => attempt.follow(),
        Err(error) => attempt.error(error),
    }
}

/// Resolves names to public addresses. Connections use exactly the checked addresses.
struct PublicAddresses;

impl Resolve for PublicAddresses {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<_> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if found.iter().any(|address| !is_public_address(address.ip())) {
                return Err(Box::from(AddressError::Private));
            }
            let addresses: Addrs = Box::new(found.into_iter());
            Ok(addresses)
        })
    }
}

fn failed(error: &reqwest::Error) -> FetchError {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<AddressError>() {
            return FetchError::Forbidden;
        }
        cause = error.source();
    }
    FetchError::Unreachable
}
