//! Taking mail from a mailbox by IMAP: what is new since the last time, one message after the other, within limits.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use async_imap::error::Error as ImapError;
use async_imap::extensions::idle::IdleResponse;
use async_imap::imap_proto::{MailboxDatum, Response};
use async_imap::{Client, Session};
use futures_util::TryStreamExt;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::{Reach, Security};

/// How long connecting, and each command, may take.
const COMMAND_LIMIT: Duration = Duration::from_secs(30);
/// How long one message may take.
const MESSAGE_LIMIT: Duration = Duration::from_secs(120);
/// The most bytes of a message that is taken.
const MAX_MESSAGE: u32 = 24 << 20;
/// The most bytes that a server may answer a command with, a message's own left out.
const MAX_ANSWER: u64 = 16 << 20;

/// A mailbox on a server.
#[derive(Clone, PartialEq, Eq)]
pub struct MailboxAddress {
    /// The server's name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is encrypted.
    pub security: Security,
    /// The user.
    pub user: String,
    /// The password.
    pub password: String,
    /// The folder.
    pub folder: String,
}

impl fmt::Debug for MailboxAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, security, user: _, password: _, folder } = self;
        write!(f, "MailboxAddress({host}:{port}, {security:?}, {folder})")
    }
}

/// Why mail cannot be taken, without the server's text, which names people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReceiveError {
    /// The host may not be reached from here.
    #[error("the mail server's address is private")]
    Forbidden,
    /// No conversation with the server, or it ended.
    #[error("the mail server was not reached: {0}")]
    Unreachable(&'static str),
    /// The server refused user and password.
    #[error("the mail server refused the credentials")]
    KeyRefused,
    /// There is no such folder.
    #[error("the mailbox has no such folder")]
    FolderMissing,
    /// The server says what cannot be understood.
    #[error("the mail server does not speak IMAP")]
    Protocol,
}

impl ReceiveError {
    /// The stable code of it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Forbidden => "mail.host_forbidden",
            Self::Unreachable(_) => "mail.unreachable",
            Self::KeyRefused => "mail.key_refused",
            Self::FolderMissing => "mail.folder_missing",
            Self::Protocol => "mail.protocol",
        }
    }

    /// Whether trying again is of no use before a person has seen to it.
    #[must_use]
    pub const fn is_lasting(self) -> bool {
        matches!(self, Self::Forbidden | Self::KeyRefused | Self::FolderMissing)
    }
}

/// How far a mailbox has been read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cursor {
    /// What the server numbers messages under; numbers of another one mean nothing.
    pub validity: u32,
    /// The number of the last message that was taken.
    pub last_uid: u32,
}

/// A message that is new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// Its number.
    pub uid: u32,
    /// Its bytes; none where it is too large to be taken.
    pub bytes: Option<Vec<u8>>,
}

/// A mailbox that is open.
pub struct OpenMailbox {
    session: Session<Box<dyn Stream>>,
    allowance: Allowance,
    /// How many messages are in it.
    pub messages: u32,
    validity: u32,
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug> Stream for T {}

impl OpenMailbox {
    /// Connects, signs in and opens the folder.
    ///
    /// # Errors
    /// When the server is not reached, or refuses.
    pub async fn open(address: &MailboxAddress, reach: &Reach) -> Result<Self, ReceiveError> {
        let allowance = Allowance::default();
        allowance.set(MAX_ANSWER);
        let client = limited(connect(address, reach, &allowance)).await?;
        let signed_in = limited(async {
            match client.login(quotable(&address.user)?, quotable(&address.password)?).await {
                Ok(session) => Ok(session),
                Err((ImapError::No(said), _)) if is_passing(&said) => {
                    Err(ReceiveError::Unreachable("the server is busy"))
                }
                Err((ImapError::No(_), _)) => Err(ReceiveError::KeyRefused),
                Err((error, _)) => Err(broken(&error)),
            }
        });
        let mut session = signed_in.await?;
        let mailbox = limited(async {
            match session.select(quotable(&address.folder)?).await {
                Ok(mailbox) => Ok(mailbox),
                Err(ImapError::No(_)) => Err(ReceiveError::FolderMissing),
                Err(error) => Err(broken(&error)),
            }
        })
        .await?;
        Ok(Self { session, allowance, messages: mailbox.exists, validity: mailbox.uid_validity.unwrap_or_default() })
    }

