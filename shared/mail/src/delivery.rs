//! Handing mail to a server, and telling what became of it: taken, refused for now, refused for good, or not known.
//!
//! Only the last is told apart by where the conversation ended: until the body is sent, a broken connection leaves the
//! mail unsent; after that, without an answer, nobody knows.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bole_domain::outbound::{AllowedHosts, is_public_address};
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Severity;

use crate::outgoing::{InvalidMail, OutgoingMail, Wire};
use crate::{MailServer, Security};

/// How long connecting and each command may take.
const COMMAND_LIMIT: Duration = Duration::from_secs(30);
/// How long a server may take over the body of a mail.
const BODY_LIMIT: Duration = Duration::from_secs(120);
/// An idle connection is used again for so long.
const IDLE: Duration = Duration::from_secs(20);
/// At most so many idle connections to one server are kept.
const MAX_IDLE: usize = 8;
/// A server's answer that it is about to end the connection (RFC 5321, 4.2.2).
const SERVICE_CLOSING: &str = "421";

/// Why a mail was not delivered, as far as is known. The codes are the server's own, without its text, which names people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryError {
    /// The mail cannot be put on the wire.
    #[error(transparent)]
    Invalid(#[from] InvalidMail),
    /// The host may not be reached from here.
    #[error("the mail server's address is private")]
    Forbidden,
    /// No conversation with the server; nothing was sent.
    #[error("the mail server was not reached: {0}")]
    Unreachable(String),
    /// The server refused user and password.
    #[error("the mail server refused the credentials ({0})")]
    KeyRefused(String),
    /// Refused for now: to be tried again.
    #[error("the mail server deferred the mail ({0})")]
    Deferred(String),
    /// Refused for good.
    #[error("the mail server rejected the mail ({0})")]
    Rejected(String),
    /// The body was sent and no answer came: taken or not, nobody knows.
    #[error("the connection ended before the mail server answered")]
    Unknown,
}

impl DeliveryError {
    /// The server has ended the connection, or is about to, before the body: the mail can go over another one.
    fn is_end_of_connection(&self) -> bool {
        match self {
            Self::Unreachable(_) => true,
            Self::Deferred(code) => code == SERVICE_CLOSING,
            _ => false,
        }
    }
}

/// Which addresses of mail servers may be reached.
#[derive(Debug, Clone)]
pub enum Reach {
    /// Any: the operator's own server.
    Anywhere,
    /// Public ones, and the operator's exceptions: for servers that organizations name.
    Public(AllowedHosts),
}

impl Reach {
    fn allows(&self, server: &MailServer, address: IpAddr) -> bool {
        self.allows_host(&server.host, server.port, address)
    }

    /// Whether a host may be reached at this address.
    pub(crate) fn allows_host(&self, host: &str, port: u16, address: IpAddr) -> bool {
        match self {
            Self::Anywhere => true,
            Self::Public(allowed) => is_public_address(address) || allowed.allows(host, port),
        }
    }
}

/// Delivers mail, over connections that it keeps for a while. Cheap to clone.
#[derive(Clone, Default)]
pub struct Deliverer {
    hello: ClientId,
    idle: Arc<Mutex<HashMap<MailServer, Vec<Idle>>>>,
}

struct Idle {
    connection: AsyncSmtpConnection,
    since: Instant,
}

impl Deliverer {
    /// Hands a mail to a server. It is the server's once this answers well.
    ///
    /// # Errors
    /// When the server did not take it, or did not say whether it did.
    pub async fn deliver(&self, server: &MailServer, reach: &Reach, mail: &OutgoingMail) -> Result<(), DeliveryError> {
        let wire = mail.wire()?;
        let mut connection = self.begin(server, reach, &wire).await?;
        let answer = tokio::time::timeout(BODY_LIMIT, connection.message(&wire.bytes)).await;
        match answer {
            Ok(Ok(_)) => {
                self.keep(server, connection);
                Ok(())
            }
            Ok(Err(error)) if error.status().is_some() => {
                self.keep(server, connection);
                Err(refused(&error))
            }
            _ => Err(DeliveryError::Unknown),
        }
    }

    /// Connects and signs in, and sends nothing.
    ///
    /// # Errors
    /// When the server is not reached, or refuses the credentials.
    pub async fn check(&self, server: &MailServer, reach: &Reach) -> Result<(), DeliveryError> {
        let connection = self.connect(server, reach).await?;
        self.keep(server, connection);
        Ok(())
    }

    /// A connection on which everything before the body was said: a kept one, or a new one where servers have ended theirs.
    async fn begin(
        &self,
        server: &MailServer,
        reach: &Reach,
        wire: &Wire,
    ) -> Result<AsyncSmtpConnection, DeliveryError> {
        while let Some(mut connection) = self.take_idle(server) {
            match begin(&mut connection, wire).await {
                Ok(()) => return Ok(connection),
                Err(error) if error.is_end_of_connection() => {}
                Err(error) => return Err(error),
            }
        }
        let mut connection = self.connect(server, reach).await?;
        begin(&mut connection, wire).await?;
        Ok(connection)
    }

    fn take_idle(&self, server: &MailServer) -> Option<AsyncSmtpConnection> {
        let mut idle = self.lock();
        let connections = idle.get_mut(server)?;
        connections.retain(|idle| idle.since.elapsed() < IDLE);
        connections.pop().map(|idle| idle.connection)
    }

