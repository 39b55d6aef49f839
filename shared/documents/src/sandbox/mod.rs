//! A pool of child processes that read untrusted files.
//!
//! Starting a process takes several times as long as reading a resume, so a child serves many files, one at a time. A
//! failure only affects the current file: the child is replaced. A file that kills a child which had served others is
//! retried once in a fresh one, so that it is not blamed for earlier files.

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
use tokio::sync::{OwnedSemaphorePermit, Semaphore, SemaphorePermit, mpsc};

pub use self::child::{become_unpacker, child_main};
pub use self::confine::Confinement;
use self::process::Child;
use self::protocol::{Answer, Hello, Reply, Request, UnpackEvent, Work};
pub use crate::archive::{Entry, EntryOutcome};
use crate::{DocumentFailure, Extraction, Limits};

/// A child is replaced after this many requests, so that leaks do not add up. A new one first builds its word lists
/// and patterns.
const REQUESTS_PER_CHILD: u32 = 10_000;
/// An archive event: a name, a path, a hash.
const MAX_EVENT_BYTES: u64 = 64 * 1024;
/// Entries unpacked ahead of the consumer, in addition to those in the pipe.
const ENTRIES_AHEAD: usize = 16;
/// How much the wall clock limit exceeds the CPU limit, for busy machines.
const WALL_CLOCK_SLACK: Duration = Duration::from_secs(2);

/// The text of a document and its profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    pub extraction: Extraction,
    pub profile: Profile,
}

/// Functions over untrusted data provided by higher crates, run in a child under its limits.
#[derive(Debug, Clone, Copy)]
pub struct Calls {
    /// Over bytes; see [`Sandbox::call`].
    pub on_bytes: fn(&[u8]) -> Result<Vec<u8>, DocumentFailure>,
    /// Over a question and the document that was read; see [`Sandbox::read_and_call`].
    pub on_reading: OnReading,
}

/// Answers a question about a document that was read in this month.
type OnReading = fn(&[u8], &Reading, YearMonth) -> Result<Vec<u8>, DocumentFailure>;

/// Reads documents, unpacks archives and runs [`Calls`] in child processes. Cheap to clone; clones share the pool.
#[derive(Debug, Clone)]
pub struct Sandbox {
    shared: Arc<Shared>,
    /// Its children also recognise the text of pictures.
    recognizer: Option<Arc<Shared>>,
}

/// The right to hold one document in memory.
#[derive(Debug)]
pub struct Room<'a> {
    _permit: SemaphorePermit<'a>,
}

#[derive(Debug)]
struct Shared {
    exe: PathBuf,
    limits: Limits,
    /// The folder of the models, if the children recognise text.
    models: Option<PathBuf>,
    idle: Mutex<Vec<Child>>,
    /// One permit per concurrently reading child.
    permits: Semaphore,
    /// One permit per concurrently unpacking child, separate because archives take long.
    unpacking: Arc<Semaphore>,
    /// Whether the confinement was logged.
    has_told: AtomicBool,
    /// One permit per [`Room`]: one for each child's document, and its next one.
    documents: Semaphore,
}

impl Shared {
    fn new(exe: PathBuf, limits: Limits, models: Option<PathBuf>, children: usize) -> Self {
        Self {
            exe,
            limits,
            models,
            idle: Mutex::default(),
            permits: Semaphore::new(children),
            unpacking: Arc::new(Semaphore::new(children)),
            has_told: AtomicBool::new(false),
            documents: Semaphore::new(2 * children),
        }
    }
}

impl Sandbox {
    /// A sandbox whose children run `<exe> extract`, one per processor.
    #[must_use]
    pub fn new(exe: PathBuf, limits: Limits) -> Self {
        let children = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        Self { shared: Arc::new(Shared::new(exe, limits, None, children)), recognizer: None }
    }

    /// With children of their own, for half the processors, that also recognise the text of pictures, by the models in
    /// a folder.
    #[must_use]
    pub fn with_recognizer(self, models: PathBuf) -> Self {
        let Shared { exe, limits, .. } = &*self.shared;
        let limits = Limits { reads_pictures: true, ..*limits };
        let processors = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        let recognizer = Shared::new(exe.clone(), limits.for_recognition(), Some(models), processors.div_ceil(2));
        let shared = Shared::new(exe.clone(), limits, None, processors);
        Self { shared: Arc::new(shared), recognizer: Some(Arc::new(recognizer)) }
    }

    /// The children that also recognise the text of pictures, if there are models.
    #[must_use]
    pub fn recognizer(&self) -> Option<Self> {
        self.recognizer.as_ref().map(|shared| Self { shared: Arc::clone(shared), recognizer: None })
    }

    /// The text of the document at `path`. Waits while all children are busy.
    ///
    /// `file_name` only affects the reported failure.
    ///
    /// # Errors
    /// The document's fault, or the failure of its child.
    pub async fn extract(&self, path: &Path, file_name: &str) -> Result<Extraction, DocumentFailure> {
        let _room = self.room().await?;
        let document = self.load(path.to_owned()).await?;
        match self.answer(&Request::Extract { file_name: file_name.to_owned() }, &[&document]).await? {
            (Answer::Text(extraction), _) => Ok(extraction),
            _ => Err(confused()),
        }
    }

