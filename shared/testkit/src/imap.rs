//! A minimal IMAP server for tests, with configurable faults.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::smtp::shake_hands;

/// The server's behavior from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ImapFault {
    /// Normal operation.
    #[default]
    None,
    /// Rejects the credentials.
    Login,
    /// The folder does not exist.
    Folder,
    /// Opens no folder.
    Refused,
    /// Opens no folder to a client that did not say its name.
    Nameless,
    /// Closes the connection in the middle of the second message.
    CutInMessage,
    /// Sends invalid responses.
    Nonsense,
    /// Announces a message of four gigabytes.
    Huge,
    /// Encrypts from the start, with a certificate that nobody trusts.
    SelfSigned,
}

/// A message in the mailbox.
#[derive(Debug, Clone)]
struct Message {
    uid: u32,
    bytes: Vec<u8>,
    is_seen: bool,
}

#[derive(Default)]
struct State {
    messages: Vec<Message>,
    validity: u32,
    next_uid: u32,
    fault: ImapFault,
    connections: usize,
}

/// A running IMAP server on its own port; stopped on drop.
pub struct ImapServer {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    task: JoinHandle<()>,
}

impl ImapServer {
    /// The password, accepted for any user.
    pub const PASSWORD: &str = "mailbox password";

    /// Starts it.
    ///
    /// # Panics
    /// When no port is available.
    #[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(Mutex::new(State { validity: 7, next_uid: 1, ..State::default() }));
        let serving = state.clone();
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                lock(&serving).connections += 1;
                // Answers are written in several pieces.
                let _ = stream.set_nodelay(true);
                let conversation =
                    Conversation { stream: BufReader::new(stream), state: serving.clone(), sent: 0, is_named: false };
                // A broken connection is the client's problem.
                tokio::spawn(async move { conversation.run().await.ok() });
            }
        });
        Self { address, state, task }
    }

    #[must_use]
    pub const fn port(&self) -> u16 {
        self.address.port()
    }

    /// Delivers a message to the mailbox; any line ending is accepted.
    pub fn deliver(&self, message: &str) {
        self.put(message, false);
    }

    /// Puts a message into the mailbox that its owner has read already.
    pub fn deliver_seen(&self, message: &str) {
        self.put(message, true);
    }

    fn put(&self, message: &str, is_seen: bool) {
        let bytes = message.replace("\r\n", "\n").replace('\n', "\r\n").into_bytes();
        let mut state = lock(&self.state);
        let uid = state.next_uid;
        state.next_uid += 1;
        state.messages.push(Message { uid, bytes, is_seen });
    }

    /// Renumbers all messages under a new UIDVALIDITY, like a restored mailbox.
    pub fn renumber(&self) {
        let mut state = lock(&self.state);
        state.validity += 1;
        state.next_uid += 100;
        let next = state.next_uid;
        for (at, message) in state.messages.iter_mut().enumerate() {
            message.uid = next + u32::try_from(at).unwrap_or_default();
            message.is_seen = false;
        }
        state.next_uid += 100;
    }

    pub fn misbehave(&self, fault: ImapFault) {
        lock(&self.state).fault = fault;
    }

    /// The number of seen messages.
    #[must_use]
    pub fn seen(&self) -> usize {
        lock(&self.state).messages.iter().filter(|message| message.is_seen).count()
    }

    /// The number of connections so far.
    #[must_use]
    pub fn connections(&self) -> usize {
        lock(&self.state).connections
    }
}

impl Drop for ImapServer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

struct Conversation {
    stream: BufReader<TcpStream>,
    state: Arc<Mutex<State>>,
    /// The number of messages sent on this connection.
    sent: usize,
    /// Whether the client said its name.
    is_named: bool,
}

