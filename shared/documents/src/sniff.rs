//! Detects a file's type by its content, because names are unreliable.

use encoding_rs::{Encoding, UTF_8};

use crate::extract::DocumentKind;
use crate::plain;

/// The family of a file.
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
    Rtf,
    Html,
    /// Word 2003 XML, or a Word document whose parts are in one XML file.
    WordXml,
    /// An OpenDocument text in one XML file.
    OpenDocumentXml,
    /// An email or a web archive: headers of a message.
    Message,
    /// Text without a known structure.
    Text,
    /// Anything else.
    Other,
}

impl Container {
    /// Whether files of this family may be resumes that can be read.
    pub(crate) const fn is_document(self) -> bool {
        !matches!(self, Self::Empty | Self::Text | Self::Other)
    }
}

/// How much of a file's beginning shows its type.
pub(crate) const HEAD: usize = 4096;
/// How far into a file the PDF header may start, because mail gateways prepend bytes.
const PDF_HEADER_WINDOW: usize = 1024;
const OLE_MAGIC: [u8; 8] = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/// The end record of a ZIP, without its comment, and the longest comment.
const END_RECORD: usize = 22;
const MAX_COMMENT: usize = 65_535;
/// How much of a file's end holds a ZIP's end record.
pub(crate) const TAIL: usize = END_RECORD + MAX_COMMENT;

/// The family of a complete file.
pub(crate) fn container(bytes: &[u8]) -> Container {
    match family(&bytes[..bytes.len().min(HEAD)]) {
        Container::Text | Container::Other if has_end_record(&bytes[bytes.len().saturating_sub(TAIL)..]) => {
            Container::Zip
        }
        family => family,
    }
}

/// The family of a file by its beginning.
pub(crate) fn family(head: &[u8]) -> Container {
    if head.is_empty() {
        return Container::Empty;
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Container::Zip;
    }
    if head.starts_with(&OLE_MAGIC) {
        return Container::Ole;
    }
    let start = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if start.starts_with(b"{\\rtf") || start.starts_with(b"{\\urtf") {
        return Container::Rtf;
    }
    if contains(&head[..head.len().min(PDF_HEADER_WINDOW)], b"%PDF-") {
        return Container::Pdf;
    }
    match text_of(head) {
        Some(text) => text_family(&text),
        None => Container::Other,
    }
}

/// The beginning of a text file; bytes of unknown encodings stay unreadable.
fn text_of(head: &[u8]) -> Option<String> {
    let marked = Encoding::for_bom(head).map(|(encoding, _)| encoding);
    let encoding = marked.or_else(|| plain::wide(head)).unwrap_or(UTF_8);
    let text = encoding.decode(head).0;
    let controls = text.chars().filter(|c| c.is_control() && !c.is_whitespace() && *c != '\u{1b}').count();
    (controls * 100 <= text.chars().count()).then(|| text.into_owned())
}

fn text_family(text: &str) -> Container {
    let lower = text.to_ascii_lowercase();
    let mut start = lower.trim_start();
    // Declarations and comments before the first element.
    while let Some(rest) = start.strip_prefix("<?").or_else(|| start.strip_prefix("<!--")) {
        let end = if start.starts_with("<?") { "?>" } else { "-->" };
        match rest.find(end) {
            Some(at) => start = rest[at + end.len()..].trim_start(),
            None => break,
        }
    }
    const PAGES: [&str; 12] = [
        "<!doctype html",
        "<html",
        "<head",
        "<body",
        "<meta",
        "<title",
        "<style",
        "<div",
        "<p>",
        "<p ",
        "<table",
        "<center",
    ];
    if PAGES.iter().any(|tag| start.starts_with(tag)) {
        return Container::Html;
    }
    if start.starts_with("<w:worddocument") || start.starts_with("<pkg:package") && lower.contains("word.document") {
        return Container::WordXml;
    }
    if start.starts_with("<office:document") && lower.contains("opendocument.text") {
        return Container::OpenDocumentXml;
    }
    if is_message(lower.trim_start()) { Container::Message } else { Container::Text }
}

