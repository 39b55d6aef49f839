//! `bole admin backup`: the database as of one moment, then the stored files, then the server key.

use std::fs::DirBuilder;
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use bole_store::backup::{Snapshot, Table};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::StreamExt;

use super::installation::Installation;
use super::manifest::{self, FILE_LIST, FILES, Hashed, ListedFile, Manifest, StoredFiles, TableEntry};
use crate::config::{InstallationOptions, StorageOptions};
use crate::parts;

/// The folder of unfinished files in the storage.
const UNFINISHED: &str = "incoming";

#[derive(Debug, Args)]
pub struct BackupOptions {
    /// The folder to write the backup to. It is created; an existing one must be empty.
    folder: PathBuf,

    #[command(flatten)]
    storage: StorageOptions,

    /// The key that encrypts the organizations' secrets, to be part of a fleet's backup.
    #[arg(long, env = "BOLE_SERVER_KEY", value_name = "KEY", hide_env_values = true)]
    server_key: Option<String>,
}

/// Writes a backup of an installation, or nothing.
pub async fn run(installation: InstallationOptions, options: BackupOptions) -> anyhow::Result<()> {
    let unfinished = UnfinishedBackup::create(&options.folder)?;
    let folder = &unfinished.0;
    let installation = Installation::open(installation).await?;
    let written = write(&installation, folder, options).await;
    installation.close().await?;
    let manifest = written?;
    println!("{} has {} rows of {} tables", folder.display(), manifest.rows(), manifest.tables.len());
    match &manifest.files {
        StoredFiles::Included { count, bytes, .. } => println!("It has {count} stored files ({bytes} bytes)"),
        StoredFiles::Bucket(bucket) => {
            println!("The bucket {bucket} is not part of it: back the bucket up now, by its own means");
        }
    }
    match manifest.server_key {
        Some(_) => println!("It has the server key: whoever reads the backup reads the organizations' secrets"),
        None => {
            println!("It has no server key, as BOLE_SERVER_KEY is not set: without that key secrets cannot be opened")
        }
    }
    unfinished.keep();
    Ok(())
}

/// The folder of a backup, which is removed when the backup fails or is interrupted.
struct UnfinishedBackup(PathBuf);

impl UnfinishedBackup {
    fn create(folder: &Path) -> anyhow::Result<Self> {
        let folder = std::path::absolute(folder)?;
        let made = DirBuilder::new().recursive(true).mode(0o700).create(&folder);
        made.with_context(|| format!("cannot create {}", folder.display()))?;
        let is_empty = std::fs::read_dir(&folder)?.next().is_none();
        ensure!(is_empty, "{} is not empty; each backup needs a folder of its own", folder.display());
        Ok(Self(folder))
    }

    fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for UnfinishedBackup {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty()
            && let Err(error) = std::fs::remove_dir_all(&self.0)
        {
            tracing::warn!(%error, folder = %self.0.display(), "the incomplete backup cannot be removed");
        }
    }
}

async fn write(installation: &Installation, folder: &Path, options: BackupOptions) -> anyhow::Result<Manifest> {
    let BackupOptions { folder: _, storage, server_key } = options;
    // Checked before anything takes long.
    let (files, key) = match installation.folder() {
        Some(data) => (Some(data.join(FILES)), Some(std::fs::read_to_string(data.join(parts::SERVER_KEY)))),
        None => {
            ensure!(
                storage.is_named(),
                "name the folder of uploaded files (BOLE_FILES_DIR) or the bucket (BOLE_S3_BUCKET)"
            );
            (storage.files_dir, server_key.map(Ok))
        }
    };
    let key = key.transpose().context("cannot read the server key")?;
    if let Some(key) = parts::parse_key(key.as_deref())? {
        // An older version's database has nothing to compare the key with.
        let is_another = matches!(super::is_key_in_use(installation.database_url(), &key).await, Ok(false));
        ensure!(
            !is_another,
            "the server key is not the one that the organizations' secrets were sealed with: restore the former one, or \
             accept this one with `bole admin server-key --accept`"
        );
    }

    let mut manifest = write_database(installation.database_url(), folder).await?;
    // Files are written before the rows that name them and never change, so every row's file is there by now.
    manifest.files = match (files, storage.s3_bucket) {
        (Some(files), _) => copy_files(&files, folder)?,
        (None, bucket) => StoredFiles::Bucket(bucket.unwrap_or_default()),
    };
    if let Some(key) = key {
        let mut file = Hashed::new(manifest::create(&folder.join(parts::SERVER_KEY))?);
        file.write_all(key.trim().as_bytes())?;
        let (_, sha256, mut file) = file.finish();
        file.flush()?;
        manifest.server_key = Some(sha256);
    }
    rustix::fs::sync();
    manifest.write(folder)?;
    Ok(manifest)
}

