//! A mail server, parsed from a URL.

use std::fmt;
use std::str::FromStr;

use bole_domain::email::MailSecurity;
use url::Url;

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MailServer {
    /// Host name or address.
    pub host: String,
    pub port: u16,
    /// Encryption of the connection.
    pub security: MailSecurity,
    /// Username and password, if required.
    pub credentials: Option<(String, String)>,
}

impl fmt::Debug for MailServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, security, credentials } = self;
        write!(f, "MailServer({host}:{port}, {security:?}, with user: {})", credentials.is_some())
    }
}

/// Why a URL is not a valid mail server.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MailServerError {
    /// Not a URL of one of the three schemes.
    #[error("it must begin with smtp://, smtps:// or smtp+starttls://")]
    Scheme,
    /// No host.
    #[error("it names no host")]
    Host,
    /// A username without a password, or vice versa.
    #[error("it must name both a user and a password, or neither")]
    Credentials,
}

impl FromStr for MailServer {
    type Err = MailServerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(text).map_err(|_| MailServerError::Scheme)?;
        let (security, default_port) = match url.scheme() {
            "smtp" => (MailSecurity::Plain, 25),
            "smtp+starttls" => (MailSecurity::StartTls, 587),
            "smtps" => (MailSecurity::Tls, 465),
            _ => return Err(MailServerError::Scheme),
        };
        let host = url.host_str().filter(|host| !host.is_empty()).ok_or(MailServerError::Host)?;
        let credentials = match (decoded(url.username()), url.password().map(decoded)) {
            (user, Some(password)) if !user.is_empty() => Some((user, password)),
            (user, None) if user.is_empty() => None,
            _ => return Err(MailServerError::Credentials),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']').to_owned();
        Ok(Self { host, port: url.port().unwrap_or(default_port), security, credentials })
    }
}

/// Percent-decoded.
fn decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_is_parsed_into_host_port_security_and_credentials() {
        for (url, host, port, security, credentials) in [
            ("smtp://localhost", "localhost", 25, MailSecurity::Plain, None),
            ("smtp://127.0.0.1:2525", "127.0.0.1", 2525, MailSecurity::Plain, None),
            (
                "smtps://u%40x.com:p%3Aw@mail.example.com",
                "mail.example.com",
                465,
                MailSecurity::Tls,
                Some(("u@x.com", "p:w")),
            ),
            (
                "smtp+starttls://u:p@mail.example.com:2587",
                "mail.example.com",
                2587,
                MailSecurity::StartTls,
                Some(("u", "p")),
            ),
            ("smtp://[::1]:25", "::1", 25, MailSecurity::Plain, None),
        ] {
            let credentials = credentials.map(|(user, password): (&str, &str)| (user.to_owned(), password.to_owned()));
            let expected = MailServer { host: host.to_owned(), port, security, credentials };
            assert_eq!(url.parse::<MailServer>().unwrap(), expected, "{url}");
        }
    }

    #[test]
    fn invalid_urls_are_refused() {
        for (url, error) in [
            ("mail.example.com", MailServerError::Scheme),
            ("http://mail.example.com", MailServerError::Scheme),
            ("smtp://", MailServerError::Host),
            ("smtp://user@mail.example.com", MailServerError::Credentials),
        ] {
            assert_eq!(url.parse::<MailServer>(), Err(error), "{url}");
        }
    }

    #[test]
    fn debug_output_hides_the_password() {
        let server: MailServer = "smtp://user:secret@localhost".parse().unwrap();
        assert!(!format!("{server:?}").contains("secret"));
    }
}
