//! A minimal SMTP server for tests that stores emails, with configurable faults.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mailparse::MailHeaderMap;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// How the server handles one email.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Accepts it.
    None,
    /// Answers the sender with this code.
    Sender(u16),
    /// Answers the recipient with this code.
    Recipient(u16),
    /// Responds to the end of the body with this code; nothing is stored.
    Body(u16),
    /// Closes the connection at the start of the email.
    CutBefore,
    /// Stores the body and closes the connection without a response.
    CutAfter,
    /// Stores the body and responds only when released.
    Hang,
    /// Stores the body and responds with this code when released.
    HangThen(u16),
    /// Accepts it, with this delay for every command.
    Slow(Duration),
}

/// How the server treats new connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SmtpManner {
    /// Takes mail in plain text, from anybody, to any address.
    #[default]
    Plain,
    /// Offers to encrypt, and then says nothing that could be TLS.
    BreaksTls,
    /// Offers to encrypt, with a certificate that nobody trusts.
    SelfSigned,
    /// Asks for a password, and refuses it.
    RefusesPassword,
    /// Takes ASCII alone in addresses.
    AsciiOnly,
}

impl SmtpManner {
    const fn greeting(self) -> &'static str {
        match self {
            Self::Plain => "250-test\r\n250-8BITMIME\r\n250 SMTPUTF8",
            Self::BreaksTls | Self::SelfSigned => "250-test\r\n250-STARTTLS\r\n250 8BITMIME",
            Self::RefusesPassword => "250-test\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME",
            Self::AsciiOnly => "250-test\r\n250 8BITMIME",
        }
    }
}

/// A mail that arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMail {
    /// The envelope's sender.
    pub from: String,
    /// The envelope's recipients.
    pub to: Vec<String>,
    /// Headers and body as received, without dot stuffing.
    pub data: String,
}

impl ReceivedMail {
    /// The value of a header, unfolded; empty if missing.
    #[must_use]
    pub fn header(&self, name: &str) -> String {
        let head = self.data.split("\r\n\r\n").next().unwrap_or_default().replace("\r\n ", " ");
        let prefix = format!("{}:", name.to_ascii_lowercase());
        let found = head.lines().find(|line| line.to_ascii_lowercase().starts_with(&prefix));
        found.map(|line| line[prefix.len()..].trim().to_owned()).unwrap_or_default()
    }
}

impl ReceivedMail {
    /// The plain text part, decoded; empty if missing.
    #[must_use]
    pub fn text(&self) -> String {
        self.part("text/plain")
    }

    /// The HTML part, decoded; empty if missing.
    #[must_use]
    pub fn html(&self) -> String {
        self.part("text/html")
    }

    /// The subject line, decoded.
    #[must_use]
    pub fn subject(&self) -> String {
        let mail = mailparse::parse_mail(self.data.as_bytes()).ok();
        mail.and_then(|mail| mail.headers.get_first_value("subject")).unwrap_or_default()
    }

    fn part(&self, kind: &str) -> String {
        let Ok(mail) = mailparse::parse_mail(self.data.as_bytes()) else { return String::new() };
        let part = mail.parts().find(|part| part.ctype.mimetype == kind).and_then(|part| part.get_body().ok());
        part.unwrap_or_default()
    }
}

#[derive(Default)]
struct State {
    faults: Mutex<VecDeque<Fault>>,
    always: Mutex<Option<Fault>>,
    manner: Mutex<SmtpManner>,
    connections: AtomicUsize,
}

/// A running mail server on its own port; stopped on drop.
pub struct SmtpServer {
    address: SocketAddr,
    state: Arc<State>,
    received: watch::Receiver<Vec<ReceivedMail>>,
    released: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl SmtpServer {
    /// Starts it.
    ///
    /// # Panics
    /// When no port is available.
    #[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::<State>::default();
        let (keep, received) = watch::channel(Vec::new());
        let (released, release) = watch::channel(false);
        let serving = state.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                serving.connections.fetch_add(1, Ordering::Relaxed);
                let conversation = Conversation {
                    stream: BufReader::new(stream),
                    state: serving.clone(),
                    keep: keep.clone(),
                    release: release.clone(),
                    delay: Duration::ZERO,
                };
                // A broken connection is the client's problem.
                tokio::spawn(async move { conversation.run().await.ok() });
            }
        });
        Self { address, state, received, released, task }
    }

    /// Its URL: `smtp://127.0.0.1:…`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    #[must_use]
    pub const fn port(&self) -> u16 {
        self.address.port()
    }

    /// Applies these faults to the next emails, one each.
    pub fn next(&self, faults: impl IntoIterator<Item = Fault>) {
        self.state.faults.lock().unwrap_or_else(PoisonError::into_inner).extend(faults);
    }

    /// Applies a fault to every email from now on, unless [`SmtpServer::next`] sets another.
    pub fn always(&self, fault: Option<Fault>) {
        *self.state.always.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    /// Changes how new connections are treated.
    pub fn behave(&self, manner: SmtpManner) {
        *self.state.manner.lock().unwrap_or_else(PoisonError::into_inner) = manner;
    }

    /// The number of connections so far.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.state.connections.load(Ordering::Relaxed)
    }

    /// Releases hanging responses.
    pub fn release(&self) {
        self.released.send_replace(true);
    }

    /// The emails received so far.
    #[must_use]
    pub fn received(&self) -> Vec<ReceivedMail> {
        self.received.borrow().clone()
    }

    /// Waits until `count` emails have arrived, and returns them all.
    ///
    /// # Panics
    /// When they do not come.
    pub async fn wait_for(&self, count: usize) -> Vec<ReceivedMail> {
        let mut received = self.received.clone();
        let arrived = received.wait_for(|mails| mails.len() >= count);
        match tokio::time::timeout(Duration::from_secs(90), arrived).await {
            Ok(Ok(mails)) => mails.clone(),
            _ => panic!("{count} mails did not arrive, but {}", self.received().len()),
        }
    }
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Conversation {
    stream: BufReader<TcpStream>,
    state: Arc<State>,
    keep: watch::Sender<Vec<ReceivedMail>>,
    release: watch::Receiver<bool>,
    delay: Duration,
}

