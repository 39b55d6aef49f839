//! Children that read strangers' files, and the pool that keeps them warm.
//!
//! Starting a process costs several times what reading a resume does, so a child serves many files, one at a time. What
//! goes wrong in it costs the file in hand only: the child is gone, the next file gets another. A file that ends a child
//! which had served others is tried once more in a fresh one, so no file is blamed for its predecessors.

mod child;
mod confine;
mod process;
mod protocol;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bole_domain::failure::{DocumentReason, StorageReason, TaskReason};
use bole_domain::period::YearMonth;
use bole_domain::profile::Profile;
use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

pub use self::child::{become_unpacker, child_main};
pub use self::confine::Confinement;
use self::process::Child;
use self::protocol::{Answer, Hello, Reply, Request, UnpackEvent, Work};
pub use crate::archive::{Entry, EntryOutcome};
use crate::{DocumentFailure, Extraction, Limits};

/// A child is replaced after this many requests: what a reader leaks never adds up. A new one makes its word lists and
/// patterns first.
const REQUESTS_PER_CHILD: u32 = 2_000;
/// An archive's event: a name, a path, a hash.
const MAX_EVENT_BYTES: u64 = 64 * 1024;
/// Entries unpacked ahead of the consumer, beside what a pipe holds.
const ENTRIES_AHEAD: usize = 16;
/// The wall clock allows this much more than the processor clock, for a machine with other things to do.
const WALL_CLOCK_SLACK: Duration = Duration::from_secs(2);

/// What a document says: its text, and the profile read from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The text.
    pub extraction: Extraction,
    /// Who it is of.
    pub profile: Profile,
}

/// Work over hostile text that crates above this one do: bytes to bytes, run in a child under its limits.
pub type Call = fn(&[u8]) -> Result<Vec<u8>, DocumentFailure>;

/// Reads documents, unpacks archives and runs a [`Call`] in child processes. Cheap to clone; clones share the pool.
#[derive(Debug, Clone)]
pub struct Sandbox {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    exe: PathBuf,
    limits: Limits,
    idle: Mutex<Vec<Child>>,
    /// One permit per child that may read at a time.
    permits: Semaphore,
    /// One permit per child that may unpack at a time; an archive takes long, and its documents are read meanwhile.
    unpacking: Arc<Semaphore>,
    /// How children are confined was said in the log.
    has_told: AtomicBool,
    /// One permit per document in memory: one for each child, and the one it gets next.
    documents: Semaphore,
}

impl Sandbox {
    /// A sandbox whose children run `<exe> extract`, as many at a time as there are processors.
    #[must_use]
    pub fn new(exe: PathBuf, limits: Limits) -> Self {
        let children = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let (permits, documents) = (Semaphore::new(children), Semaphore::new(2 * children));
        let unpacking = Arc::new(Semaphore::new(children));
        let has_told = AtomicBool::new(false);
        let shared = Shared { exe, limits, idle: Mutex::default(), permits, unpacking, has_told, documents };
        Self { shared: Arc::new(shared) }
    }

    /// The text of the document at `path`. Waits while all children are at work.
    ///
    /// `file_name` is the name people gave it; it decides nothing but the wording of a failure.
    ///
    /// # Errors
    /// Why there is no text: the document's own faults, or what it did to its child.
    pub async fn extract(&self, path: &Path, file_name: &str) -> Result<Extraction, DocumentFailure> {
        let _in_memory = self.shared.documents.acquire().await.map_err(closed)?;
        let document = self.load(path.to_owned()).await?;
        match self.answer(&Request::Extract { file_name: file_name.to_owned() }, &document).await? {
            (Answer::Text(extraction), _) => Ok(extraction),
            _ => Err(confused()),
        }
    }

