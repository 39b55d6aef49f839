//! The address of a calendar.

use std::fmt;
use std::net::IpAddr;

use bole_domain::outbound::{AllowedHosts, is_public_address};
use reqwest::Url;

const MAX_LENGTH: usize = 2_000;

/// The address of a calendar. It grants access, so only its host is shown.
#[derive(Clone, PartialEq, Eq)]
pub struct CalendarAddress(Url);

impl fmt::Debug for CalendarAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CalendarAddress({})", self.host())
    }
}

/// Why an address is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// Not a valid calendar address.
    #[error("not a calendar's address")]
    Invalid,
    /// It points to this machine or its networks.
    #[error("the address is private")]
    Private,
}

impl CalendarAddress {
    /// Parses an address with https, webcal, or a host the operator allows. Host names are checked again when they
    /// are resolved.
    ///
    /// # Errors
    /// The reason if it is refused.
    pub fn parse(text: &str, allowed: &AllowedHosts) -> Result<Self, AddressError> {
        let text = text.trim();
        if text.len() > MAX_LENGTH {
            return Err(AddressError::Invalid);
        }
        let https = ["webcal://", "webcals://"].iter().find_map(|scheme| {
            let start = text.get(..scheme.len())?;
            start.eq_ignore_ascii_case(scheme).then(|| format!("https://{}", &text[scheme.len()..]))
        });
        let url = Url::parse(https.as_deref().unwrap_or(text)).map_err(|_| AddressError::Invalid)?;
        Self::check(&url, allowed).map(|()| Self(url))
    }

    pub(crate) fn check(url: &Url, allowed: &AllowedHosts) -> Result<(), AddressError> {
        let host = url.host_str().ok_or(AddressError::Invalid)?;
        let port = url.port_or_known_default().ok_or(AddressError::Invalid)?;
        if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
            return Err(AddressError::Invalid);
        }
        if allowed.allows(host, port) {
            return Ok(());
        }
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        let name = host.trim_end_matches('.');
        let is_local = ["localhost", "local", "internal"]
            .iter()
            .any(|end| name == *end || name.strip_suffix(end).is_some_and(|rest| rest.ends_with('.')));
        if literal.is_ok_and(|address| !is_public_address(address)) || is_local {
            return Err(AddressError::Private);
        }
        if url.scheme() == "https" { Ok(()) } else { Err(AddressError::Invalid) }
    }

    #[must_use]
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// The full address, for encryption.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    pub(crate) const fn url(&self) -> &Url {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<String, AddressError> {
        let allowed = "calendar.intern:8080".parse().unwrap();
        CalendarAddress::parse(text, &allowed).map(|address| address.as_str().to_owned())
    }

    #[test]
    fn addresses_of_calendar_programs_are_read() {
        let expected = "https://p1.icloud.example/published/2/a?b=c";
        assert_eq!(parse(" webcal://p1.icloud.example/published/2/a?b=c ").as_deref(), Ok(expected));
        assert_eq!(parse(expected).as_deref(), Ok(expected));
        assert!(parse("http://calendar.intern:8080/a.ics").is_ok());
    }

    #[test]
    fn addresses_in_private_networks_are_refused() {
        for private in [
            "https://127.0.0.1/a.ics",
            "https://[::1]/a.ics",
            "https://2130706433/",
            "https://169.254.169.254/latest",
            "https://localhost/a",
            "https://db.internal/a",
            "https://calendar.intern.local./a",
        ] {
            assert_eq!(parse(private), Err(AddressError::Private), "{private}");
        }
        for invalid in [
            "",
            "calendar",
            "http://example.com/a.ics",
            "ftp://example.com/a",
            "https://u:p@example.com/",
            "file:///etc/passwd",
        ] {
            assert_eq!(parse(invalid), Err(AddressError::Invalid), "{invalid}");
        }
    }

    #[test]
    fn debug_output_hides_the_secret_path() {
        let address = CalendarAddress::parse("https://example.com/secret.ics", &AllowedHosts::default()).unwrap();
        assert_eq!(format!("{address:?}"), "CalendarAddress(example.com)");
    }
}