    /// [`Self::extract`], and the profile in the text. "Present" in the document means `today`.
    ///
    /// # Errors
    /// The document's fault, or the failure of its child.
    pub async fn read(&self, path: &Path, file_name: &str, today: YearMonth) -> Result<Reading, DocumentFailure> {
        let room = self.room().await?;
        let document = self.load(path.to_owned()).await?;
        self.read_bytes(&room, &document, file_name, today).await
    }

    /// Waits for room in memory for one document, which is kept while the value lives.
    ///
    /// # Errors
    /// When the sandbox is closed.
    pub async fn room(&self) -> Result<Room<'_>, DocumentFailure> {
        let permit = self.shared.documents.acquire().await.map_err(closed)?;
        Ok(Room { _permit: permit })
    }

    /// The largest document that is read, in bytes.
    #[must_use]
    pub fn max_document_bytes(&self) -> u64 {
        self.shared.limits.entry_bytes
    }

    /// The text and the profile of a document in memory.
    ///
    /// # Errors
    /// The document's fault, or the failure of its child.
    pub async fn read_bytes(
        &self,
        _room: &Room<'_>,
        document: &[u8],
        file_name: &str,
        today: YearMonth,
    ) -> Result<Reading, DocumentFailure> {
        match self.answer(&Request::Read { file_name: file_name.to_owned(), today }, &[document]).await? {
            (Answer::Reading(reading), _) => Ok(*reading),
            _ => Err(confused()),
        }
    }

    /// [`Self::read_bytes`], and the answer of [`Calls::on_reading`] to a question about the document, from the same
    /// child.
    ///
    /// # Errors
    /// The document's fault, the error of the call, or the failure of the child.
    pub async fn read_and_call(
        &self,
        _room: &Room<'_>,
        document: &[u8],
        file_name: &str,
        today: YearMonth,
        question: &[u8],
    ) -> Result<(Reading, Vec<u8>), DocumentFailure> {
        let request = Request::ReadAndCall { file_name: file_name.to_owned(), today };
        match self.answer(&request, &[document, question]).await? {
            (Answer::ReadAndCalled(reading), Some(answer)) => Ok((*reading, answer)),
            _ => Err(confused()),
        }
    }

    /// Runs [`Calls::on_bytes`], under the limits of a document. Waits while all children are busy.
    ///
    /// # Errors
    /// The error of the call, or the failure of its child.
    pub async fn call(&self, bytes: &[u8]) -> Result<Vec<u8>, DocumentFailure> {
        match self.answer(&Request::Call, &[bytes]).await? {
            (Answer::Called, Some(answer)) => Ok(answer),
            _ => Err(confused()),
        }
    }

    /// Sends one request to a child. If a child that had served others dies, the request is retried once in a fresh
    /// one, because an earlier request may be the cause.
    async fn answer(&self, request: &Request, frames: &[&[u8]]) -> Result<(Answer, Option<Vec<u8>>), DocumentFailure> {
        let _permit = self.shared.permits.acquire().await.map_err(closed)?;
        if let Some(child) = self.take_idle() {
            match self.ask(child, request, frames).await {
                // Time is measured per request, so a timeout is caused by this one.
                Err(ended) if ended.reason != DocumentReason::Timeout => {
                    tracing::debug!(reason = %ended.reason, detail = ended.detail, "child lost, tried in a fresh one");
                }
                outcome => return outcome.and_then(|(reply, called)| Ok((reply.result?, called))),
            }
        }
        let child = self.spawn(Work::Serve).await?;
        self.ask(child, request, frames).await.and_then(|(reply, called)| Ok((reply.result?, called)))
    }

    /// Unpacks an archive into an existing folder. Entries are streamed with backpressure. Dropping the stream ends
    /// the child. Waits while the maximum number of archives is being unpacked.
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

    /// Sends a request to a child and returns it to the pool if it is still usable. The error means that the child
    /// was lost.
    async fn ask(
        &self,
        mut child: Child,
        request: &Request,
        frames: &[&[u8]],
    ) -> Result<(Reply, Option<Vec<u8>>), DocumentFailure> {
        let time = self.shared.limits.time * request.parts() + WALL_CLOCK_SLACK;
        let cap = self.shared.limits.frame_bytes();
        let conversation = async {
            protocol::send_request(&mut child.input, request, frames).await?;
            let reply: Reply = protocol::receive(&mut child.output, cap).await?;
            let called = match &reply.result {
                Ok(Answer::Called | Answer::ReadAndCalled(_)) => {
                    Some(protocol::receive_bytes(&mut child.output, cap).await?)
                }
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

    /// Logs once how children are confined.
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
        let hello = Hello { limits: self.shared.limits, work, models: self.shared.models.clone() };
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

/// The entries of an archive as they are unpacked.
#[derive(Debug)]
pub struct UnpackStream {
    entries: mpsc::Receiver<Result<Entry, DocumentFailure>>,
}

impl UnpackStream {
    /// The next entry; an error as the last item if the archive failed; `None` at the end.
    pub async fn next(&mut self) -> Option<Result<Entry, DocumentFailure>> {
        self.entries.recv().await
    }
}

/// Forwards a child's events at the consumer's pace.
async fn pump(
    mut child: Child,
    _permit: OwnedSemaphorePermit,
    limits: Limits,
    sender: mpsc::Sender<Result<Entry, DocumentFailure>>,
) {
    loop {
        // The silence limit only runs while the consumer is waiting.
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