    /// [`Self::extract`], and the profile in the text. "Present" in the document means `today`.
    ///
    /// # Errors
    /// Why there is no text: the document's own faults, or what it did to its child.
    pub async fn read(&self, path: &Path, file_name: &str, today: YearMonth) -> Result<Reading, DocumentFailure> {
        let _in_memory = self.shared.documents.acquire().await.map_err(closed)?;
        let document = self.load(path.to_owned()).await?;
        let request = Request::Read { file_name: file_name.to_owned(), today };
        match self.answer(&request, &document).await? {
            (Answer::Reading(reading), _) => Ok(*reading),
            _ => Err(confused()),
        }
    }

    /// Runs the children's [`Call`] on bytes, under the limits of a document. Waits while all children are at work.
    ///
    /// # Errors
    /// What the call says, or what the bytes did to its child.
    pub async fn call(&self, bytes: &[u8]) -> Result<Vec<u8>, DocumentFailure> {
        match self.answer(&Request::Call, bytes).await? {
            (Answer::Called, Some(answer)) => Ok(answer),
            _ => Err(confused()),
        }
    }

    /// One request to a child. A child that had served others is not trusted to tell whose fault its end is: the request is
    /// tried once more in a fresh one.
    async fn answer(&self, request: &Request, bytes: &[u8]) -> Result<(Answer, Option<Vec<u8>>), DocumentFailure> {
        let _permit = self.shared.permits.acquire().await.map_err(closed)?;
        if let Some(child) = self.take_idle() {
            match self.ask(child, request, bytes).await {
                // Time is measured anew for each request, so running out of it is this one's own doing.
                Err(ended) if ended.reason != DocumentReason::Timeout => {
                    tracing::debug!(reason = %ended.reason, detail = ended.detail, "child lost, tried in a fresh one");
                }
                outcome => return outcome.and_then(|(reply, called)| Ok((reply.result?, called))),
            }
        }
        let child = self.spawn(Work::Serve).await?;
        self.ask(child, request, bytes).await.and_then(|(reply, called)| Ok((reply.result?, called)))
    }

    /// Unpacks an archive into an existing directory. Entries come while unpacking goes on, and unpacking waits while
    /// they are not taken. Dropping the stream ends the child. Waits while as many archives as there are processors are
    /// being unpacked.
    pub async fn unpack(&self, zip: &Path, into: &Path) -> UnpackStream {
        let (sender, entries) = mpsc::channel(ENTRIES_AHEAD);
        let work = Work::Unpack { zip: zip.to_owned(), into: into.to_owned() };
        let permit = Arc::clone(&self.shared.unpacking).acquire_owned().await.map_err(closed);
        let child = match permit {
            Ok(permit) => self.spawn(work).await.map(|child| (child, permit)),
            Err(failure) => Err(failure),
        };
        match child {
            Ok((child, permit)) => drop(tokio::spawn(pump(child, permit, self.shared.limits, sender))),
            Err(failure) => drop(sender.send(Err(failure)).await),
        }
        UnpackStream { entries }
    }

    async fn load(&self, path: PathBuf) -> Result<Vec<u8>, DocumentFailure> {
        let most = self.shared.limits.entry_bytes;
        let load = move || {
            let file = std::fs::File::open(path)?;
            let size = file.metadata()?.len();
            let mut bytes = Vec::new();
            if size <= most {
                bytes.reserve_exact(usize::try_from(size).unwrap_or(0));
                file.take(most).read_to_end(&mut bytes)?;
            }
            Ok((size, bytes))
        };
        let loaded = tokio::task::spawn_blocking(load).await.unwrap_or_else(|panic| Err(std::io::Error::other(panic)));
        match loaded {
            Ok((size, _)) if size > most => {
                Err(DocumentFailure::new(DocumentReason::TooLarge, format!("{size} bytes")))
            }
            Ok((_, bytes)) => Ok(bytes),
            Err(error) => Err(DocumentFailure::new(StorageReason::FileMissing, error.kind().to_string())),
        }
    }

