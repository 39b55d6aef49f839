//! Unpacks a ZIP of resumes into files named by position.
//!
//! Runs in a child process. Every file entry, except operating system litter, gets a position in the order of the
//! central directory, and an outcome; a bad entry does not affect the others. A nested ZIP is unpacked in place, one
//! level deep. From a truncated archive, nested or not, the entries before the cut are unpacked, and the truncated one
//! fails.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bole_domain::failure::{ArchiveReason, DocumentReason, EntryReason, FailureReason, FormatReason, TaskReason};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zip::ZipReadOptions;
use zip::read::{Config, ZipFileEntry};
use zip::result::ZipError;
use zip::unstable::read::ZipIterable;

use crate::cut_off::{CutOff, Lost, Source};
use crate::extract::{DocumentFailure, DocumentKind};
use crate::names::{NameEncoding, is_litter};
use crate::sniff::{self, Container};
use crate::text::Quality;
use crate::{Limits, formats, picture, plain};

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
/// How many bytes of names decide on their encoding.
const MAX_NAME_BYTES: usize = 1024 * 1024;
/// How many names of a ZIP may show its format.
const MAX_TELLING_NAMES: usize = 2_000;
/// Plain text with fewer characters is a note, and no resume.
const MIN_TEXT: usize = 100;
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
        bundles: HashSet::new(),
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
        let (mut undeclared, mut bytes) = (Vec::new(), 0);
        let mut files = 0;
        for entry in archive.files()? {
            let entry = entry?;
            let name = entry.name_raw();
            if !is_declared_utf8(&entry) && !name.is_ascii() && bytes < MAX_NAME_BYTES {
                bytes += name.len();
                undeclared.push(name.to_vec());
            }
            files += u32::from(!is_litter(&String::from_utf8_lossy(name)));
        }
        Ok(Self { encoding: NameEncoding::detect(undeclared.iter().map(|name| &**name)), files })
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
    /// Folders that are one document, of which a row was emitted.
    bundles: HashSet<String>,
    entries_left: u32,
}

/// An entry written to disk.
struct Written {
    file: PathBuf,
    size: u64,
    sha256: [u8; 32],
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
            if let Some((folder, format)) = bundle_of(&own_name) {
                let name = inside.map_or_else(|| folder.to_owned(), |inside| format!("{inside}/{folder}"));
                if self.bundles.insert(name.clone()) {
                    self.emit(name, foreign(format, false))?;
                }
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
        if entry.encrypted() {
            return Err(EntryError::Entry(EntryReason::Encrypted.into()));
        }
        let may_be_archive = is_archive_name(name);
        let written = self.write(entry, archive, may_be_archive)?;
        let claimed = sniff::claimed_kind(name);
        if written.size == 0 {
            let reason = FailureReason::from(DocumentReason::EmptyFile);
            let outcome = if claimed.is_some() { EntryOutcome::Failed(reason) } else { EntryOutcome::Skipped(reason) };
            return self.discard(&written, outcome);
        }
        let kind = match self.contents(&written, name, claimed)? {
            Contents::Document(kind) => kind,
            Contents::Foreign(format) => return self.discard(&written, foreign(format, claimed.is_some())),
            Contents::Files if nested => {
                return self.discard(&written, EntryOutcome::Failed(EntryReason::NestedTooDeep.into()));
            }
            Contents::Files => return self.nested(&written, name),
            Contents::Unreadable if nested => {
                return self.discard(&written, EntryOutcome::Failed(EntryReason::NestedTooDeep.into()));
            }
            Contents::Unreadable => {
                return self.discard(&written, EntryOutcome::Failed(EntryReason::Unreadable.into()));
            }
            Contents::Unknown => {
                return self.discard(&written, EntryOutcome::Skipped(EntryReason::NotAResume.into()));
            }
        };
        if written.size > self.limits.entry_bytes {
            return self.discard(&written, EntryOutcome::Failed(EntryReason::Bomb.into()));
        }
        if !self.seen.insert(written.sha256) {
            fs::remove_file(&written.file).map_err(EntryError::Io)?;
            return Ok(Some(EntryOutcome::Skipped(EntryReason::Duplicate.into())));
        }
        let Written { file, size, sha256, .. } = written;
        Ok(Some(EntryOutcome::Unpacked { file, size, sha256: hex::encode(sha256), kind }))
    }

