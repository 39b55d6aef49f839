//! Small hand-built files: PDFs with a given content stream, DOCX files with a given body, archives.

pub mod scan;

use std::fs;
use std::io::{Cursor, Write};
use std::path::PathBuf;

use bole_documents::{DocumentFailure, Entry, EntryOutcome, Limits, Sandbox};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

pub fn child_exe() -> PathBuf {
    env!("CARGO_BIN_EXE_bole-extract").into()
}

pub fn sandbox() -> Sandbox {
    Sandbox::new(child_exe(), Limits::default())
}

/// A one-page A4 PDF in Helvetica (`/F1`).
pub fn pdf(content: &str) -> Vec<u8> {
    pdf_with(content, &[])
}

/// [`pdf`] with annotations; fields among them are the form's.
pub fn pdf_with(content: &str, annotations: &[&str]) -> Vec<u8> {
    let references: Vec<String> = (6..6 + annotations.len()).map(|number| format!("{number} 0 R")).collect();
    let references = references.join(" ");
    let mut objects = vec![
        format!("<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[{references}]>>>>"),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>/Annots[{references}]>>"
        ),
        format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_owned(),
    ];
    objects.extend(annotations.iter().map(|annotation| (*annotation).to_owned()));
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        write!(file, "{} 0 obj\n{object}\nendobj\n", index + 1).unwrap();
    }
    let xref = file.len();
    write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
    for offset in offsets {
        writeln!(file, "{offset:010} 00000 n ").unwrap();
    }
    write!(file, "trailer<</Size {}/Root 1 0 R>>\nstartxref\n{xref}\n%%EOF\n", objects.len() + 1).unwrap();
    file
}

/// A PDF with this name in its text, so that each is different.
pub fn resume_pdf(name: &str) -> Vec<u8> {
    pdf(&format!("BT /F1 12 Tf 72 700 Td ({name}, software engineer, 2019.07 - 2024.06) Tj ET"))
}

/// A DOCX with this content in `w:body`.
pub fn docx(body: &str) -> Vec<u8> {
    docx_with(body, &[])
}

/// A DOCX with additional parts, such as `word/styles.xml`.
pub fn docx_with(body: &str, parts: &[(&str, &str)]) -> Vec<u8> {
    let relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let rels = |inner: String| {
        format!(
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{inner}</Relationships>"#
        )
    };
    let document = format!(
        r#"<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>"#
    );
    let root =
        rels(format!(r#"<Relationship Id="r1" Type="{relationships}/officeDocument" Target="word/document.xml"/>"#));
    let own = rels(format!(r#"<Relationship Id="r2" Type="{relationships}/styles" Target="styles.xml"/>"#));
    let mut entries = vec![
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", &root),
        ("word/document.xml", &document),
        ("word/_rels/document.xml.rels", &own),
    ];
    entries.extend_from_slice(parts);
    archive(&entries.iter().map(|(name, text)| (*name, text.as_bytes().to_vec())).collect::<Vec<_>>())
}

/// A deflated ZIP; non-ASCII names are marked as UTF-8.
pub fn archive(entries: &[(impl AsRef<str>, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in entries {
        let name = name.as_ref();
        if name.ends_with('/') {
            zip.add_directory(name, options).unwrap();
        } else {
            zip.start_file(name, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
    }
    zip.finish().unwrap().into_inner()
}

/// Sets general purpose flag bits of the n-th entry, in its local and its central header.
pub fn set_flags(zip: &mut [u8], index: usize, set: u16, clear: u16) {
    for (signature, offset) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let at = nth(zip, signature, index) + offset;
        let flags = u16::from_le_bytes([zip[at], zip[at + 1]]) & !clear | set;
        zip[at..at + 2].copy_from_slice(&flags.to_le_bytes());
    }
}

/// Replaces a name of the same length everywhere.
pub fn rename(zip: &mut [u8], from: &[u8], to: &[u8]) {
    assert_eq!(from.len(), to.len());
    let places: Vec<usize> = (0..zip.len() - from.len()).filter(|at| zip[*at..].starts_with(from)).collect();
    assert_eq!(places.len(), 2, "once in the local, once in the central header");
    for at in places {
        zip[at..at + to.len()].copy_from_slice(to);
    }
}

fn nth(haystack: &[u8], needle: &[u8], index: usize) -> usize {
    (0..haystack.len()).filter(|at| haystack[*at..].starts_with(needle)).nth(index).unwrap()
}

/// The result of unpacking an archive.
pub struct Unpacked {
    pub into: TempDir,
    pub entries: Vec<Entry>,
    pub end: Result<(), DocumentFailure>,
}

pub async fn unpack_with(zip: &[u8], limits: Limits) -> Unpacked {
    let (source, into) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let path = source.path().join("batch.zip");
    fs::write(&path, zip).unwrap();
    let mut stream = Sandbox::new(child_exe(), limits).unpack(&path, into.path()).await;
    let (mut entries, mut end) = (Vec::new(), Ok(()));
    while let Some(item) = stream.next().await {
        match item {
            Ok(entry) => entries.push(entry),
            Err(failure) => end = Err(failure),
        }
    }
    Unpacked { into, entries, end }
}

pub async fn unpack(zip: &[u8]) -> Unpacked {
    unpack_with(zip, Limits::default()).await
}

impl Unpacked {
    /// `name: outcome`, one per entry.
    pub fn table(&self) -> Vec<String> {
        self.end.as_ref().unwrap();
        let row = |entry: &Entry| match &entry.outcome {
            EntryOutcome::Unpacked { kind, .. } => format!("{}: {kind}", entry.name),
            EntryOutcome::Skipped(reason) => format!("{}: skipped {reason}", entry.name),
            EntryOutcome::Failed(reason) => format!("{}: failed {reason}", entry.name),
        };
        self.entries.iter().map(row).collect()
    }
}
