//! Unpacks a ZIP of resumes into files named by position.
//!
//! Runs in a child process. Every file entry, except operating system litter, gets a position in the order of the
//! central directory, and an outcome; a bad entry does not affect the others. A nested ZIP is unpacked in place, one
//! level deep. From a truncated archive, nested or not, the entries before the cut are unpacked, and the truncated one
//! fails.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bole_domain::failure::{ArchiveReason, DocumentReason, EntryReason, FailureReason, TaskReason};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zip::ZipReadOptions;
use zip::read::{Config, ZipFileEntry};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;

use crate::Limits;
use crate::cut_off::{CutOff, Lost, Source};
use crate::extract::{DocumentFailure, DocumentKind};
use crate::names::{NameEncoding, is_litter};
use crate::sniff::{self, Container};

/// An entry of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// 0, 1, 2 … in archive order; stable for the same archive.
    pub position: u32,
    /// The display name with folders; `outer.zip/inner.pdf` for a nested ZIP. Empty for the lost rest of a truncated
    /// archive whose names are unknown.
    pub name: String,
    pub outcome: EntryOutcome,
}

impl Entry {
    /// The same entry with its path relative to the root.
    pub(crate) fn in_directory(mut self, directory: &Path) -> Self {
        if let EntryOutcome::Unpacked { file, .. } = &mut self.outcome
            && let Some(name) = file.file_name()
        {
            *file = directory.join(name);
        }
        self
    }
}

/// The outcome of unpacking an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryOutcome {
    /// A document, or something named like one, unpacked to a file.
    Unpacked {
        /// In the target folder, named by position.
        file: PathBuf,
        /// Size in bytes.
        size: u64,
        /// Lower-case hexadecimal.
        sha256: String,
        /// By content if known, else by name.
        kind: DocumentKind,
    },
    /// Not a resume, or already in the batch.
    Skipped(FailureReason),
    /// It could not be unpacked and needs a person.
    Failed(FailureReason),
}

/// Smaller entries may have any ratio, because a blank page compresses a thousandfold.
const RATIO_FREE_BYTES: u64 = 1024 * 1024;
/// General purpose bit 11: the name is UTF-8.
const UTF8_FLAG: u16 = 0x800;
const BUFFER: usize = 64 * 1024;

type Archive = ZipIterable<BufReader<Source>>;

/// Unpacks `zip` into `into`, emitting each entry as soon as it is done.
pub(crate) fn unpack(
    zip: File,
    into: &Path,
    limits: &Limits,
    emit: &mut dyn FnMut(Entry) -> io::Result<()>,
) -> Result<(), DocumentFailure> {
    let unreadable = |detail: String| DocumentFailure::new(ArchiveReason::Unreadable, detail);
    let (mut archive, lost) = open(zip, limits).map_err(|error| unreadable(error.to_string()))?;
    let names = Names::of(&mut archive).map_err(|error| unreadable(error.to_string()))?;
    if names.files > limits.archive_entries {
        return Err(DocumentFailure::new(ArchiveReason::TooManyEntries, format!("{} entries", names.files)));
    }
    let mut unpacker = Unpacker {
        into,
        limits,
        emit,
        position: 0,
        unpacked: 0,
        seen: HashSet::new(),
        entries_left: limits.archive_entries,
    };
    unpacker.entries_left -= names.files;
    let internal = |error: io::Error| DocumentFailure::new(TaskReason::Internal, error.to_string());
    unpacker.archive(&mut archive, names.encoding, None).map_err(|error| match error {
        Stop::Archive(error) => unreadable(error.to_string()),
        Stop::Io(error) => internal(error),
    })?;
    let Some(Lost { name }) = lost else { return Ok(()) };
    let name = names.encoding.decode(&name, false);
    unpacker.emit(name, EntryOutcome::Failed(ArchiveReason::CutOff.into())).map_err(internal)
}

