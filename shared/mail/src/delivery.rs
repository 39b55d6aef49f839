//! Delivers email to a server and classifies the outcome: accepted, deferred, rejected, or unknown.
//!
//! The outcome is unknown if the connection breaks after the body was sent and before a response; earlier, the email
//! is not sent.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bole_domain::failure::MailReason;
use bole_outbound::{Reach, ResolveError, resolve};
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::{Code, Severity};
use tokio_rustls::rustls;

use crate::outgoing::{InvalidMail, OutgoingMail, Wire};
use crate::{MailSecurity, MailServer};

/// Time limit for connecting and for each command.
const COMMAND_LIMIT: Duration = Duration::from_secs(30);
/// Time limit for the body.
const BODY_LIMIT: Duration = Duration::from_secs(120);
/// How long an idle connection is reused.
const IDLE: Duration = Duration::from_secs(20);
/// The most idle connections kept per server.
const MAX_IDLE: usize = 8;
/// The response of a server that is closing the connection (RFC 5321, 4.2.2).
const SERVICE_CLOSING: &str = "421";
/// Server replies that require signing in first (RFC 4954, 6).
const SIGN_IN_FIRST: [&str; 2] = ["530", "538"];

/// Why there was no conversation with a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// No host of that name.
    #[error("its name is not known")]
    HostUnknown,
    /// Nothing listens on the port.
    #[error("the connection was refused")]
    Refused,
    /// It took too long.
    #[error("no answer in time")]
    NoAnswer,
    /// The certificate is not trusted, has expired or is of another name.
    #[error("its certificate is not valid")]
    Certificate,
    /// The connection cannot be encrypted.
    #[error("the connection cannot be encrypted")]
    Encryption,
    /// Anything else.
    #[error("the connection failed")]
    Lost,
}

impl Obstacle {
    /// Its name in messages to users.
    #[must_use]
    pub const fn reason(self) -> MailReason {
        match self {
            Self::HostUnknown => MailReason::HostUnknown,
            Self::Refused => MailReason::ConnectionRefused,
            Self::NoAnswer => MailReason::NoAnswer,
            Self::Certificate => MailReason::CertificateInvalid,
            Self::Encryption => MailReason::EncryptionFailed,
            Self::Lost => MailReason::Unreachable,
        }
    }

    /// The root cause of an error: the first one that is specific.
    pub(crate) fn of(error: &(dyn std::error::Error + 'static)) -> Self {
        use std::io::{Error as IoError, ErrorKind};
        let mut next = Some(error);
        while let Some(cause) = next {
            if let Some(cause) = cause.downcast_ref::<IoError>() {
                let inner = cause.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
                match (cause.kind(), inner) {
                    (_, Some(rustls::Error::InvalidCertificate(_))) => return Self::Certificate,
                    (_, Some(_)) => return Self::Encryption,
                    (ErrorKind::ConnectionRefused, _) => return Self::Refused,
                    (ErrorKind::TimedOut, _) => return Self::NoAnswer,
                    _ => {}
                }
            }
            next = cause.source();
        }
        Self::Lost
    }
}

/// Why an email was not delivered. Contains the server's codes without its text, which may name people.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryError {
    /// The email is invalid.
    #[error(transparent)]
    Invalid(#[from] InvalidMail),
    /// The host is not allowed.
    #[error("the mail server's address is private")]
    Forbidden,
    /// No connection to the server; nothing was sent.
    #[error("the mail server was not reached: {0}")]
    Unreachable(Obstacle),
    /// The server refused user and password.
    #[error("the mail server refused the credentials ({0})")]
    KeyRefused(String),
    /// The server offers no way to sign in that could be used.
    #[error("the mail server offers no way to sign in")]
    SignInUnavailable,
    /// Refused for now: to be tried again.
    #[error("the mail server deferred the mail ({0})")]
    Deferred(String),
    /// The server takes no mail from this sender.
    #[error("the mail server refused the sender ({0})")]
    SenderRefused(String),
    /// The server takes no mail to this recipient.
    #[error("the mail server refused the recipient ({0})")]
    RecipientRefused(String),
    /// The server cannot take an address beyond ASCII.
    #[error("the mail server does not take internationalized addresses")]
    AddressUnsupported,
    /// Refused for good.
    #[error("the mail server rejected the mail ({0})")]
    Rejected(String),
    /// The body was sent without a response, so the outcome is unknown.
    #[error("the connection ended before the mail server answered")]
    Unknown,
}

impl DeliveryError {
    /// Its name in messages to users.
    #[must_use]
    pub const fn reason(&self) -> MailReason {
        match self {
            Self::Invalid(_) | Self::Rejected(_) => MailReason::Rejected,
            Self::Forbidden => MailReason::HostForbidden,
            Self::Unreachable(obstacle) => obstacle.reason(),
            Self::KeyRefused(_) => MailReason::KeyRefused,
            Self::SignInUnavailable => MailReason::SignInUnavailable,
            Self::Deferred(_) => MailReason::Deferred,
            Self::SenderRefused(_) => MailReason::SenderRefused,
            Self::RecipientRefused(_) => MailReason::RecipientRefused,
            Self::AddressUnsupported => MailReason::AddressUnsupported,
            Self::Unknown => MailReason::Unknown,
        }
    }