    /// The numbers of at most so many messages after the cursor, in order; of a mailbox never read before, those that nobody
    /// has seen. With where the cursor stands.
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn fresh(&mut self, cursor: Option<Cursor>, most: usize) -> Result<(Cursor, Vec<u32>), ReceiveError> {
        let known = cursor.filter(|cursor| cursor.validity == self.validity);
        let last = known.map_or(0, |cursor| cursor.last_uid);
        let query = match known {
            Some(_) => format!("UID {}:*", last.saturating_add(1)),
            None => "UNSEEN".to_owned(),
        };
        self.allowance.set(MAX_ANSWER);
        let found = limited(async { self.session.uid_search(query).await.map_err(|error| broken(&error)) }).await?;
        // `n:*` always names the last message, which may be older than n.
        let mut uids: Vec<u32> = found.into_iter().filter(|uid| *uid > last).collect();
        uids.sort_unstable();
        uids.truncate(most);
        Ok((Cursor { validity: self.validity, last_uid: last }, uids))
    }

    /// One message; none where it is gone.
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn message(&mut self, uid: u32) -> Result<Option<NewMessage>, ReceiveError> {
        let Some(size) = self.size(uid).await? else { return Ok(None) };
        if size > MAX_MESSAGE {
            return Ok(Some(NewMessage { uid, bytes: None }));
        }
        self.allowance.set(MAX_ANSWER + u64::from(MAX_MESSAGE));
        let fetching = async {
            let stream = self.session.uid_fetch(uid.to_string(), "(UID BODY.PEEK[])").await;
            let fetched: Vec<_> =
                stream.map_err(|error| broken(&error))?.try_collect().await.map_err(|error| broken(&error))?;
            let body = fetched.iter().find(|fetch| fetch.uid == Some(uid)).and_then(|fetch| fetch.body());
            Ok(body.map(|body| NewMessage { uid, bytes: Some(body.to_vec()) }))
        };
        tokio::time::timeout(MESSAGE_LIMIT, fetching)
            .await
            .map_err(|_| ReceiveError::Unreachable("no answer in time"))?
    }

    async fn size(&mut self, uid: u32) -> Result<Option<u32>, ReceiveError> {
        self.allowance.set(MAX_ANSWER);
        limited(async {
            let stream = self.session.uid_fetch(uid.to_string(), "(UID RFC822.SIZE)").await;
            let fetched: Vec<_> =
                stream.map_err(|error| broken(&error))?.try_collect().await.map_err(|error| broken(&error))?;
            Ok(fetched.iter().find(|fetch| fetch.uid == Some(uid)).map(|fetch| fetch.size.unwrap_or(u32::MAX)))
        })
        .await
    }

    /// Marks messages as seen, for whoever looks into the mailbox. A server that keeps no such mark is left in peace.
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn mark_seen(&mut self, uids: &[u32]) -> Result<(), ReceiveError> {
        if uids.is_empty() {
            return Ok(());
        }
        let set = uids.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        self.allowance.set(MAX_ANSWER);
        limited(async {
            let stream = self.session.uid_store(set, "+FLAGS.SILENT (\\Seen)").await;
            let changed: Result<Vec<_>, _> = stream.map_err(|error| broken(&error))?.try_collect().await;
            match changed {
                Ok(_) | Err(ImapError::No(_)) => Ok(()),
                Err(error) => Err(broken(&error)),
            }
        })
        .await
    }

    /// Whether the server tells of new mail by itself (RFC 2177).
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn can_idle(&mut self) -> Result<bool, ReceiveError> {
        self.allowance.set(MAX_ANSWER);
        let capabilities = limited(async { self.session.capabilities().await.map_err(|error| broken(&error)) });
        Ok(capabilities.await?.has_str("IDLE"))
    }

    /// Waits at most so long for the server to tell of a message; whether it did.
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn wait(self, most: Duration) -> Result<(Self, bool), ReceiveError> {
        let Self { session, allowance, messages, validity } = self;
        allowance.set(MAX_ANSWER);
        let mut idle = session.idle();
        limited(async { idle.init().await.map_err(|error| broken(&error)) }).await?;
        let told = tokio::time::timeout(most, async {
            loop {
                let (waiting, _goes_on) = idle.wait_with_timeout(most);
                match waiting.await.map_err(|error| broken(&error))? {
                    IdleResponse::NewData(told)
                        if matches!(told.parsed(), Response::MailboxData(MailboxDatum::Exists(_))) =>
                    {
                        return Ok(true);
                    }
                    IdleResponse::NewData(_) => {}
                    IdleResponse::Timeout => return Ok(false),
                    IdleResponse::ManualInterrupt => return Err(ReceiveError::Unreachable("the connection ended")),
                }
            }
        });
        let told = told.await.unwrap_or(Ok(false))?;
        let session = limited(async { idle.done().await.map_err(|error| broken(&error)) }).await?;
        Ok((Self { session, allowance, messages, validity }, told))
    }

