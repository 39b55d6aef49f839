//! Reading and writing stored files as streams.

use std::collections::BTreeSet;
use std::fs::DirBuilder;
use std::io::Read;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bole_domain::ids::OrganizationId;
use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{Stream, StreamExt, TryStreamExt, stream};
use object_store::aws::AmazonS3Builder;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt, RetryConfig, WriteMultipart};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;

use crate::{Key, StorageError};

/// The maximum time for retries: a user waits for the upload, and a task is retried later.
const RETRY_TIMEOUT: Duration = Duration::from_secs(20);
/// The most retries of a request within that time.
const MAX_RETRIES: usize = 4;
/// Time limit of connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How much of a stream is stored between two looks at the free disk space: many may be stored at once.
const ROOM_CHECKED_EVERY: u64 = 64 << 20;
/// Uploads are refused below this free disk space, because the database may be on the same disk.
const MIN_FREE_BYTES: u64 = 1 << 30;
/// Larger files are hashed on a blocking thread.
const HASHED_AT_ONCE: usize = 256 * 1024;
/// The most files written to disk or object storage concurrently.
const MAX_CONCURRENT_WRITES: usize = 8;
/// The folder of unfinished files on local disk.
const INCOMING: &str = "incoming";

/// Address and credentials of an S3-compatible storage.
#[derive(Debug, Clone)]
pub struct S3Config {
    /// Bucket; must exist.
    pub bucket: String,
    /// Region; `us-east-1` if the server has none.
    pub region: String,
    /// Endpoint of a server that is not Amazon's.
    pub endpoint: Option<String>,
    pub access_key_id: String,
    pub secret_access_key: String,
}

/// Stored files. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Storage {
    backend: Backend,
    /// Free disk space below which nothing is taken.
    min_free: u64,
}

#[derive(Debug, Clone)]
enum Backend {
    Local(PathBuf),
    Remote(Arc<dyn ObjectStore>),
}

/// A stored file's size and hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Bytes.
    pub size: u64,
    /// Lower-case hex.
    pub sha256: String,
}

/// A stored file as a local path while the value lives.
#[derive(Debug)]
pub struct LocalCopy {
    path: PathBuf,
    _downloaded: Option<tempfile::TempPath>,
}

impl LocalCopy {
    /// The path; read only.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Storage {
    /// Files under `root`, which is created if missing.
    ///
    /// # Errors
    /// When the folder cannot be created.
    pub fn local(root: impl Into<PathBuf>) -> Result<Self, StorageError> {
        let root = root.into();
        std::fs::create_dir_all(root.join(INCOMING))?;
        Ok(Self { backend: Backend::Local(root), min_free: MIN_FREE_BYTES })
    }

    /// Files in an S3 bucket.
    ///
    /// # Errors
    /// When the settings are invalid; the server is not contacted yet.
    pub fn s3(config: S3Config) -> Result<Self, StorageError> {
        bole_outbound::use_ring();
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(config.bucket)
            .with_region(config.region)
            .with_access_key_id(config.access_key_id)
            .with_secret_access_key(config.secret_access_key)
            .with_retry(RetryConfig {
                max_retries: MAX_RETRIES,
                retry_timeout: RETRY_TIMEOUT,
                ..RetryConfig::default()
            });
        let mut options = ClientOptions::new().with_connect_timeout(CONNECT_TIMEOUT);
        if let Some(endpoint) = config.endpoint {
            options = options.with_allow_http(endpoint.starts_with("http://"));
            builder = builder.with_endpoint(endpoint);
        }
        let store = builder.with_client_options(options).build()?;
        Ok(Self { backend: Backend::Remote(Arc::new(store)), min_free: MIN_FREE_BYTES })
    }