    /// The code of three digits that the server gave.
    #[must_use]
    pub fn smtp_code(&self) -> Option<&str> {
        match self {
            Self::KeyRefused(code)
            | Self::Deferred(code)
            | Self::SenderRefused(code)
            | Self::RecipientRefused(code)
            | Self::Rejected(code) => Some(code),
            _ => None,
        }
    }

    /// Nothing was sent, and what is in the way is no matter of this mail: it can go out once that is seen to.
    #[must_use]
    pub const fn concerns_server(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Forbidden | Self::KeyRefused(_) | Self::SignInUnavailable)
    }

    /// The server, or the mail itself, leaves no use in trying again.
    #[must_use]
    pub const fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Invalid(_)
                | Self::Rejected(_)
                | Self::SenderRefused(_)
                | Self::RecipientRefused(_)
                | Self::AddressUnsupported
        )
    }

    /// No other mail would fare better before a person has changed the settings.
    #[must_use]
    pub const fn is_lasting(&self) -> bool {
        matches!(
            self,
            Self::Forbidden | Self::KeyRefused(_) | Self::SignInUnavailable | Self::Unreachable(Obstacle::Certificate)
        )
    }

    /// The server has ended the connection, or is about to, before the body: the mail can go over another one.
    fn is_end_of_connection(&self) -> bool {
        match self {
            Self::Unreachable(_) => true,
            Self::Deferred(code) => code == SERVICE_CLOSING,
            _ => false,
        }
    }
}