/// An archive; of a truncated one the intact part, and what is lost.
fn open(zip: File, limits: &Limits) -> Result<(Archive, Option<Lost>), ZipError> {
    let zip = Arc::new(zip);
    match read(Source::Whole(Arc::clone(&zip))) {
        Ok(archive) => Ok((archive, None)),
        Err(error) => mended(zip, limits).ok_or(error),
    }
}

/// The intact part of a truncated archive, and what is lost.
fn mended(zip: Arc<File>, limits: &Limits) -> Option<(Archive, Option<Lost>)> {
    let CutOff { archive, lost } = CutOff::of(zip, limits.archive_entries).ok()??;
    Some((read(Source::Mended(archive)).ok()?, lost))
}

fn read(zip: Source) -> Result<Archive, ZipError> {
    ZipIterable::try_new(BufReader::with_capacity(BUFFER, zip), Config::default())
}

/// The result of scanning the central directory.
struct Names {
    encoding: NameEncoding,
    /// Files, without litter.
    files: u32,
}

impl Names {
    fn of(archive: &mut Archive) -> Result<Self, ZipError> {
        let mut encoding = NameEncoding::Utf8;
        let mut files = 0;
        for entry in archive.files()? {
            let entry = entry?;
            if !is_declared_utf8(&entry) && NameEncoding::detect([entry.name_raw()]) == NameEncoding::Gb18030 {
                encoding = NameEncoding::Gb18030;
            }
            files += u32::from(!is_litter(&String::from_utf8_lossy(entry.name_raw())));
        }
        Ok(Self { encoding, files })
    }
}

fn is_declared_utf8(entry: &ZipFileEntry<'_>) -> bool {
    entry.flags().as_u16() & UTF8_FLAG != 0
}

/// An error that ends the whole archive.
enum Stop {
    Archive(ZipError),
    Io(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

enum EntryError {
    Entry(FailureReason),
    /// An error of this machine's disk.
    Io(io::Error),
}

struct Unpacker<'a> {
    into: &'a Path,
    limits: &'a Limits,
    emit: &'a mut dyn FnMut(Entry) -> io::Result<()>,
    position: u32,
    /// Bytes written so far, including bombs.
    unpacked: u64,
    seen: HashSet<[u8; 32]>,
    entries_left: u32,
}

/// An entry written to disk.
struct Written {
    file: PathBuf,
    size: u64,
    sha256: [u8; 32],
    head: Vec<u8>,
}

impl Unpacker<'_> {
    /// `inside` is the path of the containing archive.
    fn archive(&mut self, archive: &mut Archive, encoding: NameEncoding, inside: Option<&str>) -> Result<(), Stop> {
        let files = archive.files().map_err(Stop::Archive)?;
        while let Some(entry) = files.next() {
            let entry = entry.map_err(Stop::Archive)?;
            let own_name = encoding.decode(entry.name_raw(), is_declared_utf8(&entry));
            if entry.is_dir() || entry.is_symlink() || is_litter(&own_name) {
                continue;
            }
            let name = inside.map_or_else(|| own_name.clone(), |inside| format!("{inside}/{own_name}"));
            match self.entry(entry, files.reader_mut(), &name, inside.is_some()) {
                Ok(Some(outcome)) => self.emit(name, outcome)?,
                Ok(None) => {}
                Err(EntryError::Entry(reason)) => self.emit(name, EntryOutcome::Failed(reason))?,
                Err(EntryError::Io(error)) => return Err(Stop::Io(error)),
            }
        }
        Ok(())
    }

    fn emit(&mut self, name: String, outcome: EntryOutcome) -> io::Result<()> {
        let position = self.position;
        self.position += 1;
        (self.emit)(Entry { position, name, outcome })
    }

