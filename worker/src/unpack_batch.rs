//! `batch.unpack`: unpacks an uploaded ZIP into stored files and one evaluation each.
//!
//! Entries are recorded in small groups during unpacking, so that the first evaluation starts early. A group is one
//! transaction: files, tasks and rows of the live queue. After an interruption, existing positions are skipped.

use std::collections::HashSet;
use std::fs::File;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bole_documents::{Entry, EntryOutcome, UnpackStream};
use bole_domain::batch::BatchSource;
use bole_domain::failure::{ArchiveReason, StorageReason, TaskReason};
use bole_domain::ids::{BatchId, BatchTaskId, FileId, JobId};
use bole_domain::inbound::InboundReason;
use bole_domain::task::Lane;
use bole_queue::kinds::{EvaluateResume, UnpackBatch};
use bole_queue::{Outcome, TaskContext, TaskError, TaskHandler, TaskKind};
use bole_storage::{Key, StorageError};
use bole_store::batch_tasks::{self, NewEntry, NewEntryOutcome};
use bole_store::files::{self, NewFile};
use bole_store::ledger::NewTask;
use bole_store::quotas::{self, DailyUsage};
use bole_store::{StoreError, batches, discarded, inbound, ledger};
use serde_json::json;
use tokio::time::Instant;
use zip::result::ZipError;
use zip::{ZipArchive, ZipWriter};

use crate::{Tools, reading};

/// The most entries per transaction. The first entry is recorded alone and each further group may be twice as large
/// as the last: evaluations start early, and later commits are shared.
const GROUP: usize = 64;
/// The longest an entry waits for its group to fill.
const GROUP_WAIT: Duration = Duration::from_millis(100);

handler!(UnpackBatchHandler);

impl TaskHandler for UnpackBatchHandler {
    type Kind = UnpackBatch;
    /// Enough for the largest ZIP on a slow disk.
    const TIME_LIMIT: Duration = Duration::from_secs(3600);

    async fn run(&self, context: &TaskContext, UnpackBatch { batch_id }: UnpackBatch) -> Result<Outcome, TaskError> {
        let mut tx = context.tenant().await?;
        let batch = match batches::find(&mut tx, batch_id).await {
            Ok(batch) => batch,
            Err(StoreError::NotFound) => return Ok(Outcome::DONE),
            Err(error) => return Err(error.into()),
        };
        let lane = self.tools.providers.evaluation_lane(&mut tx).await?;
        let known: HashSet<i32> = batch_tasks::positions(&mut tx, batch_id).await?.into_iter().collect();
        tx.commit().await?;

        // ZIPs are only kept for a while.
        let storage_key = batch.storage_key.ok_or_else(|| reading::storage(&StorageError::Missing))?;
        let archive = self.tools.storage.local_copy(&Key::stored(storage_key)).await;
        let archive = archive.map_err(|error| reading::storage(&error))?;
        let scratch = tempfile::tempdir_in(&self.tools.scratch)
            .map_err(|error| TaskError::new(StorageReason::Unavailable, error.to_string()))?;
        let stream = self.tools.sandbox.unpack(archive.path(), scratch.path()).await;
        let recorder = Recorder {
            tools: &self.tools,
            context,
            batch: batch_id,
            job: batch.job_id,
            archive_name: batch.file_name,
            lane,
            known,
            entries: 0,
        };
        let outcome = recorder.record_all(stream).await?;
        if batch.source == BatchSource::Mail {
            self.hold_unread(context, batch_id, archive.path()).await?;
        }
        Ok(outcome)
    }
}