    /// Has a child do a request, and keeps the child for the next one if it is still good. The error is that the child
    /// was lost.
    async fn ask(
        &self,
        mut child: Child,
        request: &Request,
        bytes: &[u8],
    ) -> Result<(Reply, Option<Vec<u8>>), DocumentFailure> {
        let time = self.shared.limits.time + WALL_CLOCK_SLACK;
        let cap = self.shared.limits.frame_bytes();
        let conversation = async {
            protocol::send(&mut child.input, request).await?;
            protocol::send_bytes(&mut child.input, bytes).await?;
            let reply: Reply = protocol::receive(&mut child.output, cap).await?;
            let called = match &reply.result {
                Ok(Answer::Called) => Some(protocol::receive_bytes(&mut child.output, cap).await?),
                _ => None,
            };
            std::io::Result::Ok((reply, called))
        };
        let outcome = tokio::time::timeout(time, conversation).await;
        child.served += 1;
        match outcome {
            Ok(Ok((reply, called))) => {
                self.log_confinement(reply.confinement);
                if !reply.retires && child.served < REQUESTS_PER_CHILD {
                    self.keep(child);
                }
                Ok((reply, called))
            }
            Ok(Err(_)) => Err(child.post_mortem().await),
            Err(_) => Err(child.out_of_time().await),
        }
    }

    /// Says once in the log how children are confined.
    fn log_confinement(&self, Confinement { landlock, seccomp }: Confinement) {
        if self.shared.has_told.swap(true, Ordering::Relaxed) {
            return;
        }
        if landlock && seccomp {
            tracing::info!("documents are read by children confined by landlock and seccomp");
        } else {
            tracing::warn!(
                landlock,
                seccomp,
                "this kernel does not confine the children that read documents as far as others"
            );
        }
    }

    async fn spawn(&self, work: Work) -> Result<Child, DocumentFailure> {
        let hello = Hello { limits: self.shared.limits, work };
        Child::spawn(&self.shared.exe, &hello)
            .await
            .map_err(|error| DocumentFailure::new(TaskReason::Internal, format!("cannot start a child: {error}")))
    }

    fn take_idle(&self) -> Option<Child> {
        self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn keep(&self, child: Child) {
        self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner).push(child);
    }
}

fn closed(_: tokio::sync::AcquireError) -> DocumentFailure {
    DocumentFailure::new(TaskReason::Internal, "the sandbox is closed")
}

fn confused() -> DocumentFailure {
    DocumentFailure::new(DocumentReason::Crashed, "did not keep to the protocol")
}

/// The entries of an archive, as they are unpacked.
#[derive(Debug)]
pub struct UnpackStream {
    entries: mpsc::Receiver<Result<Entry, DocumentFailure>>,
}

impl UnpackStream {
    /// The next entry; an error, always the last item, when the archive itself failed; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<Entry, DocumentFailure>> {
        self.entries.recv().await
    }
}

/// Carries a child's events to the consumer, at the consumer's pace.
async fn pump(
    mut child: Child,
    _permit: OwnedSemaphorePermit,
    limits: Limits,
    sender: mpsc::Sender<Result<Entry, DocumentFailure>>,
) {
    loop {
        // Silence is measured while somebody listens; a slow consumer is not the archive's fault.
        let Ok(slot) = sender.reserve().await else { return };
        let event = protocol::receive(&mut child.output, MAX_EVENT_BYTES);
        match tokio::time::timeout(limits.time + WALL_CLOCK_SLACK, event).await {
            Ok(Ok(UnpackEvent::Entry(entry))) => slot.send(Ok(entry)),
            Ok(Ok(UnpackEvent::End(Ok(())))) => return,
            Ok(Ok(UnpackEvent::End(Err(failure)))) => return slot.send(Err(failure)),
            Ok(Err(_)) => return slot.send(Err(child.post_mortem().await)),
            Err(_) => return slot.send(Err(child.out_of_time().await)),
        }
    }
}
