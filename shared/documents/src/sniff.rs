//! Detects a file's type by its content, because names are unreliable.

use crate::extract::DocumentKind;

/// The family of a file by its first bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Container {
    /// An empty file.
    Empty,
    /// `%PDF-` within the first kibibyte.
    Pdf,
    /// A ZIP: a DOCX, another office file, or an archive.
    Zip,
    /// An OLE compound file: a Word 97–2003 file, or an encrypted OOXML one.
    Ole,
    /// Anything else.
    Other,
}

/// How many bytes [`container`] examines.
pub(crate) const HEAD: usize = 1024;
/// How far into a file the PDF header may start, because mail gateways prepend bytes.
const PDF_HEADER_WINDOW: usize = HEAD;
const OLE_MAGIC: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

pub(crate) fn container(head: &[u8]) -> Container {
    if head.is_empty() {
        Container::Empty
    } else if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        Container::Zip
    } else if head.starts_with(&OLE_MAGIC) {
        Container::Ole
    } else if contains(&head[..head.len().min(PDF_HEADER_WINDOW)], b"%PDF-") {
        Container::Pdf
    } else {
        Container::Other
    }
}

/// The type claimed by the file extension.
pub(crate) fn claimed_kind(name: &str) -> Option<DocumentKind> {
    let (_, extension) = name.rsplit_once('.')?;
    match extension.trim().to_ascii_lowercase().as_str() {
        "pdf" => Some(DocumentKind::Pdf),
        "docx" | "docm" | "dotx" => Some(DocumentKind::Docx),
        "doc" | "dot" | "wps" => Some(DocumentKind::Doc),
        _ => None,
    }
}

/// Whether an OLE file contains a stream of this name, stored as UTF-16 in its directory.
pub(crate) fn ole_has_stream(bytes: &[u8], name: &str) -> bool {
    let wide: Vec<u8> = name.encode_utf16().chain([0]).flat_map(u16::to_le_bytes).collect();
    contains(bytes, &wide)
}

pub(crate) fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    find(haystack, needle).is_some()
}

pub(crate) fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

pub(crate) fn rfind(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).rposition(|window| window == needle)
}