    /// Stores a stream of at most `limit` bytes, holding one chunk in memory at a time. Returns once it is durable.
    ///
    /// # Errors
    /// When the stream fails, is too long, or storage refuses: then nothing is stored.
    pub async fn put_stream<S, E>(&self, key: &Key, mut stream: S, limit: u64) -> Result<Stored, StorageError>
    where
        S: Stream<Item = Result<Bytes, E>> + Unpin + Send,
        E: std::fmt::Display,
    {
        let mut sink = Sink::open(self, key).await?;
        let (mut size, mut hash, mut next_look) = (0_u64, Sha256::new(), 0);
        let copied = async {
            while let Some(chunk) = stream.next().await {
                let chunk = chunk.map_err(|error| StorageError::Source(error.to_string()))?;
                size += chunk.len() as u64;
                if size > limit {
                    return Err(StorageError::TooLarge { limit });
                }
                if size > next_look {
                    next_look = size + ROOM_CHECKED_EVERY;
                    if !self.has_room().await? {
                        return Err(StorageError::Backend("the disk of stored files is nearly full".to_owned()));
                    }
                }
                for piece in chunk.chunks(HASHED_AT_ONCE) {
                    hash.update(piece);
                    if chunk.len() > HASHED_AT_ONCE {
                        tokio::task::yield_now().await;
                    }
                }
                sink.write(chunk).await?;
            }
            Ok(())
        }
        .await;
        match copied {
            Ok(()) => sink.finish().await?,
            Err(error) => {
                sink.abort().await;
                return Err(error);
            }
        }
        Ok(Stored { size, sha256: hex::encode(hash.finalize()) })
    }

    /// Stores files of this machine and returns once all of them are durable; the sources may be moved. An existing
    /// file is the same, because a resume's key is its content's hash: it is kept on disk, and replaced in S3.
    ///
    /// # Errors
    /// When storage refuses one; others may already be stored.
    pub async fn store_files(&self, files: &[(Key, PathBuf)]) -> Result<(), StorageError> {
        // Syncing several files concurrently takes little longer than one.
        match &self.backend {
            Backend::Local(root) => {
                let moves = files.iter().map(|(key, source)| (source.clone(), root.join(key.as_str()))).collect();
                for_each_blocking(moves, |(source, target)| move_into_place(&source, &target)).await?;
                // A new name is durable once its folder is synced, and the folder itself may be new.
                let folders = files.iter().flat_map(|(key, _)| Path::new(key.as_str()).ancestors().skip(1));
                let folders: BTreeSet<PathBuf> = folders.map(|folder| root.join(folder)).collect();
                for_each_blocking(folders.into_iter().collect(), |folder| std::fs::File::open(folder)?.sync_all()).await
            }
            Backend::Remote(store) => {
                stream::iter(files.to_vec())
                    .map(Ok)
                    .try_for_each_concurrent(MAX_CONCURRENT_WRITES, |(key, source)| async move {
                        let bytes = tokio::fs::read(source).await?;
                        store.put(&key.as_str().into(), bytes.into()).await?;
                        Ok(())
                    })
                    .await
            }
        }
    }

    /// The file as a stream, with its size in bytes.
    ///
    /// # Errors
    /// [`StorageError::Missing`], or storage does not answer.
    pub async fn get(&self, key: &Key) -> Result<(u64, BoxStream<'static, Result<Bytes, StorageError>>), StorageError> {
        match &self.backend {
            Backend::Local(root) => {
                let file = tokio::fs::File::open(root.join(key.as_str())).await?;
                let size = file.metadata().await?.len();
                let stream = tokio_util::io::ReaderStream::with_capacity(file, 64 * 1024);
                Ok((size, stream.map(|chunk| chunk.map_err(StorageError::from)).boxed()))
            }
            Backend::Remote(store) => {
                let found = store.get(&key.as_str().into()).await?;
                Ok((found.meta.size, found.into_stream().map(|chunk| chunk.map_err(StorageError::from)).boxed()))
            }
        }
    }

    /// The content of a file of at most `most` bytes.
    ///
    /// # Errors
    /// [`StorageError::Missing`], [`StorageError::TooLarge`], or storage does not answer.
    pub async fn bytes(&self, key: &Key, most: u64) -> Result<Vec<u8>, StorageError> {
        match &self.backend {
            Backend::Local(root) => {
                let path = root.join(key.as_str());
                let read = move || {
                    let mut file = std::fs::File::open(path)?;
                    let size = file.metadata()?.len();
                    if size > most {
                        return Ok(None);
                    }
                    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
                    file.read_to_end(&mut bytes)?;
                    Ok(Some(bytes))
                };
                blocking(read).await?.ok_or(StorageError::TooLarge { limit: most })
            }
            Backend::Remote(_) => {
                let (size, mut stream) = self.get(key).await?;
                if size > most {
                    return Err(StorageError::TooLarge { limit: most });
                }
                let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
                while let Some(chunk) = stream.next().await {
                    bytes.extend_from_slice(&chunk?);
                }
                Ok(bytes)
            }
        }
    }

