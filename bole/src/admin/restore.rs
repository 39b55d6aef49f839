//! `bole admin restore`: a verified backup into an empty installation.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use bole_storage::{Key, Storage};
use bole_store::backup::{Restoration, Table};
use clap::Args;
use flate2::read::GzDecoder;
use time::format_description::well_known::Rfc3339;
use tokio_util::io::ReaderStream;

use super::installation::Installation;
use super::manifest::{self, FILES, ListedFile, Manifest, StoredFiles, TableEntry};
use crate::config::{InstallationOptions, StorageOptions};
use crate::parts;

#[derive(Debug, Args)]
pub struct RestoreOptions {
    /// The folder of the backup.
    folder: PathBuf,

    #[command(flatten)]
    storage: StorageOptions,

    /// The key that a fleet's processes are started with, to be compared with the backup's.
    #[arg(long, env = "BOLE_SERVER_KEY", value_name = "KEY", hide_env_values = true)]
    server_key: Option<String>,
}

/// Restores a backup. All of it is read before anything is written.
pub async fn run(installation: InstallationOptions, options: RestoreOptions) -> anyhow::Result<()> {
    let folder = std::path::absolute(&options.folder)?;
    let manifest = Manifest::read_verified(&folder)?;
    let installation = Installation::create(installation).await?;
    let restored = restore(&installation, &folder, &manifest, options).await;
    installation.close().await?;
    restored
}

/// The database is committed last: if that fails or is interrupted, the same command can be repeated.
async fn restore(
    installation: &Installation,
    folder: &Path,
    manifest: &Manifest,
    options: RestoreOptions,
) -> anyhow::Result<()> {
    let RestoreOptions { folder: _, storage, server_key } = options;
    let included_key = match manifest.server_key {
        Some(_) => Some(std::fs::read_to_string(folder.join(parts::SERVER_KEY))?),
        None => None,
    };
    let key_in_use = match installation.folder() {
        Some(data) => std::fs::read_to_string(data.join(parts::SERVER_KEY)).ok(),
        None => server_key,
    };
    if let (Some(included), Some(in_use)) = (&included_key, &key_in_use) {
        ensure!(
            included.trim() == in_use.trim(),
            "the server key of this installation is not the backup's, so the organizations' secrets could not be \
             opened: use the content of {}",
            folder.join(parts::SERVER_KEY).display()
        );
    }
    let storage = match (installation.folder(), &manifest.files) {
        (Some(data), _) => Some(Storage::local(data.join(FILES))?),
        (None, StoredFiles::Included { .. }) => Some(parts::open(storage)?),
        (None, StoredFiles::Bucket(_)) => None,
    };

    let tables: Vec<Table> = manifest.tables.iter().map(TableEntry::table).collect();
    let begun = Restoration::begin(installation.database_url(), &manifest.migrations()?, &tables).await;
    let mut restoration = begun.context("nothing was restored")?;
    for table in &manifest.tables {
        load(&mut restoration, table, folder).await?;
    }
    if let (StoredFiles::Included { .. }, Some(storage)) = (&manifest.files, &storage) {
        restore_files(folder, storage).await?;
    }
    if let (Some(data), Some(key)) = (installation.folder(), &included_key) {
        write_key(&data.join(parts::SERVER_KEY), key)?;
    }
    restoration.commit().await.context("nothing was restored")?;

    println!("Restored {} rows, as of {}", manifest.rows(), manifest.created_at.format(&Rfc3339)?);
    match &manifest.files {
        StoredFiles::Included { count, .. } => println!("Restored {count} stored files"),
        StoredFiles::Bucket(bucket) => println!("The stored files are in the bucket {bucket}, which was not backed up"),
    }
    let migrated = parts::migrate(installation.database_url()).await?;
    println!("It had migration {}: {migrated}", manifest.newest_migration());
    if installation.folder().is_none() && key_in_use.is_none() && included_key.is_some() {
        println!("Start the processes with BOLE_SERVER_KEY from {}", folder.join(parts::SERVER_KEY).display());
    }
    Ok(())
}

async fn load(restoration: &mut Restoration, entry: &TableEntry, folder: &Path) -> anyhow::Result<()> {
    let mut rows = GzDecoder::new(manifest::open(&entry.path(folder)?)?);
    let mut loading = restoration.load(&entry.table()).await?;
    let mut chunk = vec![0; 256 * 1024];
    loop {
        let read = rows.read(&mut chunk)?;
        if read == 0 {
            break;
        }
        loading.send(&chunk[..read]).await?;
    }
    let loaded = loading.finish().await.with_context(|| format!("the rows of {} were refused", entry.name))?;
    ensure!(loaded == entry.rows, "{} has {loaded} rows instead of {}", entry.name, entry.rows);
    tracing::debug!(table = entry.name, rows = loaded, "restored");
    Ok(())
}

async fn restore_files(folder: &Path, storage: &Storage) -> anyhow::Result<()> {
    for file in manifest::listed_files(folder)? {
        let ListedFile { key, sha256 } = file?;
        let path = folder.join(FILES).join(&key);
        let source = tokio::fs::File::open(&path).await.with_context(|| format!("cannot read {}", path.display()))?;
        let stored = storage.put_stream(&Key::stored(key), ReaderStream::new(source), u64::MAX).await?;
        ensure!(stored.sha256 == sha256, "{} changed while it was restored", path.display());
    }
    Ok(())
}

/// Writes the key unless it is there from an interrupted attempt.
fn write_key(path: &Path, key: &str) -> anyhow::Result<()> {
    if path.exists() {
        return Ok(());
    }
    let mut file = manifest::create(path)?;
    file.write_all(key.as_bytes())?;
    file.flush()?;
    file.get_ref().sync_all()?;
    Ok(())
}
