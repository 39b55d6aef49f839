//! Fetches new email from an IMAP mailbox, message by message, within limits.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use async_imap::error::Error as ImapError;
use async_imap::extensions::idle::IdleResponse;
use async_imap::imap_proto::{MailboxDatum, Response};
use async_imap::types::Fetch;
use async_imap::{Client, Session};
use bole_domain::email::MailSecurity;
use bole_domain::failure::MailReason;
use bole_outbound::{Reach, ResolveError, resolve};
use futures_util::TryStreamExt;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::delivery::Obstacle;

/// Time limit for connecting and for each command.
const COMMAND_LIMIT: Duration = Duration::from_secs(30);
/// How long messages that are fetched together may take.
const MESSAGES_LIMIT: Duration = Duration::from_secs(120);
/// The most bytes of a message that is taken.
const MAX_MESSAGE: u32 = 24 << 20;
/// The most bytes in a server's response, excluding message content.
const MAX_ANSWER: u64 = 16 << 20;

/// The most characters of what a server says.
const MAX_WORDS: usize = 300;

/// A mailbox on a server.
#[derive(Clone, PartialEq, Eq)]
pub struct MailboxAddress {
    /// Host name or address of the server.
    pub host: String,
    pub port: u16,
    /// Encryption of the connection.
    pub security: MailSecurity,
    /// The username.
    pub user: String,
    pub password: String,
    pub folder: String,
}

impl fmt::Debug for MailboxAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port, security, user: _, password: _, folder } = self;
        write!(f, "MailboxAddress({host}:{port}, {security:?}, {folder})")
    }
}

/// Why email cannot be fetched. What the server said is for the owner of the mailbox and in no log.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReceiveError {
    /// The host is not allowed.
    #[error("the mail server's address is private")]
    Forbidden,
    /// No connection to the server, or it was closed.
    #[error("the mail server was not reached: {0}")]
    Unreachable(Obstacle),
    /// The server rejected the credentials.
    #[error("the mail server refused the credentials")]
    KeyRefused(String),
    /// The folder does not exist.
    #[error("the mailbox has no such folder")]
    FolderMissing(String),
    /// The server refuses to open the folder, for example to programs it does not trust.
    #[error("the mail server refused to open the mailbox")]
    Refused(String),
    /// The server sent an invalid response.
    #[error("the mail server does not speak IMAP")]
    Protocol,
}

impl ReceiveError {
    /// The reason of the failure.
    #[must_use]
    pub const fn reason(&self) -> MailReason {
        match self {
            Self::Forbidden => MailReason::HostForbidden,
            Self::Unreachable(obstacle) => obstacle.reason(),
            Self::KeyRefused(_) => MailReason::KeyRefused,
            Self::FolderMissing(_) => MailReason::FolderMissing,
            Self::Refused(_) => MailReason::MailboxRefused,
            Self::Protocol => MailReason::Protocol,
        }
    }

    /// Whether retrying is pointless until a person acts.
    #[must_use]
    pub const fn is_lasting(&self) -> bool {
        matches!(self, Self::Forbidden | Self::KeyRefused(_) | Self::FolderMissing(_) | Self::Refused(_))
    }

    /// What the server said when it refused.
    #[must_use]
    pub fn said(&self) -> Option<&str> {
        let said = match self {
            Self::KeyRefused(said) | Self::FolderMissing(said) | Self::Refused(said) => Some(said.as_str()),
            Self::Forbidden | Self::Unreachable(_) | Self::Protocol => None,
        };
        said.filter(|said| !said.is_empty())
    }
}

/// The position up to which a mailbox was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cursor {
    /// UIDVALIDITY; UIDs of another value are not comparable.
    pub validity: u32,
    /// UID of the last message fetched.
    pub last_uid: u32,
}

/// Which messages are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    All,
    Unseen,
}

/// A message in the server's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedMessage {
    /// Its number.
    pub uid: u32,
    /// Size in bytes, as reported by the server.
    pub size: u32,
}

impl ListedMessage {
    /// Whether it is small enough to be fetched.
    #[must_use]
    pub const fn is_taken(&self) -> bool {
        self.size <= MAX_MESSAGE
    }
}

/// A message that is new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    pub uid: u32,
    /// Its bytes; none if it is too large.
    pub bytes: Option<Vec<u8>>,
}