    /// The file as a path: in place on local disk, otherwise downloaded while the copy lives.
    ///
    /// # Errors
    /// [`StorageError::Missing`], or storage does not answer.
    pub async fn local_copy(&self, key: &Key) -> Result<LocalCopy, StorageError> {
        match &self.backend {
            Backend::Local(root) => {
                let path = root.join(key.as_str());
                if tokio::fs::try_exists(&path).await? {
                    Ok(LocalCopy { path, _downloaded: None })
                } else {
                    Err(StorageError::Missing)
                }
            }
            Backend::Remote(_) => {
                let (_, mut stream) = self.get(key).await?;
                let (file, path) = tempfile::NamedTempFile::new()?.into_parts();
                let mut file = tokio::fs::File::from_std(file);
                while let Some(chunk) = stream.next().await {
                    file.write_all(&chunk?).await?;
                }
                file.flush().await?;
                Ok(LocalCopy { path: path.to_path_buf(), _downloaded: Some(path) })
            }
        }
    }

    /// Whether there is room to store more; always true for object storage.
    ///
    /// # Errors
    /// When storage does not answer.
    pub async fn has_room(&self) -> Result<bool, StorageError> {
        match &self.backend {
            Backend::Local(root) => {
                let (root, min_free) = (root.clone(), self.min_free);
                blocking(move || Ok(free_bytes(&root)? > min_free)).await
            }
            Backend::Remote(_) => Ok(true),
        }
    }

    /// Removes every file of an organization.
    ///
    /// # Errors
    /// When storage refuses one; others may already be deleted.
    pub async fn delete_all(&self, organization: OrganizationId) -> Result<(), StorageError> {
        let folder = Key::folder(organization);
        match &self.backend {
            Backend::Local(root) => match tokio::fs::remove_dir_all(root.join(folder)).await {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
                other => Ok(other?),
            },
            Backend::Remote(store) => {
                let found = store.list(Some(&folder.as_str().into()));
                let found = found.map_ok(|object| object.location).boxed();
                Ok(store.delete_stream(found).try_for_each(|_| std::future::ready(Ok(()))).await?)
            }
        }
    }

    /// Removes files that were left unfinished by a process that died: those without a write for this long. Returns
    /// their number; object storage removes its own by a rule of the bucket.
    ///
    /// # Errors
    /// When storage does not answer.
    pub async fn remove_unfinished(&self, idle: Duration) -> Result<usize, StorageError> {
        let Backend::Local(root) = &self.backend else { return Ok(0) };
        let incoming = root.join(INCOMING);
        blocking(move || {
            let mut removed = 0;
            for entry in std::fs::read_dir(incoming)? {
                let entry = entry?;
                // One that is finished meanwhile is moved.
                let Ok(written) = entry.metadata().and_then(|data| data.modified()) else { continue };
                if written.elapsed().is_ok_and(|since| since >= idle) && std::fs::remove_file(entry.path()).is_ok() {
                    removed += 1;
                }
            }
            Ok(removed)
        })
        .await
    }

    /// Removes a file; a missing one is not an error.
    ///
    /// # Errors
    /// When storage refuses.
    pub async fn delete(&self, key: &Key) -> Result<(), StorageError> {
        let removed = match &self.backend {
            Backend::Local(root) => tokio::fs::remove_file(root.join(key.as_str())).await.map_err(StorageError::from),
            Backend::Remote(store) => store.delete(&key.as_str().into()).await.map_err(StorageError::from),
        };
        match removed {
            Err(StorageError::Missing) => Ok(()),
            other => other,
        }
    }
}

/// A file being written.
enum Sink {
    Local { file: tokio::io::BufWriter<tokio::fs::File>, incoming: tempfile::TempPath, target: PathBuf },
    Remote(WriteMultipart),
}

impl Sink {
    async fn open(storage: &Storage, key: &Key) -> Result<Self, StorageError> {
        match &storage.backend {
            Backend::Local(root) => {
                let target = root.join(key.as_str());
                let incoming = root.join(INCOMING);
                let (file, incoming) =
                    blocking(move || Ok(tempfile::NamedTempFile::new_in(incoming)?.into_parts())).await?;
                let file = tokio::io::BufWriter::with_capacity(256 * 1024, tokio::fs::File::from_std(file));
                Ok(Self::Local { file, incoming, target })
            }
            Backend::Remote(store) => {
                Ok(Self::Remote(WriteMultipart::new(store.put_multipart(&key.as_str().into()).await?)))
            }
        }
    }