    /// Signs out.
    pub async fn close(mut self) {
        // Whether the server says goodbye changes nothing.
        let _ = limited(async { self.session.logout().await.map_err(|error| broken(&error)) }).await;
    }
}

async fn limited<T>(work: impl Future<Output = Result<T, ReceiveError>>) -> Result<T, ReceiveError> {
    tokio::time::timeout(COMMAND_LIMIT, work).await.map_err(|_| ReceiveError::Unreachable("no answer in time"))?
}

/// What a command can carry: a line break would begin another command.
fn quotable(text: &str) -> Result<&str, ReceiveError> {
    if text.chars().any(char::is_control) { Err(ReceiveError::KeyRefused) } else { Ok(text) }
}

/// Whether a refused sign-in says that it is not about user and password (RFC 5530).
fn is_passing(said: &str) -> bool {
    let said = said.to_ascii_uppercase();
    ["UNAVAILABLE", "SERVERBUG", "INUSE", "LIMIT"].iter().any(|code| said.contains(&format!("[{code}]")))
}

async fn connect(
    address: &MailboxAddress,
    reach: &Reach,
    allowance: &Allowance,
) -> Result<Client<Box<dyn Stream>>, ReceiveError> {
    let MailboxAddress { host, port, security, .. } = address;
    // Looked up once, so that what is checked is what is reached.
    let found = tokio::net::lookup_host((host.as_str(), *port)).await;
    let found: Vec<SocketAddr> = found.map_err(|_| ReceiveError::Unreachable("no such host"))?.collect();
    let allowed: Vec<SocketAddr> =
        found.into_iter().filter(|found| reach.allows_host(host, *port, found.ip())).collect();
    if allowed.is_empty() {
        return Err(ReceiveError::Forbidden);
    }
    let stream = TcpStream::connect(&*allowed).await.map_err(|_| ReceiveError::Unreachable("the connection failed"))?;
    let stream = Bounded { inner: stream, allowance: allowance.clone() };
    let stream: Box<dyn Stream> = match security {
        Security::Tls => Box::new(encrypted(host, stream).await?),
        Security::Plain | Security::StartTls => Box::new(stream),
    };
    let mut client = Client::new(stream);
    let greeting = client.read_response().await.map_err(|_| ReceiveError::Protocol)?;
    if greeting.is_none() {
        return Err(ReceiveError::Unreachable("the connection ended"));
    }
    if *security != Security::StartTls {
        return Ok(client);
    }
    let upgraded = client.run_command_and_check_ok("STARTTLS", None).await;
    upgraded.map_err(|_| ReceiveError::Unreachable("the server does not offer what is needed"))?;
    let stream: Box<dyn Stream> = Box::new(encrypted(host, client.into_inner()).await?);
    Ok(Client::new(stream))
}

async fn encrypted<S: Stream>(host: &str, stream: S) -> Result<tokio_rustls::client::TlsStream<S>, ReceiveError> {
    let failed = ReceiveError::Unreachable("TLS failed");
    let name = ServerName::try_from(host.to_owned()).map_err(|_| failed)?;
    let config = tls().ok_or(failed)?;
    TlsConnector::from(config).connect(name, stream).await.map_err(|_| failed)
}

/// The machine's certificates, read once.
fn tls() -> Option<Arc<ClientConfig>> {
    static CONFIG: OnceLock<Option<Arc<ClientConfig>>> = OnceLock::new();
    CONFIG
        .get_or_init(|| {
            let mut roots = RootCertStore::empty();
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
            let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().ok()?;
            Some(Arc::new(config.with_root_certificates(roots).with_no_client_auth()))
        })
        .clone()
}

fn broken(error: &ImapError) -> ReceiveError {
    match error {
        ImapError::Io(_) | ImapError::ConnectionLost => ReceiveError::Unreachable("the connection ended"),
        ImapError::Validate(_) => ReceiveError::KeyRefused,
        _ => ReceiveError::Protocol,
    }
}

/// How many bytes the server may still send, whatever it announces.
#[derive(Debug, Clone, Default)]
struct Allowance(Arc<AtomicU64>);

impl Allowance {
    fn set(&self, bytes: u64) {
        self.0.store(bytes, Ordering::Relaxed);
    }

    fn left(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A stream that ends where the allowance does.
#[derive(Debug)]
struct Bounded<S> {
    inner: S,
    allowance: Allowance,
}

impl<S: AsyncRead + Unpin> AsyncRead for Bounded<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let left = self.allowance.left();
        if left == 0 {
            return Poll::Ready(Err(io::Error::other("the server sends too much")));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.inner).poll_read(context, buffer);
        self.allowance.set(left.saturating_sub((buffer.filled().len() - before) as u64));
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Bounded<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}