pub struct OpenMailbox {
    session: Session<Box<dyn Stream>>,
    allowance: Allowance,
    /// The number of messages in it.
    pub messages: u32,
    validity: u32,
    /// The UID that the next message to arrive was to get when the folder was opened, if the server said so.
    next_uid: Option<u32>,
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug> Stream for T {}

impl OpenMailbox {
    /// Connects, authenticates and opens the folder.
    ///
    /// # Errors
    /// When the server cannot be reached or refuses.
    pub async fn open(address: &MailboxAddress, reach: &Reach) -> Result<Self, ReceiveError> {
        let allowance = Allowance::default();
        allowance.set(MAX_ANSWER);
        let client = limited(connect(address, reach, &allowance)).await?;
        let signed_in = limited(async {
            match client.login(quotable(&address.user)?, quotable(&address.password)?).await {
                Ok(session) => Ok(session),
                Err((ImapError::No(said), _)) if is_passing(&said) => Err(ReceiveError::Unreachable(Obstacle::Lost)),
                Err((ImapError::No(said), _)) => Err(ReceiveError::KeyRefused(words(&said))),
                Err((error, _)) => Err(broken(&error)),
            }
        });
        let mut session = signed_in.await?;
        limited(introduce(&mut session)).await?;
        let mailbox = limited(async {
            match session.select(quotable(&address.folder)?).await {
                Ok(mailbox) => Ok(mailbox),
                Err(ImapError::No(said)) if is_passing(&said) => Err(ReceiveError::Unreachable(Obstacle::Lost)),
                Err(ImapError::No(said)) if is_about_folder(&said) => Err(ReceiveError::FolderMissing(words(&said))),
                Err(ImapError::No(said)) => Err(ReceiveError::Refused(words(&said))),
                Err(error) => Err(broken(&error)),
            }
        })
        .await?;
        Ok(Self {
            session,
            allowance,
            messages: mailbox.exists,
            validity: mailbox.uid_validity.unwrap_or_default(),
            next_uid: mailbox.uid_next,
        })
    }

    /// UIDVALIDITY of the folder.
    #[must_use]
    pub const fn validity(&self) -> u32 {
        self.validity
    }

    /// The UIDs of at most `most` messages after `last`, in order.
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn after(&mut self, last: u32, which: Which, most: usize) -> Result<Vec<u32>, ReceiveError> {
        let query = match which {
            Which::All => format!("UID {}:*", last.saturating_add(1)),
            Which::Unseen => "UNSEEN".to_owned(),
        };
        let found = self.search(query).await?;
        // `n:*` always includes the last message, which may be older than n.
        let mut uids: Vec<u32> = found.into_iter().filter(|uid| *uid > last).collect();
        uids.sort_unstable();
        uids.truncate(most);
        Ok(uids)
    }

    /// The UID of the last message there was when the folder was opened; 0 if it was empty.
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn last_uid(&mut self) -> Result<u32, ReceiveError> {
        match self.next_uid {
            Some(next) => Ok(next.saturating_sub(1)),
            None => Ok(self.search("UID *".to_owned()).await?.into_iter().max().unwrap_or_default()),
        }
    }

    async fn search(&mut self, query: String) -> Result<HashSet<u32>, ReceiveError> {
        self.allowance.set(MAX_ANSWER);
        limited(async { self.session.uid_search(query).await.map_err(|error| broken(&error)) }).await
    }

    /// The sizes of these messages in the given order, without those that no longer exist.
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn sizes(&mut self, uids: &[u32]) -> Result<Vec<ListedMessage>, ReceiveError> {
        if uids.is_empty() {
            return Ok(Vec::new());
        }
        self.allowance.set(MAX_ANSWER);
        let fetched = limited(fetched(&mut self.session, uids, "(UID RFC822.SIZE)")).await?;
        let sizes: HashMap<u32, u32> =
            fetched.iter().filter_map(|fetch| Some((fetch.uid?, fetch.size.unwrap_or(u32::MAX)))).collect();
        Ok(uids.iter().filter_map(|uid| sizes.get(uid).map(|size| ListedMessage { uid: *uid, size: *size })).collect())
    }