impl Conversation {
    async fn run(mut self) -> std::io::Result<()> {
        let manner = *self.state.manner.lock().unwrap_or_else(PoisonError::into_inner);
        self.say("220 test").await?;
        let (mut from, mut to, mut fault) = (String::new(), Vec::new(), Fault::None);
        let mut line = Vec::new();
        loop {
            line.clear();
            if self.stream.read_until(b'\n', &mut line).await? == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            let command = line.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
            match command.as_str() {
                "EHLO" => self.say(manner.greeting()).await?,
                "AUTH" if manner == SmtpManner::RefusesPassword => self.say("535 no").await?,
                "STARTTLS" if manner == SmtpManner::SelfSigned => {
                    self.say("220 go on").await?;
                    return shake_hands(self.stream.into_inner()).await;
                }
                "STARTTLS" => {
                    self.say("220 go on").await?;
                    return self.say("this is no handshake").await;
                }
                "MAIL" => {
                    fault = self.next_fault();
                    self.delay = if let Fault::Slow(delay) = fault { delay } else { Duration::ZERO };
                    if fault == Fault::CutBefore {
                        return Ok(());
                    }
                    if let Fault::Sender(code) = fault {
                        self.say(&format!("{code} no")).await?;
                        continue;
                    }
                    (from, to) = (address(&line), Vec::new());
                    self.say("250 ok").await?;
                }
                "RCPT" => match fault {
                    Fault::Recipient(code) => self.say(&format!("{code} no")).await?,
                    _ => {
                        to.push(address(&line));
                        self.say("250 ok").await?;
                    }
                },
                "DATA" => {
                    self.say("354 go on").await?;
                    let data = self.body().await?;
                    if let Fault::Body(code) = fault {
                        self.say(&format!("{code} no")).await?;
                        continue;
                    }
                    let mail = ReceivedMail { from: from.clone(), to: to.clone(), data };
                    self.keep.send_modify(|mails| mails.push(mail));
                    if fault == Fault::CutAfter {
                        return Ok(());
                    }
                    let hangs = matches!(fault, Fault::Hang | Fault::HangThen(_));
                    if hangs && self.release.wait_for(|released| *released).await.is_err() {
                        return Ok(());
                    }
                    if let Fault::HangThen(code) = fault {
                        self.say(&format!("{code} no")).await?;
                        continue;
                    }
                    self.say("250 taken").await?;
                }
                "QUIT" => return self.say("221 bye").await,
                _ => self.say("250 ok").await?,
            }
        }
    }

    async fn body(&mut self) -> std::io::Result<String> {
        let mut data = String::new();
        let mut line = Vec::new();
        loop {
            line.clear();
            if self.stream.read_until(b'\n', &mut line).await? == 0 || line == b".\r\n" {
                return Ok(data);
            }
            let line = String::from_utf8_lossy(&line);
            data.push_str(line.strip_prefix('.').unwrap_or(&line));
        }
    }

    fn next_fault(&self) -> Fault {
        let next = self.state.faults.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let always = *self.state.always.lock().unwrap_or_else(PoisonError::into_inner);
        next.or(always).unwrap_or(Fault::None)
    }

    async fn say(&mut self, line: &str) -> std::io::Result<()> {
        tokio::time::sleep(self.delay).await;
        self.stream.get_mut().write_all(format!("{line}\r\n").as_bytes()).await
    }
}

/// Shows a certificate that was just made, to a client that will not take it.
pub(crate) async fn shake_hands(stream: TcpStream) -> std::io::Result<()> {
    let certified = rcgen::generate_simple_self_signed(["localhost".to_owned()]).map_err(std::io::Error::other)?;
    let key = PrivateKeyDer::Pkcs8(certified.signing_key.serialize_der().into());
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|config| config.with_no_client_auth().with_single_cert(vec![certified.cert.der().clone()], key))
        .map_err(std::io::Error::other)?;
    TlsAcceptor::from(Arc::new(config)).accept(stream).await.map(drop)
}

/// What stands between angle brackets.
fn address(line: &str) -> String {
    line.split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'))
        .map(|(address, _)| address.to_owned())
        .unwrap_or_default()
}
