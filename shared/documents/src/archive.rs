//! Unpacking a ZIP of resumes, entry by entry, into files named by position.
//!
//! Runs in a child. Every entry of the archive that is a file of somebody's gets a position, in the order of the central
//! directory, and an outcome; one bad entry costs itself only. A ZIP inside is unpacked in place, once. Of one that was cut
//! off, what stands before the cut is unpacked, and the entry that was cut fails.

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
use crate::cut_off::{CutOff, Source};
use crate::extract::{DocumentFailure, DocumentKind};
use crate::names::{NameEncoding, is_litter};
use crate::sniff::{self, Container};

/// One file of an archive.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// 0, 1, 2 … in the archive's order; the same archive gives the same positions.
    pub position: u32,
    /// For people: folders and all, `outer.zip/inner.pdf` inside a ZIP in the ZIP.
    pub name: String,
    /// What became of it.
    pub outcome: EntryOutcome,
}

impl Entry {
    /// The same entry with its file's path from the root.
    pub(crate) fn in_directory(mut self, directory: &Path) -> Self {
        if let EntryOutcome::Unpacked { file, .. } = &mut self.outcome
            && let Some(name) = file.file_name()
        {
            *file = directory.join(name);
        }
        self
    }
}

/// What became of an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryOutcome {
    /// It is a document, or claims to be one, and lies in a file of its own.
    Unpacked {
        /// In the directory given for unpacking, named by position.
        file: PathBuf,
        /// Bytes.
        size: u64,
        /// Lower-case hexadecimal.
        sha256: String,
        /// By content where it is known, else by name.
        kind: DocumentKind,
    },
    /// Left out, and nothing is lost by it: no resume, or one that is in the batch already.
    Skipped(FailureReason),
    /// Could not be unpacked; a person should look.
    Failed(FailureReason),
}

/// Smaller entries may have any ratio: a page of blanks packs a thousandfold and harms nobody.
const RATIO_FREE_BYTES: u64 = 1024 * 1024;
/// General purpose bit 11: the name is UTF-8.
const UTF8_FLAG: u16 = 0x800;
const BUFFER: usize = 64 * 1024;

type Archive = ZipIterable<BufReader<Source>>;

/// Unpacks `zip` into `into`, handing out each entry as soon as it is done.
pub(crate) fn unpack(
    zip: File,
    into: &Path,
    limits: &Limits,
    emit: &mut dyn FnMut(Entry) -> io::Result<()>,
) -> Result<(), DocumentFailure> {
    let unreadable = |detail: String| DocumentFailure::new(ArchiveReason::Unreadable, detail);
    let zip = Arc::new(zip);
    let (mut archive, cut_entry) = match read(Source::Whole(Arc::clone(&zip))) {
        Ok(archive) => (archive, None),
        Err(error) => mended(zip, limits).ok_or_else(|| unreadable(error.to_string()))?,
    };
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
    // How many came after it, nobody knows.
    let Some(name) = cut_entry else { return Ok(()) };
    let name = names.encoding.decode(&name, false);
    unpacker.emit(name, EntryOutcome::Failed(DocumentReason::Truncated.into())).map_err(internal)
}

/// What stands before the cut of an archive that lost its end, and the name of the entry that was cut.
fn mended(zip: Arc<File>, limits: &Limits) -> Option<(Archive, Option<Vec<u8>>)> {
    let CutOff { archive, cut_entry } = CutOff::of(zip, limits.archive_entries).ok()??;
    Some((read(Source::Mended(archive)).ok()?, cut_entry))
}

fn open(path: &Path) -> Result<Archive, ZipError> {
    read(Source::Whole(Arc::new(File::open(path)?)))
}

fn read(zip: Source) -> Result<Archive, ZipError> {
    ZipIterable::try_new(BufReader::with_capacity(BUFFER, zip), Config::default())
}

/// What a first look at the central directory tells.
struct Names {
    encoding: NameEncoding,
    /// Files, litter not counted.
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

/// What ends the whole archive.
enum Stop {
    Archive(ZipError),
    Io(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// What is wrong with one entry.
enum EntryError {
    Entry(FailureReason),
    /// Our side of the disk.
    Io(io::Error),
}

struct Unpacker<'a> {
    into: &'a Path,
    limits: &'a Limits,
    emit: &'a mut dyn FnMut(Entry) -> io::Result<()>,
    position: u32,
    /// Bytes written so far, bombs included.
    unpacked: u64,
    seen: HashSet<[u8; 32]>,
    entries_left: u32,
}

/// An entry's bytes on disk.
struct Written {
    file: PathBuf,
    size: u64,
    sha256: [u8; 32],
    head: Vec<u8>,
}

impl Unpacker<'_> {
    /// `inside` names the archive this one was found in.
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

    /// `None` for a ZIP inside, whose entries were emitted instead.
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
            // Without a Word stream it may be an encrypted DOCX, which the reader will name.
            Container::Ole => ole_kind(&written.file)?.or(claimed),
            Container::Zip if claimed.is_some() => Some(DocumentKind::Docx),
            Container::Zip => match zip_contents(&written.file) {
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

    /// Unpacks the entries of a ZIP in the ZIP in place of the entry itself.
    fn nested(&mut self, written: &Written, name: &str) -> Result<Option<EntryOutcome>, EntryError> {
        // Its first entry takes over its position, and with it the file's name.
        let archive = self.into.join("nested");
        fs::rename(&written.file, &archive).map_err(EntryError::Io)?;
        let outcome = self.nested_entries(&archive, name);
        fs::remove_file(&archive).map_err(EntryError::Io)?;
        outcome
    }

    fn nested_entries(&mut self, archive: &Path, name: &str) -> Result<Option<EntryOutcome>, EntryError> {
        let unreadable = |_| EntryError::Entry(EntryReason::Unreadable.into());
        let mut archive = open(archive).map_err(unreadable)?;
        let names = Names::of(&mut archive).map_err(unreadable)?;
        let Some(left) = self.entries_left.checked_sub(names.files) else {
            return Err(EntryError::Entry(ArchiveReason::TooManyEntries.into()));
        };
        self.entries_left = left;
        match self.archive(&mut archive, names.encoding, Some(name)) {
            Ok(()) => Ok(None),
            // What was emitted stays; the rest of that archive is one failed row.
            Err(Stop::Archive(_)) => Err(EntryError::Entry(EntryReason::Unreadable.into())),
            Err(Stop::Io(error)) => Err(EntryError::Io(error)),
        }
    }

    /// Inflates an entry into its file, hashing on the way, and stops as soon as a limit is passed.
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

/// Only what calls itself an archive may unpack to more than a document's size.
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

fn zip_contents(file: &Path) -> ZipContents {
    let Ok(mut archive) = open(file) else { return ZipContents::Unreadable };
    let Ok(files) = archive.files() else { return ZipContents::Unreadable };
    let mut contents = ZipContents::Files;
    for entry in files {
        let Ok(entry) = entry else { return ZipContents::Unreadable };
        match entry.name_raw() {
            name if name.starts_with(b"word/") => return ZipContents::Word,
            b"[Content_Types].xml" | b"META-INF/manifest.xml" | b"mimetype" => contents = ZipContents::Office,
            _ => {}
        }
    }
    contents
}
