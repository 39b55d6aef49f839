//! The address of a calendar.

use std::fmt;

use bole_domain::outbound::AllowedHosts;
use bole_outbound::{UrlError, check_url};
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

impl CalendarAddress {
    /// Parses an address with https, webcal, or a host the operator allows. Host names are checked again when they
    /// are resolved.
    ///
    /// # Errors
    /// The reason if it is refused.
    pub fn parse(text: &str, allowed: &AllowedHosts) -> Result<Self, UrlError> {
        let text = text.trim();
        if text.len() > MAX_LENGTH {
            return Err(UrlError::Invalid);
        }
        let https = ["webcal://", "webcals://"].iter().find_map(|scheme| {
            let start = text.get(..scheme.len())?;
            start.eq_ignore_ascii_case(scheme).then(|| format!("https://{}", &text[scheme.len()..]))
        });
        let url = Url::parse(https.as_deref().unwrap_or(text)).map_err(|_| UrlError::Invalid)?;
        check_url(&url, allowed).map(|()| Self(url))
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

    fn parse(text: &str) -> Result<String, UrlError> {
        let allowed = "calendar.intern:8080".parse().unwrap();
        CalendarAddress::parse(text, &allowed).map(|address| address.as_str().to_owned())
    }

    #[test]
    fn calendar_program_addresses_are_parsed() {
        let expected = "https://p1.icloud.example/published/2/a?b=c";
        assert_eq!(parse(" webcal://p1.icloud.example/published/2/a?b=c ").as_deref(), Ok(expected));
        assert_eq!(parse(expected).as_deref(), Ok(expected));
        assert!(parse("http://calendar.intern:8080/a.ics").is_ok());
    }

    #[test]
    fn forbidden_addresses_are_refused() {
        assert_eq!(parse("webcal://127.0.0.1/a.ics"), Err(UrlError::Private));
        assert_eq!(parse("http://example.com/a.ics"), Err(UrlError::Insecure));
        let too_long = format!("https://example.com/{}", "a".repeat(MAX_LENGTH));
        for invalid in ["", "calendar", "file:///etc/passwd", &too_long] {
            assert_eq!(parse(invalid), Err(UrlError::Invalid), "{invalid}");
        }
    }

    #[test]
    fn debug_output_hides_the_secret_path() {
        let address = CalendarAddress::parse("https://example.com/secret.ics", &AllowedHosts::default()).unwrap();
        assert_eq!(format!("{address:?}"), "CalendarAddress(example.com)");
    }
}