/// Delivers email, reusing connections. Cheap to clone.
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
    /// Delivers an email to a server, which has accepted it on success.
    ///
    /// # Errors
    /// When the server did not accept it, or the outcome is unknown.
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
                Err(refused(&error, DeliveryError::Rejected))
            }
            _ => Err(DeliveryError::Unknown),
        }
    }

    /// Connects and authenticates without sending anything.
    ///
    /// # Errors
    /// When the server cannot be reached, or rejects the credentials.
    pub async fn check(&self, server: &MailServer, reach: &Reach) -> Result<(), DeliveryError> {
        let connection = self.connect(server, reach).await?;
        self.keep(server, connection);
        Ok(())
    }

    /// A connection ready for the body: a reused one, or a new one if the server has closed it.
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
        tokio::time::timeout(COMMAND_LIMIT, connecting)
            .await
            .map_err(|_| DeliveryError::Unreachable(Obstacle::NoAnswer))?
    }

    async fn connect_unlimited(
        &self,
        server: &MailServer,
        reach: &Reach,
    ) -> Result<AsyncSmtpConnection, DeliveryError> {
        let addresses = resolve(&server.host, server.port, reach).await.map_err(|error| match error {
            ResolveError::Unknown => DeliveryError::Unreachable(Obstacle::HostUnknown),
            ResolveError::Private => DeliveryError::Forbidden,
        })?;
        let tls =
            || TlsParameters::new(server.host.clone()).map_err(|_| DeliveryError::Unreachable(Obstacle::Encryption));
        let wrapped = if server.security == MailSecurity::Tls { Some(tls()?) } else { None };
        let connected =
            AsyncSmtpConnection::connect_tokio1(&*addresses, Some(COMMAND_LIMIT), &self.hello, wrapped, None).await;
        let mut connection = connected.map_err(|error| no_conversation(&error))?;
        if server.security == MailSecurity::StartTls {
            connection.starttls(tls()?, &self.hello).await.map_err(|error| not_encrypted(&error))?;
        }
        if let Some((user, password)) = &server.credentials {
            let credentials = Credentials::new(user.clone(), password.clone());
            let mechanisms = [Mechanism::Plain, Mechanism::Login];
            connection.auth(&mechanisms, &credentials).await.map_err(|error| match error.status() {
                Some(code) if code.severity == Severity::TransientNegativeCompletion => {
                    DeliveryError::Deferred(code.to_string())
                }
                Some(code) => DeliveryError::KeyRefused(code.to_string()),
                None if error.is_client() => DeliveryError::SignInUnavailable,
                None => no_conversation(&error),
            })?;
        }
        Ok(connection)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<MailServer, Vec<Idle>>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All commands before the body.
async fn begin(connection: &mut AsyncSmtpConnection, wire: &Wire) -> Result<(), DeliveryError> {
    let mut options = Vec::new();
    let is_international = wire.envelope.to().iter().chain(wire.envelope.from()).any(|address| {
        let address: &str = address.as_ref();
        !address.is_ascii()
    });
    if is_international {
        if !connection.server_info().supports_feature(Extension::SmtpUtfEight) {
            return Err(DeliveryError::AddressUnsupported);
        }
        options.push(MailParameter::SmtpUtfEight);
    }
    if !wire.bytes.is_ascii() {
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    let sender = Mail::new(wire.envelope.from().cloned(), options);
    command(connection, sender, DeliveryError::SenderRefused).await?;
    for to in wire.envelope.to() {
        command(connection, Rcpt::new(to.clone(), Vec::new()), DeliveryError::RecipientRefused).await?;
    }
    command(connection, Data, DeliveryError::Rejected).await
}

async fn command(
    connection: &mut AsyncSmtpConnection,
    command: impl std::fmt::Display,
    lasting: fn(String) -> DeliveryError,
) -> Result<(), DeliveryError> {
    match tokio::time::timeout(COMMAND_LIMIT, connection.command(command)).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(refused(&error, lasting)),
        Err(_) => Err(DeliveryError::Unreachable(Obstacle::NoAnswer)),
    }
}

/// A permanent or temporary refusal, or no answer, before the body was sent.
fn refused(error: &lettre::transport::smtp::Error, lasting: fn(String) -> DeliveryError) -> DeliveryError {
    match error.status().map(|code| (code, code.to_string())) {
        Some((Code { severity: Severity::TransientNegativeCompletion, .. }, code)) => DeliveryError::Deferred(code),
        Some((_, code)) if SIGN_IN_FIRST.contains(&code.as_str()) => DeliveryError::KeyRefused(code),
        Some((_, code)) => lasting(code),
        None => no_conversation(error),
    }
}

/// No encrypted connection after the server had answered in plain text.
fn not_encrypted(error: &lettre::transport::smtp::Error) -> DeliveryError {
    match no_conversation(error) {
        DeliveryError::Unreachable(Obstacle::Lost) => DeliveryError::Unreachable(Obstacle::Encryption),
        other => other,
    }
}

fn no_conversation(error: &lettre::transport::smtp::Error) -> DeliveryError {
    match error.status() {
        Some(code) if code.severity == Severity::TransientNegativeCompletion => {
            DeliveryError::Deferred(code.to_string())
        }
        Some(_) => DeliveryError::Unreachable(Obstacle::Lost),
        None if error.is_timeout() => DeliveryError::Unreachable(Obstacle::NoAnswer),
        None => DeliveryError::Unreachable(Obstacle::of(error)),
    }
}