    /// `None` for a nested ZIP, whose entries were emitted instead.
    fn entry<R: Read + Seek>(
        &mut self,
        entry: ZipFileEntry<'_>,
        archive: &mut R,
        name: &str,
        nested: bool,
    ) -> Result<Option<EntryOutcome>, EntryError> {
        let skipped = |reason| Ok(Some(EntryOutcome::Skipped(reason)));
        if entry.encrypted() {
            return Err(EntryError::Entry(EntryReason::Encrypted.into()));
        }
        let may_be_archive = is_archive_name(name);
        let written = self.write(entry, archive, may_be_archive)?;
        let claimed = sniff::claimed_kind(name);
        let kind = match sniff::container(&written.head) {
            Container::Empty => return self.discard(&written, EntryOutcome::Failed(DocumentReason::EmptyFile.into())),
            Container::Pdf => Some(DocumentKind::Pdf),
            // Without a Word stream it may be an encrypted DOCX, which the reader detects.
            Container::Ole => ole_kind(&written.file)?.or(claimed),
            Container::Zip if claimed.is_some() => Some(DocumentKind::Docx),
            Container::Zip => match zip_contents(&written.file, self.limits)? {
                ZipContents::Word => Some(DocumentKind::Docx),
                ZipContents::Office => None,
                ZipContents::Files | ZipContents::Unreadable if nested => {
                    return self.discard(&written, EntryOutcome::Failed(EntryReason::NestedTooDeep.into()));
                }
                ZipContents::Files => return self.nested(&written, name),
                ZipContents::Unreadable => {
                    return self.discard(&written, EntryOutcome::Failed(EntryReason::Unreadable.into()));
                }
            },
            Container::Other => claimed,
        };
        let Some(kind) = kind else {
            fs::remove_file(&written.file).map_err(EntryError::Io)?;
            return skipped(EntryReason::NotAResume.into());
        };
        if written.size > self.limits.entry_bytes {
            return self.discard(&written, EntryOutcome::Failed(EntryReason::Bomb.into()));
        }
        if !self.seen.insert(written.sha256) {
            fs::remove_file(&written.file).map_err(EntryError::Io)?;
            return skipped(EntryReason::Duplicate.into());
        }
        let Written { file, size, sha256, .. } = written;
        Ok(Some(EntryOutcome::Unpacked { file, size, sha256: hex::encode(sha256), kind }))
    }

    fn discard(&self, written: &Written, outcome: EntryOutcome) -> Result<Option<EntryOutcome>, EntryError> {
        fs::remove_file(&written.file).map_err(EntryError::Io)?;
        Ok(Some(outcome))
    }

    /// Unpacks the entries of a nested ZIP in place of the entry.
    fn nested(&mut self, written: &Written, name: &str) -> Result<Option<EntryOutcome>, EntryError> {
        // Its first entry reuses its position and file name.
        let archive = self.into.join("nested");
        fs::rename(&written.file, &archive).map_err(EntryError::Io)?;
        let outcome = self.nested_entries(&archive, name);
        fs::remove_file(&archive).map_err(EntryError::Io)?;
        outcome
    }

    fn nested_entries(&mut self, archive: &Path, name: &str) -> Result<Option<EntryOutcome>, EntryError> {
        let unreadable = |_| EntryError::Entry(EntryReason::Unreadable.into());
        let archive = File::open(archive).map_err(EntryError::Io)?;
        let (mut archive, lost) = open(archive, self.limits).map_err(unreadable)?;
        let names = Names::of(&mut archive).map_err(unreadable)?;
        let Some(left) = self.entries_left.checked_sub(names.files) else {
            return Err(EntryError::Entry(ArchiveReason::TooManyEntries.into()));
        };
        self.entries_left = left;
        match self.archive(&mut archive, names.encoding, Some(name)) {
            Ok(()) => {
                if let Some(Lost { name: lost }) = lost {
                    let lost = names.encoding.decode(&lost, false);
                    let lost = if lost.is_empty() { name.to_owned() } else { format!("{name}/{lost}") };
                    self.emit(lost, EntryOutcome::Failed(ArchiveReason::CutOff.into())).map_err(EntryError::Io)?;
                }
                Ok(None)
            }
            // Entries already emitted stay; the rest of that archive becomes one failed row.
            Err(Stop::Archive(_)) => Err(EntryError::Entry(EntryReason::Unreadable.into())),
            Err(Stop::Io(error)) => Err(EntryError::Io(error)),
        }
    }