    /// What a file is, by its content; the name decides only between a damaged document and something unknown.
    fn contents(&self, written: &Written, name: &str, claimed: Option<DocumentKind>) -> Result<Contents, EntryError> {
        let bytes = if written.size <= self.limits.entry_bytes {
            fs::read(&written.file).map_err(EntryError::Io)?
        } else {
            ends(&written.file).map_err(EntryError::Io)?
        };
        let or_claimed = |format: Option<FormatReason>| {
            let claimed = claimed.map_or(Contents::Unknown, Contents::Document);
            format.map_or(claimed, Contents::Foreign)
        };
        Ok(match sniff::container(&bytes) {
            Container::Empty => Contents::Unknown,
            Container::Pdf => Contents::Document(DocumentKind::Pdf),
            Container::Rtf => Contents::Document(DocumentKind::Rtf),
            Container::Html => Contents::Document(DocumentKind::Html),
            Container::WordXml => Contents::Document(DocumentKind::Docx),
            Container::OpenDocumentXml => Contents::Document(DocumentKind::Odt),
            Container::Message if claimed == Some(DocumentKind::Mhtml) => Contents::Document(DocumentKind::Mhtml),
            Container::Message => Contents::Document(DocumentKind::Email),
            Container::Ole if sniff::ole_has_stream(&bytes, "WordDocument") => Contents::Document(DocumentKind::Doc),
            // Without a Word stream it may be an encrypted DOCX, which the reader detects.
            Container::Ole => or_claimed(formats::of_ole(&bytes)),
            Container::Zip => match zip_contents(&written.file, &bytes, self.limits)? {
                Contents::Unknown | Contents::Unreadable if claimed.is_some() => Contents::Document(DocumentKind::Docx),
                Contents::Foreign(FormatReason::Pages) => {
                    Contents::Foreign(formats::bundle(name).unwrap_or(FormatReason::Pages))
                }
                contents => contents,
            },
            Container::Text if sniff::may_be_text(name) && formats::of(&bytes, name).is_none() => {
                let is_long = || plain::decode(&bytes, None).is_some_and(|text| Quality::of(&text).printed >= MIN_TEXT);
                if claimed.is_some() || is_long() { Contents::Document(DocumentKind::Text) } else { Contents::Unknown }
            }
            Container::Other if self.limits.reads_pictures && picture::is_page(&bytes) => {
                picture::kind(&bytes).map_or(Contents::Unknown, Contents::Document)
            }
            Container::Text | Container::Other => or_claimed(formats::of(&bytes, name)),
        })
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
        let (mut hasher, mut size) = (Sha256::new(), 0_u64);
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
            hasher.update(chunk);
            target.write_all(chunk).map_err(EntryError::Io)?;
        }
        Ok(Written { file: file.to_owned(), size, sha256: hasher.finalize().into() })
    }
}

/// Only a nested archive may unpack to more than a document's size.
fn is_archive_name(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| extension.eq_ignore_ascii_case("zip"))
}

/// The beginning and the end of a large file.
fn ends(file: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(file)?;
    let mut bytes = Vec::new();
    (&mut file).take(sniff::HEAD as u64).read_to_end(&mut bytes)?;
    let tail = file.metadata()?.len().saturating_sub(sniff::TAIL as u64);
    file.seek(SeekFrom::Start(tail))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What a file is.
enum Contents {
    Document(DocumentKind),
    /// A known format that cannot be read.
    Foreign(FormatReason),
    /// An archive of files.
    Files,
    /// A damaged archive.
    Unreadable,
    Unknown,
}

/// The outcome of a file that cannot be read: a person should look at it if it may be a resume.
fn foreign(format: FormatReason, claims_document: bool) -> EntryOutcome {
    if claims_document || format.may_be_resume() {
        EntryOutcome::Failed(format.into())
    } else {
        EntryOutcome::Skipped(format.into())
    }
}

/// The outermost folder of a path that is one document.
fn bundle_of(name: &str) -> Option<(&str, FormatReason)> {
    let mut folders = name.match_indices('/').map(|(at, _)| &name[..at]);
    folders.find_map(|folder| Some((folder, formats::bundle(folder)?)))
}

/// What a ZIP is.
fn zip_contents(file: &Path, bytes: &[u8], limits: &Limits) -> Result<Contents, EntryError> {
    if formats::is_odt(bytes) {
        return Ok(Contents::Document(DocumentKind::Odt));
    }
    if let Some(format) = formats::of_mimetype(bytes) {
        return Ok(Contents::Foreign(format));
    }
    let file = File::open(file).map_err(EntryError::Io)?;
    let Ok((mut archive, _)) = open(file, limits) else { return Ok(Contents::Unreadable) };
    let Ok(files) = archive.files() else { return Ok(Contents::Unreadable) };
    let (mut names, mut office) = (Vec::new(), false);
    for entry in files {
        let Ok(entry) = entry else { return Ok(Contents::Unreadable) };
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        if name.starts_with("word/") {
            return Ok(Contents::Document(DocumentKind::Docx));
        }
        office |= matches!(&*name, "[Content_Types].xml" | "META-INF/manifest.xml" | "mimetype");
        if names.len() < MAX_TELLING_NAMES {
            names.push(name);
        }
    }
    Ok(match formats::of_names(names.iter().map(|name| &**name)) {
        Some(format) => Contents::Foreign(format),
        None if office => Contents::Unknown,
        None => Contents::Files,
    })
}