    async fn write(&mut self, chunk: Bytes) -> Result<(), StorageError> {
        match self {
            Self::Local { file, .. } => Ok(file.write_all(&chunk).await?),
            Self::Remote(upload) => {
                // Two parts in flight, which bounds memory whatever the size.
                upload.wait_for_capacity(2).await?;
                upload.put(chunk);
                Ok(())
            }
        }
    }

    async fn finish(self) -> Result<(), StorageError> {
        match self {
            Self::Local { mut file, incoming, target } => {
                file.flush().await?;
                file.get_ref().sync_all().await?;
                blocking(move || {
                    make_parent(&target)?;
                    incoming.persist(&target).map_err(|error| error.error)?;
                    sync_parent(&target)
                })
                .await
            }
            Self::Remote(upload) => {
                upload.finish().await?;
                Ok(())
            }
        }
    }

    async fn abort(self) {
        match self {
            // The temporary file deletes itself.
            Self::Local { .. } => {}
            Self::Remote(upload) => {
                if let Err(error) = upload.abort().await {
                    tracing::warn!(%error, "an unfinished upload stays in object storage");
                }
            }
        }
    }
}

/// The free space for this process on a folder's disk.
fn free_bytes(folder: &Path) -> std::io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T, StorageError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => Ok(done?),
        Err(error) => Err(StorageError::Backend(error.to_string())),
    }
}

/// Runs blocking work for each item, several at a time.
async fn for_each_blocking<I: Send + 'static>(
    items: Vec<I>,
    work: impl Fn(I) -> std::io::Result<()> + Copy + Send + 'static,
) -> Result<(), StorageError> {
    stream::iter(items)
        .map(|item| Ok(blocking(move || work(item))))
        .try_buffer_unordered(MAX_CONCURRENT_WRITES)
        .try_collect()
        .await
}

/// Moves a file to its final path, its content synced before its name exists.
fn move_into_place(source: &Path, target: &Path) -> std::io::Result<()> {
    if target.exists() {
        return Ok(());
    }
    let file = std::fs::File::open(source)?;
    // The unpacked file may be readable by others.
    file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    file.sync_data()?;
    make_parent(target)?;
    match std::fs::rename(source, target) {
        Err(error) if error.kind() == std::io::ErrorKind::CrossesDevices => copy(source, target),
        other => other,
    }
}

/// Creates the parent folders of a path, private to this account.
fn make_parent(path: &Path) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), |parent| DirBuilder::new().recursive(true).mode(0o700).create(parent))
}

fn sync_parent(path: &Path) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), |parent| std::fs::File::open(parent)?.sync_all())
}