    /// Inflates an entry into its file while hashing, and stops when a limit is exceeded.
    fn write<R: Read + Seek>(
        &mut self,
        entry: ZipFileEntry<'_>,
        archive: &mut R,
        may_be_archive: bool,
    ) -> Result<Written, EntryError> {
        let file = self.into.join(format!("{:06}", self.position));
        let written = self.inflate(entry, archive, may_be_archive, &file);
        if written.is_err() && file.exists() {
            fs::remove_file(&file).map_err(EntryError::Io)?;
        }
        written
    }

    fn inflate<R: Read + Seek>(
        &mut self,
        entry: ZipFileEntry<'_>,
        archive: &mut R,
        may_be_archive: bool,
        file: &Path,
    ) -> Result<Written, EntryError> {
        let unreadable = || EntryError::Entry(EntryReason::Unreadable.into());
        let bomb = || EntryError::Entry(EntryReason::Bomb.into());
        let size_limit = if may_be_archive { self.limits.archive_bytes } else { self.limits.entry_bytes };
        if entry.size() > size_limit {
            return Err(bomb());
        }
        let ratio_limit = entry.compressed_size().saturating_mul(u64::from(self.limits.ratio)).max(RATIO_FREE_BYTES);
        let mut source = entry.with_reader(archive, ZipReadOptions::new()).map_err(|_| unreadable())?;
        let mut target = File::create(file).map_err(EntryError::Io)?;
        let (mut hasher, mut size, mut head) = (Sha256::new(), 0_u64, Vec::new());
        let mut buffer = vec![0; BUFFER];
        loop {
            let read = source.read(&mut buffer).map_err(|_| unreadable())?;
            if read == 0 {
                break;
            }
            let chunk = &buffer[..read];
            size += read as u64;
            self.unpacked += read as u64;
            if size > size_limit || size > ratio_limit || self.unpacked > self.limits.unpacked_bytes {
                return Err(bomb());
            }
            if head.len() < sniff::HEAD {
                head.extend_from_slice(&chunk[..read.min(sniff::HEAD - head.len())]);
            }
            hasher.update(chunk);
            target.write_all(chunk).map_err(EntryError::Io)?;
        }
        Ok(Written { file: file.to_owned(), size, sha256: hasher.finalize().into(), head })
    }
}

/// Only a nested archive may unpack to more than a document's size.
fn is_archive_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("zip"))
}

fn ole_kind(file: &Path) -> Result<Option<DocumentKind>, EntryError> {
    let bytes = fs::read(file).map_err(EntryError::Io)?;
    Ok(sniff::ole_has_stream(&bytes, "WordDocument").then_some(DocumentKind::Doc))
}

enum ZipContents {
    Word,
    /// A spreadsheet, a presentation, an OpenDocument.
    Office,
    Files,
    Unreadable,
}

fn zip_contents(file: &Path, limits: &Limits) -> Result<ZipContents, EntryError> {
    let file = File::open(file).map_err(EntryError::Io)?;
    let Ok((mut archive, _)) = open(file, limits) else { return Ok(ZipContents::Unreadable) };
    let Ok(files) = archive.files() else { return Ok(ZipContents::Unreadable) };
    let mut contents = ZipContents::Files;
    for entry in files {
        let Ok(entry) = entry else { return Ok(ZipContents::Unreadable) };
        match entry.name_raw() {
            name if name.starts_with(b"word/") => return Ok(ZipContents::Word),
            b"[Content_Types].xml" | b"META-INF/manifest.xml" | b"mimetype" => contents = ZipContents::Office,
            _ => {}
        }
    }
    Ok(contents)
}
