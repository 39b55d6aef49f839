//! A mail server of the test's own: takes mail over SMTP, keeps it, and misbehaves when told to.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mailparse::MailHeaderMap;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// What the server does to one mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Takes it.
    None,
    /// Answers the recipient with this code.
    Recipient(u16),
    /// Answers the end of the body with this code; nothing is kept.
    Body(u16),
    /// Ends the connection when the mail begins.
    CutBefore,
    /// Takes the body, keeps it, and ends the connection without an answer.
    CutAfter,
    /// Takes the body, keeps it, and answers only when released.
    Hang,
    /// Takes it, and answers every command after this long.
    Slow(Duration),
}

/// A mail that arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedMail {
    /// The sender of the envelope.
    pub from: String,
    /// The recipients of the envelope.
    pub to: Vec<String>,
    /// Headers and body as they came, without the transparency dots.
    pub data: String,
}

impl ReceivedMail {
    /// The value of a header, unfolded; empty where there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> String {
        let head = self.data.split("\r\n\r\n").next().unwrap_or_default().replace("\r\n ", " ");
        let prefix = format!("{}:", name.to_ascii_lowercase());
        let found = head.lines().find(|line| line.to_ascii_lowercase().starts_with(&prefix));
        found.map(|line| line[prefix.len()..].trim().to_owned()).unwrap_or_default()
    }
}

impl ReceivedMail {
    /// The plain text part, decoded; empty where there is none.
    #[must_use]
    pub fn text(&self) -> String {
        self.part("text/plain")
    }

    /// The HTML part, decoded; empty where there is none.
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
    /// Offers to encrypt, and then says nothing that could be TLS.
    breaks_tls: AtomicBool,
    connections: AtomicUsize,
}

/// A running mail server on a port of its own; ends with the value.
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
    /// When no port can be had.
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
                // A connection that breaks is the client's matter.
                tokio::spawn(async move { conversation.run().await.ok() });
            }
        });
        Self { address, state, received, released, task }
    }

    /// Its address as a setting: `smtp://127.0.0.1:…`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// Its port.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.address.port()
    }

    /// Does this to the next mails, one each, and takes those after them.
    pub fn next(&self, faults: impl IntoIterator<Item = Fault>) {
        self.state.faults.lock().unwrap_or_else(PoisonError::into_inner).extend(faults);
    }

    /// Does this to every mail from now on, unless [`SmtpServer::next`] says otherwise.
    pub fn always(&self, fault: Option<Fault>) {
        *self.state.always.lock().unwrap_or_else(PoisonError::into_inner) = fault;
    }

    /// From now on it offers STARTTLS, and breaks it.
    pub fn break_tls(&self) {
        self.state.breaks_tls.store(true, Ordering::Relaxed);
    }

    /// How many connections were made so far.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.state.connections.load(Ordering::Relaxed)
    }

    /// Lets the answers go that hang.
    pub fn release(&self) {
        self.released.send_replace(true);
    }

    /// What has arrived so far.
    #[must_use]
    pub fn received(&self) -> Vec<ReceivedMail> {
        self.received.borrow().clone()
    }

    /// Waits until so many mails have arrived, and answers all of them.
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
                "EHLO" if self.state.breaks_tls.load(Ordering::Relaxed) => {
                    self.say("250-test\r\n250-STARTTLS\r\n250 8BITMIME").await?;
                }
                "EHLO" => self.say("250-test\r\n250-8BITMIME\r\n250 SMTPUTF8").await?,
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
                    if fault == Fault::Hang && self.release.wait_for(|released| *released).await.is_err() {
                        return Ok(());
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

/// What stands between angle brackets.
fn address(line: &str) -> String {
    line.split_once('<')
        .and_then(|(_, rest)| rest.split_once('>'))
        .map(|(address, _)| address.to_owned())
        .unwrap_or_default()
}
