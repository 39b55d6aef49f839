//! What a backup contains. Its folder has:
//!
//! ```text
//! manifest.json           written last: without it the backup is incomplete
//! database/TABLE.copy.gz  rows as PostgreSQL's COPY writes them
//! files/                  the stored files under their keys
//! files.sha256            their hashes, as sha256sum writes them
//! server.key
//! ```

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail, ensure};
use bole_store::backup::{AppliedMigration, Table};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use time::OffsetDateTime;

const MANIFEST: &str = "manifest.json";
/// The list of the stored files.
pub const FILE_LIST: &str = "files.sha256";
/// The folder of the stored files.
pub const FILES: &str = "files";
/// Changes when an older version could not read a backup.
const FORMAT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    /// The version of Bole that made it.
    pub bole: String,
    pub postgres: String,
    /// The moment its database shows.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    migrations: Vec<MigrationEntry>,
    pub tables: Vec<TableEntry>,
    pub files: StoredFiles,
    /// The hash of the file with the server key, if it is included.
    pub server_key: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct MigrationEntry {
    version: i64,
    checksum: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct TableEntry {
    pub name: String,
    pub columns: Vec<String>,
    pub rows: u64,
    /// The hash of the file with its rows.
    pub sha256: String,
}

/// Where the stored files are.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredFiles {
    Included {
        count: u64,
        bytes: u64,
        /// The hash of their list.
        sha256: String,
    },
    /// In this bucket, which is backed up by its own means.
    Bucket(String),
}

impl Manifest {
    pub fn new(postgres: String, migrations: Vec<AppliedMigration>) -> Self {
        let entry = |it: AppliedMigration| MigrationEntry { version: it.version, checksum: hex::encode(it.checksum) };
        Self {
            format: FORMAT,
            bole: env!("CARGO_PKG_VERSION").to_owned(),
            postgres,
            created_at: OffsetDateTime::now_utc(),
            migrations: migrations.into_iter().map(entry).collect(),
            tables: Vec::new(),
            files: StoredFiles::Included { count: 0, bytes: 0, sha256: String::new() },
            server_key: None,
        }
    }

    /// The migrations its database had.
    pub fn migrations(&self) -> anyhow::Result<Vec<AppliedMigration>> {
        let applied = self.migrations.iter().map(|it| {
            let checksum = hex::decode(&it.checksum).context("the manifest has an unreadable checksum")?;
            Ok(AppliedMigration { version: it.version, checksum })
        });
        applied.collect()
    }

    /// The number of its newest migration.
    pub fn newest_migration(&self) -> i64 {
        self.migrations.iter().map(|it| it.version).max().unwrap_or_default()
    }

    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }

    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        let mut file = create(&folder.join(MANIFEST))?;
        file.write_all(text.as_bytes())?;
        file.flush()?;
        file.get_ref().sync_all()?;
        File::open(folder)?.sync_all()?;
        Ok(())
    }

    /// Reads the manifest and compares each part of the backup with it.
    pub fn read_verified(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(MANIFEST);
        let text = match std::fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                bail!("{} is no complete backup: it has no {MANIFEST}", folder.display())
            }
            text => text.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let manifest: Self = serde_json::from_str(&text).with_context(|| format!("{} is damaged", path.display()))?;
        ensure!(manifest.format == FORMAT, "the backup was made by a newer version of Bole ({})", manifest.bole);
        for table in &manifest.tables {
            verify(&table.path(folder)?, &table.sha256)?;
        }
        if let Some(sha256) = &manifest.server_key {
            verify(&folder.join(crate::parts::SERVER_KEY), sha256)?;
        }
        if let StoredFiles::Included { sha256, .. } = &manifest.files {
            verify(&folder.join(FILE_LIST), sha256)?;
            for file in listed_files(folder)? {
                let ListedFile { key, sha256 } = file?;
                verify(&folder.join(FILES).join(key), &sha256)?;
            }
        }
        Ok(manifest)
    }
}

impl TableEntry {
    pub fn table(&self) -> Table {
        Table { name: self.name.clone(), columns: self.columns.clone() }
    }

    /// The file with its rows.
    pub fn path(&self, folder: &Path) -> anyhow::Result<PathBuf> {
        rows_path(folder, &self.name)
    }
}

/// The file with a table's rows.
pub fn rows_path(folder: &Path, table: &str) -> anyhow::Result<PathBuf> {
    ensure!(is_inside(table), "{table} is no name of a table");
    Ok(folder.join("database").join(format!("{table}.copy.gz")))
}

/// A stored file in a backup's list.
pub struct ListedFile {
    pub key: String,
    pub sha256: String,
}

impl ListedFile {
    pub fn line(&self) -> String {
        format!("{}  {FILES}/{}\n", self.sha256, self.key)
    }

    fn parse(line: &str) -> Option<Self> {
        let (sha256, path) = line.split_once("  ")?;
        let key = path.strip_prefix(FILES)?.strip_prefix('/')?;
        is_inside(key).then(|| Self { key: key.to_owned(), sha256: sha256.to_owned() })
    }
}

/// The stored files of a backup, one at a time.
pub fn listed_files(folder: &Path) -> anyhow::Result<impl Iterator<Item = anyhow::Result<ListedFile>> + Send> {
    let list = BufReader::new(open(&folder.join(FILE_LIST))?);
    Ok(io::BufRead::lines(list).map(|line| {
        let line = line?;
        ListedFile::parse(&line).with_context(|| format!("{FILE_LIST} has the unreadable line {line}"))
    }))
}

/// Whether a relative path stays inside its folder.
fn is_inside(path: &str) -> bool {
    !path.is_empty() && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

fn verify(path: &Path, sha256: &str) -> anyhow::Result<()> {
    let mut file = Hashed::new(open(path)?);
    io::copy(&mut file, &mut io::sink()).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(file.finish().1 == sha256, "{} is damaged: it is not the file that was backed up", path.display());
    Ok(())
}

pub fn open(path: &Path) -> anyhow::Result<File> {
    File::open(path).with_context(|| format!("cannot read {}", path.display()))
}

/// A new file that only this account can read.
pub fn create(path: &Path) -> anyhow::Result<BufWriter<File>> {
    let file = File::options().write(true).create_new(true).mode(0o600).open(path);
    Ok(BufWriter::with_capacity(1 << 20, file.with_context(|| format!("cannot create {}", path.display()))?))
}

/// Hashes what passes.
pub struct Hashed<T> {
    inner: T,
    hash: Sha256,
    bytes: u64,
}

impl<T> Hashed<T> {
    pub fn new(inner: T) -> Self {
        Self { inner, hash: Sha256::new(), bytes: 0 }
    }

    fn pass(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
    }

    /// What was read or written, with the number of bytes and their hash.
    pub fn finish(self) -> (u64, String, T) {
        (self.bytes, hex::encode(self.hash.finalize()), self.inner)
    }
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.pass(&buffer[..read]);
        Ok(read)
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(buffer)?;
        self.pass(&buffer[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_files_stay_inside_the_backup() {
        let parse = |path: &str| ListedFile::parse(&format!("00  {path}")).map(|file| file.key);
        assert_eq!(parse("files/organizations/1/a b").as_deref(), Some("organizations/1/a b"));
        for outside in ["files/../server.key", "files//etc/passwd", "files/", "server.key", "files/a/../../b"] {
            assert_eq!(parse(outside), None, "{outside}");
        }
        let file = ListedFile { key: "organizations/1".to_owned(), sha256: "ab".to_owned() };
        assert_eq!(ListedFile::parse(file.line().trim_end()).map(|read| read.line()), Some(file.line()));
    }
}
