//! Fetches a calendar, only from public addresses and within limits of time and size.

use std::time::Duration;

use bole_domain::interview::CalendarFailure;
use bole_domain::outbound::AllowedHosts;
use bole_outbound::is_forbidden;
use futures_util::StreamExt;
use reqwest::{StatusCode, header};

use crate::address::CalendarAddress;

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
    /// The failure as stored.
    #[must_use]
    pub const fn failure(self) -> CalendarFailure {
        match self {
            Self::Forbidden => CalendarFailure::HostForbidden,
            Self::Unreachable => CalendarFailure::Unreachable,
            Self::Refused => CalendarFailure::Refused,
            Self::TooLarge => CalendarFailure::TooLarge,
        }
    }
}

/// The calendar's bytes.
///
/// # Errors
/// If it could not be fetched.
pub async fn fetch(address: &CalendarAddress, allowed: &AllowedHosts) -> Result<Vec<u8>, FetchError> {
    let client = bole_outbound::client(address.url(), allowed, MAX_REDIRECTS).timeout(ANSWER_LIMIT);
    let client = client.build().map_err(|_| FetchError::Unreachable)?;
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

fn failed(error: &reqwest::Error) -> FetchError {
    if is_forbidden(error) { FetchError::Forbidden } else { FetchError::Unreachable }
}