async fn write_database(url: &str, folder: &Path) -> anyhow::Result<Manifest> {
    DirBuilder::new().mode(0o700).create(folder.join("database"))?;
    let mut snapshot = Snapshot::open(url).await.context("the database cannot be read")?;
    let mut manifest = Manifest::new(snapshot.server_version().await?, snapshot.migrations().await?);
    for table in snapshot.tables().await? {
        let entry = write_table(&mut snapshot, table, folder).await?;
        tracing::debug!(table = entry.name, rows = entry.rows, "backed up");
        manifest.tables.push(entry);
    }
    Ok(manifest)
}

async fn write_table(snapshot: &mut Snapshot, table: Table, folder: &Path) -> anyhow::Result<TableEntry> {
    let file = Hashed::new(manifest::create(&manifest::rows_path(folder, &table.name)?)?);
    let mut file = GzEncoder::new(file, Compression::fast());
    let mut rows = 0;
    let mut chunks = snapshot.rows(&table).await?;
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk?;
        // A line break within a value is written as an escape.
        rows += chunk.iter().filter(|byte| **byte == b'\n').count() as u64;
        file.write_all(&chunk)?;
    }
    let (_, sha256, mut file) = file.finish()?.finish();
    file.flush()?;
    let Table { name, columns } = table;
    Ok(TableEntry { name, columns, rows, sha256 })
}

/// Copies the stored files and lists them.
fn copy_files(files: &Path, folder: &Path) -> anyhow::Result<StoredFiles> {
    let mut list = Hashed::new(manifest::create(&folder.join(FILE_LIST))?);
    let (mut count, mut bytes) = (0, 0);
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        let entries = match std::fs::read_dir(files.join(&inner)) {
            // It was deleted meanwhile, or nothing was ever stored.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries.with_context(|| format!("cannot read {}", files.join(&inner).display()))?,
        };
        DirBuilder::new().recursive(true).mode(0o700).create(folder.join(FILES).join(&inner))?;
        for entry in entries {
            let entry = entry?;
            let key = inner.join(entry.file_name());
            if key == Path::new(UNFINISHED) {
                continue;
            }
            if entry.file_type()?.is_dir() {
                folders.push(key);
            } else if let Some((size, sha256)) = copy(&entry.path(), &folder.join(FILES).join(&key))? {
                let key = key.to_str().with_context(|| format!("{} is no key of a file", key.display()))?.to_owned();
                list.write_all(ListedFile { key, sha256 }.line().as_bytes())?;
                (count, bytes) = (count + 1, bytes + size);
            }
        }
    }
    let (_, sha256, mut list) = list.finish();
    list.flush()?;
    Ok(StoredFiles::Included { count, bytes, sha256 })
}

/// Copies a file. Returns its size and hash, or nothing if it was deleted meanwhile.
fn copy(from: &Path, to: &Path) -> anyhow::Result<Option<(u64, String)>> {
    let mut source = match std::fs::File::open(from) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        source => source.with_context(|| format!("cannot read {}", from.display()))?,
    };
    let mut target = Hashed::new(manifest::create(to)?);
    io::copy(&mut source, &mut target).with_context(|| format!("cannot copy {}", from.display()))?;
    let (size, sha256, mut target) = target.finish();
    target.flush()?;
    Ok(Some((size, sha256)))
}