    fn keep(&self, server: &MailServer, connection: AsyncSmtpConnection) {
        let mut idle = self.lock();
        idle.retain(|_, connections| {
            connections.retain(|idle| idle.since.elapsed() < IDLE);
            !connections.is_empty()
        });
        let connections = idle.entry(server.clone()).or_default();
        if connections.len() < MAX_IDLE {
            connections.push(Idle { connection, since: Instant::now() });
        }
    }

    async fn connect(&self, server: &MailServer, reach: &Reach) -> Result<AsyncSmtpConnection, DeliveryError> {
        let connecting = self.connect_unlimited(server, reach);
        tokio::time::timeout(COMMAND_LIMIT, connecting).await.map_err(|_| unreachable_because("no answer in time"))?
    }

    async fn connect_unlimited(
        &self,
        server: &MailServer,
        reach: &Reach,
    ) -> Result<AsyncSmtpConnection, DeliveryError> {
        // Looked up once, so that what is checked is what is reached.
        let found = tokio::net::lookup_host((server.host.as_str(), server.port)).await;
        let found: Vec<SocketAddr> = found.map_err(|error| unreachable_because(&error.kind().to_string()))?.collect();
        let allowed: Vec<_> = found.into_iter().filter(|address| reach.allows(server, address.ip())).collect();
        if allowed.is_empty() {
            return Err(DeliveryError::Forbidden);
        }
        let tls = || TlsParameters::new(server.host.clone()).map_err(|_| unreachable_because("TLS cannot be used"));
        let wrapped = if server.security == Security::Tls { Some(tls()?) } else { None };
        let connected =
            AsyncSmtpConnection::connect_tokio1(&*allowed, Some(COMMAND_LIMIT), &self.hello, wrapped, None).await;
        let mut connection = connected.map_err(|error| no_conversation(&error))?;
        if server.security == Security::StartTls {
            connection.starttls(tls()?, &self.hello).await.map_err(|error| no_conversation(&error))?;
        }
        if let Some((user, password)) = &server.credentials {
            let credentials = Credentials::new(user.clone(), password.clone());
            let mechanisms = [Mechanism::Plain, Mechanism::Login];
            connection.auth(&mechanisms, &credentials).await.map_err(|error| match error.status() {
                Some(code) if code.severity == Severity::TransientNegativeCompletion => {
                    DeliveryError::Deferred(code.to_string())
                }
                Some(code) => DeliveryError::KeyRefused(code.to_string()),
                None if error.is_client() => DeliveryError::KeyRefused("no way to sign in".to_owned()),
                None => no_conversation(&error),
            })?;
        }
        Ok(connection)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<MailServer, Vec<Idle>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Everything before the body.
async fn begin(connection: &mut AsyncSmtpConnection, wire: &Wire) -> Result<(), DeliveryError> {
    let mut options = Vec::new();
    let is_international = wire.envelope.to().iter().chain(wire.envelope.from()).any(|address| {
        let address: &str = address.as_ref();
        !address.is_ascii()
    });
    if is_international {
        if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Err(DeliveryError::Rejected("the server does not take internationalized addresses".to_owned()));
        }
        options.push(MailParameter::SmtpUtfEight);
    }
    if !wire.bytes.is_ascii() {
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    command(connection, Mail::new(wire.envelope.from().cloned(), options)).await?;
    for to in wire.envelope.to() {
        command(connection, Rcpt::new(to.clone(), Vec::new())).await?;
    }
    command(connection, Data).await
}

async fn command(connection: &mut AsyncSmtpConnection, command: impl std::fmt::Display) -> Result<(), DeliveryError> {
    match tokio::time::timeout(COMMAND_LIMIT, connection.command(command)).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(refused(&error)),
        Err(_) => Err(unreachable_because("no answer in time")),
    }
}

/// An answer that says no, or none at all before the body was sent.
fn refused(error: &lettre::transport::smtp::Error) -> DeliveryError {
    match error.status() {
        Some(code) if code.severity == Severity::TransientNegativeCompletion => {
            DeliveryError::Deferred(code.to_string())
        }
        Some(code) => DeliveryError::Rejected(code.to_string()),
        None => no_conversation(error),
    }
}

fn no_conversation(error: &lettre::transport::smtp::Error) -> DeliveryError {
    let why = match error.status() {
        Some(code) => return DeliveryError::Unreachable(code.to_string()),
        None if error.is_timeout() => "no answer in time",
        None if error.is_tls() => "TLS failed",
        None if error.is_client() => "the server does not offer what is needed",
        None => "the connection failed",
    };
    unreachable_because(why)
}

fn unreachable_because(why: &str) -> DeliveryError {
    DeliveryError::Unreachable(why.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_reached_only_where_allowed() {
        let server: MailServer = "smtp://mail.internal:2525".parse().unwrap();
        let reach = |allowed: &str| Reach::Public(allowed.parse().unwrap());
        for address in ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "::ffff:127.0.0.1"] {
            let address: IpAddr = address.parse().unwrap();
            assert!(!reach("").allows(&server, address), "{address}");
            assert!(!reach("mail.internal:25,other").allows(&server, address), "{address}");
            assert!(reach("mail.internal").allows(&server, address), "{address}");
            assert!(reach("MAIL.internal:2525").allows(&server, address), "{address}");
            assert!(Reach::Anywhere.allows(&server, address), "{address}");
        }
        for address in ["1.1.1.1", "2606:4700::1111"] {
            assert!(reach("").allows(&server, address.parse().unwrap()), "{address}");
        }
    }
}