impl UnpackBatchHandler {
    /// Sets the emails aside whose files are no resumes, with their files, so that nobody is lost.
    async fn hold_unread(&self, context: &TaskContext, batch: BatchId, archive: &Path) -> Result<(), TaskError> {
        let mut tx = context.tenant().await?;
        let unread = inbound::without_resume(&mut tx, batch).await?;
        if unread.is_empty() {
            tx.release();
            return Ok(());
        }
        let keys: Vec<Key> = unread.iter().map(|_| Key::held_mail(context.organization())).collect();
        let names: Vec<&str> = keys.iter().map(Key::as_str).collect();
        discarded::reserve(&mut tx, &names).await?;
        tx.commit().await?;
        let mut held = Vec::with_capacity(unread.len());
        for ((id, folder), key) in unread.into_iter().zip(&keys) {
            let archive = archive.to_owned();
            let zip = tokio::task::spawn_blocking(move || folder_of(&archive, &folder)).await.map_err(internal)?;
            reading::store_zip(&self.tools, key, zip.map_err(internal)?).await?;
            held.push((id, key.as_str().to_owned()));
        }
        let mut tx = context.tenant().await?;
        discarded::keep(&mut tx, &names).await?;
        inbound::hold(&mut tx, &held, InboundReason::FilesUnread).await?;
        context.hold_in(&mut tx).await?;
        tx.commit().await?;
        Ok(())
    }
}

fn internal(error: impl std::fmt::Display) -> TaskError {
    TaskError::new(TaskReason::Internal, error.to_string())
}

/// A folder of the ZIP that was made of received emails, as a ZIP of its own.
fn folder_of(archive: &Path, folder: &str) -> Result<Vec<u8>, ZipError> {
    let mut archive = ZipArchive::new(File::open(archive)?)?;
    let mut copy = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..archive.len() {
        let file = archive.by_index_raw(at)?;
        let is_within = file.name()?.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        if is_within {
            copy.raw_copy_file(file)?;
        }
    }
    Ok(copy.finish()?.into_inner())
}

/// Records entries as they are unpacked.
struct Recorder<'a> {
    tools: &'a Tools,
    context: &'a TaskContext,
    batch: BatchId,
    job: JobId,
    archive_name: String,
    /// The lane of its evaluations.
    lane: Lane,
    known: HashSet<i32>,
    entries: u32,
}