    /// Fetches these messages with one command, without those that no longer exist.
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn messages(&mut self, listed: &[ListedMessage]) -> Result<Vec<NewMessage>, ReceiveError> {
        let wanted: Vec<ListedMessage> = listed.iter().copied().filter(ListedMessage::is_taken).collect();
        let mut bodies = HashMap::with_capacity(wanted.len());
        if !wanted.is_empty() {
            let uids: Vec<u32> = wanted.iter().map(|message| message.uid).collect();
            let bytes: u64 = wanted.iter().map(|message| u64::from(message.size)).sum();
            self.allowance.set(MAX_ANSWER + bytes);
            let fetching = fetched(&mut self.session, &uids, "(UID BODY.PEEK[])");
            let answer = tokio::time::timeout(MESSAGES_LIMIT, fetching).await;
            for fetch in answer.map_err(|_| ReceiveError::Unreachable(Obstacle::NoAnswer))?? {
                bodies.extend(fetch.uid.zip(fetch.body().map(<[u8]>::to_vec)));
            }
        }
        let message = |message: &ListedMessage| {
            let bytes = if message.is_taken() { Some(bodies.remove(&message.uid)?) } else { None };
            Some(NewMessage { uid: message.uid, bytes })
        };
        Ok(listed.iter().filter_map(message).collect())
    }

    /// Marks messages as seen. Servers without that flag are ignored.
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn mark_seen(&mut self, uids: &[u32]) -> Result<(), ReceiveError> {
        if uids.is_empty() {
            return Ok(());
        }
        self.allowance.set(MAX_ANSWER);
        limited(async {
            let stream = self.session.uid_store(uid_set(uids), "+FLAGS.SILENT (\\Seen)").await;
            let changed: Result<Vec<_>, _> = stream.map_err(|error| broken(&error))?.try_collect().await;
            match changed {
                Ok(_) | Err(ImapError::No(_)) => Ok(()),
                Err(error) => Err(broken(&error)),
            }
        })
        .await
    }

    /// Whether the server supports IDLE (RFC 2177).
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn can_idle(&mut self) -> Result<bool, ReceiveError> {
        self.allowance.set(MAX_ANSWER);
        let capabilities = limited(async { self.session.capabilities().await.map_err(|error| broken(&error)) });
        Ok(capabilities.await?.has_str("IDLE"))
    }

    /// Waits up to `most` for the server to announce a message. Returns whether it did.
    ///
    /// # Errors
    /// When the connection ends.
    pub async fn wait(self, most: Duration) -> Result<(Self, bool), ReceiveError> {
        let Self { session, allowance, messages, validity, next_uid } = self;
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
                    IdleResponse::ManualInterrupt => return Err(ReceiveError::Unreachable(Obstacle::Lost)),
                }
            }
        });
        let told = told.await.unwrap_or(Ok(false))?;
        let session = limited(async { idle.done().await.map_err(|error| broken(&error)) }).await?;
        Ok((Self { session, allowance, messages, validity, next_uid }, told))
    }

    /// Signs out.
    pub async fn close(mut self) {
        // The response to LOGOUT does not matter.
        let _ = limited(async { self.session.logout().await.map_err(|error| broken(&error)) }).await;
    }
}

/// Says which program this is (RFC 2971), where the server wants to know: some open no folder to a nameless one.
async fn introduce(session: &mut Session<Box<dyn Stream>>) -> Result<(), ReceiveError> {
    let offered = session.capabilities().await.map_err(|error| broken(&error))?;
    if !offered.has_str("ID") {
        return Ok(());
    }
    let program = [("name", Some("Bole")), ("version", Some(env!("CARGO_PKG_VERSION"))), ("vendor", Some("Bole"))];
    match session.id(program).await {
        Ok(_) | Err(ImapError::No(_) | ImapError::Bad(_)) => Ok(()),
        Err(error) => Err(broken(&error)),
    }
}

/// Fetches these items of the messages.
async fn fetched(session: &mut Session<Box<dyn Stream>>, uids: &[u32], what: &str) -> Result<Vec<Fetch>, ReceiveError> {
    let stream = session.uid_fetch(uid_set(uids), what).await.map_err(|error| broken(&error))?;
    stream.try_collect().await.map_err(|error| broken(&error))
}

