//! Mixed resumes in any number, each with unique bytes.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use anyhow::{Context, ensure};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// Source folders in the project.
const FOLDERS: [&str; 5] = [
    "testdata/labelled/zh-backend-engineer/resumes",
    "testdata/labelled/en-growth-analyst/resumes",
    "testdata/labelled/id-warehouse-supervisor/resumes",
    "testdata/labelled/id-senior-tax-accountant/resumes",
    "shared/documents/tests/corpus/resumes",
];
/// A PDF reader searches for the end of the file in its last KiB.
const TAIL: usize = 1024;

/// A resume as a file.
pub struct File {
    /// A unique name.
    pub name: String,
    /// Unique content.
    pub bytes: Vec<u8>,
}

/// This many resumes, the kinds evenly mixed. Another `salt` gives other files.
pub fn mixed(count: usize, salt: &str) -> anyhow::Result<Vec<File>> {
    let originals = originals()?;
    (0..count)
        .map(|index| {
            let original = &originals[index % originals.len()];
            let mark = format!("{salt}-{index}");
            Ok(File { name: format!("{index:04}-{}", original.name), bytes: marked(&original.bytes, &mark)? })
        })
        .collect()
}

/// The originals, alternating between folders.
fn originals() -> anyhow::Result<Vec<File>> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).with_context(|| format!("cannot read {folder}"))? {
            paths.push(entry?.path());
        }
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.ends_with(".pdf") || name.ends_with(".docx") {
                found.push(File { name, bytes: fs::read(&path)? });
            }
        }
    }
    ensure!(!found.is_empty(), "there are no resumes to measure with");
    Ok(found)
}

/// The same document with an invisible mark: a comment after a PDF, the comment of a DOCX's archive.
fn marked(bytes: &[u8], mark: &str) -> anyhow::Result<Vec<u8>> {
    let mut marked = bytes.to_vec();
    if bytes.starts_with(b"PK") {
        let end = bytes.len().checked_sub(22).context("too short for an archive")?;
        let plain = bytes[end..].starts_with(b"PK\x05\x06") && bytes[end + 20..] == [0, 0];
        ensure!(plain, "an archive that has a comment already");
        marked.truncate(bytes.len() - 2);
        marked.extend(u16::try_from(mark.len())?.to_le_bytes());
        marked.extend(mark.as_bytes());
    } else {
        write!(marked, "\n%{mark}\n")?;
    }
    Ok(marked)
}

/// A PDF enlarged by ignored bytes, with its end repeated after them.
pub fn padded(pdf: &[u8], mark: &str, size: usize) -> anyhow::Result<Vec<u8>> {
    let tail = pdf.len().saturating_sub(TAIL);
    let end = pdf[tail..].windows(9).rposition(|window| window == b"startxref").context("a PDF without an end")?;
    let mut padded = Vec::with_capacity(size + TAIL);
    padded.extend_from_slice(pdf);
    write!(padded, "\n%{mark}")?;
    padded.resize(size.max(padded.len()), b'.');
    padded.push(b'\n');
    padded.extend_from_slice(&pdf[tail + end..]);
    Ok(padded)
}

/// A ZIP of the files, compressed.
pub fn archive(files: &[File]) -> anyhow::Result<Vec<u8>> {
    packed(files, SimpleFileOptions::default())
}

/// A ZIP of the files, uncompressed, because compressing thousands takes longer than the measurement.
pub fn stored_archive(files: &[File]) -> anyhow::Result<Vec<u8>> {
    packed(files, SimpleFileOptions::default().compression_method(CompressionMethod::Stored))
}

fn packed(files: &[File], options: SimpleFileOptions) -> anyhow::Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        zip.start_file(&*file.name, options)?;
        zip.write_all(&file.bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// Writes a ZIP of about this size at `path`: PDFs of 1 MiB each, uncompressed. Returns the number of entries.
pub fn large_archive(path: &Path, bytes: u64) -> anyhow::Result<usize> {
    const EACH: usize = 1 << 20;
    let pdfs: Vec<File> = originals()?.into_iter().filter(|file| file.name.ends_with(".pdf")).collect();
    let count = usize::try_from(bytes)?.div_ceil(EACH);
    let mut zip = ZipWriter::new(std::io::BufWriter::new(fs::File::create(path)?));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (index, pdf) in pdfs.iter().cycle().take(count).enumerate() {
        zip.start_file(format!("{index:04}-{}", pdf.name), stored)?;
        zip.write_all(&padded(&pdf.bytes, &index.to_string(), EACH)?)?;
    }
    zip.finish()?.into_inner().map_err(|error| error.into_error())?.sync_all()?;
    Ok(count)
}
