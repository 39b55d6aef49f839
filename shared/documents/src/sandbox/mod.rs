//! Children that read strangers' files, and the pool that keeps them warm.
//!
//! Starting a process costs several times what reading a resume does, so a child serves many files, one at a time. What
//! goes wrong in it costs the file in hand only: the child is gone, the next file gets another. A file that ends a child
//! which had served others is tried once more in a fresh one, so no file is blamed for its predecessors.

mod child;
mod process;
mod protocol;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bole_domain::batch::FailureReason;
use tokio::sync::{Semaphore, mpsc};

pub use self::child::child_main;
use self::process::Child;
use self::protocol::{Hello, Reply, Request, UnpackEvent, Work};
pub use crate::archive::{Entry, EntryOutcome};
use crate::{DocumentFailure, Extraction, Limits};

/// A child is replaced after this many files: what a reader leaks never adds up.
const FILES_PER_CHILD: u32 = 500;
/// An archive's event: a name, a path, a hash.
const MAX_EVENT_BYTES: u64 = 64 * 1024;
/// Entries unpacked ahead of the consumer, beside what a pipe holds.
const ENTRIES_AHEAD: usize = 16;
/// The wall clock allows this much more than the processor clock, for a machine with other things to do.
const WALL_CLOCK_SLACK: Duration = Duration::from_secs(2);

/// Reads documents and unpacks archives in child processes. Cheap to clone; clones share the pool.
#[derive(Debug, Clone)]
pub struct Sandbox {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    exe: PathBuf,
    limits: Limits,
    idle: Mutex<Vec<Child>>,
    /// One permit per child that may work at a time.
    permits: Semaphore,
    /// One permit per document in memory: one for each child, and the one it gets next.
    documents: Semaphore,
}

impl Sandbox {
    /// A sandbox whose children run `<exe> extract`, as many at a time as there are processors.
    #[must_use]
    pub fn new(exe: PathBuf, limits: Limits) -> Self {
        let children = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let (permits, documents) = (Semaphore::new(children), Semaphore::new(2 * children));
        let shared = Shared { exe, limits, idle: Mutex::default(), permits, documents };
        Self { shared: Arc::new(shared) }
    }

    /// The text of the document at `path`. Waits while all children are at work.
    ///
    /// `file_name` is the name people gave it; it decides nothing but the wording of a failure.
    ///
    /// # Errors
    /// Why there is no text: the document's own faults, or what it did to its child.
    pub async fn extract(&self, path: &Path, file_name: &str) -> Result<Extraction, DocumentFailure> {
        let closed = |_| DocumentFailure::new(FailureReason::Internal, "the sandbox is closed");
        let _in_memory = self.shared.documents.acquire().await.map_err(closed)?;
        let document = self.load(path.to_owned()).await?;
        let _permit = self.shared.permits.acquire().await.map_err(closed)?;
        if let Some(child) = self.take_idle() {
            match self.ask(child, file_name, &document).await {
                // Time is measured anew for each file, so running out of it is this file's own doing.
                Err(ended) if ended.reason != FailureReason::Timeout => {
                    tracing::debug!(reason = %ended.reason, detail = ended.detail, "child lost, file tried in a fresh one");
                }
                outcome => return outcome.and_then(|reply| reply.result),
            }
        }
        let child = self.spawn(Work::Extract).await?;
        self.ask(child, file_name, &document).await.and_then(|reply| reply.result)
    }

    /// Unpacks an archive into an existing directory. Entries come while unpacking goes on, and unpacking waits while
    /// they are not taken. Dropping the stream ends the child.
    pub async fn unpack(&self, zip: &Path, into: &Path) -> UnpackStream {
        let (sender, entries) = mpsc::channel(ENTRIES_AHEAD);
        let work = Work::Unpack { zip: zip.to_owned(), into: into.to_owned() };
        match self.spawn(work).await {
            Ok(child) => drop(tokio::spawn(pump(child, self.shared.limits, sender))),
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
            Ok((size, _)) if size > most => Err(DocumentFailure::new(FailureReason::TooLarge, format!("{size} bytes"))),
            Ok((_, bytes)) => Ok(bytes),
            Err(error) => Err(DocumentFailure::new(FailureReason::FileMissing, error.kind().to_string())),
        }
    }

    /// Has a child read a document, and keeps the child for the next one if it is still good. The error is that the
    /// child was lost.
    async fn ask(&self, mut child: Child, file_name: &str, document: &[u8]) -> Result<Reply, DocumentFailure> {
        let request = Request { file_name: file_name.to_owned() };
        let time = self.shared.limits.time + WALL_CLOCK_SLACK;
        let conversation = async {
            protocol::send(&mut child.input, &request).await?;
            protocol::send_bytes(&mut child.input, document).await?;
            protocol::receive::<Reply>(&mut child.output, self.shared.limits.frame_bytes()).await
        };
        let outcome = tokio::time::timeout(time, conversation).await;
        child.served += 1;
        match outcome {
            Ok(Ok(reply)) => {
                if !reply.retires && child.served < FILES_PER_CHILD {
                    self.keep(child);
                }
                Ok(reply)
            }
            Ok(Err(_)) => Err(child.post_mortem().await),
            Err(_) => Err(child.out_of_time().await),
        }
    }

    async fn spawn(&self, work: Work) -> Result<Child, DocumentFailure> {
        let hello = Hello { limits: self.shared.limits, work };
        Child::spawn(&self.shared.exe, &hello)
            .await
            .map_err(|error| DocumentFailure::new(FailureReason::Internal, format!("cannot start a child: {error}")))
    }

    fn take_idle(&self) -> Option<Child> {
        self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn keep(&self, child: Child) {
        self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner).push(child);
    }
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
async fn pump(mut child: Child, limits: Limits, sender: mpsc::Sender<Result<Entry, DocumentFailure>>) {
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