fn uid_set(uids: &[u32]) -> String {
    uids.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

async fn limited<T>(work: impl Future<Output = Result<T, ReceiveError>>) -> Result<T, ReceiveError> {
    tokio::time::timeout(COMMAND_LIMIT, work).await.map_err(|_| ReceiveError::Unreachable(Obstacle::NoAnswer))?
}

/// A value allowed in a command: a line break would start another command.
fn quotable(text: &str) -> Result<&str, ReceiveError> {
    if text.chars().any(char::is_control) { Err(ReceiveError::KeyRefused(String::new())) } else { Ok(text) }
}

/// Whether a rejected login was for another reason than the credentials (RFC 5530).
fn is_passing(said: &str) -> bool {
    let said = said.to_ascii_uppercase();
    ["UNAVAILABLE", "SERVERBUG", "INUSE", "LIMIT"].iter().any(|code| said.contains(&format!("[{code}]")))
}

/// Whether a folder was not opened because it does not exist.
fn is_about_folder(said: &str) -> bool {
    let said = said.to_ascii_lowercase();
    [
        "[nonexistent]",
        "[trycreate]",
        "not exist",
        "n't exist",
        "no such",
        "not found",
        "unknown mailbox",
        "unknown folder",
    ]
    .iter()
    .any(|words| said.contains(words))
}

/// What a server said, as one short line. async-imap wraps it in the debug form of the whole answer.
fn words(said: &str) -> String {
    let inner = ["information: Some(\"", "info: Some(\""].iter().find_map(|begin| said.split_once(begin));
    let inner = inner.and_then(|(_, rest)| rest.rsplit_once('"'));
    let said = inner.map_or_else(|| said.to_owned(), |(text, _)| text.replace("\\\"", "\"").replace("\\\\", "\\"));
    let line = said.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    line.collect::<Vec<_>>().join(" ").chars().take(MAX_WORDS).collect()
}

async fn connect(
    address: &MailboxAddress,
    reach: &Reach,
    allowance: &Allowance,
) -> Result<Client<Box<dyn Stream>>, ReceiveError> {
    let MailboxAddress { host, port, security, .. } = address;
    let addresses = resolve(host, *port, reach).await.map_err(|error| match error {
        ResolveError::Unknown => ReceiveError::Unreachable(Obstacle::HostUnknown),
        ResolveError::Private => ReceiveError::Forbidden,
    })?;
    let stream = TcpStream::connect(&*addresses).await;
    let stream = stream.map_err(|error| ReceiveError::Unreachable(Obstacle::of(&error)))?;
    // Commands are written in several pieces; with Nagle's algorithm each would wait for a delayed acknowledgement.
    stream.set_nodelay(true).map_err(|_| ReceiveError::Unreachable(Obstacle::Lost))?;
    let stream = Bounded { inner: stream, allowance: allowance.clone() };
    let stream: Box<dyn Stream> = match security {
        MailSecurity::Tls => Box::new(encrypted(host, stream).await?),
        MailSecurity::Plain | MailSecurity::StartTls => Box::new(stream),
    };
    let mut client = Client::new(stream);
    let greeting = client.read_response().await.map_err(|_| ReceiveError::Protocol)?;
    if greeting.is_none() {
        return Err(ReceiveError::Unreachable(Obstacle::Lost));
    }
    if *security != MailSecurity::StartTls {
        return Ok(client);
    }
    let upgraded = client.run_command_and_check_ok("STARTTLS", None).await;
    upgraded.map_err(|_| ReceiveError::Unreachable(Obstacle::Encryption))?;
    let stream: Box<dyn Stream> = Box::new(encrypted(host, client.into_inner()).await?);
    Ok(Client::new(stream))
}

async fn encrypted<S: Stream>(host: &str, stream: S) -> Result<tokio_rustls::client::TlsStream<S>, ReceiveError> {
    let failed = || ReceiveError::Unreachable(Obstacle::Encryption);
    let name = ServerName::try_from(host.to_owned()).map_err(|_| failed())?;
    let config = tls().ok_or_else(failed)?;
    TlsConnector::from(config).connect(name, stream).await.map_err(|error| match Obstacle::of(&error) {
        // A server that does not speak TLS ends the connection.
        Obstacle::Lost => failed(),
        obstacle => ReceiveError::Unreachable(obstacle),
    })
}

/// The machine's root certificates, loaded once.
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
        ImapError::Io(_) | ImapError::ConnectionLost => ReceiveError::Unreachable(Obstacle::Lost),
        ImapError::Validate(_) => ReceiveError::KeyRefused(String::new()),
        _ => ReceiveError::Protocol,
    }
}

/// How many bytes the server may still send.
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

/// A stream that ends when the allowance is used up.
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

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn server_is_quoted_in_its_own_words() {
        let answer = "outcome: Outcome { code: None, information: Some(\"SELECT \\\"Unsafe\\\" Login.\") }";
        assert_eq!(words(answer), "SELECT \"Unsafe\" Login.");
        assert_eq!(words("code: None, info: Some(\"登录失败\")"), "登录失败");
        assert_eq!(words("no\r\nsuch folder"), "no such folder");
    }
}