impl Conversation {
    async fn run(mut self) -> std::io::Result<()> {
        if self.fault() == ImapFault::SelfSigned {
            return shake_hands(self.stream.into_inner()).await;
        }
        if self.fault() == ImapFault::Nonsense {
            return self.say("HTTP/1.1 400 Bad Request").await;
        }
        self.say("* OK test").await?;
        let mut line = String::new();
        loop {
            line.clear();
            if self.stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let line = line.trim_end();
            let (tag, rest) = line.split_once(' ').unwrap_or((line, ""));
            let command = rest.to_ascii_uppercase();
            if command.starts_with("LOGIN") {
                let is_known =
                    rest.contains(&format!("\"{}\"", ImapServer::PASSWORD)) && self.fault() != ImapFault::Login;
                let answer = if is_known { "OK welcome" } else { "NO [AUTHENTICATIONFAILED] wrong" };
                self.say(&format!("{tag} {answer}")).await?;
            } else if command.starts_with("CAPABILITY") {
                let id = if self.fault() == ImapFault::Nameless { " ID" } else { "" };
                self.say(&format!("* CAPABILITY IMAP4rev1{id}\r\n{tag} OK done")).await?;
            } else if command.starts_with("ID (") {
                self.is_named = rest.contains("\"name\"");
                self.say(&format!("* ID NIL\r\n{tag} OK done")).await?;
            } else if command.starts_with("SELECT") {
                self.select(tag).await?;
            } else if command.starts_with("UID SEARCH") {
                let found = self.search(&command);
                self.say(&format!("* SEARCH{found}\r\n{tag} OK done")).await?;
            } else if command.starts_with("UID FETCH") {
                if !self.fetch(tag, &command).await? {
                    return Ok(());
                }
            } else if command.starts_with("UID STORE") {
                let uids: Vec<u32> = numbers(command.split(' ').nth(2).unwrap_or_default());
                for message in &mut lock(&self.state).messages {
                    message.is_seen |= uids.contains(&message.uid);
                }
                self.say(&format!("{tag} OK stored")).await?;
            } else if command.starts_with("LOGOUT") {
                return self.say(&format!("* BYE\r\n{tag} OK bye")).await;
            } else {
                self.say(&format!("{tag} OK")).await?;
            }
        }
    }

    async fn select(&mut self, tag: &str) -> std::io::Result<()> {
        if self.fault() == ImapFault::Refused || (self.fault() == ImapFault::Nameless && !self.is_named) {
            return self.say(&format!("{tag} NO SELECT Unsafe Login. Please contact the provider for help")).await;
        }
        if self.fault() == ImapFault::Folder {
            return self.say(&format!("{tag} NO no such folder")).await;
        }
        let (exists, validity, next) = {
            let state = lock(&self.state);
            (state.messages.len(), state.validity, state.next_uid)
        };
        self.say(&format!(
            "* {exists} EXISTS\r\n* 0 RECENT\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY {validity}] valid\r\n\
             * OK [UIDNEXT {next}] next\r\n{tag} OK [READ-WRITE] open"
        ))
        .await
    }

    fn search(&self, command: &str) -> String {
        let state = lock(&self.state);
        let from = command.split("UID ").last().and_then(|range| range.split(':').next()?.parse::<u32>().ok());
        let last = state.messages.last().map(|message| message.uid);
        let is_found = |message: &&Message| match from {
            // `n:*` includes the last message whatever n is.
            Some(from) => message.uid >= from || Some(message.uid) == last,
            None => !message.is_seen,
        };
        state.messages.iter().filter(is_found).map(|message| format!(" {}", message.uid)).collect()
    }

    /// Whether the connection stays open.
    async fn fetch(&mut self, tag: &str, command: &str) -> std::io::Result<bool> {
        let uids = numbers(command.split(' ').nth(2).unwrap_or_default());
        let found: Vec<(usize, Message)> = {
            let state = lock(&self.state);
            let asked = state.messages.iter().enumerate().filter(|(_, message)| uids.contains(&message.uid));
            asked.map(|(at, message)| (at + 1, message.clone())).collect()
        };
        for (number, message) in found {
            let (uid, size) = (message.uid, message.bytes.len());
            if command.contains("RFC822.SIZE") {
                let size = if self.fault() == ImapFault::Huge { u32::MAX as usize } else { size };
                self.say(&format!("* {number} FETCH (UID {uid} RFC822.SIZE {size})")).await?;
                continue;
            }
            self.sent += 1;
            let head = format!("* {number} FETCH (UID {uid} BODY[] {{{size}}}\r\n");
            let stream = self.stream.get_mut();
            stream.write_all(head.as_bytes()).await?;
            if self.sent == 2 && lock(&self.state).fault == ImapFault::CutInMessage {
                stream.write_all(&message.bytes[..size / 2]).await?;
                return Ok(false);
            }
            stream.write_all(&message.bytes).await?;
            stream.write_all(b")\r\n").await?;
        }
        self.say(&format!("{tag} OK fetched")).await?;
        Ok(true)
    }

    fn fault(&self) -> ImapFault {
        lock(&self.state).fault
    }

    async fn say(&mut self, line: &str) -> std::io::Result<()> {
        self.stream.get_mut().write_all(format!("{line}\r\n").as_bytes()).await
    }
}

fn numbers(set: &str) -> Vec<u32> {
    set.split(',').filter_map(|number| number.parse().ok()).collect()
}