impl Recorder<'_> {
    async fn record_all(mut self, mut stream: UnpackStream) -> Result<Outcome, TaskError> {
        let (mut group, mut most) = (Vec::with_capacity(GROUP), 1);
        let mut deadline = Instant::now();
        loop {
            match tokio::time::timeout_at(deadline, stream.next()).await {
                Ok(Some(Ok(entry))) => {
                    if group.is_empty() {
                        deadline = Instant::now() + GROUP_WAIT;
                    }
                    group.push(entry);
                    if group.len() == most {
                        self.record(std::mem::take(&mut group)).await?;
                        most = GROUP.min(most * 2);
                    }
                }
                Ok(Some(Err(failure))) => {
                    self.record(group).await?;
                    return Err(reading::document(failure));
                }
                Ok(None) => {
                    self.record(group).await?;
                    return Outcome::completed(json!({ "entries": self.entries }));
                }
                Err(_) if group.is_empty() => deadline = Instant::now() + GROUP_WAIT,
                Err(_) => self.record(std::mem::take(&mut group)).await?,
            }
        }
    }

    async fn record(&mut self, group: Vec<Entry>) -> Result<(), TaskError> {
        self.entries += u32::try_from(group.len()).unwrap_or(u32::MAX);
        self.context.progress(self.entries, 0);
        let (mut fresh, mut contents) = (Vec::with_capacity(group.len()), Vec::with_capacity(group.len()));
        for entry in group {
            let position = i32::try_from(entry.position).unwrap_or(i32::MAX);
            if !self.known.contains(&position) {
                fresh.push((position, self.placed(entry, &mut contents)?));
            }
        }
        if fresh.is_empty() {
            return Ok(());
        }
        self.reserve(&contents, &fresh).await?;
        self.tools.storage.store_files(&contents).await.map_err(|error| reading::storage(&error))?;
        let mut tx = self.context.tenant().await?;
        let bytes = bytes_of(&fresh);
        if bytes > 0 && !quotas::take(&mut tx, DailyUsage { batches: 0, bytes }).await? {
            tx.release();
            return Err(over_quota());
        }
        let new_files: Vec<NewFile> = fresh.iter().filter_map(|(_, stored)| stored.file.clone()).collect();
        let mut file_ids = files::record(&mut tx, &new_files).await?.into_iter();
        let mut evaluations = Vec::with_capacity(new_files.len());
        let mut placed: Vec<(i32, BatchTaskId, Stored, Option<FileId>)> = Vec::with_capacity(fresh.len());
        for (position, stored) in fresh {
            let (id, file) = (BatchTaskId::new(), stored.file.as_ref().and_then(|_| file_ids.next()));
            if file.is_some() {
                let request_id = self.context.request_id().map(str::to_owned);
                let task = EvaluateResume::now(id).new_task(request_id)?;
                evaluations.push(NewTask { lane: self.lane, ..task });
            }
            placed.push((position, id, stored, file));
        }
        let mut tasks = ledger::enqueue_many(&mut tx, evaluations).await?.into_iter();
        let entries: Vec<NewEntry> = placed
            .into_iter()
            .map(|(position, id, stored, file)| {
                let queued = file.and_then(|file_id| tasks.next().map(|task| (file_id, task.id)));
                let outcome = match queued {
                    Some((file_id, task_id)) => NewEntryOutcome::Queued { file_id, task_id },
                    None => stored.refused,
                };
                NewEntry { id, position, file_name: stored.name, outcome }
            })
            .collect();
        batch_tasks::record(&mut tx, self.batch, self.job, &entries).await?;
        self.context.hold_in(&mut tx).await?;
        tx.commit().await?;
        self.tools.signals.wake();
        Ok(())
    }

    /// Checks that plan and storage limit allow these files, and prevents the deletion of their objects while they
    /// are stored.
    async fn reserve(&self, contents: &[(Key, PathBuf)], fresh: &[(i32, Stored)]) -> Result<(), TaskError> {
        let keys: Vec<&str> = contents.iter().map(|(key, _)| key.as_str()).collect();
        if keys.is_empty() {
            return Ok(());
        }
        let files: Vec<NewFile> = fresh.iter().filter_map(|(_, stored)| stored.file.clone()).collect();
        let mut tx = self.context.tenant().await?;
        let stored = quotas::stored(&mut tx).await?.saturating_add(quotas::unstored(&mut tx, &files).await?);
        if stored > self.tools.storage_limit {
            tx.release();
            return Err(TaskError::new(StorageReason::Full, "over the organization's storage limit").transient(false));
        }
        discarded::keep(&mut tx, &keys).await?;
        let (plan, today) = quotas::today(&mut tx).await?;
        tx.commit().await?;
        // Counted when they are recorded, so that files stored again after an interruption count once.
        if today.bytes.saturating_add(bytes_of(fresh)) > plan.max_bytes_a_day() {
            return Err(over_quota());
        }
        Ok(())
    }

    /// What to record for an entry; a file is stored under the hash of its content.
    fn placed(&self, entry: Entry, contents: &mut Vec<(Key, PathBuf)>) -> Result<Stored, TaskError> {
        let name = if entry.name.is_empty() { self.archive_name.clone() } else { entry.name };
        match entry.outcome {
            EntryOutcome::Skipped(reason) => Ok(Stored { name, file: None, refused: NewEntryOutcome::Skipped(reason) }),
            EntryOutcome::Failed(reason) => Ok(Stored { name, file: None, refused: NewEntryOutcome::Failed(reason) }),
            EntryOutcome::Unpacked { file, size, sha256, kind } => {
                let key = Key::file(self.context.organization(), &sha256)
                    .ok_or_else(|| TaskError::new(TaskReason::Internal, "the unpacker sent no hash"))?;
                let new = NewFile {
                    sha256,
                    size: i64::try_from(size).unwrap_or(i64::MAX),
                    media_type: kind.media_type().to_owned(),
                    storage_key: key.as_str().to_owned(),
                };
                contents.push((key, file));
                let refused = NewEntryOutcome::Failed(TaskReason::Internal.into());
                Ok(Stored { name, file: Some(new), refused })
            }
        }
    }
}

fn bytes_of(entries: &[(i32, Stored)]) -> i64 {
    entries.iter().filter_map(|(_, stored)| stored.file.as_ref()).map(|file| file.size).sum()
}

fn over_quota() -> TaskError {
    TaskError::new(ArchiveReason::QuotaReached, "over the plan's daily limit")
}

/// An entry to be recorded.
struct Stored {
    name: String,
    /// The file, if there is one to evaluate.
    file: Option<NewFile>,
    /// What to record without a file.
    refused: NewEntryOutcome,
}