/// Copies across devices through a temporary name, so that the target is never incomplete.
fn copy(source: &Path, target: &Path) -> std::io::Result<()> {
    let parent = target.parent().unwrap_or(Path::new("."));
    let (mut file, path) = tempfile::NamedTempFile::new_in(parent)?.into_parts();
    std::io::copy(&mut std::fs::File::open(source)?, &mut file)?;
    file.sync_data()?;
    path.persist(target).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bole_domain::ids::BatchId;

    fn storage() -> (tempfile::TempDir, Storage) {
        let root = tempfile::tempdir().unwrap();
        let storage = Storage::local(root.path()).unwrap();
        (root, storage)
    }

    fn chunks(parts: &[&'static str]) -> impl Stream<Item = Result<Bytes, std::io::Error>> + Unpin + Send + use<> {
        stream::iter(parts.iter().map(|part| Ok(Bytes::from_static(part.as_bytes()))).collect::<Vec<_>>())
    }

    fn key() -> Key {
        Key::batch_upload(OrganizationId::new(), BatchId::new())
    }

    async fn read(storage: &Storage, key: &Key) -> Result<Vec<u8>, StorageError> {
        let (_, mut stream) = storage.get(key).await?;
        let mut all = Vec::new();
        while let Some(chunk) = stream.next().await {
            all.extend_from_slice(&chunk?);
        }
        Ok(all)
    }

    #[tokio::test]
    async fn stored_files_are_readable_only_by_the_owner() {
        let (root, storage) = storage();
        let source = root.path().join("unpacked");
        std::fs::write(&source, "resume").unwrap();
        std::fs::set_permissions(&source, std::fs::Permissions::from_mode(0o644)).unwrap();
        let key = Key::file(OrganizationId::new(), &"a1".repeat(32)).unwrap();
        storage.store_files(&[(key.clone(), source)]).await.unwrap();
        let file = root.path().join(key.as_str());
        for path in file.ancestors().take_while(|path| *path != root.path()) {
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o077, 0, "{}", path.display());
        }
        assert!(storage.has_room().await.unwrap(), "this machine has a gigabyte left");
    }

    #[tokio::test]
    async fn written_data_is_read_back_with_its_hash() {
        let (_root, storage) = storage();
        let key = key();
        let stored = storage.put_stream(&key, chunks(&["伯", "乐"]), 100).await.unwrap();
        assert_eq!(stored.size, 6);
        assert_eq!(stored.sha256, hex::encode(Sha256::digest("伯乐".as_bytes())));
        assert_eq!(read(&storage, &key).await.unwrap(), "伯乐".as_bytes());
        assert_eq!(storage.bytes(&key, 6).await.unwrap(), "伯乐".as_bytes());
        assert!(matches!(storage.bytes(&key, 5).await, Err(StorageError::TooLarge { limit: 5 })));
    }

    #[tokio::test]
    async fn stream_stops_when_the_disk_is_nearly_full() {
        let (root, storage) = storage();
        let full = Storage { min_free: u64::MAX, ..storage };
        assert!(matches!(full.put_stream(&key(), chunks(&["a resume"]), 100).await, Err(StorageError::Backend(_))));
        assert_eq!(std::fs::read_dir(root.path().join(INCOMING)).unwrap().count(), 0);
    }

    #[tokio::test]
    async fn broken_or_oversized_stream_leaves_no_file() {
        let (root, storage) = storage();
        let key = key();
        let over = storage.put_stream(&key, chunks(&["1234", "5678"]), 6).await;
        assert!(matches!(over, Err(StorageError::TooLarge { limit: 6 })));
        let broken = stream::iter(vec![Ok(Bytes::from_static(b"12")), Err(std::io::Error::other("gone"))]);
        assert!(matches!(storage.put_stream(&key, broken, 6).await, Err(StorageError::Source(_))));
        assert!(matches!(read(&storage, &key).await, Err(StorageError::Missing)));
        assert_eq!(std::fs::read_dir(root.path().join(INCOMING)).unwrap().count(), 0);
    }

    #[tokio::test]
    async fn unfinished_files_of_a_dead_process_are_removed() {
        let (root, storage) = storage();
        let dead = root.path().join(INCOMING).join("dead");
        std::fs::write(&dead, "half").unwrap();
        assert_eq!(storage.remove_unfinished(Duration::from_secs(3600)).await.unwrap(), 0);
        let long_ago = std::time::SystemTime::now() - Duration::from_secs(7200);
        std::fs::File::options().write(true).open(&dead).unwrap().set_modified(long_ago).unwrap();
        std::fs::write(root.path().join(INCOMING).join("alive"), "half").unwrap();
        assert_eq!(storage.remove_unfinished(Duration::from_secs(3600)).await.unwrap(), 1);
        assert!(!dead.exists() && root.path().join(INCOMING).join("alive").exists());
    }

    #[tokio::test]
    async fn files_are_moved_into_storage_and_existing_ones_kept() {
        let (_root, storage) = storage();
        let outside = tempfile::tempdir().unwrap();
        let organization = OrganizationId::new();
        let file = |n: usize| {
            (Key::file(organization, &format!("{n:02x}").repeat(32)).unwrap(), outside.path().join(n.to_string()))
        };
        let files: Vec<_> = (0..20).map(file).collect();
        for (n, (_, source)) in files.iter().enumerate() {
            std::fs::write(source, format!("first {n}")).unwrap();
        }
        storage.store_files(&files).await.unwrap();
        let again = std::slice::from_ref(&files[1]);
        std::fs::write(&again[0].1, "second").unwrap();
        storage.store_files(again).await.unwrap();
        for (n, (key, _)) in files.iter().enumerate() {
            assert_eq!(read(&storage, key).await.unwrap(), format!("first {n}").as_bytes());
        }
        let key = &files[1].0;
        storage.delete(key).await.unwrap();
        storage.delete(key).await.unwrap();
        assert!(matches!(storage.local_copy(key).await, Err(StorageError::Missing)));
        assert!(matches!(storage.bytes(key, 100).await, Err(StorageError::Missing)));
    }

    #[tokio::test]
    async fn failed_write_is_an_error() {
        let (_root, storage) = storage();
        let key = Key::file(OrganizationId::new(), &"ab".repeat(32)).unwrap();
        let gone = [(key, PathBuf::from("/nonexistent/resume"))];
        assert!(matches!(storage.store_files(&gone).await, Err(StorageError::Missing)));
    }
}