/// Whether a text begins with headers of a message, at least two of them usual ones.
fn is_message(text: &str) -> bool {
    const USUAL: [&str; 12] = [
        "from",
        "to",
        "cc",
        "date",
        "subject",
        "message-id",
        "mime-version",
        "content-type",
        "received",
        "return-path",
        "delivered-to",
        "content-transfer-encoding",
    ];
    let mut usual = 0;
    for line in text.lines().take_while(|line| !line.is_empty()) {
        if line.starts_with([' ', '\t']) {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else { return false };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
            return false;
        }
        usual += usize::from(USUAL.contains(&name));
    }
    usual >= 2
}

/// Whether the end of a file is that of a ZIP.
pub(crate) fn has_end_record(tail: &[u8]) -> bool {
    let mut end = tail.len();
    while let Some(at) = rfind(&tail[..end], b"PK\x05\x06") {
        let record = &tail[at..];
        if record.len() >= END_RECORD
            && record.len() >= END_RECORD + usize::from(u16::from_le_bytes([record[20], record[21]]))
        {
            return true;
        }
        end = at;
    }
    false
}

/// The type claimed by the file extension.
pub(crate) fn claimed_kind(name: &str) -> Option<DocumentKind> {
    match extension(name)?.as_str() {
        "pdf" => Some(DocumentKind::Pdf),
        "docx" | "docm" | "dotx" => Some(DocumentKind::Docx),
        "doc" | "dot" | "wps" => Some(DocumentKind::Doc),
        "rtf" => Some(DocumentKind::Rtf),
        "odt" | "ott" | "fodt" => Some(DocumentKind::Odt),
        "html" | "htm" => Some(DocumentKind::Html),
        "mht" | "mhtml" => Some(DocumentKind::Mhtml),
        "eml" => Some(DocumentKind::Email),
        _ => None,
    }
}

/// Whether a text file of this name may be written for people; data and code are not.
pub(crate) fn may_be_text(name: &str) -> bool {
    match extension(name).as_deref() {
        None | Some("txt" | "text" | "md" | "markdown" | "asc" | "rst") => true,
        Some(other) => claimed_kind(name).is_some() || !other.bytes().all(|byte| byte.is_ascii_alphanumeric()),
    }
}

pub(crate) fn extension(name: &str) -> Option<String> {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').map(|(_, extension)| extension.trim().to_ascii_lowercase())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_formats_are_known_by_their_beginning() {
        for (head, family) in [
            (&b"{\\rtf1\\ansi x}"[..], Container::Rtf),
            (b"\xef\xbb\xbf\r\n<!-- saved --><?xml version='1.0'?><HTML xmlns='x'>", Container::Html),
            (b"\xff\xfe<\0h\0t\0m\0l\0>\0", Container::Html),
            (b"<?xml version='1.0'?><?mso-application progid='Word.Document'?><w:wordDocument>", Container::WordXml),
            (b"From: a@example.com\r\nSubject: CV\r\n\r\nDear", Container::Message),
            (b"MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary=b\r\n\r\n", Container::Message),
            (b"Name: Ann\nDate: 2024\n\nText", Container::Text),
            ("张三\n手机：13800001234".as_bytes(), Container::Text),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", Container::Other),
            (b"", Container::Empty),
        ] {
            assert_eq!(super::family(head), family, "{}", String::from_utf8_lossy(head));
        }
    }

    #[test]
    fn zip_after_other_bytes_is_known_by_its_end_record() {
        let end = [&b"PK\x05\x06"[..], &[0; 18]].concat();
        assert_eq!(container(&[b"From a mail gateway\n", &end[..]].concat()), Container::Zip);
        let commented = [&b"MZ\x90\0"[..], &end[..20], &[4, 0], b"PK\x05\x06"].concat();
        assert_eq!(container(&commented), Container::Zip);
        assert_ne!(container(b"text about PK\x05\x06"), Container::Zip);
    }
}
